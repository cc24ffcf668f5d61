// Programs of the repository, completed: what tests of completion start from.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "complete/completion.h"
#include "driver/compilation.h"

namespace partita::core::complete {

struct Program {
  std::string name;
  std::string text;
};
// How a failing test names it.
inline void PrintTo(const Program& program, std::ostream* out) { *out << program.name; }

// Programs of a folder, in the order of names; a file for split-file is several.
inline std::vector<Program> programs_in(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(PARTITA_SOURCE_DIR) + "/" + folder)) {
    std::string ending = entry.path().extension().string();
    if (ending == ".mlir" || ending == ".hlo") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Program> programs;
  for (const std::filesystem::path& path : paths) {
    std::ifstream in(path);
    const size_t first = programs.size();
    programs.push_back({path.stem().string(), ""});
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("//--- ")) {
        if (programs.size() == first + 1) programs.back().name.clear();  // what is in front of the first is no program
        std::string part = std::filesystem::path(line.substr(6)).stem().string();
        programs.push_back({path.stem().string() + "_" + part, ""});
      } else {
        programs.back().text += line + "\n";
      }
    }
    if (programs[first].name.empty()) programs.erase(programs.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return programs;
}

inline std::vector<Program> all_programs() {
  std::vector<Program> all;
  for (const char* folder : {"examples", "tests/programs", "tests/complete/golden"}) {
    for (Program& program : programs_in(folder)) all.push_back(std::move(program));
  }
  return all;
}

// For the names of parameterized tests.
inline std::string program_name(const testing::TestParamInfo<Program>& info) { return info.param.name; }

inline std::unique_ptr<Module> read_module(Context& context, const Program& program) {
  Diagnostics diagnostics;
  auto modules = driver::read_programs(context, std::make_shared<SourceText>(program.name, program.text), diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.render_all();
  return modules.empty() ? nullptr : std::move(modules[0]);
}

// All tensors whose sharding completion gives, in program order.
inline void collect_values(const Region& region, std::vector<const Value*>& values) {
  auto add = [&](const Value* value) {
    if (value->type().is_tensor()) values.push_back(value);
  };
  for (const Value* argument : region.arguments()) add(argument);
  for (const Op& op : region) {
    for (const Value* result : op.results()) add(result);
    if (!has_sharded_regions(op)) continue;
    for (int r = 0; r < op.num_regions(); ++r) collect_values(op.region(r), values);
  }
}

inline std::optional<Completion> complete_module(Module& module, const HintOptions& options = {}) {
  Diagnostics diagnostics;
  std::optional<Hints> hints = read_hints(module, *module.entry(), options, diagnostics);
  EXPECT_TRUE(hints.has_value()) << diagnostics.render_all();
  if (!hints) return std::nullopt;
  Result<Completion> completion = complete(module, *module.entry(), std::move(*hints), diagnostics);
  EXPECT_TRUE(completion.ok()) << render(completion.error().diagnostic);
  if (!completion.ok()) return std::nullopt;
  return std::move(*completion);
}

}  // namespace partita::core::complete
