// fft, cholesky and triangular_solve.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<4xcomplex<f32>>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.fft (C1): tensor<4xcomplex<f32>> has fewer dimensions than fft_length{{.*}}[P203]
  %0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4, 4>} : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<4xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.fft (C2): FFT takes complex numbers, not tensor<4xf32>{{.*}}[P203]
  %0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4>} : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<4xcomplex<f32>>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.fft (C2): RFFT takes f32 or f64, not tensor<4xcomplex<f32>>{{.*}}[P203]
  %0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 4>} : (tensor<4xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<4xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.fft (C2): result 0 is tensor<3xcomplex<f64>>, the operands give tensor<3xcomplex<f32>>{{.*}}[P204]
  %0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 4>} : (tensor<4xf32>) -> tensor<3xcomplex<f64>>
  return
}

// -----

func.func @main(%a: tensor<1x1x1x4xcomplex<f32>>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.fft (C3): fft_length has 4 entries, 1 to 3 are wanted{{.*}}[P203]
  %0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 1, 1, 1, 4>} : (tensor<1x1x1x4xcomplex<f32>>) -> tensor<1x1x1x4xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<4xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.fft (C4): dimension 0 of tensor<4xf32> must be 5{{.*}}[P203]
  %0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 5>} : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<4xcomplex<f32>>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.fft (C5): dimension 0 of tensor<4xcomplex<f32>> must be 3{{.*}}[P203]
  %0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 4>} : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}

// -----

func.func @main(%a: tensor<4xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.fft (C5): result 0 is tensor<4xcomplex<f32>>, the operands give tensor<3xcomplex<f32>>{{.*}}[P204]
  %0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 4>} : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @main(%a: tensor<3x3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.cholesky (I1): takes floats or complex numbers, not tensor<3x3xi32>{{.*}}[P207]
  %0 = "stablehlo.cholesky"(%a) {lower = true} : (tensor<3x3xi32>) -> tensor<3x3xi32>
  return
}

// -----

func.func @main(%a: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.cholesky (C2): a must have rank 2 at least, it is tensor<3xf32>{{.*}}[P203]
  %0 = "stablehlo.cholesky"(%a) {lower = true} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.cholesky (C3): the last two dimensions of tensor<2x3xf32> must be equal{{.*}}[P203]
  %0 = "stablehlo.cholesky"(%a) {lower = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<3x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.cholesky (C1): result 0 is tensor<9xf32>, the operands give tensor<3x3xf32>{{.*}}[P204]
  %0 = "stablehlo.cholesky"(%a) {lower = true} : (tensor<3x3xf32>) -> tensor<9xf32>
  return
}

// -----

func.func @main(%a: tensor<3x3xi32>, %b: tensor<3x3xi32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.triangular_solve (I1): takes floats or complex numbers, not tensor<3x3xi32>{{.*}}[P207]
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi32>
  return
}

// -----

func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x3xf64>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.triangular_solve (C1): a is tensor<3x3xf32>, b is tensor<3x3xf64>: their element types differ{{.*}}[P203]
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x3xf64>) -> tensor<3x3xf64>
  return
}

// -----

func.func @main(%a: tensor<3x3xf32>, %b: tensor<3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.triangular_solve (C2): a is tensor<3x3xf32>, b is tensor<3xf32>: they must have one rank, 2 at least{{.*}}[P203]
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3x3xf32>, %b: tensor<4x3x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.triangular_solve (C3): batch dimension 0 of a and b differs{{.*}}[P203]
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf32>, tensor<4x3x3xf32>) -> tensor<4x3x3xf32>
  return
}

// -----

func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x4xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.triangular_solve (C3): tensor<3x3xf32> does not fit tensor<3x4xf32>{{.*}}[P203]
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @main(%a: tensor<3x3xf32>, %b: tensor<3x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.triangular_solve (C4): result 0 is tensor<9xf32>, the operands give tensor<3x3xf32>{{.*}}[P204]
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<9xf32>
  return
}
