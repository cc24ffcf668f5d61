#include "run/departure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cost/report_rows.h"
#include "engine/execute.h"
#include "ir/builder.h"
#include "ir/copy_module.h"
#include "ir/names.h"
#include "ir/nesting.h"
#include "ir/shown.h"
#include "run/reference.h"
#include "shard/spelling_sdy.h"
#include "text/write.h"

namespace partita::core::run {
namespace {

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

// The op of the global program that differs: looked for with the whole program, shown again by the op alone.
class GlobalSearch {
 public:
  explicit GlobalSearch(const FailedRun& failed)
      : failed_(failed), compilation_(failed.compilation), rule_(wider(failed.rule)) {}

  Result<std::optional<Departure>> run(const std::function<void(int, int)>& progress) {
    pristine_ = imported(compilation_.options());
    if (pristine_ == nullptr) return std::optional<Departure>();
    PARTITA_ASSIGN(entry_, pristine_->find_entry());
    index_values(compilation_.entry().body());
    PARTITA_ASSIGN(
        const std::optional<FirstDifference> found,
        find_first_difference(*entry_, [&](std::span<const ValuePlace> places) { return probe(places); }, progress));
    if (!found) return std::optional<Departure>();
    Departure out = described(*entry_, *found, false);
    show_alone(*found, out);
    if (out.program.empty()) show_whole(*found, out);
    return std::optional(std::move(out));
  }

 private:
  // The same text once more; null where it has gone in the meantime.
  std::unique_ptr<Compilation> imported(CompileOptions options) const {
    options.hints.notes = false;
    options.how.strict = false;
    options.warn_memory = false;
    auto made = std::make_unique<Compilation>(compilation_.module().context(), compilation_.module().source(),
                                              *compilation_.range(), std::move(options));
    return made->run_until("import") ? std::move(made) : nullptr;
  }

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
    const std::unique_ptr<Compilation> tried = imported(std::move(options));
    if (tried == nullptr) return std::optional<ValueDifference>();
    PARTITA_ASSIGN(Function * entry, tried->find_entry());
    export_values(*entry, places);
    return compared(*tried, *entry, failed_.arguments, first);
  }

