// RUN: %partita propagate --show %s | FileCheck %s --strict-whitespace --match-full-lines
// Columns are as wide as they need to be, the first has lines; what is in a region is indented; results of the function have their hints.
//      CHECK:mesh @mesh: x=2, y=2, 4 devices
// CHECK-NEXT:func @main of {{.*}}listing.mlir
// CHECK-NEXT:     %start   argument 0              tensor<8x4xf32>  [x, -]
// CHECK-NEXT::22  %zero    constant                tensor<i32>      []
// CHECK-NEXT::23  %loop#0  while                   tensor<8x4xf32>  [x, -]
// CHECK-NEXT::23  %loop#1  while                   tensor<i32>      []
// CHECK-NEXT::23    %v     condition's argument 0  tensor<8x4xf32>  [x, -]
// CHECK-NEXT::23    %i     condition's argument 1  tensor<i32>      []
// CHECK-NEXT::25    %more  compare                 tensor<i1>       []
// CHECK-NEXT::23    %v     body's argument 0       tensor<8x4xf32>  [x, -]
// CHECK-NEXT::23    %i     body's argument 1       tensor<i32>      []
// CHECK-NEXT::28    %yes   compare                 tensor<i1>       []
// CHECK-NEXT::29    %if    if                      tensor<8x4xf32>  [x, -]
// CHECK-NEXT::30      %s   sine                    tensor<8x4xf32>  [x, -]
// CHECK-NEXT::35    %next  add                     tensor<i32>      []
// CHECK-NEXT:     out0     result 0                tensor<8x4xf32>  [x, -]  hint
// CHECK-NEXT:     out1     result 1                tensor<i32>      []
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%start: tensor<8x4xf32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %loop:2 = stablehlo.while(%v = %start, %i = %zero) : tensor<8x4xf32>, tensor<i32>
  cond {
    %more = stablehlo.compare LE, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %yes = stablehlo.compare EQ, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %if = "stablehlo.if"(%yes) ({
      %s = stablehlo.sine %v : tensor<8x4xf32>
      stablehlo.return %s : tensor<8x4xf32>
    }, {
      stablehlo.return %v : tensor<8x4xf32>
    }) : (tensor<i1>) -> tensor<8x4xf32>
    %next = stablehlo.add %i, %i : tensor<i32>
    stablehlo.return %if, %next : tensor<8x4xf32>, tensor<i32>
  }
  return %loop#0, %loop#1 : tensor<8x4xf32>, tensor<i32>
}
