// fuzz_partition: random programs, partitioned and run on all their devices against evaluated.
//
//   fuzz_partition 600                    ten minutes, from seed 0
//   fuzz_partition --seeds 5000:1000000   these seeds, on all cores (--jobs N: on N); the last line says where to go on
//   fuzz_partition --seed 17              one program, with its text
//   fuzz_partition --program F --seed 17  a file in place of the random program
//   fuzz_partition --engine fast          run by the engine, also the whole program on one device; both: by the
//                                         evaluator as well
//
// Exit status: 0 where all agree, 2 where some do not, 1 for wrong usage.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include "generate.h"
#include "shrink.h"
#include "sweep.h"

namespace partita::core::fuzz {
namespace {

struct Arguments {
  uint64_t begin = 0, end = UINT64_MAX;
  double seconds = 0;
  std::optional<uint64_t> seed;
  std::string program;
  bool shrink = true, print = false;
  Engine engine = Engine::kReference;
  std::string engine_name = "reference";
  int max_findings = 10;
  unsigned jobs = std::thread::hardware_concurrency();
  const char* self = "fuzz_partition";
};

void report(const Arguments& arguments, uint64_t seed, const std::string& program, const Finding& finding) {
  std::printf("seed %llu: %s: %s\n", static_cast<unsigned long long>(seed), finding.stage.c_str(),
              finding.message.c_str());
  std::string small = program;
  if (arguments.shrink) {
    small = shrunk(program, [&](const std::string& candidate) {
      return check_apart(candidate, seed, 20, arguments.engine).stage == finding.stage;
    });
    Finding again = check_apart(small, seed, 20, arguments.engine);
    std::printf("shrunk, %s: %s\n", again.stage.c_str(), again.message.c_str());
  }
  const std::string command = fmt::format("--engine {} --seed {}", arguments.engine_name, seed);
  std::printf("%s\nrepeat: %s %s\n", small.c_str(), arguments.self, command.c_str());
  std::printf("or, with the program above in FILE: %s --program FILE %s\n\n", arguments.self, command.c_str());
  std::fflush(stdout);
}

int run_one(const Arguments& arguments) {
  std::string program;
  if (arguments.program.empty()) {
    program = random_text(*arguments.seed, functions_under(arguments.engine));
  } else {
    std::ifstream file(arguments.program);
    std::stringstream text;
    text << file.rdbuf();
    if (!file) {
      std::fprintf(stderr, "fuzz_partition: cannot read %s\n", arguments.program.c_str());
      return 1;
    }
    program = text.str();
  }
  if (arguments.print) {
    std::printf("%s", program.c_str());
    return 0;
  }
  Finding finding = check_apart(program, *arguments.seed, 60, arguments.engine);
  if (finding.bad()) {
    std::printf("%s\n", program.c_str());
    report(arguments, *arguments.seed, program, finding);
    return 2;
  }
  std::printf("seed %llu agrees\n", static_cast<unsigned long long>(*arguments.seed));
  return 0;
}

int run_many(const Arguments& arguments) {
  SweepOptions options;
  options.begin = arguments.begin;
  options.end = arguments.end;
  options.seconds = arguments.seconds;
  options.max_findings = arguments.max_findings;
  options.jobs = arguments.jobs;
  options.engine = arguments.engine;
  options.found = [&](uint64_t seed, const Finding& finding) {
    report(arguments, seed, random_text(seed, functions_under(arguments.engine)), finding);
  };
  options.progress = [](uint64_t next, int64_t findings) {
    std::fprintf(stderr, isatty(2) ? "\rseed %llu, %lld findings " : "seed %llu, %lld findings\n",
                 static_cast<unsigned long long>(next), static_cast<long long>(findings));
  };
  SweepResult result = sweep(options);
  std::printf("%llu programs, seeds %llu:%llu, %lld with a fallback, %lld findings; go on with --seeds %llu:N\n",
              static_cast<unsigned long long>(result.next - arguments.begin),
              static_cast<unsigned long long>(arguments.begin), static_cast<unsigned long long>(result.next),
              static_cast<long long>(result.with_fallbacks), static_cast<long long>(result.findings),
              static_cast<unsigned long long>(result.next));
  return result.findings == 0 ? 0 : 2;
}

int usage() {
  std::fprintf(stderr,
               "fuzz_partition [SECONDS] [--seeds A:B] [--seed N] [--program FILE] [--print] [--no-shrink] "
               "[--findings N] [--jobs N] [--engine fast|reference|both]\n");
  return 1;
}

int main_with(int argc, char** argv) {
  Arguments arguments;
  arguments.self = argv[0];
  bool bounded = false;
  for (int i = 1; i < argc; ++i) {
    std::string_view word = argv[i];
    const char* next = i + 1 < argc ? argv[i + 1] : nullptr;
    char* rest = nullptr;
    if (word == "--no-shrink") {
      arguments.shrink = false;
    } else if (word == "--print") {
      arguments.print = true;
    } else if (word == "--engine" && next != nullptr) {
      const std::string engine = arguments.engine_name = argv[++i];
      if (engine != "fast" && engine != "reference" && engine != "both") return usage();
      arguments.engine = engine == "fast" ? Engine::kFast : engine == "both" ? Engine::kBoth : Engine::kReference;
    } else if (word == "--program" && next != nullptr) {
      arguments.program = argv[++i];
    } else if (word == "--findings" && next != nullptr) {
      arguments.max_findings = std::atoi(argv[++i]);
    } else if (word == "--jobs" && next != nullptr) {
      arguments.jobs = static_cast<unsigned>(std::strtoul(argv[++i], &rest, 10));
      if (*rest != 0 || arguments.jobs == 0) return usage();
    } else if (word == "--seed" && next != nullptr) {
      arguments.seed = std::strtoull(argv[++i], &rest, 10);
      if (*rest != 0) return usage();
    } else if (word == "--seeds" && next != nullptr) {
      arguments.begin = std::strtoull(argv[++i], &rest, 10);
      if (*rest != ':') return usage();
      if (rest[1] != 0) arguments.end = std::strtoull(rest + 1, &rest, 10);
      if (*rest != 0 && *rest != ':') return usage();
      bounded = true;
    } else if (arguments.seconds = std::strtod(argv[i], &rest); *rest != 0 || arguments.seconds <= 0) {
      return usage();
    }
  }
  if (!arguments.program.empty() && !arguments.seed) arguments.seed = 0;
  if (arguments.seed) return run_one(arguments);
  if (!bounded && arguments.seconds == 0) arguments.seconds = 60;
  return run_many(arguments);
}

}  // namespace
}  // namespace partita::core::fuzz

int main(int argc, char** argv) { return partita::core::fuzz::main_with(argc, argv); }
