// The examples in the headers of models, as they stand there, with what they presuppose.
#include "../made_up.h"
#include "partita/models/conformer.h"
#include "partita/models/hybrid_moe.h"
#include "partita/models/llama_decode.h"
#include "partita/models/moe_lm.h"
#include "partita/models/staged_transformer.h"
#include "partita/models/stages.h"
#include "partita/models/transformer_lm.h"
#include "partita/models/unet3d.h"
#include "partita/partita.h"

namespace partita {
namespace {

const Tensor kIds = Tensor::spec(s32, {4, 8});

// Example of include/partita/models/transformer_lm.h
TEST(ModelExamples, TransformerLm) {
  models::TransformerConfig config{.layers = 2, .model = 64, .hidden = 256, .heads = 4, .depth = 16, .vocab = 512};
  const auto hints = models::TransformerHints::finalized("x", "y");
  auto loss = [&](const models::TransformerLm& p, Tensor ids, Tensor next) {
    return models::transformer_loss(p, ids, next, config, hints);
  };
  const auto run = compile(trace(loss, models::transformer_specs(config), kIds, kIds), "x=2,y=2");
  EXPECT_EQ(run.argument_sharding(0), Sharding("y,x"));
}

// Example of include/partita/models/moe_lm.h
TEST(ModelExamples, MoeLm) {
  models::MoeConfig config{.base = {.layers = 4, .model = 64}, .experts = 8, .capacity = 16};
  const auto hints = models::MoeLmHints::experts_only("x");
  const auto loss = [&](const models::MoeLm& p, Tensor ids, Tensor next) {
    return models::moe_loss(p, ids, next, config, hints);
  };
  EXPECT_EQ(abstract(loss, models::moe_specs(config), kIds, kIds).type_text(), "f32[]");
}

// Example of include/partita/models/hybrid_moe.h
TEST(ModelExamples, HybridMoe) {
  models::MoeConfig config{.base = {.layers = 4}, .experts = 8, .capacity = 64, .alternate = true};
  const auto f = [&](const models::MoeLm& p, Tensor ids, Tensor next) {
    Tensor loss = models::moe_loss(p, ids, next, config, models::hybrid_hints("x", "y"));
    return loss;
  };
  EXPECT_EQ(abstract(f, models::moe_specs(config), kIds, kIds).type_text(), "f32[]");
}

// Example of include/partita/models/llama_decode.h
TEST(ModelExamples, LlamaDecode) {
  const models::LlamaConfig config;
  const models::LlamaHints hints;
  const auto f = [&](const Key& key, Tensor token, Tensor position) {
    const models::Llama p = models::init_llama(config, key);
    const nn::KvCache caches = models::empty_caches(config, 2);
    auto [next, next_caches] = models::llama_decode(p, caches, token, position, key, config, hints);
    return next;
  };
  EXPECT_EQ(abstract(f, key_of(1), Tensor::spec(s32, {2}), Tensor::spec(s32, {})).type_text(), "s32[2]");
}

// Example of include/partita/models/conformer.h
TEST(ModelExamples, Conformer) {
  const auto f = [](const models::Conformer& p, Tensor x, Tensor y) {
    Tensor loss = models::conformer_loss(p, x, y, {.axis = "l"});
    return loss;
  };
  const Tensor x = Tensor::spec(f32, {4, 1, 6, 64});
  EXPECT_EQ(abstract(f, models::conformer_specs({}), x, x).type_text(), "f32[]");
}

// Example of include/partita/models/staged_transformer.h
TEST(ModelExamples, StagedTransformer) {
  const models::TransformerConfig config{.layers = 4};
  const auto f = [&](const models::TransformerLm& p, Tensor ids, Tensor next) {
    const auto hints = models::staged_hints("x", "y");
    Tensor loss = models::staged_transformer_loss(p, ids, next, config, hints, {.axis = "l"});
    return loss;
  };
  const Tensor ids = Tensor::spec(s32, {4, 2, 8});
  EXPECT_EQ(abstract(f, models::staged_transformer_specs(config, 2), ids, ids).type_text(), "f32[]");
}

struct Weights {
  Tensor layers;
};

// Example of include/partita/models/stages.h
TEST(ModelExamples, Stages) {
  const auto layer = [](Tensor h, Tensor w) { return tanh(einsum("bm,mn->bn", {h, w})); };
  const auto f = [&](const Weights& params, Tensor x) {
    Tensor h = models::through_stages(layer, params.layers, x, {.axis = "l"});
    return h;
  };
  EXPECT_EQ(abstract(f, Weights{Tensor::spec(f32, {2, 3, 4, 4})}, Tensor::spec(f32, {6, 5, 4})).type_text(),
            "f32[6,5,4]");
}

// Example of include/partita/models/unet3d.h
TEST(ModelExamples, Unet3d) {
  const auto f = [](const models::Unet3d& p, Tensor volume, Tensor classes) {
    Tensor loss = models::unet3d_loss(p, volume, classes, "d,s,-,-,-");
    return loss;
  };
  EXPECT_EQ(
      abstract(f, models::unet3d_specs({}), Tensor::spec(f32, {2, 16, 16, 16, 1}), Tensor::spec(s32, {2, 16, 16, 16}))
          .type_text(),
      "f32[]");
}

}  // namespace
}  // namespace partita
