// Speed of programs in C++: a transformer of 48 layers, written out and not a loop of the program, is traced and
// differentiated; and the text of the same program is read.
//
//   bench_trace [LAYERS…]        48 by default
//
// Time is that of the processor, the median of some runs. The ratio is of the first to the second, and below 1 where a
// program is made faster than it is read.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "partita/models/transformer_lm.h"
#include "partita/nn/cross_entropy.h"
#include "partita/nn/embed.h"
#include "partita/nn/rms_norm.h"
#include "partita/partita.h"
#include "processor_clock.h"

namespace partita::core::bench {
namespace {

constexpr int kRuns = 15;

struct Written {
  Tensor embed;
  std::vector<models::TransformerLayer> layers;
  Tensor norm;
};

Written specs(const models::TransformerConfig& config, int layers) {
  auto spec = [](const Shape& shape) { return Tensor::spec(f32, shape); };
  const Tensor norm = spec({config.model}), projection = spec({config.model, config.heads, config.depth});
  const models::TransformerLayer layer = {
      {norm, projection, projection, projection, spec({config.heads, config.depth, config.model})},
      norm,
      {spec({config.model, config.hidden}), spec({config.hidden, config.model})}};
  return {spec({config.vocab, config.model}), std::vector(static_cast<size_t>(layers), layer), norm};
}

Program traced(const models::TransformerConfig& config, const Written& params) {
  const auto hints = models::TransformerHints::finalized("x", "y");
  auto loss = [&](const Written& p, const Tensor& ids, const Tensor& next) {
    Tensor h = nn::embed(p.embed, ids);
    for (const models::TransformerLayer& layer : p.layers) h = models::transformer_layer(h, layer, config, hints);
    return nn::cross_entropy(nn::unembed(p.embed, nn::rms_norm(h, p.norm)), next);
  };
  const Tensor ids = Tensor::spec(s32, {8, 128});
  return trace(value_and_grad(loss), params, ids, ids);
}

template <typename F>
double median_ms(const F& f) {
  std::vector<double> ms;
  for (int run = 0; run < kRuns; ++run) {
    const double begun = processor_ms();
    f();
    ms.push_back(processor_ms() - begun);
  }
  std::nth_element(ms.begin(), ms.begin() + kRuns / 2, ms.end());
  return ms[kRuns / 2];
}

void measure(int layers) {
  const models::TransformerConfig config{.model = 512, .hidden = 2048, .heads = 8, .depth = 64, .vocab = 32000};
  const Written params = specs(config, layers);
  const Program program = traced(config, params);
  const std::string text = program.text(Format::kStableHlo);
  const double made = median_ms([&] { traced(config, params); });
  const double read = median_ms([&] { Program::parse(text); });
  fmt::print("{:<22}{:>8}{:>10.1f}{:>13.2f}{:>11.2f}{:>8.2f}\n", fmt::format("transformer/{}", layers),
             program.values().size(), static_cast<double>(text.size()) / 1024, made, read, made / read);
}

}  // namespace
}  // namespace partita::core::bench

int main(int argc, char** argv) {
  fmt::print("{:<22}{:>8}{:>10}{:>13}{:>11}{:>8}\n", "written out", "values", "KiB", "trace, ms", "read, ms", "ratio");
  if (argc == 1) partita::core::bench::measure(48);
  for (int i = 1; i < argc; ++i) partita::core::bench::measure(std::atoi(argv[i]));
}
