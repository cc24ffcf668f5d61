// Models that are pipelines against the sequence of their layers, and U-Nets and others on devices against one device.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "partita/models/conformer.h"
#include "partita/models/lstm.h"
#include "partita/models/pipeline_lm.h"
#include "partita/models/resnet.h"
#include "partita/models/staged_transformer.h"
#include "partita/models/unet3d.h"
#include "partita/nn/attention.h"
#include "partita/nn/ring_attention.h"
#include "partita/partita.h"

namespace partita {
namespace {

Tensor random(std::uint64_t seed, const Shape& shape) {
  return evaluate([&](const Key& key) { return normal(key, f32, shape); }, key_of(seed));
}

void expect_close(const std::vector<Tensor>& got, const std::vector<Tensor>& wanted, double tolerance = 2e-4) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t leaf = 0; leaf < got.size(); ++leaf) {
    ASSERT_EQ(got[leaf].type_text(), wanted[leaf].type_text());
    const std::vector<double> a = got[leaf].to_doubles(), b = wanted[leaf].to_doubles();
    double scale = 1e-3;
    for (double each : b) scale = std::max(scale, std::abs(each));
    for (size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], tolerance * scale) << "leaf " << leaf;
  }
}

// The loss and its gradient on the mesh are those on one device.
template <typename Loss, typename P, typename... Rest>
void expect_same_on(const Mesh& mesh, const Loss& loss, const P& p, const Rest&... rest) {
  const auto step = [&](const P& q, const Rest&... in) { return value_and_grad(loss)(q, in...); };
  expect_close(leaves(compile(trace(step, p, rest...), mesh)(p, rest...)), leaves(evaluate(step, p, rest...)));
}

const models::ConformerConfig kConformer = {
    .stages = 2, .layers = 2, .model = 8, .hidden = 16, .heads = 2, .depth = 4, .reach = 3};

TEST(Conformer, AsAPipelineIsTheSequenceOfItsLayers) {
  const models::Conformer p = evaluate([](const Key& key) { return init_conformer(kConformer, key); }, key_of(1));
  const Tensor x = random(2, {3, 2, 5, 8}), y = random(3, {3, 2, 5, 8});
  for (bool circular : {false, true}) {
    SCOPED_TRACE(circular);
    const auto loss = [&](const models::Conformer& q, Tensor in, Tensor out) {
      return conformer_loss(q, in, out, {.axis = "l", .circular = circular});
    };
    const auto plain = [&](const models::Conformer& q, Tensor in, Tensor out) {
      Tensor h = reshape(in, {6, 5, 8});
      for (int i = 0; i < 4; ++i) {
        const int stage = circular ? i % 2 : i / 2, layer = circular ? i / 2 : i % 2;
        h = conformer_layer(h, map(q.layers, [&](const Tensor& w) { return row(row(w, stage), layer); }));
      }
      return mean(square(h - reshape(out, {6, 5, 8})));
    };
    const auto step = [&](const auto& f) {
      return [&f](const models::Conformer& q, Tensor in, Tensor out) { return value_and_grad(f)(q, in, out); };
    };
    expect_close(leaves(evaluate(step(loss), p, x, y)), leaves(evaluate(step(plain), p, x, y)));
    expect_same_on("l=2", loss, p, x, y);
  }
}

TEST(StagedTransformer, HasTheLossOfTheOneWithoutStages) {
  const models::TransformerConfig config = {.layers = 4, .model = 8, .hidden = 16, .heads = 2, .depth = 4, .vocab = 16};
  const auto ids_of = [](std::uint64_t seed) {
    return evaluate([](const Key& key) { return convert(uniform(key, f32, {4, 2, 4}) * 16, s32); }, key_of(seed));
  };
  const Tensor ids = ids_of(4), next = ids_of(5);
  const models::TransformerLm staged =
      evaluate([&](const Key& key) { return init_staged_transformer(config, 2, key); }, key_of(6));
  const models::TransformerLm plain =
      evaluate([&](const Key& key) { return init_transformer(config, key); }, key_of(6));
  const auto loss = [&](const models::TransformerLm& p, Tensor in, Tensor out) {
    return staged_transformer_loss(p, in, out, config, models::staged_hints("x", "y"), {.axis = "l"});
  };
  const auto without = [&](const models::TransformerLm& p, Tensor in, Tensor out) {
    return transformer_loss(p, reshape(in, {8, 4}), reshape(out, {8, 4}), config);
  };
  expect_close({evaluate(loss, staged, ids, next)}, {evaluate(without, plain, ids, next)});
  expect_same_on("l=2,x=2,y=2", loss, staged, ids, next);
}

// Layers one by one, or all of a stage: what is computed again is the same, and so are gradients.
TEST(StagedTransformer, StagesComputeAgainAsAWhole) {
  const models::TransformerConfig config = {.layers = 4, .model = 8, .hidden = 16, .heads = 2, .depth = 4, .vocab = 16};
  const Tensor ids =
      evaluate([](const Key& key) { return convert(uniform(key, f32, {4, 2, 4}) * 16, s32); }, key_of(4));
  const models::TransformerLm p =
      evaluate([&](const Key& key) { return init_staged_transformer(config, 2, key); }, key_of(6));
  const auto gradients = [&](const models::Stages& stages) {
    return [&config, stages](const models::TransformerLm& q, Tensor in) {
      const auto loss = [&](const models::TransformerLm& r, Tensor x) {
        return staged_transformer_loss(r, x, x, config, models::staged_hints("x", "y"), stages);
      };
      return grad(loss)(q, in);
    };
  };
  const models::Stages one_by_one{.axis = "l"}, whole{.axis = "l", .save = Save::kDots, .whole = true};
  expect_close(leaves(evaluate(gradients(whole), p, ids)), leaves(evaluate(gradients(one_by_one), p, ids)));
}

