// RUN: %partita convert %s --to hlo | FileCheck %s
// RUN: %partita convert %s --to hlo -o %t.hlo
// RUN: %partita convert %t.hlo --to hlo | diff %t.hlo -

module @constants {
  func.func @main() -> tensor<f32> {
    // CHECK: %a = f32[] constant(0.33333334)
    %a = stablehlo.constant dense<0.33333334> : tensor<f32>
    // CHECK-NEXT: %b = f32[2,2] constant({ {1, 2}, {inf, nan} })
    %b = stablehlo.constant dense<[[1.0, 2.0], [0x7F800000, 0x7FC00000]]> : tensor<2x2xf32>
    // CHECK-NEXT: %c = s32[3] constant({-1, 0, 7})
    %c = stablehlo.constant dense<[-1, 0, 7]> : tensor<3xi32>
    // CHECK-NEXT: %d = pred[2] constant({true, false})
    %d = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    // CHECK-NEXT: %e = c64[1] constant({(1, -2.5)})
    %e = stablehlo.constant dense<(1.0, -2.5)> : tensor<1xcomplex<f32>>
    // CHECK-NEXT: %f = u8[2] constant({255, 0})
    %f = stablehlo.constant dense<[255, 0]> : tensor<2xui8>
    // CHECK-NEXT: %g = s4[2] constant({-8, 7})
    %g = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
    // CHECK-NEXT: %h = bf16[] constant(1.5)
    %h = stablehlo.constant dense<1.5> : tensor<bf16>
    // CHECK-NEXT: %i = f8e4m3fn[] constant(-0.5)
    %i = stablehlo.constant dense<-0.5> : tensor<f8E4M3FN>
    // CHECK-NEXT: %j = f32[2,0] constant({ {}, {} })
    %j = stablehlo.constant dense<> : tensor<2x0xf32>
    // CHECK-NEXT: %k_scalar = f64[] constant(0.1)
    // CHECK-NEXT: %k = f64[100,100] broadcast(%k_scalar), dimensions={}
    %k = stablehlo.constant dense<0.1> : tensor<100x100xf64>
    // CHECK-NEXT: %l = s32[4] constant({3, 3, 3, 3})
    %l = stablehlo.constant dense<3> : tensor<4xi32>
    // CHECK-NEXT: %m = u64[] constant(18446744073709551615)
    %m = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
    return %a : tensor<f32>
  }
}
