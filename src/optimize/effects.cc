#include "optimize/effects.h"

#include "ir/op_column.h"

namespace partita::core::optimize {
namespace {

struct Effects {
  bool anywhere = true;  // where the op stands does not matter, but for the effects that its trait says it has
  bool code = false;     // its regions are places to look for work
};

// A trait states which ops have effects; what their regions are is stated op by op.
constexpr OpColumn<Effects> make_column() {
  using enum OpKind;
  OpColumn<Effects> column;
  column.add({.anywhere = false}, {kOptimizationBarrier, kCustomCall, kAddDependency, kAfterAll});
  column.add_rest({.anywhere = false}, kTerminator);
  column.add({.code = true}, {kWhile, kIf, kCase, kScan, kManualComputation});
  // Regions that are functions of elements, or that an op with effects of its own keeps together
  column.add({}, {kMap, kReduce, kReduceWindow, kSelectAndScatter, kScatter, kSort, kAllReduce, kCollectiveReduce,
                  kReduceScatter, kAsyncStart});
  column.add_rest({}, kLegacy);
  column.add_rest({}, [](const OpRow& row) { return row.max_regions == 0; });
  return column;
}

constexpr OpColumn<Effects> kColumn = make_column();
static_assert(ir::is_total<kColumn>());

}  // namespace

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

bool has_code(const Op& op) { return kColumn[op.kind()].code; }

bool is_pure(const Op& op) { return kColumn[op.kind()].anywhere && !has_effect(op); }

}  // namespace partita::core::optimize
