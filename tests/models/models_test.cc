// Models on meshes give what they give on one device, whatever their hints; none of their ops is gathered.
#include "../made_up.h"
#include "partita/models/hybrid_moe.h"
#include "partita/models/llama_decode.h"
#include "partita/models/mlp.h"
#include "partita/models/moe_lm.h"
#include "partita/models/transformer_lm.h"
#include "partita/optim/adamw.h"
#include "partita/optim/train_step.h"
#include "partita/partita.h"

namespace partita {
namespace {

using models::MoeConfig;
using models::MoeLmHints;
using models::TransformerConfig;
using models::TransformerHints;

const TransformerConfig kSmall = {.layers = 2, .model = 8, .hidden = 16, .heads = 4, .depth = 4, .vocab = 12};
const optim::AdamW kAdam{.rate = 0.1, .correct_bias = false};

Tensor some_ids(int shift) {
  std::vector<std::int32_t> ids;
  for (int i = 0; i < 4 * 6; ++i) ids.push_back((i * 5 + shift) % 12);
  return Tensor::of({4, 6}, ids);
}

// The step of a model on a mesh and on one device.
template <typename Params, typename Loss>
void expect_same_on(const char* mesh, const Params& p, const Loss& loss) {
  const auto step = optim::train_step(loss, kAdam);
  const auto state = evaluate([](const Params& x) { return kAdam.init(x); }, p);
  const Tensor ids = some_ids(0), next = some_ids(1);
  const auto run = compile(trace(step, p, state, ids, next), mesh, {.strict = true});
  const auto [l, q, s] = run(p, state, ids, next);
  const auto [wanted, r, t] = evaluate(step, p, state, ids, next);
  EXPECT_NEAR(l.item(), wanted.item(), 1e-4);
  const std::vector<Tensor> got = leaves(q), all = leaves(r);
  for (size_t i = 0; i < got.size(); ++i) expect_near(got[i].to_doubles(), all[i].to_doubles(), 5e-3);
}

TEST(TransformerLm, AllHintsGiveTheSame) {
  const auto p = evaluate([](const Key& key) { return models::init_transformer(kSmall, key); }, key_of(1));
  const std::pair<const char*, TransformerHints> all[] = {
      {"x=4", TransformerHints::data_parallel("x")},     {"x=4", TransformerHints::fsdp("x")},
      {"x=2,y=2", TransformerHints::megatron("x", "y")}, {"x=2,y=2", TransformerHints::attempt1("x", "y")},
      {"x=2,y=2", TransformerHints::attempt2("x", "y")}, {"x=2,y=2", TransformerHints::finalized("x", "y")},
  };
  for (const auto& [mesh, hints] : all) {
    expect_same_on(mesh, p, [&](const models::TransformerLm& w, Tensor ids, Tensor next) {
      return models::transformer_loss(w, ids, next, kSmall, hints);
    });
  }
}

TEST(TransformerLm, WhatIsKeptChangesNothing) {
  const auto p = evaluate([](const Key& key) { return models::init_transformer(kSmall, key); }, key_of(1));
  const auto slope = [&](const TransformerConfig& config) {
    const auto loss = [&](const models::TransformerLm& w, Tensor ids, Tensor next) {
      return models::transformer_loss(w, ids, next, config);
    };
    const auto f = [&](const models::TransformerLm& w, Tensor ids, Tensor next) { return grad(loss)(w, ids, next); };
    return evaluate(f, p, some_ids(0), some_ids(1)).layers.ffn.in.to_doubles();
  };
  const Doubles wanted = slope(kSmall);
  for (const Save& save : {Save(Save::kNothing), models::save_products(), models::save_products(true)}) {
    TransformerConfig config = kSmall;
    config.remat = save;
    expect_near(slope(config), wanted);
  }
}

TEST(TransformerLm, LearnsInFewBits) {
  TransformerConfig config = kSmall;
  config.type = bf16;
  config.convert_once = true;
  const auto p = evaluate([&](const Key& key) { return models::init_transformer(config, key); }, key_of(1));
  const auto loss = [&](const models::TransformerLm& w, Tensor ids, Tensor next) {
    return models::transformer_loss(w, ids, next, config, TransformerHints::finalized("x", "y"));
  };
  const optim::AdamW adam{.rate = 0.02};
  const auto state = evaluate([&](const models::TransformerLm& x) { return adam.init(x); }, p);
  const auto run = compile(trace(optim::train_step(loss, adam), p, state, some_ids(0), some_ids(1)), "x=2,y=2");
  auto [l, q, s] = run(p, state, some_ids(0), some_ids(1));
  EXPECT_NEAR(l.item(), std::log(12), 1.5);
  for (int i = 0; i < 20; ++i) std::tie(l, q, s) = run(q, s, some_ids(0), some_ids(1));
  EXPECT_LT(l.item(), 0.5);
}

TEST(TransformerLm, SpecsOfModelsThatFitNowhere) {
  const TransformerConfig config = {
      .layers = 128, .model = 16384, .hidden = 131072, .heads = 256, .depth = 256, .vocab = 32000};
  double count = 0;
  for (const Tensor& leaf : leaves(models::transformer_specs(config)))
    count += static_cast<double>(leaf.num_elements());
  EXPECT_EQ(count, 1100040126464.0);
}

TEST(MoeLm, OnMeshes) {
  const MoeConfig plain = {.base = kSmall, .experts = 4, .capacity = 3};
  MoeConfig both = plain;
  both.alternate = true;
  const auto loss = [](const MoeConfig& config, const MoeLmHints& hints) {
    return
        [=](const models::MoeLm& p, Tensor ids, Tensor next) { return models::moe_loss(p, ids, next, config, hints); };
  };
  const auto init = [](const MoeConfig& config) {
    return evaluate([&](const Key& key) { return models::init_moe(config, key); }, key_of(2));
  };
  expect_same_on("x=4", init(plain), loss(plain, MoeLmHints::experts_only("x")));
  expect_same_on("x=2,y=2", init(both), loss(both, models::hybrid_hints("x", "y")));
}

TEST(Mlp, PairsOfLayersNeedOneAllReduce) {
  const auto p = evaluate([](const Key& key) { return models::init_mlp({4, 8, 8, 8, 2}, key); }, key_of(1));
  const auto f = [](const models::Mlp& w, Tensor x) {
    return models::mlp(w, x, nn::Activation::kRelu, {.in = "x,-", .even = "-,y", .odd = "y,-"});
  };
  const Tensor x = made_up({4, 4});
  const auto run = compile(trace(f, p, x), "x=2,y=2", {.objective = Objective::kBytes});
  EXPECT_EQ(run.report().collectives.size(), 2);
  for (const Collective& c : run.report().collectives) EXPECT_EQ(c.kind, "all-reduce");
  expect_near(run(p, x).to_doubles(), evaluate(f, p, x).to_doubles());
  const auto without = [](const models::Mlp& w, Tensor v) { return models::mlp(w, v); };
  expect_near(evaluate(without, p, x).to_doubles(), evaluate(f, p, x).to_doubles());
}

TEST(LlamaDecode, OnAMesh) {
  const models::LlamaConfig config = {
      .layers = 2, .model = 16, .hidden = 32, .heads = 4, .shared_heads = 2, .depth = 4, .vocab = 16, .longest = 6};
  const auto p = evaluate([&](const Key& key) { return models::init_llama(config, key); }, key_of(3));
  const auto caches = evaluate([&](Tensor) { return models::empty_caches(config, 4); }, Tensor::scalar(0.f));
  const auto step = [&](const models::LlamaHints& hints) {
    return [&config, hints](const models::Llama& w, const nn::KvCache& c, Tensor token, Tensor position,
                            const Key& key) { return models::llama_decode(w, c, token, position, key, config, hints); };
  };
  const auto divided = step(models::LlamaHints::megatron("x", "y")), whole = step({});
  Tensor token = Tensor::of<std::int32_t>({4}, {1, 5, 9, 13});
  const auto run = compile(trace(divided, p, caches, token, Tensor::scalar(0), key_of(0)), "x=2,y=2", {.strict = true});
  nn::KvCache there = caches, here = caches;
  for (int i = 0; i < 4; ++i) {
    const Tensor position = Tensor::scalar(i);
    const auto [next, kept] = run(p, there, token, position, key_of(i));
    const auto [wanted, all] = evaluate(whole, p, here, token, position, key_of(i));
    EXPECT_EQ(next.to_doubles(), wanted.to_doubles()) << "token " << i;
    expect_near(kept.k.to_doubles(), all.k.to_doubles());
    token = next;
    there = kept;
    here = all;
  }
}

}  // namespace
}  // namespace partita
