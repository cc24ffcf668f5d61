// Processes that run one program together. Each has as many of its devices as the others, one after the other:
//
//   8 devices on 4 ranks: rank 1 has devices 2 and 3
//
// All ranks do the same in the same order. What goes wrong on one is known to the others soon: whoever waits is told,
// and gets it as an error that names the rank.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "engine/meet/board.h"
#include "engine/meet/device_range.h"
#include "engine/meet/wire.h"

namespace partita::core::engine {

struct RanksOptions {
  // Without progress of any device, or a sign of life of a rank, for so long: kDeadline. 0: for ever.
  double deadline_seconds = 0;
  // Called from a thread of its own where there is a failure and whoever should report it does not come to that.
  std::function<void(const Diagnostic& failure)> abandon;
  // SIGTERM, which all threads have blocked, ends the run with a report of why.
  bool takes_sigterm = false;
};

class Ranks {
 public:
  // Returns when all ranks have come.
  static Result<std::unique_ptr<Ranks>> join(std::unique_ptr<Wire> wire, RanksOptions options);
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return wire_->rank(); }
  int size() const { return wire_->size(); }
  int host() const { return wire_->host_of(rank()); }
  int host_of(int rank) const { return wire_->host_of(rank); }
  const std::vector<int>& on_this_host() const { return on_this_host_; }  // ranks, in order
  bool leads() const { return on_this_host_[0] == rank(); }
  bool on_one_host() const { return std::ssize(on_this_host_) == size(); }

  // P500 where so many devices cannot be divided.
  Status can_have(int64_t devices) const;
  DeviceRange devices_of(int rank, int64_t devices) const;
  DeviceRange devices_here(int64_t devices) const { return devices_of(rank(), devices); }
  int rank_of(int64_t device, int64_t devices) const { return static_cast<int>(device / (devices / size())); }

  // All ranks do these together. What each has to say, by rank.
  Result<std::vector<std::string>> gather(const std::string& mine);
  // An error of the first rank that has one, on all of them.
  Status agree(const Status& mine);
  // Memory of this host; each rank states the same size.
  Result<std::unique_ptr<SharedMemory>> share(int64_t bytes);

  // Tags from here on are for others.
  static constexpr int kFirstFreeTag = 8;
  Wire& wire() const { return *wire_; }
  // Until all are done, or there is a failure.
  Status wait(std::vector<std::unique_ptr<Wire::Pending>> pending) const;

  // Tells the other ranks that this one cannot go on. The first failure counts.
  void fail(const Diagnostic& why);
  bool failed() const { return failed_.load(std::memory_order_relaxed); }
  Status failure() const;  // without one, ok

  // Nothing more will be asked: returns when all ranks say so.
  Status finish();

  // While it lives, devices run here; `look` says how many ops they have done and what they are at.
  struct Sight {
    int64_t ops = 0;
    std::string doing;
  };
  class Run {
   public:
    Run(Ranks& ranks, std::function<Sight()> look);
    ~Run();
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

   private:
    Ranks& ranks_;
  };

 private:
  Ranks(std::unique_ptr<Wire> wire, RanksOptions options);
  Status begin();
  // lookout.cc
  void watch(const std::stop_token& stop);
  void show_myself();
  void exchange_records();
  std::optional<Diagnostic> find_failure();
  std::string named(int rank) const;
  void set_failure(const Diagnostic& failure, const std::string& for_others);

  struct Beats;  // to and from other hosts
  struct Sights;

  std::unique_ptr<Wire> wire_;
  const RanksOptions options_;
  std::vector<int> on_this_host_;
  std::unique_ptr<SharedMemory> memory_;
  std::optional<Board> board_;
  std::unique_ptr<Beats> beats_;
  std::unique_ptr<Sights> sights_;
  std::atomic<bool> failed_ = false;
  mutable std::mutex mutex_;  // over what follows
  std::optional<Diagnostic> failure_;
  std::string agreed_;  // what another rank said when all agreed last; it has that one's name
  std::function<Sight()> look_;
  int64_t ops_before_ = 0;  // of runs that are over
  std::condition_variable_any woken_;
  std::jthread watch_;  // the last: it uses all of the above
};

}  // namespace partita::core::engine
