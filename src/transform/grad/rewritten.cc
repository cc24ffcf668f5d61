#include "transform/grad/rewritten.h"

#include "transform/grad/backward.h"

namespace partita::core::transform {
namespace {

Op* op_before(const TensorBuilder& place) {
  return place.before() != nullptr ? place.before()->previous() : place.region().last();
}

// Gives its one operand: nothing changes where that is a scalar.
bool keeps_scalar(const Op& op) {
  using enum OpKind;
  return (op.is(kBroadcastInDim) || op.is(kReshape) || op.is(kCopy)) && op.operand(0)->type().rank() == 0;
}

}  // namespace

Rewritten::Rewritten(Adjoint& a) : a_(a) {
  auto need = [&](Value* forward) {
    if (known_.contains(forward)) return;
    needed_.push_back(forward);
    known_[forward] = a.use(forward);
  };
  for (Value* operand : a.op().operands()) need(operand);
  for (Value* captured : captured_values(a.op())) need(captured);
  // Asking may make ops: forward values again, which are no part of what is differentiated.
  last_before_ = op_before(a.b());
}

Result<std::vector<Value*>> Rewritten::apply(Region& body, std::span<Value* const> arguments) const {
  const ir::Ints dims = arguments[0]->type().dims();
  PointerMap<const Value*, Value*> lifted;
  auto on_shape = [&](Type scalar) { return b().tensor(scalar.element(), dims); };
  for (int i = 0; i < body.num_arguments(); ++i) {
    lifted[body.argument(i)] = b().convert(arguments[i], body.argument(i)->type().element());
  }
  auto find = [&](Value* value) {
    if (const auto at = lifted.find(value); at != lifted.end()) return at->second;
    return lifted[value] = b().broadcast_scalar(known_.at(value), on_shape(value->type()));
  };
  for (Op& op : body) {
    if (op.info().has(kTerminator)) break;
    if (op.is(OpKind::kConstant)) {
      lifted[op.result()] = b().broadcast_scalar(b().like(op, {})->result(), on_shape(op.result()->type()));
      continue;
    }
    if (keeps_scalar(op) && op.result()->type().rank() == 0) {
      lifted[op.result()] = find(op.operand(0));
      continue;
    }
    if (!op.info().has(kElementwise) || op.num_regions() > 0) {
      return a_.refuse("its body holds " + std::string(op.info().mlir) +
                       ", and only elementwise ops of bodies are differentiated; write it with these");
    }
    std::vector<Value*> operands;
    std::vector<Type> types;
    for (Value* operand : op.operands()) operands.push_back(find(operand));
    for (const Value* result : op.results()) types.push_back(on_shape(result->type()));
    Op* made = b().like(op, operands, types);
    for (int i = 0; i < op.num_results(); ++i) lifted[op.result(i)] = made->result(i);
  }
  std::vector<Value*> returned;
  for (Value* value : body.terminator()->operands()) returned.push_back(find(value));
  return returned;
}

Status Rewritten::finish(std::span<Value* const> results) const {
  Activity& activity = a_.backward().activity();
  for (const Value* forward : needed_) {
    if (a_.wanted(forward)) activity.mark(known_.at(forward));
  }
  std::vector<Op*> ops;
  const TensorBuilder& place = a_.b();
  for (Op* op = last_before_ != nullptr ? last_before_->next() : place.region().first(); op != place.before();
       op = op->next()) {
    ops.push_back(op);
  }
  activity.follow(ops);

  SameRegion same;
  Backward inner(a_.b(), a_.backward());
  inner.set_values(same);
  for (int i = 0; i < std::ssize(results); ++i) {
    if (results[i] != nullptr && activity.is_active(results[i])) inner.add(results[i], a_.ct(i));
  }
  PARTITA_CHECK_OK(inner.walk(ops));
  PointerSet<const Value*> given;  // several forward values may be one here: what it gets is for one of them
  for (Value* forward : needed_) {
    Value* here = known_.at(forward);
    if (a_.wanted(forward) && given.insert(here).second) a_.add(forward, inner.ct(here));
  }
  return {};
}

}  // namespace partita::core::transform
