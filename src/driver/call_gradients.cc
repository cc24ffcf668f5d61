// Gradients that the host gives for its custom calls, as rules of the walk back.
#include <algorithm>
#include <memory>

#include "driver/custom_calls.h"
#include "driver/host_programs.h"
#include "transform/grad/activity.h"
#include "transform/grad/adjoint.h"
#include "transform/loops/loops.h"

namespace partita::core::driver {
namespace {

using transform::Adjoint;
using transform::is_differentiable;

Result<bool> apply(Adjoint& a, const CustomCallHandlers& handlers, HostPrograms& programs) {
  Op& call = a.op();
  PARTITA_ASSIGN(const std::string text, handlers.gradient(call));
  if (text.empty()) return false;
  PARTITA_ASSIGN(const HostProgram* program, programs.read(call, text));
  const Function& function = program->entry();

  std::vector<Type> operands, results, cotangents, gradients;
  for (const Value* operand : call.operands()) {
    operands.push_back(operand->type());
    if (is_differentiable(operand->type())) gradients.push_back(operand->type());
  }
  for (const Value* result : call.results()) {
    results.push_back(result->type());
    if (is_differentiable(result->type())) cotangents.push_back(result->type());
  }
  const bool takes_results = function.num_arguments() != std::ssize(operands) + std::ssize(cotangents);
  std::vector<Type> taken = operands;
  if (takes_results) taken.insert(taken.end(), results.begin(), results.end());
  taken.insert(taken.end(), cotangents.begin(), cotangents.end());
  PARTITA_CHECK_OK(programs.check_types(call, *program, taken, gradients));

  // Only what it uses is asked for, as asking is what keeps a value.
  std::vector<Value*> arguments;
  auto add = [&](const auto& value) {
    const bool used = function.argument(static_cast<int>(arguments.size()))->has_uses();
    arguments.push_back(used ? value() : nullptr);
  };
  for (int i = 0; i < call.num_operands(); ++i) add([&] { return a.operand(i); });
  for (int i = 0; takes_results && i < call.num_results(); ++i) add([&] { return a.result(i); });
  for (int i = 0; i < call.num_results(); ++i) {
    if (is_differentiable(call.result(i)->type())) add([&] { return a.ct_or_zeros(i); });
  }
  const std::vector<Value*> found = splice_function(function, arguments, a.b().region(), a.b().before(), call);
  for (int i = 0, next = 0; i < call.num_operands(); ++i) {
    if (is_differentiable(call.operand(i)->type())) a.add(i, found[next++]);
  }
  return true;
}

}  // namespace

std::function<Result<bool>(Adjoint&)> call_gradients(const CustomCallHandlers& handlers) {
  // Loops are differentiated as scans, and a gradient may be differentiated again.
  const auto raise = [](Function& function) { transform::raise_loops(function.body()); };
  return [&handlers, programs = std::make_shared<HostPrograms>("gradient", raise)](Adjoint& a) {
    return apply(a, handlers, *programs);
  };
}

}  // namespace partita::core::driver
