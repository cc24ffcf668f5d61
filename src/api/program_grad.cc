// Program::grad, and what a Program says by way of a Compiled.
#include <fmt/format.h>

#include "api/call_handlers.h"
#include "api/impl.h"
#include "api/late_choices.h"
#include "api/save_policy.h"
#include "partita/program.h"
#include "partita/run.h"

namespace partita {
inline namespace v1 {
namespace {

using detail::Access;
using detail::guarded;
using detail::ProgramImpl;
using detail::ReadProgram;

// Lines of the gradient's text belong to those of the program that was differentiated: ops of both go in step.
class OriginFinder {
 public:
  OriginFinder(const core::SourceText& from, const core::SourceText& to) : source_(from), from_(from), to_(to) {}

  void find(const core::Region& made, const core::Region& read) {
    const core::Op* other = read.first();
    for (const core::Op& op : made) {
      if (other == nullptr || other->kind() != op.kind()) return;
      const int line = to_.line(other->offset());
      if (op.offset() != core::kNoOffset && line > 0) {
        if (std::ssize(origins) < line) origins.resize(line);
        origins[line - 1] = {std::string(source_.file_at(op.offset())), from_.line(op.offset())};
      }
      for (int i = 0; i < op.num_regions(); ++i) find(op.region(i), other->region(i));
      other = other->next();
    }
  }

  std::vector<core::SourceText::Origin> origins;

 private:
  const core::SourceText& source_;
  const core::LineIndex from_, to_;
};

std::shared_ptr<const ReadProgram> read_gradient(const core::Compilation& compilation, const ReadProgram& from,
                                                 const std::string& entry) {
  auto source = std::make_shared<core::SourceText>(fmt::format("<gradient of {}>", from.source->name()),
                                                   detail::take(compilation.program_text()));
  const core::Function& made = *detail::take(compilation.find_entry());
  return detail::read_source(source, {0, source->text().size()}, entry, [&](const core::Module& read) {
    OriginFinder finder(*from.source, *source);
    for (const core::Function* function : read.functions()) {
      if (function->name().text() == made.name().text()) finder.find(made.body(), function->body());
    }
    source->set_origins(std::move(finder.origins));
  });
}

// Hints that were put on the program, for what has the same places in its gradient.
std::vector<ProgramImpl::PutHint> hints_of_gradient(const ProgramImpl& given, const core::GradientEnds& ends,
                                                    bool value, const core::Function& gradient) {
  const core::Function& function = given.function();
  const core::Module& module = *given.read()->module;
  std::vector<ProgramImpl::PutHint> out;
  auto add = [&](std::string name, const core::UnboundSharding& sharding) {
    out.push_back({std::move(name), sharding});
  };
  const int arguments = function.num_arguments();
  const int results = value ? static_cast<int>(function.result_types().size()) : 0;
  for (const ProgramImpl::PutHint& hint : given.hints) {
    const core::NamedValue found = detail::take(core::complete::find_value(module, function, hint.name));
    if (found.value == nullptr) {
      if (value) add(fmt::format("out{}", found.result), hint.sharding);
      for (size_t k = 0; k < ends.of.size(); ++k) {
        if (ends.of[k] == found.result) add(fmt::format("arg{}", arguments + static_cast<int>(k)), hint.sharding);
      }
    } else if (found.value->is_argument() && found.value->region() == &function.body()) {
      add(fmt::format("arg{}", found.value->index()), hint.sharding);
      for (size_t k = 0; k < ends.wrt.size(); ++k) {
        if (ends.wrt[k] == found.value->index())
          add(fmt::format("out{}", results + static_cast<int>(k)), hint.sharding);
      }
    } else if (core::complete::find_value(gradient.module(), gradient, hint.name).ok()) {
      add(hint.name, hint.sharding);
    }
  }
  return out;
}

}  // namespace

Program Program::grad(const ProgramGradOptions& options) const { return detail::gradient_of(*this, options, 0); }

Program detail::gradient_of(const Program& program, const ProgramGradOptions& asked, int depth) {
  return guarded([&] {
    const ProgramImpl& given = Access::get<ProgramImpl>(program);
    const ReadProgram& read = *given.read();
    core::Context context;
    core::CompileOptions options;
    options.goal = core::Goal::kDifferentiate;
    options.entry = given.entry;
    options.passes = {"cse", "dce"};  // forward ops that no gradient needs, and those it has twice
    options.gradient.wrt = asked.wrt;
    options.gradient.of = asked.of;
    options.gradient.value = asked.value;
    if (asked.save) detail::set_policy(options.gradient.how, *asked.save);
    if (asked.segment < 0) detail::fail(core::Code::kUsage, fmt::format("segments of {} steps", asked.segment));
    options.gradient.how.segment = asked.segment;
    options.gradient.how.accumulate = detail::take(detail::type_of_sums(asked.accumulate));
    const detail::CallHandlers handlers(asked.calls, depth);
    if (!asked.calls.empty()) options.calls = &handlers;
    core::Compilation compilation(context, read.source, read.range, std::move(options));
    if (!compilation.run_until("import")) detail::fail(compilation.diagnostics());
    // Rules of manual code speak of devices: those of the axes that it was traced for.
    if (given.manual_mesh != nullptr) detail::declare_mesh(compilation.module(), *given.manual_mesh);
    if (!compilation.run_until("differentiate")) detail::fail(compilation.diagnostics());
    if (given.manual_mesh != nullptr) {
      compilation.module().meshes().pop_back();
      detail::name_exchanges(compilation.module(), *given.manual_mesh);
    }
    if (!compilation.run_before("write")) detail::fail(compilation.diagnostics());

    auto impl = std::make_unique<ProgramImpl>();
    const core::Function& gradient = compilation.entry();
    impl->late = std::make_shared<detail::LateProgram>(read_gradient(compilation, read, given.entry));
    impl->entry = given.entry;
    impl->hints = hints_of_gradient(given, compilation.gradient(), asked.value, gradient);
    impl->diagnostics = given.diagnostics;
    impl->leaves = given.leaves;
    if (!impl->leaves.empty()) impl->leaves.resize(impl->leaves.size() + compilation.gradient().of.size(), 1);
    impl->manual_mesh = given.manual_mesh;
    return Access::make<Program>(impl.release());
  });
}

std::string Program::listing(const Mesh& mesh) const { return listing(mesh, CompileOptions()); }
std::string Program::listing(const Mesh& mesh, const CompileOptions& options) const {
  return compile(*this, mesh, options).listing();
}
Explanation Program::why(std::string_view name, const Mesh& mesh) const { return why(name, mesh, CompileOptions()); }
Explanation Program::why(std::string_view name, const Mesh& mesh, const CompileOptions& options) const {
  return compile(*this, mesh, options).explain(name);
}
Report Program::cost(const Mesh& mesh) const { return cost(mesh, CompileOptions()); }
Report Program::cost(const Mesh& mesh, const CompileOptions& options) const {
  return compile(*this, mesh, options).report();
}

}  // namespace v1
}  // namespace partita