TEST(PipelineLm, OnDevices) {
  const models::PipelineLm p = {random(7, {2, 2, 8, 16}), random(8, {2, 2, 16, 8})};
  const auto loss = [](const models::PipelineLm& q, Tensor x) { return pipeline_lm_loss(q, x, {.microbatches = 4}); };
  expect_same_on("p=2,d=2", loss, p, random(9, {8, 3, 8}));
}

// States from stage to stage, the last stage's results and their cotangents, gradients of weights, the loss; no example
// is moved to its microbatch.
TEST(PipelineLm, SendsWhatStagesHandOnAndNothingBefore) {
  const models::PipelineLm p = {Tensor::spec(f32, {4, 2, 8, 16}), Tensor::spec(f32, {4, 2, 16, 8})};
  const auto step = [](const models::PipelineLm& q, Tensor x) {
    return value_and_grad([](const models::PipelineLm& r, Tensor y) { return pipeline_lm_loss(r, y); })(q, x);
  };
  const auto compiled = compile(trace(step, p, Tensor::spec(f32, {32, 3, 8})), "p=4,d=2",
                                {.strict = true, .objective = Objective::kBytes});
  const double state = 32 / 8 / 2 * 3 * 8 * 4, ticks = 11, weights = 2 * 2 * 8 * 16 * 4;
  EXPECT_LE(compiled.report().wire_bytes, 2 * ticks * state + 2 * 0.75 * 8 * state + weights + 16)
      << compiled.report_table();
}

TEST(Unet3d, DividedInBatchAndSpace) {
  const models::UnetConfig config = {.levels = 2, .features = 2};
  const models::Unet3d p = evaluate([&](const Key& key) { return init_unet3d(config, key); }, key_of(10));
  const auto labels = [](const Key& key) { return convert(uniform(key, f32, {2, 4, 4, 4}) * 3, s32); };
  const auto loss = [](const models::Unet3d& q, Tensor x, Tensor y) { return unet3d_loss(q, x, y, "d,s,-,-,-"); };
  expect_same_on("d=2,s=2", loss, p, random(11, {2, 4, 4, 4, 1}), evaluate(labels, key_of(12)));
  const auto shape =
      abstract([](const models::Unet3d& q, Tensor x) { return unet3d(q, x); }, p, Tensor::spec(f32, {2, 4, 4, 4, 1}));
  EXPECT_EQ(shape.shape(), Shape({2, 4, 4, 4, 3}));
}

TEST(RingAttention, IsAttention) {
  const Tensor q = random(1, {2, 8, 2, 4}), k = random(2, {2, 8, 2, 4}), v = random(3, {2, 8, 2, 4});
  for (bool causal : {false, true}) {
    const auto loss = [&](bool ring) {
      return [ring, causal](const std::array<Tensor, 3>& all) {
        const auto& [a, b, c] = all;
        const Tensor y = ring ? nn::ring_attention(shard(a, "-,x,-,-"), b, c, {"x", 4, causal})
                              : nn::attention(a, b, c, {.causal = causal});
        return sum(sin(y));
      };
    };
    const auto step = [&](bool ring) {
      return [f = loss(ring)](const std::array<Tensor, 3>& all) { return value_and_grad(f)(all); };
    };
    const std::array<Tensor, 3> in = {q, k, v};
    const auto compiled = compile(trace(step(true), in), "x=4,y=2", {.objective = Objective::kBytes});
    expect_close(leaves(compiled(in)), leaves(evaluate(step(false), in)));
    for (const Collective& each : compiled.report().collectives) {
      EXPECT_TRUE(each.kind == "collective-permute" || each.bytes < 16) << each.kind << " " << each.cause;
    }
  }
}

TEST(SmallModels, OnDevices) {
  const auto images = [](const Key& key) { return convert(uniform(key, f32, {2}) * 3, s32); };
  const models::Resnet resnet = {random(1, {3, 3, 4, 4}), random(2, {3, 3, 4, 4}), random(3, {3, 3, 4, 4}),
                                 random(4, {3, 3, 4, 4}), random(5, {1, 1, 4, 4}), random(6, {4, 3}),
                                 random(7, {7, 7, 3, 4})};
  expect_same_on(
      "x=2", [](const models::Resnet& p, Tensor x, Tensor y) { return resnet_loss(p, x, y, "-,x,-,-"); }, resnet,
      random(8, {2, 16, 16, 3}), evaluate(images, key_of(9)));
  const models::SmallUnet3d unet = {random(1, {3, 3, 3, 1, 2}), random(2, {3, 3, 3, 2, 2}), random(3, {3, 3, 3, 2, 2}),
                                    random(4, {3, 3, 3, 2, 2}), random(5, {3, 3, 3, 4, 2}), random(6, {1, 1, 1, 2, 2}),
                                    random(7, {2, 2, 2, 2, 2})};
  expect_same_on(
      "x=2,y=2",
      [](const models::SmallUnet3d& p, Tensor x, Tensor y) { return small_unet3d_loss(p, x, y, "x,y,-,-,-"); }, unet,
      random(8, {2, 8, 4, 4, 1}), random(9, {2, 8, 4, 4, 2}));
  const nn::Lstm lstm = {random(1, {16}), random(2, {4, 16}), random(3, {3, 16})};
  expect_same_on(
      "x=4", [](const nn::Lstm& p, Tensor x, Tensor y) { return models::lstm_loss(p, x, y, {.gates = "x"}); }, lstm,
      random(4, {3, 2, 3}), random(5, {3, 2, 4}));
}

}  // namespace
}  // namespace partita
