#include "partition/merge_broadcasts.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "ir/builder.h"
#include "ir/names.h"

namespace partita::core::partition {
namespace {

class BroadcastMerger {
 public:
  BroadcastMerger(const Function& entry, std::span<const Value* const> kept) : kept_(kept) {
    walk(entry.body(), [&](const Op& op) {
      const std::string_view target =
          op.is(OpKind::kCustomCall) ? op.text_attr(AttrKey::kCallTargetName) : std::string_view();
      manual_calls_ = manual_calls_ || call_targets::leaves_manual_code(target);
    });
  }

  void visit(Region& region) {
    for (Op *op = region.first(), *next; op != nullptr; op = next) {
      next = op->next();
      for (int r = 0; r < op->num_regions(); ++r) visit(op->region(r));
      if (op->is(OpKind::kBroadcastInDim)) {
        Op& stretching = stretched(*op);
        if (!as_iota(stretching)) as_operand(stretching);
      } else if (op->is(OpKind::kReshape)) {
        as_iota(*op);
      }
    }
    one_use_each(region);
  }

 private:
  bool is_plain(const Value* value) const {
    const Op* op = value->op();
    return op != nullptr && !op->discardable_attribute(hlo_names::kSharding) &&
           !op->discardable_attribute(sdy_names::kSharding) &&
           !op->discardable_attribute(hlo_names::kFrontendAttributes) &&
           std::find(kept_.begin(), kept_.end(), value) == kept_.end();
  }

  static std::vector<int64_t> dims_of(const Op& op) {
    const auto dims = op.ints_attr(AttrKey::kBroadcastDimensions);
    return {dims.begin(), dims.end()};
  }

  // What nothing uses any more goes, too.
  void replace(Op& op, Value* value) {
    Op* before = op.num_operands() > 0 ? op.operand(0)->op() : nullptr;
    op.result()->replace_all_uses_with(value);
    op.erase();
    while (before != nullptr && moves_only(*before) && !before->result()->has_uses() && is_plain(before->result())) {
      Op* further = before->num_operands() > 0 ? before->operand(0)->op() : nullptr;
      before->erase();
      before = further;
    }
  }

  static bool moves_only(const Op& op) {
    return op.is(OpKind::kReshape) || op.is(OpKind::kBroadcastInDim) || op.is(OpKind::kIota);
  }

  Value* in_place_of(Op& op, OpKind kind, std::initializer_list<Value*> operands,
                     std::initializer_list<KeyedAttr> attrs) {
    Value* value = Builder(&op).value(kind, operands, op.result()->type(), attrs);
    value->set_name(op.result()->name());
    value->op()->set_name(op.name());
    value->op()->set_discardable_attributes(op.discardable_attributes());
    return value;
  }

  // A broadcast of what a reshape has taken dimensions of size 1 from stretches these.
  Op& stretched(Op& op) {
    Op* reshape = op.operand(0)->op();
    if (reshape == nullptr || !reshape->is(OpKind::kReshape) || !is_plain(op.operand(0))) return op;
    Value* source = reshape->operand(0);
    const Type from = source->type(), middle = reshape->result()->type(), to = op.result()->type();
    if (from.rank() > to.rank()) return op;
    // Its other dimensions, in order, are those of the reshape; each of size 1 goes to a place that is free between
    // them.
    const std::vector<int64_t> dims = dims_of(op);
    if (!std::ranges::is_sorted(dims)) return op;
    std::vector<int64_t> all;
    int at = 0;
    int64_t next = 0;
    for (int d = 0; d < from.rank(); ++d) {
      if (at < middle.rank() && from.dim(d) == middle.dim(at)) {
        if (dims[static_cast<size_t>(at)] < next) return op;
        next = dims[static_cast<size_t>(at++)];
      } else if (from.dim(d) != 1 || next >= to.rank()) {
        return op;
      }
      all.push_back(next++);
    }
    if (at < middle.rank()) return op;
    Value* merged = in_place_of(op, OpKind::kBroadcastInDim, {source},
                                {{AttrKey::kBroadcastDimensions, op.module().context().ints(all)}});
    replace(op, merged);
    return *merged->op();
  }

  // What only adds or stretches other dimensions of an iota is an iota.
  bool as_iota(Op& op) {
    const Op* iota = op.operand(0)->op();
    if (iota == nullptr || !iota->is(OpKind::kIota) || !is_plain(op.operand(0))) return false;
    const Type from = op.operand(0)->type(), to = op.result()->type();
    int64_t dim = iota->int_attr(AttrKey::kIotaDimension);
    if (op.is(OpKind::kBroadcastInDim)) {
      const int64_t moved = dims_of(op)[static_cast<size_t>(dim)];
      if (to.dim(static_cast<int>(moved)) != from.dim(static_cast<int>(dim))) return false;
      dim = moved;
    } else {
      if (from.rank() != 1) return false;
      for (dim = 0; dim < to.rank() && to.dim(static_cast<int>(dim)) != from.dim(0);) ++dim;
      if (dim == to.rank()) return false;
    }
    const Attr along = op.module().context().integer(dim);
    replace(op, in_place_of(op, OpKind::kIota, {}, {{AttrKey::kIotaDimension, along}}));
    return true;
  }

  void as_operand(Op& op) {
    if (op.operand(0)->type() != op.result()->type() || !is_plain(op.result())) return;
    if (std::ranges::is_sorted(dims_of(op))) replace(op, op.operand(0));
  }

  // Regions of other ops are what they compute, a scalar at a time.
  static bool holds_values(const Region& region) {
    const Op* parent = region.parent_op();
    if (parent == nullptr) return true;
    switch (parent->kind()) {
      case OpKind::kWhile:
      case OpKind::kIf:
      case OpKind::kCase:
      case OpKind::kManualComputation: return true;
      default: return false;
    }
  }

  // Scalars have no dimension to divide: one is enough, unless calls around manual code leave open which side it is on.
  void one_use_each(Region& region) {
    if (!holds_values(region)) return;
    std::vector<Op*> ops;
    for (Op& op : region) {
      const bool free = op.info().has(kConstantLike) ||
                        (op.is(OpKind::kBroadcastInDim) && op.operand(0)->op() != nullptr &&
                         op.operand(0)->op()->is(OpKind::kConstant) && op.operand(0)->type().rank() == 0);
      if (free && op.num_results() == 1 && is_plain(op.result()) && op.result()->type().is_tensor() &&
          (op.result()->type().rank() > 0 || manual_calls_)) {
        ops.push_back(&op);
      }
    }
    std::vector<Use*> uses;
    for (Op* op : ops) {
      uses.clear();
      for (Use* use = op->result()->first_use(); use != nullptr; use = use->next()) uses.push_back(use);
      for (size_t i = 0; i + 1 < uses.size(); ++i) {  // the first use, which is the last of them, keeps it
        Op& user = *uses[i]->op();
        if (!holds_values(*user.parent())) continue;
        std::vector<Value*> operands;
        if (op->num_operands() > 0) operands.push_back(op->operand(0));
        Builder before(&user);
        before.set_origin(*op);
        Op* copy = before.like(*op, operands);
        copy->result()->set_name(op->result()->name());
        user.set_operand(uses[i]->index(), copy->result());
      }
    }
  }

  std::span<const Value* const> kept_;
  bool manual_calls_ = false;
};

}  // namespace

void merge_broadcasts(Function& entry, std::span<const Value* const> kept) {
  BroadcastMerger(entry, kept).visit(entry.body());
}

}  // namespace partita::core::partition
