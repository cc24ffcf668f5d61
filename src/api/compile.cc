// compile(), and what a Compiled tells.
#include <fmt/format.h>

#include <cmath>

#include "api/call_handlers.h"
#include "api/impl.h"
#include "api/late_choices.h"
#include "complete/hint_file.h"
#include "complete/listing.h"
#include "complete/why.h"
#include "cost/budget.h"
#include "cost/report_rows.h"
#include "driver/collective_causes.h"
#include "driver/why_collective.h"
#include "ir/shown.h"

namespace partita {
inline namespace v1 {
namespace {

using core::Code;
using detail::Access;
using detail::CompiledImpl;
using detail::fail;
using detail::guarded;
using detail::ProgramImpl;

// Manual code of a traced function states axes and their sizes.
core::MeshPtr mesh_of(const ProgramImpl& program, const Mesh& mesh) {
  return mesh.is_none() ? program.manual_mesh : Access::get<detail::MeshImpl>(mesh).mesh;
}

core::CompileOptions inner_options(const ProgramImpl& program, const Mesh& mesh, const CompileOptions& options) {
  core::CompileOptions out;
  out.goal = core::Goal::kExecute;
  out.entry = program.entry;
  out.hints.hint_label = "hint";
  out.hints.mesh_label = "mesh";
  out.hints.origin = "";
  out.hints.notes = true;
  out.hints.given_mesh = mesh_of(program, mesh);
  for (const ProgramImpl::PutHint& hint : program.hints) {
    const core::UnboundSharding sharding = detail::with_axes(hint.sharding, options.axes);
    out.hints.shard.push_back(fmt::format("{}={}", hint.name, sdy_text(sharding)));
  }
  core::HintFile file = detail::take(core::complete::parse_hint_file(options.hints, "hints"));
  if (out.hints.given_mesh == nullptr) out.hints.mesh = file.mesh;
  for (std::string& line : file.lines) out.hints.shard.push_back(std::move(line));
  out.how.strict = options.strict;
  out.how.ids = options.devices_are_replicas ? core::DeviceIds::kReplica : core::DeviceIds::kPartition;
  out.plan = options.plan == Plan::kAnnotated ? core::PlanKind::kAnnotated : core::PlanKind::kChosen;
  out.objective = options.objective == Objective::kTime    ? core::Objective::kTime
                  : options.objective == Objective::kBytes ? core::Objective::kBytes
                                                           : core::Objective::kMemory;
  out.layout = options.layout;
  for (const std::string& name : options.skip) {
    const core::Stage* stage = core::driver::find_stage(name);
    if (stage == nullptr || !stage->optional) {
      fail(Code::kUsage, fmt::format("there is no pass '{}' to skip; {} can be", name,
                                     core::driver::stage_names(core::driver::is_optional)));
    }
  }
  out.skip = options.skip;
  return out;
}

core::Budget inner_budget(const Budgets& budgets) {
  core::Budget out;
  if (std::isnan(budgets.max_bytes) || std::isnan(budgets.max_memory)) fail(Code::kUsage, "a budget is not a number");
  if (budgets.max_bytes >= 0) out.max_bytes = budgets.max_bytes;
  if (budgets.max_memory >= 0) out.max_memory = budgets.max_memory;
  for (const std::string& text : budgets.forbid) {
    out.forbidden.push_back(detail::take(core::cost::parse_forbidden(text)));
  }
  return out;
}

Report report_of(const core::CostReport& cost) {
  Report out;
  out.devices = cost.devices;
  for (const core::CollectiveRow& row : collective_rows(cost)) {
    const core::Collective& c = *row.collective;
    Collective& collective = out.collectives.emplace_back();
    collective.number = static_cast<int>(row.number);
    collective.kind = core::cost::collective_name(c.op->kind());
    collective.name = row.name;
    collective.axes = c.group->axes;
    collective.bytes = c.bytes;
    collective.times = c.times;
    collective.cause = cost.causes[row.number - 1];
    collective.line = row.line;
  }
  out.wire_bytes = cost.wire.bytes;
  out.matrix_operations = cost.operations.matrix;
  out.operations = cost.operations.all;
  out.argument_bytes = cost.memory.arguments;
  out.result_bytes = cost.memory.results;
  out.peak_bytes = cost.memory.peak();
  out.time_least = cost.time.least();
  out.time_most = cost.time.most();
  out.time_step = cost.time.scheduled;
  out.layout = cost.topology->layout();
  out.fallbacks = detail::public_form(cost.fallbacks);
  return out;
}

core::NamedValue named_value(const CompiledImpl& impl, std::string_view name) {
  const core::Compilation& compilation = *impl.compilation;
  return detail::take(core::complete::find_value(compilation.module(), compilation.entry(), name));
}

const core::Sharding& sharding_of(const CompiledImpl& impl, const core::NamedValue& named, std::string_view name) {
  const core::Compilation& compilation = *impl.compilation;
  const core::Type type =
      named.value != nullptr ? named.value->type() : compilation.entry().result_types()[named.result];
  if (!type.is_tensor()) fail(Code::kNoSuchValue, fmt::format("{} is no tensor: it has no sharding", name));
  return named.value != nullptr ? *compilation.completion().sharding_of(named.value)
                                : *compilation.completion().result(named.result);
}

class Explainer {
 public:
  explicit Explainer(const core::Compilation& compilation)
      : module_(compilation.module()), completion_(compilation.completion()) {}

  Explanation::Axis axis(const core::Sharding& sharding, const core::complete::AxisCause& cause) const {
    Explanation::Axis out;
    out.axis = to_string(sharding.mesh(), cause.axis);
    out.dim = cause.dim;
    for (const core::complete::AxisCause& step : completion_.chain(cause)) {
      if (step.hint != nullptr) {
        out.hint = core::complete::described(module_, *step.hint);
        out.line = line(step.hint->offset);
      } else if (step.from != nullptr) {
        out.steps.push_back({step.op != nullptr ? core::ir::shown_op(*step.op) : "the values of its group",
                             core::ir::shown_name(step.from), step.op != nullptr ? line(step.op->offset()) : 0});
      }
    }
    return out;
  }

 private:
  int line(core::SourceOffset offset) const {
    return module_.source() != nullptr && offset != core::kNoOffset ? module_.source()->locate(offset).line : 0;
  }

  const core::Module& module_;
  const core::Completion& completion_;
};

}  // namespace

namespace detail {

CompiledImpl::CompiledImpl() = default;
CompiledImpl::~CompiledImpl() = default;

}  // namespace detail

Compiled compile(const Program& program, const Mesh& mesh, const CompileOptions& options) {
  return guarded([&] {
    const ProgramImpl& given = Access::get<ProgramImpl>(program);
    auto impl = std::make_unique<CompiledImpl>();
    impl->read = given.read();
    impl->calls = options.calls;
    core::CompileOptions inner = inner_options(given, mesh, options);
    if (!impl->calls.empty()) {
      impl->handlers = std::make_unique<detail::CallHandlers>(impl->calls);
      inner.calls = impl->handlers.get();
    }
    inner.hardware = std::make_shared<const core::Hardware>(detail::take(core::cost::load_hardware(options.hardware)));
    const std::shared_ptr<const core::Hardware> machine = inner.hardware;
    const core::Hardware& hardware = *machine;
    const core::Budget budget = inner_budget(options.budgets);
    impl->compilation =
        std::make_unique<core::Compilation>(impl->context, impl->read->source, impl->read->range, std::move(inner));
    if (!impl->compilation->run_until("import")) fail(impl->compilation->diagnostics());
    impl->late_choices = [axes = options.axes, manual = given.manual_mesh != nullptr ? mesh_of(given, mesh) : nullptr,
                          leaves = given.leaves, donated = options.donate](core::Compilation& compilation) {
      detail::rename_axes(compilation.module(), axes);
      if (manual != nullptr) detail::bind_collectives(compilation.module(), *manual);
      detail::donate_arguments(*detail::take(compilation.find_entry()), leaves, donated);
    };
    impl->late_choices(*impl->compilation);
    if (!impl->compilation->run()) fail(impl->compilation->diagnostics());
    impl->diagnostics = given.diagnostics;
    for (Diagnostic& d : detail::public_form(impl->compilation->diagnostics().all())) {
      impl->diagnostics.push_back(std::move(d));
    }

    const core::Partitioned& partitioned = impl->compilation->partitioned();
    const core::Function& entry = *partitioned.module->entry();
    impl->local.emplace(*partitioned.module, entry);
    impl->local->set_boundary(partitioned.arguments, partitioned.results);
    core::CostReport& cost = impl->cost.emplace(detail::take(core::cost::cost_of(
        entry, impl->compilation->completion().meshes().main(), hardware, impl->compilation->options().layout)));
    cost.file = impl->read->source->name();
    cost.partitioned_here = true;
    cost.fallbacks = partitioned.fallbacks;
    const core::CollectiveCauses causes(partitioned);
    for (const core::Collective& c : cost.wire.collectives) cost.causes.push_back(causes.sentence(*c.op));
    impl->report = report_of(cost);
    impl->report.over_budget = detail::public_form(detail::take(core::cost::over_budget(cost, budget)));
    return Access::make<Compiled>(impl.release());
  });
}

std::int64_t Compiled::num_devices() const { return Access::get<CompiledImpl>(*this).local->devices(); }

Mesh Compiled::mesh() const {
  return Access::make<Mesh>(
      new detail::MeshImpl(Access::get<CompiledImpl>(*this).compilation->completion().meshes().main()));
}

std::string Compiled::text(Format format) const {
  return guarded([&] {
    const CompiledImpl& impl = Access::get<CompiledImpl>(*this);
    const std::lock_guard lock(impl.mutex);
    core::CompileOptions options;
    if (format != Format::kAsRead) {
      options.to = format == Format::kHlo ? core::TextFormat::kHlo : core::TextFormat::kStableHlo;
    }
    return detail::take(core::driver::write_program(impl.compilation->program(), options));
  });
}

Sharding Compiled::argument_sharding(int index) const { return sharding(fmt::format("arg{}", index)); }
Sharding Compiled::result_sharding(int index) const { return sharding(fmt::format("out{}", index)); }

Sharding Compiled::sharding(std::string_view name) const {
  return guarded([&] {
    const CompiledImpl& impl = Access::get<CompiledImpl>(*this);
    return detail::public_sharding(sharding_of(impl, named_value(impl, name), name));
  });
}

std::string Compiled::listing() const {
  return guarded([&] {
    const core::Compilation& compilation = *Access::get<CompiledImpl>(*this).compilation;
    return core::complete::listing(compilation.module(), compilation.entry(), compilation.completion());
  });
}

std::string Compiled::hints() const {
  return guarded([&] {
    const core::Compilation& compilation = *Access::get<CompiledImpl>(*this).compilation;
    return core::complete::hint_file_text(compilation.module(), compilation.entry(), compilation.completion());
  });
}

Explanation Compiled::explain(std::string_view name) const {
  return guarded([&] {
    const CompiledImpl& impl = Access::get<CompiledImpl>(*this);
    const core::Compilation& compilation = *impl.compilation;
    const core::NamedValue named = named_value(impl, name);
    const core::Sharding& sharding = sharding_of(impl, named, name);
    Explanation out;
    out.name = named.value != nullptr ? core::ir::shown_name(named.value) : std::string(name);
    out.sharding = detail::public_sharding(sharding);
    const Explainer explainer(compilation);
    for (const core::complete::AxisCause& cause : named.value != nullptr
                                                      ? compilation.completion().causes(named.value)
                                                      : compilation.completion().result_causes(named.result)) {
      out.axes.push_back(explainer.axis(sharding, cause));
    }
    out.text = core::complete::why(compilation.module(), compilation.entry(), compilation.completion(), named);
    return out;
  });
}

const Report& Compiled::report() const { return Access::get<CompiledImpl>(*this).report; }
CollectiveExplanation Compiled::why(const Collective& collective) const {
  return guarded([&] {
    const CompiledImpl& impl = Access::get<CompiledImpl>(*this);
    const std::lock_guard lock(impl.mutex);
    const std::string number = fmt::format("#{}", collective.number);
    const core::Collective& found = *detail::take(core::driver::find_collectives(*impl.cost, number)).front();
    core::WhyCollective why = why_collective(*impl.compilation, *impl.cost, found, impl.late_choices);
    CollectiveExplanation out;
    out.cause = std::move(why.sentence);
    out.text = std::move(why.text);
    for (const core::driver::DirectHint& trial : why.trials) {
      out.trials.push_back(
          {trial.name, detail::public_sharding(trial.sharding), trial.compiles, trial.avoids, trial.bytes, trial.peak});
    }
    return out;
  });
}

std::string Compiled::report_table() const {
  return guarded(
      [&] { return core::cost::report_table(*Access::get<CompiledImpl>(*this).cost, core::cost::ReportOptions()); });
}
std::string Compiled::report_json() const {
  return guarded([&] { return core::cost::report_json(std::span(&*Access::get<CompiledImpl>(*this).cost, 1)); });
}
const std::vector<Diagnostic>& Compiled::diagnostics() const { return Access::get<CompiledImpl>(*this).diagnostics; }

}  // namespace v1
}  // namespace partita
