// Shardings that a call states, as constraints where it stood.
//
//   %0:2 = call @f(%a) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>, <@m, [{}]>]>}
//
//   … the ops of @f, %r and %s its results …
//   %0 = sdy.sharding_constraint %r <@m, [{"x"}]>
//   %1 = sdy.sharding_constraint %s <@m, [{}]>
#pragma once

#include <vector>

#include "ir/program.h"

namespace partita::core::text {

// The shardings of one value, in either spelling or both.
struct StatedSharding {
  Attr sdy;   // <@mesh, […]>
  Attr mhlo;  // "{devices=…}"
};

// Of an argument or result, from its own attributes.
StatedSharding stated_sharding(Attr attrs);
// Of each result of an op, from the op's attributes.
std::vector<StatedSharding> stated_result_shardings(const Op& op);
// Of each of `count` values from a list such as [<@mesh, […]>, <@mesh, […]>]; the list may be empty.
std::vector<StatedSharding> stated_shardings(Context& context, Attr list, int count);

// `value` under the sharding: the value itself where there is none, else what a constraint before `op` gives.
Value* constrained(Op& op, Value* value, const StatedSharding& sharding);

}  // namespace partita::core::text
