#include "driver/stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "driver/compilation.h"
#include "optimize/pipeline.h"

namespace partita::core::driver {
namespace {

template <typename... Goals>
constexpr uint8_t goals(Goals... goals) {
  return static_cast<uint8_t>(((1 << static_cast<int>(goals)) | ...));
}
constexpr uint8_t kLocal = goals(Goal::kExecute, Goal::kCompile);
constexpr uint8_t kMerged = kLocal | goals(Goal::kExplain);
constexpr uint8_t kCompleted = kMerged | goals(Goal::kAnnotate);
constexpr uint8_t kHinted = kCompleted | goals(Goal::kCheck);
constexpr uint8_t kAll = kHinted | goals(Goal::kEvaluate, Goal::kConvert, Goal::kDifferentiate);

}  // namespace

std::span<const Stage> all_stages() {
  using C = Compilation;
  static const std::vector<Stage> stages = [] {
    std::vector<Stage> out = {
        {"read", "the text becomes ops", kAll, false, true, &C::read},
        {"verify", "what came in is held against the specification", kAll, false, false, &C::verify_input},
        {"import", "calls are inlined, old ops become modern ones, dynamic sizes static ones", kAll, false, true,
         &C::import},
        {"differentiate", "the program becomes its gradient", goals(Goal::kDifferentiate), false, true,
         &C::differentiate_entry},
        {"rules", "custom calls of the host get its sharding rules", kHinted, false, true, &C::attach_rules, nullptr,
         true},
        {"merge", "pads and slices in a row become one, and so do parts of a roll", kMerged, true, true, &C::merge},
        {"prepare", "what is written as HLO gets HLO's own ops; loops lose carries that never change",
         goals(Goal::kAnnotate), false, true, &C::prepare},
        {"hints", "shardings of the text and of the command line are read", kHinted, false, false, &C::read_all_hints},
        {"complete", "every value gets a sharding", kCompleted, false, true, &C::complete_program},
        {"attach", "the shardings are written onto the program", goals(Goal::kAnnotate), false, true,
         &C::attach_shardings},
        {"choose", "how every value is stored and every op is computed is decided", kLocal, false, false, &C::choose},
        {"lower", "the program that every device runs is made", kLocal, false, true, &C::lower},
        {"expand", "custom calls of the host become the ops it gives for them", kLocal | goals(Goal::kEvaluate), false,
         true, &C::expand, nullptr, true},
    };
    for (const Pass& pass : optimize::all_passes()) {
      if (pass.name == "channels") {
        out.push_back({"compare", "of plans that are near each other the one whose step is shortest stays", kLocal,
                       true, true, &C::compare});
      }
      out.push_back({pass.name, pass.what, kLocal, true, true, &C::run_pass, &pass});
    }
    const uint8_t written = goals(Goal::kConvert, Goal::kAnnotate, Goal::kCompile, Goal::kDifferentiate);
    out.push_back({"cost", "what a device computes, sends and holds is added up", kLocal});
    out.push_back({"simulate", "a step is followed on a described machine", kLocal});
    out.push_back({"report", "a page for people is made", kLocal});
    out.push_back({"inputs", "arguments are read, or made up", goals(Goal::kEvaluate, Goal::kExecute)});
    out.push_back({"evaluate", "the program is run on one device", goals(Goal::kEvaluate, Goal::kExecute)});
    out.push_back({"run", "the program is run on all its devices", goals(Goal::kExecute)});
    out.push_back({"write", "the program becomes text", written, false, false, &C::write});
    return out;
  }();
  return stages;
}

const Stage* find_stage(std::string_view name) {
  for (const Stage& stage : all_stages()) {
    if (stage.name == name) return &stage;
  }
  return nullptr;
}

std::string stage_names(const std::function<bool(const Stage&)>& wanted) {
  std::string names;
  for (const Stage& stage : all_stages()) {
    if (wanted(stage)) names += fmt::format("{}{}", names.empty() ? "" : ", ", stage.name);
  }
  return names;
}

std::string stage_names() {
  return stage_names([](const Stage&) { return true; });
}

std::string stage_names(std::initializer_list<Goal> goals) {
  return stage_names([&](const Stage& stage) {
    return stage.run != nullptr && !stage.asks_host &&
           std::any_of(goals.begin(), goals.end(), [&](Goal g) { return stage.is_for(g); });
  });
}

bool is_optional(const Stage& stage) { return stage.optional; }
bool is_pass(const Stage& stage) { return stage.pass != nullptr; }

std::string stage_table() {
  std::string table;
  for (const Stage& stage : all_stages()) {
    table += fmt::format("{:<14}{}{}\n", stage.name, stage.what, stage.optional ? " (--skip)" : "");
  }
  return table;
}

}  // namespace partita::core::driver
