// Why a collective is in a partitioned program, and which hint would avoid it.
//
//   #1 all-gather along x, 6.00 KiB on each device
//     %w [x, -] is brought to [-, -] for dot_general at model.mlir:12
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "complete/completion.h"
#include "cost/report.h"
#include "cost/report_rows.h"
#include "driver/collective_causes.h"

namespace partita::core::tools {

// The collective a user names: "#3", "%y", or the line of the file that it comes from, "model.mlir:12" or ":12"; where
// several fit, all. kNoSuchValue where none does.
Result<std::vector<const Collective*>> find_collectives(const CostReport& report, std::string_view name);

// What a hint changes, for an honest answer: the program is completed and partitioned again with it.
struct Trial {
  double bytes = 0;             // on the wire, in all
  double peak = 0;              // memory
  std::vector<Reason> reasons;  // of all its collectives; they point into the trial's own program
};
// Nothing where the program cannot be completed with the hint.
using TryHint = std::function<std::optional<Trial>(const std::string& shard)>;

// The explanation as text; ends in a newline.
std::string why_collective(const CostReport& report, const Collective& collective, const Module& global,
                           const Function& entry, const Completion& completion, const CollectiveCauses& causes,
                           const TryHint& try_hint);

}  // namespace partita::core::tools
