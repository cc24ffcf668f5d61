// Marks and blocks: what the writer of a program says about its gradient.
//
//   checkpoint     the backward pass computes the block again, as far as it needs it, and keeps nothing but its inputs
//   and
//                  what the policy saves
//   custom_vjp     the block brings a gradient of its own: region 1 takes what region 0 gives beyond the block's own
//                  results, then the results' cotangents, and gives the operands'
#include "base/maps.h"
#include "ir/nesting.h"
#include "transform/grad/backward.h"
#include "transform/grad/remat.h"
#include "transform/grad/rules.h"
#include "transform/grad/widen.h"

namespace partita::core::transform {

Status grad_mark(Adjoint& a) {
  a.add(0, a.ct());
  return {};
}

namespace {

// Values of a checkpointed block: computed again where they are needed, unless the policy saves them.
class BlockValues final : public ForwardValues {
 public:
  BlockValues(Op& block, Backward& outer, TensorBuilder& place, const SavePolicy& policy)
      : block_(block), body_(block.region(0)), outer_(outer), place_(place), policy_(policy) {}

  Value* get(Value* forward) override {
    if (!is_inside(forward, body_)) return from_outside(forward);
    if (const auto at = known_.find(forward); at != known_.end()) return at->second;
    Value* found = nullptr;
    if (forward->is_argument()) {
      found = from_outside(block_.operand(forward->index()));
    } else if (Value* to_save = policy_.saved(forward); to_save == forward) {
      found = saved(forward);
    } else if (to_save != nullptr) {
      found = get(to_save);
    } else {
      found = again(*forward->op(), forward->index());
    }
    known_[forward] = found;
    return found;
  }

  // The forward block with what is saved as further results.
  void keep() {
    if (standing_.empty()) return;
    const Op& end = *body_.terminator();
    std::vector<Type> types;
    std::vector<int> to;
    for (int i = 0; i < end.num_operands(); ++i) types.push_back(end.operand(i)->type());
    const int results = block_.num_results();
    for (int i = 0; i < results; ++i) to.push_back(i);
    Op* wider = replace_op(block_, block_.operands(), types, to);
    for (size_t k = 0; k < standing_.size(); ++k) {
      standing_[k]->replace_all_uses_with(outer_.values().get(wider->result(results + static_cast<int>(k))));
      standing_[k]->op()->erase();
    }
  }

 private:
  // Behind a barrier, else a compiler finds that it is all there already, and keeps it after all. The body of a loop
  // needs none: nothing looks from the backward loop into the forward one.
  Value* from_outside(Value* forward) {
    Value* value = outer_.values().get(forward);
    if (value->op() != nullptr && value->op()->info().has(kConstantLike)) return value;
    const Op* holder = place_.region().parent_op();
    if (holder != nullptr && holder->is(OpKind::kScan)) return value;
    if (const auto at = guarded_.find(value); at != guarded_.end()) return at->second;
    const Type type = value->type();
    Value* guarded = place_.op(OpKind::kOptimizationBarrier, std::span(&value, 1), std::span(&type, 1))->result();
    guarded_[value] = guarded;
    return guarded;
  }

  Value* again(Op& op, int index) {
    Module::ValueMap map;
    std::vector<Value*> needed = op.operands();
    for (Value* captured : captured_values(op)) needed.push_back(captured);
    for (Value* value : needed) map.set(value, get(value));
    Op* copy = op.module().clone_op(op, place_.region(), map, place_.before());
    for (int i = 0; i < op.num_results(); ++i) known_[op.result(i)] = copy->result(i);
    return copy->result(index);
  }

  Value* saved(Value* forward) {
    Op& end = *body_.terminator();
    std::vector<Value*> returned = end.operands();
    returned.push_back(forward);
    end.set_operands(returned);
    standing_.push_back(place_.zeros(forward->type()));
    return standing_.back();
  }

  Op& block_;
  Region& body_;
  Backward& outer_;
  TensorBuilder& place_;
  const SavePolicy& policy_;
  PointerMap<const Value*, Value*> known_, guarded_;
  std::vector<Value*> standing_;  // for what the forward block does not give yet
};

// The gradient of the block's body, for results from number `first` on.
Status grad_body(Adjoint& a, int first) {
  Op& block = a.op();
  Region& body = block.region(0);
  PARTITA_ASSIGN(const SavePolicy policy, SavePolicy::of(block.attr(AttrKey::kSave)));
  Backward inner(a.b(), a.backward());
  BlockValues values(block, a.backward(), inner.builder(), policy);
  inner.set_values(values);
  for (int i = first; i < block.num_results(); ++i) {
    Value* returned = body.terminator()->operand(i);
    if (a.ct(i) != nullptr && a.wanted(returned)) inner.add(returned, a.ct(i));
  }
  PARTITA_CHECK_OK(inner.walk(ops_of(body)));
  for (int i = 0; i < body.num_arguments(); ++i) a.add(i, inner.ct(body.argument(i)));
  for (Value* value : captured_values(block)) a.add(value, inner.ct(value));
  values.keep();
  return {};
}

Status grad_custom(Adjoint& a) {
  Op& block = a.op();
  for (Value* value : captured_values(block)) {
    if (!a.wanted(value)) continue;
    return a.refuse("the function uses a tensor from outside that a gradient is wanted for; make it an argument");
  }
  Region& rule = block.region(1);
  const int extra = static_cast<int>(block.attr(AttrKey::kSave).as_int()), results = block.num_results() - extra;
  Module::ValueMap map;
  for (int i = 0; i < extra; ++i) map.set(rule.argument(i), a.result(results + i));
  for (int i = 0; i < results; ++i) map.set(rule.argument(extra + i), a.ct_or_zeros(i));
  for (Value* value : captured_values(block)) {
    if (!map.has(value)) map.set(value, a.use(value));
  }
  for (Op& op : rule) {
    if (op.info().has(kTerminator)) break;
    op.module().clone_op(op, a.b().region(), map, a.b().before());
  }
  for (int i = 0; i < block.num_operands(); ++i) a.add(i, map.get(rule.terminator()->operand(i)));
  // What the rule takes has cotangents where the gradient itself is differentiated: the rule says nothing of those.
  return grad_body(a, results);
}

}  // namespace

Status grad_block(Adjoint& a) {
  return a.op().text_attr(AttrKey::kBlockKind) == kCustomVjp ? grad_custom(a) : grad_body(a, 0);
}

}  // namespace partita::core::transform
