// A pad and a slice, or a slice and zeros beside it, are one pad: the shift of a pipeline is one permute of one row.
// RUN: %partita partition %s | FileCheck %s
// RUN: %partita run --random 1 --verify %s 2>&1 | FileCheck --check-prefix=RUN-ALL %s
// RUN-ALL-COUNT-4: verified: 1 results agree with one device

// CHECK-LABEL: @pad_then_slice
// CHECK-COUNT-1: "stablehlo.collective_permute"(%x)
// CHECK-NOT: "stablehlo.{{all|reduce_scatter|collective}}
// CHECK: return
module @pad_then_slice {
  sdy.mesh @m = <["p"=4]>
  func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"p"}, {}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"p"}, {}]>}) {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.pad %x, %z, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<5x8xf32>
    %r = stablehlo.slice %s [0:4, 0:8] : (tensor<5x8xf32>) -> tensor<4x8xf32>
    return %r : tensor<4x8xf32>
  }
}

// -----
// CHECK-LABEL: @slice_then_zeros
// CHECK-COUNT-1: "stablehlo.collective_permute"(%x)
// CHECK-NOT: "stablehlo.{{all|reduce_scatter|collective}}
// CHECK: return
module @slice_then_zeros {
  sdy.mesh @m = <["p"=4]>
  func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"p"}, {}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"p"}, {}]>}) {
    %z = stablehlo.constant dense<0.0> : tensor<1x8xf32>
    %s = stablehlo.slice %x [1:4, 0:8] : (tensor<4x8xf32>) -> tensor<3x8xf32>
    %r = stablehlo.concatenate %s, %z, dim = 0 : (tensor<3x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
    return %r : tensor<4x8xf32>
  }
}

// -----
// A row that is cut and filled again does not come back: these stay apart, and the first row is 1.
// CHECK-LABEL: @cut_then_filled
// CHECK: stablehlo.slice
// CHECK: stablehlo.pad {{.*}}low = [1, 0]
module @cut_then_filled {
  sdy.mesh @m = <["p"=4]>
  func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"p"}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"p"}]>}) {
    %z = stablehlo.constant dense<1.0> : tensor<f32>
    %s = stablehlo.slice %x [1:4, 0:8] : (tensor<4x8xf32>) -> tensor<3x8xf32>
    %r = stablehlo.pad %s, %z, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<3x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    return %r : tensor<4x8xf32>
  }
}

// -----
// Three in a row, cut and filled with one number: a pad that cuts.
// CHECK-LABEL: @three
// CHECK: stablehlo.pad %x, %{{.*}}, low = [2, 0], high = [-1, 0]
// CHECK-NOT: stablehlo.slice
// CHECK: return
module @three {
  sdy.mesh @m = <["p"=4]>
  func.func @main(%x: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"p"}]>}) -> (tensor<5x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"p"}]>}) {
    %z = stablehlo.constant dense<1.0> : tensor<f32>
    %a = stablehlo.pad %x, %z, low = [1, 0], high = [2, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<7x8xf32>
    %b = stablehlo.slice %a [0:4, 0:8] : (tensor<7x8xf32>) -> tensor<4x8xf32>
    %r = stablehlo.pad %b, %z, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<5x8xf32>
    return %r : tensor<5x8xf32>
  }
}
