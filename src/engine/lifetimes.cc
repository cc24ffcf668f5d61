// Who reads a value's memory last: what may be written over.
//
//   %v = dynamic_slice %stack, …     shares the memory of %stack
//   %n = dynamic_update_slice %stack, %u, …     may be made in place only after the last reader of %v
#include <algorithm>

#include "engine/lowering.h"
#include "ir/views.h"

namespace partita::core::engine {
namespace {

// Whether result r of the op may be in the memory of its operand i.
bool may_share(const Op& op, int i, int r) {
  switch (op.kind()) {
    case OpKind::kReshape:
    case OpKind::kBroadcastInDim:
    case OpKind::kTranspose:
    case OpKind::kSlice:
    case OpKind::kReverse:
    case OpKind::kBitcast:
    case OpKind::kBitcastConvert:
    case OpKind::kCopy:
    case OpKind::kDomain:
    case OpKind::kAddDependency:
    case OpKind::kDynamicSlice:
    case OpKind::kDynamicUpdateSlice:
    case OpKind::kScatter: return i == r;
    case OpKind::kOptimizationBarrier:
    case OpKind::kWhile: return i == r;
    default: return op.info().has(ir::kPlacement) && i == r;
  }
}

}  // namespace

int Lowering::last_use(const Value& value) const {
  const auto mine = views_.find(&value);
  int last = -1;
  for (const Use* use = value.first_use(); use != nullptr; use = use->next()) {
    const Op* reader = use->op();
    while (reader != nullptr && reader->parent() != &scope_->region) reader = reader->parent_op();
    if (reader == nullptr || reader->info().has(kTerminator)) return kForever;
    last = std::max(last, scope_->clusters.unit_of(reader));
    if (reader != use->op() || reader == scope_->op) continue;
    for (int r = 0; r < reader->num_results(); ++r) {
      if (!may_share(*reader, use->index(), r)) continue;
      // Where it is known already, it may lie elsewhere.
      const auto other = views_.find(reader->result(r));
      const bool elsewhere =
          mine != views_.end() && other != views_.end() && other->second.place.buffer != mine->second.place.buffer;
      if (!elsewhere) last = std::max(last, last_use(*reader->result(r)));
    }
  }
  return last;
}

const Value* Lowering::root_of(const Value& value) const {
  const Value* at = &value;
  while (!at->is_argument()) {
    const Op& op = *at->op();
    const int i = at->index();
    if (i >= op.num_operands() || !may_share(op, i, i) || op.parent() != &scope_->region) break;
    if (op.is(OpKind::kWhile) && !ir::is_carried_unchanged(op, i)) break;
    const auto here = views_.find(at), below = views_.find(op.operand(i));
    if (here == views_.end() || below == views_.end()) break;
    if (here->second.place.buffer != below->second.place.buffer) break;
    at = op.operand(i);
  }
  return at;
}

bool Lowering::may_overwrite(const Value& value) const {
  const View& view = views_.at(&value);
  if (owners_[view.place.buffer] != &scope_->region) return false;
  for (size_t d = 0; d < view.dims.size(); ++d) {
    if (view.dims[d] > 1 && view.strides[d] == 0) return false;
  }
  const Value* root = root_of(value);
  if (in_slots_.contains(root)) return false;
  return last_use(*root) <= scope_->unit || is_put_back(value);
}

}  // namespace partita::core::engine
