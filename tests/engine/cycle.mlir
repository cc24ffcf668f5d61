// Two loops, each of which needs a part of the other, must not become one: values would be read that are not there.
// RUN: %partita run --random 1 --verify %s
module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func public @main(%a0: tensor<22x14x11xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}p1, {}, {?}]>}, %ct1: tensor<22x14x11xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}, {}]>}, %ct2: tensor<1x3x11xf32>, %cut4: tensor<f32>, %cut12: tensor<6x1x1x1xf32>, %cut13: tensor<22x14x11xf32>, %cut15: tensor<i32>, %cut16: tensor<i32>, %cut18: tensor<22x14x11xf32>, %cut16_0: tensor<22x14x11xf32>, %cut13_0: tensor<6x1x1x1xf32>, %cut12_0: tensor<6x1x1x1xf32>) -> (tensor<22x14x11xf32>) {
    %0 = stablehlo.reshape %a0 : (tensor<22x14x11xf32>) -> tensor<3388xf32>
    %3 = stablehlo.pad %0, %cut4, low = [0], high = [-3382], interior = [0] : (tensor<3388xf32>, tensor<f32>) -> tensor<6xf32>
    %4 = stablehlo.reshape %3 : (tensor<6xf32>) -> tensor<6x1x1x1xf32>
    %28 = sdy.reshard %a0 <@m, [{"y"}, {"x", ?}, {?}]> : tensor<22x14x11xf32>
    %30 = sdy.sharding_constraint %cut13 <@m, [{}, {}, {?}]> : tensor<22x14x11xf32>
    %31 = stablehlo.add %28, %30 : tensor<22x14x11xf32>
    %33 = stablehlo.convert %a0 : (tensor<22x14x11xf32>) -> tensor<22x14x11xi32>
    %34 = stablehlo.slice %33 [18:19, 2:3, 6:7] : (tensor<22x14x11xi32>) -> tensor<1x1x1xi32>
    %36 = stablehlo.reshape %34 : (tensor<1x1x1xi32>) -> tensor<i32>
    %22 = stablehlo.dynamic_update_slice %cut16_0, %ct2, %36, %cut15, %cut16 : (tensor<22x14x11xf32>, tensor<1x3x11xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<22x14x11xf32>
    %25 = stablehlo.divide %ct1, %31 : tensor<22x14x11xf32>
    %26 = stablehlo.add %22, %25 : tensor<22x14x11xf32>
    %44 = sdy.reshard %cut18 <@m, [{"y"}, {"x", ?}, {?}]> : tensor<22x14x11xf32>
    %46 = stablehlo.compare LT, %a0, %cut16_0 : (tensor<22x14x11xf32>, tensor<22x14x11xf32>) -> tensor<22x14x11xi1>
    %47 = stablehlo.select %46, %44, %44 : tensor<22x14x11xi1>, tensor<22x14x11xf32>
    %48 = stablehlo.add %26, %47 : tensor<22x14x11xf32>
    %70 = stablehlo.compare LT, %cut12_0, %4 : (tensor<6x1x1x1xf32>, tensor<6x1x1x1xf32>) -> tensor<6x1x1x1xi1>
    %72 = stablehlo.select %70, %cut13_0, %cut12 : tensor<6x1x1x1xi1>, tensor<6x1x1x1xf32>
    %73 = stablehlo.reshape %72 : (tensor<6x1x1x1xf32>) -> tensor<6xf32>
    %74 = stablehlo.pad %73, %cut4, low = [0], high = [3382], interior = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<3388xf32>
    %75 = sdy.sharding_constraint %74 <@m, [{"y"}]> : tensor<3388xf32>
    %76 = stablehlo.reshape %75 : (tensor<3388xf32>) -> tensor<22x14x11xf32>
    %77 = stablehlo.add %48, %76 : tensor<22x14x11xf32>
    return %77 : tensor<22x14x11xf32>
  }
}
