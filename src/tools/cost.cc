// partita cost: what a device does, sends and holds. A program with hints is completed and partitioned first; one that
// is partitioned already, by whomever, is taken as it is.
#include <cstdio>
#include <deque>

#include "complete/hint_options.h"
#include "cost/report.h"
#include "driver/collective_causes.h"
#include "driver/why_collective.h"
#include "ir/names.h"
#include "shard/spelling_sdy.h"
#include "tools/budgets.h"
#include "tools/running.h"
#include "tools/summary.h"

namespace partita::core::tools {
namespace {

bool enters_manual_code(const Op& op) {
  if (op.is(OpKind::kManualComputation)) return true;
  const std::string_view target = op.is(OpKind::kCustomCall) ? op.text_attr(AttrKey::kCallTargetName) : "";
  return call_targets::enters_manual_code(target);
}

bool has_hint(const Op& op) {
  return op.info().has(kPlacement) || enters_manual_code(op) || op.discardable_attribute(hlo_names::kSharding) ||
         op.discardable_attribute(sdy_names::kSharding) ||
         (op.is(OpKind::kCustomCall) && op.text_attr(AttrKey::kCallTargetName) == call_targets::kSharding);
}

// Whether the program is one that every device runs, and not one to be divided. XLA leaves the shardings of parameters
// on what it has partitioned, so they alone do not tell: collectives between partitions do, outside manual code, which
// is entered by a call, or marked as manual by the collective's own sharding.
bool is_local(const Module& module, const Function& entry, const Options& options) {
  if (module.discardable_attribute("hlo.is_scheduled")) return true;
  bool manual = false, meets = false, hints = false;
  walk(entry.body(), [&](const Op& op) {
    manual |= enters_manual_code(op);
    meets |= op.info().has(kCollective) && op.int_attr(AttrKey::kChannelId) > 0 &&
             !op.discardable_attribute(hlo_names::kSharding);
    hints |= has_hint(op);
  });
  if (meets && !manual) return true;
  auto on_edge = [](Attr attrs) {
    return attrs && (attrs.get(hlo_names::kSharding) || attrs.get(sdy_names::kSharding));
  };
  for (int i = 0; i < entry.num_arguments(); ++i) hints |= on_edge(entry.argument_attrs(i));
  for (int i = 0; i < std::ssize(entry.result_types()); ++i) hints |= on_edge(entry.result_attrs(i));
  const bool asked = !options.mesh.empty() || options.devices > 0 || !options.shard.empty();
  return !hints && !asked && module.meshes().empty();
}

// A program with all that its figures point into.
struct Costed {
  std::unique_ptr<Compilation> program;
  std::optional<Boundary> boundary;
  bool partitioned_here = false;
};

class Costing {
 public:
  Costing(Invocation& invocation, Hardware hardware, Budget budget)
      : invocation_(invocation),
        options_(invocation.options()),
        hardware_(std::move(hardware)),
        budget_(std::move(budget)) {}

  // Errors of the compilation are reported there; `status` is theirs.
  Status add(std::unique_ptr<Compilation> given, const std::string& file, int& status) {
    Costed& costed = programs_.emplace_back();
    costed.program = std::move(given);
    Compilation& program = *costed.program;
    PARTITA_ASSIGN(const Function* entry, program.find_entry());
    PARTITA_ASSIGN(costed.boundary, partition::read_boundary(*entry));
    const bool local = options_.cost_local || costed.boundary || is_local(program.module(), *entry, options_);
    const Function* function = entry;
    MeshPtr mesh;
    if (local) {
      state_devices(program.module(), options_);
      PARTITA_ASSIGN(mesh, mesh_of_local(costed));
    } else {
      if (!program.run()) return status = status_of(program), Status();
      print_summary(invocation_, program);
      costed.partitioned_here = true;
      function = program.partitioned().module->entry();
      mesh = program.completion().meshes().main();
    }
    PARTITA_ASSIGN(CostReport report,
                   program.perform("cost", [&] { return cost_of(*function, mesh, hardware_, options_.layout); }));
    report.file = shown_path(file);
    report.partitioned_here = !local;
    if (!local) {
      report.fallbacks = program.partitioned().fallbacks;
      if (options_.json || !budget_.empty()) {
        const CollectiveCauses causes(program.partitioned());
        for (const Collective& c : report.wire.collectives) report.causes.push_back(causes.sentence(*c.op));
      }
    }
    reports_.push_back(std::move(report));
    return {};
  }

