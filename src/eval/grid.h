// The devices that run side by side, and how they meet: a thread each, collectives by rendezvous, messages by channel.
//
// A rendezvous belongs to one collective op, one group of devices and its n-th execution. Every device brings
// tensors; the last to arrive combines them, in the order of the group, and everyone gets its part:
//
//   all_reduce, group {0, 1}:  device 0 brings x, waits;  device 1 brings y, makes x + y once, both get the same bits
//
// When every device that still runs waits, that is a deadlock: it is reported at once, with who waits where and for
// whom. When no op of any device ends within the evaluation's deadline, that is reported too, with what each is doing.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "eval/fifo_semaphore.h"
#include "eval/tensor.h"
#include "ir/program.h"

namespace partita::core::eval {

class Machine;
struct Session;
class Elsewhere;

class Grid {
 public:
  // Where programs differ by device, ops cannot tell which meetings belong together; their kind and channel do.
  // `within` is the device that starts these, if one does: it leaves its slot to them while they run.
  Grid(Session& session, int64_t replicas, int64_t partitions, bool same_program = true,
       const Machine* within = nullptr);
  ~Grid();
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  int64_t replicas() const { return replicas_; }
  int64_t partitions() const { return partitions_; }
  int64_t size() const { return replicas_ * partitions_; }

  // Some processes are not here: those do not run, and meetings are another's business.
  void set_elsewhere(Elsewhere* elsewhere) { elsewhere_ = elsewhere; }

  // Runs `program` for every process, each in a thread of its own, and gives their results by process, those that are
  // not here left out. `machine_of` makes the machine of a process.
  using MachineOf = std::function<std::unique_ptr<Machine>(int64_t process)>;
  using Program = std::function<Result<std::vector<Tensor>>(Machine& machine)>;
  Result<std::vector<std::vector<Tensor>>> run(const MachineOf& machine_of, const Program& program);

  // By position in the group: what each brings, what each gets.
  using Parts = std::vector<std::vector<Tensor>>;
  using Combine = std::function<Result<Parts>(const Parts& brought)>;
  // `group` holds processes, this one's among them. Returns when all of them have come.
  Result<std::vector<Tensor>> meet(int64_t process, const Op& op, const std::vector<int64_t>& group,
                                   std::vector<Tensor> brings, const Combine& combine);

  // Where some processes wait for each other by means of their own, and sleep when that takes long.
  class Bedroom;
  // Until wake() has been called after over() became true, or every process waits: then it fails. over() is asked with
  // the grid locked.
  Status sleep(int64_t process, const Op& op, Bedroom& room, const std::function<bool()>& over);
  void wake(const Bedroom& room);

  // A message to whoever receives on the channel: never waits. `target` and `source` are processes, or -1 for any.
  Status send(const Op& op, int64_t channel, int64_t source, int64_t target, std::vector<Tensor> message);
  Result<std::vector<Tensor>> receive(int64_t process, const Op& op, int64_t channel, int64_t source);

  // What the process is doing, for those who ask why nothing happens.
  void now_in(int64_t process, const Op* op) { processes_[process]->current.store(op, std::memory_order_relaxed); }
  const Op* current(int64_t process) const { return processes_[process]->current.load(std::memory_order_relaxed); }

  // What infeed ops read: every process from the beginning, `count` tensors at a time; nothing where so many are not
  // left.
  void set_infeed(std::vector<Tensor> tensors) { infeed_ = std::move(tensors); }
  std::optional<std::vector<Tensor>> next_infeed(int64_t process, size_t count);
  // What a process has not read yet, and how many tensors it has.
  std::vector<Tensor> rest_of_infeed(int64_t process) const;
  size_t infeed_read(int64_t process) const { return processes_[process]->infeed_read; }

 private:
  struct Meeting {
    std::vector<int64_t> group;
    Parts brought;
    std::vector<bool> arrived;
    size_t missing = 0;
    bool done = false;
    std::optional<Error> error;
    Parts given;
  };
  struct Process {
    FifoSemaphore::Ticket turn;
    const Op* waits_in = nullptr;
    const Meeting* meeting = nullptr;  // it waits for the others there, or where null for a message
    bool ended = false;
    std::atomic<const Op*> current = nullptr;
    size_t infeed_read = 0;
  };
  // What tells meetings apart, without the visit: op or kind, channel, group.
  using Place = std::tuple<const Op*, int, int64_t, std::vector<int64_t>>;
  using MeetingKey = std::pair<Place, int64_t>;
  using Mailbox = std::tuple<int64_t, int64_t, int64_t>;  // channel, source, target

  // Until someone wakes the process, or no one is left to do so: then failure_ is set.
  void wait(std::unique_lock<std::mutex>& lock, int64_t process, const Op& op, const Meeting* meeting);
  void wake(int64_t process);
  void look_for_deadlock();
  // Until all processes have ended; after the deadline it fails them.
  void watch();
  void fail(Error error);
  std::string what_processes_do() const;
  std::string process_list(const std::vector<int64_t>& processes) const;
  std::optional<Mailbox> find_mail(int64_t channel, int64_t source, int64_t target) const;

  const int64_t replicas_;
  const int64_t partitions_;
  const bool same_program_;
  Session& session_;
  const Machine* within_;
  Elsewhere* elsewhere_ = nullptr;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::vector<std::unique_ptr<Process>> processes_;
  int64_t running_ = 0;
  int64_t waiting_ = 0;
  std::optional<Error> failure_;
  std::map<MeetingKey, std::shared_ptr<Meeting>> meetings_;
  std::map<std::pair<int64_t, Place>, int64_t> visits_;  // by process
  std::map<Mailbox, std::deque<std::vector<Tensor>>> mail_;
  std::vector<Tensor> infeed_;
};

class Grid::Bedroom {
 public:
  explicit Bedroom(std::vector<int64_t> group) {
    sleeping_.arrived.resize(group.size());
    sleeping_.group = std::move(group);
  }
  const std::vector<int64_t>& group() const { return sleeping_.group; }

 private:
  friend class Grid;
  Meeting sleeping_;  // who sleeps has arrived
};

// The devices of a grid that other operating-system processes have.
class Elsewhere {
 public:
  virtual ~Elsewhere() = default;
  virtual bool is_here(int64_t process) const = 0;
  // As Grid::meet, with whomever.
  virtual Result<std::vector<Tensor>> meet(int64_t process, const Op& op, const std::vector<int64_t>& group,
                                           std::vector<Tensor> brings, const Grid::Combine& combine) = 0;
  // As Grid's.
  virtual Status send(int64_t process, const Op& op, int64_t channel, int64_t target, std::vector<Tensor> message) = 0;
  virtual Result<std::vector<Tensor>> receive(int64_t process, const Op& op, int64_t channel, int64_t source) = 0;
};

// What is received at the op has these types, and others are wanted.
Error unlike_message(const Op& op, std::string_view what, std::string_view types);

// "stablehlo.all_reduce %sum at line 7"
std::string shown(const Op& op);

}  // namespace partita::core::eval
