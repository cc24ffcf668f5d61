// What only repeats a few numbers is made in the loop that reads it, where it becomes part of what reads it.
//
//   %b = broadcast_in_dim %s : f32[] -> f32[4096,4096]           while … {
//   while … {                                                      %b = broadcast_in_dim %s
//     %r = select %p, %x, %b                                       %r = select %p, %x, %b
//   }                                                            }
//
// Before the loop it would be there throughout, and be read in every trip. Also where the loop carries it unchanged, as
// HLO has it.
#include <utility>
#include <vector>

#include "base/maps.h"
#include "ir/builder.h"
#include "ir/views.h"
#include "optimize/effects.h"
#include "optimize/passes.h"

namespace partita::core::optimize {
namespace {

constexpr int64_t kRepetitions = 64;  // fewer are not worth a loop's look

// What the value is throughout the loops around: what the outermost that carries it unchanged got.
Value* before_loops(Value* value) {
  while (value->op() == nullptr) {
    Op* loop = value->region()->parent_op();
    if (loop == nullptr || !loop->is(OpKind::kWhile) || !ir::is_carried_unchanged(*loop, value->index())) break;
    value = loop->operand(value->index());
  }
  return value;
}

bool only_repeats(const Value& value) {
  const Op* op = value.op();
  return op != nullptr && op->is(OpKind::kBroadcastInDim) &&
         kRepetitions * op->operand(0)->type().num_elements() <= value.type().num_elements();
}

// The uses of a value in one region.
struct Reads {
  Value* made = nullptr;                  // before the loops
  std::vector<std::pair<Op*, int>> uses;  // ops, in order, and which operand
  bool all_take_it_in = true;
};

class Sinking {
 public:
  void visit(Region& region) {
    std::vector<Reads> reads;
    PointerMap<const Value*, size_t> known;
    for (Op& op : region) {
      for (int r = 0; r < op.num_regions() && has_code(op); ++r) visit(op.region(r));
      if (op.info().has(kTerminator) || region.parent_op() == nullptr) continue;
      for (int i = 0; i < op.num_operands(); ++i) {
        Value* made = before_loops(op.operand(i));
        if (!only_repeats(*made) || made->op()->parent() == &region) continue;
        const auto [at, is_new] = known.try_emplace(made, reads.size());
        if (is_new) reads.push_back({made, {}, true});
        Reads& its = reads[at->second];
        its.uses.emplace_back(&op, i);
        its.all_take_it_in &= op.info().has(kElementwise);
      }
    }
    for (const Reads& one : reads) {
      if (one.all_take_it_in) sink(one);
    }
  }

 private:
  static void sink(const Reads& reads) {
    Op& op = *reads.made->op();
    Op* again = ir::Builder(reads.uses.front().first).like(op, std::vector<Value*>{op.operand(0)});
    for (const auto& [user, operand] : reads.uses) user->set_operand(operand, again->result());
  }
};

}  // namespace

void sink_repeated(Function& local) { Sinking().visit(local.body()); }

}  // namespace partita::core::optimize
