#include "run/departure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cost/report_rows.h"
#include "engine/execute.h"
#include "ir/copy_module.h"
#include "ir/names.h"
#include "ir/shown.h"
#include "run/reference.h"
#include "shard/spelling_sdy.h"
#include "text/write.h"

namespace partita::core::run {
namespace {

CompileOptions quiet(CompileOptions options) {
  options.hints.notes = false;
  options.how.strict = false;
  options.warn_memory = false;
  return options;
}

// What is computed on the way may differ by more than results: differences of near numbers have the error of these.
ComparisonRule wider(ComparisonRule rule) {
  constexpr double kOnTheWay = 4;
  rule.growth *= kOnTheWay;
  return rule;
}

Departure described(const Function& entry, const FirstDifference& found, bool of_engine) {
  Departure out;
  const Op& op = *op_at(entry, found.place.path);
  out.of_engine = of_engine;
  out.in_loop = found.place.path.size() > 1;
  out.op = ir::shown_op(op);
  out.place = SourceLines(entry).place(op);
  out.name = ir::shown_name(op.result(found.place.result));
  out.difference = found.difference;
  const ValueDifference& difference = found.difference;
  const std::string at = fmt::format("[{}]", fmt::join(difference.at, ", ")),
                    at_shard = fmt::format("[{}]", fmt::join(difference.at_shard, ", "));
  out.sentence = fmt::format(
      "{} first at {}{}, {}{}: device {} has {} at {}{} and should have {}; {} of its elements {}",
      of_engine ? "the engine departs from the evaluator" : "the partitioned program departs", out.op,
      out.place.empty() ? "" : " at " + out.place, out.name, out.in_loop ? ", in the first iteration of the loop" : "",
      difference.device, difference.got, at, at == at_shard ? "" : fmt::format(" ({} of its shard)", at_shard),
      difference.want, difference.count, difference.count == 1 ? "differs" : "differ");
  return out;
}

Result<ByDevice> on_devices(const LocalProgram& program, ByDevice inputs, const EvalOptions& how, bool fast) {
  Diagnostics checks;
  if (!fast) {
    return evaluate_on_grid(program.module, program.entry, program.replicas, program.partitions, std::move(inputs), how,
                            checks);
  }
  PARTITA_ASSIGN(auto executable,
                 engine::compile(program.module, program.entry, {program.replicas, program.partitions}));
  return engine::Runner(executable, how).run(std::move(inputs), checks);
}

// One of each: what a device holds of all values, or all devices of a value.
std::vector<Tensor> column(const std::vector<std::vector<Tensor>>& rows, size_t at) {
  std::vector<Tensor> out;
  for (const std::vector<Tensor>& row : rows) out.push_back(row[at]);
  return out;
}

// The op of the global program that differs: looked for in parts, then with the whole program.
class GlobalSearch {
 public:
  explicit GlobalSearch(const FailedRun& failed)
      : failed_(failed), compilation_(failed.compilation), rule_(wider(failed.rule)) {}

  Result<std::optional<Departure>> run(const std::function<void(int, int)>& progress) {
    pristine_ = imported_again(compilation_, compilation_.options());
    if (pristine_ == nullptr) return std::optional<Departure>();
    PARTITA_ASSIGN(entry_, pristine_->find_entry());
    index_values(compilation_.entry().body());
    name_mesh();
    std::vector<DeviceValues> arguments;
    for (const Tensor& argument : failed_.arguments) arguments.push_back({argument});
    const auto probe_part = [&](const PartAlone& part, const std::vector<DeviceValues>& given) {
      return compare_part(part, column(given, 0));
    };
    // A part that cannot be compiled, or has what no part can have, is looked into with the whole program.
    const Result<std::optional<FirstDifferentPart>> part =
        find_first_different_part(*entry_, std::move(arguments), probe_part, progress);
    if (part.ok() && *part) {
      Departure out = described(*entry_, (*part)->found, false);
      show_alone(**part, out);
      if (out.program.empty()) show_whole((*part)->found, out);
      return std::optional(std::move(out));
    }
    PARTITA_ASSIGN(
        const std::optional<FirstDifference> found,
        find_first_difference(*entry_, [&](std::span<const ValuePlace> places) { return probe(places); }, progress));
    if (!found) return std::optional<Departure>();
    Departure out = described(*entry_, *found, false);
    show_whole(*found, out);
    return std::optional(std::move(out));
  }

