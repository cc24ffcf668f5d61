// Seconds on a hardware of round numbers, worked out by hand.
#include "cost/seconds.h"

#include <gtest/gtest.h>

namespace partita::core::cost {
namespace {

class Seconds : public testing::Test {
 protected:
  Seconds() {
    hardware_.vector_flops = 1000;
    hardware_.matrix_flops = {{"f32", 4000}};
    hardware_.memory_bandwidth = 500;
    hardware_.op_latency = 0.25;
  }
  Hardware hardware_;
};

// 8 * 32 additions take 256 ms, 500 bytes a second; an op that touches memory is one to start, however little it is.
TEST_F(Seconds, AnOpTakesTheLongerOfArithmeticAndMemory) {
  Context context;
  Module module(context);
  const Type type = context.tensor(ElementType::kF32, std::vector<int64_t>{8, 32});
  Function* f = module.add_function(context.name("main"), std::vector<Type>{type}, std::vector<Type>{type});
  Value* operands[] = {f->argument(0), f->argument(0)};
  const Op& add = *module.add_op(f->body(), OpKind::kAdd, operands, std::span(&type, 1));
  EXPECT_EQ(op_seconds(add, 500, false, hardware_), 1 + 0.25);
  EXPECT_EQ(op_seconds(add, 1, false, hardware_), 0.256 + 0.25);
  EXPECT_EQ(op_seconds(add, 0, false, hardware_), 0.256);
  EXPECT_EQ(op_seconds(add, 1, true, hardware_), 0.256);
}

}  // namespace
}  // namespace partita::core::cost
