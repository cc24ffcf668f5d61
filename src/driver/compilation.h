// One program on its way through the stages (driver/stages.h).
//
//   CompileOptions options;
//   options.hints.mesh = "x=4";
//   Compilation compilation(context, source, range, options);      // or from a Module that was built by hand
//   if (!compilation.run()) report(compilation.diagnostics());
//   compilation.text();                                            // what every device runs
//
// Nothing is taken on trust: whatever comes in is verified once, before anything else looks at it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "complete/attach.h"
#include "complete/completion.h"
#include "cost/hardware.h"
#include "cost/memory.h"
#include "driver/custom_calls.h"
#include "driver/observer.h"
#include "driver/plan_outcomes.h"
#include "driver/stages.h"
#include "ir/program.h"
#include "optimize/pipeline.h"
#include "partition/partition.h"
#include "text/read.h"
#include "text/write.h"
#include "transform/grad/gradient.h"

namespace partita::core::driver {

// Whether stages are verified unless someone asks: not in a release.
#ifdef NDEBUG
inline constexpr bool kVerifyStages = false;
#else
inline constexpr bool kVerifyStages = true;
#endif

struct CompileOptions {
  Goal goal = Goal::kCompile;
  std::string entry{};                // a function's name; empty: @main, or the only one
  std::vector<std::string> shapes{};  // sizes of arguments whose dimensions are dynamic: arg0=8x128
  // Where the entry has dynamic dimensions and `shapes` says nothing: sizes from elsewhere, as `shapes` has them.
  std::function<Result<std::vector<std::string>>(const Function& entry)> find_shapes{};
  HintOptions hints{};     // with notes: fallbacks of lowering are reported as well
  PartitionOptions how{};  // ids, strict
  PlanKind plan = PlanKind::kChosen;
  Objective objective = Objective::kBytes;           // of a chosen plan
  std::shared_ptr<const cost::Hardware> hardware{};  // that it is chosen for; null: cost::default_hardware()
  std::string layout{};                              // of the mesh on it (cost/layout.h); empty: the best is found
  size_t unfolded = kUnfolded;                       // larger programs have their equal parts decided once
  OptimizeLimits limits{};                           // max_memory: what the program is kept below
  bool warn_memory = false;                          // where it is not: a warning
  // Values that someone will ask for: they keep their names, and are there. Those that hints name always are.
  std::vector<std::string> asked{};

  std::vector<std::string> skip{};    // optional stages
  bool no_passes = false;             // skips all over the local program
  std::vector<std::string> passes{};  // kConvert: these, in this order
  bool verify_each = kVerifyStages;   // the program is verified after every stage that changes it

  std::optional<TextFormat> to{};  // nothing: as it was read
  Encoding encoding = Encoding::kText;
  ArtifactVersion artifact{};
  Annotations annotations = Annotations::kAsIs;
  bool async = false;  // HLO: collectives as pairs of a start and a done

  // kDifferentiate: arguments and results by name, as find_value takes them; none: all floats
  struct Gradient {
    std::vector<std::string> wrt{}, of{};
    bool value = false;  // the program's own results come first
    GradOptions how{};
  } gradient{};

  // What custom calls of the host mean; null: nothing is known. Must outlive the compilation.
  const CustomCallHandlers* calls = nullptr;
};

// The program's text in the format that is asked for.
Result<std::string> write_program(const Module& module, const CompileOptions& options);

class Compilation {
 public:
  // A part of a text (split_programs in text/read.h).
  Compilation(Context& context, std::shared_ptr<const SourceText> source, TextRange range, CompileOptions options,
              StageObserver* observer = nullptr);
  // A module that was built or read before; it need be neither verified nor in normal form.
  explicit Compilation(std::unique_ptr<Module> module, CompileOptions options = {}, StageObserver* observer = nullptr);
  ~Compilation();
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  // Runs the stages of the goal that have not run yet, up to and with this one; run(): all. False where there was an
  // error: it is in diagnostics(), and nothing runs any more.
  bool run_until(std::string_view stage);
  bool run_before(std::string_view stage);  // up to the one before it
  bool run();
  // Work of the caller's own under the name of its stage.
  template <typename Work>
  auto perform(std::string_view stage, const Work& work) {
    const Watch watch(*this, *find_stage(stage));
    return work();
  }

  const CompileOptions& options() const { return options_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }
  const Stage* failed() const { return failed_; }  // null where nothing did
  // The stages that this compilation runs, in order; the same for all of its goal and options.
  const std::vector<const Stage*>& stages() const { return stages_; }

