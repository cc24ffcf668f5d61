// RUN: %exits 1 %partita eval %s --shape 'x=7' --random 1 2>&1 | FileCheck %s
// RUN: %partita eval %s --shape 'arg0=8' --random 1
// What an exporter demands of symbolic sizes is held against those that are given.
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %rest = stablehlo.remainder %n, %two : tensor<i32>
  %even = stablehlo.compare EQ, %rest, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: n must be even, and is 7 [P116]
  stablehlo.custom_call @shape_assertion(%even, %n) {api_version = 2 : i32, error_message = "n must be even, and is {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return %x : tensor<?xf32>
}
