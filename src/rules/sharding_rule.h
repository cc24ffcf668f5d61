// The attribute with which a program gives the rule of a custom call itself:
//
//   sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}, custom>
//
// A dimension lists its factors major to minor, as letters i to z, then z_1, z_2, …; `*` is a dimension without any.
// reduction are summed; need_replication and permutation are whole, as only the call knows how to compute a part of
// them, and so are factors of operands alone that are not summed, and of results alone: the dimensions of matrices that
// JAX's linear algebra takes apart, ([i, j])->([k, l], [m]). blocked_propagation are factors that nothing propagates
// along.
#pragma once

#include <string_view>

#include "base/result.h"
#include "rules/rule.h"

namespace partita::core::rules {

// Fails with kShardingSyntax, or with kShardingRank where it does not fit the op. Places are inside the text.
Result<Rule> parse_sharding_rule(std::string_view text, const Op& op);

// The text of the op's attribute, in either spelling (sdy.sharding_rule, or among HLO's frontend attributes), or empty.
std::string_view sharding_rule_text(const Op& op);

// Whether the attribute, where the op has one, can be read; errors as of parse_sharding_rule. Asking for the rule of an
// op whose attribute cannot gives the rule "whole"; who reads the hints of a program checks here first, and reports it.
Status check_sharding_rule(const Op& op);

}  // namespace partita::core::rules
