// Custom calls: hints and calls that are known by their target's name; what the caller registered; no others.
#include "ir/names.h"
#include "transform/grad/backward.h"
#include "transform/grad/rules.h"

namespace partita::core::transform {
namespace {

std::string_view target_of(const Op& op) { return op.text_attr(AttrKey::kCallTargetName); }

// Hints: each result is the operand at its place.
Status check_hint(const Adjoint& a) {
  const Op& op = a.op();
  bool same = op.num_results() <= op.num_operands();
  for (int i = 0; same && i < op.num_results(); ++i) same = op.result(i)->type() == op.operand(i)->type();
  return same ? Status() : Status(a.refuse("it is known as a hint, but gives something else than it takes"));
}

// Where a value lies in memory, or how: its cotangent may lie elsewhere.
Status grad_placement_call(Adjoint& a) {
  PARTITA_CHECK_OK(check_hint(a));
  for (int i = 0; i < a.op().num_results(); ++i) a.add(i, a.ct(i));
  return {};
}

// How a value is sharded: the same on its cotangent.
Status grad_sharding_call(Adjoint& a, std::string_view turned) {
  PARTITA_CHECK_OK(check_hint(a));
  std::vector<Value*> cts;
  for (int i = 0; i < a.op().num_results(); ++i) cts.push_back(a.ct_or_zeros(i));
  Op* hint = a.b().like(a.op(), cts);
  hint->set_attr(AttrKey::kCallTargetName, a.context().string(turned));
  hint->set_discardable_attributes(a.op().discardable_attributes());
  for (int i = 0; i < a.op().num_results(); ++i) a.add(i, hint->result(i));
  return {};
}
Status grad_same_hint(Adjoint& a) { return grad_sharding_call(a, target_of(a.op())); }
Status grad_barrier_from(Adjoint& a) { return grad_sharding_call(a, call_targets::kShardBarrierTo); }
Status grad_barrier_to(Adjoint& a) { return grad_sharding_call(a, call_targets::kShardBarrierFrom); }

Status grad_top_k_call(Adjoint& a) {
  const Op& op = a.op();
  if (op.num_operands() != 1 || op.num_results() != 2 || op.operand(0)->type().rank() == 0) {
    return a.refuse("it is known to give the largest of each row and their places, and does not");
  }
  return grad_top_k(a);
}

Status grad_library_call(Adjoint& a) {
  return a.refuse(
      "@" + std::string(target_of(a.op())) +
      " is a call of a library of one kind of device; use stablehlo.cholesky or triangular_solve where they "
      "do, or give the gradient of the function around it with custom_vjp");
}

struct Known {
  std::string_view target;  // ends in * where only the beginning matters
  GradRule rule;
};

constexpr Known kKnown[] = {
    {call_targets::kSharding, grad_same_hint},
    {call_targets::kFuncResultSharding, grad_same_hint},
    {call_targets::kShardBarrierFrom, grad_barrier_from},
    {call_targets::kShardBarrierTo, grad_barrier_to},
    {call_targets::kPropagationBarrier, grad_placement_call},
    {"LayoutConstraint", grad_placement_call},
    {"MoveTo*", grad_placement_call},
    {"PinToDevice*", grad_placement_call},
    {"annotate_device_placement", grad_placement_call},
    {"TopK", grad_top_k_call},
    {"mhlo.topk", grad_top_k_call},
    {"stablehlo.topk", grad_top_k_call},
    {call_targets::kFullToShard, grad_manual_call},
    {call_targets::kShardToFull, grad_manual_call},
    {call_targets::kGlobalToLocal, grad_manual_call},
    {call_targets::kLocalToGlobal, grad_manual_call},
    {"Cholesky", grad_library_call},
    {"Eigh", grad_library_call},
    {"Qr*", grad_library_call},
    {"Householder*", grad_library_call},
    {"LuDecomposition", grad_library_call},
    {"lapack_*", grad_library_call},
    {"cusolver_*", grad_library_call},
};

bool matches(std::string_view pattern, std::string_view target) {
  return pattern.ends_with('*') ? target.starts_with(pattern.substr(0, pattern.size() - 1)) : pattern == target;
}

}  // namespace

Status grad_custom_call(Adjoint& a) {
  const std::string_view target = target_of(a.op());
  if (const auto& registered = a.backward().options().calls) {
    PARTITA_ASSIGN(const bool known, registered(a));
    if (known) return {};
  }
  for (const Known& known : kKnown) {
    if (matches(known.target, target)) return known.rule(a);
  }
  return a.refuse(
      "what @" + std::string(target) +
      " computes is not known here; write it in other ops, register a CustomCall with a gradient, or give the function "
      "around it one with custom_vjp");
}

}  // namespace partita::core::transform
