// Slices at positions known only when the program runs.
#include "partition/lower/mechanisms.h"

namespace partita {
namespace {

// Dimensions that the update has too are updated whole, each device its own part.
bool divides_updated(const Op& op, const Rule& rule, int factor, int64_t shards) {
  return divides_pass(op, rule, factor, shards) && has_factor(rule.operands[1], factor);
}

}  // namespace

void add_dynamic(MechanismTable& table) {
  table.set(OpKind::kDynamicUpdateSlice, {.lower = lower_pass, .can_divide = divides_updated});
}

}  // namespace partita
