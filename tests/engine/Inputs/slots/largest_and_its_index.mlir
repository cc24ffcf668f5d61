// The largest of a vector and its index, from one reduction.
func.func @main() -> (tensor<4x5xi32>, tensor<6xf32>) {
  %n0 = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.optimization_barrier %n0 : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %fzero = stablehlo.constant dense<-1.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %empty = stablehlo.constant dense<0> : tensor<4x5xi32>
  %e2 = stablehlo.constant dense<[3.0, 1.0, 4.0, 1.5, 9.0, 2.6]> : tensor<6xf32>
  %e3 = stablehlo.constant dense<0.0> : tensor<6xf32>
  %r:4 = stablehlo.while(%i = %zero, %s = %empty, %x = %e2, %best = %e3) : tensor<i32>, tensor<4x5xi32>, tensor<6xf32>, tensor<6xf32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %io = stablehlo.iota dim = 0 : tensor<6xi32>
    // arg max and max: the place and what is put there
    %q:2 = "stablehlo.reduce"(%io, %x, %zero, %fzero) ({
      ^bb0(%a: tensor<i32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<f32>):
        %g = stablehlo.compare GT, %b, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %m = stablehlo.select %g, %a, %c : tensor<i1>, tensor<i32>
        %o = stablehlo.select %g, %b, %d : tensor<i1>, tensor<f32>
        stablehlo.return %m, %o : tensor<i32>, tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<6xi32>, tensor<6xf32>, tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>)
    %u = stablehlo.reshape %q#1 : (tensor<f32>) -> tensor<1xf32>
    %best2 = stablehlo.dynamic_update_slice %best, %u, %q#0 : (tensor<6xf32>, tensor<1xf32>, tensor<i32>) -> tensor<6xf32>
    %nothing = stablehlo.reshape %fzero : (tensor<f32>) -> tensor<1xf32>
    %x2 = stablehlo.dynamic_update_slice %x, %nothing, %q#0 : (tensor<6xf32>, tensor<1xf32>, tensor<i32>) -> tensor<6xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %s, %x2, %best2 : tensor<i32>, tensor<4x5xi32>, tensor<6xf32>, tensor<6xf32>
  }
  func.return %r#1, %r#3 : tensor<4x5xi32>, tensor<6xf32>
}
