// Images of few channels: what is the same for all pixels is repeated for a row of them, and sums over pixels are loops of
// their own. Whole numbers, so that the order of sums does not matter.
// RUN: %partita eval --engine fast %s
// RUN: %partita eval %s
func.func @scaled_and_summed() {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %five = stablehlo.constant dense<5.0> : tensor<f32>
  %x = stablehlo.iota dim = 2 : tensor<3x40x70x3xf32>
  %seven = stablehlo.constant dense<7.0> : tensor<3x40x70x3xf32>
  %image = stablehlo.remainder %x, %seven : tensor<3x40x70x3xf32>
  %image1 = stablehlo.optimization_barrier %image : tensor<3x40x70x3xf32>
  %scale = stablehlo.constant dense<[1.0, -2.0, 3.0]> : tensor<3xf32>
  %scales = stablehlo.broadcast_in_dim %scale, dims = [3] : (tensor<3xf32>) -> tensor<3x40x70x3xf32>
  %scaled = stablehlo.multiply %image1, %scales : tensor<3x40x70x3xf32>
  %sum = stablehlo.reduce(%scaled init: %five) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x40x70x3xf32>, tensor<f32>) -> tensor<3xf32>
  %square = stablehlo.multiply %scaled, %scaled : tensor<3x40x70x3xf32>
  %squares = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x40x70x3xf32>, tensor<f32>) -> tensor<3xf32>
  %pixel = stablehlo.slice %scaled [2:3, 39:40, 68:69, 0:3] : (tensor<3x40x70x3xf32>) -> tensor<1x1x1x3xf32>
  check.expect_eq_const %sum, dense<[25205.0, -50395.0, 75605.0]> : tensor<3xf32>
  check.expect_eq_const %squares, dense<[109200.0, 436800.0, 982800.0]> : tensor<3xf32>
  check.expect_eq_const %pixel, dense<[[[[5.0, -10.0, 15.0]]]]> : tensor<1x1x1x3xf32>
  func.return
}

// Maxima and counts by channel, and a row that is divided.
func.func @largest() {
  %low = stablehlo.constant dense<-9> : tensor<i32>
  %x = stablehlo.iota dim = 0 : tensor<5000x4xi32>
  %offset = stablehlo.constant dense<[0, 10, -20000, 3]> : tensor<4xi32>
  %x1 = stablehlo.optimization_barrier %x : tensor<5000x4xi32>
  %offsets = stablehlo.broadcast_in_dim %offset, dims = [1] : (tensor<4xi32>) -> tensor<5000x4xi32>
  %moved = stablehlo.add %x1, %offsets : tensor<5000x4xi32>
  %top = stablehlo.reduce(%moved init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<5000x4xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %top, dense<[4999, 5009, -9, 5002]> : tensor<4xi32>
  func.return
}
