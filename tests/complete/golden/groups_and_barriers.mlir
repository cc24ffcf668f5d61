// Values of a group have one sharding; barriers let hints pass in one direction, or in none.
// RUN: split-file %s %t
// RUN: %partita propagate --show %t/group.mlir | FileCheck %s --check-prefix=GROUP
// RUN: %partita propagate --show %t/barrier.mlir | FileCheck %s --check-prefix=BARRIER

//--- group.mlir
// The members have nothing to do with each other but the group.
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  sdy.sharding_group %a group_id = 3 : tensor<8x8xf32>
  %s = stablehlo.sine %b : tensor<8x8xf32>
  sdy.sharding_group %s group_id = 3 : tensor<8x8xf32>
  return %s, %a : tensor<8x8xf32>, tensor<8x8xf32>
}
// GROUP: %a argument 0 tensor<8x8xf32> [x, -] hint
// GROUP: %b argument 1 tensor<8x8xf32> [x, -]{{$}}
// GROUP: %s sine tensor<8x8xf32> [x, -]{{$}}
// GROUP: out0 result 0 tensor<8x8xf32> [x, -]{{$}}
// GROUP: out1 result 1 tensor<8x8xf32> [x, -]{{$}}

//--- barrier.mlir
// x in front of the barrier, y behind it; all dimensions are open.
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%f: tensor<8x8xf32>, %b: tensor<8x8xf32>, %n: tensor<8x8xf32>, %t: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %f0 = stablehlo.tanh %f {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {?}]>]>} : tensor<8x8xf32>
  %f1 = sdy.propagation_barrier %f0 allowed_direction=FORWARD : tensor<8x8xf32>
  %f2 = stablehlo.tanh %f1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"y"}]>]>} : tensor<8x8xf32>
  %b0 = stablehlo.tanh %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {?}]>]>} : tensor<8x8xf32>
  %b1 = sdy.propagation_barrier %b0 allowed_direction=BACKWARD : tensor<8x8xf32>
  %b2 = stablehlo.tanh %b1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"y"}]>]>} : tensor<8x8xf32>
  %n0 = stablehlo.tanh %n {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {?}]>]>} : tensor<8x8xf32>
  %n1 = sdy.propagation_barrier %n0 allowed_direction=NONE : tensor<8x8xf32>
  %n2 = stablehlo.tanh %n1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"y"}]>]>} : tensor<8x8xf32>
  %t0 = stablehlo.tanh %t {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {?}]>]>} : tensor<8x8xf32>
  %t1 = sdy.propagation_barrier %t0 allowed_direction=BOTH : tensor<8x8xf32>
  %t2 = stablehlo.tanh %t1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"y"}]>]>} : tensor<8x8xf32>
  return %f2, %b2, %n2, %t2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
// BARRIER: %f argument 0 tensor<8x8xf32> [x, -]{{$}}
// BARRIER: %b argument 1 tensor<8x8xf32> [x, y]{{$}}
// BARRIER: %n argument 2 tensor<8x8xf32> [x, -]{{$}}
// BARRIER: %t argument 3 tensor<8x8xf32> [x, y]{{$}}
// BARRIER: %f0 tanh tensor<8x8xf32> [x, -] hint
// BARRIER: %f1 sdy.propagation_barrier tensor<8x8xf32> [x, y]{{$}}
// BARRIER: %f2 tanh tensor<8x8xf32> [x, y] hint
// BARRIER: %b0 tanh tensor<8x8xf32> [x, y] hint
// BARRIER: %b1 sdy.propagation_barrier tensor<8x8xf32> [-, y]{{$}}
// BARRIER: %b2 tanh tensor<8x8xf32> [-, y] hint
// BARRIER: %n0 tanh tensor<8x8xf32> [x, -] hint
// BARRIER: %n1 sdy.propagation_barrier tensor<8x8xf32> [-, y]{{$}}
// BARRIER: %n2 tanh tensor<8x8xf32> [-, y] hint
// BARRIER: %t0 tanh tensor<8x8xf32> [x, y] hint
// BARRIER: %t1 sdy.propagation_barrier tensor<8x8xf32> [x, y]{{$}}
// BARRIER: %t2 tanh tensor<8x8xf32> [x, y] hint
// BARRIER: out0 result 0 tensor<8x8xf32> [x, y]{{$}}
// BARRIER: out1 result 1 tensor<8x8xf32> [-, y]{{$}}
// BARRIER: out2 result 2 tensor<8x8xf32> [-, y]{{$}}
// BARRIER: out3 result 3 tensor<8x8xf32> [x, y]{{$}}
