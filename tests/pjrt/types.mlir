// Every element type that PJRT has goes to the devices and back: the same bits.
// UNSUPPORTED: static
// RUN: %partita run --engine pjrt --plugin %build/tests/fake_plugin.so --plugin-option cpu_device_count=2 --random 1 --outputs %t.npz %s
// RUN: %partita run --engine reference --random 1 --rtol 0 --atol 0 --expect %t.npz %s
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a: tensor<4xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<4xi4>, %c: tensor<2x3xi8>, %d: tensor<4xui16>,
                  %e: tensor<3xi64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %f: tensor<4xbf16>, %g: tensor<2x2xf16>, %h: tensor<f64>,
                  %i: tensor<2xcomplex<f32>>, %j: tensor<4xf8E4M3FN>, %k: tensor<0x4xf32>, %l: tensor<4xf8E8M0FNU>, %m: tensor<8xui2>)
      -> (tensor<4xi1>, tensor<4xi4>, tensor<2x3xi8>, tensor<4xui16>, tensor<3xi64>, tensor<4xbf16>, tensor<2x2xf16>, tensor<f64>,
          tensor<2xcomplex<f32>>, tensor<4xf8E4M3FN>, tensor<0x4xf32>, tensor<4xf8E8M0FNU>, tensor<8xui2>) {
    return %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l, %m
      : tensor<4xi1>, tensor<4xi4>, tensor<2x3xi8>, tensor<4xui16>, tensor<3xi64>, tensor<4xbf16>, tensor<2x2xf16>, tensor<f64>,
        tensor<2xcomplex<f32>>, tensor<4xf8E4M3FN>, tensor<0x4xf32>, tensor<4xf8E8M0FNU>, tensor<8xui2>
  }
}
