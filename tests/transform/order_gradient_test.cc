#include <gtest/gtest.h>

#include "transform/gradient_check.h"
#include "transform/program_text.h"

namespace partita::core::transform {
namespace {

// Several operands at once, any dimension, either direction; keys may be floats or integers.
TEST(OrderGradient, SortsOfAnyShape) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    fuzz::Dice dice(seed);
    const int rank = static_cast<int>(dice.between(1, 3));
    const Dims shape = some_dims(dice, rank, seed == 12 ? 0 : 1, 4);
    const std::string type = tensor_text(shape);
    const int64_t operands = dice.between(1, 3), dim = dice.between(0, rank - 1);
    std::vector<std::string> types(operands, type), names, scalars;
    for (int64_t i = 0; i < operands; ++i) {
      names.push_back(fmt::format("%{}", i));
      scalars.push_back(fmt::format("%a{0}: tensor<f64>, %b{0}: tensor<f64>", i));
    }
    const int64_t key = dice.between(0, operands - 1);
    const std::string sort = fmt::format(
        R"(  %s{} = "stablehlo.sort"({}) <{{dimension = {} : i64, is_stable = {}}}> ({{
  ^bb0({}):
    %c = stablehlo.compare {}, %a{}, %b{} : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }}) : ({}) -> ({}))",
        operands > 1 ? fmt::format(":{}", operands) : "", fmt::join(names, ", "), dim, dice.once_in(2),
        fmt::join(scalars, ", "), dice.once_in(2) ? "LT" : "GT", key, key, fmt::join(types, ", "),
        fmt::join(types, ", "));
    std::vector<std::string> results;
    for (int64_t i = 0; i < operands; ++i) results.push_back(operands > 1 ? fmt::format("%s#{}", i) : "%s");
    check_gradient(function_text(types, sort, fmt::format("{}", fmt::join(results, ", ")), types), {.seed = seed});
  }
}

// A comparator that looks at a value from outside, and keys that are integers.
TEST(OrderGradient, ComparatorsWithCapturedValues) {
  check_gradient(R"(
func.func @main(%x: tensor<2x5xf64>, %k: tensor<2x5xi32>, %t: tensor<f64>) -> tensor<2x5xf64> {
  %s:2 = "stablehlo.sort"(%x, %k) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %i: tensor<i32>, %j: tensor<i32>):
    %p = stablehlo.subtract %a, %t : tensor<f64>
    %q = stablehlo.subtract %b, %t : tensor<f64>
    %pp = stablehlo.multiply %p, %p : tensor<f64>
    %qq = stablehlo.multiply %q, %q : tensor<f64>
    %c = stablehlo.compare LT, %pp, %qq : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x5xf64>, tensor<2x5xi32>) -> (tensor<2x5xf64>, tensor<2x5xi32>)
  %f = stablehlo.convert %s#1 : (tensor<2x5xi32>) -> tensor<2x5xf64>
  %y = stablehlo.multiply %s#0, %f : tensor<2x5xf64>
  return %y : tensor<2x5xf64>
})",
                 {.given = {{1, {3, 1, 4, 1, 5, 9, 2, 6, 5, 3}}, {2, {0.013}}}});
}

// The permutation is kept for each step.
TEST(OrderGradient, SortsInLoops) {
  const char* program = R"(
func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %c = %x) : tensor<i32>, tensor<4xf64>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %l = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = "stablehlo.sort"(%c) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
      %p = stablehlo.compare GT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }) : (tensor<4xf64>) -> tensor<4xf64>
    %w = stablehlo.constant dense<[1.5, -1.25, 0.75, -2.0]> : tensor<4xf64>
    %m = stablehlo.multiply %s, %w : tensor<4xf64>
    %y = stablehlo.sine %m : tensor<4xf64>
    stablehlo.return %j, %y : tensor<i32>, tensor<4xf64>
  }
  return %r#1 : tensor<4xf64>
})";
  check_gradient(program);
  check_gradient(program, {.save = "nothing"});
}

TEST(OrderGradient, SortsInBranches) {
  for (double taken : {0.0, 1.0}) {
    check_gradient(R"(
func.func @main(%x: tensor<4xf64>, %p: tensor<i1>) -> tensor<4xf64> {
  %0 = "stablehlo.if"(%p) ({
    %s = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
      %c = stablehlo.compare GT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<4xf64>) -> tensor<4xf64>
    %y = stablehlo.sine %s : tensor<4xf64>
    stablehlo.return %y : tensor<4xf64>
  }, {
    stablehlo.return %x : tensor<4xf64>
  }) : (tensor<i1>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
})",
                   {.given = {{1, {taken}}}});
  }
}

TEST(OrderGradient, TopK) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    fuzz::Dice dice(seed);
    Dims shape = some_dims(dice, dice.between(1, 3), 1, 5);
    Dims taken = shape;
    taken.back() = dice.between(1, shape.back());
    check_gradient(function_text({tensor_text(shape)},
                                 fmt::format("  %v, %i = chlo.top_k(%0, k = {}) : {} -> ({}, {})", taken.back(),
                                             tensor_text(shape), tensor_text(taken), tensor_text(taken, "i32")),
                                 "%v", {tensor_text(taken)}),
                   {.seed = seed});
  }
  check_gradient(R"(
func.func @main(%x: tensor<2x5xf64>) -> tensor<2x3xf64> {
  %v:2 = stablehlo.custom_call @TopK(%x) : (tensor<2x5xf64>) -> (tensor<2x3xf64>, tensor<2x3xi32>)
  return %v#0 : tensor<2x3xf64>
})");
}

}  // namespace
}  // namespace partita::core::transform
