// Carries that are updated in place, swapped, handed on unchanged and read after they were written over.
// RUN: %partita eval --engine fast %s
// RUN: %partita eval %s
func.func @swapped() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %turns = stablehlo.constant dense<5> : tensor<i32>
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %r:4 = stablehlo.while(%i = %zero, %x = %a, %y = %b, %z = %a) : tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  cond {
    %more = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %sum = stablehlo.add %z, %x : tensor<2xf32>
    stablehlo.return %next, %y, %x, %sum : tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  check.expect_eq_const %r#1, dense<[3.0, 4.0]> : tensor<2xf32>
  check.expect_eq_const %r#2, dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_eq_const %r#3, dense<[10.0, 16.0]> : tensor<2xf32>
  func.return
}

// The old stack is read after its update: the update must not be made in place.
func.func @read_after_update() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %turns = stablehlo.constant dense<3> : tensor<i32>
  %stack = stablehlo.constant dense<1.0> : tensor<3xf32>
  %total = stablehlo.constant dense<0.0> : tensor<3xf32>
  %r:3 = stablehlo.while(%i = %zero, %s = %stack, %t = %total) : tensor<i32>, tensor<3xf32>, tensor<3xf32>
  cond {
    %more = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %at = stablehlo.dynamic_slice %s, %i, sizes = [1] : (tensor<3xf32>, tensor<i32>) -> tensor<1xf32>
    %two = stablehlo.add %at, %at : tensor<1xf32>
    %new = stablehlo.dynamic_update_slice %s, %two, %i : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<3xf32>
    %both = stablehlo.add %new, %s : tensor<3xf32>
    %sum = stablehlo.add %t, %both : tensor<3xf32>
    stablehlo.return %next, %new, %sum : tensor<i32>, tensor<3xf32>, tensor<3xf32>
  }
  check.expect_eq_const %r#1, dense<2.0> : tensor<3xf32>
  check.expect_eq_const %r#2, dense<[11.0, 9.0, 7.0]> : tensor<3xf32>
  func.return
}

// Two carries begin with the same value, and a third value of the same memory is read in the body.
func.func @one_beginning() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %turns = stablehlo.constant dense<2> : tensor<i32>
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %begin = stablehlo.exponential %c : tensor<3xf32>
  %r:3 = stablehlo.while(%i = %zero, %x = %begin, %y = %begin) : tensor<i32>, tensor<3xf32>, tensor<3xf32>
  cond {
    %more = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.add %x, %begin : tensor<3xf32>
    %q = stablehlo.subtract %y, %begin : tensor<3xf32>
    stablehlo.return %next, %p, %q : tensor<i32>, tensor<3xf32>, tensor<3xf32>
  }
  %three = stablehlo.constant dense<3.0> : tensor<3xf32>
  %want = stablehlo.multiply %begin, %three : tensor<3xf32>
  %less = stablehlo.negate %begin : tensor<3xf32>
  check.expect_almost_eq %r#1, %want : tensor<3xf32>
  check.expect_eq %r#2, %less : tensor<3xf32>
  func.return
}

// Products by what no turn changes, from outside and carried, and by what the turns change.
func.func @products() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %turns = stablehlo.constant dense<3> : tensor<i32>
  %x = stablehlo.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %c = stablehlo.constant dense<[[1.0, 1.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %w = stablehlo.add %c, %c : tensor<2x2xf32>
  %v = stablehlo.subtract %w, %c : tensor<2x2xf32>
  %r:4 = stablehlo.while(%i = %zero, %y = %x, %u = %v, %m = %c) : tensor<i32>, tensor<1x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
  cond {
    %more = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %a = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    %t = stablehlo.transpose %u, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %b = stablehlo.dot_general %a, %t, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    %d = stablehlo.dot_general %b, %m, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
    %n = stablehlo.add %m, %m : tensor<2x2xf32>
    stablehlo.return %next, %d, %u, %n : tensor<i32>, tensor<1x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
  }
  // By hand: turn 1: [1 2]·2[1 1; 0 1] = [2 6], ·[1 0; 1 1] = [8 6], ·[1 1; 0 1] = [8 14];
  // turn 2: [16 44], [60 44], ·2[1 1; 0 1] = [120 208]; turn 3: [240 656], [896 656], ·4[1 1; 0 1] = [3584 6208].
  check.expect_eq_const %r#1, dense<[[3584.0, 6208.0]]> : tensor<1x2xf32>
  func.return
}
