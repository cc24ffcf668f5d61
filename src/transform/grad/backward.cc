#include "transform/grad/backward.h"

#include <fmt/format.h>

#include <ranges>

#include "base/internal_error.h"
#include "ir/names.h"
#include "transform/grad/adjoint.h"
#include "transform/grad/column.h"

namespace partita::core::transform {

std::vector<Op*> ops_of(Region& region) {
  std::vector<Op*> ops;
  for (Op& op : region) {
    if (!op.info().has(kTerminator)) ops.push_back(&op);
  }
  return ops;
}

// ---- the walk

Value* Backward::ct(const Value* forward) const {
  const auto at = cts_.find(forward);
  return at == cts_.end() ? nullptr : at->second;
}

void Backward::add(Value* forward, Value* ct) {
  if (ct == nullptr) return;
  PARTITA_INVARIANT(ct->type() == forward->type(),
                    "a cotangent is " + ct->type().to_string() + ", its value " + forward->type().to_string());
  Value* before = this->ct(forward);
  cts_[forward] = before == nullptr ? ct : builder_.add(before, builder_.convert(ct, before->type().element()));
}

Status Backward::walk(std::span<Op* const> ops) {
  for (Op* each : std::views::reverse(ops)) {
    Op& op = *each;
    bool any = false;
    for (int i = 0; i < op.num_results(); ++i)
      any = any || (activity_.is_active(op.result(i)) && ct(op.result(i)) != nullptr);
    if (!any) continue;
    builder_.set_origin(op);
    Adjoint adjoint(*this, op);
    PARTITA_CHECK_OK(apply_rule(adjoint));
  }
  return {};
}

// ---- what rules see

TensorBuilder& Adjoint::b() const { return backward_.builder(); }
Value* Adjoint::use(Value* forward) const { return backward_.values().get(forward); }
Value* Adjoint::ct(int result) const { return backward_.ct(op_.result(result)); }
Value* Adjoint::ct_or_zeros(int result) const {
  Value* known = ct(result);
  return known != nullptr ? known : b().zeros(op_.result(result)->type());
}
bool Adjoint::wanted(const Value* forward) const { return backward_.activity().is_active(forward); }
void Adjoint::add(Value* forward, Value* ct) const {
  if (wanted(forward)) backward_.add(forward, ct);
}
bool Adjoint::has_ct_of(int operand) const { return backward_.ct(op_.operand(operand)) != nullptr; }
Value* Adjoint::so_far(Value* forward) const {
  Value* known = backward_.ct(forward);
  return known != nullptr ? known : b().zeros(forward->type());
}
void Adjoint::replace(Value* forward, Value* ct) const { backward_.replace(forward, ct); }

Error Adjoint::refuse(std::string why) const {
  return {
      op_.module().error_at_op(op_, Code::kNoGradient, fmt::format("{} has no gradient: {}", op_.info().mlir, why))};
}

}  // namespace partita::core::transform