  int check_budgets() {
    int status = kDone;
    for (const CostReport& report : reports_) status = std::max(status, check_budget(invocation_, report, budget_));
    return status;
  }

  // --why: a name is looked for in every program.
  Status explain() {
    std::string text;
    for (const std::string& name : options_.why) {
      for (size_t i = 0; i < reports_.size(); ++i) {
        PARTITA_ASSIGN(std::vector<const Collective*> found, driver::find_collectives(reports_[i], name));
        const Costed& costed = programs_[i];
        if (!costed.partitioned_here) {
          return Error{error_without_place(
              Code::kUsage,
              "this program was partitioned before, so nothing is known of what its collectives are for; "
              "--why explains those of a program that is partitioned here")};
        }
        for (const Collective* collective : found) {
          text += why_collective(*costed.program, reports_[i], *collective).text;
        }
      }
    }
    return invocation_.write(options_.output, text);
  }

  Status write() {
    std::string text;
    if (options_.json) {
      text = report_json(reports_);
    } else {
      for (const CostReport& report : reports_)
        text += (text.empty() ? "" : "\n") + report_table(report, {static_cast<size_t>(options_.top)});
      if (reports_.size() > 1) text += "\n" + comparison_table(reports_);
    }
    return invocation_.write(options_.output, text);
  }

 private:
  // --mesh; else what the program's boundary values lie on; else the first that the module declares.
  Result<MeshPtr> mesh_of_local(const Costed& costed) const {
    PARTITA_ASSIGN(MeshPtr given, complete::mesh_of_options({options_.mesh, options_.devices}));
    if (given != nullptr) return given;
    if (costed.boundary) {
      if (MeshPtr mesh = mesh_of_boundary(costed.boundary->arguments, costed.boundary->results)) return mesh;
    }
    for (const MeshDeclaration& declared : costed.program->module().meshes()) {
      Result<Mesh> mesh = shard::parse_sdy_mesh(declared.mesh.text());
      if (mesh.ok() && mesh->axis_count() > 0) return MeshPtr(std::make_shared<const Mesh>(std::move(*mesh)));
    }
    return MeshPtr();
  }

  Invocation& invocation_;
  const Options& options_;
  Hardware hardware_;
  Budget budget_;
  std::deque<Costed> programs_;
  std::vector<CostReport> reports_;
};

}  // namespace

int run_cost(const Options& options) {
  Invocation invocation(options);
  auto fail = [&](const Diagnostic& d, const std::string& file) {
    invocation.report(d, file);
    return invocation.finish(kUserError);
  };
  Result<Hardware> hardware = cost::load_hardware(options.hardware);
  if (!hardware.ok()) return fail(hardware.error().diagnostic, "command line");
  Result<Budget> budget = budget_of(options);
  if (!budget.ok()) return fail(budget.error().diagnostic, "command line");
  Costing costing(invocation, std::move(*hardware), std::move(*budget));
  for (const std::string& file : options.files) {
    Invocation::Programs programs;
    if (!invocation.read(file, Goal::kExecute, programs)) return invocation.finish(kUserError);
    for (std::unique_ptr<Compilation>& program : programs) {
      int status = kDone;
      Status added = costing.add(std::move(program), file, status);
      if (!added.ok()) return fail(added.error().diagnostic, file);
      if (status != kDone) return invocation.finish(status);
    }
  }
  Status written = options.why.empty() ? costing.write() : costing.explain();
  if (!written.ok()) return fail(written.error().diagnostic, options.files.front());
  return invocation.finish(costing.check_budgets());
}

}  // namespace partita::core::tools
