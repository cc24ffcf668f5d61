// Trains a small transformer on a made-up language, on eight devices in this process.
//
//   train_lm [--recipe dp|fsdp|2d] [--steps N] [--save FILE] [--resume FILE] [--svg FILE] [--text FILE]
//
// Three recipes, one model: they differ in hints alone, and in what the devices send. The loss falls towards the
// entropy rate of the language (language.h). With --save the state is written at the end, and --resume goes on from
// there as if nothing had happened. --text writes the step as it is traced, for partita and for XLA.
#include <partita/nn/attention.h>
#include <partita/nn/cross_entropy.h>
#include <partita/nn/embed.h>
#include <partita/nn/ffn.h>
#include <partita/nn/rms_norm.h>
#include <partita/nn/rope.h>
#include <partita/optim/adamw.h>
#include <partita/partita.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "language.h"
#include "loss_curve.h"

using namespace partita;

namespace {

constexpr int kLayers = 2, kModel = 32, kHeads = 2, kDepth = 16, kHidden = 64, kBatch = 16, kLength = 32;

struct Layer {
  Tensor norm1, wq, wk, wv, wo, norm2;
  nn::Ffn ffn;
};
struct Model {
  Tensor embed;
  Layer layers;  // with a dimension of layers in front
  Tensor norm;
};
using State = optim::AdamWState<Model>;

// What a recipe says of the tensors that matter; "" says nothing.
struct Recipe {
  const char* name;
  Sharding stream;              // [b, s, m]
  Sharding heads;               // [b, s, n, d]
  Sharding hidden;              // [b, s, h]
  Sharding qkv, wo, win, wout;  // [m, n, d], [n, d, m], [m, h], [h, m]
};
const Recipe kRecipes[] = {
    {"dp", "x*y,-,-", {}, {}, {}, {}, {}, {}},
    {"fsdp", "x*y,-,-", {}, {}, "x*y,-,-", "-,x*y,-", "x*y,-", "x*y,-"},
    {"2d", "x,-,y", "x,-,y,-", "x,-,y", "x,y,-", "y,-,x", "x,y", "y,x"},
};

Tensor hinted(const Tensor& t, const Sharding& hint) { return hint.is_none() ? t : shard(t, hint); }

Model init(const Key& key) {
  const std::vector<Key> keys = split(key, 7);
  auto weight = [&](int i, const Shape& shape, double fan_in) {
    return normal(keys[i], f32, shape) / std::sqrt(fan_in);
  };
  const Tensor ones_of_layers = ones(f32, {kLayers, kModel});
  return {weight(0, {Language::vocabulary(), kModel}, kModel),
          {ones_of_layers,
           weight(1, {kLayers, kModel, kHeads, kDepth}, kModel),
           weight(2, {kLayers, kModel, kHeads, kDepth}, kModel),
           weight(3, {kLayers, kModel, kHeads, kDepth}, kModel),
           weight(4, {kLayers, kHeads, kDepth, kModel}, kModel),
           ones_of_layers,
           {weight(5, {kLayers, kModel, kHidden}, kModel), weight(6, {kLayers, kHidden, kModel}, kHidden)}},
          ones(f32, {kModel})};
}

Tensor layer(Tensor h, const Layer& w, const Recipe& recipe) {
  h = hinted(h, recipe.stream);
  const Tensor places = iota(s32, {kLength}, 0);
  const Tensor a = nn::rms_norm(h, w.norm1);
  auto project = [&](const Tensor& weight) {
    return hinted(einsum("bsm,mnd->bsnd", {a, hinted(weight, recipe.qkv)}), recipe.heads);
  };
  const Tensor seen =
      nn::attention(nn::rope(project(w.wq), places), nn::rope(project(w.wk), places), project(w.wv), {.causal = true});
  h = h + einsum("bsnd,ndm->bsm", {seen, hinted(w.wo, recipe.wo)});
  const nn::Ffn ffn{hinted(w.ffn.in, recipe.win), hinted(w.ffn.out, recipe.wout)};
  return h + nn::ffn(nn::rms_norm(h, w.norm2), ffn, nn::Activation::kGelu, recipe.hidden);
}

Tensor loss(const Model& p, Tensor texts, const Recipe& recipe) {
  const Tensor ids = slice(texts, {0, 0}, {kBatch, kLength}), next = slice(texts, {0, 1}, {kBatch, kLength + 1});
  auto one_layer = [&](Tensor h, const Layer& w) { return layer(h, w, recipe); };
  const Tensor h = scan(one_layer, hinted(nn::embed(p.embed, ids), recipe.stream), p.layers);
  return nn::cross_entropy(nn::unembed(p.embed, nn::rms_norm(h, p.norm)), next);
}

struct Options {
  std::string recipe = "2d", save, resume, svg, text;
  int steps = 300;
};

int train(const Recipe& recipe, const Options& options) {
  const Language language(7);
  const optim::AdamW optimizer{.beta2 = 0.99};
  Model params = evaluate(init, key_of(1));
  State state = evaluate([&](const Model& p) { return optimizer.init(p); }, params);
  int first = 0;
  if (!options.resume.empty()) {
    std::tie(params, state) = load(options.resume, std::pair(params, state));
    first = static_cast<int>(state.step->item());
  }
  auto batch = [&](int step) {
    return Tensor::of({kBatch, kLength + 1}, language.texts(static_cast<std::uint64_t>(step), kBatch, kLength));
  };
  auto loss_of = [&](const Model& p, Tensor texts) { return loss(p, texts, recipe); };
  auto one_step = [&](const Model& p, const State& s, Tensor texts) {
    auto [value, grads] = value_and_grad(loss_of)(p, texts);
    auto [next, next_state] = optimizer.update(p, grads, s, 1e-2 * rsqrt(1 + *s.step / 10));  // ever smaller steps
    return std::tuple(value, next, next_state);
  };
  const auto traced = trace(one_step, params, state, batch(0));
  if (!options.text.empty()) write_file(options.text, traced.text());
  auto step = compile(traced, "x=4,y=2", {.donate = {0, 1}});
  std::printf("recipe %s: each device sends %.1f KiB a step\n", recipe.name, step.report().wire_bytes / 1024);

  std::vector<double> losses;
  for (int i = first; i < first + options.steps; ++i) {
    auto [value, next, next_state] = step(params, state, batch(i));
    losses.push_back(value.item());
    params = next;
    state = next_state;
    if (i % 20 == 0 || i + 1 == first + options.steps) {
      std::printf("step %4d  loss %.6f  (entropy rate %.6f)\n", i, losses.back(), language.entropy_rate());
      std::fflush(stdout);
    }
  }
  const std::size_t last = std::min<std::size_t>(losses.size(), 50);
  const double mean =
      std::accumulate(losses.end() - static_cast<std::ptrdiff_t>(last), losses.end(), 0.0) / static_cast<double>(last);
  std::printf("mean of the last %zu steps: %.4f, which is %.3f of the entropy rate\n", last, mean,
              mean / language.entropy_rate());
  if (!options.save.empty()) save(options.save, std::pair(params, state));
  if (!options.svg.empty()) write_file(options.svg, loss_curve(losses, language.entropy_rate()));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const char* usage =
      "train_lm [--recipe dp|fsdp|2d] [--steps N] [--save FILE] [--resume FILE] [--svg FILE] [--text FILE]\n";
  Options options;
  const std::pair<const char*, std::string*> texts[] = {{"--recipe", &options.recipe},
                                                        {"--save", &options.save},
                                                        {"--resume", &options.resume},
                                                        {"--svg", &options.svg},
                                                        {"--text", &options.text}};
  bool understood = argc % 2 == 1;
  for (int i = 1; i + 1 < argc && understood; i += 2) {
    const std::string option = argv[i];
    understood = option == "--steps";
    if (understood) options.steps = std::atoi(argv[i + 1]);
    for (const auto& [name, value] : texts) {
      if (option != name) continue;
      *value = argv[i + 1];
      understood = true;
    }
  }
  try {
    for (const Recipe& known : kRecipes) {
      if (understood && known.name == options.recipe && options.steps > 0) return train(known, options);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  std::fputs(usage, stderr);
  return 1;
}
