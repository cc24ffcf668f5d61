#include "engine/execute.h"

#include "engine/executable.h"

namespace partita::core::engine {

struct Runner::State {
  std::shared_ptr<const Executable> executable;
  EvalOptions options;
};

Runner::Runner(std::shared_ptr<const Executable> executable, EvalOptions options)
    : state_(std::make_unique<State>(State{std::move(executable), std::move(options)})) {}
Runner::~Runner() = default;

Result<std::vector<std::vector<Tensor>>> Runner::run(std::vector<std::vector<Tensor>> inputs,
                                                     Diagnostics& failed_checks) {
  const Executable& program = *state_->executable;
  return evaluate_on_grid(program.module, program.entry, program.options.replicas, program.options.partitions,
                          std::move(inputs), state_->options, failed_checks);
}

}  // namespace partita::core::engine
