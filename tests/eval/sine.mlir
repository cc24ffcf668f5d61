// RUN: %partita eval %s
func.func @main() {
  %x0 = stablehlo.constant dense<[0.3, -0.7, 1.5, -2.25, 4.0, 0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<8xf64>
  %r0 = stablehlo.sine %x0 : tensor<8xf64>
  check.expect_close_const %r0, dense<[0.29552020666133955, -0.644217687237691, 0.9974949866040544, -0.7780731968879212, -0.7568024953079282, 0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<8xf64>
  %x1 = stablehlo.constant dense<[0.30000001192092896, -0.699999988079071, 1.5, -2.25, 4.0, 0.0, 0x7F800000, 0x7FC00000]> : tensor<8xf32>
  %r1 = stablehlo.sine %x1 : tensor<8xf32>
  check.expect_close_const %r1, dense<[0.29552021622657776, -0.6442176699638367, 0.9974949955940247, -0.7780731916427612, -0.756802499294281, 0.0, 0x7FC00000, 0x7FC00000]> : tensor<8xf32>
  %x2 = stablehlo.constant dense<[0.30078125, -0.69921875, 1.5, -2.25, 4.0, 0.0, 0x7F80, 0x7FC0]> : tensor<8xbf16>
  %r2 = stablehlo.sine %x2 : tensor<8xbf16>
  check.expect_close_const %r2, dense<[0.296875, -0.64453125, 0.99609375, -0.77734375, -0.7578125, 0.0, 0x7FC0, 0x7FC0]> : tensor<8xbf16>
  %x3 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f64>>
  %r3 = stablehlo.sine %x3 : tensor<3xcomplex<f64>>
  check.expect_close_const %r3, dense<[(0.494485780933195, -0.22168816414957482), (-3.752771340479298, 0.2565539560904818), (0.0, 1.6019190803008256)]> : tensor<3xcomplex<f64>>
  %x4 = stablehlo.constant dense<[(0.5, -0.25), (-1.5, 2.0), (0.0, 1.25)]> : tensor<3xcomplex<f32>>
  %r4 = stablehlo.sine %x4 : tensor<3xcomplex<f32>>
  check.expect_close_const %r4, dense<[(0.4944857954978943, -0.2216881662607193), (-3.7527713775634766, 0.2565539479255676), (0.0, 1.6019190549850464)]> : tensor<3xcomplex<f32>>
  return
}
