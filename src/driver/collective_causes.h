// What each collective of a partitioned program is for, in a sentence.
//
//   %w [x, -] is brought to [-, -] for dot_general at model.mlir:12
#pragma once

#include <map>
#include <string>
#include <utility>

#include "base/maps.h"
#include "cost/report_rows.h"
#include "partition/partition.h"

namespace partita::core::driver {

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

}  // namespace partita::core::driver

namespace partita::core {
using driver::CollectiveCauses;
}  // namespace partita::core
