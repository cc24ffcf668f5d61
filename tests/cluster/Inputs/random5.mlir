module {
  sdy.mesh @m = <["x"=4, "y"=2]>
  func.func public @main(%a0: tensor<5x5xf16> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y", ?}]>}, %a1: tensor<9x2x9xf16> {sdy.sharding = #sdy.sharding<@m, [{}, {"x", ?}, {"y", ?}]>}, %a2: tensor<i32> {sdy.sharding = #sdy.sharding<@m, [], unreduced={"x"}>}) -> (tensor<5xf16> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2, "y", "x":(2)2}]>}, tensor<i32>, tensor<5xf16> {sdy.sharding = #sdy.sharding<@m, [{"y", "x":(1)2}]>}, tensor<5x5x6x5xf16> {sdy.sharding = #sdy.sharding<@m, [{}, {"y"}p1, {}, {"x"}]>}) {
    %0 = stablehlo.slice %a1 [1:2, 1:2, 6:7] : (tensor<9x2x9xf16>) -> tensor<1x1x1xf16>
    %1 = stablehlo.reshape %0 : (tensor<1x1x1xf16>) -> tensor<f16>
    %2 = sdy.sharding_constraint %1 <@m, [], replicated={"x":(2)2}> : tensor<f16>
    %3 = stablehlo.reduce(%a0 init: %2) applies stablehlo.minimum across dimensions = [1] : (tensor<5x5xf16>, tensor<f16>) -> tensor<5xf16>
    %7 = stablehlo.broadcast_in_dim %a0, dims = [1, 3] : (tensor<5x5xf16>) -> tensor<5x5x6x5xf16>
    %8 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %9 = sdy.reshard %8 <@m, []> : tensor<f16>
    %10 = stablehlo.reduce(%3 init: %9) applies stablehlo.add across dimensions = [0] : (tensor<5xf16>, tensor<f16>) -> tensor<f16>
    %14 = "stablehlo.case"(%a2) ({
      %15 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f16>) -> tensor<4xf16>
      %16 = sdy.sharding_constraint %15 <@m, [{"y", "x":(2)2, ?}]> : tensor<4xf16>
      %17 = stablehlo.convert %a1 : (tensor<9x2x9xf16>) -> tensor<9x2x9xi8>
      %18 = stablehlo.slice %17 [3:4, 0:1, 5:6] : (tensor<9x2x9xi8>) -> tensor<1x1x1xi8>
      %19 = sdy.reshard %18 <@m, [{}, {}, {}]> : tensor<1x1x1xi8>
      %20 = stablehlo.reshape %19 : (tensor<1x1x1xi8>) -> tensor<i8>
      %21 = stablehlo.dynamic_update_slice %3, %16, %20 : (tensor<5xf16>, tensor<4xf16>, tensor<i8>) -> tensor<5xf16>
      stablehlo.return %21 : tensor<5xf16>
    }) : (tensor<i32>) -> tensor<5xf16>
    %22 = stablehlo.convert %14 : (tensor<5xf16>) -> tensor<5xi32>
    %23 = stablehlo.convert %22 : (tensor<5xi32>) -> tensor<5xi16>
    %24 = sdy.sharding_constraint %23 <@m, [{"y", "x"}]> : tensor<5xi16>
    %25 = stablehlo.add %7, %7 : tensor<5x5x6x5xf16>
    %26 = stablehlo.convert %24 : (tensor<5xi16>) -> tensor<5xcomplex<f32>>
    %27 = sdy.sharding_constraint %26 <@m, [{"x":(2)2, "y"}]> : tensor<5xcomplex<f32>>
    %28 = sdy.sharding_constraint %27 <@m, [{}]> : tensor<5xcomplex<f32>>
    %29 = "sdy.all_slice"(%28) <{out_sharding = #sdy.sharding<@m, [{"y"}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"y"}]>}> : (tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
    %30 = stablehlo.constant dense<(1.000000e+00, 0.000000e+00)> : tensor<complex<f32>>
    %31 = stablehlo.pad %29, %30, low = [1], high = [3], interior = [0] : (tensor<5xcomplex<f32>>, tensor<complex<f32>>) -> tensor<9xcomplex<f32>>
    %32 = stablehlo.constant dense<-4.000000e+00> : tensor<f16>
    %33 = stablehlo.constant dense<4.000000e+00> : tensor<f16>
    %34 = stablehlo.clamp %32, %14, %33 : (tensor<f16>, tensor<5xf16>, tensor<f16>) -> tensor<5xf16>
    %35 = sdy.reshard %34 <@m, [{"y", "x", ?}p1]> : tensor<5xf16>
    %36 = stablehlo.constant dense<0> : tensor<i32>
    %37 = stablehlo.constant dense<3> : tensor<i32>
    %38:3 = stablehlo.while(%39 = %36, %40 = %35, %41 = %a2) : tensor<i32>, tensor<5xf16>, tensor<i32>
    cond {
      %42 = stablehlo.compare LT, %39, %37 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %42 : tensor<i1>
    } do {
      %43 = stablehlo.convert %40 : (tensor<5xf16>) -> tensor<5xbf16>
      %44 = stablehlo.abs %a0 : tensor<5x5xf16>
      %45 = stablehlo.constant dense<1.000000e+00> : tensor<5x5xf16>
      %46 = stablehlo.add %44, %45 : tensor<5x5xf16>
      %47 = chlo.digamma %46 : tensor<5x5xf16> -> tensor<5x5xf16>
      %48 = stablehlo.compare GE, %a2, %41 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %49 = stablehlo.convert %a1 : (tensor<9x2x9xf16>) -> tensor<9x2x9xf32>
      %50 = stablehlo.slice %49 [0:1, 0:1, 6:7] : (tensor<9x2x9xf32>) -> tensor<1x1x1xf32>
      %51 = stablehlo.reshape %50 : (tensor<1x1x1xf32>) -> tensor<f32>
      %52 = stablehlo.convert %25 : (tensor<5x5x6x5xf16>) -> tensor<5x5x6x5xf32>
      %53 = stablehlo.slice %52 [3:4, 2:3, 3:4, 4:5] : (tensor<5x5x6x5xf32>) -> tensor<1x1x1x1xf32>
      %54 = sdy.sharding_constraint %53 <@m, [{}, {?}, {"y"}, {"x"}]> : tensor<1x1x1x1xf32>
      %55 = stablehlo.reshape %54 : (tensor<1x1x1x1xf32>) -> tensor<f32>
      %56 = stablehlo.select %48, %51, %55 : tensor<i1>, tensor<f32>
      %57 = stablehlo.constant dense<-1.600000e+01> : tensor<bf16>
      %58 = stablehlo.reduce(%43 init: %57) applies stablehlo.maximum across dimensions = [0] : (tensor<5xbf16>, tensor<bf16>) -> tensor<bf16>
      %62 = stablehlo.constant dense<-1.600000e+01> : tensor<bf16>
      %63 = stablehlo.constant dense<1.600000e+01> : tensor<bf16>
      %64 = stablehlo.clamp %62, %58, %63 : tensor<bf16>
      %65 = stablehlo.convert %56 : (tensor<f32>) -> tensor<i64>
      %66 = stablehlo.broadcast_in_dim %65, dims = [] : (tensor<i64>) -> tensor<0xi64>
      %67 = "stablehlo.scatter"(%24, %66, %24) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], index_vector_dim = 0>}> ({
      ^bb0(%68: tensor<i16>, %69: tensor<i16>):
        stablehlo.return %69 : tensor<i16>
      }) : (tensor<5xi16>, tensor<0xi64>, tensor<5xi16>) -> tensor<5xi16>
      %70 = stablehlo.constant dense<1> : tensor<i32>
      %71 = stablehlo.add %39, %70 : tensor<i32>
      stablehlo.return %71, %40, %41 : tensor<i32>, tensor<5xf16>, tensor<i32>
    }
    return %38#1, %38#2, %14, %25 : tensor<5xf16>, tensor<i32>, tensor<5xf16>, tensor<5x5x6x5xf16>
  }
}
