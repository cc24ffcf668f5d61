// Collectives between devices, on each other's memory where they can see it.
// In an all_reduce over devices 0 and 1 both say where their operands are, and meet; device 0 adds the first half of
// both into the shared result, device 1 the second; both meet again, and read the result.
//
// Where some of the group are on other hosts (collectives_between_hosts.cc), a device is sent what it wants of theirs,
// and each host has the shared result for itself.
//
// A sum is taken in the order of the group, so it has the same bits on every device and in every run.
//
// Between hosts what does not touch a collective's operands and results may run while its messages are on their way:
//
//   collective all_reduce %g | product %h | its end | loop of its result          (end_collectives_later)
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/loop/program.h"
#include "engine/meeting.h"
#include "engine/move/move.h"
#include "engine/step.h"

namespace partita::core::engine {

class CollectiveStep : public Step {
 public:
  explicit CollectiveStep(const Op& op) : Step(&op) {}
  // Begins it; ends it, too, unless it ends later and not all of the group are here.
  Status run(Device& device) const override;
  Status end(Device& device) const;
  std::string what() const override { return "collective"; }

  std::vector<Place> operands, results;
  bool ends_later = false;  // by a CollectiveEnd

  // What a device does between the two meetings: `position` is its place in the group, sources[i][k] operand k of
  // member i.
  struct Turn {
    Device& device;
    const Group& group;
    size_t position;
    std::vector<const std::byte* const*> sources;  // null for members on other hosts
    std::vector<std::byte*> targets;               // by result
  };

 protected:
  // What is on its way, and what is to be done once it is there.
  struct Sent {
    std::shared_ptr<Meeting::Exchange> messages;
    std::function<Status()> rest;
  };
  virtual Result<std::vector<int64_t>> members(Device& device) const;
  virtual Status check(const std::vector<int64_t>&) const { return {}; }
  virtual void work(const Turn& turn) const = 0;
  // The same where not all of the group are here; `turn` stays until it has ended.
  virtual Sent begin_between_hosts(const Turn& turn) const = 0;
  int64_t bytes_of_result(int k) const { return op->result(k)->type().byte_size(); }
};

// A collective between hosts that has begun.
struct Flight {
  CollectiveStep::Turn turn;
  std::shared_ptr<Meeting::Exchange> messages;
  std::function<Status()> rest;
};

class CollectiveEnd : public Step {
 public:
  explicit CollectiveEnd(const CollectiveStep& begun) : Step(begun.op), begun_(begun) {
    reads = begun.reads;
    writes = begun.writes;
  }
  Status run(Device& device) const override { return begun_.end(device); }
  std::string what() const override { return "collective"; }

 private:
  const CollectiveStep& begun_;
};

// Of the steps of a region: each collective ends where one first touches what it touches, or before another collective.
void end_collectives_later(Steps& steps);

// all_reduce, reduce_scatter.
class ReduceStep : public CollectiveStep {
 public:
  // `size` is that of the groups.
  ReduceStep(const Op& op, loop::Combiner combiner, int64_t size);
  size_t scratch_bytes() const override;

 private:
  Status check(const std::vector<int64_t>& group) const override;
  void work(const Turn& turn) const override;
  Sent begin_between_hosts(const Turn& turn) const override;
  void add_parts(const std::vector<const std::byte*>& parts, Type from, Type to, int64_t count,
                 std::byte* target) const;
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
  Sent begin_between_hosts(const Turn& turn) const override;
  std::vector<move::Copy> copies_;  // by result
  std::vector<int64_t> distances_;
};

class AllToAllStep : public CollectiveStep {
 public:
  explicit AllToAllStep(const Op& op);

 private:
  Status check(const std::vector<int64_t>& group) const override;
  void work(const Turn& turn) const override;
  Sent begin_between_hosts(const Turn& turn) const override;
  std::vector<move::Copy> copies_;
  std::vector<int64_t> from_distances_, to_distances_;
};

class PermuteStep : public CollectiveStep {
 public:
  explicit PermuteStep(const Op& op) : CollectiveStep(op) {}

 private:
  Result<std::vector<int64_t>> members(Device& device) const override;
  void work(const Turn& turn) const override;
  Sent begin_between_hosts(const Turn& turn) const override;
};

}  // namespace partita::core::engine
