// One example after the other: right for any op, and the last resort.
#include "transform/grad/activity.h"
#include "transform/vectorize/rules.h"

namespace partita::core::transform {

Status vectorize_nothing(Batch& v) {
  if (v.op().num_results() > 0 || v.op().is(OpKind::kShardingGroup)) {
    for (int i = 0; i < v.op().num_results(); ++i) v.set(i, v.operand(i).value, v.is_mapped(i));
    return {};
  }
  return v.refuse("it checks or prints one example at a time; take it out of the function");
}

Status vectorize_rows(Batch& v) {
  Op& op = v.op();
  if (op.info().has(kSideEffects) && !op.is(OpKind::kRng)) {
    return v.refuse("it has effects beside its results, whose order would change; move it out of the function");
  }
  for (const Value* result : op.results()) {
    if (!result->type().is_tensor()) return v.refuse("it gives something that is no tensor");
  }
  TensorBuilder& b = v.b();
  // Each mapped value that the op or its regions read is an input.
  std::vector<Value*> read = op.operands();
  for (Value* value : captured_values(op)) read.push_back(value);
  std::vector<Value*> sources, inputs;
  PointerSet<const Value*> seen;
  for (Value* value : read) {
    const Batched batched = v.vectorizer().get(value);
    if (!batched.mapped || !seen.insert(value).second) continue;
    sources.push_back(value);
    inputs.push_back(batched.value);
  }
  Op* scan = b.op(OpKind::kScan, inputs, v.wider_results(),
                  {{AttrKey::kDimension, v.context().integer(0)},
                   {AttrKey::kNumCarries, v.context().integer(0)},
                   {AttrKey::kIsReverse, v.context().boolean(false)}},
                  1);
  Region& body = scan->region(0);
  Module::ValueMap map;
  for (Value* value : read) {
    if (!seen.contains(value)) map.set(value, v.vectorizer().get(value).value);
  }
  for (Value* source : sources) map.set(source, body.add_argument(source->type(), source->name()));
  Op* copy = op.module().clone_op(op, body, map);
  ir::Builder(body).ret(copy->results());
  v.set_all(*scan);
  return {};
}

}  // namespace partita::core::transform
