// Steps that are put together anew for each order of the ops are those that are found from nothing.
#include "cost/ordered_steps.h"

#include <gtest/gtest.h>

#include "cost/hardware.h"
#include "parsed_program.h"

namespace partita::core::cost {
namespace {

constexpr const char* kProgram = R"(
func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %a = stablehlo.add %x, %y : tensor<64x64xf32>
  %b = stablehlo.multiply %x, %y : tensor<64x64xf32>
  %d = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %r:3 = stablehlo.while(%i = %zero, %s = %a, %t = %b) : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
  cond {
    %less = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.add %s, %d : tensor<64x64xf32>
    %v = stablehlo.multiply %t, %d : tensor<64x64xf32>
    %w = stablehlo.dot_general %u, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    stablehlo.return %next, %u, %w : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
  }
  return %r#1, %r#2 : tensor<64x64xf32>, tensor<64x64xf32>
}
)";

void expect_same(const Steps& a, const Steps& b) {
  EXPECT_EQ(a.region, b.region);
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (size_t i = 0; i < a.steps.size(); ++i) {
    const Step &one = a.steps[i], &other = b.steps[i];
    EXPECT_EQ(one.op, other.op);
    EXPECT_EQ(one.kind, other.kind);
    EXPECT_EQ(one.joined, other.joined);
    EXPECT_EQ(one.inputs.size(), other.inputs.size());
    EXPECT_EQ(one.read(), other.read());
    EXPECT_EQ(one.written, other.written);
    EXPECT_EQ(one.operations, other.operations);
    EXPECT_EQ(one.seconds, other.seconds);
    EXPECT_EQ(one.kernels, other.kernels);
    ASSERT_EQ(one.body.size(), other.body.size());
    for (size_t r = 0; r < one.body.size(); ++r) expect_same(one.body[r], other.body[r]);
  }
}

bool joins_any(const Steps& all) {
  for (const Step& step : all.steps) {
    if (!step.joined.empty()) return true;
  }
  return false;
}

TEST(OrderedSteps, are_those_of_the_program_in_any_order) {
  const ParsedProgram program(kProgram);
  const Hardware hardware = *parse_hardware(hardware_text("h100"), "h100");
  const ValueMemory values(*program.entry, hardware.compiler);
  OrderedSteps ordered(*program.entry, hardware, values);
  auto expect_as_found = [&] {
    const Steps& now = ordered.as_ordered();
    expect_same(now, steps_of(*program.entry, hardware, values));
    return joins_any(now);
  };
  EXPECT_TRUE(expect_as_found()) << "%a and %b are one kernel";

  Op* product = program.find(OpKind::kDotGeneral);
  Op* second = program.find(OpKind::kMultiply);
  Op* loop = program.find(OpKind::kWhile);
  product->move_before(second);
  expect_as_found();
  second->move_before(program.find(OpKind::kAdd));
  expect_as_found();

  Region& body = loop->region(1);
  Op* scaled = body.terminator()->previous()->previous();
  scaled->move_before(scaled->previous());
  expect_as_found();
  second->move_before(loop);
  expect_as_found();
}

}  // namespace
}  // namespace partita::core::cost
