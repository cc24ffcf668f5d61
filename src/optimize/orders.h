// Orders of a function's ops, tried one after the other. What the order does not change is found once: the graphs of
// its regions, which values have memory, the kernels that each op comes to.
#pragma once

#include <optional>
#include <vector>

#include "cost/hardware.h"
#include "cost/memory.h"
#include "cost/ordered_steps.h"
#include "cost/storage.h"
#include "cost/timeline.h"
#include "ir/program.h"
#include "optimize/region_ops.h"

namespace partita::core::optimize {

// An order of the ops of every region that holds code, by its place (Orders::regions).
struct OpOrder {
  std::vector<std::vector<int>> regions;
  double peak = 0;  // of live values
};

struct OrderOutcome {
  double seconds = 0;  // of a step
  double memory = 0;   // at the peak

  // What orders are compared by: a step that is 1% longer is worth 1% of the peak, which leaves room for larger
  // programs.
  double weighed() const { return seconds * std::max(memory, 1.0); }
};

// Moves the ops of a function like the one that the order was found for.
void apply_order(Function& local, const OpOrder& order);

class Orders {
 public:
  Orders(Function& local, const cost::Hardware& hardware);

  struct Inner {
    int op;
    size_t region;  // that it holds
  };
  struct OrderedRegion {
    Region* region;
    RegionOps ops;  // as they were before any was moved
    std::vector<Inner> inner;
  };
  // Inner ones before those around them.
  const std::vector<OrderedRegion>& regions() const { return regions_; }
  int depth() const { return depth_; }  // how many lie within each other
  bool sends() const { return sends_; }

  // `find(ops, order)` orders one region and returns the peak of what its ops hold, those inside them included.
  template <typename Find>
  OpOrder find(Find find) {
    OpOrder out;
    out.regions.resize(regions_.size());
    std::vector<double> peaks(regions_.size());
    for (size_t r = 0; r < regions_.size(); ++r) {
      set_inner_peaks(regions_[r], peaks);
      peaks[r] = find(static_cast<const RegionOps&>(regions_[r].ops), out.regions[r]);
    }
    out.peak = peaks.back();
    return out;
  }
  // Moves the ops.
  void apply(const OpOrder& order);
  // To where they were before any was moved.
  void undo();

  // What the function takes as it is ordered now. Steps are there until it is asked again.
  const cost::Steps& steps();
  cost::Timeline timeline(const cost::CollectiveTimes& collectives);
  double peak();

 private:
  size_t add(Region& region, std::vector<int>& index_of_value, int depth);
  static void set_inner_peaks(OrderedRegion& region, const std::vector<double>& peaks);

  Function& local_;
  const cost::Hardware& hardware_;
  struct Peak {
    std::vector<std::vector<int>> regions;
    double bytes = 0;
  };

  const cost::ValueMemory values_;
  std::vector<OrderedRegion> regions_;
  std::optional<cost::OrderedSteps> steps_;
  std::vector<std::vector<int>> applied_;  // empty: as they were
  std::vector<Peak> peaks_;                // of orders that were asked for
  int depth_ = 0;
  bool sends_ = false;
};

}  // namespace partita::core::optimize
