// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %r0 = stablehlo.logistic %x0 : tensor<9xf64>
  check.expect_close_const %r0, dense<[0.574442516811659, 0.3318122278318339, 0.8175744761936437, 0.09534946489910949, 0.9820137900379085, 0.5, 1.0, 0.0, 0x7FF8000000000000]> : tensor<9xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 0.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  %r1 = stablehlo.logistic %x1 : tensor<9xf32>
  check.expect_close_const %r1, dense<[0.5744425058364868, 0.3318122327327728, 0.8175745010375977, 0.09534946829080582, 0.9820137619972229, 0.5, 1.0, 0.0, 0x7FC00000]> : tensor<9xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 0.0, 0x7F80, 0xFF80, 0x7FC0]> : tensor<9xbf16>
  %r2 = stablehlo.logistic %x2 : tensor<9xbf16>
  check.expect_close_const %r2, dense<[0.57421875, 0.33203125, 0.81640625, 0.09521484375, 0.98046875, 0.5, 1.0, 0.0, 0x7FC0]> : tensor<9xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f64>>
  %r3 = stablehlo.logistic %x3 : tensor<3xcomplex<f64>>
  check.expect_close_const %r3, dense<[(0.6242751644199612, -0.05900296431450802), (-0.04984258297024424, 0.234807340416369), (0.5, 0.36074222049545224)]> : tensor<3xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f32>>
  %r4 = stablehlo.logistic %x4 : tensor<3xcomplex<f32>>
  check.expect_close_const %r4, dense<[(0.6242751479148865, -0.059002965688705444), (-0.049842581152915955, 0.2348073422908783), (0.5, 0.3607422113418579)]> : tensor<3xcomplex<f32>>
  return
}
