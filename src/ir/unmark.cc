#include "ir/unmark.h"

namespace partita::core::ir {

void unmark(Op& op) {
  if (op.is(OpKind::kMark)) {
    op.result()->replace_all_uses_with(op.operand(0));
  } else {
    Region& body = op.region(0);
    for (int i = 0; i < body.num_arguments(); ++i) body.argument(i)->replace_all_uses_with(op.operand(i));
    const std::vector<Value*> returned = body.terminator()->operands();
    for (Op* inner = body.first(); inner != nullptr && !inner->info().has(kTerminator);) {
      Op* next = inner->next();
      inner->move_before(&op);
      inner = next;
    }
    for (int i = 0; i < op.num_results(); ++i) op.result(i)->replace_all_uses_with(returned[i]);
  }
  op.erase();
}

void unmark(Region& region) {
  for (Op* op = region.first(); op != nullptr;) {
    for (int i = 0; i < op->num_regions(); ++i) unmark(op->region(i));
    Op* next = op->next();
    if (is_mark_or_block(*op)) unmark(*op);
    op = next;
  }
}

}  // namespace partita::core::ir
