#include "run/stepper.h"

#include "base/hash.h"
#include "engine/meet/ranks.h"
#include "run/reference.h"

namespace partita::core::run {
namespace {

class ReferenceRunner final : public StepRunner {
 public:
  ReferenceRunner(const LocalProgram& program, const EvalOptions& options, Diagnostics& checks)
      : program_(program), options_(options), checks_(checks) {}

  Result<ByDevice> run(int64_t step, ByDevice inputs) override {
    EvalOptions options = options_;
    options.random_seed = seed_of_step(options_.random_seed, step);
    return evaluate_on_grid(program_.module, program_.entry, program_.replicas, program_.partitions, std::move(inputs),
                            options, checks_);
  }

 private:
  const LocalProgram& program_;
  const EvalOptions& options_;
  Diagnostics& checks_;
};

class WholeRunner final : public StepRunner {
 public:
  WholeRunner(Module& module, Function& entry, const HintOptions& hints, const EvalOptions& options,
              Diagnostics& checks)
      : module_(module), entry_(entry), hints_(hints), options_(options), checks_(checks) {}

  Result<ByDevice> run(int64_t step, ByDevice inputs) override {
    EvalOptions options = options_;
    options.random_seed = seed_of_step(options_.random_seed, step);
    PARTITA_ASSIGN(std::vector<Tensor> results,
                   evaluate_reference(module_, entry_, std::move(inputs[0]), hints_, options, checks_));
    ByDevice out;
    out.push_back(std::move(results));
    return out;
  }

 private:
  Module& module_;
  Function& entry_;
  const HintOptions hints_;
  const EvalOptions options_;
  Diagnostics& checks_;
};

}  // namespace

uint64_t seed_of_step(uint64_t seed, int64_t step) {
  return step == 0 ? seed : base::mix_hash(seed, static_cast<uint64_t>(step));
}

std::unique_ptr<StepRunner> reference_runner(const LocalProgram& program, const EvalOptions& options,
                                             Diagnostics& checks) {
  return std::make_unique<ReferenceRunner>(program, options, checks);
}

Result<std::unique_ptr<EngineRunner>> EngineRunner::make(const LocalProgram& program, const EvalOptions& options,
                                                         Diagnostics& checks, How how) {
  engine::CompileOptions compiling{program.replicas, program.partitions, how.evaluator_only};
  compiling.donates = how.donates;
  compiling.overlaps = program.ranks != nullptr && !program.ranks->on_one_host();
  PARTITA_ASSIGN(auto executable, engine::compile(program.module, program.entry, compiling));
  std::unique_ptr<EngineRunner> made(new EngineRunner(std::move(executable), options, program.ranks, checks));
  if (how.times_steps) made->runner_.time_steps();
  if (how.traces_steps) made->runner_.trace_steps();
  return made;
}

Result<ByDevice> EngineRunner::run(int64_t step, ByDevice inputs) {
  runner_.set_random_seed(seed_of_step(seed_, step));
  return runner_.run(std::move(inputs), checks_);
}

std::unique_ptr<StepRunner> whole_runner(Module& module, Function& entry, const HintOptions& hints,
                                         const EvalOptions& options, Diagnostics& checks) {
  return std::make_unique<WholeRunner>(module, entry, hints, options, checks);
}

}  // namespace partita::core::run
