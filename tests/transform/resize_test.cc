// Programs with another batch size give what programs give that were written so.
#include "transform/resize/resize.h"

#include <gtest/gtest.h>

#include <cmath>

#include "../parsed_program.h"
#include "partita/models/lstm.h"
#include "partita/models/mlp.h"
#include "partita/models/resnet.h"
#include "partita/models/transformer_lm.h"
#include "partita/optim/accumulate.h"
#include "partita/optim/train_step.h"
#include "partita/partita.h"

namespace partita::core::transform {
namespace {

std::string resized_text(const std::string& text, ArgumentDim batch, int64_t size) {
  ParsedProgram program(text.c_str());
  const auto changed = resize_batch(*program.module, *program.entry, batch, size);
  EXPECT_TRUE(changed.ok()) << render(changed.error().diagnostic);
  return driver::write_program(*program.module, CompileOptions()).value();
}

std::string refusal(const std::string& text, ArgumentDim batch, int64_t size) {
  ParsedProgram program(text.c_str());
  const auto changed = resize_batch(*program.module, *program.entry, batch, size);
  return changed.ok() ? "none" : render(changed.error().diagnostic);
}

// make(b) is the program with a batch of b.
template <typename Make>
void expect_as_written(const Make& make, ArgumentDim batch, int64_t from, int64_t to) {
  const Program small = make(from), written = make(to);
  const std::string text = small.text(Format::kStableHlo);
  const Program resized = Program::parse(resized_text(text, batch, to));
  const auto arguments = resized.arguments(), expected_arguments = written.arguments();
  ASSERT_EQ(arguments.size(), expected_arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    ASSERT_EQ(arguments[i].type.type_text(), expected_arguments[i].type.type_text()) << i;
  }
  const std::vector<Tensor> given = written.random_arguments(7);
  const std::vector<Tensor> results = evaluate(resized, given), expected = evaluate(written, given);
  ASSERT_EQ(results.size(), expected.size());
  for (size_t i = 0; i < results.size(); ++i) {
    ASSERT_EQ(results[i].shape(), expected[i].shape()) << i;
    const std::vector<double> a = results[i].to_doubles(), b = expected[i].to_doubles();
    for (size_t k = 0; k < a.size(); ++k) ASSERT_NEAR(a[k], b[k], 1e-6 * (1 + std::fabs(b[k]))) << i << " " << k;
  }
}

TEST(ResizeBatch, OfATransformersGradient) {
  const models::TransformerConfig config{.layers = 2, .model = 16, .hidden = 32, .heads = 2, .depth = 8, .vocab = 24};
  const auto make = [&](int64_t batch) -> Program {
    auto loss = [&](const models::TransformerLm& p, const Tensor& ids, const Tensor& next) {
      return models::transformer_loss(p, ids, next, config, models::TransformerHints::finalized("x", "y"));
    };
    const Tensor ids = Tensor::spec(s32, {batch, 6});
    return trace(value_and_grad(loss), models::transformer_specs(config), ids, ids);
  };
  const int ids = static_cast<int>(make(4).arguments().size()) - 2;
  expect_as_written(make, {ids, 0}, 4, 12);
  expect_as_written(make, {ids, 0}, 16, 2);  // as many as the model has dimensions, and fewer
  expect_as_written(make, {ids, 0}, 4, 4);   // no change is one, too
}

TEST(ResizeBatch, OfConvolutionsAndTheirGradients) {
  const auto make = [](int64_t batch) -> Program {
    auto spec = [](const Shape& shape) { return Tensor::spec(f32, shape); };
    const models::Resnet p = {spec({3, 3, 4, 4}), spec({3, 3, 4, 4}), spec({3, 3, 4, 6}), spec({3, 3, 6, 6}),
                              spec({1, 1, 4, 6}), spec({6, 5}),       spec({7, 7, 3, 4})};
    auto loss = [](const models::Resnet& w, const Tensor& image, const Tensor& labels) {
      return models::resnet_loss(w, image, labels);
    };
    return trace(value_and_grad(loss), p, spec({batch, 8, 8, 3}), Tensor::spec(s32, {batch}));
  };
  expect_as_written(make, {7, 0}, 2, 6);
  expect_as_written(make, {8, 0}, 4, 3);
}

TEST(ResizeBatch, OfAPerceptronsMean) {
  const auto make = [](int64_t batch) -> Program {
    auto loss = [](const models::Mlp& p, const Tensor& x) { return mean(square(models::mlp(p, x))); };
    const auto params = abstract([](const Key& key) { return models::init_mlp({8, 16, 8}, key); }, key_of(1));
    return trace(value_and_grad(loss), params, Tensor::spec(f32, {batch, 8}));
  };
  const int x = static_cast<int>(make(4).arguments().size()) - 1;
  expect_as_written(make, {x, 0}, 4, 10);
  expect_as_written(make, {x, 0}, 8, 1);  // of the model's own size, which is none of its business
}

TEST(ResizeBatch, OfALoopOverSteps) {
  const auto make = [](int64_t batch) -> Program {
    auto spec = [](const Shape& shape) { return Tensor::spec(f32, shape); };
    const nn::Lstm w = {spec({16}), spec({4, 16}), spec({3, 16})};
    auto loss = [](const nn::Lstm& p, const Tensor& xs, const Tensor& ys) { return models::lstm_loss(p, xs, ys); };
    return trace(value_and_grad(loss), w, spec({5, batch, 3}), spec({5, batch, 4}));
  };
  expect_as_written(make, {3, 1}, 4, 6);
}

TEST(ResizeBatch, OfALoopOverPartsOfIt) {
  const auto make = [](int64_t batch) -> Program {
    auto loss = [](const Tensor& w, const Tensor& x, const Tensor& y) {
      return mean(square(einsum("bi,ij->bj", {x, w}) - y));
    };
    const Tensor x = Tensor::spec(f32, {batch, 3});
    return trace(optim::accumulated(loss, 4), Tensor::spec(f32, {3, 3}), x, x);
  };
  expect_as_written(make, {1, 0}, 8, 24);
}

TEST(ResizeBatch, MergesAndSplitsDimensions) {
  const char* text = R"(
func.func @main(%x: tensor<4x6x5xf32>, %w: tensor<5x4xf32>) -> (tensor<4x6x4xf32>, tensor<6x4x4xf32>) {
  %0 = stablehlo.reshape %x : (tensor<4x6x5xf32>) -> tensor<24x5xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<24x5xf32>, tensor<5x4xf32>) -> tensor<24x4xf32>
  %2 = stablehlo.reshape %1 : (tensor<24x4xf32>) -> tensor<4x6x4xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<4x6x4xf32>) -> tensor<6x4x4xf32>
  return %2, %3 : tensor<4x6x4xf32>, tensor<6x4x4xf32>
}
)";
  const std::string outer = resized_text(text, {0, 0}, 10), inner = resized_text(text, {0, 1}, 3);
  EXPECT_NE(outer.find("-> (tensor<10x6x4xf32>, tensor<6x10x4xf32>)"), std::string::npos) << outer;
  EXPECT_NE(outer.find("tensor<60x5xf32>"), std::string::npos) << outer;
  EXPECT_NE(inner.find("-> (tensor<4x3x4xf32>, tensor<3x4x4xf32>)"), std::string::npos) << inner;
}

