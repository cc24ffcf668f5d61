// RUN: %partita eval %s
module @replicas {
  func.func @f(%a: tensor<2x1xi64>) -> tensor<2x3xi64> {
    %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>} : (tensor<2x1xi64>) -> tensor<2x3xi64>
    return %0 : tensor<2x3xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi64>
    %b = stablehlo.constant dense<[[3], [4]]> : tensor<2x1xi64>
    %c = stablehlo.constant dense<[[5], [6]]> : tensor<2x1xi64>
    %r:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@f], [@f], [@f]]} : (tensor<2x1xi64>, tensor<2x1xi64>, tensor<2x1xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>)
    // In the order of the group, not of the devices.
    check.expect_eq_const %r#0, dense<[[5, 1, 3], [6, 2, 4]]> : tensor<2x3xi64>
    check.expect_eq %r#1, %r#0 : tensor<2x3xi64>
    check.expect_eq %r#2, %r#0 : tensor<2x3xi64>
    return
  }
}

// -----

// Two replicas of two partitions: with a channel a group of replicas means all of their partitions, partition by partition.
module @replicas_and_partitions {
  func.func @f(%a: tensor<1xi64>) -> tensor<4xi64> {
    %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<1xi64>) -> tensor<4xi64>
    return %0 : tensor<4xi64>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[0]> : tensor<1xi64>
    %b = stablehlo.constant dense<[1]> : tensor<1xi64>
    %c = stablehlo.constant dense<[10]> : tensor<1xi64>
    %d = stablehlo.constant dense<[11]> : tensor<1xi64>
    %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@f, @f], [@f, @f]]} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>)
    check.expect_eq_const %r#0, dense<[0, 10, 1, 11]> : tensor<4xi64>
    check.expect_eq %r#3, %r#0 : tensor<4xi64>
    return
  }
}

// -----

// Devices by their own number, in two groups, and two operands at once.
module @devices {
  func.func @f(%a: tensor<1xi64>) -> (tensor<2xi64>, tensor<2x1xf32>) {
    %x = stablehlo.convert %a : (tensor<1xi64>) -> tensor<1xf32>
    %y = stablehlo.reshape %x : (tensor<1xf32>) -> tensor<1x1xf32>
    %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<1xi64>) -> tensor<2xi64>
    %1 = "stablehlo.all_gather"(%y) {all_gather_dim = 0 : i64, replica_groups = dense<[[3, 0], [2, 1]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<1x1xf32>) -> tensor<2x1xf32>
    return %0, %1 : tensor<2xi64>, tensor<2x1xf32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[0]> : tensor<1xi64>
    %b = stablehlo.constant dense<[1]> : tensor<1xi64>
    %c = stablehlo.constant dense<[10]> : tensor<1xi64>
    %d = stablehlo.constant dense<[11]> : tensor<1xi64>
    %r:8 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@f, @f], [@f, @f]]} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<2xi64>, tensor<2x1xf32>, tensor<2xi64>, tensor<2x1xf32>, tensor<2xi64>, tensor<2x1xf32>, tensor<2xi64>, tensor<2x1xf32>)
    check.expect_eq_const %r#0, dense<[0, 11]> : tensor<2xi64>
    check.expect_eq_const %r#2, dense<[1, 10]> : tensor<2xi64>
    check.expect_eq_const %r#7, dense<[[11.0], [0.0]]> : tensor<2x1xf32>
    return
  }
}
