// Speed of the passes over the local program: an unrolled model with its gradient, partitioned, in growing sizes.
//
//   bench_passes [FILE…]        further programs, each with its hints
//
// Time is that of the processor, the least of some runs. The ratio below the table stays true on any machine: time per
// op from the smallest program to the largest (1 is linear).
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "optimize/pipeline.h"
#include "partition/partition.h"
#include "programs.h"
#include "text/read.h"

namespace partita::bench {
namespace {

double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

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
  Context context;
  Diagnostics diagnostics;
  auto modules = read_programs(context, std::make_shared<SourceText>(name, text), diagnostics);
  if (!diagnostics.has_errors() && !modules.empty() && modules[0]->entry() != nullptr) {
    Module& module = *modules[0];
    Function& entry = *module.entry();
    std::optional<Hints> hints = read_hints(module, entry, {}, diagnostics);
    if (hints) {
      Result<Completion> completion = complete(module, entry, std::move(*hints), diagnostics);
      Measured least;
      for (int run = 0; completion.ok() && run < 3; ++run) {
        PartitionOptions options;
        options.global = false;
        Result<Partitioned> made = partition(module, entry, *completion, options, diagnostics);
        if (!made.ok()) break;
        least.ops_before = made->module->count_ops();
        size_t at = 0;
        for (const Pass& pass : all_passes()) {
          const double begin = processor_ms();
          (void)run_pass(pass, *made->module->entry(), {}, false);
          const double took = processor_ms() - begin;
          if (at == least.ms.size()) least.ms.push_back(took);
          least.ms[at] = std::min(least.ms[at], took);
          ++at;
        }
        least.ops_after = made->module->count_ops();
        if (run == 2) return least;
      }
    }
  }
  fmt::print(stderr, "bench_passes: {} cannot be partitioned\n{}", name, diagnostics.render_all());
  return std::nullopt;
}

void print(const std::string& name, const Measured& m) {
  fmt::print("{:<30}{:>8}{:>8}{:>9.2f}{:>8.0f} ", name, m.ops_before, m.ops_after, m.total_ms(),
             1e6 * m.total_ms() / static_cast<double>(m.ops_before));
  for (double each : m.ms) fmt::print("{:>10.2f}", each);
  fmt::print("\n");
}

int run(int argc, char** argv) {
  fmt::print("{:<30}{:>8}{:>8}{:>9}{:>8} ", "program", "ops", "left", "all ms", "ns/op");
  for (const Pass& pass : all_passes()) fmt::print("{:>10}", pass.name);
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
}  // namespace partita::bench

int main(int argc, char** argv) { return partita::bench::run(argc, argv); }