 private:
  // Values have the same numbers in all copies of a program.
  void index_values(const Region& region) {
    auto add = [&](const Value* value) {
      if (values_.size() <= value->id()) values_.resize(value->id() + 1);
      values_[value->id()] = value;
    };
    for (const Value* argument : region.arguments()) add(argument);
    for (const Op& op : region) {
      for (const Value* result : op.results()) add(result);
      for (int r = 0; r < op.num_regions(); ++r) index_values(op.region(r));
    }
  }

  // How completion has the value, as a hint has it; null where that is not known, or nothing a hint can say.
  const Sharding* sharding_of(const Value& value) const {
    const Value* own = value.id() < values_.size() ? values_[value.id()] : nullptr;
    const Completion& completion = compilation_.completion();
    const Sharding* sharding = own != nullptr && own->type().is_tensor() ? completion.sharding_of(own) : nullptr;
    if (sharding == nullptr || sharding->is_maximal() || !sharding->manual_axes().empty() ||
        !sharding->unreduced_axes().empty() || !same_mesh(sharding->mesh_ptr(), completion.meshes().main()))
      return nullptr;
    return sharding;
  }

  const Value& value_at(const ValuePlace& place) const { return *op_at(*entry_, place.path)->result(place.result); }

  // Further results are stored as completion has their values.
  std::string hint_of(const ValuePlace& place, int result) const {
    const Sharding* sharding = sharding_of(value_at(place));
    return sharding == nullptr ? "" : fmt::format("out{}={}", result, to_string(*sharding));
  }

  Result<std::optional<ValueDifference>> probe(std::span<const ValuePlace> places) const {
    CompileOptions options = compilation_.options();
    const int first = std::ssize(entry_->result_types());
    for (size_t i = 0; i < places.size(); ++i) {
      const std::string hint = hint_of(places[i], first + static_cast<int>(i));
      if (!hint.empty()) options.hints.shard.push_back(hint);
    }
    const std::unique_ptr<Compilation> tried = imported_again(compilation_, std::move(options));
    if (tried == nullptr) return std::optional<ValueDifference>();
    PARTITA_ASSIGN(Function * entry, tried->find_entry());
    export_values(*entry, places);
    HintOptions hints = failed_.hints;
    hints.shard = tried->options().hints.shard;
    std::vector<Tensor> expected;
    return compared(*tried, *entry, failed_.arguments, hints, first, expected);
  }

  // Evaluates, partitions and runs it; compares the results from `first` on. Nothing where it cannot be partitioned.
  Result<std::optional<ValueDifference>> compared(Compilation& tried, Function& entry,
                                                  const std::vector<Tensor>& arguments, const HintOptions& hints,
                                                  int first, std::vector<Tensor>& expected) const {
    Diagnostics checks;
    PARTITA_ASSIGN(expected, evaluate_reference(tried.module(), entry, arguments, hints, failed_.how, checks));
    if (!tried.run()) return std::optional<ValueDifference>();
    const Partitioned& partitioned = tried.partitioned();
    LocalProgram local(*partitioned.module, *partitioned.module->entry());
    local.set_boundary(partitioned.arguments, partitioned.results);
    PARTITA_ASSIGN(const ByDevice outputs, on_devices(local, local.shards(arguments), failed_.how, failed_.fast));
    for (size_t i = static_cast<size_t>(first); i < local.results.size(); ++i) {
      if (!local.results[i].global.is_tensor()) continue;
      std::optional<ValueDifference> difference = shard_difference(compilation_.module().context(), local.results[i],
                                                                   expected[i], outputs, i, local.places, rule_);
      if (!difference) continue;
      difference->value = i - static_cast<size_t>(first);
      return difference;
    }
    return std::optional<ValueDifference>();
  }

  // --- parts of it

