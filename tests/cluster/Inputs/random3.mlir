module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func public @main(%a0: tensor<1xi32> {sdy.sharding = #sdy.sharding<@m, [{"y"}]>}, %a1: tensor<5xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}]>}) -> (tensor<3xcomplex<f32>> {fuzz.error = 0.00014629220965275405 : f64, sdy.sharding = #sdy.sharding<@m, [{"x", "y"}]>}, tensor<2x3x1xf32> {fuzz.error = 0.0018119817696060636 : f64, sdy.sharding = #sdy.sharding<@m, [{"y":(2)2}, {"y":(1)2, ?}, {}], replicated={"x"}>}) {
    %0 = stablehlo.fft %a1, type = RFFT, length = [5] : (tensor<5xf32>) -> tensor<3xcomplex<f32>>
    %1 = sdy.sharding_constraint %0 <@m, [{"x", "y"}]> : tensor<3xcomplex<f32>>
    %2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.pad %a1, %2, low = [0], high = [-3], interior = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<2xf32>
    %4 = stablehlo.reshape %3 : (tensor<2xf32>) -> tensor<2x1x1xf32>
    %5 = stablehlo.constant dense<-1.000000e+00> : tensor<f32>
    %6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = sdy.sharding_constraint %6 <@m, []> : tensor<f32>
    %8 = stablehlo.clamp %5, %4, %7 : (tensor<f32>, tensor<2x1x1xf32>, tensor<f32>) -> tensor<2x1x1xf32>
    %9 = sdy.sharding_constraint %8 <@m, [{"y", "x"}, {}, {}]> : tensor<2x1x1xf32>
    %10 = stablehlo.iota dim = 1 : tensor<2x1x1xi32>
    %11 = stablehlo.iota dim = 2 : tensor<2x1x1xi32>
    %12 = stablehlo.compare EQ, %10, %11 : (tensor<2x1x1xi32>, tensor<2x1x1xi32>) -> tensor<2x1x1xi1>
    %13 = stablehlo.convert %12 : (tensor<2x1x1xi1>) -> tensor<2x1x1xf32>
    %14 = stablehlo.constant dense<8.000000e+00> : tensor<2x1x1xf32>
    %15 = stablehlo.multiply %13, %14 : tensor<2x1x1xf32>
    %16 = sdy.sharding_constraint %15 <@m, [{"x", ?}, {"y", ?}, {}]> : tensor<2x1x1xf32>
    %17 = stablehlo.add %9, %16 : tensor<2x1x1xf32>
    %18 = sdy.sharding_constraint %17 <@m, [{}, {"y", ?}p1, {}]> : tensor<2x1x1xf32>
    %19 = stablehlo.convert %a0 : (tensor<1xi32>) -> tensor<1xf32>
    %20 = sdy.sharding_constraint %19 <@m, [{"y", "x"}]> : tensor<1xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [2] : (tensor<1xf32>) -> tensor<2x3x1xf32>
    %22 = "stablehlo.triangular_solve"(%18, %21) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x1x1xf32>, tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
    %23 = stablehlo.add %1, %1 : tensor<3xcomplex<f32>>
    %24 = stablehlo.multiply %22, %22 : tensor<2x3x1xf32>
    return %23, %24 : tensor<3xcomplex<f32>>, tensor<2x3x1xf32>
  }
}
