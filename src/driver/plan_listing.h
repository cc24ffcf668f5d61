// What was chosen for each op and value of a partitioned program, what that takes, and what the next best would take:
// partita partition --show.
#pragma once

#include <string>

#include "cost/report.h"
#include "driver/compilation.h"
#include "partition/choice/plan_prices.h"

namespace partita::core::driver {

struct PlanListingOptions {
  size_t top = 10;  // ops and values each: those that take most
};

// The compilation has lowered its program and run the passes; the report is of what came of it.
std::string plan_listing(const Compilation& compilation, const CostReport& report, const PlanListingOptions& options);
// All ops and values; docs/partitioning.md has the fields.
std::string plan_json(const Compilation& compilation, const CostReport& report);

// What the plan takes for one op, in sentences that end in newlines; empty where the op is none that was chosen for.
//
//   dot_general at model.mlir:4: [x, -] · [-, -] -> [x, -], 21.30 us, 18.05 us of it sending
//   the next best is [x, -] · [x, -] -> unreduced sum(x), 4.11 us more
std::string op_in_words(const Compilation& compilation, const Op& op, std::string_view indent);

}  // namespace partita::core::driver
