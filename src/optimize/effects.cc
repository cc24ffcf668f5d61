#include "optimize/effects.h"

namespace partita {

bool has_own_effect(const Op& op) {
  return op.info().has(kSideEffects) || (op.is(OpKind::kCustomCall) && op.bool_attr(AttrKey::kHasSideEffect));
}

bool has_effect(const Op& op) {
  bool found = has_own_effect(op);
  for (int r = 0; r < op.num_regions() && !found; ++r) {
    walk(op.region(r), [&](const Op& inner) { found |= has_own_effect(inner); });
  }
  return found;
}

bool has_code(const Op& op) {
  switch (op.kind()) {
    case OpKind::kWhile:
    case OpKind::kIf:
    case OpKind::kCase:
    case OpKind::kScan:
    case OpKind::kManualComputation: return true;
    default: return false;
  }
}

bool is_pure(const Op& op) {
  switch (op.kind()) {
    case OpKind::kOptimizationBarrier:
    case OpKind::kCustomCall:
    case OpKind::kAddDependency:
    case OpKind::kAfterAll:
    case OpKind::kReturn: return false;
    default: return !has_effect(op);
  }
}

}  // namespace partita
