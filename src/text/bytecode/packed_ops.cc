#include "text/bytecode/packed_ops.h"

#include <fmt/format.h>

#include "ir/builder.h"
#include "text/hlo/decompose_math.h"

namespace partita::core::text::bytecode {
namespace {

bool is_foreign(const Op& op) {
  const std::string_view name = op.info().mlir;
  return name.starts_with("chlo.") || name.starts_with("mhlo.");
}

// Its name and attributes in a call; null where it has more to say than such a call holds.
Op* packed(Op& op) {
  Context& context = op.module().context();
  std::string name(op.info().mlir.substr(5));
  std::vector<NamedAttr> attributes;
  if (op.is(OpKind::kTopK)) {
    const Attr stable = op.attr(AttrKey::kIsStable);
    if (stable && stable.as_bool()) return nullptr;
    name = "topk";
    const Attr largest = op.attr(AttrKey::kLargest);
    attributes = {{context.name("k"), op.attr(AttrKey::kK)},
                  {context.name("largest"), largest ? largest : context.boolean(true)}};
  } else if (!op.info().has(kElementwise) || op.num_regions() > 0 || !op.attrs().empty()) {
    return nullptr;
  }
  std::vector<Value*> operands;
  std::vector<Type> types;
  for (int i = 0; i < op.num_operands(); ++i) operands.push_back(op.operand(i));
  for (int i = 0; i < op.num_results(); ++i) types.push_back(op.result(i)->type());
  Op* call = Builder(&op).op(OpKind::kCustomCall, operands, types,
                             {{AttrKey::kCallTargetName, context.string(fmt::format("mhlo.{}", name))}});
  call->set_discardable_attributes(op.discardable_attributes());
  call->set_discardable_attribute("mhlo.attributes", context.dict(attributes));
  call->set_discardable_attribute("mhlo.version", context.integer(1));
  return call;
}

void pack(Region& region) {
  for (Op *op = region.first(), *next; op != nullptr; op = next) {
    next = op->next();
    for (int r = 0; r < op->num_regions(); ++r) pack(op->region(r));
    if (!is_foreign(*op)) continue;
    if (Op* call = op->info().hlo.empty() ? nullptr : packed(*op)) {
      for (int i = 0; i < op->num_results(); ++i) {
        call->result(i)->set_name(op->result(i)->name());
        op->result(i)->replace_all_uses_with(call->result(i));
      }
      op->erase();
      continue;
    }
    Op* before = op->previous();
    Value* value = decompose_function(*op);
    if (value == nullptr) continue;
    put_in_order(before, *op, value);
    op->result()->replace_all_uses_with(value);
    op->erase();
    next = before != nullptr ? before->next() : region.first();  // the formula may have such ops, too
  }
}

}  // namespace

bool has_ops_to_pack(const Module& module) {
  bool any = false;
  for (const Function* function : module.functions()) {
    walk(function->body(), [&](const Op& op) { any = any || is_foreign(op); });
  }
  return any;
}

void pack_ops(Module& module) {
  for (Function* function : module.functions()) pack(function->body());
}

}  // namespace partita::core::text::bytecode
