// What `fit` can do for memory: each remedy saves bytes at the peak for seconds of the step.
#pragma once

#include <functional>
#include <vector>

#include "cost/memory.h"
#include "optimize/modelled.h"

namespace partita::core::optimize {

struct Remedy {
  double bytes = 0;              // that are not needed at the peak any more
  double seconds = 0;            // that the step takes longer, about
  std::function<bool()> apply;   // false where an earlier remedy has made it impossible; nothing is changed then
  const Value* value = nullptr;  // that is computed again by it, if it is one
  bool is_light = false;         // no product is computed again for it, and nothing sent
};

// Whether an op that is computed again is neither a product nor sends.
bool is_light(const Op& op);

// recompute_stacks.cc: what one loop stacks up for another is computed again there.
std::vector<Remedy> stack_remedies(Function& local, const Memory& memory, Modelled& modelled);

// recompute_values.cc: what is needed again long after the peak is computed again then.
std::vector<Remedy> value_remedies(Function& local, const Memory& memory, Modelled& modelled);

// regather.cc: stacks that are gathered whole are gathered slice by slice.
std::vector<Remedy> gather_remedies(Function& local, Modelled& modelled);

// Seconds of computing the op again, once. Elementwise ops and the like become part of what uses them: what they write
// is moved once.
double seconds_again(const Op& op, Modelled& modelled);

// Whether the op may be computed a second time, elsewhere in the program: it has no effect, and its regions read
// nothing but their own arguments and what is defined outside of `body`.
bool can_repeat(const Op& op, const Region& body);

}  // namespace partita::core::optimize
