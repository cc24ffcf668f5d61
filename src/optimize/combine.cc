// Small collectives of the same kind and groups, together.
//
//   %a = all_reduce %x; %b = all_reduce %y            %a, %b = all_reduce %x, %y
//
// As many bytes, fewer launches. In the order of the program, independent ones are combined greedily, up to the
// limit; the first op that needs a result ends it. The combined one stands where the last of them stood, so what the
// others give comes later, and what they take lives longer: never more than the limit. Nothing moves past a barrier or
// an effect.
//
// all_gather along one dimension and all_reduce by one plain op can have several operands in StableHLO and in HLO;
// reduce_scatter and the others only in HLO.
#include <algorithm>
#include <vector>

#include "cost/wire.h"
#include "optimize/collective.h"
#include "optimize/effects.h"
#include "optimize/passes.h"

namespace partita::core::optimize {
namespace {

constexpr int kNone = -1;

class Combining {
 public:
  Combining(Function& local, const OptimizeLimits& limits)
      : limits_(limits), batch_of_(local.module().num_value_ids(), kNone) {
    visit(local.body());
  }

 private:
  struct Batch {
    std::vector<Op*> members;
    double bytes = 0;
  };

  void visit(Region& region) {
    const size_t outer = batches_.size();  // batches from here on are of this region; some of them may be done
    for (Op *op = region.first(), *next; op != nullptr; op = next) {
      next = op->next();
      for (int r = 0; r < op->num_regions() && has_code(*op); ++r) visit(op->region(r));
      end_those_used_by(*op);
      if (op->is(OpKind::kOptimizationBarrier) || op->info().has(kTerminator) || has_effect(*op)) {
        for (size_t b = outer; b < batches_.size(); ++b) end(batches_[b]);
        continue;
      }
      if (can_be_combined(*op)) add(*op, outer);
    }
    batches_.resize(outer);
  }

  bool can_be_combined(const Op& op) const {
    if (op.num_results() != 1 || cost::bytes_of(op.result()->type()) > limits_.combined_bytes) return false;
    if (op.is(OpKind::kAllGather)) return true;
    return op.is(OpKind::kAllReduce) && reducer_of(op) && op.operand(0)->type() == op.result()->type();
  }

  static bool fit(const Op& a, const Op& b) {
    return a.kind() == b.kind() && same_groups(a, b) && a.discardable_attributes() == b.discardable_attributes() &&
           a.result()->type().element() == b.result()->type().element() &&
           a.attr(AttrKey::kAllGatherDim) == b.attr(AttrKey::kAllGatherDim) &&
           (a.num_regions() == 0 || reducer_of(a) == reducer_of(b));
  }

  void add(Op& op, size_t outer) {
    const double bytes = cost::bytes_of(op.result()->type());
    // As many batches are open as there are kinds of groups: few. Places of those that are done are taken again.
    size_t place = batches_.size();
    for (size_t b = outer; b < batches_.size(); ++b) {
      Batch& batch = batches_[b];
      if (batch.members.empty()) place = b;
      if (batch.members.empty() || !fit(*batch.members[0], op)) continue;
      if (batch.bytes + bytes > limits_.combined_bytes) {
        end(batch);
        place = b;
        break;
      }
      batch.members.push_back(&op);
      batch.bytes += bytes;
      batch_of_[op.result()->id()] = static_cast<int>(b);
      return;
    }
    if (place == batches_.size()) batches_.emplace_back();
    batches_[place] = {{&op}, bytes};
    batch_of_[op.result()->id()] = static_cast<int>(place);
  }

  void end_those_used_by(const Op& op) {
    auto look = [&](const Op& user) {
      for (int i = 0; i < user.num_operands(); ++i) {
        const uint32_t id = user.operand(i)->id();
        if (id < batch_of_.size() && batch_of_[id] != kNone) end(batches_[batch_of_[id]]);
      }
    };
    look(op);
    for (int r = 0; r < op.num_regions(); ++r) walk(op.region(r), look);
  }

  void end(Batch& batch) {
    for (const Op* member : batch.members) batch_of_[member->result()->id()] = kNone;
    if (batch.members.size() > 1) combine(batch.members);
    batch.members.clear();
  }

  static void combine(const std::vector<Op*>& members) {
    std::vector<Value*> operands;
    std::vector<Type> types;
    for (Op* member : members) {
      operands.push_back(member->operand(0));
      types.push_back(member->result()->type());
    }
    Op& first = *members[0];
    std::vector<KeyedAttr> further;
    if (first.is(OpKind::kAllGather)) {
      further.push_back({AttrKey::kAllGatherDim, first.attr(AttrKey::kAllGatherDim)});
    }
    Op* made = make_collective(first, first.kind(), operands, types, further, members.back());
    for (size_t i = 0; i < members.size(); ++i) {
      Value *from = members[i]->result(), *to = made->result(i);
      to->set_name(from->name());
      from->replace_all_uses_with(to);
      members[i]->erase();
    }
  }

  const OptimizeLimits& limits_;
  std::vector<Batch> batches_;  // of the region and of those around it; empty where it is done
  std::vector<int> batch_of_;   // by value: where it is a result of a member
};

}  // namespace

void combine_collectives(Function& local, const OptimizeLimits& limits) { Combining(local, limits); }

}  // namespace partita::core::optimize
