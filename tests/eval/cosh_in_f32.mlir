// RUN: %partita eval %s
// In f32, cosh is what CHLO's own expansion gives, so that it agrees with JAX and StableHLO's interpreter.
func.func @main() {
  %x = stablehlo.constant dense<[-9.3, -0.5, 0.0, 3.0, 8.9, 9.1, 88.9]> : tensor<7xf32>
  %0 = chlo.cosh %x : tensor<7xf32> -> tensor<7xf32>
  %half = stablehlo.constant dense<0.5> : tensor<7xf32>
  %log = stablehlo.log %half : tensor<7xf32>
  %negated = stablehlo.negate %x : tensor<7xf32>
  %up = stablehlo.add %x, %log : tensor<7xf32>
  %down = stablehlo.add %negated, %log : tensor<7xf32>
  %grown = stablehlo.exponential %up : tensor<7xf32>
  %shrunk = stablehlo.exponential %down : tensor<7xf32>
  %1 = stablehlo.add %grown, %shrunk : tensor<7xf32>
  check.expect_eq %0, %1 : tensor<7xf32>
  return
}
