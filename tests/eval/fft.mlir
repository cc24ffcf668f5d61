// RUN: %partita eval %s

func.func @one_dimension() {
  %a = stablehlo.constant dense<[(1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0)]> : tensor<4xcomplex<f32>>
  %0 = stablehlo.fft %a, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %0, dense<[(10.0, 0.0), (-2.0, 2.0), (-2.0, 0.0), (-2.0, -2.0)]> : tensor<4xcomplex<f32>>
  %1 = stablehlo.fft %0, type = IFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_almost_eq %1, %a : tensor<4xcomplex<f32>>
  %r = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %2 = stablehlo.fft %r, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %2, dense<[(10.0, 0.0), (-2.0, 2.0), (-2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %3 = stablehlo.fft %2, type = IRFFT, length = [4] : (tensor<3xcomplex<f32>>) -> tensor<4xf32>
  check.expect_almost_eq %3, %r : tensor<4xf32>
  return
}

// -----

// A length that is no power of two, odd and prime, in double precision, over the last dimension of two lines.
func.func @any_length() {
  %a = stablehlo.constant dense<[[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]]> : tensor<2x7xf64>
  %0 = stablehlo.fft %a, type = RFFT, length = [7] : (tensor<2x7xf64>) -> tensor<2x4xcomplex<f64>>
  check.expect_almost_eq_const %0, dense<[[(1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0)],
                                          [(7.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]]> : tensor<2x4xcomplex<f64>>
  %1 = stablehlo.fft %0, type = IRFFT, length = [7] : (tensor<2x4xcomplex<f64>>) -> tensor<2x7xf64>
  check.expect_almost_eq %1, %a : tensor<2x7xf64>
  return
}

// -----

// Two and three dimensions: there and back again, and the sum of all in the first element.
func.func @several_dimensions() {
  %a = stablehlo.constant dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[7.0, 8.0, 9.0], [1.0, 0.0, 2.0]]]> : tensor<2x2x3xf64>
  %0 = stablehlo.fft %a, type = RFFT, length = [2, 2, 3] : (tensor<2x2x3xf64>) -> tensor<2x2x2xcomplex<f64>>
  // Along a line of 3 elements X[1] is (x0 - (x1 + x2) / 2, (x2 - x1) √3/2); the other two dimensions are sums and differences.
  check.expect_almost_eq_const %0, dense<[[[(48.0, 0.0), (-4.5, 4.330127018922193)], [(12.0, 0.0), (-1.5, -0.8660254037844386)]],
                                          [[(-6.0, 0.0), (-1.5, -0.8660254037844386)], [(-30.0, 0.0), (1.5, 0.8660254037844386)]]]> : tensor<2x2x2xcomplex<f64>>
  %1 = stablehlo.fft %0, type = IRFFT, length = [2, 2, 3] : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x3xf64>
  check.expect_almost_eq %1, %a : tensor<2x2x3xf64>
  %re = stablehlo.constant dense<0.0> : tensor<2x2x3xf64>
  %c = stablehlo.complex %a, %re : tensor<2x2x3xcomplex<f64>>
  %2 = stablehlo.fft %c, type = FFT, length = [2, 3] : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %3 = stablehlo.slice %2 [0:2, 0:1, 0:1] : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x1x1xcomplex<f64>>
  check.expect_almost_eq_const %3, dense<[[[(21.0, 0.0)]], [[(27.0, 0.0)]]]> : tensor<2x1x1xcomplex<f64>>
  %4 = stablehlo.fft %2, type = IFFT, length = [2, 3] : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  check.expect_almost_eq %4, %c : tensor<2x2x3xcomplex<f64>>
  return
}
