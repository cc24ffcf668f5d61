module {
  sdy.mesh @m = <["x"=2]>
  func.func public @main(%a0: tensor<8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@m, [{?}]>}, %a1: tensor<4x11xi8> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}) -> (tensor<6x8xcomplex<f32>> {fuzz.error = 0.0013856300357965334 : f64, sdy.sharding = #sdy.sharding<@m, [{}, {}]>}, tensor<2x2x11xi8>) {
    %0 = stablehlo.negate %a0 : tensor<8xcomplex<f32>>
    %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<8xcomplex<f32>>) -> tensor<6x8xcomplex<f32>>
    %2 = stablehlo.fft %1, type = FFT, length = [8] : (tensor<6x8xcomplex<f32>>) -> tensor<6x8xcomplex<f32>>
    %3 = stablehlo.constant dense<8> : tensor<i32>
    %4 = stablehlo.set_dimension_size %2, %3, dim = 1 : (tensor<6x8xcomplex<f32>>, tensor<i32>) -> tensor<6x8xcomplex<f32>>
    %5 = stablehlo.reverse %a1, dims = [] : tensor<4x11xi8>
    %6 = stablehlo.constant dense<(0.000000e+00, 0.000000e+00)> : tensor<complex<f32>>
    %7 = "stablehlo.reduce_window"(%4, %6) <{padding = dense<[[5, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 6, 1>}> ({
    ^bb0(%8: tensor<complex<f32>>, %9: tensor<complex<f32>>):
      %10 = stablehlo.add %8, %9 : tensor<complex<f32>>
      stablehlo.return %10 : tensor<complex<f32>>
    }) : (tensor<6x8xcomplex<f32>>, tensor<complex<f32>>) -> tensor<6x8xcomplex<f32>>
    %11 = stablehlo.reshape %5 : (tensor<4x11xi8>) -> tensor<2x2x11xi8>
    return %7, %11 : tensor<6x8xcomplex<f32>>, tensor<2x2x11xi8>
  }
}
