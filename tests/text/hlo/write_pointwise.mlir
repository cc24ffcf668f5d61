// RUN: %partita convert %s --to hlo | FileCheck %s
// RUN: %partita convert %s --to hlo -o %t.hlo
// RUN: %partita convert %t.hlo --to hlo | diff %t.hlo -

// CHECK: HloModule pointwise, entry_computation_layout={(f32[2,3]{1,0}, f32[2,3]{1,0}, s32[2,3]{1,0}, c64[2]{0})->
module @pointwise {
  func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>, %i: tensor<2x3xi32>, %z: tensor<2xcomplex<f32>>) -> (tensor<2x3xf32>, tensor<2x3xi32>, tensor<2xf32>) {
    // CHECK: ENTRY %main {
    // CHECK-NEXT: %x = f32[2,3] parameter(0)
    // CHECK: %add.0 = f32[2,3] add(%x, %y)
    %0 = stablehlo.add %x, %y : tensor<2x3xf32>
    // CHECK-NEXT: %negate.1 = f32[2,3] negate(%add.0)
    %1 = stablehlo.negate %0 : tensor<2x3xf32>
    // CHECK-NEXT: %compare.2 = pred[2,3] compare(%x, %y), direction=LT
    %2 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    // CHECK-NEXT: %compare.3 = pred[2,3] compare(%x, %y), direction=GE, type=TOTALORDER
    %3 = stablehlo.compare GE, %x, %y, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    // CHECK-NEXT: %and.4 = pred[2,3] and(%compare.2, %compare.3)
    %4 = stablehlo.and %2, %3 : tensor<2x3xi1>
    // CHECK-NEXT: %select.5 = f32[2,3] select(%and.4, %negate.1, %y)
    %5 = stablehlo.select %4, %1, %y : tensor<2x3xi1>, tensor<2x3xf32>
    // CHECK-NEXT: %convert.6 = s32[2,3] convert(%select.5)
    %6 = stablehlo.convert %5 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    // CHECK-NEXT: %shift-left.7 = s32[2,3] shift-left(%convert.6, %i)
    %7 = stablehlo.shift_left %6, %i : tensor<2x3xi32>
    // CHECK-NEXT: %reduce-precision.8 = f32[2,3] reduce-precision(%select.5), exponent_bits=5, mantissa_bits=10
    %8 = stablehlo.reduce_precision %5, format = e5m10 : tensor<2x3xf32>
    // CHECK-NEXT: %real.9 = f32[2] real(%z)
    %9 = stablehlo.real %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    // CHECK-NEXT: %erf.10 = f32[2] erf(%real.9)
    %10 = chlo.erf %9 : tensor<2xf32> -> tensor<2xf32>
    // The bounds of a clamp are broadcast.
    %lo = stablehlo.constant dense<0.0> : tensor<f32>
    // CHECK: %[[LO:.*]] = f32[2] broadcast(%lo), dimensions={}
    // CHECK-NEXT: %[[HI:.*]] = f32[2] broadcast(%lo), dimensions={}
    // CHECK-NEXT: %clamp.11 = f32[2] clamp(%[[LO]], %erf.10, %[[HI]])
    %11 = stablehlo.clamp %lo, %10, %lo : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK-NEXT: ROOT %tuple = (f32[2,3], s32[2,3], f32[2]) tuple(%reduce-precision.8, %shift-left.7, %clamp.11)
    return %8, %7, %11 : tensor<2x3xf32>, tensor<2x3xi32>, tensor<2xf32>
  }
}
