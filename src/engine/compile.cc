#include "engine/compile.h"

#include "engine/lowering.h"

namespace partita::core::engine {
namespace {

// What only the evaluator runs: messages, manual code, calls, and whatever waits between two ops.
bool is_for_evaluator(const Op& op) {
  switch (op.kind()) {
    case OpKind::kSend:
    case OpKind::kRecv:
    case OpKind::kRunParallel:
    case OpKind::kManualComputation:
    case OpKind::kCall:
    case OpKind::kAsyncStart:
    case OpKind::kAsyncUpdate:
    case OpKind::kAsyncDone: return true;
    case OpKind::kCustomCall: return op.num_regions() > 0;
    default: break;
  }
  for (const Value* result : op.results()) {
    if (!result->type().is_tensor() && !result->type().is_token()) return true;
  }
  return false;
}

bool needs_evaluator(const Function& entry) {
  bool found = entry.body().terminator() == nullptr;
  walk(entry.body(), [&](const Op& op) { found = found || is_for_evaluator(op); });
  for (int i = 0; i < entry.num_arguments(); ++i) {
    const Type type = entry.argument(i)->type();
    found = found || (!type.is_tensor() && !type.is_token());
  }
  return found;
}

}  // namespace

Result<std::shared_ptr<const Executable>> compile(const Module& module, const Function& entry,
                                                  const CompileOptions& options) {
  auto program = std::make_shared<Executable>(module, entry, options);
  program->evaluator_only = options.evaluator_only || needs_evaluator(entry);
  if (!program->evaluator_only) Lowering(*program).run();
  return std::shared_ptr<const Executable>(std::move(program));
}

}  // namespace partita::core::engine