  // Evaluates, partitions and runs it; compares the results from `first` on.
  Result<std::optional<ValueDifference>> compared(Compilation& tried, Function& entry,
                                                  const std::vector<Tensor>& arguments, int first) const {
    Diagnostics checks;
    HintOptions hints = failed_.hints;
    hints.shard = tried.options().hints.shard;
    PARTITA_ASSIGN(const std::vector<Tensor> expected,
                   evaluate_reference(tried.module(), entry, arguments, hints, failed_.how, checks));
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

  // --- a program that shows it again

  // Where a value comes from: an argument of the entry (an empty path, its number as result), or an op.
  static std::optional<ValuePlace> place_of(const Value& value) {
    if (value.is_argument()) {
      const Op* around = value.region()->parent_op();
      if (around == nullptr) return ValuePlace{{}, value.index()};
      if (!around->is(OpKind::kWhile)) return std::nullopt;
      return place_of(*around->operand(value.index()));  // in the first iteration
    }
    ValuePlace place{{}, value.index()};
    for (const Op* at = value.op(); at != nullptr; at = at->parent_op()) {
      if (at != value.op() && (!at->is(OpKind::kWhile) || !ir::is_inside(&value, at->region(1)))) return std::nullopt;
      const std::vector<const Op*> ops = ops_of(*at->parent());
      place.path.insert(place.path.begin(), static_cast<int>(std::find(ops.begin(), ops.end(), at) - ops.begin()));
    }
    return place;
  }

  // What the op reads, in its regions too; constants are copied with it.
  static std::vector<const Value*> read_by(const Op& op) {
    std::vector<const Value*> out;
    auto add = [&](const Value* value) {
      if (std::find(out.begin(), out.end(), value) == out.end()) out.push_back(value);
    };
    for (int i = 0; i < op.num_operands(); ++i) add(op.operand(i));
    for (int r = 0; r < op.num_regions(); ++r) {
      walk(op.region(r), [&](const Op& inner) {
        for (int i = 0; i < inner.num_operands(); ++i) {
          if (!ir::is_inside(inner.operand(i), op)) add(inner.operand(i));
        }
      });
    }
    return out;
  }

  static bool is_constant(const Value* value) { return value->op() != nullptr && value->op()->is(OpKind::kConstant); }

  // What these values are, on one device.
  Result<std::vector<Tensor>> values_of(const std::vector<const Value*>& values) const {
    std::vector<ValuePlace> places;
    std::vector<int> at;  // of each value: the argument it is, or where it is among the results, as -1 - i
    for (const Value* value : values) {
      const std::optional<ValuePlace> place = place_of(*value);
      if (!place || !value->type().is_tensor()) return base::failure(Code::kCannotEvaluate, "no tensor");
      at.push_back(place->path.empty() ? place->result : -1 - static_cast<int>(places.size()));
      if (!place->path.empty()) places.push_back(*place);
    }
    const std::unique_ptr<Compilation> whole = imported(compilation_.options());
    if (whole == nullptr) return base::failure(Code::kCannotEvaluate, "no program");
    PARTITA_ASSIGN(Function * entry, whole->find_entry());
    const int first = std::ssize(entry->result_types());
    export_values(*entry, places);
    Diagnostics checks;
    PARTITA_ASSIGN(const std::vector<Tensor> results,
                   evaluate_reference(whole->module(), *entry, failed_.arguments, failed_.hints, failed_.how, checks));
    std::vector<Tensor> out;
    for (int i : at) out.push_back(i >= 0 ? failed_.arguments[i] : results[first - 1 - i]);
    return out;
  }

  Attr hinted(const Value& value) const {
    const Sharding* sharding = sharding_of(value);
    Context& context = compilation_.module().context();
    if (sharding == nullptr) return {};
    return context.with_entry({}, sdy_names::kSharding,
                              context.opaque_attr("#sdy.sharding" + shard::sdy_sharding_body(*sharding, "mesh")));
  }

  std::unique_ptr<Module> alone(const Op& op, const std::vector<const Value*>& given) const {
    Context& context = compilation_.module().context();
    auto module = std::make_unique<Module>(context);
    module->meshes().push_back({context.name("mesh"),
                                context.opaque_attr(shard::sdy_mesh_body(*compilation_.completion().meshes().main())),
                                {}});
    std::vector<Type> arguments, results;
    for (const Value* value : given) arguments.push_back(value->type());
    for (const Value* value : op.results()) results.push_back(value->type());
    Function& function = *module->add_function(context.name("main"), arguments, results);
    Module::ValueMap map;
    for (size_t i = 0; i < given.size(); ++i) {
      map.set(given[i], function.argument(static_cast<int>(i)));
      function.set_argument_attrs(static_cast<int>(i), hinted(*given[i]));
    }
    for (const Value* value : read_by(op)) {
      if (is_constant(value)) module->clone_op(*value->op(), function.body(), map);
    }
    Op* copy = module->clone_op(op, function.body(), map);
    for (int i = 0; i < op.num_results(); ++i) function.set_result_attrs(i, hinted(*op.result(i)));
    const std::vector<Value*> made = copy->results();
    Builder(function.body()).ret(made);
    return module;
  }

  void show_alone(const FirstDifference& found, Departure& out) const {
    const Op& op = *op_at(*entry_, found.place.path);
    std::vector<const Value*> given = read_by(op);
    std::erase_if(given, is_constant);
    Result<std::vector<Tensor>> arguments = values_of(given);
    if (!arguments.ok()) return;
    const Result<std::string> text = text::write_stablehlo(*alone(op, given));
    if (!text.ok()) return;
    CompileOptions options = compilation_.options();
    options.hints = HintOptions{};
    options.entry.clear();
    Compilation again(compilation_.module().context(), std::make_shared<const SourceText>("first_difference", *text),
                      {0, text->size()}, std::move(options));
    if (!again.run_until("import")) return;
    Result<Function*> entry = again.find_entry();
    if (!entry.ok()) return;
    const Result<std::optional<ValueDifference>> difference = compared(again, **entry, *arguments, 0);
    if (!difference.ok() || !*difference) return;
    out.program = *text;
    out.arguments = std::move(*arguments);
  }

  // All of it, with the value as its last result.
  void show_whole(const FirstDifference& found, Departure& out) const {
    const std::unique_ptr<Compilation> whole = imported(compilation_.options());
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
};

}  // namespace

Result<std::optional<Departure>> engine_departure(const LocalProgram& program, const ByDevice& inputs,
                                                  const EvalOptions& how, const ComparisonRule& rule,
                                                  const std::function<void(int, int)>& progress) {
  const ComparisonRule on_the_way = wider(rule);
  auto probe = [&](std::span<const ValuePlace> places) -> Result<std::optional<ValueDifference>> {
    const std::unique_ptr<Module> copy = ir::copy_module(program.module);
    Function& entry = *copy->function(program.entry.name().text());
    const size_t first = entry.result_types().size();
    export_values(entry, places);
    LocalProgram local(*copy, entry);
    local.replicas = program.replicas;
    local.partitions = program.partitions;
    PARTITA_ASSIGN(const ByDevice got, on_devices(local, inputs, how, true));
    PARTITA_ASSIGN(const ByDevice expected, on_devices(local, inputs, how, false));
    for (size_t i = first; i < entry.result_types().size(); ++i) {
      std::optional<ValueDifference> difference = device_difference(got, expected, i, on_the_way);
      if (!difference) continue;
      difference->value = i - first;
      return difference;
    }
    return std::optional<ValueDifference>();
  };
  PARTITA_ASSIGN(const std::optional<FirstDifference> found, find_first_difference(program.entry, probe, progress));
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
