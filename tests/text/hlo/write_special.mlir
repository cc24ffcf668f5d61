// RUN: %partita convert %s --to hlo | FileCheck %s
// RUN: %partita convert %s --to hlo -o %t.hlo
// RUN: %partita convert %t.hlo --to hlo | diff %t.hlo -
// RUN: %partita eval %t.hlo

// Functions without an opcode become formulas that say the same; checks are calls of the same name.
module @special {
  func.func @main() {
    %x = stablehlo.constant dense<[0.5, 1.0, 3.5, -0.75]> : tensor<4xf32>
    // CHECK: %chlo = f32[4] multiply(%x, %x)
    %chlo = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
    // CHECK: custom-call(%chlo, %{{.*}}), custom_call_target="check.expect_eq", custom_call_has_side_effect=true
    check.expect_eq_const %chlo, dense<[0.25, 1.0, 12.25, 0.5625]> : tensor<4xf32>
    %g = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
    // CHECK: custom_call_target="check.expect_almost_eq", custom_call_has_side_effect=true, frontend_attributes={check.tolerance="1e-05"}
    "check.expect_almost_eq_const"(%g) {value = dense<[0.5723649, 0.0, 1.2009736, 1.5757046]> : tensor<4xf32>, tolerance = 1.0e-05 : f64} : (tensor<4xf32>) -> ()
    %d = chlo.digamma %x : tensor<4xf32> -> tensor<4xf32>
    check.expect_almost_eq_const %d, dense<[-1.9635100, -0.5772157, 1.1031566, -2.8941202]> : tensor<4xf32>
    %c = chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
    check.expect_almost_eq_const %c, dense<[0.4795001, 0.1572992, 7.4309837e-07, 1.7111556]> : tensor<4xf32>
    %b = chlo.bessel_i1e %x : tensor<4xf32> -> tensor<4xf32>
    check.expect_almost_eq_const %b, dense<[0.1564208, 0.2079104, 0.1874000, -0.1898878]> : tensor<4xf32>
    %h = stablehlo.constant dense<[0.5, 0.0, -0.5, 0.99]> : tensor<4xf32>
    %e = chlo.erf_inv %h : tensor<4xf32> -> tensor<4xf32>
    check.expect_almost_eq_const %e, dense<[0.4769363, 0.0, -0.4769363, 1.8213864]> : tensor<4xf32>
    return
  }
}
