// RUN: %partita convert %s --to stablehlo | FileCheck %s
// Aliases defined before and after their use, and locations of every kind.

#dot = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
#loc = loc(unknown)
!matrix = tensor<4x4xf32>
// CHECK{LITERAL}: module @aliases attributes {a.b = "{replicated}", c = ["{replicated}", {k = "{replicated}"}]} {
module @aliases attributes {a.b = #late, c = [#late, {k = #late}]} {
  // CHECK{LITERAL}: func.func public @main(%arg0: tensor<4x4xf32> {jax.arg_info = "x"}, %arg1: tensor<4x4xf32> {jax.arg_info = "y", mhlo.sharding = "{replicated}"}) -> (tensor<4x4xf32> {jax.result_info = "r"}) {
  func.func public @main(%arg0: !matrix loc("x"), %arg1: !matrix {mhlo.sharding = #late} loc("y")) -> (!matrix {jax.result_info = "r"}) {
    // CHECK{LITERAL}: %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("jit(f)/dot_general"("f.py":10:0))
    %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #dot}> : (!matrix, !matrix) -> !matrix loc(#loc3)
    // CHECK{LITERAL}: %1 = stablehlo.add %0, %0 : tensor<4x4xf32> loc("f.py":12:3)
    %1 = stablehlo.add %0, %0 : !matrix loc("f.py":12:3)
    // CHECK{LITERAL}: %2 = stablehlo.tanh %1 : tensor<4x4xf32> loc(fused<"m">["a", "f.py":10:0])
    %2 = stablehlo.tanh %1 : !matrix loc(fused<"m">["a", #loc2])
    // CHECK{LITERAL}: %3 = stablehlo.negate %2 : tensor<4x4xf32> loc(callsite("g"("g.py":1:2) at "jit(f)/dot_general"("f.py":10:0)))
    %3 = stablehlo.negate %2 : !matrix loc(callsite("g"("g.py":1:2) at #loc3))
    // CHECK{LITERAL}: %4 = stablehlo.custom_call @t(%3) {nested = #foo.bar<#foo.baz<[1, 2]>, {a = #foo.baz<[1, 2]>}, "#no_alias">, other = #foo<bar 1 -> 2>} : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("jit(f)/\22quoted\22"(unknown))
    %4 = "stablehlo.custom_call"(%3) <{call_target_name = "t"}> {nested = #foo.bar<#dot2, {a = #dot2}, "#no_alias">, other = #foo<bar 1 -> 2>} : (!matrix) -> !matrix loc("jit(f)/\22quoted\22"(#loc))
    // CHECK{LITERAL}: return %4 : tensor<4x4xf32> loc(unknown)
    return %4 : !matrix loc(#loc)
  } loc(#loc2)
} loc(#loc)
#late = "{replicated}"
#dot2 = #foo.baz<[1, 2]>
#loc2 = loc("f.py":10:0)
#loc3 = loc("jit(f)/dot_general"(#loc2))