  // Which of the declared meshes is the main one, as ops that name it want it.
  void name_mesh() {
    Context& context = compilation_.module().context();
    const Attr body = context.opaque_attr(shard::sdy_mesh_body(*compilation_.completion().meshes().main()));
    meshes_ = pristine_->module().meshes();
    auto main = std::find_if(meshes_.begin(), meshes_.end(), [&](const auto& mesh) { return mesh.mesh == body; });
    if (main == meshes_.end() && !meshes_.empty()) main = meshes_.begin();  // another mesh was asked for
    if (main == meshes_.end()) main = meshes_.insert(main, {context.name("mesh"), {}, {}});
    main->mesh = body;
    mesh_name_ = std::string(main->name.text());
  }

  Attr hinted(const Value& value) const {
    const Sharding* sharding = sharding_of(value);
    Context& context = compilation_.module().context();
    if (sharding == nullptr) return {};
    return context.with_entry({}, sdy_names::kSharding,
                              context.opaque_attr("#sdy.sharding" + shard::sdy_sharding_body(*sharding, mesh_name_)));
  }

  // The text of the part, its ends stored as completion has them.
  Result<std::string> text_of(const PartAlone& part) const {
    part.module->meshes() = meshes_;
    for (size_t i = 0; i < part.given.size(); ++i) {
      part.entry().set_argument_attrs(static_cast<int>(i), hinted(*part.given[i]));
    }
    for (size_t i = 0; i < part.made.size(); ++i) {
      part.entry().set_result_attrs(static_cast<int>(i), hinted(*part.made[i]));
    }
    return text::write_stablehlo(*part.module);
  }

  Result<PartOutcome> compare_text(const std::string& text, const std::vector<Tensor>& arguments) const {
    CompileOptions options = quiet(compilation_.options());
    options.hints = HintOptions{};
    options.hints.notes = false;
    options.entry.clear();
    Compilation again(compilation_.module().context(), std::make_shared<const SourceText>("first_difference", text),
                      {0, text.size()}, std::move(options));
    const auto refused = [] { return base::failure(Code::kCannotEvaluate, "a part of the program does not compile"); };
    if (!again.run_until("import")) return refused();
    PARTITA_ASSIGN(Function * entry, again.find_entry());
    PartOutcome out;
    std::vector<Tensor> expected;
    PARTITA_ASSIGN(out.difference, compared(again, *entry, arguments, again.options().hints, 0, expected));
    if (again.diagnostics().has_errors()) return refused();
    for (Tensor& value : expected) out.made.push_back({std::move(value)});
    return out;
  }

  Result<PartOutcome> compare_part(const PartAlone& part, const std::vector<Tensor>& given) const {
    PARTITA_ASSIGN(const std::string text, text_of(part));
    return compare_text(text, given);
  }

  // --- a program that shows it again

  // The op alone, where it differs there, too.
  void show_alone(const FirstDifferentPart& part, Departure& out) const {
    const ValuePlace& place = part.found.place;
    const Op& op = *op_at(*entry_, place.path);
    const std::vector<int> path(place.path.begin(), place.path.end() - 1);
    const PartAlone alone = part_alone(*entry_, {path, place.path.back(), place.path.back()}, op.results());
    const Result<std::string> text = text_of(alone);
    if (!text.ok()) return;
    std::vector<Tensor> arguments = column(part.given, 0);
    const Result<PartOutcome> outcome = compare_text(*text, arguments);
    if (!outcome.ok() || !outcome->difference) return;
    out.program = *text;
    out.arguments = std::move(arguments);
  }

  // All of it, with the value as its last result.
  void show_whole(const FirstDifference& found, Departure& out) const {
    const std::unique_ptr<Compilation> whole = imported_again(compilation_, compilation_.options());
    if (whole == nullptr) return;
    const Result<Function*> entry = whole->find_entry();
    if (!entry.ok()) return;
    export_values(**entry, std::span(&found.place, 1));
    const Result<std::string> text = whole->program_text();
    if (!text.ok()) return;
    out.program = *text;
    out.hint = hint_of(found.place, static_cast<int>(std::ssize(entry_->result_types())));
  }

