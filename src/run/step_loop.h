// A program run step after step: results are fed into the arguments of the next step, on the devices where they are;
// other arguments come from files or from a seed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "run/argument_files.h"
#include "run/feeds.h"
#include "run/local_program.h"
#include "run/stepper.h"

namespace partita::core::run {

// Of one argument what each device gets; devices that hold the same share it.
Result<std::vector<Tensor>> read_argument(const LocalProgram& program, int argument, const ArraySource& source);

struct StepInputs {
  ArgumentFiles* files = nullptr;
  // Without files: arguments as run::random_arguments has them, those that are not fed from another seed in each step.
  std::optional<uint64_t> seed{};
};

// Of the runs of a program's steps, without the reading of arguments.
class StepTimes {
 public:
  void add(double seconds);
  int64_t count() const { return count_; }
  double first() const { return first_; }
  // Of the last thousand steps, at most, and without the first where there are others.
  double least() const { return of_sorted(0); }
  double median() const { return of_sorted(0.5); }

 private:
  double of_sorted(double place) const;

  int64_t count_ = 0;
  double first_ = 0;
  std::vector<double> last_;
};

class StepLoop {
 public:
  StepLoop(const LocalProgram& program, std::vector<Feed> feeds, StepInputs inputs);

  // Reads the arguments that are fed, as step 0 takes them.
  Status begin();
  // The next step. Results are by device, then by result; those that are fed may share memory with the next arguments.
  Result<ByDevice> step(StepRunner& runner);

  int64_t steps_done() const { return steps_done_; }
  const std::vector<Feed>& feeds() const { return feeds_; }
  // Of one argument that is fed: what each device holds.
  std::vector<Tensor> state(int argument) const;
  // Goes on after so many steps with these states, in the order of feeds().
  void set_state(int64_t steps_done, std::vector<std::vector<Tensor>> states);
  // The arguments of the last step that was run, by device; kept where asked.
  void keep_inputs(bool keep) { keep_inputs_ = keep; }
  const ByDevice& last_inputs() const { return last_inputs_; }
  const StepTimes& times() const { return times_; }

 private:
  Result<std::unique_ptr<ArraySource>> source(int argument, int64_t step);
  Status read(int argument, int64_t step);
  Status feed(const Feed& feed, const ByDevice& results);

  const LocalProgram& program_;
  const std::vector<Feed> feeds_;
  const StepInputs inputs_;
  int64_t steps_done_ = 0;
  ByDevice arguments_;        // of the next step; those that are not fed may be of an earlier one
  std::vector<bool> is_fed_;  // by argument
  std::vector<bool> is_read_;
  bool keep_inputs_ = false;
  ByDevice last_inputs_;
  StepTimes times_;
};

}  // namespace partita::core::run
