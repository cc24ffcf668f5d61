// docs/recipes.md, one test for each of its sections: the hints as they stand there, and what the page says becomes of
// them. Budgets say where the bytes come from.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <tuple>

#include "fixtures.h"
#include "partita/models/llama_decode.h"
#include "partita/models/unet3d.h"
#include "partita/nn/attention.h"

namespace partita::recipes {
namespace {

using models::LlamaHints;

// ---- a dense language model, whose hints become those of the next test

// Example of docs/recipes.md
TEST_F(DenseRecipe, DataParallel) {
  const TransformerHints hints = {
      .ids = "x,-",
  };
  // The gradient of each parameter, and the loss.
  expect_as_on_page("Data parallel", step(hints), "x=8", reduced(all() + kFloat, 8));
  expect_same(hints, TransformerHints::data_parallel("x"));
}

TEST_F(DenseRecipe, Zero) {
  const TransformerHints hints = {
      .ids = "x,-",
  };
  const auto whole = [](const Tensor& w) { return shard(w, Sharding(w.shape().rank())); };
  const auto divided = [](const Tensor& m) {
    const int last = m.shape().rank() - 1;
    return shard(m, Sharding(last + 1).split(last, {"x"}));
  };
  const auto step = [&](TransformerLm p, const TransformerLm& momentum, const Tensor& ids, const Tensor& next) {
    p = map(p, whole);
    const auto [value, grads] = value_and_grad(loss(hints))(p, ids, next);
    const auto faded = [](const Tensor& m, const Tensor& g) { return 0.9 * m + g; };
    const TransformerLm changes = map(map(momentum, divided), grads, faded);
    const auto changed = [&](const Tensor& w, const Tensor& m) { return whole(w - 0.1 * m); };
    return std::tuple(value, map(p, changes, changed), changes);
  };
  // Gradients are scattered and parameters gathered, which is what an all-reduce does.
  expect_as_on_page("ZeRO", step_of(step, params_, params_, ids_, next_), "x=8", reduced(all() + kFloat, 8));
}

TEST_F(DenseRecipe, Fsdp) {
  const TransformerHints hints = {
      .ids = "x,-",
      .embed = "x,-",
      .qkv = "x,-,-",
      .wo = "-,-,x",
      .win = "x,-",
      .wout = "-,x",
  };
  // Each weight is gathered once and its gradient scattered; norms are on every device.
  expect_as_on_page("FSDP", step(hints), "x=8", reduced(all() + kFloat, 8));
  expect_same(hints, TransformerHints::fsdp("x"));
}

TEST_F(DenseRecipe, Megatron) {
  const TransformerHints hints = {
      .ids = "x,-",
      .embed = "y,-",
      .qkv = "-,y,-",
      .heads = "x,-,y,-",
      .wo = "y,-,-",
      .win = "-,y",
      .hidden = "x,-,y",
      .wout = "y,-",
  };
  // Along y a sum after attention and one after the products of a layer, forward and backward, and what the vocabulary
  // needs; along x gradients of half of the weights; the loss along both, one after the other.
  const double layers = 2 * 4 * reduced(stream(4), 2);
  const double ends = gathered(table(), 2) + gathered(stream(4), 2) + gathered(logits(8), 2);
  expect_as_on_page(
      "Megatron", step(hints), "x=4,y=2",
      layers + ends + reduced((all() - norms()) / 2 + norms(), 4) + reduced(kFloat, 4) + reduced(kFloat, 2));
  expect_same(hints, TransformerHints::megatron("x", "y"));
}

TEST_F(DenseRecipe, SequenceParallel) {
  const TransformerHints hints = {
      .ids = "x,-",
      .embed = "y,-",
      .stream = "x,y,-",
      .qkv = "-,y,-",
      .heads = "x,-,y,-",
      .wo = "y,-,-",
      .win = "-,y",
      .hidden = "x,-,y",
      .wout = "y,-",
  };
  // Each sum along y is scattered, and gathered before the next product; what both products of a layer read is gathered
  // once more for the gradients of their weights, instead of being kept.
  const double layers = 2 * (4 * reduced(stream(4), 2) + 2 * gathered(stream(4), 2));
  const double ends = reduced(table(), 2);
  expect_as_on_page("Sequence parallel", step(hints), "x=4,y=2",
                    layers + ends + reduced((all() - norms()) / 2, 4) + reduced(norms(), 8) + reduced(kFloat, 4) +
                        reduced(kFloat, 2));
}

TEST_F(DenseRecipe, Finalized) {
  const TransformerHints hints = {
      .ids = "x,-",
      .embed = "y,x",
      .stream = "x,-,y",
      .qkv = "x,y,-",
      .heads = "x,-,y,-",
      .wo = "y,-,x",
      .win = "x,y",
      .hidden = "x,-,y",
      .wout = "y,x",
      .logits = "x,-,y",
  };
  // As before along y, and numbers for each token, 3 a layer and 4 at the ends, where a device's part of the table
  // moves to others and back; along x weights are gathered once and their gradients scattered.
  const double layers = 2 * (4 * reduced(stream(4), 2) + 2 * gathered(stream(4), 2) + 3 * reduced(per_token(4), 2));
  const double ends = reduced(stream(4), 2) + 2 * table() / 8 + gathered(norms(), 2) + 4 * reduced(per_token(4), 2);
  expect_as_on_page("2D finalized", step(hints), "x=4,y=2", layers + ends + reduced(all() / 2 + kFloat, 4));
  expect_same(hints, TransformerHints::finalized("x", "y"));
}

// ---- attention to long sequences

struct Attention {
  Tensor wq, wk, wv, wo;  // [m, n, d], [m, 1, d], [n, d, m]
};

TEST(Recipe, ContextParallel) {
  const auto loss = [](const Attention& w, const Tensor& x) {
    const Tensor h = shard(x, "x,y,-");
    const Tensor q = einsum("bsm,mnd->bsnd", {h, w.wq});
    const Tensor k = einsum("bsm,mnd->bsnd", {h, w.wk});
    const Tensor v = einsum("bsm,mnd->bsnd", {h, w.wv});
    const Tensor a = nn::attention(q, k, v, {.causal = true});
    return mean(square(h + einsum("bsnd,ndm->bsm", {a, w.wo})));
  };
  const Attention w = {random({16, 4, 8}, 1), random({16, 1, 8}, 2), random({16, 1, 8}, 3), random({4, 8, 16}, 4)};
  // Keys and values are gathered along y and their gradients scattered; then gradients of weights.
  const double keys = kFloat * (4 / 2) * 64 * 8;
  expect_as_on_page("Context parallel", training_step(loss, w, random({4, 64, 16}, 5)), "x=2,y=4",
                    2 * reduced(keys, 4) + reduced(bytes_of_all(leaves(w)) + kFloat, 8));
}

// ---- experts

class ManyExperts : public ExpertRecipe {
 protected:
  ManyExperts()
      : ExpertRecipe({.base = {.layers = 2, .model = 32, .hidden = 64, .heads = 4, .depth = 8, .vocab = 64},
                      .experts = 8,
                      .capacity = 4}) {}
};

TEST_F(ManyExperts, Moe) {
  const MoeLmHints hints = {
      .base = {.ids = "x,-"},
      .win = "x,-,-",
      .wout = "x,-,-",
      .moe = {.experts = "x,-,-,-", .before = "-,x,-,-"},
  };
  // Tokens go to experts and back, and so do their gradients; then gradients of what is on every device.
  expect_as_on_page("MoE", step(hints), "x=8", 2 * 4 * gathered(sent(), 8) + reduced(others() + kFloat, 8));
}

class LargeExperts : public ExpertRecipe {
 protected:
  LargeExperts()
      : ExpertRecipe({.base = {.layers = 2, .model = 32, .hidden = 64, .heads = 4, .depth = 8, .vocab = 64},
                      .experts = 4,
                      .capacity = 8,
                      .alternate = true}) {}
};

TEST_F(LargeExperts, HybridMoe) {
  const MoeLmHints hints = {
      .base = TransformerHints::finalized("x", "y"),
      .win = "x,-,y",
      .wout = "x,y,-",
      .moe = {.groups = "x,-,y", .experts = "x,-,-,y", .before = "-,x,-,y", .hidden = "x,-,-,y"},
  };
  // Twice: 5 streams along y of each of the two attentions and the dense products, as before; what goes to experts and
  // back, with gradients, along x, and 5 times along y, where it also moves once for a gradient; scores of the gate,
  // and 6 numbers for each token. Then the ends, and weights that are not experts' along x.
  const double token = kFloat * kBatch * kLength / 4;
  const double layers = 2 * (15 * gathered(stream(4), 2) + 4 * gathered(sent(), 4) + 5 * gathered(2 * sent(), 2) +
                             gathered(sent(), 2) + 2 * reduced(4 * token, 2) + 6 * reduced(token, 2));
  const double ends = reduced(stream(4), 2) + reduced(bytes_of_all({params_.embed}), 2) + 5 * reduced(token, 2);
  expect_as_on_page("Hybrid MoE", step(hints), "x=4,y=2", layers + ends + reduced(others() / 2 + kFloat, 4));
  EXPECT_EQ(step(hints).written.text(), step(models::hybrid_hints("x", "y")).written.text());
}

// ---- pipelines

struct Perceptron {
  Tensor in, out;  // [m, h], [h, m], with dimensions of stages and repeats in front
};

Tensor perceptron(const Tensor& h, const Perceptron& w) {
  return shard(h, "d,-") + einsum("bh,hm->bm", {relu(einsum("bm,mh->bh", {h, w.in})), w.out});
}

TEST(Recipe, GPipe) {
  const auto loss = [](const Perceptron& w, const Tensor& x) {
    return mean(square(pipeline(perceptron, w, x, {.stages = 4, .axis = "p"})));
  };
  const Perceptron w = {random({4, 16, 32}, 1), random({4, 32, 16}, 2)};
  // Each tick, forward and backward, a stage hands over a microbatch; the last one's results go to all stages.
  const double ticks = 8 + 4 - 1, microbatch = kFloat * 4 / 2 * 16;
  expect_as_on_page(
      "GPipe", training_step(loss, w, random({8, 4, 16}, 3)), "p=4,d=2",
      2 * ticks * microbatch + reduced(8 * microbatch, 4) + reduced(bytes_of_all(leaves(w)) / 4 + kFloat, 2));
}

TEST(Recipe, Circular) {
  const auto loss = [](const Perceptron& w, const Tensor& x) {
    return mean(square(pipeline(perceptron, w, x, {.stages = 4, .repeat = 2, .axis = "p"})));
  };
  const Perceptron w = {random({4, 2, 16, 32}, 1), random({4, 2, 32, 16}, 2)};
  const double ticks = 2 * 8 + 4 - 1, microbatch = kFloat * 4 / 2 * 16;
  expect_as_on_page(
      "Circular", training_step(loss, w, random({8, 4, 16}, 3)), "p=4,d=2",
      2 * ticks * microbatch + reduced(8 * microbatch, 4) + reduced(bytes_of_all(leaves(w)) / 4 + kFloat, 2));
}

// ---- images

TEST(Recipe, Spatial) {
  const Sharding hint = "x,y,-,-,-";
  const auto loss = [&](const models::SmallUnet3d& w, const Tensor& volume, const Tensor& wanted) {
    return small_unet3d_loss(w, volume, wanted, hint);
  };
  const models::SmallUnet3d w = {random({3, 3, 3, 1, 4}, 1), random({3, 3, 3, 4, 4}, 2), random({3, 3, 3, 4, 8}, 3),
                                 random({3, 3, 3, 8, 8}, 4), random({3, 3, 3, 8, 4}, 5), random({1, 1, 1, 4, 3}, 6),
                                 random({2, 2, 2, 8, 4}, 7)};
  // Planes of one feature that neighbours need on both sides of a device's part, of what convolutions read and of its
  // gradient; the fourth one's windows reach over two planes. Of the pooling's gradient there are three more.
  const double plane = kFloat * 8 * 8, coarse = plane / 4;
  const double forward = 2 * (plane + 4 * plane + 4 * coarse + 2 * 8 * coarse + 8 * plane);
  const double backward = 2 * (4 * plane + 8 * coarse + 2 * 8 * coarse + 4 * plane) + 3 * 4 * (plane + coarse);
  expect_as_on_page("Spatial", training_step(loss, w, random({2, 32, 8, 8, 1}, 8), random({2, 32, 8, 8, 3}, 9)),
                    "x=2,y=4", forward + backward + reduced(bytes_of_all(leaves(w)) + kFloat, 8));
}

// ---- text, token by token

TEST(Recipe, Decode) {
  const LlamaHints hints = {
      .token = "x",
      .embed = "y,-",
      .unembed = "-,y",
      .cache = "x,-,y,-",
      .qkv = "-,y,-",
      .wo = "y,-,-",
      .win = "-,y",
      .wout = "y,-",
  };
  const models::LlamaConfig config{.longest = 32};
  const auto step = [&](const models::Llama& p, const nn::KvCache& caches, const Tensor& token, const Tensor& position,
                        const Key& key) { return llama_decode(p, caches, token, position, key, config, hints); };
  const auto params = evaluate([&](const Key& key) { return init_llama(config, key); }, key_of(1));
  const nn::KvCache caches = {random({2, 4, 32, 4, 8}, 2), random({2, 4, 32, 4, 8}, 3)};
  // A sum for the embedding and two for each layer; then the best of all, with their places.
  const double h = kFloat * 4 / 2 * 64, best = 2 * kFloat * 4 / 2 * 5;
  const Step decode = step_of(step, params, caches, Tensor::of({4}, {1, 5, 9, 3}), Tensor::scalar(17), key_of(4));
  expect_as_on_page("Decode", decode, "x=2,y=4", (1 + 2 * 2) * reduced(h, 4) + gathered(best * 4, 4));
}

TEST(RecipesPage, HasNoFiguresWithoutATest) {
  const std::string root = PARTITA_SOURCE_DIR;
  std::ifstream tests(root + "/tests/recipes/examples_test.cc"), page(root + "/docs/recipes.md");
  const std::string source{std::istreambuf_iterator<char>(tests), {}};
  int sections = 0, rows = 0, blocks = 0;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) {
      ++sections;
      EXPECT_NE(source.find('"' + line.substr(3) + "\","), std::string::npos) << line;
    }
    rows += line.starts_with("| [") ? 1 : 0;
    blocks += line == "```text" ? 1 : 0;
  }
  EXPECT_GT(sections, 0);
  EXPECT_EQ(rows, sections);
  EXPECT_EQ(blocks, sections);
}

}  // namespace
}  // namespace partita::recipes
