// How long simulating takes, beside compiling: models with their gradients, unrolled and as loops, on a small and a
// large mesh.
//
//   bench_simulate [FILE…]        further programs, each with its hints
//
// Time is that of the processor, the least of some runs; simulating is what `partita simulate` does after the program
// is partitioned: kernels, times of collectives, memory, the timeline, recomputation and figures. The ratios below the
// table stay true on any machine: time per op from 100 layers to the most, and from 8 devices to 65,536.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "cost/report.h"
#include "partita/models/transformer_lm.h"
#include "partita/partita.h"
#include "programs.h"
#include "simulate/simulation.h"
#include "stage_clock.h"

namespace partita::core::bench {
namespace {

struct SimulateTimes {
  size_t ops = 0;  // of the local program
  double compile_ms = 0, simulate_ms = 0;
};

std::optional<SimulateTimes> run_once(const std::string& name, const std::string& text, const Hardware& hardware) {
  CompileOptions options;
  options.goal = Goal::kExecute;
  options.verify_each = false;
  Timed timed(name, text, std::move(options));
  Compilation& compilation = timed.compilation;
  const double begin = processor_ms();
  if (!compilation.run()) {
    fmt::print(stderr, "{}\n", compilation.diagnostics().render_all());
    return std::nullopt;
  }
  SimulateTimes out;
  out.compile_ms = processor_ms() - begin;
  const Module& local = *compilation.partitioned().module;
  out.ops = local.count_ops();
  const double compiled = processor_ms();
  Result<CostReport> report = cost::cost_of(*local.entry(), compilation.completion().meshes().main(), hardware);
  if (!report.ok()) {
    fmt::print(stderr, "{}\n", render(report.error().diagnostic));
    return std::nullopt;
  }
  const Simulation simulation = simulate::simulate(std::move(*report), &compilation.entry(), false);
  out.simulate_ms = processor_ms() - compiled;
  if (!(simulation.step() > 0)) return std::nullopt;
  return out;
}

std::optional<SimulateTimes> measure(const std::string& name, const std::string& text, const Hardware& hardware) {
  std::optional<SimulateTimes> least;
  double spent = 0;
  for (int run = 0; run < 20 && (run < 3 || spent < 1000); ++run) {
    const std::optional<SimulateTimes> one = run_once(name, text, hardware);
    if (!one) return std::nullopt;
    spent += one->compile_ms + one->simulate_ms;
    if (!least) least = one;
    least->compile_ms = std::min(least->compile_ms, one->compile_ms);
    least->simulate_ms = std::min(least->simulate_ms, one->simulate_ms);
  }
  fmt::print("{:<38}{:>9}{:>12.2f}{:>12.2f}{:>10.1f}%\n", name, least->ops, least->compile_ms, least->simulate_ms,
             100 * least->simulate_ms / least->compile_ms);
  return least;
}

// A transformer of 48 layers with its gradient. The layers are a loop, which is followed until two of its iterations
// take the same time.
std::string looped_model(int x, int y) {
  const models::TransformerConfig config{
      .layers = 48, .model = 8192, .hidden = 65536, .heads = 128, .depth = 256, .vocab = 32000, .type = bf16};
  const auto hints = models::TransformerHints::finalized("x", "y");
  auto loss = [&](const models::TransformerLm& p, const Tensor& ids, const Tensor& next) {
    return models::transformer_loss(p, ids, next, config, hints);
  };
  const models::TransformerLm params = models::transformer_specs(config);
  const Tensor ids = Tensor::spec(s32, {1024, 1024});
  const Program program = trace(value_and_grad(loss), params, ids, ids);
  TextOptions options{.format = Format::kStableHlo};
  options.mesh = partita::Mesh(std::string_view(fmt::format("x={},y={}", x, y)));
  return program.text(options);
}

int run(int argc, char** argv) {
  const Hardware hardware = cost::load_hardware("h100").value();
  fmt::print("{:<38}{:>9}{:>12}{:>12}{:>11}\n", "program, ms", "local ops", "compiling", "simulating", "of it");
  struct Devices {
    int x, y;
  };
  constexpr Devices kMeshes[] = {{4, 2}, {256, 256}};
  SimulateTimes usual[2], largest[2], looped[2];
  for (size_t m = 0; m < 2; ++m) {
    const Devices& mesh = kMeshes[m];
    for (int layers : {10, 100, 1000}) {
      const auto measured = measure(fmt::format("unrolled/{}, {} devices", layers, mesh.x * mesh.y),
                                    hinted_model(layers, mesh.x, mesh.y), hardware);
      if (!measured) return 1;
      if (layers == 100) usual[m] = *measured;
      largest[m] = *measured;
    }
    const auto measured = measure(fmt::format("transformer/48 as a loop, {} devices", mesh.x * mesh.y),
                                  looped_model(mesh.x, mesh.y), hardware);
    if (!measured) return 1;
    looped[m] = *measured;
  }
  for (int i = 1; i < argc; ++i) {
    const std::optional<std::string> text = text_of_file(argv[i]);
    if (!text || !measure(name_of_file(argv[i]), *text, hardware)) return 1;
  }
  const auto per_op = [](const SimulateTimes& it) { return it.simulate_ms / static_cast<double>(it.ops); };
  fmt::print("\nRatios of simulating, time per op\n");
  fmt::print("{:<59}{:>12.2f}\n", "1000 layers to 100, 8 devices", per_op(largest[0]) / per_op(usual[0]));
  fmt::print("{:<59}{:>12.2f}\n", "65536 devices to 8, 100 layers", per_op(usual[1]) / per_op(usual[0]));
  fmt::print("{:<59}{:>12.2f}\n", "65536 devices to 8, 48 layers as a loop", per_op(looped[1]) / per_op(looped[0]));
  fmt::print("{:<59}{:>12.2f}\n", "the same, compiling, in all", looped[1].compile_ms / looped[0].compile_ms);
  return 0;
}

}  // namespace
}  // namespace partita::core::bench

int main(int argc, char** argv) { return partita::core::bench::run(argc, argv); }
