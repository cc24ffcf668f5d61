module {
  sdy.mesh @m = <["x"=2, "y"=1, "z"=2]>
  func.func public @main(%a0: tensor<7xi32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}], replicated={"z"}>}, %a1: tensor<1x7x1xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {?}, {"z", ?}]>}, %a2: tensor<7xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "z"}], unreduced={"x"}>}) -> (tensor<7xf32> {fuzz.error = 0.0012874603271484375 : f64}, tensor<7xi32> {sdy.sharding = #sdy.sharding<@m, [{"z", "x", "y"}]>}, tensor<7xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "z", ?}]>}) {
    %0 = stablehlo.convert %a0 : (tensor<7xi32>) -> tensor<7xi64>
    %1 = stablehlo.constant dense<1> : tensor<i64>
    %2 = stablehlo.pad %0, %1, low = [0], high = [-5], interior = [0] : (tensor<7xi64>, tensor<i64>) -> tensor<2xi64>
    %3 = stablehlo.reshape %a1 : (tensor<1x7x1xf32>) -> tensor<1x7xf32>
    %4 = "stablehlo.scatter"(%a1, %2, %3) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 0>}> ({
    ^bb0(%5: tensor<f32>, %6: tensor<f32>):
      stablehlo.return %6 : tensor<f32>
    }) : (tensor<1x7x1xf32>, tensor<2xi64>, tensor<1x7xf32>) -> tensor<1x7x1xf32>
    %7 = stablehlo.abs %a2 : tensor<7xf32>
    %8 = stablehlo.constant dense<1.000000e+00> : tensor<7xf32>
    %9 = stablehlo.add %7, %8 : tensor<7xf32>
    %10 = "stablehlo.batch_norm_inference"(%4, %a2, %a2, %a2, %9) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<1x7x1xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) -> tensor<1x7x1xf32>
    %11 = stablehlo.slice %10 [0:1, 1:2, 0:1] : (tensor<1x7x1xf32>) -> tensor<1x1x1xf32>
    %12 = stablehlo.reshape %11 : (tensor<1x1x1xf32>) -> tensor<f32>
    %13 = stablehlo.constant dense<-8.000000e+00> : tensor<f32>
    %14 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %15 = stablehlo.clamp %13, %12, %14 : tensor<f32>
    %16 = stablehlo.reduce(%10 init: %15) applies stablehlo.minimum across dimensions = [0, 2] : (tensor<1x7x1xf32>, tensor<f32>) -> tensor<7xf32>
    %20 = stablehlo.slice %a0 [0:1] : (tensor<7xi32>) -> tensor<1xi32>
    %21 = stablehlo.reshape %20 : (tensor<1xi32>) -> tensor<i32>
    %22 = "stablehlo.reduce_window"(%a0, %21) <{base_dilations = array<i64: 1>, padding = dense<[[0, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 1>, window_strides = array<i64: 1>}> ({
    ^bb0(%23: tensor<i32>, %24: tensor<i32>):
      %25 = stablehlo.or %23, %24 : tensor<i32>
      stablehlo.return %25 : tensor<i32>
    }) : (tensor<7xi32>, tensor<i32>) -> tensor<7xi32>
    return %16, %22, %a2 : tensor<7xf32>, tensor<7xi32>, tensor<7xf32>
  }
}
