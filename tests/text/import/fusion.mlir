// RUN: %partita convert --to stablehlo %s | FileCheck %s
// MHLO's fusion marks ops: they stay, the mark goes. Its region uses values around it, or takes them as arguments.
// CHECK: %[[A:.*]] = stablehlo.add %x, %y
// CHECK: %[[M:.*]] = stablehlo.multiply %[[A]], %y
// CHECK: return %[[M]]
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "mhlo.fusion"(%x, %y) ({
    %2 = mhlo.add %x, %y : tensor<4xf32>
    "mhlo.return"(%2) : (tensor<4xf32>) -> ()
  }) {fusion_kind = #mhlo<fusion_kind kLoop>} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "mhlo.fusion"(%0, %y) ({
  ^bb0(%p: tensor<4xf32>, %q: tensor<4xf32>):
    %2 = mhlo.multiply %p, %q : tensor<4xf32>
    "mhlo.return"(%2) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
