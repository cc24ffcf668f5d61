// RUN: %partita eval %s

// Features last: feature 0 has 1, 3 (mean 2, variance 1), feature 1 has 2, 6 (mean 4, variance 4).
func.func @training() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 6.0]]> : tensor<2x2xf64>
  %s = stablehlo.constant dense<[1.0, 10.0]> : tensor<2xf64>
  %o = stablehlo.constant dense<[0.0, 5.0]> : tensor<2xf64>
  %0:3 = "stablehlo.batch_norm_training"(%a, %s, %o) <{epsilon = 0.0 : f32, feature_index = 1 : i64}>
    : (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %0#0, dense<[[-1.0, -5.0], [1.0, 15.0]]> : tensor<2x2xf64>
  check.expect_eq_const %0#1, dense<[2.0, 4.0]> : tensor<2xf64>
  check.expect_eq_const %0#2, dense<[1.0, 4.0]> : tensor<2xf64>
  return
}

// -----

// Features in the middle, given statistics.
func.func @inference() {
  %a = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf32>
  %s = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %o = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %m = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %v = stablehlo.constant dense<[3.0, 0.0]> : tensor<2xf32>
  %0 = "stablehlo.batch_norm_inference"(%a, %s, %o, %m, %v) <{epsilon = 1.0 : f32, feature_index = 1 : i64}>
    : (tensor<1x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x2xf32>
  check.expect_almost_eq_const %0, dense<[[[1.0, 2.0], [-1.0, 2.0]]]> : tensor<1x2x2xf32>
  return
}

// -----

// One feature, x = 1, 3, mean 2, variance 1, gradient 1, 0: the sums are 1 and -1, so that
// grad x = 2 / 2 * (2 g - 1 + (x - 2)).
func.func @grad() {
  %a = stablehlo.constant dense<[[1.0], [3.0]]> : tensor<2x1xf32>
  %s = stablehlo.constant dense<[2.0]> : tensor<1xf32>
  %m = stablehlo.constant dense<[2.0]> : tensor<1xf32>
  %v = stablehlo.constant dense<[1.0]> : tensor<1xf32>
  %g = stablehlo.constant dense<[[1.0], [0.0]]> : tensor<2x1xf32>
  %0:3 = "stablehlo.batch_norm_grad"(%a, %s, %m, %v, %g) <{epsilon = 0.0 : f32, feature_index = 1 : i64}>
    : (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<2x1xf32>) -> (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>)
  check.expect_almost_eq_const %0#0, dense<[[0.0], [0.0]]> : tensor<2x1xf32>
  check.expect_almost_eq_const %0#1, dense<[-1.0]> : tensor<1xf32>
  check.expect_almost_eq_const %0#2, dense<[1.0]> : tensor<1xf32>
  // With epsilon 3 sigma is 2: grad x = 2 / (2 * 2) * (2 g - 1 + (x - 2) / 4).
  %1:3 = "stablehlo.batch_norm_grad"(%a, %s, %m, %v, %g) <{epsilon = 3.0 : f32, feature_index = 1 : i64}>
    : (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<2x1xf32>) -> (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>)
  check.expect_almost_eq_const %1#0, dense<[[0.375], [-0.375]]> : tensor<2x1xf32>
  check.expect_almost_eq_const %1#1, dense<[-0.5]> : tensor<1xf32>
  return
}
