#include <gtest/gtest.h>

#include "transform/gradient_check.h"

namespace partita::core::transform {
namespace {

// Branches take everything from outside: a value that is used elsewhere, too, gets a sum.
TEST(ControlGradient, BranchesAndOtherUsesOfWhatTheyTake) {
  for (double taken : {0.0, 1.0}) {
    check_gradient(R"(
func.func @main(%x: tensor<3xf64>, %p: tensor<i1>) -> tensor<3xf64> {
  %0 = "stablehlo.if"(%p) ({
    %a = stablehlo.sine %x : tensor<3xf64>
    %b = stablehlo.exponential %a : tensor<3xf64>
    stablehlo.return %b : tensor<3xf64>
  }, {
    %c = stablehlo.multiply %x, %x : tensor<3xf64>
    stablehlo.return %c : tensor<3xf64>
  }) : (tensor<i1>) -> tensor<3xf64>
  %1 = stablehlo.multiply %0, %x : tensor<3xf64>
  return %1 : tensor<3xf64>
})",
                   {.given = {{1, {taken}}}});
  }
}

// Counters go by any step, and what they are is part of what is computed.
TEST(ControlGradient, CountersByOtherSteps) {
  for (int step : {1, 2, 3}) {
    check_gradient(R"(
func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {
  %first = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %first, %a = %x) : tensor<i32>, tensor<3xf64>
  cond {
    %n = stablehlo.constant dense<8> : tensor<i32>
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %by = stablehlo.constant dense<)" +
                   std::to_string(step) + R"(> : tensor<i32>
    %next = stablehlo.add %i, %by : tensor<i32>
    %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f64>
    %g = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %b = stablehlo.divide %a, %g : tensor<3xf64>
    %c = stablehlo.sine %b : tensor<3xf64>
    stablehlo.return %next, %c : tensor<i32>, tensor<3xf64>
  }
  return %0#1 : tensor<3xf64>
})");
  }
}

// What a loop carries counts where nothing but a branch in the loop reads it.
TEST(ControlGradient, CarriesThatBranchesAloneRead) {
  for (double taken : {0.0, 1.0}) {
    check_gradient(R"(
func.func @main(%x: tensor<3xf64>, %y: tensor<3xf64>, %p: tensor<i1>) -> tensor<3xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<3xf64>, tensor<3xf64>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %c = "stablehlo.if"(%p) ({
      %s = stablehlo.sine %b : tensor<3xf64>
      stablehlo.return %s : tensor<3xf64>
    }, {
      %t = stablehlo.tanh %b : tensor<3xf64>
      stablehlo.return %t : tensor<3xf64>
    }) : (tensor<i1>) -> tensor<3xf64>
    %d = stablehlo.multiply %a, %c : tensor<3xf64>
    %e = stablehlo.cosine %b : tensor<3xf64>
    stablehlo.return %next, %d, %e : tensor<i32>, tensor<3xf64>, tensor<3xf64>
  }
  return %0#1 : tensor<3xf64>
})",
                   {.given = {{2, {taken}}}});
  }
}

// jax.nn.relu: 0 at 0, by the name of its function; relu6 at 6, too. A maximum elsewhere shares a tie; NaN gets
// nothing.
TEST(ControlGradient, Relu) {
  auto program = [](const std::string& name, const std::string& op = "maximum %x, %c") {
    return R"(
func.func @main(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = call @)" +
           name + R"((%x) : (tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func private @)" +
           name + R"((%x: tensor<3xf64>) -> tensor<3xf64> {
  %c = stablehlo.constant dense<0.0> : tensor<3xf64>
  %0 = stablehlo.)" +
           op + R"( : tensor<3xf64>
  return %0 : tensor<3xf64>
})";
  };
  const std::vector<Numbers> x = {{-1, 0, 2}}, ct = {{3, 5, 7}};
  const std::vector<Numbers> none_at_0 = {{0, 0, 7}}, half_at_0 = {{0, 2.5, 7}};
  EXPECT_EQ(gradients(program("relu"), x, ct), none_at_0);
  EXPECT_EQ(gradients(program("relu_12"), x, ct), none_at_0);
  EXPECT_EQ(gradients(program("relu_x"), x, ct), half_at_0);
  for (const char* other : {"prelu", "relu5", "relu56", "relu66", "relu_"}) {
    EXPECT_EQ(gradients(program(other), x, ct), half_at_0) << other;
  }
  const std::vector<Numbers> none_above = {{3, 0, 0}}, half_above = {{3, 2.5, 0}};
  for (const char* name : {"relu6", "relu6_3"}) {
    EXPECT_EQ(gradients(program(name), x, ct), none_at_0) << name;
    EXPECT_EQ(gradients(program(name, "minimum %c, %x"), x, ct), none_above) << name;
  }
  EXPECT_EQ(gradients(program("relu", "minimum %c, %x"), x, ct), half_above);
  const std::vector<Numbers> nan = {{std::numeric_limits<double>::quiet_NaN(), -1, 1}}, none_at_nan = {{0, 0, 7}};
  EXPECT_EQ(gradients(program("relu"), nan, ct), none_at_nan);
}

}  // namespace
}  // namespace partita::core::transform
