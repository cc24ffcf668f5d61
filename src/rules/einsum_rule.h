// Rules as people write them, in the notation of JAX's custom_partitioning; sizes are those of the call:
//
//   i k, k j -> i j reduction={k}        is, for tensor<8x4xf32> and tensor<4x2xf32>,
//   #sdy.op_sharding_rule<([i, j], [j, k])->([i, k]) {i=8, j=4, k=2} reduction={j}, custom>
//
//   b h, h -> b h           a factor for each dimension: a letter, then letters, digits and _
//   , i -> i                an operand without dimensions is written as nothing
//   ... i -> ... i          leading dimensions, however many; ...1 and ...2 are different ones
//   (i j) k -> i (j k)      a dimension of several factors, major to minor; a size that the types do not tell is given:
//   (i j) -> (j i) {i=4}    behind the tensors
//   * i -> i *              a dimension that is not divided
//
// The sets that follow are those of sdy (rules/sharding_rule.h): reduction, need_replication, permutation,
// blocked_propagation.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "ir/program.h"

namespace partita::core::rules {

// The rule of a custom call as sdy writes it, from such a text or from sdy's own, with or without #sdy.op_sharding_rule
// and the brackets around it. What comes back fits the op. Errors as of parse_sharding_rule, with places inside `text`.
Result<std::string> as_sdy_rule(std::string_view text, const Op& op);

}  // namespace partita::core::rules