  // What the stages have made so far. Each is there from its stage on.
  Module& module() { return *module_; }  // read, or given by the caller
  const Module& module() const { return *module_; }
  Function& entry() { return *entry_; }  // the first stage after import
  const Function& entry() const { return *entry_; }
  const GradientEnds& gradient() const { return *gradient_; }
  const Completion& completion() const { return *completion_; }
  const PartitionPlan& plan() const { return *plan_; }
  // What came of the plans that were near each other by their prices; the first is the one that was taken. Nothing
  // where there was one.
  const std::vector<PlanOutcome>& compared_plans() const { return compared_plans_; }
  const Hardware& hardware() const { return options_.hardware ? *options_.hardware : cost::default_hardware(); }
  const Partitioned& partitioned() const { return *partitioned_; }
  const std::string& text() const { return text_; }
  std::unique_ptr<Module> take_module() { return std::move(module_); }  // the last call
  // The local program once there is one, the global one before.
  const Module& program() const { return partitioned_ ? *partitioned_->module : *module_; }
  // Its text as it is now; between completion and lowering with a sharding on every value.
  Result<std::string> program_text() const;
  // The entry also where no stage needed it yet.
  Result<Function*> find_entry() const;

  // For another compilation of the same program, as it was given; nothing where it was given as a module.
  std::optional<TextRange> range() const { return range_; }

 private:
  friend std::span<const Stage> all_stages();
  class Watch {
   public:
    Watch(Compilation& compilation, const Stage& stage);
    ~Watch();

   private:
    Compilation& compilation_;
    const Stage& stage_;
  };

  void order_stages();
  bool run_to(size_t end);
  size_t position(std::string_view stage) const;
  bool run_stage(const Stage& stage);
  void tell_observer();
  Status show_program(const Stage& stage) const;
  Status check_program(const Stage& stage) const;
  std::vector<const Value*> named_values() const;
  TextFormat written_format() const { return options_.to.value_or(module_->format()); }

  Status read(const Stage&);
  Status verify_input(const Stage&);
  Status import(const Stage&);
  Status specialize(const Stage&);
  Status differentiate_entry(const Stage&);
  Status attach_rules(const Stage&);
  Status merge(const Stage&);
  Status prepare(const Stage&);
  Status read_all_hints(const Stage&);
  Status complete_program(const Stage&);
  Status attach_shardings(const Stage&);
  Status choose(const Stage&);
  Status lower(const Stage&);
  Status expand(const Stage&);
  Status run_pass(const Stage&);
  Status compare(const Stage&);
  bool compares() const;
  OptimizeLimits limits() const;
  void warn_of_memory(const Function& local, const std::optional<Memory>& memory);
  Status write(const Stage&);

  Context* context_ = nullptr;
  std::shared_ptr<const SourceText> source_;
  std::optional<TextRange> range_;
  const CompileOptions options_;
  StageObserver* observer_ = nullptr;

  std::vector<const Stage*> stages_;
  size_t next_ = 0;  // in stages_
  Diagnostics diagnostics_;
  size_t told_ = 0;  // diagnostics that the observer knows
  const Stage* failed_ = nullptr;
  bool started_ = false;

  std::unique_ptr<Module> module_;
  Function* entry_ = nullptr;
  std::optional<GradientEnds> gradient_;
  std::optional<Hints> hints_;
  std::optional<Completion> completion_;
  struct Rival;
  std::unique_ptr<PartitionPlan> plan_;
  std::vector<std::unique_ptr<Rival>> rivals_;           // from lowering until they are compared
  std::optional<Memory> fitted_;                         // of the local program, where fit has looked at it
  std::unique_ptr<optimize::FoundOrders> found_orders_;  // of the local program
  std::vector<PlanOutcome> compared_plans_;
  std::optional<Partitioned> partitioned_;
  std::optional<WriteOptions> annotated_;  // how to write what attach has made
  std::string text_;
};

// All programs of a text, through stage import; those with errors are missing. For callers that need modules only.
std::vector<std::unique_ptr<Module>> read_programs(Context& context, const std::shared_ptr<const SourceText>& source,
                                                   Diagnostics& diagnostics);

// The function of this name, or for an empty one the module's own entry. kNoEntry, with the functions there are.
Result<Function*> find_entry(Module& module, const std::string& name);

}  // namespace partita::core::driver

namespace partita::core {
using driver::Compilation;
using driver::CompileOptions;
using driver::kVerifyStages;
}  // namespace partita::core
