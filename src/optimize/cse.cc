// Common subexpressions.
//
//   %a = all_gather %w; … ; %b = all_gather %w            uses of %b become uses of %a, whatever channel %b had
//
// Two ops are the same where their kind, operands, attributes (but for channels), result types and regions are. An op
// in a region may be one of the regions around it, if what would then be kept through the region is within the limit.
//
// Nothing is shared across an optimization_barrier but scalars of one region: rematerialised code is there to be
// computed again. Values that depend on constants alone are cheap to recompute and would take memory in between: they
// are shared only where they are small, and only within a region, since as HLO a loop would have to carry them.
#include <algorithm>
#include <bit>
#include <vector>

#include "base/hash.h"
#include "cost/wire.h"
#include "optimize/effects.h"
#include "optimize/passes.h"

namespace partita::core::optimize {
namespace {

constexpr double kSmallConstant = 1 << 16;  // bytes
constexpr int kMaxRegionOps = 64;           // of an op whose regions are compared: comparators, reducers

// The ops of a region in order of definition, so that values of two regions can be paired.
class SameRegions {
 public:
  bool same(const Op& a, const Op& b) {
    if (a.num_regions() != b.num_regions()) return false;
    for (int r = 0; r < a.num_regions(); ++r) {
      if (!same(a.region(r), b.region(r))) return false;
    }
    return true;
  }

 private:
  bool same(const Region& a, const Region& b) {
    if (a.num_arguments() != b.num_arguments()) return false;
    for (int i = 0; i < a.num_arguments(); ++i) {
      if (!pair(a.argument(i), b.argument(i))) return false;
    }
    const Op *left = a.first(), *right = b.first();
    for (int n = 0; left != nullptr && right != nullptr; left = left->next(), right = right->next()) {
      if (++n > kMaxRegionOps || !same_op(*left, *right)) return false;
    }
    return left == right;  // both at their end
  }

  bool same_op(const Op& a, const Op& b) {
    if (a.kind() != b.kind() || a.num_operands() != b.num_operands() || a.num_results() != b.num_results())
      return false;
    if (a.attrs().data() != b.attrs().data() || a.discardable_attributes() != b.discardable_attributes()) return false;
    for (int i = 0; i < a.num_operands(); ++i) {
      if (other(a.operand(i)) != b.operand(i)) return false;
    }
    for (int i = 0; i < a.num_results(); ++i) {
      if (!pair(a.result(i), b.result(i))) return false;
    }
    return same(a, b);
  }

  bool pair(const Value* a, const Value* b) {
    if (a->type() != b->type()) return false;
    pairs_.emplace_back(a, b);
    return true;
  }
  // Regions are small: looking through the list is faster than a table.
  const Value* other(const Value* value) const {
    for (size_t i = pairs_.size(); i-- > 0;) {
      if (pairs_[i].first == value) return pairs_[i].second;
    }
    return value;
  }

  std::vector<std::pair<const Value*, const Value*>> pairs_;
};

class Sharing {
 public:
  Sharing(Function& local, const OptimizeLimits& limits)
      : kept_limit_(limits.kept_by(local)),
        heads_(std::bit_ceil(size_t{local.module().num_value_ids()} + 1), -1),
        of_constants_(local.module().num_value_ids()) {
    share(local.body());
  }

 private:
  struct Entry {
    uint64_t hash;
    Op* op;
    int older;     // in the same slot
    int barriers;  // that came before it
  };

  void share(Region& region) {
    const size_t mark = entries_.size();
    const int barriers = barriers_;
    const Region* around = region_;
    region_ = &region;
    for (Op *op = region.first(), *next; op != nullptr; op = next) {
      next = op->next();
      if (op->is(OpKind::kOptimizationBarrier)) ++barriers_;
      // What an op's regions may share with others matters more than the op: collectives are in loops.
      if (has_code(*op)) {
        for (int r = 0; r < op->num_regions(); ++r) share(op->region(r));
      }
      visit(*op);
    }
    while (entries_.size() > mark) {
      slot(entries_.back().hash) = entries_.back().older;
      entries_.pop_back();
    }
    barriers_ = barriers;
    region_ = around;
  }

