// Products whose value was computed before are found, past barriers and through loops; others are not.
#include "cost/recomputation.h"

#include <fmt/format.h>

#include "../parsed_program.h"

namespace partita::core::cost {
namespace {

constexpr double kProduct = 2.0 * 8 * 8 * 8;  // 8x8 by 8x8

Recomputation of(const std::string& text) { return recomputation_of(*ParsedProgram(text.c_str()).entry); }

std::string dot(const char* name, const char* a, const char* b) {
  return fmt::format(
      "  %{} = stablehlo.dot_general %{}, %{}, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> "
      "tensor<8x8xf32>\n",
      name, a, b);
}

std::string function(const std::string& body, const char* result) {
  return fmt::format(
      "func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>, %ws: tensor<5x8x8xf32>) -> tensor<8x8xf32> {{\n"
      "  %c0 = stablehlo.constant dense<0> : tensor<i32>\n  %c1 = stablehlo.constant dense<1> : tensor<i32>\n"
      "  %c4 = stablehlo.constant dense<4> : tensor<i32>\n  %c5 = stablehlo.constant dense<5> : tensor<i32>\n"
      "  %zeros = stablehlo.constant dense<0.0> : tensor<5x8x8xf32>\n{}  return %{} : tensor<8x8xf32>\n}}\n",
      body, result);
}

TEST(Recomputation, PastABarrierAProductIsDoneAgain) {
  const std::string barrier = "  %b = stablehlo.optimization_barrier %x : tensor<8x8xf32>\n";
  const std::string sum = "  %s = stablehlo.add %h, %g : tensor<8x8xf32>\n";
  const Recomputation again = of(function(dot("h", "x", "w") + barrier + dot("g", "b", "w") + sum, "s"));
  EXPECT_EQ(again.matrix, 2 * kProduct);
  EXPECT_EQ(again.recomputed, kProduct);
  // With its operands in another order, or other operands, it is another product.
  EXPECT_EQ(of(function(dot("h", "x", "w") + barrier + dot("g", "w", "b") + sum, "s")).recomputed, 0);
  EXPECT_EQ(of(function(dot("h", "x", "w") + barrier + dot("g", "b", "b") + sum, "s")).recomputed, 0);
  // A shape that comes back is the same.
  const std::string moved =
      "  %m = stablehlo.reshape %x : (tensor<8x8xf32>) -> tensor<64xf32>\n"
      "  %n = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>\n"
      "  %b = stablehlo.reshape %n : (tensor<1x64xf32>) -> tensor<8x8xf32>\n";
  EXPECT_EQ(of(function(dot("h", "x", "w") + moved + dot("g", "b", "w") + sum, "s")).recomputed, kProduct);
}

// Five layers forward, which save what each begins with, and five backward, which take it and the layer's weights by
// these indices.
std::string layers(const char* saved, const char* weights, const char* stack = "stack2") {
  auto row = [](const char* name, const char* of, const char* index) {
    return fmt::format(
        "    %{0}_row = stablehlo.dynamic_slice %{1}, %{2}, %c0, %c0, sizes = [1, 8, 8] : (tensor<5x8x8xf32>, "
        "tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x8xf32>\n"
        "    %{0} = stablehlo.reshape %{0}_row : (tensor<1x8x8xf32>) -> tensor<8x8xf32>\n",
        name, of, index);
  };
  const std::string condition =
      "  cond {\n    %less = stablehlo.compare LT, %i, %c5 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
      "    stablehlo.return %less : tensor<i1>\n  } do {\n    %j = stablehlo.add %i, %c1 : tensor<i32>\n";
  return function(
      "  %r:3 = stablehlo.while(%i = %c0, %h = %x, %stack = %zeros) : tensor<i32>, tensor<8x8xf32>, "
      "tensor<5x8x8xf32>\n" +
          condition + row("l", "ws", "i") + dot("p", "h", "l") +
          "    %n = stablehlo.tanh %p : tensor<8x8xf32>\n"
          "    %u = stablehlo.broadcast_in_dim %h, dims = [1, 2] : (tensor<8x8xf32>) -> tensor<1x8x8xf32>\n"
          "    %stack2 = stablehlo.dynamic_update_slice %stack, %u, %i, %c0, %c0 : (tensor<5x8x8xf32>, "
          "tensor<1x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x8x8xf32>\n" +
          fmt::format("    stablehlo.return %j, %n, %{} : tensor<i32>, tensor<8x8xf32>, tensor<5x8x8xf32>\n  }}\n",
                      stack) +
          "  %g:3 = stablehlo.while(%i = %c0, %ct = %x, %save = %r#2) : tensor<i32>, tensor<8x8xf32>, "
          "tensor<5x8x8xf32>\n" +
          condition +
          "    %d = stablehlo.subtract %c5, %i : tensor<i32>\n    %down = stablehlo.subtract %d, %c1 : tensor<i32>\n"
          "    %negative = stablehlo.compare LT, %down, %c0 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
          "    %wrapped = stablehlo.add %down, %c5 : tensor<i32>\n"
          "    %back = stablehlo.select %negative, %wrapped, %down : tensor<i1>, tensor<i32>\n"
          "    %half = stablehlo.minimum %back, %c1 : tensor<i32>\n" +
          row("h", "save", saved) + row("l", "ws", weights) +
          "    %b:2 = stablehlo.optimization_barrier %h, %l : tensor<8x8xf32>, tensor<8x8xf32>\n" +
          dot("p", "b#0", "b#1") + dot("q", "ct", "p") +
          "    stablehlo.return %j, %q, %save : tensor<i32>, tensor<8x8xf32>, tensor<5x8x8xf32>\n  }\n",
      "g#1");
}

TEST(Recomputation, ABackwardLoopDoesTheForwardBodyAgain) {
  for (const char* index : {"down", "back", "i"}) {  // upwards in both loops is as good
    const Recomputation found = of(layers(index, index));
    EXPECT_EQ(found.matrix, 15 * kProduct);
    EXPECT_EQ(found.recomputed, 5 * kProduct) << index;
  }
  // Another layer's weights, a slice that is not each in turn, a stack that was not written.
  EXPECT_EQ(of(layers("down", "i")).recomputed, 0);
  EXPECT_EQ(of(layers("i", "down")).recomputed, 0);
  EXPECT_EQ(of(layers("half", "half")).recomputed, 0);
  EXPECT_EQ(of(layers("c1", "down")).recomputed, 0);
  EXPECT_EQ(of(layers("down", "down", "stack")).recomputed, 0);
}

// Two loops, one after the other: the same where they begin with the same and go on in the same way.
std::string loops(const char* begin, const char* way, const char* carries) {
  auto loop = [&](const char* name, const char* begin, const char* way) {
    return fmt::format(
               "  %{0}:3 = stablehlo.while(%i = %c0, %h = %{1}, %k = %{1}) : tensor<i32>, tensor<8x8xf32>, "
               "tensor<8x8xf32>\n"
               "  cond {{\n    %less = stablehlo.compare LT, %i, %c5 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
               "    stablehlo.return %less : tensor<i1>\n  }} do {{\n    %j = stablehlo.add %i, %c1 : tensor<i32>\n",
               name, begin) +
           dot("p", "h", "w") +
           fmt::format(
               "    %n = stablehlo.{} %p : tensor<8x8xf32>\n    %m = stablehlo.negate %k : tensor<8x8xf32>\n"
               "    stablehlo.return %j, {} : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>\n  }}\n",
               way, carries);
  };
  return function(loop("a", "x", "tanh") + "  %y = stablehlo.optimization_barrier %x : tensor<8x8xf32>\n" +
                      "  %z = stablehlo.negate %x : tensor<8x8xf32>\n" + loop("b", begin, way) +
                      "  %s = stablehlo.add %a#1, %b#1 : tensor<8x8xf32>\n",
                  "s");
}

TEST(Recomputation, AWholeLoopIsDoneAgain) {
  EXPECT_EQ(of(loops("y", "tanh", "%n, %m")).recomputed, 5 * kProduct);
  EXPECT_EQ(of(loops("y", "tanh", "%n, %m")).matrix, 10 * kProduct);
  EXPECT_EQ(of(loops("z", "tanh", "%n, %m")).recomputed, 0);
  EXPECT_EQ(of(loops("y", "sine", "%n, %m")).recomputed, 0);
}

// Code of a branch or a reducer has numbers, too, and what is drawn anew is never the same.
TEST(Recomputation, OpsWithRegionsAreTheSameWhereTheirCodeIs) {
  auto reduced = [](const char* name, const char* by) {
    return fmt::format(
        "  %{0}_v = stablehlo.reduce(%x init: %zero) applies stablehlo.{1} across dimensions = [1] : (tensor<8x8xf32>, "
        "tensor<f32>) -> tensor<8xf32>\n"
        "  %{0} = stablehlo.broadcast_in_dim %{0}_v, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>\n",
        name, by);
  };
  const std::string zero = "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n";
  const std::string products =
      dot("p", "a", "w") + dot("q", "b", "w") + "  %s = stablehlo.add %p, %q : tensor<8x8xf32>\n";
  EXPECT_EQ(of(function(zero + reduced("a", "add") + reduced("b", "add") + products, "s")).recomputed, kProduct);
  EXPECT_EQ(of(function(zero + reduced("a", "add") + reduced("b", "maximum") + products, "s")).recomputed, 0);
}

}  // namespace
}  // namespace partita::core::cost
