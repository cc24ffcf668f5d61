// Speed of compiling, from text to text, stage by stage: an unrolled model with its gradient, from small to 200,000
// ops, on a small and a large mesh; and a training step of a large Transformer, its layers in a loop, on three meshes.
//
//   bench_compile [FILE…]        further programs, each with its hints
//
// Time is that of the processor, the least of some runs: what else the machine does counts little. The ratios below the
// table stay true on any machine: time per op from 100 layers to the most (1 is linear), and from 8 devices to 65,536
// (1 is independent of their number). The column `choose` is how long deciding takes by itself.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "programs.h"
#include "stage_clock.h"
#include "training.h"

namespace partita::core::bench {
namespace {

enum Part : size_t { kRead, kComplete, kChoose, kLower, kOptimize, kWrite, kStages };
constexpr std::array<const char*, kStages> kNames = {"read", "complete", "choose", "lower", "optimize", "write"};

// Stages that are one column of the table.
Part part_of(const Stage& stage) {
  if (stage.pass != nullptr) return kOptimize;
  if (stage.name == "merge" || stage.name == "hints" || stage.name == "complete") return kComplete;
  if (stage.name == "choose") return kChoose;
  if (stage.name == "lower") return kLower;
  return stage.name == "write" ? kWrite : kRead;
}

struct Measured {
  size_t ops = 0;
  std::array<double, kStages> ms{};

  double total() const {
    double sum = 0;
    for (double one : ms) sum += one;
    return sum;
  }
  double per_op(size_t stage) const { return ms[stage] / static_cast<double>(ops); }
};

// One run, starting from text as a user's does. Says what is wrong with the program, if anything.
std::optional<Measured> run_once(const std::string& name, const std::string& text) {
  CompileOptions options;
  options.to = TextFormat::kHlo;
  options.verify_each = false;
  Timed timed(name, text, std::move(options));
  Measured out;
  bool ok = timed.compilation.run_until("import");
  if (ok) out.ops = timed.compilation.module().count_ops();
  if (ok) ok = timed.compilation.run();
  if (!ok) {
    fmt::print(stderr, "{}\n", timed.compilation.diagnostics().render_all());
    return std::nullopt;
  }
  for (const Stage* stage : timed.compilation.stages()) out.ms[part_of(*stage)] += timed.clock.ms(stage->name);
  return out;
}

std::optional<Measured> measure(const std::string& name, const std::string& text) {
  std::optional<Measured> least;
  constexpr double kEnoughMs = 2000;
  double spent = 0;
  for (int run = 0; run < 20 && (run < 3 || spent < kEnoughMs); ++run) {
    std::optional<Measured> one = run_once(name, text);
    if (!one) return std::nullopt;
    spent += one->total();
    if (!least) least = one;
    for (size_t s = 0; s < kStages; ++s) least->ms[s] = std::min(least->ms[s], one->ms[s]);
  }
  return least;
}

std::optional<Measured> measure_and_print(const std::string& name, const std::string& text) {
  std::optional<Measured> m = measure(name, text);
  if (!m) return m;
  fmt::print("{:<34}{:>8}", name, m->ops);
  for (double ms : m->ms) fmt::print("{:>11.2f}", ms);
  fmt::print("{:>11.2f}\n", m->total());
  return m;
}

void print_ratio(const std::string& what, const Measured& of, const Measured& to) {
  fmt::print("{:<42}", what);
  for (size_t s = 0; s < kStages; ++s) fmt::print("{:>11.2f}", of.per_op(s) / to.per_op(s));
  fmt::print("{:>11.2f}\n", of.total() / static_cast<double>(of.ops) / (to.total() / static_cast<double>(to.ops)));
}

int run(int argc, char** argv) {
  auto print_names = [](const char* first, const char* second) {
    fmt::print("{:<34}{:>8}", first, second);
    for (const char* name : kNames) fmt::print("{:>11}", name);
    fmt::print("{:>11}\n", "total");
  };
  print_names("program, ms", "ops");
  constexpr int kLayers[] = {10, 100, 1000, 9100};  // smaller ones are mostly rules that are made once
  struct Devices {
    int x, y;
  };
  constexpr Devices kMeshes[] = {{4, 2}, {256, 256}};
  Measured usual[2], largest[2], crossing[2];
  for (size_t m = 0; m < 2; ++m) {
    for (int layers : kLayers) {
      const Devices& mesh = kMeshes[m];
      auto measured = measure_and_print(fmt::format("unrolled/{}, {} devices", layers, mesh.x * mesh.y),
                                        hinted_model(layers, mesh.x, mesh.y));
      if (!measured) return 1;
      if (layers == 100) usual[m] = *measured;
      largest[m] = *measured;
    }
  }
  constexpr int kSteps[] = {500, 50000};
  for (size_t k = 0; k < 2; ++k) {
    auto measured = measure_and_print(fmt::format("crossing hints/{}", kSteps[k]), crossing_hints(kSteps[k]));
    if (!measured) return 1;
    crossing[k] = *measured;
  }
  constexpr Devices kTraining[] = {{4, 2}, {32, 64}, {1024, 64}};  // its 64 heads divide evenly
  Measured fewest, most;
  for (const Devices& mesh : kTraining) {
    auto measured =
        measure_and_print(fmt::format("training step, {} devices", mesh.x * mesh.y), training_step(mesh.x, mesh.y));
    if (!measured) return 1;
    if (mesh.x == kTraining[0].x) fewest = *measured;
    most = *measured;
  }
  for (int i = 1; i < argc; ++i) {
    const std::optional<std::string> text = text_of_file(argv[i]);
    if (!text) return 1;
    if (!measure_and_print(name_of_file(argv[i]), *text)) return 1;
  }
  fmt::print("\n");
  print_names("Ratios of the time per op", "");
  print_ratio("9100 layers to 100, 8 devices", largest[0], usual[0]);
  print_ratio("9100 layers to 100, 65536 devices", largest[1], usual[1]);
  print_ratio("crossing hints, 50000 steps to 500", crossing[1], crossing[0]);
  print_ratio("65536 devices to 8, 100 layers", usual[1], usual[0]);
  print_ratio("65536 devices to 8, training step", most, fewest);
  return 0;
}

}  // namespace
}  // namespace partita::core::bench

int main(int argc, char** argv) { return partita::core::bench::run(argc, argv); }
