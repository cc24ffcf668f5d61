// RUN: %partita convert %s --to stablehlo | FileCheck %s
// Every spelling of a literal.

// CHECK{LITERAL}: func.func public @main() -> tensor<2x2xi32> {
func.func @main() -> (tensor<2x2xi32>) {
  // Lists, one element for all, none at all.
  // CHECK{LITERAL}: %nested = stablehlo.constant dense<[[1, -2], [3, 4]]> : tensor<2x2xi32>
  %nested = stablehlo.constant dense<[[1, -2], [3, 4]]> : tensor<2x2xi32>
  // CHECK{LITERAL}: %splat = stablehlo.constant dense<7> : tensor<3xi16>
  %splat = stablehlo.constant dense<7> : tensor<3xi16>
  // CHECK{LITERAL}: %same = stablehlo.constant dense<5> : tensor<2xi8>
  %same = stablehlo.constant dense<[5, 5]> : tensor<2xi8>
  // CHECK{LITERAL}: %none = stablehlo.constant dense<> : tensor<0xf32>
  %none = stablehlo.constant dense<> : tensor<0xf32>
  // CHECK{LITERAL}: %none_list = stablehlo.constant dense<> : tensor<2x0xf32>
  %none_list = stablehlo.constant dense<[[], []]> : tensor<2x0xf32>
  // CHECK{LITERAL}: %none_splat = stablehlo.constant dense<> : tensor<4x0xf32>
  %none_splat = stablehlo.constant dense<1.0> : tensor<4x0xf32>
  // CHECK{LITERAL}: %scalar = stablehlo.constant dense<-3.500000e+00> : tensor<f64>
  %scalar = stablehlo.constant dense<-3.5> : tensor<f64>
  // Integers at the edge of their types, signless ones as either value.
  // CHECK{LITERAL}: %i64 = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64>
  %i64 = stablehlo.constant dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64>
  // CHECK{LITERAL}: %u64 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %u64 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  // CHECK{LITERAL}: %i8 = stablehlo.constant dense<[-1, -128, 127]> : tensor<3xi8>
  %i8 = stablehlo.constant dense<[255, -128, 0x7F]> : tensor<3xi8>
  // CHECK{LITERAL}: %si4 = stablehlo.constant dense<[-8, 7, -1]> : tensor<3xi4>
  %si4 = stablehlo.constant dense<[-8, 7, 15]> : tensor<3xsi4>
  // CHECK{LITERAL}: %u2 = stablehlo.constant dense<[0, 3]> : tensor<2xui2>
  %u2 = stablehlo.constant dense<[0, 3]> : tensor<2xui2>
  // CHECK{LITERAL}: %i1 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %i1 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  // CHECK{LITERAL}: %i1_numbers = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %i1_numbers = stablehlo.constant dense<[1, 0]> : tensor<2xi1>
  // Floats: as bits, rounded once to their type, too large.
  // CHECK{LITERAL}: %bits = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 1.401298e-45]> : tensor<4xf32>
  %bits = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0x00000001]> : tensor<4xf32>
  // CHECK{LITERAL}: %half = stablehlo.constant dense<[0x7C00, 6.550400e+04, 0x7C00]> : tensor<3xf16>
  %half = stablehlo.constant dense<[0x7C00, 65504.0, 65520.0]> : tensor<3xf16>
  // CHECK{LITERAL}: %bf16 = stablehlo.constant dense<[1.000000e+00, 1.015625e+00, 3.004055e+38]> : tensor<3xbf16>
  %bf16 = stablehlo.constant dense<[1.00390625, 1.01171875, 3.0e38]> : tensor<3xbf16>
  // CHECK{LITERAL}: %tie = stablehlo.constant dense<[1.000000e+00, 1.250000e+00, 4.480000e+02]> : tensor<3xf8E4M3FN>
  %tie = stablehlo.constant dense<[1.0625, 1.1875, 448.0]> : tensor<3xf8E4M3FN>
  // CHECK{LITERAL}: %f4 = stablehlo.constant dense<[5.000000e-01, -6.000000e+00]> : tensor<2xf4E2M1FN>
  %f4 = stablehlo.constant dense<[0.5, -6.0]> : tensor<2xf4E2M1FN>
  // CHECK{LITERAL}: %negative_zero = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
  %negative_zero = stablehlo.constant dense<-0.0> : tensor<f32>
  // CHECK{LITERAL}: %exponent = stablehlo.constant dense<[1.500000e+02, 1.000000e-03, 2.000000e+00]> : tensor<3xf64>
  %exponent = stablehlo.constant dense<[1.5e+2, 1.E-3, 2.0]> : tensor<3xf64>
  // CHECK{LITERAL}: %complex = stablehlo.constant dense<[(1.000000e+00, -2.000000e+00), (5.000000e-01, 0x7F800000)]> : tensor<2xcomplex<f32>>
  %complex = stablehlo.constant dense<[(1.0, -2.0), (0.5, 0x7F800000)]> : tensor<2xcomplex<f32>>
  // CHECK{LITERAL}: %complex_splat = stablehlo.constant dense<(1.000000e+00, 2.000000e+00)> : tensor<2xcomplex<f64>>
  %complex_splat = stablehlo.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f64>>
  // Bytes.
  // CHECK{LITERAL}: %blob = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %blob = stablehlo.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  // CHECK{LITERAL}: %blob_i4 = stablehlo.constant dense<[-1, 7]> : tensor<2xi4>
  %blob_i4 = stablehlo.constant dense<"0x0F07"> : tensor<2xi4>
  // CHECK{LITERAL}: %blob_i1 = stablehlo.constant dense<[true, false, true, false, false, false, false, false, true]> : tensor<9xi1>
  %blob_i1 = stablehlo.constant dense<"0x0501"> : tensor<9xi1>
  // CHECK{LITERAL}: %blob_i1_bytes = stablehlo.constant dense<[false, true, true]> : tensor<3xi1>
  %blob_i1_bytes = stablehlo.constant dense<"0x000101"> : tensor<3xi1>
  // CHECK{LITERAL}: %blob_i1_all = stablehlo.constant dense<true> : tensor<20xi1>
  %blob_i1_all = stablehlo.constant dense<"0xFF"> : tensor<20xi1>
  // CHECK{LITERAL}: %blob_splat = stablehlo.constant dense<2> : tensor<3xi16>
  %blob_splat = stablehlo.constant dense<"0x0200"> : tensor<3xi16>
  // CHECK{LITERAL}: %resource = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %resource = stablehlo.constant dense_resource<weights> : tensor<2xi32>
  // CHECK{LITERAL}: %quoted = stablehlo.constant dense<[3, 4]> : tensor<2xi16>
  %quoted = stablehlo.constant dense_resource<"odd name"> : tensor<2xi16>
  // CHECK{LITERAL}: return %nested : tensor<2x2xi32>
  return %nested : tensor<2x2xi32>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000100000002000000",
      "odd name": "0x0200000003000400"
    }
  }
#-}
