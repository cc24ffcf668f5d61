// RUN: %partita eval %s

// The state counts the blocks that were used up, so that going on with it gives what one longer draw would have given.
func.func @philox_goes_on() {
  %s = stablehlo.constant dense<[7, 0, 0]> : tensor<3xui64>
  %s1, %a = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<8xui32>)
  %s2, %b = stablehlo.rng_bit_generator %s1, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  %s3, %c = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<12xui32>)
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<8xui32>, tensor<4xui32>) -> tensor<12xui32>
  check.expect_eq %0, %c : tensor<12xui32>
  check.expect_eq %s2, %s3 : tensor<3xui64>
  return
}
