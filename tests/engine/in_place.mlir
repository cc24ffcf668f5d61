// Values that are made in the slice of a carry that they become, and slices that are changed where they lie.
// RUN: %partita eval --engine fast %s
// RUN: %partita eval %s

// A product is made in the stack and read there, before and after the update.
func.func @product() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %turns = stablehlo.constant dense<2> : tensor<i32>
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %begin = stablehlo.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %empty = stablehlo.constant dense<0.0> : tensor<2x2x2xf32>
  %seven = stablehlo.constant dense<7.0> : tensor<1x2xf32>
  %r:3 = stablehlo.while(%i = %zero, %w = %begin, %s = %empty) : tensor<i32>, tensor<2x2xf32>, tensor<2x2x2xf32>
  cond {
    %more = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %p = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %q = stablehlo.add %p, %p : tensor<2x2xf32>
    %row_new = stablehlo.broadcast_in_dim %p, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
    %new = stablehlo.dynamic_update_slice %s, %row_new, %i, %zero, %zero : (tensor<2x2x2xf32>, tensor<1x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x2xf32>
    %o = stablehlo.subtract %q, %p : tensor<2x2xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %o, %new : tensor<i32>, tensor<2x2xf32>, tensor<2x2x2xf32>
  }
  check.expect_eq_const %r#1, dense<[[7.0, 10.0], [15.0, 22.0]]> : tensor<2x2xf32>
  check.expect_eq_const %r#2, dense<[[[1.0, 2.0], [3.0, 4.0]], [[7.0, 10.0], [15.0, 22.0]]]> : tensor<2x2x2xf32>
  func.return
}

// The transpose of a product is made in the stack.
func.func @transposed() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %turns = stablehlo.constant dense<2> : tensor<i32>
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %begin = stablehlo.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %empty = stablehlo.constant dense<0.0> : tensor<2x2x2xf32>
  %seven = stablehlo.constant dense<7.0> : tensor<1x2xf32>
  %r:3 = stablehlo.while(%i = %zero, %w = %begin, %s = %empty) : tensor<i32>, tensor<2x2xf32>, tensor<2x2x2xf32>
  cond {
    %more = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %p = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %t = stablehlo.transpose %p, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %row_new = stablehlo.broadcast_in_dim %t, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
    %new = stablehlo.dynamic_update_slice %s, %row_new, %i, %zero, %zero : (tensor<2x2x2xf32>, tensor<1x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x2xf32>
    %o = stablehlo.add %t, %x : tensor<2x2xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %o, %new : tensor<i32>, tensor<2x2xf32>, tensor<2x2x2xf32>
  }
  check.expect_eq_const %r#1, dense<[[18.0, 31.0], [27.0, 46.0]]> : tensor<2x2xf32>
  check.expect_eq_const %r#2, dense<[[[1.0, 3.0], [2.0, 4.0]], [[17.0, 29.0], [24.0, 42.0]]]> : tensor<2x2x2xf32>
  func.return
}

