// Running an Executable, as often as wanted: memory of the devices is kept between runs.
#pragma once

#include <memory>
#include <vector>

#include "base/result.h"
#include "engine/compile.h"
#include "eval/evaluate.h"

namespace partita::core::engine {

class Runner {
 public:
  // The options are the evaluator's; what they point to must outlive the runner.
  Runner(std::shared_ptr<const Executable> executable, EvalOptions options);
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  // By device, then by argument or result. Inputs that nobody else holds may be written over where they are donated.
  // Not for several threads at once.
  Result<std::vector<std::vector<Tensor>>> run(std::vector<std::vector<Tensor>> inputs, Diagnostics& failed_checks);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace partita::core::engine
