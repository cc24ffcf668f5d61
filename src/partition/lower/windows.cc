// Windows that slide over divided dimensions.
#include "partition/lower/mechanisms.h"

namespace partita {
namespace {

// Groups are counted by an attribute; the plain factors are not.
bool divides_ungrouped(const Op& op, const Rule& rule, int factor, int64_t shards) {
  bool grouped = op.int_attr(AttrKey::kFeatureGroupCount, 1) != 1 || op.int_attr(AttrKey::kBatchGroupCount, 1) != 1;
  return !grouped && divides_pass(op, rule, factor, shards);
}

}  // namespace

void add_windows(MechanismTable& table) {
  table.set(OpKind::kConvolution, {.lower = lower_pass, .can_divide = divides_ungrouped});
}

}  // namespace partita
