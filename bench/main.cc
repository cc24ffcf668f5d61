// Speed and memory of reading, verifying and writing.
//
//   bench_partita [FILE…] [Google Benchmark's options]        further files: PARTITA_BENCH_FILES=a.mlir:b.hlo
//
// Programs made up here in growing sizes, and the files given. Every line has MB of text per second and, where a
// program is read, the peak of memory per byte of text. At the end the ratios of this one run that stay true on any
// machine: how the time per byte grows from the smallest program to the largest (1 is linear), and how the stages
// compare with reading.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "driver/compilation.h"
#include "ir/verify.h"
#include "memory.h"
#include "programs.h"

namespace partita::core::bench {
namespace {

using Modules = std::vector<std::unique_ptr<Module>>;

struct Program {
  std::string name;  // "stablehlo/64"
  std::string text;
};

std::shared_ptr<const SourceText> source_of(const Program& program) {
  return std::make_shared<SourceText>(program.name, program.text);
}

// The program as the later stages need it; nothing where it does not read, and the benchmark says why.
Modules read_or_skip(Context& context, const Program& program, benchmark::State& state) {
  Diagnostics diagnostics;
  Modules modules = driver::read_programs(context, source_of(program), diagnostics);
  if (!diagnostics.has_errors()) return modules;
  state.SkipWithError(render(diagnostics.all().front()).c_str());
  return {};
}

void report_speed(benchmark::State& state, size_t bytes) {
  double megabytes = 1e-6 * static_cast<double>(bytes) * static_cast<double>(state.iterations());
  state.counters["MB/s"] = benchmark::Counter(megabytes, benchmark::Counter::kIsRate);
}

void report_memory(benchmark::State& state, const Program& program) {
  size_t before = live_bytes();
  reset_peak();
  Context context;
  Modules modules = read_or_skip(context, program, state);
  double bytes = static_cast<double>(program.text.size());
  state.counters["peak/byte"] = static_cast<double>(peak_bytes() - before) / bytes;
  state.counters["kept/byte"] = static_cast<double>(live_bytes() - before) / bytes;
}

// From text to a verified program in normal form.
void read_stage(benchmark::State& state, const Program& program) {
  for (auto _ : state) {
    Context context;
    Modules modules = read_or_skip(context, program, state);
    if (modules.empty()) return;
    benchmark::DoNotOptimize(modules.data());
  }
  report_speed(state, program.text.size());
  report_memory(state, program);
}

// From text to ops, nothing checked beyond the grammar.
void parse_stage(benchmark::State& state, const Program& program) {
  auto parse = text::sniff_format(program.text) == TextFormat::kHlo ? text::parse_hlo : text::parse_stablehlo;
  for (auto _ : state) {
    Context context;
    Diagnostics diagnostics;
    std::unique_ptr<Module> module = parse(context, source_of(program), 0, program.text.size(), diagnostics);
    if (!module) return state.SkipWithError(render(diagnostics.all().front()).c_str());
  }
  report_speed(state, program.text.size());
}

void verify_stage(benchmark::State& state, const Program& program) {
  Context context;
  Modules modules = read_or_skip(context, program, state);
  for (auto _ : state) {
    Diagnostics diagnostics;
    for (const auto& module : modules) benchmark::DoNotOptimize(verify(*module, diagnostics));
  }
  report_speed(state, program.text.size());
}

using Writer = Result<std::string> (*)(const Module&, const WriteOptions&);

void write_by(benchmark::State& state, const Program& program, Writer write) {
  Context context;
  Modules modules = read_or_skip(context, program, state);
  size_t bytes = 0;
  for (auto _ : state) {
    bytes = 0;
    for (const auto& module : modules) {
      Result<std::string> text = write(*module, {});
      if (!text.ok()) return state.SkipWithError(render(text.error().diagnostic).c_str());
      bytes += text->size();
    }
  }
  report_speed(state, bytes);
}

void write_stage(benchmark::State& state, const Program& program) {
  write_by(state, program,
           text::sniff_format(program.text) == TextFormat::kHlo ? text::write_hlo : text::write_stablehlo);
}

// As text of the other format; the speed is that of the text written.
void convert_stage(benchmark::State& state, const Program& program) {
  write_by(state, program,
           text::sniff_format(program.text) == TextFormat::kHlo ? text::write_stablehlo : text::write_hlo);
}

struct Stage {
  const char* name;
  void (*run)(benchmark::State&, const Program&);
};
constexpr Stage kStages[] = {
    {"read", read_stage},   {"parse", parse_stage},     {"verify", verify_stage},
    {"write", write_stage}, {"convert", convert_stage},
};

// The usual table, and the speeds for the ratios below it.
class Reporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      auto speed = run.counters.find("MB/s");
      if (speed != run.counters.end()) speeds_[run.run_name.function_name] = speed->second.value;
    }
  }

  void print_ratios(std::ostream& out, int smallest, int largest) const {
    out << fmt::format("\nRatios: time per byte at {} layers to that at {}; time per byte to that of reading\n",
                       largest, smallest);
    for (const char* format : {"stablehlo", "hlo"}) {
      double reading = speed("read", format, largest);
      for (const Stage& stage : kStages) {
        double small = speed(stage.name, format, smallest);
        double large = speed(stage.name, format, largest);
        if (small == 0 || large == 0 || reading == 0) continue;
        out << fmt::format("  {:<8}{:<10}growth {:5.2f}   to reading {:5.2f}\n", stage.name, format, small / large,
                           reading / large);
      }
    }
  }

 private:
  double speed(const char* stage, const char* format, int layers) const {
    auto found = speeds_.find(fmt::format("{}/{}/{}", stage, format, layers));
    return found == speeds_.end() ? 0 : found->second;
  }

  std::map<std::string, double> speeds_;
};

bool add_file(std::vector<Program>& programs, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) {
    fmt::print(stderr, "bench_partita: cannot read {}\n", path);
    return false;
  }
  programs.push_back({path.substr(path.find_last_of('/') + 1), text.str()});
  return true;
}

int run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);  // takes its own options away
  constexpr int kLayers[] = {16, 128, 1024};
  std::vector<Program> programs;
  for (int layers : kLayers) programs.push_back({fmt::format("stablehlo/{}", layers), stablehlo_stack(layers)});
  for (int layers : kLayers) programs.push_back({fmt::format("hlo/{}", layers), hlo_stack(layers)});
  std::vector<std::string> paths(argv + 1, argv + argc);
  if (const char* files = std::getenv("PARTITA_BENCH_FILES")) {
    std::istringstream list(files);
    for (std::string path; std::getline(list, path, ':');) paths.push_back(path);
  }
  for (const std::string& path : paths) {
    if (!add_file(programs, path)) return 1;
  }
  for (const Stage& stage : kStages) {
    for (const Program& program : programs) {
      benchmark::RegisterBenchmark(fmt::format("{}/{}", stage.name, program.name).c_str(),
                                   [&](benchmark::State& state) { stage.run(state, program); })
          ->Unit(benchmark::kMillisecond);
    }
  }
  Reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print_ratios(reporter.GetOutputStream(), kLayers[0], kLayers[2]);
  return 0;
}

}  // namespace
}  // namespace partita::core::bench

int main(int argc, char** argv) { return partita::core::bench::run(argc, argv); }
