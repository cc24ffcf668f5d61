// Machine: one device running a program. It keeps the tensors of the values that are still needed, runs functions and
// regions op by op, and exchanges data with other devices through its Grid.
//
// What does not change while running is in a Plan, shared by all devices: every value of a function has a slot, every
// op is a Step that knows its evaluator, its operands' and results' slots, and which slots nobody reads afterwards:
//
//   %0 = add %a, %a      slots: %a 0, %0 1      Step add: operands 0 0, results 1, frees 0
//
// Regions use the frame (the slots) of the function around them, so an outer value needs no passing in.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/result.h"
#include "eval/tensor.h"
#include "ir/program.h"

namespace partita::core::eval {

class Frame;        // eval/session.h: the tensors of a running function
class Grid;         // eval/grid.h: the devices that run side by side
struct RegionPlan;  // eval/plan.h
struct Session;     // eval/session.h: what all devices of one evaluation share
struct Step;

class Machine {
 public:
  // `process` numbers this device in the grid. The frame starts empty.
  Machine(Session& session, Grid& grid, int64_t process);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // Runs a function of the module from the top, in a frame of its own.
  Result<std::vector<Tensor>> run_function(const Function& function, std::vector<Tensor> arguments);
  // Runs a region of the op being evaluated, in the current frame.
  Result<std::vector<Tensor>> run_region(const Region& region, std::vector<Tensor> arguments);

  // One op on its own, for engines that compute the others: `captured` are values that its regions read from outside.
  Result<std::vector<Tensor>> run_op(const Op& op, std::vector<Tensor> operands,
                                     std::span<const std::pair<const Value*, Tensor>> captured);

  // The tensor an outer value has now, or null: for regions that capture.
  const Tensor* find(const Value* value) const;

  Session& session() const { return session_; }
  Grid& grid() const { return grid_; }
  int64_t process() const { return process_; }
  int64_t replica_id() const;
  int64_t partition_id() const;

  // How often this device has come to the op before now: 0 at the first time. Counts one up.
  int64_t next_visit(const Op& op);

  // Randomness: the seed of the evaluation, and the state that rng_get_and_update_state hands out.
  uint64_t random_seed() const;
  std::array<uint64_t, 2>& rng_state() { return rng_state_; }

  // What async_start began, by the number its future carries: the results, or the operands of what is run at its done.
  struct Future {
    const Op* start = nullptr;
    std::vector<Tensor> values;
  };
  std::map<int64_t, Future>& futures() { return futures_; }
  int64_t new_future() { return next_future_++; }

  // A second device in the state of this one, to run a region of the same op side by side.
  std::unique_ptr<Machine> fork(Grid& grid, int64_t process) const;

 private:
  Result<std::vector<Tensor>> run_plan(const RegionPlan& region, std::vector<Tensor> arguments);
  Status run_step(const Step& step);

  Session& session_;
  Grid& grid_;
  int64_t process_;
  std::unique_ptr<Frame> frame_;  // of the function that runs now; null before the first
  int call_depth_ = 0;
  std::map<const Op*, int64_t> visits_;  // looked up, never walked
  std::array<uint64_t, 2> rng_state_{};
  std::map<int64_t, Future> futures_;
  int64_t next_future_ = 0;
};

}  // namespace partita::core::eval
