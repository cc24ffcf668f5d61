// RUN: %partita eval %s
func.func @main() {
  // Integers wrap.
  %a = stablehlo.constant dense<[300, -1, 127, -129]> : tensor<4xi32>
  %0 = stablehlo.convert %a : (tensor<4xi32>) -> tensor<4xi8>
  check.expect_eq_const %0, dense<[44, -1, 127, 127]> : tensor<4xi8>
  %1 = stablehlo.convert %a : (tensor<4xi32>) -> tensor<4xui8>
  check.expect_eq_const %1, dense<[44, 255, 127, 127]> : tensor<4xui8>
  %2 = stablehlo.convert %a : (tensor<4xi32>) -> tensor<4xi4>
  check.expect_eq_const %2, dense<[-4, -1, -1, -1]> : tensor<4xi4>
  %3 = stablehlo.convert %a : (tensor<4xi32>) -> tensor<4xi1>
  check.expect_eq_const %3, dense<true> : tensor<4xi1>
  // Floats lose their fraction; beyond the range they become its end, NaN becomes 0.
  %b = stablehlo.constant dense<[-2.7, 2.7, 300.0, -300.0, 0x7FC00000, 0xFF800000]> : tensor<6xf32>
  %4 = stablehlo.convert %b : (tensor<6xf32>) -> tensor<6xi8>
  check.expect_eq_const %4, dense<[-2, 2, 127, -128, 0, -128]> : tensor<6xi8>
  %5 = stablehlo.convert %b : (tensor<6xf32>) -> tensor<6xui8>
  check.expect_eq_const %5, dense<[0, 2, 255, 0, 0, 0]> : tensor<6xui8>
  %6 = stablehlo.convert %b : (tensor<6xf32>) -> tensor<6xi4>
  check.expect_eq_const %6, dense<[-2, 2, 7, -8, 0, -8]> : tensor<6xi4>
  %7 = stablehlo.convert %b : (tensor<6xf32>) -> tensor<6xi1>
  check.expect_eq_const %7, dense<true> : tensor<6xi1>
  %c = stablehlo.constant dense<[1.0e19, -1.0e19, 9.0e18]> : tensor<3xf64>
  %8 = stablehlo.convert %c : (tensor<3xf64>) -> tensor<3xi64>
  check.expect_eq_const %8, dense<[9223372036854775807, -9223372036854775808, 9000000000000000000]> : tensor<3xi64>
  // 2^24 + 1 is halfway between two floats. 2^60 + 2^52 + 1 is just above halfway between two bf16 numbers: rounding it to a
  // double first would lose the 1.
  %d = stablehlo.constant dense<[16777217, 1157425104234217473]> : tensor<2xi64>
  %9 = stablehlo.convert %d : (tensor<2xi64>) -> tensor<2xf32>
  check.expect_eq_const %9, dense<[16777216.0, 1157425104234217472.0]> : tensor<2xf32>
  %10 = stablehlo.convert %d : (tensor<2xi64>) -> tensor<2xbf16>
  check.expect_eq_const %10, dense<[16777216.0, 1161928703861587968.0]> : tensor<2xbf16>
  // The same from a double: 1 + 2^-8 + 2^-40.
  %e = stablehlo.constant dense<1.0039062500009095> : tensor<f64>
  %11 = stablehlo.convert %e : (tensor<f64>) -> tensor<bf16>
  check.expect_eq_const %11, dense<1.0078125> : tensor<bf16>
  %f = stablehlo.constant dense<[1.5, -6.0, 1000.0]> : tensor<3xf16>
  %12 = stablehlo.convert %f : (tensor<3xf16>) -> tensor<3xf8E5M2>
  check.expect_eq_const %12, dense<[1.5, -6.0, 1024.0]> : tensor<3xf8E5M2>
  %13 = stablehlo.convert %12 : (tensor<3xf8E5M2>) -> tensor<3xf4E2M1FN>
  check.expect_eq_const %13, dense<[1.5, -6.0, 6.0]> : tensor<3xf4E2M1FN>
  %14 = stablehlo.convert %13 : (tensor<3xf4E2M1FN>) -> tensor<3xi16>
  check.expect_eq_const %14, dense<[1, -6, 6]> : tensor<3xi16>
  // The imaginary part goes, or is zero.
  %g = stablehlo.constant dense<(2.5, -1.0)> : tensor<complex<f32>>
  %15 = stablehlo.convert %g : (tensor<complex<f32>>) -> tensor<f64>
  check.expect_eq_const %15, dense<2.5> : tensor<f64>
  %16 = stablehlo.convert %15 : (tensor<f64>) -> tensor<complex<f64>>
  check.expect_eq_const %16, dense<(2.5, 0.0)> : tensor<complex<f64>>
  %h = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %17 = stablehlo.convert %h : (tensor<2xi1>) -> tensor<2xbf16>
  check.expect_eq_const %17, dense<[1.0, 0.0]> : tensor<2xbf16>
  %18 = stablehlo.convert %h : (tensor<2xi1>) -> tensor<2xi4>
  check.expect_eq_const %18, dense<[1, 0]> : tensor<2xi4>
  // A block more than one, so that every part of a tensor is seen.
  %19 = stablehlo.iota dim = 0 : tensor<1200xi32>
  %20 = stablehlo.convert %19 : (tensor<1200xi32>) -> tensor<1200xf16>
  %21 = stablehlo.convert %20 : (tensor<1200xf16>) -> tensor<1200xi32>
  check.expect_eq %21, %19 : tensor<1200xi32>
  return
}
