// Collectives between devices, on each other's memory where they can see it.
// In an all_reduce over devices 0 and 1 both say where their operands are, and meet; device 0 adds the first half of
// both into the shared result, device 1 the second; both meet again, and read the result.
//
// Where some of the group are on other hosts (collectives_between_hosts.cc), a device is sent what it wants of theirs,
// and each host has the shared result for itself.
//
// A sum is taken in the order of the group, so it has the same bits on every device and in every run.
#pragma once

#include <vector>

#include "engine/loop/program.h"
#include "engine/meeting.h"
#include "engine/move/move.h"
#include "engine/step.h"

namespace partita::core::engine {

class CollectiveStep : public Step {
 public:
  explicit CollectiveStep(const Op& op) : Step(&op) {}
  Status run(Device& device) const override;
  std::string what() const override { return "collective"; }

  std::vector<Place> operands, results;

 protected:
  // What a device does between the two meetings: `position` is its place in the group, sources[i][k] operand k of
  // member i.
  struct Turn {
    Device& device;
    const Group& group;
    size_t position;
    std::vector<const std::byte* const*> sources;  // null for members on other hosts
    std::vector<std::byte*> targets;               // by result
  };
  virtual Result<std::vector<int64_t>> members(Device& device) const;
  virtual Status check(const std::vector<int64_t>&) const { return {}; }
  virtual void work(const Turn& turn) const = 0;
  // The same where not all of the group are here.
  virtual Status work_between_hosts(const Turn& turn) const = 0;
  int64_t bytes_of_result(int k) const { return op->result(k)->type().byte_size(); }
};

// all_reduce, reduce_scatter.
class ReduceStep : public CollectiveStep {
 public:
  // `size` is that of the groups.
  ReduceStep(const Op& op, loop::Combiner combiner, int64_t size);
  size_t scratch_bytes() const override;

 private:
  Status check(const std::vector<int64_t>& group) const override;
  void work(const Turn& turn) const override;
  Status work_between_hosts(const Turn& turn) const override;
  int64_t size_;
  loop::Combiner combiner_;
  std::vector<std::shared_ptr<const loop::Kernel>> kernels_;  // by result
  std::vector<int64_t> distances_;                            // in bytes, between the parts of members
};

class GatherAllStep : public CollectiveStep {
 public:
  explicit GatherAllStep(const Op& op);

 private:
  Status check(const std::vector<int64_t>& group) const override;
  void work(const Turn& turn) const override;
  Status work_between_hosts(const Turn& turn) const override;
  std::vector<move::Copy> copies_;  // by result
  std::vector<int64_t> distances_;
};

class AllToAllStep : public CollectiveStep {
 public:
  explicit AllToAllStep(const Op& op);

 private:
  Status check(const std::vector<int64_t>& group) const override;
  void work(const Turn& turn) const override;
  Status work_between_hosts(const Turn& turn) const override;
  std::vector<move::Copy> copies_;
  std::vector<int64_t> from_distances_, to_distances_;
};

class PermuteStep : public CollectiveStep {
 public:
  explicit PermuteStep(const Op& op) : CollectiveStep(op) {}

 private:
  Result<std::vector<int64_t>> members(Device& device) const override;
  void work(const Turn& turn) const override;
  Status work_between_hosts(const Turn& turn) const override;
};

}  // namespace partita::core::engine
