// Random programs of all ops, partitioned and run against evaluated. `./dev fuzz partition` runs more of them.
#include <gtest/gtest.h>

#include "generate.h"
#include "shrink.h"
#include "sweep.h"

namespace partita::core::partition {
namespace {

// In four tests, so that they may run side by side.
void run_seeds(uint64_t begin, uint64_t end, fuzz::Engine engine = fuzz::Engine::kReference) {
  fuzz::SweepOptions options;
  options.begin = begin;
  options.end = end;
  options.max_findings = 3;
  options.engine = engine;
  options.found = [engine](uint64_t seed, const fuzz::Finding& finding) {
    std::string program = fuzz::shrunk(
        fuzz::random_text(seed, fuzz::functions_under(engine)),
        [&](const std::string& text) { return fuzz::check_apart(text, seed, 20, engine).stage == finding.stage; }, 20);
    ADD_FAILURE() << finding.stage << ": " << finding.message << "\n"
                  << program << "\nrepeat: ./dev fuzz partition --seed " << seed
                  << (engine == fuzz::Engine::kReference ? "" : " --engine fast");
  };
  fuzz::SweepResult result = fuzz::sweep(options);
  EXPECT_TRUE(result.findings > 0 || result.next == end);
}

TEST(RandomPrograms, Seeds0To600) { run_seeds(0, 600); }
TEST(RandomPrograms, Seeds600To1200) { run_seeds(600, 1200); }
TEST(RandomPrograms, Seeds1200To1800) { run_seeds(1200, 1800); }
TEST(RandomPrograms, Seeds1800To2400) { run_seeds(1800, 2400); }
TEST(RandomPrograms, UnderTheEngineSeeds2400To2900) { run_seeds(2400, 2900, fuzz::Engine::kFast); }

// What does not matter goes, what does stays.
TEST(RandomPrograms, AreShrunk) {
  // With a gather outside loops and branches: a result depends on it there.
  uint64_t seed = 0;
  while (fuzz::random_program(seed).find("\n    %0 = \"stablehlo.gather") == std::string::npos) ++seed;
  std::string small = fuzz::shrunk(fuzz::random_program(seed), [&](const std::string& text) {
    return text.find("stablehlo.gather") != std::string::npos && !fuzz::check_program(text, seed).bad();
  });
  EXPECT_LT(small.size(), 800u) << small;
  EXPECT_NE(small.find("stablehlo.gather"), std::string::npos);
}

}  // namespace
}  // namespace partita::core::partition
