// Speed of completion: an unrolled model with its gradient, from small to 200,000 ops, on a small and a large mesh.
//
//   bench_completion [FILE…]        further programs, each with its hints
//
// Time is that of the processor, the least of some runs: what else the machine does counts little. The ratios below the
// table stay true on any machine: time per op from the smallest program to the largest (1 is linear), and from 8
// devices to 65,536 (1 is independent of their number).
#include "complete/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "programs.h"
#include "text/read.h"

namespace partita::bench {
namespace {

double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

size_t count_ops(const Region& region) {
  size_t n = 0;
  for (const Op& op : region) {
    ++n;
    for (int r = 0; r < op.num_regions(); ++r) n += count_ops(op.region(r));
  }
  return n;
}

struct Measured {
  size_t ops = 0;
  double hints_ms = 0;     // reading the hints
  double complete_ms = 0;  // everything after
  double total_ms() const { return hints_ms + complete_ms; }
};

// Every run starts from a program just read, as a user's does. Nothing where the program has mistakes.
std::optional<Measured> measure(const std::string& name, const std::string& text) {
  Measured least;
  constexpr double kEnoughMs = 1500;
  double spent = 0;
  for (int run = 0; run < 20 && (run < 3 || spent < kEnoughMs); ++run) {
    const double begin = processor_ms();
    Context context;
    Diagnostics diagnostics;
    auto modules = read_programs(context, std::make_shared<SourceText>(name, text), diagnostics);
    if (diagnostics.has_errors() || modules.empty() || modules[0]->entry() == nullptr) {
      fmt::print(stderr, "{}", diagnostics.render_all());
      return std::nullopt;
    }
    Module& module = *modules[0];
    const double read = processor_ms();
    std::optional<Hints> hints = read_hints(module, *module.entry(), {}, diagnostics);
    const double hinted = processor_ms();
    if (!hints) {
      fmt::print(stderr, "{}", diagnostics.render_all());
      return std::nullopt;
    }
    Result<Completion> completion = complete(module, *module.entry(), std::move(*hints), diagnostics);
    const double done = processor_ms();
    if (!completion.ok()) {
      fmt::print(stderr, "{}\n", render(completion.error().diagnostic));
      return std::nullopt;
    }
    if (run == 0) {
      least = {count_ops(module.entry()->body()), hinted - read, done - hinted};
    } else {
      least.hints_ms = std::min(least.hints_ms, hinted - read);
      least.complete_ms = std::min(least.complete_ms, done - hinted);
    }
    spent += done - begin;
  }
  return least;
}

void print(const std::string& name, const Measured& m) {
  fmt::print("{:<34}{:>9}{:>11.2f}{:>13.2f}{:>12.0f}\n", name, m.ops, m.hints_ms, m.complete_ms,
             1e6 * m.total_ms() / static_cast<double>(m.ops));
}

int run(int argc, char** argv) {
  fmt::print("{:<34}{:>9}{:>11}{:>13}{:>12}\n", "program", "ops", "hints ms", "complete ms", "ns per op");
  constexpr int kLayers[] = {10, 100, 1000, 9100};
  struct Devices {
    int x, y;
  };
  constexpr Devices kMeshes[] = {{4, 2}, {256, 256}};
  double growth[2] = {0, 0}, first[2] = {0, 0}, last[2] = {0, 0};
  for (int m = 0; m < 2; ++m) {
    for (int layers : kLayers) {
      const Devices& mesh = kMeshes[m];
      auto measured = measure("unrolled", hinted_model(layers, mesh.x, mesh.y));
      if (!measured) return 1;
      print(fmt::format("unrolled/{}, {} devices", layers, mesh.x * mesh.y), *measured);
      const double per_op = measured->total_ms() / static_cast<double>(measured->ops);
      if (layers == 100) first[m] = per_op;  // smaller ones are mostly rules that are made once
      last[m] = per_op;
    }
    growth[m] = last[m] / first[m];
  }
  double crossing[2] = {0, 0};
  for (int k = 0; k < 2; ++k) {
    const int steps = k == 0 ? 500 : 50000;
    auto measured = measure("crossing", crossing_hints(steps));
    if (!measured) return 1;
    print(fmt::format("crossing hints/{}", steps), *measured);
    crossing[k] = measured->total_ms() / static_cast<double>(measured->ops);
  }
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf())) {
      fmt::print(stderr, "bench_completion: cannot read {}\n", argv[i]);
      return 1;
    }
    std::string path = argv[i];
    auto measured = measure(path, text.str());
    if (!measured) return 1;
    print(path.substr(path.find_last_of('/') + 1), *measured);
  }
  fmt::print("\nRatios: time per op of {} layers to that of 100: {:.2f} on 8 devices, {:.2f} on 65536\n",
             kLayers[std::size(kLayers) - 1], growth[0], growth[1]);
  fmt::print("        time per op of 50000 steps of crossing hints to that of 500: {:.2f}\n",
             crossing[1] / crossing[0]);
  fmt::print("        65536 devices to 8: {:.2f}\n", last[1] / last[0]);
  return 0;
}

}  // namespace
}  // namespace partita::bench

int main(int argc, char** argv) { return partita::bench::run(argc, argv); }