TEST(ResizeBatch, LeavesConstantsOfOtherDimensionsAlone) {
  // One constant of 8 x 8 for a batch of 8 and for a model of 8.
  const std::string text = resized_text(R"(
func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<8x8xf32>
  %0 = stablehlo.add %x, %one : tensor<8x8xf32>
  %1 = stablehlo.add %w, %one : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
)",
                                        {0, 0}, 2);
  EXPECT_NE(text.find("-> (tensor<2x8xf32>, tensor<8x8xf32>)"), std::string::npos) << text;
}

TEST(ResizeBatch, PartsOfABatchGrowAndNotTheirNumber) {
  const char* text = R"(
func.func @main(%x: tensor<12x5xf32>) -> (tensor<3x4x5xf32>, tensor<12x5xf32>) {
  %0 = stablehlo.reshape %x : (tensor<12x5xf32>) -> tensor<3x4x5xf32>
  %1 = stablehlo.reshape %0 : (tensor<3x4x5xf32>) -> tensor<12x5xf32>
  return %0, %1 : tensor<3x4x5xf32>, tensor<12x5xf32>
}
)";
  const std::string resized = resized_text(text, {0, 0}, 24);
  EXPECT_NE(resized.find("-> (tensor<3x8x5xf32>, tensor<24x5xf32>)"), std::string::npos) << resized;
  EXPECT_EQ(refusal(text, {0, 0}, 16),
            "partita: error: the batch cannot change: %x has the 12 of it in 3 parts of 4, which 16 does not divide "
            "into; take a multiple of 3 [P500]\n");
}

