// From a program to the one that every device runs: what was decided and why, what it costs, its text, and a run.
//
//   Compiled compiled = compile(program, "x=4,y=2");
//   for (const Collective& c : compiled.report().collectives) std::puts((c.kind + ": " + c.cause).c_str());
//   std::vector<Tensor> results = compiled.run(arguments);
//
// Any number of programs may be compiled and run at the same time, each in a thread of its own; one Compiled may be
// used by several threads, which take turns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "partita/custom_call.h"
#include "partita/export.h"
#include "partita/handle.h"
#include "partita/program.h"
#include "partita/shard.h"
#include "partita/tensor.h"

namespace partita {
inline namespace v1 {

// Limits on what a program may cost, as `partita cost` has them. A program that goes over one is compiled all the same:
// Report::over_budget says what does.
struct Budgets {
  double max_bytes = -1;              // that a device sends in a run; below 0: no limit
  double max_memory = -1;             // bytes that a device needs at its peak; below 0: no limit
  std::vector<std::string> forbid{};  // collectives: "all-gather", "@x" for all along an axis, or "all-gather@x"
};

// Who decides how values are stored and ops are computed.
enum class Plan {
  kChosen,     // Partita: for the whole program at once, so that the least is sent
  kAnnotated,  // the hints: completed shardings as they are, and each op's own best way, as GSPMD does
};

// What a chosen plan minimises.
enum class Objective {
  kTime,    // the modelled step on the hardware
  kBytes,   // what a device sends
  kMemory,  // what a device holds, and then the step
};

struct CompileOptions {
  // An op that has to be gathered and computed on every device is an error (P321) instead of a note.
  bool strict = false;
  Plan plan = Plan::kChosen;
  Objective objective = Objective::kTime;
  // Devices are replicas of one partition each, as pmap has them, and not partitions.
  bool devices_are_replicas = false;
  std::string hardware = "h100";  // for modelled times: a name that `partita cost --help` lists, or the path of a file
  // How the mesh lies on a hardware that is a torus, as --layout has it: "x=0,y=1c"; empty: the best is found,
  // or, with Plan::kAnnotated, the usual one.
  std::string layout{};
  std::vector<std::string> skip{};  // passes that are left out
  Budgets budgets{};
  // Arguments whose memory results may take over; of a traced function all tensors of these.
  std::vector<int> donate{};
  // Axes of the mesh for names that the program's hints use; "": not sharded.
  std::vector<std::pair<std::string, std::string>> axes{};
  CustomCalls calls{};
  // Further hints, as in a file for --hints: "arg[0-3] = x,-", "no-hints", "recipe fsdp", one on each line. They
  // replace the program's on the same values; a mesh among them counts where compile() is given none.
  std::string hints{};
};

// What a device sends in one kind of place.
struct Collective {
  int number = 0;                 // from 1, in the order of the program
  std::string kind;               // "all-gather"
  std::string name;               // "%y"; empty where it has none
  std::vector<std::string> axes;  // along which it runs
  double bytes = 0;               // that a device sends, all times together
  double times = 1;               // per run of the program
  std::string cause;              // "%w is [x, -], dot_general at model.mlir:12 wants it as [-, -]"; empty: not known
  int line = 0;                   // of the text; 0 where it is not known
};

// For one device and one run of the program.
struct Report {
  std::int64_t devices = 1;
  std::vector<Collective> collectives;  // in the order of the program
  double wire_bytes = 0;
  double matrix_operations = 0;  // of dots and convolutions
  double operations = 0;         // all of them
  double argument_bytes = 0;
  double result_bytes = 0;
  double peak_bytes = 0;  // of memory
  // Seconds on the hardware: where all communication overlaps with computing, and where none does.
  double time_least = 0;
  double time_most = 0;
  double time_step = 0;                 // as `partita simulate` has it: event by event
  std::string layout;                   // how the mesh lies on a hardware that is a torus; empty elsewhere
  std::vector<Diagnostic> fallbacks;    // ops that had to be gathered
  std::vector<Diagnostic> over_budget;  // an error for each limit, with what has the most of it as notes
};

// Why a value has an axis: from the value back to the hint that it came from.
struct Explanation {
  struct Step {
    std::string op;    // along which op the axis came: "dot_general"
    std::string from;  // which value had it
    int line = 0;      // of the op
  };
  struct Axis {
    std::string axis;
    int dim = 0;              // -1: manual or unreduced here
    std::vector<Step> steps;  // none: the hint is on the value itself
    std::string hint;         // "a hint on argument 0: [x, -] at model.mlir:3"; empty: the manual code around it
    int line = 0;             // of the hint
  };
  std::string name;
  Sharding sharding;
  std::vector<Axis> axes;
  std::string text;  // all of it, and what was proposed and not taken, for people
};

// Why a collective is there, and what would become of it with hints that bring both sides together: the program is
// compiled again with each.
struct CollectiveExplanation {
  struct Trial {
    std::string name;       // of the value, as Program::shard_value takes it
    Sharding sharding;      // the hint on it
    bool compiles = false;  // else the program contradicts it, and nothing more is known
    bool avoids = false;    // the collective is gone
    double wire_bytes = 0;  // as of a Report
    double peak_bytes = 0;
  };
  std::string cause;  // as Collective has it; empty: not known
  std::vector<Trial> trials;
  std::string text;  // all of it, and where the value's axes come from, for people
};

struct RunOptions {
  std::uint64_t random_seed = 0;  // where rng ops start
  std::int64_t threads = 0;       // devices that run at the same time; 0: one for each core
  double deadline_seconds = 0;    // without any op that ends; 0: none
  CustomCalls calls{};            // evaluate(): what calls compute. A Compiled has its own.
};

class PARTITA_API Compiled {
 public:
  std::int64_t num_devices() const;
  Mesh mesh() const;
  std::string text(Format format = Format::kAsRead) const;  // what every device runs

  // As completion has them, on global values.
  Sharding argument_sharding(int index) const;
  Sharding result_sharding(int index) const;
  Sharding sharding(std::string_view name) const;
  std::string listing() const;  // of all values, for people
  std::string hints() const;    // all that it was completed from, for CompileOptions::hints and --hints
  Explanation explain(std::string_view name) const;

  const Report& report() const;
  // One of the report's. Takes as long as compiling it did, for each hint that is tried.
  CollectiveExplanation why(const Collective& collective) const;
  std::string report_table() const;  // for people
  std::string report_json() const;   // as `partita cost --json` has it
  // A step on a described machine, as `partita simulate --json` has it; "": the one that it was compiled for.
  std::string simulation_json(const std::string& hardware = "", const std::string& layout = "") const;
  std::string report_page() const;                     // HTML, as `partita report` writes it
  const std::vector<Diagnostic>& diagnostics() const;  // warnings and notes

  // On all devices, in this process: takes and gives global tensors. Results that a check.* op of the program finds
  // wrong throw Error.
  std::vector<Tensor> run(const std::vector<Tensor>& arguments, const RunOptions& options = {}) const;

 private:
  friend struct detail::Access;
  Compiled() = default;

  detail::Handle handle_;
};

// Without a mesh the program's own is taken. Another one takes its place; hints keep what they say of axes that it has.
PARTITA_API Compiled compile(const Program& program, const Mesh& mesh = {}, const CompileOptions& options = {});

// A compiled function: takes and gives what the C++ function does, as global tensors.
template <typename Signature>
class CompiledFunction;

template <typename Out, typename... In>
class CompiledFunction<Out(In...)> : public Compiled {
 public:
  CompiledFunction(Compiled compiled, Out result) : Compiled(std::move(compiled)), result_(std::move(result)) {}

  Out operator()(const In&... in) const {
    std::vector<Tensor> arguments;
    (detail::walk_leaves(in, nullptr, [&](const Tensor& leaf, std::string*) { arguments.push_back(leaf); }), ...);
    return with_leaves(result_, run(arguments));
  }

 private:
  Out result_;
};

template <typename Out, typename... In>
CompiledFunction<Out(In...)> compile(const Traced<Out(In...)>& traced, const Mesh& mesh = {},
                                     const CompileOptions& options = {}) {
  return {compile(static_cast<const Program&>(traced), mesh, options), traced.result()};
}

// Machines whose descriptions come with the library: "h100", "tpu_v3", …
PARTITA_API std::vector<std::string> hardware_names();

// On one device: what a compiled program must give, too.
PARTITA_API std::vector<Tensor> evaluate(const Program& program, const std::vector<Tensor>& arguments,
                                         const RunOptions& options = {});

// Traces f and evaluates it on one device: how anything is computed outside of a program.
template <typename F, typename... In, typename = std::enable_if_t<std::is_invocable_v<F&, const In&...>>>
auto evaluate(F&& f, const In&... in) {
  detail::TreeFunction<std::remove_reference_t<F>, In...> function(f, in...);
  const Program program = detail::trace_leaves(function.arguments(), function.names(), function.sizes(), function);
  return function.result(evaluate(program, function.arguments()));
}

}  // namespace v1
}  // namespace partita
