#include "ir/combiner.h"

namespace partita::core::ir {

std::optional<OpKind> simple_combiner(const Region& region) {
  return region.num_arguments() == 2 ? common_combiner(region) : std::nullopt;
}

std::optional<OpKind> common_combiner(const Region& region) {
  const Op* terminator = region.terminator();
  if (terminator == nullptr) return std::nullopt;
  int pairs = terminator->num_operands();
  if (pairs == 0 || region.num_arguments() != 2 * pairs) return std::nullopt;
  std::optional<OpKind> kind;
  for (int i = 0; i < pairs; ++i) {
    const Op* op = terminator->operand(i)->op();
    if (op == nullptr || op->parent() != &region || !op->info().has(kElementwise)) return std::nullopt;
    if (op->num_operands() != 2 || op->num_results() != 1 || (kind && *kind != op->kind())) return std::nullopt;
    const Value* first = region.argument(i);
    const Value* second = region.argument(pairs + i);
    bool straight = op->operand(0) == first && op->operand(1) == second;
    bool swapped = op->operand(0) == second && op->operand(1) == first && op->info().has(kCommutative);
    if (!straight && !swapped) return std::nullopt;
    kind = op->kind();
  }
  // Nothing besides: a further op has no effect on the result, but might have one of its own.
  int ops = 0;
  for (const Op* op = region.first(); op != nullptr && ops <= pairs + 1; op = op->next()) ++ops;
  return ops == pairs + 1 ? kind : std::nullopt;
}

bool is_overwrite(const Region& region) {
  const Op* terminator = region.terminator();
  if (terminator == nullptr || region.first() != terminator) return false;
  int pairs = terminator->num_operands();
  if (region.num_arguments() != 2 * pairs) return false;
  for (int i = 0; i < pairs; ++i) {
    if (terminator->operand(i) != region.argument(pairs + i)) return false;
  }
  return true;
}

OpKind combiner_of(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::kSum: return OpKind::kAdd;
    case ReductionKind::kMax: return OpKind::kMaximum;
    case ReductionKind::kMin: return OpKind::kMinimum;
    case ReductionKind::kProduct: return OpKind::kMultiply;
    case ReductionKind::kAnd: return OpKind::kAnd;
    case ReductionKind::kOr: return OpKind::kOr;
    case ReductionKind::kXor: return OpKind::kXor;
  }
  return OpKind::kAdd;
}

}  // namespace partita::core::ir
