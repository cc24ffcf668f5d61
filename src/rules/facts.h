// What a rule depends on besides the op's types and attributes: what its region does and where its operands come from.
// Part of the key of the rule cache.
//
//   i = iota 8x1, dim 0;  j = anything 8x1;  gather(operand 8x5, concatenate(i, j))
//
// Component 0 of the index vector counts along dimension 0 of the indices: batch b reads row b of the operand and no
// other, so rows and batches are one factor and no device needs another's rows.
#pragma once

#include <optional>
#include <vector>

#include "ir/program.h"

namespace partita::core::rules {

struct RuleFacts {
  // The plain op of the region that combines (reduce, scatter, …).
  std::optional<OpKind> combiner;
  // The initial values of a reduction or the padding value are constant zeros.
  bool zero_init = false;
  // scatter: the update replaces what was there.
  bool overwrites = false;
  // scan: the body works on each element of a slice alone.
  bool pointwise_body = false;
  // gather, scatter: for each component of the index vector the dimension of the indices along which it is 0, 1, 2, …,
  // or -1. Empty where there is none.
  std::vector<int> counting;
  // custom_call: the text of its sdy.sharding_rule, and what it is configured with, or empty.
  Attr sharding_rule;
  Attr backend_config;
};

RuleFacts facts_of(const Op& op);

}  // namespace partita::core::rules
