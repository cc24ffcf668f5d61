#include "ir/build/tensor_builder.h"
#include "ir/views.h"
#include "transform/loops/loops.h"
#include "transform/loops/value_shardings.h"

namespace partita::core::transform {
namespace {

struct ScanParts {
  explicit ScanParts(const Op& scan)
      : dim(static_cast<int>(scan.int_attr(AttrKey::kDimension))),
        carries(static_cast<int>(scan.int_attr(AttrKey::kNumCarries))),
        inputs(scan.num_operands() - carries),
        outputs(scan.num_results() - carries) {}
  int dim, carries, inputs, outputs;
};

std::vector<int64_t> without(ir::Ints dims, int dim) {
  std::vector<int64_t> out(dims.begin(), dims.end());
  out.erase(out.begin() + dim);
  return out;
}

}  // namespace

int64_t scan_length(const Op& scan) {
  const ScanParts parts(scan);
  if (parts.inputs > 0) return scan.operand(0)->type().dim(parts.dim);
  return parts.outputs > 0 ? scan.result(0)->type().dim(parts.dim) : 0;
}

bool is_loop(const Op& scan) {
  if (scan.bool_attr(AttrKey::kIsAssociative)) return false;
  const ScanParts parts(scan);
  for (int i = 0; i < parts.inputs; ++i) {
    const ir::Ints slice = scan.region(0).argument(i)->type().dims();
    if (std::vector(slice.begin(), slice.end()) != without(scan.operand(i)->type().dims(), parts.dim)) return false;
  }
  return true;
}

namespace {

//   %ys, %c = scan(%xs, %c0)     %i, %c, %ys = while(0, %c0, zeros) { i < n } do { x = slice(xs, i); …; i + 1, …,
//   update }
// What nobody reads is not stacked up.
void lower(Op& scan) {
  const ScanParts parts(scan);
  std::vector<int> stacks;
  for (int i = 0; i < parts.outputs; ++i) {
    if (scan.result(i)->has_uses()) stacks.push_back(i);
  }
  const int64_t length = scan_length(scan);
  Region& from = scan.region(0);
  TensorBuilder b(&scan);
  if (length == 0) {  // there is no slice to take
    for (int i = 0; i < parts.outputs; ++i) scan.result(i)->replace_all_uses_with(b.zeros(scan.result(i)->type()));
    for (int i = 0; i < parts.carries; ++i) {
      scan.result(parts.outputs + i)->replace_all_uses_with(scan.operand(parts.inputs + i));
    }
    scan.erase();
    return;
  }
  std::vector<Value*> inits = {b.index(0)};
  for (int i = 0; i < parts.carries; ++i) inits.push_back(scan.operand(parts.inputs + i));
  for (int i : stacks) inits.push_back(b.zeros(scan.result(i)->type()));
  std::vector<Type> types;
  for (const Value* init : inits) types.push_back(init->type());

  Op* loop = b.op(OpKind::kWhile, inits, types, {}, 2);
  loop->set_discardable_attributes(scan.discardable_attributes());
  std::vector<int> to;
  for (int i = 0; i < parts.outputs; ++i) to.push_back(1 + parts.carries + i);
  for (int i = 0; i < parts.carries; ++i) to.push_back(1 + i);
  set_value_shardings(*loop, scan, to);
  Region &condition = loop->region(0), &body = loop->region(1);
  for (Type type : types) {
    condition.add_argument(type);
    body.add_argument(type);
  }
  TensorBuilder test(condition);
  test.set_origin_of(b);
  Value* more = test.compare(condition.argument(0), "LT", test.index(length));
  test.ret(std::span(&more, 1));

  TensorBuilder head(body);
  head.set_origin_of(b);
  Value* step = body.argument(0);
  Value* position = scan.bool_attr(AttrKey::kIsReverse) ? head.subtract(head.index(length - 1), step) : step;
  Value* origin = parts.inputs + std::ssize(stacks) > 0 ? head.index(0) : nullptr;
  auto starts = [&](int rank) {
    std::vector<Value*> out(rank, origin);
    out[parts.dim] = position;
    return out;
  };
  for (int i = 0; i < parts.inputs; ++i) {
    Value* input = scan.operand(i);
    std::vector<int64_t> sizes(input->type().dims().begin(), input->type().dims().end());
    sizes[parts.dim] = 1;
    Value* slice = head.dynamic_slice(input, starts(input->type().rank()), sizes);
    from.argument(i)->replace_all_uses_with(head.reshape(slice, from.argument(i)->type().dims()));
  }
  for (int i = 0; i < parts.carries; ++i) {
    Value* argument = from.argument(parts.inputs + i);
    body.argument(1 + i)->set_name(argument->name());
    argument->replace_all_uses_with(body.argument(1 + i));
  }
  const std::vector<Value*> returned = from.terminator()->operands();
  for (Op* op = from.first(); op != nullptr && !op->info().has(kTerminator);) {
    Op* next = op->next();
    op->move_to_end(body);
    op = next;
  }
  TensorBuilder tail(body);
  tail.set_origin_of(b);
  std::vector<Value*> next = {tail.add(step, tail.index(1))};
  for (int i = 0; i < parts.carries; ++i) next.push_back(returned[parts.outputs + i]);
  for (int i = 0; i < std::ssize(stacks); ++i) {
    Value* stack = body.argument(1 + parts.carries + i);
    std::vector<int64_t> sizes(stack->type().dims().begin(), stack->type().dims().end());
    sizes[parts.dim] = 1;
    Value* row = tail.reshape(returned[stacks[i]], sizes);
    next.push_back(tail.dynamic_update_slice(stack, row, starts(stack->type().rank())));
  }
  tail.ret(next);

  for (int i = 0; i < std::ssize(stacks); ++i) {
    loop->result(1 + parts.carries + i)->set_name(scan.result(stacks[i])->name());
    scan.result(stacks[i])->replace_all_uses_with(loop->result(1 + parts.carries + i));
  }
  for (int i = 0; i < parts.carries; ++i) {
    loop->result(1 + i)->set_name(scan.result(parts.outputs + i)->name());
    scan.result(parts.outputs + i)->replace_all_uses_with(loop->result(1 + i));
  }
  scan.erase();
}

}  // namespace

void lower_loops(Region& region) {
  for (Op* op = region.first(); op != nullptr;) {
    for (int i = 0; i < op->num_regions(); ++i) lower_loops(op->region(i));
    Op* next = op->next();
    if (op->is(OpKind::kScan) && is_loop(*op)) lower(*op);
    op = next;
  }
}

}  // namespace partita::core::transform
