// What all devices of one evaluation share: its options, the memory it has taken, and the checks that failed.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "eval/evaluate.h"
#include "eval/fifo_semaphore.h"
#include "eval/plan.h"
#include "ir/manual_edges.h"
#include "shard/mesh.h"

namespace partita::core::eval {

struct Session {
  Session(const Module& module, const EvalOptions& options, Diagnostics& failed_checks);

  const Module& module;
  const EvalOptions& options;
  const Plan plan;
  const int64_t memory_limit;
  std::atomic<int64_t> live_bytes{0};
  FifoSemaphore semaphore;
  const NamedMeshes meshes;  // those the module declares

  void count_op();
  int64_t ops_done() const { return ops_done_; }
  // Every device ends before its next op.
  void stop() { stopped_ = true; }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  // Keeps the failure of a check; once per op, whichever of the devices comes first.
  void check_failed(const Op& op, std::string message);
  void outfed(const Tensor& tensor);
  void print(const std::string& text);

  // Values seen by interpreter.probe, by its id, in order.
  void probed(std::string_view id, const Tensor& tensor);
  Tensor find_probe(std::string_view id, size_t iteration);  // without a type where there was none

 private:
  std::mutex mutex_;
  std::atomic<int64_t> ops_done_{0};
  std::atomic<bool> stopped_{false};
  Diagnostics& failed_checks_;
  std::set<const Op*> failed_ops_;  // looked up, never walked
  std::map<std::string, std::vector<Tensor>, std::less<>> probes_;
};

struct GridShape {
  int64_t replicas = 1;
  int64_t partitions = 1;
};
// One device, unless the entry itself is written for many.
GridShape grid_for(const Function& entry, const Session& session);

// Whether these can be the arguments of the function (P404 if not).
Status check_inputs(const Function& entry, const std::vector<Tensor>& inputs);

// The tensors of one running function, by slot. Counts their bytes.
class Frame {
 public:
  Frame(Session& session, int slots) : session_(session), tensors_(slots) {}
  Frame(const Frame& other);
  Frame& operator=(const Frame&) = delete;
  ~Frame();

  const Tensor& get(int slot) const { return tensors_[slot]; }
  void set(int slot, Tensor tensor);
  Tensor take(int slot);
  void clear(int slot) { take(slot); }

 private:
  Session& session_;
  std::vector<Tensor> tensors_;
};

}  // namespace partita::core::eval

namespace partita::core {
using eval::Frame;
}  // namespace partita::core
