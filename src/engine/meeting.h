// How the devices of a program meet in collectives: each says where its operands lie, waits for its group, reads what
// it wants of the others', and waits again. Devices are threads of this process (thread_meeting.cc), or of several
// processes (rank_meeting.cc).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "engine/executable.h"
#include "engine/meet/ranks.h"
#include "eval/grid.h"

namespace partita::core::engine {

class CollectiveStep;

// The members of a collective, this device among them.
struct Group {
  std::vector<int64_t> members;
  std::vector<int64_t> here;                    // those whose memory can be read here: on this host
  std::vector<std::vector<int64_t>> elsewhere;  // those of each other host
  std::vector<int64_t> doors;                   // where those here come in (doors.h)

  bool all_here() const { return elsewhere.empty(); }
  // Where results that a group shares are, for this host.
  int64_t home() const { return here[0]; }
  // What comes from elsewhere once for a host comes to one of its devices, in turn.
  static int64_t receiver(const std::vector<int64_t>& of_host, size_t position) {
    return of_host[position % of_host.size()];
  }
};

class Meeting {
 public:
  virtual ~Meeting() = default;
  // For the grid of a run: null where all devices are here.
  virtual eval::Elsewhere* elsewhere() { return nullptr; }
  // The devices that run in this process.
  virtual DeviceRange devices() const = 0;
  // The arena of a device here.
  virtual std::byte* arena(int64_t device) = 0;
  // What a device shares of its memory, with those on its host.
  virtual std::byte* shared(int64_t device) = 0;
  // What it takes of memory for a device beside those two.
  virtual int64_t bytes_beside() const { return 0; }
  // Before and after the steps of a device: what others are to read of its arguments and results is where they can.
  virtual void move_in(Device&) {}
  virtual void move_out(Device&) {}
  // After the devices here have ended a run, all of them well.
  virtual Status end_run() { return {}; }
  virtual Group group(std::vector<int64_t> members, int64_t me) const = 0;

  // Returns once all members here have come; sources[i] has where the operands of member i can be read, and is null for
  // those elsewhere.
  virtual Status arrive(Device& device, const CollectiveStep& step, const Group& group,
                        std::vector<const std::byte* const*>& sources) = 0;
  virtual Status leave(Device& device, const CollectiveStep& step, const Group& group) = 0;

  // Messages between this device and those elsewhere; between two devices in the order in which both state them.
  struct Message {
    bool sends = false;
    int64_t device = 0;  // the other
    std::byte* data = nullptr;
    int64_t bytes = 0;
    // What the data lie in, where that is not memory of the meeting itself.
    std::shared_ptr<const void> memory = nullptr;
  };
  // On their way, until all are done; those that nobody waits for any more are cancelled.
  class Exchange {
   public:
    virtual ~Exchange() = default;
    virtual Status wait() = 0;
    // Never waits: where messages only get on while somebody asks.
    virtual void look() = 0;
  };
  virtual std::shared_ptr<Exchange> start(int64_t me, const CollectiveStep& step,
                                          std::span<const Message> messages) = 0;
};

std::unique_ptr<Meeting> meeting_of_threads(const Executable& program);
Result<std::unique_ptr<Meeting>> meeting_of_ranks(const Executable& program, Ranks& ranks);

}  // namespace partita::core::engine
