// all_gather, all_reduce and all_to_all.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_gather (C1): all_gather_dim 2 is not a dimension of tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_gather (C2): replica_groups name a device twice{{.*}}[P203]
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_gather (C4): replica_groups name 2 devices, which must be 0 to 1{{.*}}[P203]
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_gather (C5): use_global_device_ids needs a channel_id above 0{{.*}}[P203]
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_gather (C6): result 0 is tensor<2x9xf32>, the operands give tensor<2x6xf32>{{.*}}[P204]
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x9xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_reduce (C1): replica_groups name a device twice{{.*}}[P203]
  %0 = "stablehlo.all_reduce"(%a) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_reduce (C3): replica_groups name 2 devices, which must be 0 to 1{{.*}}[P203]
  %0 = "stablehlo.all_reduce"(%a) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {replica_groups = dense<[[-5, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_reduce (C4): use_global_device_ids needs a channel_id above 0{{.*}}[P203]
  %0 = "stablehlo.all_reduce"(%a) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_reduce (C5): the body computes in i32, which tensor<2x3xf32> cannot be promoted to{{.*}}[P203]
  %0 = "stablehlo.all_reduce"(%a) ({^bb0(%x0: tensor<i32>, %y0: tensor<i32>): %s0 = stablehlo.add %x0, %y0 : tensor<i32> stablehlo.return %s0 : tensor<i32>}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_reduce (C6): result 0 is tensor<3x2xf32>, the operands give tensor<2x3xf32>{{.*}}[P204]
  %0 = "stablehlo.all_reduce"(%a) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_reduce (C7): result 0 is tensor<2x3xf32>, the operands give tensor<2x3xf64>{{.*}}[P204]
  %0 = "stablehlo.all_reduce"(%a) ({^bb0(%x0: tensor<f64>, %y0: tensor<f64>): %s0 = stablehlo.add %x0, %y0 : tensor<f64> stablehlo.return %s0 : tensor<f64>}) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_to_all (C1): split_dimension -1 is not a dimension of tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = -1 : i64, concat_dimension = 0 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<6x1xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_to_all (C2): dimension 0 of tensor<2x3xf32> is not a multiple of split_count 3{{.*}}[P203]
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<6x1xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_to_all (C3): concat_dimension 2 is not a dimension of tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 2 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<6x1xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_to_all (C4): split_count must be positive{{.*}}[P203]
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<6x1xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_to_all (C5): replica_groups name a device twice{{.*}}[P203]
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 1]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<6x1xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_to_all (C7): replica_groups name 3 devices, which must be 0 to 2{{.*}}[P203]
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 3]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<6x1xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_to_all (C8): groups have 3 devices, split_count is 1{{.*}}[P203]
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<6x1xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.all_to_all (C9): result 0 is tensor<2x3xf32>, the operands give tensor<6x1xf32>{{.*}}[P204]
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
