#include "complete/result_calls.h"

#include <algorithm>

#include "ir/names.h"

namespace partita::core::complete {
namespace {

// What the call says becomes what the function's results say.
void move_hint(Function& entry, const Op& call) {
  const Op* end = entry.body().terminator();
  Attr said = call.discardable_attributes();
  if (end == nullptr || !said) return;
  Context& context = call.module().context();
  for (int i = 0; i < end->num_operands(); ++i) {
    if (end->operand(i) != call.result()) continue;
    for (std::string_view name : {sdy_names::kSharding, hlo_names::kFrontendAttributes, hlo_names::kSharding}) {
      if (Attr value = said.get(name))
        entry.set_result_attrs(i, context.with_entry(entry.result_attrs(i), name, value));
    }
  }
}

}  // namespace

void drop_result_calls(Function& entry, std::span<const Value* const> kept) {
  auto is_kept = [&](const Op& op) { return std::ranges::find(kept, op.result()) != kept.end(); };
  for (Op* op = entry.body().first(); op != nullptr;) {
    Op* call = op;
    op = op->next();
    if (!call->is(OpKind::kCustomCall) ||
        call->text_attr(AttrKey::kCallTargetName) != call_targets::kFuncResultSharding) {
      continue;
    }
    if (call->num_operands() != 1 || call->num_results() != 1 || call->operand(0)->type() != call->result()->type() ||
        is_kept(*call)) {
      continue;
    }
    move_hint(entry, *call);
    // XLA puts a reshape behind it, for a sharding in its own spelling, and then returns the call's value.
    for (Use* use = call->result()->first_use(); use != nullptr;) {
      Op* user = use->op();
      use = use->next();
      const bool copy = user->is(OpKind::kReshape) && user->result()->type() == call->result()->type();
      if (!copy || user->result()->has_uses() || is_kept(*user)) continue;
      if (op == user) op = op->next();
      user->erase();
    }
    call->result()->replace_all_uses_with(call->operand(0));
    call->erase();
  }
}

}  // namespace partita::core::complete
