// The same bits on one device and on any number of them, however they lie: the counter belongs to the element.
// RUN: %partita eval %s --random 1 --outputs %t.npz
// RUN: %partita run %s --mesh x=1 --random 1 --verify --expect %t.npz
// RUN: %partita run %s --mesh x=2 --random 1 --verify --expect %t.npz --shard 'bits=[{"x"},{}]' --shard 'numbers=[{"x"},{}]'
// RUN: %partita run %s --mesh x=3 --random 1 --verify --expect %t.npz --shard 'bits=[{"x"},{}]' --shard 'numbers=[{},{"x"}]'
// RUN: %partita run %s --mesh x=5 --random 1 --verify --expect %t.npz --shard 'bits=[{},{"x"}]' --shard 'numbers=[{"x"},{}]'
// RUN: %partita run %s --mesh x=2,y=3 --random 1 --verify --expect %t.npz --shard 'bits=[{"y"},{"x"}]' --shard 'numbers=[{"x"},{"y"}]' --shard 'more=[{"x","y"}]'
// RUN: %partita run %s --mesh x=8 --random 1 --verify --expect %t.npz --shard 'more=[{"x"}]' --shard 'bits=[{"x"},{}]'
func.func @main(%state: tensor<2xui64>) -> (tensor<2xui64>, tensor<7x9xui32>, tensor<11xui8>, tensor<7x9xf32>) {
  %new, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x9xui32>)
  %last, %more = stablehlo.rng_bit_generator %new, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<11xui8>)
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<[7, 9]> : tensor<2xi64>
  %numbers = stablehlo.rng %zero, %one, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<7x9xf32>
  return %last, %bits, %more, %numbers : tensor<2xui64>, tensor<7x9xui32>, tensor<11xui8>, tensor<7x9xf32>
}
