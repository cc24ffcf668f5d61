// What is computed again where the memory is short. Values of 16 x 16 have 1 KiB.
#include "cost/fit_memory.h"

#include <gtest/gtest.h>

#include <string>

#include "parsed_program.h"

namespace partita::core::cost {
namespace {

constexpr double kValue = 1024;

Hardware small_hardware(double memory) {
  Hardware out;
  out.memory = memory;
  out.memory_bandwidth = 1;
  out.vector_flops = 1e30;
  out.matrix_flops = {{"f32", 1e30}};
  out.levels = {{"net", 0, 1, 0}};
  return out;
}

std::string dot(const char* name, const char* a, const char* b) {
  return std::string("%") + name + " = stablehlo.dot_general %" + a + ", %" + b +
         ", contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>\n";
}

// The sum of all elements of a product.
std::string sum(const char* a, const char* b) {
  return std::string("%e = stablehlo.dot_general %") + a + ", %" + b +
         ", contracting_dims = [0, 1] x [0, 1] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<f32>\n";
}

// Two arguments and a number as result: 2 KiB and 4 bytes beside the temporaries.
struct Fitted {
  Fitted(const std::string& lines, double temporaries)
      : program(("func.func @main(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<f32> {\n" + lines +
                 "return %e : tensor<f32>\n}")
                    .c_str()),
        hardware(small_hardware((2 + temporaries) * kValue + 4)),
        memory(memory_of(*program.entry)),
        steps(steps_of(*program.entry, hardware)) {
    before = memory.temporaries / kValue;
    fit_memory(*program.entry, hardware, ValueMemory(*program.entry, hardware.compiler), memory, steps);
    after = memory.temporaries / kValue;
  }
  // Names of ops in the order they run, those that run again with a '.
  std::string order() const {
    std::string out;
    for (const Step& step : steps.steps) {
      if (step.op->num_results() == 0) continue;
      out += (out.empty() ? "" : " ") + std::string(step.op->result()->name().text()) + (step.again ? "'" : "");
    }
    return out;
  }

  ParsedProgram program;
  Hardware hardware;
  Memory memory;
  Steps steps;
  double before = 0, after = 0;
};

const std::string kChain = dot("a", "x", "w") + dot("b", "a", "w") + dot("c", "b", "w") + dot("d", "c", "w");

TEST(FitMemory, WhatIsReadMuchLaterIsComputedAgain) {
  const Fitted fitted(kChain + sum("d", "a"), 2);
  EXPECT_EQ(fitted.before, 3);  // %a beside two of the chain
  EXPECT_EQ(fitted.after, 2);
  EXPECT_EQ(fitted.memory.without_recomputing, 5 * kValue + 4);
  EXPECT_EQ(fitted.order(), "a b c d a' e");
  const ComputedAgain again = computed_again(fitted.steps, fitted.hardware);
  EXPECT_EQ(again.kernels, 1);
  EXPECT_EQ(again.matrix, 2 * 16 * 16 * 16);
  EXPECT_EQ(again.seconds, 3 * kValue);  // reads %x and %w, writes %a, at a byte a second
}

TEST(FitMemory, NothingWhereItFits) {
  const Fitted fitted(kChain + sum("d", "a"), 3);
  EXPECT_EQ(fitted.after, 3);
  EXPECT_EQ(fitted.order(), "a b c d e");
  EXPECT_EQ(fitted.memory.without_recomputing, 0);
}

TEST(FitMemory, InputsStayForIt) {
  // %b is made of %a, which nobody else reads any more: to keep %a instead gains nothing.
  const Fitted fitted(kChain + sum("d", "b"), 2);
  EXPECT_EQ(fitted.after, 3);
  EXPECT_EQ(fitted.order(), "a b c d e");
}

TEST(FitMemory, WhatNobodyHasReadIsMadeLater) {
  const Fitted fitted(dot("late", "w", "w") + kChain + sum("d", "late"), 2);
  EXPECT_EQ(fitted.before, 3);
  EXPECT_EQ(fitted.after, 2);
  EXPECT_EQ(fitted.order(), "late a b c d e");  // the same kernels, at no cost
  EXPECT_EQ(computed_again(fitted.steps, fitted.hardware).kernels, 0);
}

TEST(FitMemory, WhatFreesMostGoesFirst) {
  const std::string large =
      "%large = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> "
      "tensor<16x16xf64>\n";
  auto of_large = [](const char* name, const char* dims) {
    return std::string("%") + name + " = stablehlo.dot_general %large, %large, contracting_dims = " + dims +
           " : (tensor<16x16xf64>, tensor<16x16xf64>) -> tensor<16x16xf32>\n";
  };
  const std::string chain = dot("b", "a", "w") + dot("c", "b", "w") + dot("d", "c", "w") + dot("f", "d", "a");
  const Fitted fitted(large + of_large("a", "[1] x [0]") + chain + of_large("g", "[0] x [0]") + sum("f", "g"), 4);
  EXPECT_EQ(fitted.before, 5);  // %large is two, %a, and two of the chain
  EXPECT_EQ(fitted.after, 4);   // %a would have been enough
  EXPECT_EQ(fitted.order(), "large a b c d f large' g e");
}

}  // namespace
}  // namespace partita::core::cost
