// RUN: %exits 1 %partita propagate %s 2>&1 | FileCheck %s
// Every mistake of a program is told in one run, at the very axis, with what would be right.
sdy.mesh @mesh = <["x"=4, "y"=2]>
// CHECK: [[@LINE+1]]:76: error: the mesh has no axis "z"; its axes are "x", "y" [P302]
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>},
                // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: the sharding has 1 dimensions, the tensor 2: write one {} per dimension [P305]
                %b: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
                // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: axis "x" is used twice [P303]
                -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"x"}]>}) {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: no mesh is named @grid; there is @mesh [P301]
  %0 = stablehlo.add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@grid, [{"x"}, {}]>]>} : tensor<8x4xf32>
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: "x" overlaps "x:(2)2" [P304]
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x":(2)2}, {"x":(1)4}]> : tensor<8x4xf32>
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: there are 2 shardings here for 1 value [P309]
  %2 = stablehlo.add %1, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>]>} : tensor<8x4xf32>
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: unspecified_dims names dimension 2; the tensor has 2 dimensions, counted from 0 [P312]
  %3 = stablehlo.custom_call @Sharding(%2) {backend_config = "unspecified_dims=[2]", mhlo.sharding = "{replicated}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: {{.*}}multiply to 8, there are 4 devices [P306]
  %4 = stablehlo.add %3, %b {mhlo.sharding = "{devices=[4,2]0,1,2,3}"} : tensor<8x4xf32>
  // A type without a zero: the parts of a sum could not begin with one.
  %5 = stablehlo.convert %4 : (tensor<8x4xf32>) -> tensor<8x4xf8E8M0FNU>
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: f8E8M0FNU has no zero, so no value of it can be a sum of parts; leave out the unreduced axes [P309]
  %6 = sdy.sharding_constraint %5 <@mesh, [{}, {}], unreduced={"x"}> : tensor<8x4xf8E8M0FNU>
  // CHECK-NOT: error
  return %4 : tensor<8x4xf32>
}
