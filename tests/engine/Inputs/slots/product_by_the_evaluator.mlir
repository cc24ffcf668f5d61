// product without a kernel, transposed into a slot
func.func @main() -> (tensor<3x5x7xf32>, tensor<7x5xf32>) {
  %n0 = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.optimization_barrier %n0 : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %a = stablehlo.iota dim = 0 : tensor<7x6xf32>
  %b0 = stablehlo.iota dim = 1 : tensor<6x5xf32>
  %b = stablehlo.optimization_barrier %b0 : tensor<6x5xf32>
  %empty = stablehlo.constant dense<0.0> : tensor<3x5x7xf32>
  %e2 = stablehlo.constant dense<0.0> : tensor<7x5xf32>
  %r:3 = stablehlo.while(%i = %zero, %s = %empty, %o = %e2) : tensor<i32>, tensor<3x5x7xf32>, tensor<7x5xf32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %fi = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %fb = stablehlo.broadcast_in_dim %fi, dims = [] : (tensor<f32>) -> tensor<7x6xf32>
    %x = stablehlo.add %a, %fb : tensor<7x6xf32>
    %p = "stablehlo.dot_general"(%x, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<7x6xf32>, tensor<6x5xf32>) -> tensor<7x5xf32>
    %t = stablehlo.transpose %p, dims = [1, 0] : (tensor<7x5xf32>) -> tensor<5x7xf32>
    %u = stablehlo.reshape %t : (tensor<5x7xf32>) -> tensor<1x5x7xf32>
    %new = stablehlo.dynamic_update_slice %s, %u, %i, %zero, %zero : (tensor<3x5x7xf32>, tensor<1x5x7xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x5x7xf32>
    %o2 = stablehlo.add %p, %o : tensor<7x5xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %new, %o2 : tensor<i32>, tensor<3x5x7xf32>, tensor<7x5xf32>
  }
  func.return %r#1, %r#2 : tensor<3x5x7xf32>, tensor<7x5xf32>
}
