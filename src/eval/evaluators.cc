#include "eval/op_families.h"

namespace partita::core::eval {

Status eval_unsupported(OpCall& call) {
  std::string name(call.op.info().mlir);
  if (call.op.info().has(kLegacy))
    return call.fail(Code::kInternal, name + " should have been replaced when it was read");
  return call.fail(Code::kCannotEvaluate, name + " can be read and partitioned, but not evaluated");
}

namespace {

constexpr OpColumn<OpEvaluator> kColumn = make_evaluator_column();
static_assert(ir::is_total<kColumn>());

}  // namespace

OpEvaluator evaluator_for(OpKind kind) { return kColumn[kind]; }

}  // namespace partita::core::eval