// What is in the stack must not be changed with the value that was made there.
func.func @changed_later() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %turns = stablehlo.constant dense<2> : tensor<i32>
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %begin = stablehlo.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %empty = stablehlo.constant dense<0.0> : tensor<2x2x2xf32>
  %seven = stablehlo.constant dense<7.0> : tensor<1x2xf32>
  %r:3 = stablehlo.while(%i = %zero, %w = %begin, %s = %empty) : tensor<i32>, tensor<2x2xf32>, tensor<2x2x2xf32>
  cond {
    %more = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %p = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %row_new = stablehlo.broadcast_in_dim %p, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
    %new = stablehlo.dynamic_update_slice %s, %row_new, %i, %zero, %zero : (tensor<2x2x2xf32>, tensor<1x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x2xf32>
    %o = stablehlo.dynamic_update_slice %p, %seven, %i, %zero : (tensor<2x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %o, %new : tensor<i32>, tensor<2x2xf32>, tensor<2x2x2xf32>
  }
  check.expect_eq_const %r#1, dense<[[28.0, 42.0], [7.0, 7.0]]> : tensor<2x2xf32>
  check.expect_eq_const %r#2, dense<[[[1.0, 2.0], [3.0, 4.0]], [[28.0, 42.0], [15.0, 22.0]]]> : tensor<2x2x2xf32>
  func.return
}

// A slice is taken, changed and put back, and read after that.
func.func @cache() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %turns = stablehlo.constant dense<2> : tensor<i32>
  %cache = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %begin = stablehlo.constant dense<0.0> : tensor<2x2xf32>
  %token = stablehlo.constant dense<9.0> : tensor<1x2xf32>
  %r:3 = stablehlo.while(%i = %zero, %sum = %begin, %s = %cache) : tensor<i32>, tensor<2x2xf32>, tensor<2x2x2xf32>
  cond {
    %more = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %s, %i, %zero, %zero, sizes = [1, 2, 2] : (tensor<2x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xf32>
    %v = stablehlo.reshape %row : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %u = stablehlo.dynamic_update_slice %v, %token, %i, %zero : (tensor<2x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
    %row_new = stablehlo.broadcast_in_dim %u, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
    %new = stablehlo.dynamic_update_slice %s, %row_new, %i, %zero, %zero : (tensor<2x2x2xf32>, tensor<1x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x2xf32>
    %o = stablehlo.add %sum, %u : tensor<2x2xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %o, %new : tensor<i32>, tensor<2x2xf32>, tensor<2x2x2xf32>
  }
  check.expect_eq_const %r#1, dense<[[14.0, 15.0], [12.0, 13.0]]> : tensor<2x2xf32>
  check.expect_eq_const %r#2, dense<[[[9.0, 9.0], [3.0, 4.0]], [[5.0, 6.0], [9.0, 9.0]]]> : tensor<2x2x2xf32>
  func.return
}

// The slice as it was is read after its change.
func.func @cache_read_later() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %turns = stablehlo.constant dense<2> : tensor<i32>
  %cache = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %begin = stablehlo.constant dense<0.0> : tensor<2x2xf32>
  %token = stablehlo.constant dense<9.0> : tensor<1x2xf32>
  %r:3 = stablehlo.while(%i = %zero, %sum = %begin, %s = %cache) : tensor<i32>, tensor<2x2xf32>, tensor<2x2x2xf32>
  cond {
    %more = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %s, %i, %zero, %zero, sizes = [1, 2, 2] : (tensor<2x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xf32>
    %v = stablehlo.reshape %row : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %u = stablehlo.dynamic_update_slice %v, %token, %i, %zero : (tensor<2x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
    %row_new = stablehlo.broadcast_in_dim %u, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
    %new = stablehlo.dynamic_update_slice %s, %row_new, %i, %zero, %zero : (tensor<2x2x2xf32>, tensor<1x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x2xf32>
    %o = stablehlo.add %sum, %v : tensor<2x2xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %o, %new : tensor<i32>, tensor<2x2xf32>, tensor<2x2x2xf32>
  }
  check.expect_eq_const %r#1, dense<[[6.0, 8.0], [10.0, 12.0]]> : tensor<2x2xf32>
  check.expect_eq_const %r#2, dense<[[[9.0, 9.0], [3.0, 4.0]], [[5.0, 6.0], [9.0, 9.0]]]> : tensor<2x2x2xf32>
  func.return
}

// The slice is put back at another place.
func.func @cache_put_elsewhere() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %turns = stablehlo.constant dense<2> : tensor<i32>
  %cache = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %begin = stablehlo.constant dense<0.0> : tensor<2x2xf32>
  %token = stablehlo.constant dense<9.0> : tensor<1x2xf32>
  %r:3 = stablehlo.while(%i = %zero, %sum = %begin, %s = %cache) : tensor<i32>, tensor<2x2xf32>, tensor<2x2x2xf32>
  cond {
    %more = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %s, %i, %zero, %zero, sizes = [1, 2, 2] : (tensor<2x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x2xf32>
    %v = stablehlo.reshape %row : (tensor<1x2x2xf32>) -> tensor<2x2xf32>
    %u = stablehlo.dynamic_update_slice %v, %token, %i, %zero : (tensor<2x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
    %there = stablehlo.subtract %one, %i : tensor<i32>
    %row_new = stablehlo.broadcast_in_dim %u, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
    %new = stablehlo.dynamic_update_slice %s, %row_new, %there, %zero, %zero : (tensor<2x2x2xf32>, tensor<1x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x2xf32>
    %o = stablehlo.add %sum, %u : tensor<2x2xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %o, %new : tensor<i32>, tensor<2x2xf32>, tensor<2x2x2xf32>
  }
  check.expect_eq_const %r#1, dense<[[18.0, 18.0], [12.0, 13.0]]> : tensor<2x2xf32>
  check.expect_eq_const %r#2, dense<[[[9.0, 9.0], [9.0, 9.0]], [[9.0, 9.0], [3.0, 4.0]]]> : tensor<2x2x2xf32>
  func.return
}
