// What the devices of an evaluation share and never change: slots for the values of each function, and its ops as
// steps. See machine.h for a worked example.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "eval/evaluators.h"
#include "ir/program.h"

namespace partita::core::eval {

// A value an op reads. The last reader takes it, so that storage can be written over or freed early.
struct OperandSlot {
  int slot = -1;
  bool last = false;
};

struct Step {
  const Op* op = nullptr;
  OpEvaluator evaluator = nullptr;
  std::vector<OperandSlot> operands;
  std::vector<int> results;  // -1 where nobody reads it
  std::vector<int> frees;    // read for the last time by a region of this op
  int64_t result_bytes = 0;
};

struct RegionPlan {
  std::vector<int> arguments;  // -1 where nobody reads it
  std::vector<Step> steps;
  std::vector<OperandSlot> returns;
};

class Plan {
 public:
  explicit Plan(const Module& module);
  ~Plan();

  const Module& module() const { return module_; }
  const RegionPlan& region(const Region& region) const;
  int slot_count(const Function& function) const;
  int slot(const Value* value) const;  // -1 for a value nobody reads

 private:
  struct Builder;
  const Module& module_;
  // Looked up, never walked.
  std::unordered_map<const Region*, std::unique_ptr<RegionPlan>> regions_;
  std::unordered_map<const Value*, int> slots_;
  std::unordered_map<const Function*, int> slot_counts_;
};

}  // namespace partita::core::eval

namespace partita::core {
using eval::Plan;
using eval::Step;
}  // namespace partita::core
