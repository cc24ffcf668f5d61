#include "complete/unchanged_carries.h"

#include <vector>

#include "ir/builder.h"
#include "ir/names.h"
#include "ir/views.h"

namespace partita::core::complete {
namespace {

// The same value as the result of an op.
Value* marked(Value* value, Op& before) {
  Context& context = before.module().context();
  Value* result = Builder(&before).value(OpKind::kCustomCall, {value}, value->type(),
                                         {{AttrKey::kCallTargetName, context.string(call_targets::kSharding)}});
  result->set_name(value->name());
  return result;
}

// A loop that has a hint for each carried value keeps them all: otherwise hints would have no value.
bool has_hints(const Op& loop) {
  if (loop.discardable_attribute(hlo_names::kSharding) || loop.discardable_attribute(sdy_names::kSharding)) return true;
  Attr frontend = loop.discardable_attribute(hlo_names::kFrontendAttributes);
  if (frontend.is(AttrKind::kDict) && frontend.get(sdy_names::kFrontendSharding)) return true;
  Attr regions = loop.discardable_attribute(hlo_names::kRegions);
  if (!regions.is(AttrKind::kArray)) return false;
  for (Attr region : regions.elements()) {
    if (region.is(AttrKind::kDict) && (region.get("sharding") || region.get("root_sharding"))) return true;
  }
  return false;
}

void drop_from_loop(Op& loop, bool mark) {
  if (has_hints(loop)) return;
  Region& condition = loop.region(0);
  Region& body = loop.region(1);
  Op& ret = *body.terminator();
  std::vector<int> kept;
  for (int i = 0; i < loop.num_results(); ++i) {
    if (!is_carried_unchanged(loop, i)) kept.push_back(i);
  }
  if (std::ssize(kept) == loop.num_results() || kept.empty()) return;

  std::vector<Value*> inits, returned;
  std::vector<Type> types;
  for (int i : kept) {
    inits.push_back(loop.operand(i));
    returned.push_back(ret.operand(i));
    types.push_back(loop.result(i)->type());
  }
  for (int i = loop.num_results() - 1; i >= 0; --i) {
    if (!is_carried_unchanged(loop, i)) continue;
    Value* outside = loop.operand(i);
    const bool entry_argument = outside->is_argument() && outside->region()->parent_op() == nullptr;
    if (mark && !entry_argument) outside = marked(outside, loop);
    loop.result(i)->replace_all_uses_with(outside);
    condition.argument(i)->replace_all_uses_with(outside);
    body.argument(i)->replace_all_uses_with(outside);
  }
  ret.set_operands(returned);
  Module& module = loop.module();
  Op* fresh = module.add_op(*loop.parent(), OpKind::kWhile, inits, types, loop.attrs(), 2, &loop);
  fresh->set_name(loop.name());
  fresh->set_location(loop.location());
  fresh->set_offset(loop.offset());
  fresh->set_discardable_attributes(loop.discardable_attributes());
  for (int r = 0; r < 2; ++r) {
    Region& from = loop.region(r);
    Region& to = fresh->region(r);
    for (int i : kept) {
      Value* argument = to.add_argument(from.argument(i)->type(), from.argument(i)->name());
      from.argument(i)->replace_all_uses_with(argument);
    }
    for (Op* op = from.first(); op != nullptr;) {
      Op* next = op->next();
      op->move_to_end(to);
      op = next;
    }
  }
  for (size_t k = 0; k < kept.size(); ++k) {
    Value* result = loop.result(kept[k]);
    fresh->result(k)->set_name(result->name());
    result->replace_all_uses_with(fresh->result(k));
  }
  loop.erase();
}

void visit(Region& region, bool mark) {
  for (Op* op = region.first(); op != nullptr;) {
    Op* next = op->next();
    for (int r = 0; r < op->num_regions(); ++r) visit(op->region(r), mark);
    if (op->is(OpKind::kWhile)) drop_from_loop(*op, mark);
    op = next;
  }
}

}  // namespace

void drop_unchanged_carries(Function& function, bool mark) { visit(function.body(), mark); }

}  // namespace partita::core::complete
