// RUN: %partita eval %s

// Drawn numbers keep to their interval, and look like what they are: of 4000 uniform ones the mean is near the middle.
func.func @uniform() {
  %a = stablehlo.constant dense<-1.0> : tensor<f32>
  %b = stablehlo.constant dense<3.0> : tensor<f32>
  %shape = stablehlo.constant dense<[4000]> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4000xf32>
  %inf = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %min = stablehlo.reduce(%0 init: %inf) applies stablehlo.minimum across dimensions = [0] : (tensor<4000xf32>, tensor<f32>) -> tensor<f32>
  %max = stablehlo.reduce(%0 init: %ninf) applies stablehlo.maximum across dimensions = [0] : (tensor<4000xf32>, tensor<f32>) -> tensor<f32>
  %sum = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4000xf32>, tensor<f32>) -> tensor<f32>
  %ge = stablehlo.compare GE, %min, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %lt = stablehlo.compare LT, %max, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  check.expect_eq_const %ge, dense<true> : tensor<i1>
  check.expect_eq_const %lt, dense<true> : tensor<i1>
  %n = stablehlo.constant dense<4000.0> : tensor<f32>
  %mean = stablehlo.divide %sum, %n : tensor<f32>
  %close_mean = stablehlo.constant dense<1.0> : tensor<f32>
  "check.expect_almost_eq"(%mean, %close_mean) {tolerance = 0.1 : f64} : (tensor<f32>, tensor<f32>) -> ()
  // Another op draws other numbers.
  %1 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4000xf32>
  %eq = stablehlo.compare EQ, %0, %1 : (tensor<4000xf32>, tensor<4000xf32>) -> tensor<4000xi1>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %all = stablehlo.reduce(%eq init: %t) applies stablehlo.and across dimensions = [0] : (tensor<4000xi1>, tensor<i1>) -> tensor<i1>
  check.expect_eq_const %all, dense<false> : tensor<i1>
  return
}

// -----

func.func @integers() {
  %a = stablehlo.constant dense<-2> : tensor<i8>
  %b = stablehlo.constant dense<3> : tensor<i8>
  %shape = stablehlo.constant dense<[500]> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<1xi64>) -> tensor<500xi8>
  %lo = stablehlo.constant dense<127> : tensor<i8>
  %hi = stablehlo.constant dense<-128> : tensor<i8>
  %min = stablehlo.reduce(%0 init: %lo) applies stablehlo.minimum across dimensions = [0] : (tensor<500xi8>, tensor<i8>) -> tensor<i8>
  %max = stablehlo.reduce(%0 init: %hi) applies stablehlo.maximum across dimensions = [0] : (tensor<500xi8>, tensor<i8>) -> tensor<i8>
  check.expect_eq_const %min, dense<-2> : tensor<i8>
  check.expect_eq_const %max, dense<2> : tensor<i8>
  return
}

// -----

// Mean 10, standard deviation 2.
func.func @normal() {
  %m = stablehlo.constant dense<10.0> : tensor<f64>
  %s = stablehlo.constant dense<2.0> : tensor<f64>
  %shape = stablehlo.constant dense<[50, 100]> : tensor<2xi64>
  %0 = stablehlo.rng %m, %s, %shape, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<2xi64>) -> tensor<50x100xf64>
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %n = stablehlo.constant dense<5000.0> : tensor<f64>
  %sum = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<50x100xf64>, tensor<f64>) -> tensor<f64>
  %mean = stablehlo.divide %sum, %n : tensor<f64>
  %close_mean = stablehlo.constant dense<10.0> : tensor<f64>
  "check.expect_almost_eq"(%mean, %close_mean) {tolerance = 0.15 : f64} : (tensor<f64>, tensor<f64>) -> ()
  %b = stablehlo.broadcast_in_dim %mean, dims = [] : (tensor<f64>) -> tensor<50x100xf64>
  %d = stablehlo.subtract %0, %b : tensor<50x100xf64>
  %d2 = stablehlo.multiply %d, %d : tensor<50x100xf64>
  %sum2 = stablehlo.reduce(%d2 init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<50x100xf64>, tensor<f64>) -> tensor<f64>
  %var = stablehlo.divide %sum2, %n : tensor<f64>
  %close_var = stablehlo.constant dense<4.0> : tensor<f64>
  "check.expect_almost_eq"(%var, %close_var) {tolerance = 0.4 : f64} : (tensor<f64>, tensor<f64>) -> ()
  return
}

// -----

// A shuffle is a permutation: sorted, it is the operand again.
func.func @shuffle() {
  %a = stablehlo.iota dim = 0 : tensor<100xi32>
  %0 = "mhlo.shuffle"(%a) : (tensor<100xi32>) -> tensor<100xi32>
  %1 = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<100xi32>) -> tensor<100xi32>
  check.expect_eq %1, %a : tensor<100xi32>
  return
}

// -----

// The state is handed out and then grows by delta.
func.func @state() {
  %0 = "mhlo.xla.rng_get_and_update_state"() {delta = 3 : i64} : () -> tensor<2xui64>
  %1 = "mhlo.xla.rng_get_and_update_state"() {delta = 1 : i64} : () -> tensor<2xui64>
  %d = stablehlo.subtract %1, %0 : tensor<2xui64>
  check.expect_eq_const %d, dense<[3, 0]> : tensor<2xui64>
  return
}
