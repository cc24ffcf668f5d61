#include "eval/machine.h"

#include <fmt/format.h>

#include <new>
#include <stdexcept>

#include "eval/grid.h"
#include "eval/plan.h"
#include "eval/session.h"

namespace partita::core::eval {
namespace {

// Functions that stay functions (run_parallel's) call no one; readers refuse recursion. This only guards the stack.
constexpr int kMaxCallDepth = 256;

Error out_of_memory(const Op& op, const Session& session) {
  constexpr int64_t kMiB = 1 << 20;
  return Error{op.module().error_at_op(op, Code::kResourceLimit,
                                       fmt::format("{} needs more memory than the limit of {} MiB leaves",
                                                   op.info().mlir, session.memory_limit / kMiB))};
}

}  // namespace

Machine::Machine(Session& session, Grid& grid, int64_t process)
    : session_(session), grid_(grid), process_(process), rng_state_{session.options.random_seed, 0} {}
Machine::~Machine() = default;

int64_t Machine::replica_id() const { return process_ / grid_.partitions(); }
int64_t Machine::partition_id() const { return process_ % grid_.partitions(); }
uint64_t Machine::random_seed() const { return session_.options.random_seed; }
int64_t Machine::next_visit(const Op& op) { return visits_[&op]++; }

const Tensor* Machine::find(const Value* value) const {
  int slot = session_.plan.slot(value);
  return slot < 0 || frame_ == nullptr ? nullptr : &frame_->get(slot);
}

std::unique_ptr<Machine> Machine::fork(Grid& grid, int64_t process) const {
  auto machine = std::make_unique<Machine>(session_, grid, process);
  if (frame_ != nullptr) machine->frame_ = std::make_unique<Frame>(*frame_);
  machine->visits_ = visits_;
  machine->rng_state_ = rng_state_;
  machine->futures_ = futures_;
  machine->next_future_ = next_future_;
  machine->call_depth_ = call_depth_;
  return machine;
}

Result<std::vector<Tensor>> Machine::run_function(const Function& function, std::vector<Tensor> arguments) {
  if (call_depth_ >= kMaxCallDepth) {
    return Error{error_without_place(Code::kResourceLimit, "functions call each other too deeply")};
  }
  auto caller = std::move(frame_);
  frame_ = std::make_unique<Frame>(session_, session_.plan.slot_count(function));
  ++call_depth_;
  auto results = run_plan(session_.plan.region(function.body()), std::move(arguments));
  --call_depth_;
  frame_ = std::move(caller);
  return results;
}

Result<std::vector<Tensor>> Machine::run_region(const Region& region, std::vector<Tensor> arguments) {
  return run_plan(session_.plan.region(region), std::move(arguments));
}

Result<std::vector<Tensor>> Machine::run_op(const Op& op, std::vector<Tensor> operands,
                                            std::span<const std::pair<const Value*, Tensor>> captured) {
  if (frame_ == nullptr) frame_ = std::make_unique<Frame>(session_, session_.plan.slot_count(*op.function()));
  auto slot_of = [&](const Value* value) { return session_.plan.slot(value); };
  for (const auto& [value, tensor] : captured) {
    if (slot_of(value) >= 0) frame_->set(slot_of(value), tensor);
  }
  std::vector<Tensor> results;
  OpCall call{op, operands, results, *this};
  Status status = Status();
  try {
    status = evaluator_for(op.kind())(call);
  } catch (const std::bad_alloc&) {
    return out_of_memory(op, session_);
  } catch (const std::length_error&) {
    return out_of_memory(op, session_);
  }
  for (const auto& [value, tensor] : captured) {
    if (slot_of(value) >= 0) frame_->clear(slot_of(value));
  }
  PARTITA_CHECK_OK(std::move(status));
  return results;
}

Result<std::vector<Tensor>> Machine::run_plan(const RegionPlan& region, std::vector<Tensor> arguments) {
  for (size_t i = 0; i < region.arguments.size(); ++i) {
    if (region.arguments[i] >= 0) frame_->set(region.arguments[i], std::move(arguments[i]));
  }
  arguments.clear();
  for (const Step& step : region.steps) PARTITA_CHECK_OK(run_step(step));
  std::vector<Tensor> results;
  results.reserve(region.returns.size());
  for (OperandSlot operand : region.returns) {
    results.push_back(operand.last ? frame_->take(operand.slot) : frame_->get(operand.slot));
  }
  return results;
}

Status Machine::run_step(const Step& step) {
  if (session_.stopped()) return Error{error_without_place(Code::kDeadline, "stopped")};
  grid_.now_in(process_, step.op);
  if (session_.live_bytes + step.result_bytes > session_.memory_limit) return out_of_memory(*step.op, session_);
  std::vector<Tensor> operands;
  operands.reserve(step.operands.size());
  for (OperandSlot operand : step.operands) {
    operands.push_back(operand.last ? frame_->take(operand.slot) : frame_->get(operand.slot));
  }
  std::vector<Tensor> results;
  results.reserve(step.results.size());
  OpCall call{*step.op, operands, results, *this};
  try {
    PARTITA_CHECK_OK(step.evaluator(call));
  } catch (const std::bad_alloc&) {
    return out_of_memory(*step.op, session_);
  } catch (const std::length_error&) {
    return out_of_memory(*step.op, session_);
  }
  PARTITA_INVARIANT(results.size() == step.results.size(),
                    fmt::format("{} gave {} results", step.op->info().mlir, results.size()));
  for (size_t i = 0; i < results.size(); ++i) {
    Type declared = step.op->result(i)->type();
    PARTITA_INVARIANT(
        !declared.is_tensor() || results[i].type() == declared,
        fmt::format("{} gave a result of another type than {}", step.op->info().mlir, declared.to_string()));
    if (step.results[i] >= 0) frame_->set(step.results[i], std::move(results[i]));
  }
  for (int slot : step.frees) frame_->clear(slot);
  session_.count_op();
  return {};
}

}  // namespace partita::core::eval
