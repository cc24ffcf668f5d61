#include "transform/grad/remat.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/builder.h"
#include "ir/views.h"
#include "transform/loops/loops.h"

namespace partita::core::transform {

Result<SavePolicy> SavePolicy::parse(std::string_view text) {
  SavePolicy policy;
  if (text.empty() || text == "nothing") return policy;
  if (text == "dots") {
    policy.what_ = What::kDots;
  } else if (text == "dots_no_batch") {
    policy.what_ = What::kDotsNoBatch;
  } else if (text == "all") {
    policy.what_ = What::kAll;
  } else if (text.starts_with("names(") && text.ends_with(")")) {
    policy.what_ = What::kNames;
    text = text.substr(6, text.size() - 7);
    for (size_t at = 0; at <= text.size();) {
      const size_t end = std::min(text.find(',', at), text.size());
      std::string_view name = text.substr(at, end - at);
      while (name.starts_with(' ')) name.remove_prefix(1);
      while (name.ends_with(' ')) name.remove_suffix(1);
      if (!name.empty()) policy.names_.emplace_back(name);
      at = end + 1;
    }
  } else {
    return base::failure(
        Code::kUsage,
        fmt::format("'{}' says not what to save: nothing, dots, dots_no_batch, all, or names(a,b)", text));
  }
  return policy;
}

Result<SavePolicy> SavePolicy::of(Attr attr) { return attr.is(AttrKind::kString) ? parse(attr.text()) : parse(""); }

bool SavePolicy::saves(const Op& op) const {
  if (op.is(OpKind::kMark) && op.text_attr(AttrKey::kMarkKind) == kSaved) return true;
  switch (what_) {
    case What::kNothing: return false;
    case What::kAll: return !op.info().has(kConstantLike);
    case What::kDots:
      return op.is(OpKind::kDotGeneral) || op.is(OpKind::kConvolution) || op.is(OpKind::kRaggedDot) ||
             op.is(OpKind::kScaledDot);
    case What::kDotsNoBatch: return op.is(OpKind::kDotGeneral) && ir::dot_dims(op).lhs_batching.empty();
    case What::kNames: {
      const bool named = op.is(OpKind::kMark) && op.text_attr(AttrKey::kMarkKind) == kNamed;
      return named && std::find(names_.begin(), names_.end(), op.text_attr(AttrKey::kName)) != names_.end();
    }
  }
  return false;
}

Value* SavePolicy::saved(Value* value) const {
  if (value->op() == nullptr) return nullptr;
  if (saves(*value->op())) return value;
  for (ir::Use* use = value->first_use(); use != nullptr; use = use->next()) {
    if (!use->op()->is(OpKind::kMark) || use->op()->parent() != value->op()->parent()) continue;
    if (Value* marked = saved(use->op()->result())) return marked;
  }
  return nullptr;
}

void mark_saved(Region& body, const KeepsResult& keeps) {
  std::vector<Op*> ops;
  for (Op& op : body) {
    if (!op.info().has(kTerminator)) ops.push_back(&op);
  }
  for (Op* op : ops) {
    for (int i = 0; i < op->num_results(); ++i) {
      Value* value = op->result(i);
      if (!value->type().is_tensor() || !keeps(*op, i)) continue;
      ir::Builder b = ir::Builder::behind(op);
      b.set_origin(*op);
      const Type type = value->type();
      Op* mark = b.op(OpKind::kMark, {}, std::span(&type, 1), {{AttrKey::kMarkKind, b.context().string(kSaved)}});
      value->replace_all_uses_with(mark->result());
      mark->set_operands(std::span(&value, 1));
    }
  }
}

void checkpoint_loops(Region& region, std::string_view policy, const KeepsResult& keeps) {
  for (Op& op : region) {
    if (!op.is(OpKind::kScan) || !is_loop(op)) {
      for (int r = 0; r < op.num_regions(); ++r) checkpoint_loops(op.region(r), policy, keeps);
      continue;
    }
    Region& body = op.region(0);
    Op& end = *body.terminator();
    const std::vector<Value*> returned = end.operands();
    std::vector<Type> types;
    for (const Value* value : returned) types.push_back(value->type());
    std::vector<Op*> inside;
    for (Op& inner : body) {
      if (!inner.info().has(kTerminator)) inside.push_back(&inner);
    }
    ir::Builder b(&end);
    Op* block =
        b.op(OpKind::kBlock, {}, types,
             {{AttrKey::kBlockKind, b.context().string(kCheckpoint)}, {AttrKey::kSave, b.context().string(policy)}}, 1);
    for (Op* inner : inside) inner->move_to_end(block->region(0));
    ir::Builder(block->region(0)).ret(returned);
    end.set_operands(block->results());
    if (keeps) mark_saved(block->region(0), keeps);
  }
}

}  // namespace partita::core::transform