  const FailedRun& failed_;
  const Compilation& compilation_;
  const ComparisonRule rule_;
  std::unique_ptr<Compilation> pristine_;
  const Function* entry_ = nullptr;   // of pristine_
  std::vector<const Value*> values_;  // of the compilation, by number
  std::vector<MeshDeclaration> meshes_;
  std::string mesh_name_;
};

}  // namespace

std::unique_ptr<Compilation> imported_again(const Compilation& compilation, CompileOptions options) {
  if (!compilation.range()) return nullptr;
  auto made = std::make_unique<Compilation>(compilation.module().context(), compilation.module().source(),
                                            *compilation.range(), quiet(std::move(options)));
  return made->run_until("import") ? std::move(made) : nullptr;
}

Result<std::optional<Departure>> engine_departure(const LocalProgram& program, const ByDevice& inputs,
                                                  const EvalOptions& how, const ComparisonRule& rule,
                                                  const std::function<void(int, int)>& progress) {
  const ComparisonRule on_the_way = wider(rule);
  // Both ways; the results from `first` on are compared.
  const auto run = [&](const Module& module, const Function& entry, const ByDevice& given, size_t first,
                       ByDevice& expected) -> Result<std::optional<ValueDifference>> {
    LocalProgram local(module, entry);
    local.replicas = program.replicas;
    local.partitions = program.partitions;
    PARTITA_ASSIGN(const ByDevice got, on_devices(local, given, how, true));
    PARTITA_ASSIGN(expected, on_devices(local, given, how, false));
    for (size_t i = first; i < entry.result_types().size(); ++i) {
      std::optional<ValueDifference> difference = device_difference(got, expected, i, on_the_way);
      if (!difference) continue;
      difference->value = i - first;
      return difference;
    }
    return std::optional<ValueDifference>();
  };
  const auto probe_part = [&](const PartAlone& part, const std::vector<DeviceValues>& given) -> Result<PartOutcome> {
    ByDevice by_device, expected;
    for (size_t d = 0; d < inputs.size(); ++d) by_device.push_back(column(given, d));
    PartOutcome out;
    PARTITA_ASSIGN(out.difference, run(*part.module, part.entry(), by_device, 0, expected));
    for (size_t i = 0; i < part.made.size(); ++i) out.made.push_back(column(expected, i));
    return out;
  };
  const auto probe = [&](std::span<const ValuePlace> places) -> Result<std::optional<ValueDifference>> {
    const std::unique_ptr<Module> copy = ir::copy_module(program.module);
    Function& entry = *copy->function(program.entry.name().text());
    const size_t first = entry.result_types().size();
    export_values(entry, places);
    ByDevice expected;
    return run(*copy, entry, inputs, first, expected);
  };
  std::vector<DeviceValues> arguments;
  for (size_t i = 0; i < static_cast<size_t>(program.entry.num_arguments()); ++i)
    arguments.push_back(column(inputs, i));
  Result<std::optional<FirstDifferentPart>> part =
      find_first_different_part(program.entry, std::move(arguments), probe_part, progress);
  std::optional<FirstDifference> found;
  if (part.ok() && *part) {
    found = std::move((*part)->found);
  } else {
    PARTITA_ASSIGN(found, find_first_difference(program.entry, probe, progress));
  }
  if (!found) return std::optional<Departure>();
  Departure out = described(program.entry, *found, true);
  Result<std::string> text = text::write_stablehlo(program.module);
  if (text.ok()) out.program = std::move(*text);
  return std::optional(std::move(out));
}

Result<std::optional<Departure>> find_departure(const FailedRun& failed,
                                                const std::function<void(int, int)>& progress) {
  if (failed.fast) {
    const Partitioned& partitioned = failed.compilation.partitioned();
    LocalProgram local(*partitioned.module, *partitioned.module->entry());
    local.set_boundary(partitioned.arguments, partitioned.results);
    const ByDevice inputs = local.shards(failed.arguments);
    PARTITA_ASSIGN(const ByDevice got, on_devices(local, inputs, failed.how, true));
    PARTITA_ASSIGN(const ByDevice expected, on_devices(local, inputs, failed.how, false));
    for (size_t i = 0; i < local.results.size(); ++i) {
      if (!device_difference(got, expected, i, failed.rule)) continue;
      return engine_departure(local, inputs, failed.how, failed.rule, progress);
    }
  }
  if (!failed.compilation.range()) return std::optional<Departure>();
  return GlobalSearch(failed).run(progress);
}

}  // namespace partita::core::run
