// Loops and branches.
#include "transform/grad/activity.h"
#include "transform/loops/loops.h"
#include "transform/vectorize/rules.h"

namespace partita::core::transform {
namespace {

// Which values of a region come to depend on mapped ones, without making any: loops have to know before they begin.
class MappedValues {
 public:
  explicit MappedValues(const Vectorizer& outer) : outer_(outer) {}

  void mark(const Value* value) { mapped_.insert(value); }
  bool is_mapped(Value* value) const { return mapped_.contains(value) || outer_.get(value).mapped; }
  void follow(Region& region) {
    for (Op& op : region) {
      bool any = false;
      for (Value* operand : op.operands()) any = any || is_mapped(operand);
      for (Value* value : captured_values(op)) any = any || is_mapped(value);
      if (!any) continue;
      for (const Value* result : op.results()) mark(result);
    }
  }

 private:
  const Vectorizer& outer_;
  PointerSet<const Value*> mapped_;
};

// Carries that are mapped in some step.
std::vector<bool> mapped_carries(Batch& v, Region& body, int inputs, int outputs, int carries, std::vector<bool> mapped,
                                 bool all_inputs_too) {
  for (bool more = true; more;) {
    more = false;
    MappedValues values(v.vectorizer());
    if (all_inputs_too) {
      for (int i = 0; i < inputs; ++i) {
        if (v.is_mapped(i)) values.mark(body.argument(i));
      }
    }
    for (int i = 0; i < carries; ++i) {
      if (mapped[i]) values.mark(body.argument(inputs + i));
    }
    values.follow(body);
    for (int i = 0; i < carries; ++i) {
      if (mapped[i] || !values.is_mapped(body.terminator()->operand(outputs + i))) continue;
      mapped[i] = more = true;
    }
  }
  return mapped;
}

}  // namespace

Status vectorize_scan(Batch& v) {
  Op& op = v.op();
  Region& body = op.region(0);
  TensorBuilder& b = v.b();
  const int carries = static_cast<int>(op.int_attr(AttrKey::kNumCarries));
  const int inputs = op.num_operands() - carries, outputs = op.num_results() - carries;
  const int64_t dim = op.int_attr(AttrKey::kDimension);
  if (!is_loop(op)) {  // a body of scalars does for any number of dimensions; carries are of these dimensions, too
    if (v.regions_read_mapped()) return vectorize_rows(v);
    for (int i = 0; i < inputs; ++i) {
      if (body.argument(i)->type().rank() != 0) return vectorize_rows(v);
    }
    if (inputs > 0 && op.operand(0)->type().rank() == 1) return vectorize_rows(v);
    Op* copy = v.like_wider(v.all_mapped());
    copy->set_attr(AttrKey::kDimension, v.context().integer(dim + 1));
    v.set_all(*copy);
    return {};
  }

  std::vector<bool> mapped(carries);
  for (int i = 0; i < carries; ++i) mapped[i] = v.is_mapped(inputs + i);
  mapped = mapped_carries(v, body, inputs, outputs, carries, mapped, true);

  // The loop goes on along the dimension it went along: the examples come behind it.
  std::vector<Value*> operands;
  std::vector<bool> mapped_inputs(inputs);
  for (int i = 0; i < inputs; ++i) {
    const Batched input = v.operand(i);
    mapped_inputs[i] = input.mapped;
    Value* value = input.value;
    if (input.mapped) {  // [n, …, length, …] with the length at dim + 1; slices then begin with n
      value = dim == 0 ? b.transpose(value,
                                     [&] {
                                       auto order = ir::counting(value->type().rank());
                                       std::swap(order[0], order[1]);
                                       return order;
                                     }())
                       : value;
    }
    operands.push_back(value);
  }
  if (dim != 0) {
    for (int i = 0; i < inputs; ++i) {
      if (mapped_inputs[i]) return vectorize_rows(v);
    }
  }
  for (int i = 0; i < carries; ++i) operands.push_back(mapped[i] ? v.mapped(inputs + i) : v.operand(inputs + i).value);

  MappedValues values(v.vectorizer());
  for (int i = 0; i < inputs; ++i) {
    if (mapped_inputs[i]) values.mark(body.argument(i));
  }
  for (int i = 0; i < carries; ++i) {
    if (mapped[i]) values.mark(body.argument(inputs + i));
  }
  values.follow(body);
  std::vector<bool> mapped_outputs;
  std::vector<Type> types;
  for (int i = 0; i < outputs; ++i) {
    const Type type = op.result(i)->type();
    mapped_outputs.push_back(values.is_mapped(body.terminator()->operand(i)));
    std::vector<int64_t> dims(type.dims().begin(), type.dims().end());
    // Behind the loop's dimension where that is the first; slices begin with the examples in any case.
    if (mapped_outputs.back()) dims.insert(dims.begin() + (dim == 0 ? 1 : 0), v.size());
    types.push_back(b.with_dims(type, dims));
  }
  for (int i = 0; i < carries; ++i) types.push_back(operands[inputs + i]->type());
  if (dim != 0) {
    for (bool one : mapped_outputs) {
      if (one) return vectorize_rows(v);
    }
  }
  Op* scan = b.op(OpKind::kScan, operands, types,
                  {{AttrKey::kDimension, op.attr(AttrKey::kDimension)},
                   {AttrKey::kNumCarries, op.attr(AttrKey::kNumCarries)},
                   {AttrKey::kIsReverse, v.context().boolean(op.bool_attr(AttrKey::kIsReverse))}},
                  1);
  Region& region = scan->region(0);
  Vectorizer inner(TensorBuilder(region), v.vectorizer().options(), &v.vectorizer());
  for (int i = 0; i < inputs + carries; ++i) {
    const bool wide = i < inputs ? mapped_inputs[i] : mapped[i - inputs];
    const Type type = body.argument(i)->type();
    inner.set(body.argument(i), {region.add_argument(wide ? v.wider(type) : type, body.argument(i)->name()), wide});
  }
  PARTITA_CHECK_OK(inner.run(body));
  std::vector<Value*> returned;
  const std::vector<Batched> found = inner.returned(body);
  for (int i = 0; i < outputs + carries; ++i) {
    const bool wide = i < outputs ? mapped_outputs[i] : mapped[i - outputs];
    returned.push_back(wide ? as_mapped(inner.b(), found[i], v.size()) : found[i].value);
  }
  inner.b().ret(returned);
  for (int i = 0; i < outputs; ++i) {
    Value* stack = scan->result(i);
    if (mapped_outputs[i]) {
      auto order = ir::counting(stack->type().rank());
      std::swap(order[0], order[1]);
      stack = b.transpose(stack, order);
    }
    v.set(i, stack, mapped_outputs[i]);
  }
  for (int i = 0; i < carries; ++i) v.set(outputs + i, scan->result(outputs + i), mapped[i]);
  return {};
}

// Where the condition is mapped, the loop goes on until no example wants to; those that are done keep what they have.
Status vectorize_while(Batch& v) {
  Op& op = v.op();
  Region &condition = op.region(0), &body = op.region(1);
  TensorBuilder& b = v.b();
  const int carries = op.num_operands();
  std::vector<bool> mapped(carries);
  for (int i = 0; i < carries; ++i) mapped[i] = v.is_mapped(i);
  bool by_example = false;
  for (;;) {
    mapped = mapped_carries(v, body, 0, 0, carries, mapped, false);
    MappedValues values(v.vectorizer());
    for (int i = 0; i < carries; ++i) {
      if (mapped[i]) values.mark(condition.argument(i));
    }
    values.follow(condition);
    if (by_example || !values.is_mapped(condition.terminator()->operand(0))) break;
    by_example = true;
    mapped.assign(carries, true);
  }

  std::vector<Value*> operands;
  std::vector<Type> types;
  for (int i = 0; i < carries; ++i) {
    operands.push_back(mapped[i] ? v.mapped(i) : v.operand(i).value);
    types.push_back(operands.back()->type());
  }
  Op* loop = b.op(OpKind::kWhile, operands, types, {}, 2);
  auto arguments = [&](Region& from, Region& to, Vectorizer& inner) {
    for (int i = 0; i < carries; ++i) {
      inner.set(from.argument(i), {to.add_argument(types[i], from.argument(i)->name()), mapped[i]});
    }
  };
  Vectorizer test(TensorBuilder(loop->region(0)), v.vectorizer().options(), &v.vectorizer());
  arguments(condition, loop->region(0), test);
  PARTITA_CHECK_OK(test.run(condition));
  Value* more = test.returned(condition)[0].value;
  if (by_example) {
    more = as_mapped(test.b(), test.returned(condition)[0], v.size());
    const int64_t first = 0;
    more = test.b().reduce(more, std::span(&first, 1), OpKind::kOr,
                           test.b().splat(test.b().tensor(ElementType::kPred, {}), 0));
  }
  test.b().ret(std::span(&more, 1));

  Vectorizer step(TensorBuilder(loop->region(1)), v.vectorizer().options(), &v.vectorizer());
  arguments(body, loop->region(1), step);
  Value* goes_on = nullptr;
  if (by_example) {
    Vectorizer again(step.b(), v.vectorizer().options(), &v.vectorizer());
    for (int i = 0; i < carries; ++i) again.set(condition.argument(i), {loop->region(1).argument(i), mapped[i]});
    PARTITA_CHECK_OK(again.run(condition));
    goes_on = as_mapped(again.b(), again.returned(condition)[0], v.size());
  }
  PARTITA_CHECK_OK(step.run(body));
  std::vector<Value*> returned;
  const std::vector<Batched> found = step.returned(body);
  for (int i = 0; i < carries; ++i) {
    Value* next = mapped[i] ? as_mapped(step.b(), found[i], v.size()) : found[i].value;
    if (by_example && next->type().is_tensor()) {
      const int64_t first = 0;
      const Type truth = step.b().with_element(next->type(), ElementType::kPred);
      next =
          step.b().select(step.b().broadcast(goes_on, truth, std::span(&first, 1)), next, loop->region(1).argument(i));
    }
    returned.push_back(next);
  }
  step.b().ret(returned);
  for (int i = 0; i < carries; ++i) v.set(i, loop->result(i), mapped[i]);
  return {};
}

// The same branch for all examples, or, where the index is mapped, all branches, and each example takes its own.
Status vectorize_branches(Batch& v) {
  Op& op = v.op();
  TensorBuilder& b = v.b();
  const bool is_if = op.is(OpKind::kIf);
  if (!v.is_mapped(0)) {
    Value* index = v.operand(0).value;
    Op* copy = b.op(op.kind(), std::span(&index, 1), v.wider_results(), {}, op.num_regions());
    for (int r = 0; r < op.num_regions(); ++r) {
      Vectorizer inner(TensorBuilder(copy->region(r)), v.vectorizer().options(), &v.vectorizer());
      PARTITA_CHECK_OK(inner.run(op.region(r)));
      std::vector<Value*> returned;
      for (const Batched& value : inner.returned(op.region(r)))
        returned.push_back(as_mapped(inner.b(), value, v.size()));
      inner.b().ret(returned);
    }
    v.set_all(*copy);
    return {};
  }
  bool effects = false;
  for (int r = 0; r < op.num_regions(); ++r) {
    walk(op.region(r),
         [&](const Op& inner) { effects = effects || (inner.info().has(kSideEffects) && !inner.is(OpKind::kRng)); });
  }
  if (effects) return v.refuse("its branches have effects, and which one is taken differs between examples");
  std::vector<Value*> out;
  for (int r = op.num_regions() - 1; r >= 0; --r) {
    Vectorizer inner(b, v.vectorizer().options(), &v.vectorizer());
    PARTITA_CHECK_OK(inner.run(op.region(r)));
    const std::vector<Batched> found = inner.returned(op.region(r));
    Value* here = nullptr;  // which examples take this branch; the last one is for all others, as case has it
    if (r + 1 < op.num_regions()) {
      Value* index = v.operand(0).value;
      here = is_if ? index : b.compare(index, "EQ", b.splat(index->type(), r));
    }
    for (int i = 0; i < op.num_results(); ++i) {
      Value* value = as_mapped(b, found[i], v.size());
      if (here == nullptr) {
        out.push_back(value);
        continue;
      }
      const int64_t first = 0;
      const Type truth = b.with_element(value->type(), ElementType::kPred);
      out[i] = b.select(b.broadcast(here, truth, std::span(&first, 1)), value, out[i]);
    }
  }
  for (int i = 0; i < op.num_results(); ++i) v.set(i, out[i]);
  return {};
}

// A block stays one, so that what it says of gradients holds for many examples, too.
Status vectorize_block(Batch& v) {
  Op& op = v.op();
  TensorBuilder& b = v.b();
  Op* copy = b.op(OpKind::kBlock, v.all_mapped(), v.wider_results(),
                  {{AttrKey::kBlockKind, op.attr(AttrKey::kBlockKind)}, {AttrKey::kSave, op.attr(AttrKey::kSave)}},
                  op.num_regions());
  for (int r = 0; r < op.num_regions(); ++r) {
    Region &from = op.region(r), &to = copy->region(r);
    Vectorizer inner(TensorBuilder(to), v.vectorizer().options(), &v.vectorizer());
    for (Value* argument : from.arguments()) {
      inner.set(argument, {to.add_argument(v.wider(argument->type()), argument->name()), true});
    }
    PARTITA_CHECK_OK(inner.run(from));
    std::vector<Value*> returned;
    for (const Batched& value : inner.returned(from)) returned.push_back(as_mapped(inner.b(), value, v.size()));
    inner.b().ret(returned);
  }
  v.set_all(*copy);
  return {};
}

}  // namespace partita::core::transform
