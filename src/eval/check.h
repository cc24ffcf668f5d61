// check.* as ops and as custom calls.
#pragma once

#include "eval/compare.h"
#include "eval/evaluators.h"

namespace partita {

// Compares, by the user's tolerance where one is given, and keeps a failure with the session.
void check_equal(const OpCall& call, std::string_view name, const Tensor& got, const Tensor& expected,
                 ComparisonRule rule);

// The rule of a custom call such as @check.expect_close; nothing for another target.
std::optional<ComparisonRule> check_call_rule(std::string_view target);

}  // namespace partita
