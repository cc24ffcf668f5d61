// The longest chain, against sums by hand. Kernels of 8x8xf32 that read and write one tensor take 4 seconds.
#include "cost/critical_path.h"

#include <gtest/gtest.h>

#include <string>

#include "cost/op_prices.h"
#include "parsed_program.h"

namespace partita::core::cost {
namespace {

double longest(const std::string& text, double gather) {
  const ParsedProgram program(text.c_str());
  Hardware hardware;
  hardware.memory_bandwidth = 128;
  hardware.vector_flops = 1e30;
  hardware.matrix_flops = {{"f32", 1e30}};
  hardware.levels = {{"net", 0, 1, 0}};
  CollectiveTimes collectives;
  walk(program.entry->body(), [&](const Op& op) {
    if (collective_kind(op.kind())) collectives[&op] = {gather, {gather}};
  });
  return critical_path(*program.entry, steps_of(*program.entry, hardware), collectives);
}

TEST(CriticalPath, WhatDoesNotWaitIsNotInIt) {
  const std::string text = R"(
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<8x8xf32>) {
    %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<8x8xf32>) -> tensor<16x8xf32>
    %a = stablehlo.tanh %y : tensor<8x8xf32>
    %b = stablehlo.reverse %a, dims = [0] : tensor<8x8xf32>
    %t = stablehlo.tanh %g : tensor<16x8xf32>
    return %t, %b : tensor<16x8xf32>, tensor<8x8xf32> } })";
  EXPECT_DOUBLE_EQ(longest(text, 3), 3 + 8);  // the gather, and the kernel of 8 seconds that reads it
  EXPECT_DOUBLE_EQ(longest(text, 0), 8);
}

// A state that waits for itself, and one that is made anew in every iteration and read after the loop.
TEST(CriticalPath, LoopsWaitForWhatTheyCarry) {
  auto loop = [](const char* state) {
    return std::string(R"(
  func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r:3 = stablehlo.while(%i = %zero, %s = %x, %q = %y) : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>
    cond {
      %n = stablehlo.constant dense<100> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %t = stablehlo.tanh %)") +
           state + R"( : tensor<8x8xf32>
      stablehlo.return %next, %t, %q : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>
    }
    return %r#1 : tensor<8x8xf32>
  })";
  };
  EXPECT_DOUBLE_EQ(longest(loop("s"), 0), 100 * 4);
  EXPECT_DOUBLE_EQ(longest(loop("q"), 0), 4);
}

}  // namespace
}  // namespace partita::core::cost
