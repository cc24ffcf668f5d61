#include "run/value_places.h"

#include "ir/names.h"

namespace partita::core::run {
namespace {

class Exporter {
 public:
  explicit Exporter(Function& entry) : entry_(entry), top_(ops_of(entry.body())) {}

  Value* value(const ValuePlace& place) {
    const std::vector<Op*>* ops = &top_;
    for (size_t k = 0; k + 1 < place.path.size(); ++k) ops = &first_iteration(*(*ops)[place.path[k]]);
    return (*ops)[place.path.back()]->result(place.result);
  }

 private:
  // A copy of the body, in front of the loop, of what the loop begins with.
  const std::vector<Op*>& first_iteration(Op& loop) {
    auto [at, is_new] = iterations_.try_emplace(&loop);
    std::vector<Op*>& copies = at.value();
    if (!is_new) return copies;
    Region& body = loop.region(1);
    Module::ValueMap map;
    for (int i = 0; i < body.num_arguments(); ++i) map.set(body.argument(i), loop.operand(i));
    for (Op* op : ops_of(body)) copies.push_back(entry_.module().clone_op(*op, *loop.parent(), map, &loop));
    return copies;
  }

  Function& entry_;
  const std::vector<Op*> top_;
  PointerMap<Op*, std::vector<Op*>> iterations_;
};

template <typename AnyOp, typename AnyRegion>
std::vector<AnyOp*> listed(AnyRegion& region) {
  std::vector<AnyOp*> ops;
  for (AnyOp& op : region) {
    if (!op.info().has(kTerminator)) ops.push_back(&op);
  }
  return ops;
}

}  // namespace

std::vector<const Op*> ops_of(const Region& region) { return listed<const Op>(region); }
std::vector<Op*> ops_of(Region& region) { return listed<Op>(region); }

const Op* op_at(const Function& entry, std::span<const int> path) {
  const Region* region = &entry.body();
  const Op* op = nullptr;
  for (size_t k = 0; k < path.size(); ++k) {
    const std::vector<const Op*> ops = ops_of(*region);
    if (path[k] < 0 || path[k] >= std::ssize(ops)) return nullptr;
    op = ops[path[k]];
    if (k + 1 == path.size()) break;
    if (!op->is(OpKind::kWhile)) return nullptr;
    region = &op->region(1);
  }
  return op;
}

void forget_result_tuple(Function& entry) {
  if (!entry.discardable_attributes()) return;
  entry.set_discardable_attributes(
      entry.module().context().with_entry(entry.discardable_attributes(), hlo_names::kResultTuple, {}));
}

void export_values(Function& entry, std::span<const ValuePlace> places) {
  Exporter exporter(entry);
  Op& end = *entry.body().terminator();
  std::vector<Value*> values = end.operands();
  std::vector<Type> types(entry.result_types().begin(), entry.result_types().end());
  for (const ValuePlace& place : places) {
    values.push_back(exporter.value(place));
    types.push_back(values.back()->type());
  }
  end.set_operands(values);
  entry.set_result_types(std::move(types));
  forget_result_tuple(entry);
}

}  // namespace partita::core::run
