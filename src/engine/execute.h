// Running an Executable, as often as wanted: memory of the devices is kept between runs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "engine/compile.h"
#include "eval/evaluate.h"

namespace partita::core::engine {

// Where the processor time of all runs so far went, all devices together.
struct Profile {
  struct Entry {
    const Op* op = nullptr;
    std::string what;  // "loop", "product", "evaluator": what computed it
    double seconds = 0;
  };
  // In the order of the program; only where it was asked for. Loops have what their steps have.
  std::vector<Entry> entries;
  // What ran when, in seconds from the first on; only where it was asked for, and no more than some hundred thousand.
  struct Event {
    int entry = 0;
    int64_t device = 0;
    double begin = 0, end = 0;
  };
  std::vector<Event> events;
  double seconds = 0;
  double in_evaluator = 0;
};

class Ranks;  // meet/ranks.h

class Runner {
 public:
  // The options are the evaluator's; what they point to must outlive the runner. With `ranks`, which run the same, the
  // devices of this rank alone run here: others have neither inputs nor results.
  Runner(std::shared_ptr<const Executable> executable, EvalOptions options, Ranks* ranks = nullptr);
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  // From now on each step is timed, not only those of the evaluator.
  void time_steps();
  // And when it ran.
  void trace_steps();
  Profile profile() const;

  // Of the runs from now on.
  void set_options(EvalOptions options);
  void set_random_seed(uint64_t seed);

  // From now on values are looked at as they are computed; all of them where the program was compiled to keep them.
  void watch_values();
  // The value of the last run that was the first not to be finite although what it was computed of was (nan: to have
  // a NaN), of the devices that run here.
  struct NotFiniteFirst {
    const Value* value = nullptr;
    int64_t device = 0;
    int64_t turn = 0;  // values that the device had computed before; where it is the same, the lower device is first
  };
  std::optional<NotFiniteFirst> first_not_finite(bool nan) const;

  // Memory of a device: what it keeps from run to run, without arguments and results. Once it has run, also where those
  // of ranks lie for others to read.
  int64_t arena_bytes() const;

  // By device, then by argument or result. Not for several threads at once. Arguments that results take over are
  // copied where somebody else holds them.
  Result<std::vector<std::vector<Tensor>>> run(std::vector<std::vector<Tensor>> inputs, Diagnostics& failed_checks);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What evaluate() gives, from the engine where the program is for one device.
Result<std::vector<Tensor>> run_alone(const Module& module, const Function& entry, std::vector<Tensor> inputs,
                                      const EvalOptions& options, Diagnostics& failed_checks);

}  // namespace partita::core::engine