TEST(ResizeBatch, NamesTheOpThatCannot) {
  const auto program = [](const std::string& op, const std::string& type) {
    return "func.func @main(%x: tensor<4x5xf32>, %i: tensor<i32>) -> " + type +
           " {\n  %zero = stablehlo.constant "
           "dense<0> : tensor<i32>\n  %0 = " +
           op + "\n  return %0 : " + type + "\n}\n";
  };
  struct Case {
    const char *op, *type, *message;
  };
  for (const Case& c : {
           Case{"stablehlo.slice %x [0:2, 0:5] : (tensor<4x5xf32>) -> tensor<2x5xf32>", "tensor<2x5xf32>",
                "slice cannot have another batch: it takes a part of it"},
           Case{
               "stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 5] : (tensor<4x5xf32>, tensor<i32>, tensor<i32>) -> "
               "tensor<1x5xf32>",
               "tensor<1x5xf32>", "dynamic_slice cannot have another batch: it takes elements of it by their index"},
           Case{"stablehlo.concatenate %x, %x, dim = 0 : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<8x5xf32>",
                "tensor<8x5xf32>", "concatenate cannot have another batch"},
       }) {
    const std::string said = refusal(program(c.op, c.type), {0, 0}, 6);
    EXPECT_NE(said.find(c.message), std::string::npos) << said;
    EXPECT_NE(said.find("it.mlir:3:"), std::string::npos) << said;
  }
  // What a constant holds is not known for other elements.
  const std::string data = refusal(R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.add %x, %c : tensor<2xf32>
  return %0 : tensor<2xf32>
}
)",
                                   {0, 0}, 4);
  EXPECT_NE(data.find("constant cannot have another batch: it holds data along it"), std::string::npos) << data;
}

TEST(ResizeBatch, TheBatchIsWhatIntegersBeginWith) {
  ParsedProgram program(R"(
func.func @main(%w: tensor<8x5xf32>, %key: tensor<2xui32>, %ids: tensor<4x6xi32>, %next: tensor<4x6xi32>) -> tensor<4x6xi32> {
  return %ids : tensor<4x6xi32>
}
)");
  EXPECT_EQ(guess_batch(*program.entry).value(), (ArgumentDim{2, 0}));
  ParsedProgram two(
      "func.func @main(%a: tensor<4xi32>, %b: tensor<5xi32>) -> tensor<4xi32> { return %a : tensor<4xi32> }");
  EXPECT_FALSE(guess_batch(*two.entry).ok());
  ParsedProgram none("func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }");
  EXPECT_FALSE(guess_batch(*none.entry).ok());
}

}  // namespace
}  // namespace partita::core::transform
