// Trains a small transformer on a made-up language, on eight devices in this process.
//
//   train_lm [--recipe dp|fsdp|2d] [--steps N] [--save FILE] [--resume FILE] [--svg FILE]
//
// Three recipes, one model: they differ in hints alone, and in what the devices send. The loss falls towards the
// entropy rate of the language (language.h). With --save the state is written at the end, and --resume goes on from
// there as if nothing had happened.
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
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "language.h"

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

// A picture of the losses, and of what no model can go below.
void write_svg(const std::string& path, const std::vector<double>& losses, double floor) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) throw std::runtime_error("cannot write " + path);
  const double width = 640, height = 320, most = *std::max_element(losses.begin(), losses.end());
  auto y = [&](double loss) { return height - 30 - (height - 60) * loss / most; };
  std::fprintf(file,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" font-family=\"sans-serif\" "
               "font-size=\"12\">\n",
               width, height);
  std::fprintf(file,
               "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n<polyline fill=\"none\" stroke=\"#2060c0\" "
               "stroke-width=\"1.5\" points=\"");
  for (std::size_t i = 0; i < losses.size(); ++i) {
    std::fprintf(
        file, "%.1f,%.1f ",
        40 + (width - 60) * static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(losses.size() - 1, 1)),
        y(losses[i]));
  }
  std::fprintf(
      file, "\"/>\n<line x1=\"40\" x2=\"%.0f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#c04020\" stroke-dasharray=\"5 4\"/>\n",
      width - 20, y(floor), y(floor));
  std::fprintf(file, "<text x=\"44\" y=\"%.1f\" fill=\"#c04020\">entropy rate %.3f</text>\n", y(floor) - 5, floor);
  std::fprintf(file, "<text x=\"44\" y=\"20\">loss (nats per character), %zu steps; the last is %.3f</text>\n</svg>\n",
               losses.size(), losses.back());
  std::fclose(file);
}

int train(const Recipe& recipe, int steps, const std::string& saved, const std::string& resumed,
          const std::string& svg) {
  const Language language(7);
  const optim::AdamW optimizer{.beta2 = 0.99};
  Model params = evaluate(init, key_of(1));
  State state = evaluate([&](const Model& p) { return optimizer.init(p); }, params);
  int first = 0;
  if (!resumed.empty()) {
    std::tie(params, state) = load(resumed, std::pair(params, state));
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
  auto step = compile(trace(one_step, params, state, batch(0)), "x=4,y=2", {.donate = {0, 1}});
  std::printf("recipe %s: each device sends %.1f KiB a step\n", recipe.name, step.report().wire_bytes / 1024);

  std::vector<double> losses;
  for (int i = first; i < first + steps; ++i) {
    auto [value, next, next_state] = step(params, state, batch(i));
    losses.push_back(value.item());
    params = next;
    state = next_state;
    if (i % 20 == 0 || i + 1 == first + steps) {
      std::printf("step %4d  loss %.6f  (entropy rate %.6f)\n", i, losses.back(), language.entropy_rate());
      std::fflush(stdout);
    }
  }
  const std::size_t last = std::min<std::size_t>(losses.size(), 50);
  const double mean =
      std::accumulate(losses.end() - static_cast<std::ptrdiff_t>(last), losses.end(), 0.0) / static_cast<double>(last);
  std::printf("mean of the last %zu steps: %.4f, which is %.3f of the entropy rate\n", last, mean,
              mean / language.entropy_rate());
  if (!saved.empty()) save(saved, std::pair(params, state));
  if (!svg.empty()) write_svg(svg, losses, language.entropy_rate());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string recipe = "2d", saved, resumed, svg;
  int steps = 300;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string option = argv[i];
    if (option == "--recipe")
      recipe = argv[i + 1];
    else if (option == "--steps")
      steps = std::atoi(argv[i + 1]);
    else if (option == "--save")
      saved = argv[i + 1];
    else if (option == "--resume")
      resumed = argv[i + 1];
    else if (option == "--svg")
      svg = argv[i + 1];
    else
      recipe.clear();
  }
  try {
    for (const Recipe& known : kRecipes) {
      if (known.name == recipe && argc % 2 == 1 && steps > 0) return train(known, steps, saved, resumed, svg);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  std::fprintf(stderr, "train_lm [--recipe dp|fsdp|2d] [--steps N] [--save FILE] [--resume FILE] [--svg FILE]\n");
  return 1;
}
