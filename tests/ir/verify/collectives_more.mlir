// reduce_scatter, collective_permute and collective_broadcast.
// RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_scatter (C1): dimension 0 of tensor<2x3xf32> is not a multiple of the group size 3{{.*}}[P203]
  %0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_scatter (C2): scatter_dimension 4 is not a dimension of tensor<2x3xf32>{{.*}}[P203]
  %0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {scatter_dimension = 4 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_scatter (C3): replica_groups name a device twice{{.*}}[P203]
  %0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 0]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_scatter (C5): replica_groups name 3 devices, which must be 0 to 2{{.*}}[P203]
  %0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 7]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_scatter (C6): use_global_device_ids needs a channel_id above 0{{.*}}[P203]
  %0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_scatter (C7): the body computes in i1, which tensor<2x3xf32> cannot be promoted to{{.*}}[P203]
  %0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x0: tensor<i1>, %y0: tensor<i1>): %s0 = stablehlo.add %x0, %y0 : tensor<i1> stablehlo.return %s0 : tensor<i1>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<2x1xi1>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_scatter (C8): result 0 is tensor<2x3xf32>, the operands give tensor<2x1xf32>{{.*}}[P204]
  %0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x0: tensor<f32>, %y0: tensor<f32>): %s0 = stablehlo.add %x0, %y0 : tensor<f32> stablehlo.return %s0 : tensor<f32>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.reduce_scatter (C9): result 0 is tensor<2x1xf32>, the operands give tensor<2x1xf64>{{.*}}[P204]
  %0 = "stablehlo.reduce_scatter"(%a) ({^bb0(%x0: tensor<f64>, %y0: tensor<f64>): %s0 = stablehlo.add %x0, %y0 : tensor<f64> stablehlo.return %s0 : tensor<f64>}) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.collective_permute (C2): a device is a source twice{{.*}}[P203]
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.collective_permute (C3): a device is a target twice{{.*}}[P203]
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.collective_permute (C4): source_target_pairs name a negative device{{.*}}[P203]
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [-1, 2]]> : tensor<2x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.collective_permute (C5): result 0 is tensor<2x3xi32>, the operands give tensor<2x3xf32>{{.*}}[P204]
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.collective_broadcast (C1): replica_groups name a device twice{{.*}}[P203]
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[3, 3]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @main(%a: tensor<2x3xf32>) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.collective_broadcast (C3): result 0 is tensor<2x3xi32>, the operands give tensor<2x3xf32>{{.*}}[P204]
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return
}

// -----

func.func @main() {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: stablehlo.replica_id (O1): result 0 is tensor<i32>, the operands give tensor<ui32>{{.*}}[P204]
  %0 = "stablehlo.replica_id"() : () -> tensor<i32>
  return
}
