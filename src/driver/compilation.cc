#include "driver/compilation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/in_parallel.h"
#include "complete/find_values.h"
#include "complete/hint_file.h"
#include "complete/hint_options.h"
#include "complete/result_calls.h"
#include "complete/unchanged_carries.h"
#include "complete/unique_names.h"
#include "cost/budget.h"
#include "cost/layout.h"
#include "cost/report.h"
#include "driver/place_errors.h"
#include "ir/copy_module.h"
#include "ir/verify.h"
#include "optimize/fit.h"
#include "optimize/found_orders.h"
#include "optimize/schedule.h"
#include "partition/choice/pricing.h"
#include "partition/lower/lowering_patterns.h"
#include "partition/merge_broadcasts.h"
#include "partition/merge_pads.h"
#include "partition/merge_rolls.h"
#include "text/hlo/async_pairs.h"
#include "text/import/dequantize.h"
#include "text/import/normalize.h"
#include "text/import/specialize.h"
#include "transform/grad/relu.h"

namespace partita::core::driver {

namespace {
// The hints of an annotated plan do not say where the mesh lies.
CompileOptions with_layout(CompileOptions options) {
  if (options.plan == PlanKind::kAnnotated && options.layout.empty()) options.layout = cost::kUsualLayout;
  return options;
}
}  // namespace

Compilation::Compilation(Context& context, std::shared_ptr<const SourceText> source, TextRange range,
                         CompileOptions options, StageObserver* observer)
    : context_(&context),
      source_(std::move(source)),
      range_(range),
      options_(with_layout(std::move(options))),
      observer_(observer) {
  order_stages();
}

Compilation::Compilation(std::unique_ptr<Module> module, CompileOptions options, StageObserver* observer)
    : context_(&module->context()),
      source_(module->source()),
      options_(with_layout(std::move(options))),
      observer_(observer),
      module_(std::move(module)) {
  order_stages();
  next_ = 1;  // it is read already
}

// Before this one, plans that are far behind another are dropped.
constexpr std::string_view kFirstLongPass = "overlap";

// Another plan, and the program that every device runs by it.
struct Compilation::Rival {
  std::string_view name;
  std::unique_ptr<PartitionPlan> plan;
  Partitioned partitioned;
  std::optional<Memory> fitted;
  optimize::FoundOrders found_orders;
};

Compilation::~Compilation() = default;

// --- stages in general

// Unknown names are reported when the first stage is to run.
void Compilation::order_stages() {
  for (const Stage& stage : all_stages()) {
    if (stage.run == nullptr || !stage.is_for(options_.goal)) continue;
    if (stage.pass != nullptr && options_.no_passes) continue;
    if (stage.asks_host && options_.calls == nullptr) continue;
    if (stage.optional && std::find(options_.skip.begin(), options_.skip.end(), stage.name) != options_.skip.end()) {
      continue;
    }
    if (stage.name == "write") {
      for (const std::string& name : options_.passes) {
        if (const Stage* pass = find_stage(name); pass != nullptr && pass->pass != nullptr) stages_.push_back(pass);
      }
    }
    stages_.push_back(&stage);
  }
}

namespace {

Status check_names(const CompileOptions& options) {
  for (const std::string& name : options.skip) {
    const Stage* stage = find_stage(name);
    if (stage != nullptr && (stage->optional || (name == "verify" && options.goal == Goal::kConvert))) continue;
    return Error{error_without_place(
        Code::kUsage,
        fmt::format("no stage that can be skipped is called '{}'; there are {}", name, stage_names(is_optional)))};
  }
  for (const std::string& name : options.passes) {
    const Stage* stage = find_stage(name);
    if (stage != nullptr && stage->pass != nullptr) continue;
    return Error{error_without_place(
        Code::kUsage,
        fmt::format("no pass over the local program is called '{}'; there are {}", name, stage_names(is_pass)))};
  }
  return {};
}

}  // namespace

Compilation::Watch::Watch(Compilation& compilation, const Stage& stage) : compilation_(compilation), stage_(stage) {
  if (compilation_.observer_ != nullptr) compilation_.observer_->begins(stage_);
}
Compilation::Watch::~Watch() {
  if (compilation_.observer_ != nullptr) compilation_.observer_->ends(stage_);
}

bool Compilation::run() { return run_to(stages_.size()); }

bool Compilation::run_until(std::string_view name) { return run_to(position(name) + 1); }

bool Compilation::run_before(std::string_view name) { return run_to(position(name)); }

size_t Compilation::position(std::string_view name) const {
  const auto at = std::find_if(stages_.begin(), stages_.end(), [&](const Stage* stage) { return stage->name == name; });
  PARTITA_INVARIANT(at != stages_.end(), fmt::format("this compilation has no stage '{}'", name));
  return static_cast<size_t>(at - stages_.begin());
}

bool Compilation::run_to(size_t end) {
  while (failed_ == nullptr && next_ < end) {
    const Stage& stage = *stages_[next_++];
    failed_ = &stage;  // also where it throws
    if (run_stage(stage)) failed_ = nullptr;
  }
  return failed_ == nullptr;
}

bool Compilation::run_stage(const Stage& stage) {
  Status status = std::exchange(started_, true) ? Status() : check_names(options_);
  if (status.ok()) {
    const size_t errors = diagnostics_.error_count();
    {
      const Watch watch(*this, stage);
      status = (this->*stage.run)(stage);
    }
    const bool fine = status.ok() && diagnostics_.error_count() == errors;
    if (fine && options_.verify_each && stage.changes && stage.name != "read") status = check_program(stage);
    if (!status.ok()) {
      Diagnostic d = status.error().diagnostic;
      if (d.file.empty() && source_ != nullptr) d.file = source_->name();
      diagnostics_.add(std::move(d));
    }
    tell_observer();
    if (!fine || !status.ok()) return false;
    status = show_program(stage);
  }
  if (status.ok()) return true;
  diagnostics_.add(status.error().diagnostic);
  tell_observer();
  return false;
}

void Compilation::tell_observer() {
  for (; observer_ != nullptr && told_ < diagnostics_.all().size(); ++told_) {
    observer_->reports(diagnostics_.all()[told_]);
  }
}

Status Compilation::show_program(const Stage& stage) const {
  if (observer_ == nullptr || !observer_->wants(stage)) return {};
  // Writers rely on what the verifier checks; what it finds is reported by its own stage.
  Diagnostics found;
  if (stage.name == "read" && !verify(*module_, found)) return {};
  return observer_->shows(stage, *this);
}

Status Compilation::check_program(const Stage& stage) const {
  Diagnostics found;
  if (verify(program(), found)) return {};
  Diagnostic d = found.all().front();
  d.code = Code::kInternal;
  d.message = fmt::format(
      "the stage '{}' left a program that does not verify: {}\nThis is a bug of partita. Please report it with the "
      "input{}.",
      stage.name, d.message, stage.optional ? fmt::format("; --skip {} goes around it", stage.name) : "");
  return Error{d};
}

// --- the stages

Status Compilation::read(const Stage&) {
  module_ = parse_program(*context_, source_, *range_, diagnostics_);
  return {};
}

namespace {

// Who converts a program may want it back as it is, where the specification forbids what its producer's verifier let
// pass: --skip verify. Only what concerns an op alone is let through, as a warning.
bool tolerates(const CompileOptions& options, const Diagnostic& diagnostic) {
  if (options.goal != Goal::kConvert || std::ranges::find(options.skip, "verify") == options.skip.end()) return false;
  switch (diagnostic.code) {
    case Code::kConstraint:
    case Code::kDynamicOp:
    case Code::kElementType:
    case Code::kResultType:
    case Code::kUnknownMesh: return options.to.value_or(TextFormat::kStableHlo) == TextFormat::kStableHlo;
    default: return false;
  }
}

}  // namespace

Status Compilation::verify_input(const Stage&) {
  Diagnostics found;
  verify(*module_, found);
  for (Diagnostic d : found.all()) {
    // Behind too many mistakes nothing was verified.
    if (!found.full() && tolerates(options_, d)) d.severity = Severity::kWarning;
    diagnostics_.add(std::move(d));
  }
  return {};
}

Status Compilation::import(const Stage& stage) {
  // Private functions are inlined and go; one that was asked for is a program like any other.
  if (Function* entry = module_->function(options_.entry)) entry->set_private(false);
  if (options_.goal == Goal::kDifferentiate) transform::mark_relus(*module_);
  Diagnostics found;
  text::normalize(*module_, found);
  bool fine = true;
  for (Diagnostic d : found.all()) {
    if (tolerates(options_, d)) {
      if (d.code != Code::kDynamicOp) continue;  // said when the program was verified
      d.severity = Severity::kWarning;           // the op stays as it is
    }
    fine = fine && d.severity != Severity::kError;
    diagnostics_.add(std::move(d));
  }
  if (!fine) return {};
  PARTITA_CHECK_OK(specialize(stage));
  complete::make_names_unique(*module_);
  // Who writes the program again, or asks what it costs, keeps where a collective is started and where it is waited
  // for.
  switch (options_.goal) {
    case Goal::kEvaluate:
    case Goal::kCompile: text::make_synchronous(*module_); break;
    default: break;
  }
  return {};
}

namespace {

// arg0=8x128, or with the name of the argument: where it stands and its sizes.
Status give_shapes(const Module& module, Function& entry, const std::vector<std::string>& shapes) {
  auto wrong = [](Code code, std::string message) { return Error{error_without_place(code, std::move(message))}; };
  for (const std::string& text : shapes) {
    const size_t equals = text.rfind('=');
    if (equals == std::string::npos) {
      return wrong(Code::kUsage, fmt::format("'{}': sizes are given as arg0=8x128", text));
    }
    std::vector<int64_t> dims;
    const char* at = text.data() + equals + 1;
    const char* const end = text.data() + text.size();
    while (at < end) {
      const auto [stop, error] = std::from_chars(at, end, dims.emplace_back());
      if (error != std::errc() || dims.back() < 0 || (stop < end && (*stop != 'x' || stop + 1 == end))) {
        return wrong(Code::kUsage, fmt::format("'{}': sizes are numbers, as in arg0=8x128", text));
      }
      at = stop < end ? stop + 1 : stop;
    }
    PARTITA_ASSIGN(std::vector<NamedValue> found, complete::find_values(module, entry, text.substr(0, equals)));
    for (const NamedValue& named : found) {
      if (named.value == nullptr || named.value->region() != &entry.body()) {
        return wrong(Code::kNoSuchValue,
                     fmt::format("{} is no argument of @{}", text.substr(0, equals), entry.name().text()));
      }
      if (const std::string why = text::give_shape(*entry.argument(named.value->index()), dims); !why.empty()) {
        return wrong(Code::kBadInput, fmt::format("argument {}: {}", named.value->index(), why));
      }
    }
  }
  return {};
}

}  // namespace

// Dynamic dimensions get sizes, quantised values become what they are stored as. Who only reads or rewrites a program
// may keep both; HLO has no words for quantised ones.
Status Compilation::specialize(const Stage&) {
  const bool keeps = options_.goal == Goal::kCheck || options_.goal == Goal::kConvert;
  const bool is_static =
      std::ranges::all_of(module_->functions(), [](const Function* f) { return text::is_static(*f); });
  if (!options_.shapes.empty() || (!is_static && !keeps)) {
    PARTITA_ASSIGN(Function * entry, find_entry());
    const bool was_static = text::is_static(*entry);
    std::vector<std::string> shapes = options_.shapes;
    if (shapes.empty() && !was_static && options_.find_shapes) {
      PARTITA_ASSIGN(shapes, options_.find_shapes(*entry));
    }
    PARTITA_CHECK_OK(give_shapes(*module_, *entry, shapes));
    if (!was_static && !text::specialize(*entry, diagnostics_)) return {};
  }
  const bool stays_quantized = keeps && written_format() != TextFormat::kHlo;
  if (!stays_quantized && text::is_quantized(*module_)) text::dequantize(*module_, diagnostics_);
  return {};
}

Status Compilation::differentiate_entry(const Stage&) {
  PARTITA_ASSIGN(entry_, find_entry());
  transform::FunctionGradOptions asked;
  asked.value = options_.gradient.value;
  asked.how = options_.gradient.how;
  if (options_.calls != nullptr) asked.how.calls = call_gradients(*options_.calls);
  auto look_up = [&](const std::vector<std::string>& names, bool results,
                     std::optional<std::vector<int>>& out) -> Status {
    for (const std::string& name : names) {
      PARTITA_ASSIGN(const NamedValue found, complete::find_value(*module_, *entry_, name));
      const bool argument =
          found.value != nullptr && found.value->is_argument() && found.value->region() == &entry_->body();
      if (results ? found.result < 0 : !argument) {
        return Error{error_without_place(
            Code::kNotDifferentiable,
            fmt::format("{} is no {} of @{}: {}", name, results ? "result" : "argument", entry_->name().text(),
                        results ? "name one as out0, out1, …" : "name one as arg0, arg1, …, or by its name"))};
      }
      if (!out) out.emplace();
      out->push_back(results ? found.result : found.value->index());
    }
    return {};
  };
  PARTITA_CHECK_OK(look_up(options_.gradient.wrt, false, asked.wrt));
  PARTITA_CHECK_OK(look_up(options_.gradient.of, true, asked.of));
  PARTITA_ASSIGN(gradient_, transform::differentiate(*entry_, asked));
  return {};
}

Status Compilation::attach_rules(const Stage&) {
  attach_sharding_rules(*module_, *options_.calls, diagnostics_);
  return {};
}

// Before names are looked up nothing that has one may go.
std::vector<const Value*> Compilation::named_values() const {
  std::vector<const Value*> values;
  auto add = [&](std::string_view name) {
    Result<std::vector<NamedValue>> found = complete::find_values(*module_, *entry_, name);
    if (!found.ok()) return;
    for (const NamedValue& named : *found) {
      if (named.value != nullptr) values.push_back(named.value);
    }
  };
  for (const std::string& hint : options_.hints.shard) add(complete::name_of_option(hint));
  for (const std::string& name : options_.asked) add(name);
  return values;
}

Status Compilation::merge(const Stage&) {
  PARTITA_ASSIGN(entry_, find_entry());
  complete::drop_result_calls(*entry_, named_values());
  partition::merge_broadcasts(*entry_, named_values());
  partition::merge_pads(*entry_, named_values());
  partition::merge_rolls(*entry_, named_values());
  return {};
}

Status Compilation::prepare(const Stage&) {
  PARTITA_ASSIGN(entry_, find_entry());
  if (written_format() != TextFormat::kHlo) {
    complete::drop_unchanged_carries(*entry_, module_->meshes().empty());
    return {};
  }
  // What is written as HLO is completed in HLO's ops, so that none of its instructions is left out.
  PARTITA_ASSIGN(std::unique_ptr<Module> prepared, text::as_hlo_ops(*module_, entry_->name().text()));
  entry_ = prepared->function(entry_->name().text());
  module_ = std::move(prepared);
  return {};
}

// An error in a mesh would be reported again for every function: checking ends at the first function with errors.
Status Compilation::read_all_hints(const Stage&) {
  if (options_.goal == Goal::kCheck) {
    for (Function* function : module_->functions()) {
      if (!diagnostics_.has_errors()) read_hints(*module_, *function, options_.hints, diagnostics_);
    }
    return {};
  }
  PARTITA_ASSIGN(entry_, find_entry());
  hints_ = read_hints(*module_, *entry_, options_.hints, diagnostics_);
  return {};
}

Status Compilation::complete_program(const Stage&) {
  PARTITA_ASSIGN(completion_, complete::complete(*module_, *entry_, std::move(*hints_), diagnostics_));
  hints_.reset();
  return {};
}

// Manual code and constraints of sdy are respelled by the writer; tiles are expressed by axes here, where the axes are
// known.
Status Compilation::attach_shardings(const Stage&) {
  const bool hlo = written_format() == TextFormat::kHlo;
  ShardingSpelling spelling = hlo ? ShardingSpelling::kTiles : own_spelling(*module_, *completion_);
  annotated_ = WriteOptions{options_.annotations, true};
  if (options_.annotations == Annotations::kSdy) {
    spelling = ShardingSpelling::kSdy;
    annotated_->annotations = Annotations::kAsIs;
  } else if (spelling == ShardingSpelling::kTiles) {
    annotated_->annotations = hlo ? Annotations::kMhlo : Annotations::kAsIs;
  }
  attach(*module_, *entry_, *completion_, spelling);
  return {};
}

Status Compilation::choose(const Stage&) {
  partition::Pricing pricing;
  if (options_.plan == PlanKind::kChosen && options_.objective != Objective::kBytes) {
    const MeshPtr mesh = completion_->meshes().main();
    const int64_t devices = mesh != nullptr ? std::max<int64_t>(mesh->device_count(), 1) : 1;
    Result<partition::Pricing> made = partition::Pricing::by_time(hardware(), *entry_, mesh, devices, options_.layout);
    if (!made.ok()) {
      const bool is_given = !options_.hints.mesh.empty() || options_.hints.given_mesh != nullptr;
      return is_given ? made.error() : at_mesh(*module_, made.error());
    }
    pricing = std::move(*made);
    if (options_.objective == Objective::kMemory) pricing.prefer_memory();
  }
  plan_ = std::make_unique<PartitionPlan>(*entry_, *completion_, partition::lowering_capabilities(), options_.plan,
                                          options_.unfolded, &pricing);
  return {};
}

// Whether other plans are lowered as well, which only the end can tell from each other.
bool Compilation::compares() const {
  return !options_.no_passes && options_.objective == Objective::kTime &&
         std::any_of(stages_.begin(), stages_.end(), [](const Stage* stage) { return stage->name == "compare"; });
}

Status Compilation::lower(const Stage&) {
  PARTITA_ASSIGN(partitioned_, partition::partition(*module_, *entry_, *completion_, *plan_, options_.how));
  if (compares()) {
    auto add = [&](std::string_view name, std::unique_ptr<PartitionPlan> plan) {
      Result<Partitioned> made = partition::partition(*module_, *entry_, *completion_, *plan, options_.how);
      if (!made.ok() || made->fallbacks.size() > partitioned_->fallbacks.size()) return;
      auto rival = std::make_unique<Rival>();
      rival->name = name, rival->plan = std::move(plan), rival->partitioned = std::move(*made);
      rivals_.push_back(std::move(rival));
    };
    for (PartitionPlan& plan : plan_->take_rivals()) {
      const std::string_view name = plan.name();
      add(name, std::make_unique<PartitionPlan>(std::move(plan)));
    }
    // Where memory is short, also the plans that are found when memory comes first, and when bytes are all that counts:
    // what is sent is gathered, and held, so that who sends less often holds less.
    const double limit = limits().max_memory;
    const Function& local = *partitioned_->module->entry();
    const cost::CompilerTraits& compiler = hardware().compiler;
    if (limit > 0 && !optimize::fits_at_once(local, compiler, limit) &&
        cost::memory_of(local, compiler).peak() > limit) {
      partition::Pricing pricing = plan_->pricing();
      pricing.prefer_memory();
      const partition::Pricing by_bytes;
      for (const auto& [name, prices] :
           {std::pair<std::string_view, const partition::Pricing*>("memory", &pricing), {"bytes", &by_bytes}}) {
        add(name, std::make_unique<PartitionPlan>(*entry_, *completion_, partition::lowering_capabilities(),
                                                  options_.plan, options_.unfolded, prices));
      }
    }
  }
  if (!options_.hints.notes) return {};
  for (Diagnostic note : partitioned_->fallbacks) {
    note.severity = Severity::kNote;
    diagnostics_.add(std::move(note));
  }
  return {};
}

Status Compilation::expand(const Stage&) {
  expand_calls(partitioned_ ? *partitioned_->module : *module_, *options_.calls, diagnostics_);
  for (const std::unique_ptr<Rival>& rival : rivals_) {
    Diagnostics known;
    expand_calls(*rival->partitioned.module, *options_.calls, known);
  }
  return {};
}

OptimizeLimits Compilation::limits() const {
  OptimizeLimits limits = options_.limits;
  limits.hardware = options_.hardware;
  limits.layout = options_.layout;
  if (completion_) limits.mesh = completion_->meshes().main();
  if (options_.plan == PlanKind::kAnnotated) {
    limits.overlap = false;
    if (options_.warn_memory) limits.max_memory = 0;  // the program as its hints have it, however large
  }
  return limits;
}

Status Compilation::run_pass(const Stage& stage) {
  OptimizeLimits limits = this->limits();
  if (found_orders_ == nullptr) found_orders_ = std::make_unique<optimize::FoundOrders>();
  limits.found_orders = found_orders_.get();
  if (!partitioned_) {
    PARTITA_ASSIGN(entry_, find_entry());
  }
  if (stage.name == kFirstLongPass) {
    PARTITA_CHECK_OK(compare(stage));
    // What the passes would find for one plan after the other is found for all of them side by side.
    if (!rivals_.empty()) {
      base::in_parallel(1 + rivals_.size(), [&](size_t i) {
        const Partitioned& made = i == 0 ? *partitioned_ : rivals_[i - 1]->partitioned;
        OptimizeLimits own = limits;
        if (i > 0) own.found_orders = &rivals_[i - 1]->found_orders;
        optimize::find_orders(*made.module->entry(), own);
      });
    }
  }
  Function& local = partitioned_ ? *partitioned_->module->entry() : *entry_;
  if (stage.name == "fit") {
    fitted_ = optimize::fit_memory(local, limits);
    for (const std::unique_ptr<Rival>& rival : rivals_) {
      limits.found_orders = &rival->found_orders;
      rival->fitted = optimize::fit_memory(*rival->partitioned.module->entry(), limits);
    }
    if (rivals_.empty()) warn_of_memory(local, fitted_);
    return {};
  }
  stage.pass->run(local, limits);
  for (const std::unique_ptr<Rival>& rival : rivals_) {
    OptimizeLimits other = limits;
    other.found_orders = &rival->found_orders;
    other.sums_of_stacks |= rival->plan->name() == "hints";
    stage.pass->run(*rival->partitioned.module->entry(), other);
  }
  return {};
}

// At the end; and before the passes that take long, where one of them is far ahead.
Status Compilation::compare(const Stage& stage) {
  if (rivals_.empty()) return {};
  auto outcome_of = [&](std::string_view name, const Partitioned& made,
                        const optimize::FoundOrders* found) -> Result<PlanOutcome> {
    // Compilers that recompute what does not fit change what was found.
    if (found != nullptr && !hardware().compiler.recomputes_to_fit) {
      const std::optional<optimize::OrderOutcome> known = found->outcome(*made.module->entry());
      if (known) return PlanOutcome{name, known->seconds, known->memory};
    }
    PARTITA_ASSIGN(const cost::CostReport report,
                   cost_of(*made.module->entry(), completion_->meshes().main(), hardware(), options_.layout));
    return PlanOutcome{name, report.time.scheduled, report.memory.peak()};
  };
  std::vector<std::optional<Result<PlanOutcome>>> outcomes(1 + rivals_.size());
  base::in_parallel(outcomes.size(), [&](size_t i) {
    outcomes[i] = i == 0 ? outcome_of(plan_->name(), *partitioned_, found_orders_.get())
                         : outcome_of(rivals_[i - 1]->name, rivals_[i - 1]->partitioned, &rivals_[i - 1]->found_orders);
  });
  compared_plans_.clear();
  for (std::optional<Result<PlanOutcome>>& outcome : outcomes) {
    PARTITA_ASSIGN(const PlanOutcome one, std::move(*outcome));
    compared_plans_.push_back(one);
  }
  const double max_memory = limits().max_memory;
  const bool at_the_end = stage.pass == nullptr;
  const std::optional<size_t> found =
      at_the_end ? best_of(compared_plans_, max_memory) : clearly_best_of(compared_plans_, max_memory);
  if (!found) return {};
  if (const size_t best = *found; best > 0) {
    Rival& taken = *rivals_[best - 1];
    plan_ = std::move(taken.plan);
    partitioned_ = std::move(taken.partitioned);
    fitted_ = std::move(taken.fitted);
    if (found_orders_ != nullptr) *found_orders_ = std::move(taken.found_orders);  // else no pass was run
    std::swap(compared_plans_[0], compared_plans_[best]);
  }
  rivals_.clear();
  if (at_the_end) warn_of_memory(*partitioned_->module->entry(), fitted_);
  return {};
}

// Where the program does not fit into memory. A limit of the user's own is a budget, which the caller checks.
void Compilation::warn_of_memory(const Function& local, const std::optional<Memory>& memory) {
  const OptimizeLimits limits = this->limits();
  if (!memory || memory->peak() <= limits.max_memory || !options_.warn_memory) return;
  const cost::CompilerTraits compiler = limits.hardware != nullptr ? limits.hardware->compiler : cost::CompilerTraits();
  Diagnostic d = over_memory(local, *memory, limits.max_memory, compiler, source_ != nullptr ? source_->name() : "");
  d.severity = Severity::kWarning;
  diagnostics_.add(std::move(d));
}

namespace {

// The entry of what is written; a partitioned program has no other.
std::string_view name_of_entry(const Function* entry, const CompileOptions& options, bool is_partitioned) {
  if (is_partitioned) return {};
  return entry != nullptr ? entry->name().text() : std::string_view(options.entry);
}

}  // namespace

Status Compilation::write(const Stage&) {
  if (options_.async && written_format() != TextFormat::kHlo) {
    return Error{error_without_place(
        Code::kUsage, "collectives as pairs of a start and a done are a form of HLO; write it with --to hlo")};
  }
  if (options_.encoding == Encoding::kText) {
    PARTITA_ASSIGN(text_, program_text());
    return {};
  }
  const std::string_view entry = name_of_entry(entry_, options_, partitioned_.has_value());
  WriteOptions how = annotated_.value_or(WriteOptions{.annotations = options_.annotations});
  how.encoding = options_.encoding;
  how.artifact = options_.artifact;
  PARTITA_ASSIGN(text_, text::write_as(program(), written_format(), how, entry));
  return {};
}

// --- what it has made

Result<std::string> write_program(const Module& module, const CompileOptions& options) {
  return text::write_as(module, options.to.value_or(module.format()),
                        {.annotations = options.annotations, .async = options.async}, options.entry);
}

Result<std::string> Compilation::program_text() const {
  const std::string_view entry = name_of_entry(entry_, options_, partitioned_.has_value());
  if (annotated_) return text::write_as(*module_, written_format(), *annotated_, entry);
  if (!completion_ || partitioned_) {
    return text::write_as(program(), written_format(), {.annotations = options_.annotations, .async = options_.async},
                          entry);
  }
  // Shardings are attached to a copy, so that looking at the program changes nothing for the stages to come.
  CompileOptions shown;
  shown.goal = Goal::kAnnotate;
  shown.entry = options_.entry;
  shown.hints = options_.hints;
  // Where hints were replaced, the texts of the program are not what it was completed from.
  if (!options_.hints.mesh.empty() || !options_.hints.shard.empty()) {
    PARTITA_ASSIGN(HintFile said,
                   complete::parse_hint_file(complete::hint_file_text(*module_, *entry_, *completion_), ""));
    shown.hints.shard = std::move(said.lines);
  }
  shown.to = options_.to;
  shown.annotations = options_.annotations;
  Compilation copy(copy_module(*module_), std::move(shown));
  if (copy.run()) return copy.text();
  for (const Diagnostic& d : copy.diagnostics().all()) {
    if (d.severity == Severity::kError) return Error{d};
  }
  return Error{error_without_place(Code::kInternal, "the shardings cannot be shown")};
}

Result<Function*> Compilation::find_entry() const {
  if (entry_ != nullptr) return entry_;
  return driver::find_entry(*module_, options_.entry);
}

Result<Function*> find_entry(Module& module, const std::string& name) { return ir::find_entry(module, name); }

std::vector<std::unique_ptr<Module>> read_programs(Context& context, const std::shared_ptr<const SourceText>& source,
                                                   Diagnostics& diagnostics) {
  std::vector<std::unique_ptr<Module>> modules;
  for (TextRange range : text::split_programs(*source, diagnostics)) {
    if (diagnostics.full()) break;
    CompileOptions options;
    options.goal = Goal::kEvaluate;
    Compilation compilation(context, source, range, std::move(options));
    const bool ok = compilation.run_until("import");
    for (const Diagnostic& d : compilation.diagnostics().all()) diagnostics.add(d);
    if (ok) modules.push_back(compilation.take_module());
  }
  return modules;
}

}  // namespace partita::core::driver
