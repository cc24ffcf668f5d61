// RUN: %partita eval %s
module @replicas {
  func.func @f(%a: tensor<3xf32>, %b: tensor<2xf32>) -> (tensor<3xf32>, tensor<2xf32>) {
    // Several operands, each for itself; partitions stay apart.
    %0:2 = "stablehlo.all_reduce"(%a, %b) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3xf32>, tensor<2xf32>) -> (tensor<3xf32>, tensor<2xf32>)
    return %0#0, %0#1 : tensor<3xf32>, tensor<2xf32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
    %b = stablehlo.constant dense<[4.0, 5.0]> : tensor<2xf32>
    %c = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
    %d = stablehlo.constant dense<[40.0, 50.0]> : tensor<2xf32>
    %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@f], [@f]]} : (tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2xf32>)
    check.expect_eq_const %r#0, dense<[11.0, 22.0, 33.0]> : tensor<3xf32>
    check.expect_eq_const %r#1, dense<[44.0, 55.0]> : tensor<2xf32>
    check.expect_eq %r#2, %r#0 : tensor<3xf32>
    check.expect_eq %r#3, %r#1 : tensor<2xf32>
    return
  }
}

// -----

// No groups at all: everyone. The body is a loop, so that it cannot be run on many elements at once: x * 2^y.
module @everyone {
  func.func @f(%a: tensor<2xi32>) -> tensor<2xi32> {
    %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %w:2 = stablehlo.while(%n = %y, %v = %x) : tensor<i32>, tensor<i32>
        cond {
          %go = stablehlo.compare GT, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %go : tensor<i1>
        } do {
          %m = stablehlo.subtract %n, %one : tensor<i32>
          %u = stablehlo.add %v, %v : tensor<i32>
          stablehlo.return %m, %u : tensor<i32>, tensor<i32>
        }
      stablehlo.return %w#1 : tensor<i32>
    }) {replica_groups = dense<> : tensor<0x0xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[3, 5]> : tensor<2xi32>
    %b = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
    %c = stablehlo.constant dense<[1, 4]> : tensor<2xi32>
    %r:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@f], [@f], [@f]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<[24, 80]> : tensor<2xi32>
    check.expect_eq_const %r#1, dense<[24, 80]> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[24, 80]> : tensor<2xi32>
    return
  }
}
