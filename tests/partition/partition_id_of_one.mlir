// On one device a value that each partition has of its own is one for all.
// RUN: %partita partition %s | FileCheck %s
// CHECK: %[[ID:.*]] = stablehlo.partition_id
// CHECK-NEXT: return %[[ID]]
sdy.mesh @m = <["x"=1]>
func.func @main() -> tensor<ui32> {
  %0 = stablehlo.partition_id : tensor<ui32>
  return %0 : tensor<ui32>
}
