// The price list against values worked out by hand.
#include "cost/prices.h"

#include <gtest/gtest.h>

#include "cost/op_prices.h"
#include "cost/run_class.h"
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
  const Op& op(const std::string& arguments, const std::string& result, const std::string& body,
               const std::string& returned = "%r") {
    auto source =
        std::make_shared<const SourceText>("it.mlir", "func.func @main(" + arguments + ") -> " + result + " {\n" +
                                                          body + "\n  return " + returned + " : " + result + "\n}\n");
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

TEST_F(OpPrices, TermsOfADotAreThoseOfAllContractedDimensions) {
  const Op& dot = op("%a: tensor<3x5x8xf32>, %b: tensor<3x5x32xf32>", "tensor<8x32xf32>",
                     "%r = stablehlo.dot_general %a, %b, contracting_dims = [0, 1] x [0, 1] : (tensor<3x5x8xf32>, "
                     "tensor<3x5x32xf32>) -> tensor<8x32xf32>");
  EXPECT_EQ(matrix_operations(dot), 2 * 8 * 32 * 3 * 5);
}

// For each output 3 * 3 places of 4 features.
TEST_F(OpPrices, Convolution) {
  const Op& convolution =
      op("%x: tensor<8x16x16x4xf32>, %k: tensor<3x3x4x6xf32>", "tensor<8x14x14x6xf32>",
         "%r = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} "
         "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x16x16x4xf32>, tensor<3x3x4x6xf32>) "
         "-> tensor<8x14x14x6xf32>");
  EXPECT_EQ(matrix_operations(convolution), 2 * (8 * 14 * 14 * 6) * (3 * 3 * 4));
  EXPECT_EQ(arithmetic_operations(convolution), matrix_operations(convolution));
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

// A body that adds 4 elements; `inputs` along 6 places, if there are any, and `outputs`, if there are any.
TEST_F(OpPrices, AScanRunsItsBodyForEachPlace) {
  auto scan = [&](bool inputs, bool outputs) {
    const std::string body = std::string("({\n^bb0(") + (inputs ? "%i: tensor<4xf32>, " : "") +
                             "%b: tensor<4xf32>):\n%s = stablehlo.add %b, %b : tensor<4xf32>\nstablehlo.return " +
                             (outputs ? "%s, %s : tensor<4xf32>, tensor<4xf32>\n})" : "%s : tensor<4xf32>\n})");
    const std::string counts = std::string("operandSegmentSizes = array<i32: ") + (inputs ? "1" : "0") +
                               ", 1>, resultSegmentSizes = array<i32: " + (outputs ? "1" : "0") + ", 1>}> ";
    return arithmetic_operations(op("%x: tensor<4x6xf32>, %c: tensor<4xf32>", "tensor<4xf32>",
                                    std::string(outputs ? "%r:2" : "%r") + " = \"chlo.scan\"(" +
                                        (inputs ? "%x, " : "") + "%c) <{dimension = 1 : i64, " + counts + body +
                                        " : (" + (inputs ? "tensor<4x6xf32>, " : "") + "tensor<4xf32>) -> " +
                                        (outputs ? "(tensor<4x6xf32>, tensor<4xf32>)" : "tensor<4xf32>"),
                                    outputs ? "%r#1" : "%r"));
  };
  EXPECT_EQ(scan(true, true), 4 * 6);
  EXPECT_EQ(scan(true, false), 4 * 6);
  EXPECT_EQ(scan(false, true), 4 * 6);  // what comes out says how long it is
  EXPECT_EQ(scan(false, false), 0);     // nothing does
}

// A line of 32 takes 5 comparisons for each element, one of 8 takes 3.
TEST_F(OpPrices, ASortComparesAlongItsDimension) {
  auto sort = [&](const std::string& attributes) {
    return arithmetic_operations(
        op("%a: tensor<8x32xf32>", "tensor<8x32xf32>",
           "%r = \"stablehlo.sort\"(%a) " + attributes +
               " ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%c = stablehlo.compare LT, %x, %y : (tensor<f32>, "
               "tensor<f32>) -> tensor<i1>\nstablehlo.return %c : tensor<i1>\n}) : (tensor<8x32xf32>) -> "
               "tensor<8x32xf32>"));
  };
  EXPECT_EQ(sort("<{dimension = 1 : i64}>"), 256 * 5);
  EXPECT_EQ(sort("<{dimension = -1 : i64}>"), 256 * 5);
  EXPECT_EQ(sort("<{dimension = 0 : i64}>"), 256 * 3);
  EXPECT_EQ(sort(""), 256 * 5);  // the last
}

// Windows of 2 by 3 on 4 by 4 places: one addition, or two ops that choose and one that adds.
TEST_F(OpPrices, AWindowCombinesItsPlaces) {
  const std::string add =
      "({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%s = stablehlo.add %x, %y : tensor<f32>\n"
      "stablehlo.return %s : tensor<f32>\n})";
  const Op& sums =
      op("%a: tensor<8x12xf32>, %z: tensor<f32>", "tensor<4x4xf32>",
         "%r = \"stablehlo.reduce_window\"(%a, %z) <{window_dimensions = array<i64: 2, 3>, window_strides = "
         "array<i64: 2, 3>}> " +
             add + " : (tensor<8x12xf32>, tensor<f32>) -> tensor<4x4xf32>");
  EXPECT_EQ(arithmetic_operations(sums), (4 * 4) * (2 * 3));
  EXPECT_EQ(op_work(sums), (4 * 4) * (2 * 3));
  const Op& scatter =
      op("%a: tensor<8x12xf32>, %u: tensor<4x4xf32>, %z: tensor<f32>", "tensor<8x12xf32>",
         "%r = \"stablehlo.select_and_scatter\"(%a, %u, %z) <{window_dimensions = array<i64: 2, 3>, window_strides = "
         "array<i64: 2, 3>}> ({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%l = stablehlo.compare LT, %x, %y : "
         "(tensor<f32>, tensor<f32>) -> tensor<i1>\n%g = stablehlo.not %l : tensor<i1>\nstablehlo.return %g : "
         "tensor<i1>\n}, " +
             add.substr(1) + " : (tensor<8x12xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<8x12xf32>");
  EXPECT_EQ(arithmetic_operations(scatter), (4 * 4) * (2 * 3 * 2 + 1));
}

TEST_F(OpPrices, AScatterCombinesEachUpdate) {
  const Op& scatter =
      op("%a: tensor<8x32xf32>, %i: tensor<2x1xi32>, %u: tensor<2x32xf32>", "tensor<8x32xf32>",
         "%r = \"stablehlo.scatter\"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = "
         "[1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
         "^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%s = stablehlo.add %x, %y : tensor<f32>\n"
         "stablehlo.return %s : tensor<f32>\n}) : (tensor<8x32xf32>, tensor<2x1xi32>, tensor<2x32xf32>) -> "
         "tensor<8x32xf32>");
  EXPECT_EQ(arithmetic_operations(scatter), 2 * 32);
  EXPECT_EQ(bytes_read(scatter, 0), 0);
  EXPECT_EQ(bytes_written(scatter), 2 * 32 * 4);
}

TEST_F(OpPrices, LinearAlgebra) {
  EXPECT_EQ(arithmetic_operations(op("%a: tensor<5x6x6xf32>", "tensor<5x6x6xf32>",
                                     "%r = stablehlo.cholesky %a, lower = true : tensor<5x6x6xf32>")),
            5 * 6 * 6 * 6 / 3);
  EXPECT_EQ(arithmetic_operations(
                op("%a: tensor<6x6xf32>, %b: tensor<6x4xf32>", "tensor<6x4xf32>",
                   "%r = \"stablehlo.triangular_solve\"(%a, %b) <{left_side = true, lower = true, transpose_a = "
                   "#stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<6x6xf32>, tensor<6x4xf32>) "
                   "-> tensor<6x4xf32>")),
            6 * 4 * 6);
  // Butterflies of 5 operations, as often as 16 can be halved; of the two sides the larger.
  EXPECT_EQ(arithmetic_operations(op("%a: tensor<3x16xf32>", "tensor<3x9xcomplex<f32>>",
                                     "%r = stablehlo.fft %a, type = RFFT, length = [16] : (tensor<3x16xf32>) -> "
                                     "tensor<3x9xcomplex<f32>>")),
            5 * 3 * 16 * 4);
}

TEST_F(OpPrices, ABatchNormGoesOverTheBatch) {
  const Op& norm = op("%x: tensor<2x8x3xf32>, %g: tensor<3xf32>", "tensor<2x8x3xf32>",
                      "%r:3 = \"stablehlo.batch_norm_training\"(%x, %g, %g) <{epsilon = 1.0e-3 : f32, feature_index = "
                      "2 : i64}> : (tensor<2x8x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x8x3xf32>, "
                      "tensor<3xf32>, tensor<3xf32>)",
                      "%r#0");
  EXPECT_EQ(arithmetic_operations(norm), 8 * (2 * 8 * 3));
  EXPECT_EQ(op_work(norm), 2 * 8 * 3 + 3 + 3);
  EXPECT_EQ(op_work(*norm.next()), 0);  // a return gives nothing
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

}  // namespace
}  // namespace partita::core::cost
