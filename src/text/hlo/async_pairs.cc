#include "text/hlo/async_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/maps.h"
#include "ir/names.h"

namespace partita::core::text {
namespace {

// Sends and receives have forms of their own.
bool runs_aside(const Op& op) {
  switch (op.kind()) {
    case OpKind::kAllGather:
    case OpKind::kAllReduce:
    case OpKind::kReduceScatter:
    case OpKind::kAllToAll:
    case OpKind::kCollectivePermute:
    case OpKind::kCollectiveBroadcast: return true;
    default: return false;
  }
}

// The ops of a region and their places.
struct Places {
  std::vector<Op*> ops;
  PointerMap<const Op*, int> of;

  explicit Places(Region& region) {
    for (Op& op : region) {
      of[&op] = static_cast<int>(ops.size());
      ops.push_back(&op);
    }
  }
  // The first that uses a result of the op, itself or inside; the end of the region where nothing does.
  Op* first_user(const Op& op) const {
    int first = static_cast<int>(ops.size()) - 1;
    for (int r = 0; r < op.num_results(); ++r) {
      for (const Use* use = op.result(r)->first_use(); use != nullptr; use = use->next()) {
        const Op* user = use->op();
        while (user->parent() != op.parent()) user = user->parent_op();
        first = std::min(first, of.find(user)->second);
      }
    }
    return ops[first];
  }
};

void start(Op& op, Op* first_user) {
  Module& module = op.module();
  Context& context = module.context();
  std::vector<Type> types;
  for (const Value* result : op.results()) types.push_back(result->type());
  const Type future = context.future(types);
  const std::vector<Value*> operands = op.operands();
  Op* begin = module.add_op(*op.parent(), OpKind::kAsyncStart, operands, std::span(&future, 1), {}, 1, &op);
  Op* done = module.add_op(*op.parent(), OpKind::kAsyncDone, std::vector{begin->result()}, types, {}, 0, first_user);
  for (Op* one : {begin, done}) {
    one->set_offset(op.offset());
    one->set_location(op.location());
  }
  // What is said of its regions stays with it.
  const Attr of_regions = op.discardable_attribute(ir::hlo_names::kRegions);
  begin->set_discardable_attributes(op.discardable_attributes());
  begin->set_discardable_attribute(ir::hlo_names::kRegions, {});
  done->set_name(op.name());
  const std::string_view name = op.num_results() == 1 ? op.result()->name().text() : op.name().text();
  if (!name.empty()) begin->result()->set_name(context.name(fmt::format("{}-start", name)));
  for (int i = 0; i < op.num_results(); ++i) {
    done->result(i)->set_name(op.result(i)->name());
    op.result(i)->set_name({});
    op.result(i)->replace_all_uses_with(done->result(i));
  }
  // It moves into the region, on what the region is given.
  Region& region = begin->region(0);
  std::vector<Value*> given;
  for (const Value* operand : operands) given.push_back(region.add_argument(operand->type()));
  op.set_operands(given);
  op.set_discardable_attributes({});
  op.set_discardable_attribute(ir::hlo_names::kRegions, of_regions);
  op.set_name({});
  op.move_to_end(region);
  module.add_op(region, OpKind::kReturn, op.results(), {})->set_offset(op.offset());
}

void start_all(Region& region) {
  const Places places(region);
  for (Op* op : places.ops) {
    if (op->is(OpKind::kAsyncStart)) continue;
    if (runs_aside(*op)) {
      start(*op, places.first_user(*op));
      continue;
    }
    for (int r = 0; r < op->num_regions(); ++r) start_all(op->region(r));
  }
}

// The done at the end of a chain of updates; null where something else reads the future.
Op* done_of(Op& start) {
  Op* at = &start;
  do {
    Value* future = at->result();
    if (!future->has_one_use()) return nullptr;
    at = future->first_use()->op();
  } while (at->is(OpKind::kAsyncUpdate));
  return at->is(OpKind::kAsyncDone) && at->parent() == start.parent() ? at : nullptr;
}

void finish(Op& start, Op& done, const Op& inner) {
  Module& module = start.module();
  Module::ValueMap map;
  for (int i = 0; i < start.num_operands(); ++i) map.set(start.region(0).argument(i), start.operand(i));
  Op* op = module.clone_op(inner, *start.parent(), map, &start);
  op->set_discardable_attributes(start.discardable_attributes());
  op->set_discardable_attribute(ir::hlo_names::kRegions, inner.discardable_attribute(ir::hlo_names::kRegions));
  op->set_offset(start.offset());
  op->set_location(start.location());
  op->set_name(done.name());
  for (int i = 0; i < op->num_results(); ++i) {
    op->result(i)->set_name(done.result(i)->name());
    done.result(i)->replace_all_uses_with(op->result(i));
  }
  for (Op* at = &done; at != &start;) {
    Op* before = at->operand(0)->op();
    at->erase();
    at = before;
  }
  start.erase();
}

void finish_all(Region& region) {
  std::vector<Op*> starts;
  for (Op& op : region) {
    if (op.is(OpKind::kAsyncStart)) {
      starts.push_back(&op);
    } else {
      for (int r = 0; r < op.num_regions(); ++r) finish_all(op.region(r));
    }
  }
  for (Op* start : starts) {
    const Op* inner = started_op(*start);
    Op* done = inner != nullptr && runs_aside(*inner) ? done_of(*start) : nullptr;
    if (done != nullptr) finish(*start, *done, *inner);
  }
}

}  // namespace

const Op* started_op(const Op& start) {
  const Region& region = start.region(0);
  const Op* op = region.first();
  const Op* end = region.terminator();
  if (op == nullptr || end == nullptr || op == end || op->next() != end) return nullptr;
  if (op->num_operands() != region.num_arguments() || op->num_results() != end->num_operands()) return nullptr;
  for (int i = 0; i < op->num_operands(); ++i) {
    if (op->operand(i) != region.argument(i)) return nullptr;
  }
  for (int i = 0; i < op->num_results(); ++i) {
    if (end->operand(i) != op->result(i)) return nullptr;
  }
  return op;
}

void make_asynchronous(Module& module) {
  for (Function* function : module.functions()) start_all(function->body());
}

void make_synchronous(Module& module) {
  for (Function* function : module.functions()) finish_all(function->body());
}

}  // namespace partita::core::text
