// Why a collective is in a partitioned program, and which hint would avoid it.
//
//   #1 all-gather along x, 6.00 KiB on each device
//     %w [x, -] is brought to [-, -] for dot_general at model.mlir:12
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/maps.h"
#include "complete/completion.h"
#include "cost/report.h"
#include "cost/report_rows.h"
#include "partition/partition.h"

namespace partita::core::tools {

// What the collectives of a program that was partitioned here are for.
class CollectiveCauses {
 public:
  explicit CollectiveCauses(const Partitioned& partitioned);

  // Null where nothing is known: an op that a pass has made of others of several places.
  const Reason* of(const Op& collective) const;
  // "%w [x, -] is brought to [-, -] for dot_general at model.mlir:12"; empty where nothing is known.
  std::string sentence(const Op& collective) const;

 private:
  std::string op_text(const Op& op) const;
  std::string value_text(const Value& value) const;

  SourceLines lines_;
  PointerMap<const Op*, const Reason*> by_op_;
  std::map<std::pair<OpKind, SourceOffset>, const Reason*> by_place_;
};

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
