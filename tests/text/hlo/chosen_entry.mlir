// HLO has one entry: the function that is asked for, and never any of several.
// RUN: %partita convert --to hlo --entry a %s | FileCheck %s --check-prefix=A
// RUN: %partita convert --to proto --entry a %s -o %t.pb && %partita convert --to hlo %t.pb | FileCheck %s --check-prefix=A
// RUN: %partita propagate --to hlo --entry a --mesh x=2 --shard 'p=[{"x"}]' %s | FileCheck %s --check-prefix=A
// RUN: %partita partition --to hlo --entry a --mesh x=2 --shard 'p=[{"x"}]' %s | FileCheck %s --check-prefix=LOCAL
// A: ENTRY
// A: negate
// A-NOT: exponential
// LOCAL: f32[2] negate
// RUN: %exits 1 %partita convert --to hlo %s 2>&1 | FileCheck %s --check-prefix=WHICH
// RUN: %exits 1 %partita convert --to proto %s -o %t.no 2>&1 | FileCheck %s --check-prefix=WHICH
// WHICH: error: which function to run? there is no @main; name one with Program::use_function or --entry (the module has @a, @b) [P406]
// RUN: %exits 1 %partita convert --to hlo --entry c %s 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: there is no function @c (the module has @a, @b) [P406]
func.func @a(%p: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %p : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @b(%p: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %p : tensor<4xf32>
  return %0 : tensor<4xf32>
}
