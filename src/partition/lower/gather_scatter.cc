// Gather and scatter.
#include "partition/lower/mechanisms.h"

namespace partita {
namespace {

// Dimensions that the updates have too.
bool divides_updated(const Op& op, const Rule& rule, int factor, int64_t shards) {
  int first_update = (op.num_operands() - 1) / 2 + 1;
  return divides_pass(op, rule, factor, shards) && has_factor(rule.tensor(first_update), factor);
}

}  // namespace

void add_gather_scatter(MechanismTable& table) {
  table.set(OpKind::kScatter, {.lower = lower_pass, .can_divide = divides_updated});
}

}  // namespace partita
