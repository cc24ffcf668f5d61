// Why a collective is in a program that was partitioned here, and which hints would lessen it: each is tried.
//
//   #11 all-reduce along x %122: 14.00 MiB on each device
//     add at step.mlir:497 makes %122 as [-, -] unreduced sum(x), it is kept as [-, -]
//     gradient of arg0: it is summed over dimension 0 of %118, which x divides by the hint on arg30 (line 3)
//     out1 is kept whole by the hint on it (line 3), so that every device needs the whole sum
//     with --shard 'arg0=[x, -]' it is gone: each device sends …
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cost/report.h"
#include "driver/compilation.h"
#include "driver/hint_trials.h"
#include "shard/sharding.h"

namespace partita::core::driver {

// The collective a user names: "#3", "%y", a kind, both with * and ?, or the line of the file that it comes from,
// "model.mlir:12" or ":12"; where several fit, all. kNoSuchValue where none does.
Result<std::vector<const Collective*>> find_collectives(const CostReport& report, std::string_view name);

// A hint on the value itself, tried.
struct DirectHint {
  std::string name;  // of the value, as find_value takes it
  Sharding sharding;
  bool compiles = false;  // else the program cannot be completed with it, and the rest is not known
  bool avoids = false;    // the collective is gone
  double bytes = 0;       // that a device sends, in all
  double peak = 0;        // of memory
};

// Hints that lessen the collective, and lower what the program sends, takes or needs as the figures say.
struct Proposal {
  std::vector<std::string> hints;  // as --shard takes them
  StepFigures before, after;
  bool avoids = false;  // the collective is gone
};

struct WhyCollective {
  int number = 0;
  std::string sentence;           // as CollectiveCauses has it; empty where nothing is known
  std::vector<std::string> more;  // where both sides come from, in sentences
  std::vector<DirectHint> trials;
  std::vector<Proposal> proposals;  // the best first
  std::string none;                 // why there is none
  std::string text;                 // all of it, for people; ends in a newline
};

// `trials` are of the compilation, which was made from a text and has run, and of the report of its local program.
WhyCollective why_collective(HintTrials& trials, const CostReport& report, const Collective& collective);
// The same with trials for this one alone.
WhyCollective why_collective(const Compilation& compilation, const CostReport& report, const Collective& collective,
                             const std::function<void(Compilation&)>& imported = {});

// One document for all of them: {"collectives": […], "proposals": […], "none": …}.
std::string why_json(const std::vector<WhyCollective>& whys);

}  // namespace partita::core::driver

namespace partita::core {
using driver::WhyCollective;
}  // namespace partita::core
