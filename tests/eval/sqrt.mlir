// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.25, 2.0, 100.0, 0.0, 0x7FF0000000000000, -1.0, 0x7FF8000000000000]> : tensor<7xf64>
  %r0 = stablehlo.sqrt %x0 : tensor<7xf64>
  check.expect_close_const %r0, dense<[0.5, 1.4142135623730951, 10.0, 0.0, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<7xf64>
  %x1 = stablehlo.constant dense<[0.25, 2.0, 100.0, 0.0, 0x7F800000, -1.0, 0x7FC00000]> : tensor<7xf32>
  %r1 = stablehlo.sqrt %x1 : tensor<7xf32>
  check.expect_close_const %r1, dense<[0.5, 1.4142135381698608, 10.0, 0.0, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<7xf32>
  %x2 = stablehlo.constant dense<[0.25, 2.0, 100.0, 0.0, 0x7F80, -1.0, 0x7FC0]> : tensor<7xbf16>
  %r2 = stablehlo.sqrt %x2 : tensor<7xbf16>
  check.expect_close_const %r2, dense<[0.5, 1.4140625, 10.0, 0.0, 0x7F80, 0x7FC0, 0x7FC0]> : tensor<7xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f64>>
  %r3 = stablehlo.sqrt %x3 : tensor<3xcomplex<f64>>
  check.expect_close_const %r3, dense<[(0.7276733451126774, -0.17178037486125622), (0.7071067811865476, 1.4142135623730951), (0.7905694150420949, 0.7905694150420949)]> : tensor<3xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f32>>
  %r4 = stablehlo.sqrt %x4 : tensor<3xcomplex<f32>>
  check.expect_close_const %r4, dense<[(0.727673351764679, -0.17178037762641907), (0.7071067690849304, 1.4142135381698608), (0.7905694246292114, 0.7905694246292114)]> : tensor<3xcomplex<f32>>
  return
}
