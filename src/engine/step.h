// What an Executable consists of: steps, buffers, and what a device has while it runs them.
//
//   %h = dot %x, %w; %t = tanh %h; return %t
//
//   buffers   0: argument 0   1: argument 1   2: 512 bytes of the arena   3: result 0
//   steps     product (reads 0 and 1, writes 2), loop (reads 2, writes 3)
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "engine/layout.h"
#include "engine/team.h"
#include "eval/evaluators.h"
#include "ir/program.h"

namespace partita::core::engine {

struct Buffer {
  enum class Kind : uint8_t { kArena, kArgument, kResult, kConstant, kShared };
  Kind kind = Kind::kArena;
  int64_t bytes = 0;
  int index = 0;  // of the argument or result; of shared ones, among the kinds of groups
  std::shared_ptr<const ir::Blob> constant;
  int64_t offset = 0;  // in the arena, or in the memory for what a device shares
};

class Step;
class Watch;
class Meeting;  // meeting.h: the other devices
struct Group;
struct Flight;  // collective_steps.h

// One device while it runs a program.
struct Device {
  eval::Machine* machine = nullptr;  // evaluates ops without kernels, knows the other devices
  std::vector<std::byte*> bases;     // by buffer
  std::vector<int64_t> registers;    // offsets in bytes
  std::byte* scratch = nullptr;      // of the first member of the team; those of the others follow
  int64_t scratch_distance = 0;
  Team* team = nullptr;  // shares the tasks of a step
  Meeting* meeting = nullptr;
  const std::vector<Buffer>* buffers = nullptr;
  // What collectives have found out: their groups, and of a permute from which member it comes and to whom it goes.
  struct Ways {
    int64_t source = -1;
    std::vector<int64_t> targets;  // devices
  };
  std::map<const Step*, std::shared_ptr<const Group>> groups;
  std::map<const Step*, Ways> ways;
  // What ran when, in nanoseconds of the steady clock; null: nobody asked.
  struct Event {
    int number;
    int64_t begin, end;
  };
  std::vector<Event>* events = nullptr;
  // Measured while it runs, in nanoseconds by number of step; empty unless asked for.
  std::vector<int64_t> nanoseconds;
  int64_t evaluator_nanoseconds = 0, helper_nanoseconds = 0;
  std::shared_ptr<Flight> flight;  // of the collective that has begun and not ended, if one is that way
  Watch* watch = nullptr;          // looks at what steps compute; null: nobody asked

  int64_t shared_offset(int buffer) const {
    const Buffer& b = (*buffers)[buffer];
    return b.kind == Buffer::Kind::kShared ? b.offset : -1;
  }
  std::byte* scratch_of(int member) const { return scratch + member * scratch_distance; }
  std::byte* address(const Place& place) const {
    return bases[place.buffer] + place.offset + (place.reg >= 0 ? registers[place.reg] : 0);
  }
};

using Steps = std::vector<std::unique_ptr<Step>>;

class Step {
 public:
  explicit Step(const Op* op) : op(op) {}
  virtual ~Step() = default;
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;

  virtual Status run(Device& device) const = 0;
  virtual std::string what() const = 0;  // "loop", "product": for profiles
  virtual bool is_evaluator() const { return false; }
  virtual bool is_loop() const { return false; }                  // its parts run again and again
  virtual std::vector<const Steps*> parts() const { return {}; }  // in the order in which they run
  virtual size_t scratch_bytes() const { return 0; }

  const Op* op;  // which it comes from; for messages and profiles
  int number = 0;
  std::vector<int> reads, writes;  // buffers
  std::vector<std::pair<const Value*, View>>
      computes;  // where values are after it, of those that it does not just move
};

Status run_steps(const Steps& steps, Device& device);

}  // namespace partita::core::engine
