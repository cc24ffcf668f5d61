// Why a collective is in a program that was partitioned here, and which hints would avoid it: each is tried.
//
//   #1 all-gather along x %w: 12.00 KiB on each device
//     %w is [x, -], dot_general at model.mlir:4 wants it as [-, -]
//     with --shard 'arg1=[{}, {}]' it is gone; each device sends 0 bytes instead of 12.00 KiB, and needs …
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cost/report.h"
#include "driver/compilation.h"
#include "shard/sharding.h"

namespace partita::core::driver {

// The collective a user names: "#3", "%y", or the line of the file that it comes from, "model.mlir:12" or ":12"; where
// several fit, all. kNoSuchValue where none does.
Result<std::vector<const Collective*>> find_collectives(const CostReport& report, std::string_view name);

// What a hint changes, for an honest answer: the program is compiled again with it.
struct HintTrial {
  std::string name;  // of the value, as find_value takes it
  Sharding sharding;
  bool compiles = false;  // else the program cannot be completed with it, and the rest is not known
  bool avoids = false;    // the collective is gone
  double bytes = 0;       // that a device sends, in all
  double peak = 0;        // of memory
};

struct WhyCollective {
  std::string sentence;  // as CollectiveCauses has it; empty where nothing is known
  std::vector<HintTrial> trials;
  std::string text;  // all of it, for people; ends in a newline
};

// The compilation was made from a text and has run; the report is of its local program. `imported` does to what is
// compiled again what was done to the program after stage import.
WhyCollective why_collective(const Compilation& compilation, const CostReport& report, const Collective& collective,
                             const std::function<void(Compilation&)>& imported = {});

}  // namespace partita::core::driver

namespace partita::core {
using driver::HintTrial;
using driver::WhyCollective;
}  // namespace partita::core
