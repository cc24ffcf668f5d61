// The price list against values worked out by hand.
#include "cost/prices.h"

#include <gtest/gtest.h>

#include "cost/op_prices.h"
#include "cost/run_class.h"
#include "cost/seconds.h"
#include "driver/compilation.h"
#include "text/read.h"

namespace partita::core::cost {
namespace {

TEST(Prices, CollectivesOfARing) {
  using enum CollectiveKind;
  // 8x8xf32 among 4: everyone lacks three quarters of 256 bytes, and hands on as much.
  EXPECT_EQ(sent_bytes(kAllGather, 256, 4), 192);
  EXPECT_EQ(sent_bytes(kReduceScatter, 256, 4), 192);
  EXPECT_EQ(sent_bytes(kAllToAll, 256, 4), 192);
  EXPECT_EQ(sent_bytes(kAllReduce, 256, 4), 384);
  EXPECT_EQ(sent_bytes(kBroadcast, 256, 4), 256);
  EXPECT_EQ(sent_bytes(kPermute, 256, 4), 256);
  // Told by the part that one device has.
  EXPECT_EQ(sent_bytes_of_part(64, 4), 192);
  EXPECT_EQ(gather_price(64, 4), (Price{192, 1}));
  // Among one nothing is sent, except to itself.
  EXPECT_EQ(sent_bytes(kAllReduce, 256, 1), 0);
  EXPECT_EQ(sent_bytes_of_part(256, 1), 0);
}

// 2/3 has no finite binary digits: the product comes first.
TEST(Prices, WhatDividesEvenlyIsExact) {
  for (double n : {3.0, 5.0, 6.0, 7.0, 12.0}) {
    for (double part : {1.0, 4.0, 100.0, 3e9}) {
      EXPECT_EQ(sent_bytes(CollectiveKind::kAllGather, part * n, n), part * (n - 1)) << n;
      EXPECT_EQ(sent_bytes(CollectiveKind::kAllReduce, part * n, n), 2 * part * (n - 1)) << n;
    }
  }
}

TEST(Prices, WeightsAddThemUp) {
  const Price price = 2 * collective_price(CollectiveKind::kAllReduce, 256, 4) + gather_price(10, 2);
  EXPECT_EQ(price, (Price{2 * 384 + 10, 3}));
  EXPECT_EQ(kDefaultWeights.of(price), 778 + 3000);
  const PriceWeights bytes_alone{.launch = 0};
  EXPECT_EQ(bytes_alone.of(price), 778);
  EXPECT_EQ(cheaper({100, 2}, {1500, 1}, kDefaultWeights), (Price{100, 2}));
  EXPECT_EQ(cheaper({600, 2}, {1500, 1}, kDefaultWeights), (Price{1500, 1}));
  EXPECT_EQ(cheaper({100, 2}, {1500, 1}, bytes_alone), (Price{100, 2}));
}

TEST(Prices, ElementsArePacked) {
  EXPECT_EQ(packed_bytes(ElementType::kF32), 4);
  EXPECT_EQ(packed_bytes(ElementType::kPred), 1);
  EXPECT_EQ(packed_bytes(ElementType::kS4), .5);
  Context context;
  EXPECT_EQ(bytes_of(context.tensor(ElementType::kS4, std::vector<int64_t>{3})), 1.5);
  EXPECT_EQ(bytes_of(context.token()), 0);
}

// ---- ops

class OpPrices : public testing::Test {
 protected:
  // The op that comes before the return of a function with these arguments.
  const Op& op(const std::string& arguments, const std::string& result, const std::string& body) {
    auto source =
        std::make_shared<const SourceText>("it.mlir", "func.func @main(" + arguments + ") -> " + result + " {\n" +
                                                          body + "\n  return %r : " + result + "\n}\n");
    Diagnostics diagnostics;
    modules_ = driver::read_programs(context_, source, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.render_all();
    return *modules_.at(0)->entry()->body().terminator()->previous();
  }

  Context context_;
  std::vector<std::unique_ptr<Module>> modules_;
};

TEST_F(OpPrices, Dot) {
  const Op& dot = op("%a: tensor<8x16xf32>, %b: tensor<16x32xf32>", "tensor<8x32xf32>",
                     "%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, "
                     "tensor<16x32xf32>) -> tensor<8x32xf32>");
  EXPECT_EQ(matrix_operations(dot), 2 * 8 * 32 * 16);
  EXPECT_EQ(arithmetic_operations(dot), 2 * 8 * 32 * 16);
  EXPECT_EQ(op_work(dot), 2 * 8 * 32 * 16);
  EXPECT_EQ(bytes_read(dot, 0), 8 * 16 * 4);
  EXPECT_EQ(bytes_written(dot), 8 * 32 * 4);
}

TEST_F(OpPrices, Pointwise) {
  const Op& add = op("%a: tensor<8x32xf32>", "tensor<8x32xf32>", "%r = stablehlo.add %a, %a : tensor<8x32xf32>");
  EXPECT_EQ(matrix_operations(add), 0);
  EXPECT_EQ(arithmetic_operations(add), 256);
  EXPECT_EQ(op_work(add), 512);  // what it takes is more than what it gives
  EXPECT_TRUE(run_class(add.kind()).fusible && !run_class(add.kind()).expensive);
  EXPECT_TRUE(run_class(OpKind::kTanh).fusible && run_class(OpKind::kTanh).expensive);
  EXPECT_FALSE(run_class(OpKind::kDotGeneral).fusible);
}

TEST_F(OpPrices, MovementComputesNothing) {
  const Op& transpose = op("%a: tensor<8x32xf32>", "tensor<32x8xf32>",
                           "%r = stablehlo.transpose %a, dims = [1, 0] : (tensor<8x32xf32>) -> tensor<32x8xf32>");
  EXPECT_EQ(arithmetic_operations(transpose), 0);
  EXPECT_EQ(op_work(transpose), 256);
  EXPECT_EQ(bytes_read(transpose, 0) + bytes_written(transpose), 2048);
}

TEST_F(OpPrices, ASliceReadsWhatItGives) {
  const Op& slice = op("%a: tensor<8x32xf32>, %i: tensor<i32>", "tensor<1x32xf32>",
                       "%r = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 32] : (tensor<8x32xf32>, tensor<i32>, "
                       "tensor<i32>) -> tensor<1x32xf32>");
  EXPECT_EQ(bytes_read(slice, 0), 128);
  EXPECT_EQ(bytes_read(slice, 1), 4);
  EXPECT_EQ(bytes_written(slice), 128);
}

TEST_F(OpPrices, AnUpdateWritesWhatItTakes) {
  const Op& update = op("%a: tensor<8x32xf32>, %u: tensor<1x32xf32>, %i: tensor<i32>", "tensor<8x32xf32>",
                        "%r = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<8x32xf32>, tensor<1x32xf32>, "
                        "tensor<i32>, tensor<i32>) -> tensor<8x32xf32>");
  EXPECT_EQ(bytes_read(update, 0), 0);
  EXPECT_EQ(bytes_read(update, 1), 128);
  EXPECT_EQ(bytes_written(update), 128);
}

TEST_F(OpPrices, ACombinerCountsForEachElement) {
  const Op& reduce = op("%a: tensor<8x32xf32>, %z: tensor<f32>", "tensor<8xf32>",
                        "%r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : "
                        "(tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>");
  EXPECT_EQ(arithmetic_operations(reduce), 256);
  EXPECT_EQ(op_work(reduce), 257);  // and the initial value
}

TEST(OpPricesOfKinds, WhatSends) {
  EXPECT_EQ(collective_kind(OpKind::kAllReduce), CollectiveKind::kAllReduce);
  EXPECT_EQ(collective_kind(OpKind::kRaggedAllToAll), CollectiveKind::kAllToAll);
  EXPECT_EQ(collective_kind(OpKind::kCollectiveReduce), CollectiveKind::kBroadcast);
  EXPECT_EQ(collective_kind(OpKind::kSend), CollectiveKind::kPermute);
  EXPECT_EQ(collective_kind(OpKind::kRecv), std::nullopt);
  EXPECT_TRUE(run_class(OpKind::kReshape).passes_on);
  EXPECT_FALSE(run_class(OpKind::kTranspose).passes_on);
}

// ---- seconds

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

}  // namespace
}  // namespace partita::core::cost
