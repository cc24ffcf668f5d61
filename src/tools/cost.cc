// partita cost: what a device does, sends and holds. A program with hints is completed and partitioned first; one that
// is partitioned already, by whomever, is taken as it is.
#include <cstdio>
#include <deque>

#include "complete/hint_options.h"
#include "cost/report.h"
#include "shard/spelling_sdy.h"
#include "tools/stages.h"

namespace partita {
namespace {

bool enters_manual_code(const Op& op) {
  if (op.is(OpKind::kManualComputation)) return true;
  const std::string_view target = op.is(OpKind::kCustomCall) ? op.text_attr(AttrKey::kCallTargetName) : "";
  return target == "SPMDFullToShardShape" || target == "xla.sdy.GlobalToLocalShape";
}

bool has_hint(const Op& op) {
  return op.is(OpKind::kShardingConstraint) || op.is(OpKind::kReshard) || enters_manual_code(op) ||
         op.extra("mhlo.sharding") || op.extra("sdy.sharding") ||
         (op.is(OpKind::kCustomCall) && op.text_attr(AttrKey::kCallTargetName) == "Sharding");
}

// Whether the program is one that every device runs, and not one to be divided. XLA leaves the shardings of parameters
// on what it has partitioned, so they alone do not tell: collectives between partitions do, outside manual code, which
// is entered by a call, or said to be manual by the collective's own sharding.
bool is_local(const Module& module, const Function& entry, const Options& options) {
  if (module.extra("hlo.is_scheduled")) return true;
  bool manual = false, meets = false, hints = false;
  walk(entry.body(), [&](const Op& op) {
    manual |= enters_manual_code(op);
    meets |= op.info().has(kCollective) && op.int_attr(AttrKey::kChannelId) > 0 && !op.extra("mhlo.sharding");
    hints |= has_hint(op);
  });
  if (meets && !manual) return true;
  auto on_edge = [](Attr attrs) { return attrs && (attrs.get("mhlo.sharding") || attrs.get("sdy.sharding")); };
  for (int i = 0; i < entry.num_arguments(); ++i) hints |= on_edge(entry.argument_attrs(i));
  for (int i = 0; i < static_cast<int>(entry.result_types().size()); ++i) hints |= on_edge(entry.result_attrs(i));
  const bool asked = !options.mesh.empty() || options.devices > 0 || !options.shard.empty();
  return !hints && !asked && module.meshes().empty();
}

// A program with all that its figures point into.
struct Costed {
  std::unique_ptr<Module> module;
  std::optional<Edges> edges;
  std::optional<Completion> completion;
  std::optional<Partitioned> partitioned;
};

class Costing {
 public:
  explicit Costing(Invocation& invocation) : invocation_(invocation), options_(invocation.options()) {}

  // Errors of completing and partitioning are said there; `status` is theirs.
  Status add(std::unique_ptr<Module> module, const std::string& file, int& status) {
    Costed& costed = programs_.emplace_back();
    costed.module = std::move(module);
    PARTITA_ASSIGN(Function * entry, find_entry(*costed.module, options_.entry));
    PARTITA_ASSIGN(costed.edges, read_edges(*entry));
    const bool local = options_.cost_local || costed.edges || is_local(*costed.module, *entry, options_);
    const Function* function = entry;
    MeshPtr mesh;
    if (local) {
      if (options_.devices > 0 && !costed.module->extra("mhlo.num_partitions")) {
        costed.module->set_extra("mhlo.num_partitions", costed.module->context().integer(options_.devices, "i32"));
      }
      PARTITA_ASSIGN(mesh, mesh_of_local(costed));
    } else {
      costed.completion = complete_program(invocation_, *costed.module, *entry);
      if (!costed.completion) return status = kUserError, Status();
      costed.partitioned = partition_program(invocation_, *costed.module, *entry, *costed.completion, status);
      if (!costed.partitioned) return {};
      function = costed.partitioned->module->entry();
      mesh = costed.completion->meshes().main();
    }
    CostReport report = invocation_.pass("cost", [&] { return cost_of(*function, mesh); });
    report.file = file == "-" ? "<stdin>" : file;
    report.partitioned_here = !local;
    if (costed.partitioned) report.fallbacks = costed.partitioned->fallbacks;
    reports_.push_back(std::move(report));
    return {};
  }

  Status write() {
    std::string text;
    if (options_.json) {
      text = report_json(reports_);
    } else {
      for (const CostReport& report : reports_) text += (text.empty() ? "" : "\n") + report_table(report, {});
      if (reports_.size() > 1) text += "\n" + comparison_table(reports_);
    }
    return invocation_.write(options_.output, text);
  }

 private:
  // --mesh; else what the program's edges lie on; else the first that the module declares.
  Result<MeshPtr> mesh_of_local(const Costed& costed) const {
    PARTITA_ASSIGN(MeshPtr given, mesh_of_options({options_.mesh, options_.devices}));
    if (given != nullptr) return given;
    if (costed.edges) {
      for (const auto* edges : {&costed.edges->arguments, &costed.edges->results}) {
        for (const EdgeValue& edge : *edges) {
          if (edge.sharding != nullptr && edge.sharding->mesh().axis_count() > 0) return edge.sharding->mesh_ptr();
        }
      }
    }
    for (const MeshDeclaration& declared : costed.module->meshes()) {
      Result<Mesh> mesh = parse_sdy_mesh(declared.mesh.text());
      if (mesh.ok() && mesh->axis_count() > 0) return MeshPtr(std::make_shared<const Mesh>(std::move(*mesh)));
    }
    return MeshPtr();
  }

  Invocation& invocation_;
  const Options& options_;
  std::deque<Costed> programs_;
  std::vector<CostReport> reports_;
};

}  // namespace

int run_cost(const Options& options) {
  Invocation invocation(options);
  Costing costing(invocation);
  for (const std::string& file : options.files) {
    std::vector<std::unique_ptr<Module>> modules;
    if (!invocation.read(file, modules)) return invocation.finish(kUserError);
    for (std::unique_ptr<Module>& module : modules) {
      int status = kDone;
      Status added = costing.add(std::move(module), file, status);
      if (!added.ok()) {
        Diagnostic d = added.error().diagnostic;
        if (d.file.empty()) d.file = file == "-" ? "<stdin>" : file;
        invocation.say(d);
        status = kUserError;
      }
      if (status != kDone) return invocation.finish(status);
    }
  }
  Status written = costing.write();
  if (!written.ok()) {
    invocation.say(written.error().diagnostic);
    return invocation.finish(kUserError);
  }
  return invocation.finish(kDone);
}

}  // namespace partita
