// RUN: %partita convert %s --to hlo | FileCheck %s
// RUN: %partita convert %s --to hlo -o %t.hlo
// RUN: %partita convert %t.hlo --to hlo | diff %t.hlo -

module @movement {
  func.func @main(%x: tensor<2x3xf32>, %s: tensor<f32>, %i: tensor<i32>, %idx: tensor<4x1xi32>, %col: tensor<3x1xf32>) -> tensor<4x3xf32> {
    // CHECK: %iota.0 = s32[4,5] iota(), iota_dimension=1
    %0 = stablehlo.iota dim = 1 : tensor<4x5xi32>
    // CHECK-NEXT: %broadcast.1 = f32[7,2,3] broadcast(%x), dimensions={1,2}
    %1 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<7x2x3xf32>
    // A dimension of size 1 that grows is reshaped away.
    // CHECK-NEXT: %[[R:.*]] = f32[3] reshape(%col)
    // CHECK-NEXT: %broadcast.2 = f32[3,5] broadcast(%[[R]]), dimensions={0}
    %2 = stablehlo.broadcast_in_dim %col, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x5xf32>
    // Dimensions out of order are transposed first.
    // CHECK-NEXT: %[[T:.*]] = f32[3,2] transpose(%x), dimensions={1,0}
    // CHECK-NEXT: %broadcast.3 = f32[3,2] broadcast(%[[T]]), dimensions={0,1}
    %3 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    // CHECK-NEXT: %concatenate.4 = f32[4,3] concatenate(%x, %x), dimensions={0}
    %4 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    // CHECK-NEXT: %slice.5 = f32[1,2] slice(%x), slice={[1:2], [0:3:2]}
    %5 = stablehlo.slice %x [1:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<1x2xf32>
    // CHECK-NEXT: %dynamic-slice.6 = f32[1,3] dynamic-slice(%x, %i, %i), dynamic_slice_sizes={1,3}
    %6 = stablehlo.dynamic_slice %x, %i, %i, sizes = [1, 3] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    // CHECK-NEXT: %dynamic-update-slice.7 = f32[2,3] dynamic-update-slice(%x, %dynamic-slice.6, %i, %i)
    %7 = stablehlo.dynamic_update_slice %x, %6, %i, %i : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    // CHECK-NEXT: %pad.8 = f32[4,7] pad(%x, %s), padding=1_1x0_2_1
    %8 = stablehlo.pad %x, %s, low = [1, 0], high = [1, 2], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<4x7xf32>
    // CHECK-NEXT: %reverse.9 = f32[2,3] reverse(%x), dimensions={1}
    %9 = stablehlo.reverse %x, dims = [1] : tensor<2x3xf32>
    // CHECK-NEXT: %transpose.10 = f32[3,2] transpose(%x), dimensions={1,0}
    %10 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    // CHECK-NEXT: %reshape.11 = f32[6] reshape(%x)
    %11 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
    // CHECK-NEXT: ROOT %gather.12 = f32[4,3] gather(%x, %idx), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,3}, indices_are_sorted=true
    %12 = "stablehlo.gather"(%x, %idx) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>, indices_are_sorted = true}> : (tensor<2x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
    return %12 : tensor<4x3xf32>
  }
}
