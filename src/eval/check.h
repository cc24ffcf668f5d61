// check.* as ops and as custom calls.
#pragma once

#include "eval/compare.h"
#include "eval/evaluators.h"

namespace partita::core::eval {

// Compares, by the user's tolerance where one is given, and keeps a failure with the session.
void check_equal(const OpCall& call, std::string_view name, const Tensor& got, const Tensor& expected,
                 ComparisonRule rule);

// The rule of a custom call such as @check.expect_close; nothing for another target. Its frontend attributes
// check.tolerance, check.min_ulp_difference and check.max_ulp_difference say what the attributes of the op say, which
// has no other place in HLO.
std::optional<ComparisonRule> check_call_rule(const Op& call);

}  // namespace partita::core::eval
