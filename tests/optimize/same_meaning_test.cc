// Every program of this folder is run on its devices as it is, after each pass alone, and after all of them: the same
// results, and no more bytes sent but for the memory's sake.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cost/wire.h"
#include "driver/compilation.h"
#include "eval/compare.h"
#include "eval/evaluate.h"
#include "ir/verify.h"
#include "optimize/pipeline.h"
#include "run/arguments.h"
#include "text/write.h"

namespace partita::core::optimize {
namespace {

using ByDevice = std::vector<std::vector<Tensor>>;

int64_t count_of(const Module& module, std::string_view name) {
  const Attr attr = module.discardable_attribute(name);
  return attr.is(AttrKind::kInt) ? std::max<int64_t>(attr.as_int(), 1) : 1;
}

// Different arguments on each device.
Result<ByDevice> run(const Module& module) {
  const int64_t replicas = count_of(module, "mhlo.num_replicas"), partitions = count_of(module, "mhlo.num_partitions");
  ByDevice inputs;
  for (int64_t device = 0; device < replicas * partitions; ++device) {
    inputs.push_back(run::random_arguments(run::argument_types(*module.entry()), static_cast<uint64_t>(device) + 1));
  }
  Diagnostics checks;
  return evaluate_on_grid(module, *module.entry(), replicas, partitions, std::move(inputs), {}, checks);
}

class Texts {
 public:
  explicit Texts(const std::string& text) : text_(text) {}

  // The programs of the file after these passes, each run.
  std::vector<ByDevice> results(const std::vector<const Pass*>& passes, std::vector<double>& bytes) {
    Diagnostics diagnostics;
    auto modules = driver::read_programs(context_, std::make_shared<SourceText>("text", text_), diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.render_all();
    std::vector<ByDevice> out;
    for (const auto& module : modules) {
      for (const Pass* pass : passes) {
        OptimizeLimits limits;
        limits.rings_everywhere = true;
        pass->run(*module->entry(), limits);
        Diagnostics found;
        EXPECT_TRUE(ir::verify(*module, found)) << pass->name << found.render_all();
      }
      bytes.push_back(cost::wire_of(*module->entry(), nullptr).bytes);
      Result<ByDevice> got = run(*module);
      EXPECT_TRUE(got.ok()) << render(got.error().diagnostic) << *text::write_stablehlo(*module);
      out.push_back(got.ok() ? std::move(*got) : ByDevice());
    }
    return out;
  }

 private:
  const std::string& text_;
  Context context_;
};

void expect_same(const ByDevice& want, const ByDevice& got, const std::string& where) {
  ASSERT_EQ(want.size(), got.size()) << where;
  for (size_t device = 0; device < want.size(); ++device) {
    for (size_t i = 0; i < want[device].size(); ++i) {
      const Tensor& have = got[device][i];
      const auto difference = compare(have.with_type(want[device][i].type()), want[device][i],
                                      ComparisonRule::tolerance(std::nullopt, std::nullopt));
      EXPECT_FALSE(difference) << where << ", device " << device << ", result " << i << ": " << difference->message;
    }
  }
}

TEST(Optimize, passes_keep_the_meaning_of_every_text) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(PARTITA_SOURCE_DIR "/tests/optimize")) {
    if (entry.path().extension() == ".mlir") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  ASSERT_GE(files.size(), 3U);
  std::vector<const Pass*> all;
  for (const Pass& pass : all_passes()) all.push_back(&pass);
  for (const auto& file : files) {
    std::ifstream stream(file);
    std::stringstream text;
    text << stream.rdbuf();
    if (text.str().find("// Not evaluated") != std::string::npos) continue;  // has ops nobody can evaluate
    const std::string content = text.str();
    Texts texts(content);
    std::vector<double> sent;
    const std::vector<ByDevice> want = texts.results({}, sent);
    std::vector<std::vector<const Pass*>> ways = {all};
    for (const Pass* pass : all) ways.push_back({pass});
    for (const auto& way : ways) {
      const std::string name = way.size() == 1 ? std::string(way[0]->name) : "all passes";
      std::vector<double> bytes;
      const std::vector<ByDevice> got = texts.results(way, bytes);
      ASSERT_EQ(want.size(), got.size());
      for (size_t i = 0; i < want.size(); ++i) {
        const std::string where = file.filename().string() + " " + std::to_string(i) + " after " + name;
        expect_same(want[i], got[i], where);
        // Gathering anew is for the memory's sake.
        if (file.stem() != "regather") {
          EXPECT_LE(bytes[i], sent[i]) << where;
        }
      }
    }
  }
}

}  // namespace
}  // namespace partita::core::optimize
