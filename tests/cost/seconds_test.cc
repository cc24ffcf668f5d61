// Seconds on a hardware of round numbers, worked out by hand.
#include "cost/seconds.h"

#include <gtest/gtest.h>

namespace partita::core::cost {
namespace {

// Blocks of 4 devices, 100 bytes a second inside and 10 between them.
class Seconds : public testing::Test {
 protected:
  Seconds() {
    hardware_.levels = {{"inner", 4, 100, 0.5}, {"outer", 0, 10, 2}};
    hardware_.vector_flops = 1000;
    hardware_.matrix_flops = {{"f32", 4000}};
    hardware_.memory_bandwidth = 500;
    hardware_.op_latency = 0.25;
  }
  Hardware hardware_;
};

TEST_F(Seconds, AlongAnAxisInsideABlockAndBetweenBlocks) {
  const Mesh mesh = Mesh::make({{"x", 2}, {"y", 4}}).value();
  const AxisRefs x = {whole_axis(mesh, 0)}, y = {whole_axis(mesh, 1)}, both = {x[0], y[0]};
  const Price along_y = collective_price(CollectiveKind::kAllGather, 320, 4);
  EXPECT_EQ(collective_seconds(CollectiveKind::kAllGather, along_y, mesh, y, hardware_),
            (std::vector<double>{240 / 100.0 + 2 * 0.5, 0}));
  const Price along_x = collective_price(CollectiveKind::kAllReduce, 320, 2);
  EXPECT_EQ(collective_seconds(CollectiveKind::kAllReduce, along_x, mesh, x, hardware_),
            (std::vector<double>{0, 320 / 10.0 + 2 * 2}));
  const std::vector<double> along_both = collective_seconds(
      CollectiveKind::kAllGather, collective_price(CollectiveKind::kAllGather, 320, 8), mesh, both, hardware_);
  EXPECT_NEAR(along_both[0], 320 * 0.75 / 100 + 2 * 0.5, 1e-9);
  EXPECT_NEAR(along_both[1], 320 * 0.125 / 10 + 1 * 2, 1e-9);
  const Price permute = collective_price(CollectiveKind::kPermute, 100, 2);
  EXPECT_EQ(collective_seconds(CollectiveKind::kPermute, permute, mesh, x, hardware_), (std::vector<double>{0, 12}));
  EXPECT_EQ(collective_seconds(CollectiveKind::kPermute, permute, mesh, y, hardware_), (std::vector<double>{1.5, 0}));
}

// Of 8 equal parts 3 go to neighbours in the block, 4 to the other block.
TEST_F(Seconds, AnAllToAllSendsToEveryMemberItsPart) {
  const Mesh mesh = Mesh::make({{"x", 8}}).value();
  const AxisRefs x = {whole_axis(mesh, 0)};
  const std::vector<double> seconds = collective_seconds(
      CollectiveKind::kAllToAll, collective_price(CollectiveKind::kAllToAll, 320, 8), mesh, x, hardware_);
  EXPECT_NEAR(seconds[0], 320 * 0.375 / 100 + 2 * 0.5, 1e-9);
  EXPECT_NEAR(seconds[1], 320 * 0.5 / 10 + 1 * 2, 1e-9);
}

TEST_F(Seconds, ADeviceAloneTakesNone) {
  const Price nothing = collective_price(CollectiveKind::kAllReduce, 320, 1);
  EXPECT_EQ(collective_seconds(CollectiveKind::kAllReduce, nothing, {1, {}, 8}, hardware_),
            (std::vector<double>{0, 0}));
}

// The outermost level that a pair crosses, whichever it is: 100 bytes take 1 s and half a second inside a block, 10 s
// and 2 s between blocks.
TEST_F(Seconds, APermuteWaitsForItsSlowestPair) {
  const Price permute = collective_price(CollectiveKind::kPermute, 100, 8);
  auto between = [&](std::vector<int64_t> pairs) {
    return collective_seconds(CollectiveKind::kPermute, permute, {8, pairs, 8}, hardware_);
  };
  const std::vector<double> inside = {1.5, 0}, outside = {0, 12};
  EXPECT_EQ(between({0, 1, 4, 5}), inside);
  EXPECT_EQ(between({3, 4, 0, 1}), outside);
  EXPECT_EQ(between({0, 1, 3, 4}), outside);
  // Along an axis everyone sends to the next: 3 to 4 too.
  const Mesh mesh = Mesh::make({{"x", 8}}).value();
  const AxisRefs x = {whole_axis(mesh, 0)};
  EXPECT_EQ(collective_seconds(CollectiveKind::kPermute, permute, mesh, x, hardware_), outside);
}

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
