#include "partition/choice/loop_carries.h"

#include <numeric>

#include "ir/views.h"

namespace partita::core::partition {
namespace {

bool changes_something(const Op& loop) {
  for (int i = 0; i < loop.num_results(); ++i) {
    if (!is_carried_unchanged(loop, i)) return true;
  }
  return false;
}

}  // namespace

std::vector<int> kept_carries(const Op& loop) {
  std::vector<int> kept;
  for (int i = 0; i < loop.num_results(); ++i) {
    if (!is_carried_unchanged(loop, i)) kept.push_back(i);
  }
  if (kept.empty()) {
    kept.resize(loop.num_results());
    std::iota(kept.begin(), kept.end(), 0);
  }
  return kept;
}

const Value* before_unchanged_loops(const Value* value) {
  for (;;) {
    const Op* loop = value->is_argument() ? value->region()->parent_op() : value->op();
    if (loop == nullptr || !loop->is(OpKind::kWhile)) return value;
    if (!is_carried_unchanged(*loop, value->index()) || !changes_something(*loop)) return value;
    value = loop->operand(value->index());
  }
}

}  // namespace partita::core::partition