  void visit(Op& op) {
    if (op.num_results() == 0 || has_code(op) || !is_pure(op)) return;
    const bool constant = note_constants(op);
    double bytes = 0;
    for (int i = 0; i < op.num_results(); ++i) bytes += cost::bytes_of(op.result(i)->type());
    if (constant && bytes > kSmallConstant) return;
    const uint64_t hash = hash_of(op);
    for (int at = slot(hash); at >= 0; at = entries_[at].older) {
      const Entry& entry = entries_[at];
      if (entry.hash != hash || !same(*entry.op, op)) continue;
      const bool here = entry.op->parent() == region_;
      const bool scalar = op.num_results() == 1 && op.result()->type().is_tensor() && op.result()->type().rank() == 0;
      if (entry.barriers != barriers_ && !(here && scalar)) break;
      if (!here && (constant || bytes > kept_limit_)) break;
      replace(op, *entry.op);
      return;
    }
    entries_.push_back({hash, &op, slot(hash), barriers_});
    slot(hash) = std::ssize(entries_) - 1;
  }

  // Whether the op's results depend on nothing but constants.
  bool note_constants(const Op& op) {
    if (op.is(OpKind::kPartitionId) || op.is(OpKind::kReplicaId)) return false;
    for (int i = 0; i < op.num_operands(); ++i) {
      if (!of_constants_[op.operand(i)->id()]) return false;
    }
    for (int i = 0; i < op.num_results(); ++i) of_constants_[op.result(i)->id()] = true;
    return true;
  }

  static bool is_channel(const KeyedAttr& attr) { return attr.key == AttrKey::kChannelId; }

  static uint64_t hash_of(const Op& op) {
    uint64_t hash = static_cast<uint64_t>(op.kind());
    if (op.info().has(kCommutative)) {
      const uint32_t a = op.operand(0)->id(), b = op.operand(1)->id();
      hash = base::mix_hash(base::mix_hash(hash, std::min(a, b)), std::max(a, b));
    } else {
      for (int i = 0; i < op.num_operands(); ++i) hash = base::mix_hash(hash, op.operand(i)->id());
    }
    if (op.info().has(kCollective)) {
      for (const KeyedAttr& attr : op.attrs()) {
        if (!is_channel(attr)) hash = base::hash_pointer(hash, attr.value.id());
      }
    } else {
      hash = base::hash_pointer(hash, op.attrs().data());
    }
    return base::hash_pointer(hash, op.result()->type().id());
  }

  static bool same(const Op& a, const Op& b) {
    if (a.kind() != b.kind() || a.num_operands() != b.num_operands() || a.num_results() != b.num_results())
      return false;
    bool operands = true;
    for (int i = 0; i < a.num_operands() && operands; ++i) operands = a.operand(i) == b.operand(i);
    if (!operands && a.info().has(kCommutative)) {
      operands = a.operand(0) == b.operand(1) && a.operand(1) == b.operand(0);
    }
    if (!operands || a.discardable_attributes() != b.discardable_attributes()) return false;
    for (int i = 0; i < a.num_results(); ++i) {
      if (a.result(i)->type() != b.result(i)->type()) return false;
    }
    if (a.attrs().data() != b.attrs().data()) {  // interned
      if (!a.info().has(kCollective) || a.attrs().size() != b.attrs().size()) return false;
      for (size_t i = 0; i < a.attrs().size(); ++i) {
        const KeyedAttr &x = a.attrs()[i], &y = b.attrs()[i];
        if (x.key != y.key || (x.value != y.value && !(is_channel(x) && both_channels(x, y)))) return false;
      }
    }
    return a.num_regions() == 0 || SameRegions().same(a, b);
  }
  // A channel of 0 says that groups are of replicas: it is another collective.
  static bool both_channels(const KeyedAttr& x, const KeyedAttr& y) {
    return (x.value.as_int() > 0) == (y.value.as_int() > 0);
  }

  static void replace(Op& op, Op& by) {
    for (int i = 0; i < op.num_results(); ++i) {
      Value *from = op.result(i), *to = by.result(i);
      if (to->name().empty()) to->set_name(from->name());
      from->replace_all_uses_with(to);
    }
    op.erase();
  }

  int& slot(uint64_t hash) { return heads_[hash & (heads_.size() - 1)]; }

  const double kept_limit_;
  std::vector<Entry> entries_;
  std::vector<int> heads_;
  std::vector<bool> of_constants_;
  const Region* region_ = nullptr;
  int barriers_ = 0;
};

}  // namespace

void eliminate_common_subexpressions(Function& local, const OptimizeLimits& limits) { Sharing(local, limits); }

}  // namespace partita::core::optimize
