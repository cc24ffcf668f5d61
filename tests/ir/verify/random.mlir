// rng and rng_bit_generator.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>, %c: tensor<2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.rng (I1): takes booleans, integers or floats, not tensor<complex<f32>>{{.*}}[P207]
  %0 = "stablehlo.rng"(%a, %b, %c) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<complex<f32>>, tensor<complex<f32>>, tensor<2xi64>) -> tensor<2x3xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<1xf32>, %b: tensor<f32>, %c: tensor<2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.rng (I1): a must be a scalar, it is tensor<1xf32>{{.*}}[P203]
  %0 = "stablehlo.rng"(%a, %b, %c) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<1xf32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<1xf32>, %c: tensor<2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.rng (I2): b must be a scalar, it is tensor<1xf32>{{.*}}[P203]
  %0 = "stablehlo.rng"(%a, %b, %c) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<1xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<f64>, %c: tensor<2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.rng (C1): a is tensor<f32>, b is tensor<f64>: their types differ{{.*}}[P203]
  %0 = "stablehlo.rng"(%a, %b, %c) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.rng (C1): the result is tensor<2x3xi32>, a is tensor<f32>{{.*}}[P203]
  %0 = "stablehlo.rng"(%a, %b, %c) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xi32>
  return
}

// -----

func.func @main(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.rng (C2): a normal distribution is of floats, not tensor<i32>{{.*}}[P203]
  %0 = "stablehlo.rng"(%a, %b, %c) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<3xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.rng (C3): shape has 3 entries, the result has rank 2{{.*}}[P203]
  %0 = "stablehlo.rng"(%a, %b, %c) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<2xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.rng (I3): shape must be a vector of integers, it is tensor<2xf32>{{.*}}[P203]
  %0 = "stablehlo.rng"(%a, %b, %c) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2xi64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.rng_bit_generator (I2): initial_state must be a vector of ui64, it is tensor<2xi64>{{.*}}[P203]
  %0:2 = "stablehlo.rng_bit_generator"(%a) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xi64>) -> (tensor<2xi64>, tensor<4xui32>)
  return
}

// -----

func.func @main(%a: tensor<2xui64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.rng_bit_generator (C1): output_state is tensor<3xui64>, initial_state is tensor<2xui64>{{.*}}[P203]
  %0:2 = "stablehlo.rng_bit_generator"(%a) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @main(%a: tensor<3xui64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.rng_bit_generator (C2): a state of tensor<3xui64> does not fit THREE_FRY{{.*}}[P203]
  %0:2 = "stablehlo.rng_bit_generator"(%a) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

func.func @main(%a: tensor<4xui64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.rng_bit_generator (C2): a state of tensor<4xui64> does not fit PHILOX{{.*}}[P203]
  %0:2 = "stablehlo.rng_bit_generator"(%a) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  return
}

// -----

func.func @main(%a: tensor<2xui64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.rng_bit_generator (O2): output must be integers or floats, not tensor<4xi1>{{.*}}[P207]
  %0:2 = "stablehlo.rng_bit_generator"(%a) {rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xi1>)
  return
}
