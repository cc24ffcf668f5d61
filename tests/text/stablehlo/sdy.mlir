// RUN: %partita convert %s --to stablehlo | FileCheck %s
// The sdy dialect: meshes, shardings, constraints, manual computations, collectives.

// CHECK{LITERAL}: sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
// CHECK{LITERAL}: sdy.mesh @ids = <["a"=2], device_ids=[1, 0]>
sdy.mesh @ids = <["a"=2], device_ids=[1, 0]>
// CHECK{LITERAL}: func.func public @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}], replicated={"y"}>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}], replicated={"y"}>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // CHECK{LITERAL}: %0 = sdy.sharding_constraint %x <@mesh, [{"x"}, {"y":(1)2}]> : tensor<8x8xf32>
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}, {"y":(1)2}]> : tensor<8x8xf32>
  // CHECK{LITERAL}: %1 = sdy.sharding_constraint %0 <@mesh, [{"y"}p1, {}]> : tensor<8x8xf32>
  %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@mesh, [{"y"}p1, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK{LITERAL}: %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<8x8xf32>
  %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK{LITERAL}: sdy.sharding_group %2 group_id=21 : tensor<8x8xf32>
  sdy.sharding_group %2 group_id=21 : tensor<8x8xf32>
  // CHECK{LITERAL}: %3 = sdy.propagation_barrier %2 allowed_direction=BACKWARD : tensor<8x8xf32>
  %3 = sdy.propagation_barrier %2 allowed_direction=BACKWARD : tensor<8x8xf32>
  // CHECK{LITERAL}: %4 = sdy.manual_computation(%3) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg0: tensor<4x8xf32>) {
  %4 = sdy.manual_computation(%3) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg0: tensor<4x8xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<4x8xf32>
    // CHECK{LITERAL}: sdy.return %19 : tensor<4x8xf32>
    sdy.return %0 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK{LITERAL}: %5 = sdy.manual_computation(%4) in_shardings=[<@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"y"}, {}]>] manual_axes={"y"} (%arg0_0: tensor<2x8xf32>) {
  %5 = "sdy.manual_computation"(%4) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>, manual_axes = #sdy<manual_axes{"y"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>}> ({
  ^bb0(%arg0: tensor<2x8xf32>):
    "sdy.return"(%arg0) : (tensor<2x8xf32>) -> ()
  }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK{LITERAL}: %6 = "sdy.all_gather"(%5) <{gathering_axes = #sdy<list_of_axis_ref_lists[{"x"}, {}]>, out_sharding = #sdy.sharding<@mesh, [{}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %6 = sdy.all_gather [{"x"}, {}] %5 out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK{LITERAL}: %7 = "sdy.all_slice"(%6) <{out_sharding = #sdy.sharding<@mesh, [{}, {"y"}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{}, {"y"}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %7 = sdy.all_slice [{}, {"y"}] %6 out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x8xf32>
  // CHECK{LITERAL}: %8 = "sdy.all_to_all"(%7) <{out_sharding = #sdy.sharding<@mesh, [{"y"}, {}]>, params = #sdy<all_to_all_param_list[{"y"}: 1->0]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %8 = sdy.all_to_all [{"y"}: 1->0] %7 out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  // CHECK{LITERAL}: %9 = "sdy.all_to_all"(%8) <{out_sharding = #sdy.sharding<@mesh, [{}, {"y"}]>, params = #sdy<all_to_all_param_list[{"y"}: 0->1]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %9 = sdy.all_to_all {"y"} 0->1 %8 out_sharding=<@mesh, [{}, {"y"}]> : tensor<8x8xf32>
  // CHECK{LITERAL}: %10 = "sdy.collective_permute"(%9) <{out_sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %10 = sdy.collective_permute %9 out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  // CHECK{LITERAL}: %11 = "sdy.all_reduce"(%10) <{out_sharding = #sdy.sharding<@mesh, [{"y"}, {}]>, reduction_axes = #sdy<axis_ref_list{"x"}>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %11 = sdy.all_reduce {"x"} %10 out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x8xf32>
  // CHECK{LITERAL}: %12 = "sdy.reduce_scatter"(%11) <{out_sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{}, {"x"}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %12 = sdy.reduce_scatter [{}, {"x"}] %11 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<8x8xf32>
  // CHECK{LITERAL}: %13 = stablehlo.add %12, %12 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>} : tensor<8x8xf32>
  %13 = stablehlo.add %12, %12 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>} : tensor<8x8xf32>
  // CHECK{LITERAL}: %14 = "sdy.data_flow_edge"(%13) <{sharding = #sdy.sharding<@mesh, [{}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %14 = sdy.data_flow_edge %13 sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK{LITERAL}: %15 = "sdy.data_flow_edge"(%14) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %15 = sdy.data_flow_edge %14 : tensor<8x8xf32>
  %16 = sdy.named_computation<"name">(%15) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, [{}, {}]>] (%arg0: tensor<8x8xf32>) {
    // CHECK{LITERAL}: %20 = sdy.sharding_constraint %15 <@mesh, [{}, {}]> : tensor<8x8xf32>
    // CHECK{LITERAL}: %17 = stablehlo.abs %20 : tensor<8x8xf32>
    // CHECK{LITERAL}: %16 = sdy.sharding_constraint %17 <@mesh, [{}, {}]> : tensor<8x8xf32>
    %17 = stablehlo.abs %arg0 : tensor<8x8xf32>
    sdy.return %17 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %17 = sdy.named_computation<"bare">(%16) (%arg0: tensor<8x8xf32>) {
    sdy.return %arg0 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  } : () -> ()
  // CHECK{LITERAL}: %18 = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
  %18 = sdy.constant dense<1.0> : tensor<2xf32>
  // CHECK{LITERAL}: return %16 : tensor<8x8xf32>
  return %17 : tensor<8x8xf32>
}
