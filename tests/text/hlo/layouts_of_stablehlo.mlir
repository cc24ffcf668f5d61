// RUN: %partita convert --to hlo %s -o %t.hlo && FileCheck %s --input-file %t.hlo
// RUN: %partita check %t.hlo && %partita convert --to proto %s -o %t.pb && %partita check %t.pb
// hlo.layout is the layout that HLO had; an attribute of that name that is none of its type is left out.
// CHECK: entry_computation_layout={(f32[2,3]{1,0})->f32[2,3]{1,0}}
// CHECK: %a = f32[2,3] parameter(0)
// CHECK-NEXT: %tanh.0 = f32[2,3] tanh(%a)
// CHECK-NEXT: %sine.1 = f32[2,3] sine(%tanh.0)
// CHECK-NEXT: %cosine.2 = f32[2,3] cosine(%sine.1)
// CHECK-NEXT: ROOT %abs.3 = f32[2,3]{0,1:T(8,128)} abs(%cosine.2)
func.func @main(%a: tensor<2x3xf32> {hlo.layout = "{7,3}"}) -> tensor<2x3xf32> {
  %0 = stablehlo.tanh %a {hlo.layout = "{7,3}"} : tensor<2x3xf32>
  %1 = stablehlo.sine %0 {hlo.layout = "{1,0}, sharding={replicated}"} : tensor<2x3xf32>
  %2 = stablehlo.cosine %1 {hlo.layout = "{0}"} : tensor<2x3xf32>
  %3 = stablehlo.abs %2 {hlo.layout = "{0,1:T(8,128)}"} : tensor<2x3xf32>
  return %3 : tensor<2x3xf32>
}
