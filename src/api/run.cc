// Running: a compiled program on all its devices, and a program on one.
#include "api/call_handlers.h"
#include "api/impl.h"
#include "api/late_choices.h"
#include "api/running.h"
#include "eval/evaluate.h"
#include "run/arguments.h"
#include "run/reference.h"

namespace partita {
inline namespace v1 {

using detail::Access;
using detail::CompiledImpl;
using detail::fail;
using detail::guarded;
using detail::inner_options;
using detail::public_tensors;

namespace detail {

core::EvalOptions inner_options(const RunOptions& options, const CustomCalls& calls) {
  core::EvalOptions out;
  out.random_seed = options.random_seed;
  out.jobs = options.threads;
  out.deadline_seconds = options.deadline_seconds;
  out.print = [](const std::string&) {};  // a library prints nothing
  detail::set_evaluators(out, calls);
  return out;
}

std::vector<Tensor> public_tensors(const std::vector<core::Tensor>& tensors) {
  std::vector<Tensor> out;
  for (const core::Tensor& tensor : tensors) out.push_back(detail::public_tensor(tensor));
  return out;
}

}  // namespace detail

std::vector<Tensor> Compiled::run(const std::vector<Tensor>& arguments, const RunOptions& options) const {
  return guarded([&] {
    const CompiledImpl& impl = Access::get<CompiledImpl>(*this);
    const std::lock_guard lock(impl.mutex);
    const core::LocalProgram& program = *impl.local;
    core::ByDevice inputs = program.shards(detail::inner_tensors(program.global_types(), arguments, "argument"));
    core::Diagnostics checks;
    if (impl.runner == nullptr) {
      impl.runner = std::make_unique<core::engine::Runner>(
          detail::take(core::engine::compile(program.module, program.entry, {program.replicas, program.partitions})),
          core::EvalOptions());
    }
    impl.runner->set_options(inner_options(options, impl.calls));
    const core::ByDevice outputs = detail::take(impl.runner->run(std::move(inputs), checks));
    if (checks.has_errors()) fail(checks);
    return public_tensors(detail::take(program.assemble(outputs)));
  });
}

std::vector<Tensor> evaluate(const Program& program, const std::vector<Tensor>& arguments, const RunOptions& options) {
  return guarded([&] {
    const detail::ProgramImpl& given = Access::get<detail::ProgramImpl>(program);
    core::Context context;
    core::CompileOptions compile_options;
    compile_options.goal = core::Goal::kEvaluate;
    compile_options.entry = given.entry;
    const detail::CallHandlers handlers(options.calls);
    if (!options.calls.empty()) compile_options.calls = &handlers;
    core::Compilation compilation(context, given.read()->source, given.read()->range, std::move(compile_options));
    if (!compilation.run()) fail(compilation.diagnostics());
    if (given.manual_mesh != nullptr) detail::declare_mesh(compilation.module(), *given.manual_mesh);
    core::Function& entry = *detail::take(compilation.find_entry());
    core::Diagnostics checks;
    const std::vector<core::Tensor> results = detail::take(core::run::evaluate_reference(
        compilation.module(), entry, detail::inner_tensors(core::run::argument_types(entry), arguments, "argument"),
        core::HintOptions(), inner_options(options, options.calls), checks));
    if (checks.has_errors()) fail(checks);
    return public_tensors(results);
  });
}

}  // namespace v1
}  // namespace partita
