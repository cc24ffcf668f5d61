// RUN: %partita propagate --why layer/wave --why m --why out1 %s | FileCheck %s
// RUN: %exits 1 %partita propagate --why layer/end %s 2>&1 | FileCheck %s --check-prefix=END
// RUN: %exits 1 %partita propagate --why zeeroo %s 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: %exits 1 %partita propagate --why %%sum:99999999999999 %s 2>&1 | FileCheck %s --check-prefix=LINE
// RUN: %exits 1 %partita propagate --why %%sum:0 %s 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: %exits 1 %partita propagate --why ightswe %s 2>&1 | FileCheck %s --check-prefix=FAR
// Values are found by the locations of their ops, in regions too; ops without results have none. Two letters more or
// less are close to a name, two moved from its beginning to its end are not. Hints and ops are said with their lines:
// that of an argument is where its name stands as a whole, not in @main.
// END: error: no value is called 'layer/end'; arg0 to arg1, out0 to out1, the name of an op, or of its loc(…) are understood [P315]
// LINE: error: no value is called '%sum:99999999999999'
// ZERO: error: no value is called '%sum:0'
// NEAR: error: no value is called 'zeeroo'; close to it are %zero [P315]
// FAR: error: no value is called 'ightswe'; arg0 to arg1,
sdy.mesh @mesh = <["x"=4]>
func.func @main(
    %m: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %weights: tensor<8x4xf32>)
    -> (tensor<8x4xf32>,
        tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: %s: tensor<8x4xf32> is [x, -]
  // CHECK: along sine at {{.*}}:[[@LINE+13]], "layer/wave"("model.py":9:3) from %loop#0 [x, -]
  // CHECK-NEXT: along while at {{.*}}:[[@LINE+5]] from %sum [x, -]
  // CHECK-NEXT: along add at {{.*}}:[[@LINE+3]], "model.py":7:3 from %m [x, -]
  // CHECK-NEXT: which has a hint on argument 0: [x, -] at {{.*}}:[[@LINE-9]]{{$}}
  // CHECK: %m: tensor<8x4xf32> is [x, -]
  %sum = stablehlo.add %m, %weights : tensor<8x4xf32> loc("model.py":7:3)
  %loop:2 = stablehlo.while(%v = %sum, %i = %zero) : tensor<8x4xf32>, tensor<i32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    // CHECK: a hint on argument 0: [x, -] at {{.*}}:[[@LINE-18]]{{$}}
    %s = stablehlo.sine %v : tensor<8x4xf32> loc("layer/wave"("model.py":9:3))
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %s, %next : tensor<8x4xf32>, tensor<i32> loc("layer/end")
  }
  // CHECK: out1: tensor<8x4xf32> is [x, -]
  // CHECK: a hint on result 1 of the function: [x, -] at {{.*}}:[[@LINE-22]]{{$}}
  return %loop#0, %weights : tensor<8x4xf32>, tensor<8x4xf32>
}
