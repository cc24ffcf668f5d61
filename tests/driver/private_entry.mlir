// --entry may name a private function, which is inlined where it is called.
// RUN: %partita eval --entry half --random 1 %s
// RUN: %partita partition --entry half --mesh x=2 --shard 'arg0=[{"x"}]' %s | FileCheck %s
// RUN: %partita run --verify --random 1 %s
// CHECK: func.func public @half(%{{.*}}: tensor<4xf32>
// CHECK: stablehlo.divide
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @half(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @half(%a: tensor<8xf32>) -> tensor<8xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<8xf32>
  %0 = stablehlo.divide %a, %two : tensor<8xf32>
  return %0 : tensor<8xf32>
}
