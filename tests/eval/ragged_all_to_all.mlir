// RUN: %partita eval %s
module @replicas {
  func.func @f(%input: tensor<4xi32>, %in: tensor<2xi64>, %send: tensor<2xi64>, %out: tensor<2xi64>, %recv: tensor<2xi64>) -> tensor<5xi32> {
    %output = stablehlo.constant dense<-1> : tensor<5xi32>
    %0 = "mhlo.ragged_all_to_all"(%input, %output, %in, %send, %out, %recv) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xi32>, tensor<5xi32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<5xi32>
    return %0 : tensor<5xi32>
  }
  func.func @main() {
    // Device 0 keeps 1 element and sends 3; device 1 sends 2 and keeps 1.
    %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %b = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
    %in0 = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
    %send0 = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
    %out0 = stablehlo.constant dense<[0, 0]> : tensor<2xi64>
    %recv0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %in1 = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
    %send1 = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
    %out1 = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
    %recv1 = stablehlo.constant dense<[3, 1]> : tensor<2xi64>
    %r:2 = "interpreter.run_parallel"(%a, %in0, %send0, %out0, %recv0, %b, %in1, %send1, %out1, %recv1) {programs = [[@f], [@f]]} : (tensor<4xi32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<4xi32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<5xi32>, tensor<5xi32>)
    check.expect_eq_const %r#0, dense<[1, 6, 7, -1, -1]> : tensor<5xi32>
    check.expect_eq_const %r#1, dense<[2, 3, 4, 8, -1]> : tensor<5xi32>
    return
  }
}
