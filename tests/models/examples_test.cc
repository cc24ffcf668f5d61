// The examples in the headers of models, as they stand there, with what they presuppose.
#include "../made_up.h"
#include "partita/models/hybrid_moe.h"
#include "partita/models/llama_decode.h"
#include "partita/models/moe_lm.h"
#include "partita/models/transformer_lm.h"
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

}  // namespace
}  // namespace partita
