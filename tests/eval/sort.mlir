// RUN: %partita eval %s

func.func @dimensions() {
  %a = stablehlo.constant dense<[[3, 1, 2], [9, 7, 8]]> : tensor<2x3xi32>
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[1, 2, 3], [7, 8, 9]]> : tensor<2x3xi32>
  %1 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[9, 7, 8], [3, 1, 2]]> : tensor<2x3xi32>
  // Without a dimension it is the last one.
  %2 = "stablehlo.sort"(%a) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq %2, %0 : tensor<2x3xi32>
  %e = stablehlo.constant dense<> : tensor<3x0xi32>
  %3 = "stablehlo.sort"(%e) <{dimension = 1 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3x0xi32>) -> tensor<3x0xi32>
  check.expect_eq %3, %e : tensor<3x0xi32>
  return
}

// -----

// Stable: equal keys stay in order, and the other operands follow.
func.func @by_key() {
  %k = stablehlo.constant dense<[2.0, 1.0, 2.0, 1.0, 0.0]> : tensor<5xf16>
  %v = stablehlo.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi8>
  %0:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>, %xv: tensor<i8>, %yv: tensor<i8>):
    %c = stablehlo.compare LT, %x, %y : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<5xf16>, tensor<5xi8>) -> (tensor<5xf16>, tensor<5xi8>)
  check.expect_eq_const %0#0, dense<[0.0, 1.0, 1.0, 2.0, 2.0]> : tensor<5xf16>
  check.expect_eq_const %0#1, dense<[4, 1, 3, 0, 2]> : tensor<5xi8>
  // By the second operand, downwards.
  %1:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f16>, %y: tensor<f16>, %xv: tensor<i8>, %yv: tensor<i8>):
    %c = stablehlo.compare GT, %xv, %yv : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<5xf16>, tensor<5xi8>) -> (tensor<5xf16>, tensor<5xi8>)
  check.expect_eq_const %1#0, dense<[0.0, 1.0, 2.0, 1.0, 2.0]> : tensor<5xf16>
  return
}

// -----

// The total order of floats: -NaN, -inf, -1, -0, 0, 1, inf, NaN.
func.func @total_order() {
  %a = stablehlo.constant dense<[0x7FC00000, 0.0, 1.0, 0xFF800000, -0.0, 0x7F800000, 0xFFC00000, -1.0]> : tensor<8xf32>
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<8xf32>) -> tensor<8xui32>
  check.expect_eq_const %1, dense<[0xFFC00000, 0xFF800000, 0xBF800000, 0x80000000, 0, 0x3F800000, 0x7F800000, 0x7FC00000]> : tensor<8xui32>
  return
}

// -----

// Long enough for several rounds of merges, and a comparator that contradicts itself still gives a permutation.
func.func @long() {
  %i = stablehlo.iota dim = 0 : tensor<5000xi32>
  %m = stablehlo.constant dense<1237> : tensor<5000xi32>
  %n = stablehlo.constant dense<5000> : tensor<5000xi32>
  %p = stablehlo.multiply %i, %m : tensor<5000xi32>
  %shuffled = stablehlo.remainder %p, %n : tensor<5000xi32>
  %0 = "stablehlo.sort"(%shuffled) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<5000xi32>) -> tensor<5000xi32>
  check.expect_eq %0, %i : tensor<5000xi32>
  %1 = "stablehlo.sort"(%shuffled) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<5000xi32>) -> tensor<5000xi32>
  %2 = "stablehlo.sort"(%1) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<5000xi32>) -> tensor<5000xi32>
  check.expect_eq %2, %i : tensor<5000xi32>
  return
}

// -----

// A comparator through the bits of floats, with the position as second key.
func.func @by_bits() {
  %k = stablehlo.constant dense<[1.0, -2.0, 3.0, -2.0]> : tensor<4xf32>
  %p = stablehlo.iota dim = 0 : tensor<4xi32>
  %0:2 = "stablehlo.sort"(%k, %p) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %xp: tensor<i32>, %yp: tensor<i32>):
    %a = stablehlo.bitcast_convert %x : (tensor<f32>) -> tensor<i32>
    %b = stablehlo.bitcast_convert %y : (tensor<f32>) -> tensor<i32>
    %gt = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %eq = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %later = stablehlo.compare GT, %xp, %yp : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %r = stablehlo.select %eq, %later, %gt : tensor<i1>, tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  check.expect_eq_const %0#0, dense<[3.0, 1.0, -2.0, -2.0]> : tensor<4xf32>
  check.expect_eq_const %0#1, dense<[2, 0, 3, 1]> : tensor<4xi32>
  return
}
