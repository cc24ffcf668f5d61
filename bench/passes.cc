// Speed of the passes over the local program: an unrolled model with its gradient, partitioned, in growing sizes.
//
//   bench_passes [FILE…]        further programs, each with its hints
//
// Time is that of the processor, the least of some runs. The ratio below the table stays true on any machine: time per
// op from the smallest program to the largest (1 is linear).
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "programs.h"
#include "stage_clock.h"

namespace partita::core::bench {
namespace {

struct Measured {
  size_t ops_before = 0, ops_after = 0;
  std::vector<double> ms;  // of each pass
  double total_ms() const {
    double total = 0;
    for (double each : ms) total += each;
    return total;
  }
};

// Nothing where the program has mistakes. Choices are made op by op: for the passes any partitioning will do.
std::optional<Measured> measure(const std::string& name, const std::string& text) {
  Measured least;
  for (int run = 0; run < 3; ++run) {
    CompileOptions options;
    options.goal = Goal::kExecute;
    options.plan = PlanKind::kAnnotated;
    options.verify_each = false;
    Timed timed(name, text, std::move(options));
    Compilation& compilation = timed.compilation;
    if (compilation.run_until("lower")) least.ops_before = compilation.program().count_ops();
    if (!compilation.run()) {
      fmt::print(stderr, "bench_passes: {} cannot be partitioned\n{}", name, compilation.diagnostics().render_all());
      return std::nullopt;
    }
    least.ops_after = compilation.program().count_ops();
    size_t at = 0;
    for (const Pass& pass : optimize::all_passes()) {
      const double took = timed.clock.ms(pass.name);
      if (at == least.ms.size()) least.ms.push_back(took);
      least.ms[at] = std::min(least.ms[at], took);
      ++at;
    }
  }
  return least;
}

void print(const std::string& name, const Measured& m) {
  fmt::print("{:<30}{:>8}{:>8}{:>9.2f}{:>8.0f} ", name, m.ops_before, m.ops_after, m.total_ms(),
             1e6 * m.total_ms() / static_cast<double>(m.ops_before));
  for (double each : m.ms) fmt::print("{:>10.2f}", each);
  fmt::print("\n");
}

int run(int argc, char** argv) {
  fmt::print("{:<30}{:>8}{:>8}{:>9}{:>8} ", "program", "ops", "left", "all ms", "ns/op");
  for (const Pass& pass : optimize::all_passes()) fmt::print("{:>10}", pass.name);
  fmt::print("\n");
  constexpr int kLayers[] = {400, 1600, 6400};
  double per_op[std::size(kLayers)] = {};
  for (size_t i = 0; i < std::size(kLayers); ++i) {
    auto measured = measure("unrolled", hinted_model(kLayers[i], 4, 2));
    if (!measured) return 1;
    print(fmt::format("unrolled/{}", kLayers[i]), *measured);
    per_op[i] = measured->total_ms() / static_cast<double>(measured->ops_before);
  }
  for (int i = 1; i < argc; ++i) {
    const std::optional<std::string> text = text_of_file(argv[i]);
    if (!text) return 1;
    auto measured = measure(argv[i], *text);
    if (!measured) return 1;
    print(name_of_file(argv[i]), *measured);
  }
  fmt::print("\nRatio: time per op of {} layers to that of {}: {:.2f}\n", kLayers[2], kLayers[1],
             per_op[2] / per_op[1]);
  return 0;
}

}  // namespace
}  // namespace partita::core::bench

int main(int argc, char** argv) { return partita::core::bench::run(argc, argv); }
