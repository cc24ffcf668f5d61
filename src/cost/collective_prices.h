// What a collective along axes of the mesh weighs against others, asked for thousands of times while choosing.
//
// By the time it takes: on eight H100 an all-gather of 1 MiB takes 9 us to begin and 10 us at a quarter of the
// bandwidth; one of 1 GiB runs at nearly all of it. As a function of the bytes that is the lower one of two lines,
// which are read off the topology (topology.h) once for each kind and axes:
//
//   seconds |          ______      large buffers: nearly all of the bandwidth, after a start
//           |     _.--'
//           |  ,-'                 small buffers: latency, and a part of the bandwidth
//           '------------ bytes
//
// The unit is a byte sent by a message between neighbours, as small buffers go: what has no axes of its own (halos, the
// planner's permutes) is priced by weights in the same unit. By bytes alone the price list's weights are all there is.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cost/prices.h"
#include "cost/topology.h"
#include "shard/axis_ref.h"

namespace partita::core::cost {

class CollectivePrices {
 public:
  explicit CollectivePrices(const PriceWeights& weights = kDefaultWeights) : weights_(weights) {}
  // By seconds; `copies`: Hardware::collective_copy over its memory bandwidth.
  CollectivePrices(Topology topology, MeshPtr mesh, const PriceWeights& weights, double copies);

  const PriceWeights& weights() const { return weights_; }
  void set_held(double held) { weights_.held = held; }

  // Whether axes of this mesh have prices of their own. Those of another one are priced by the weights.
  bool knows(const MeshPtr& mesh) const { return topology_ && mesh == mesh_; }

  // Of one collective among n devices, those along the axes of the known mesh; none: of any. `full` are the bytes of
  // the full side (prices.h).
  double of(CollectiveKind kind, double full, double n, std::span<const AxisRef> axes) const;

  // Of messages along the axes: what a lowering pattern exchanges.
  double messages(const Price& price, std::span<const AxisRef> axes) const;

  bool by_time() const { return topology_.has_value(); }

 private:
  struct Line {
    double start = 0;
    double per_byte = 0;  // of the full side
    double at(double bytes) const { return start + per_byte * bytes; }
  };
  struct Entry {
    CollectiveKind kind;
    AxisRefs axes;
    Line small, large;
  };
  const Entry& entry(CollectiveKind kind, std::span<const AxisRef> axes) const;

  PriceWeights weights_;
  std::optional<Topology> topology_;
  MeshPtr mesh_;
  double copies_ = 0;                   // seconds per byte of the full side
  mutable std::vector<Entry> entries_;  // few: one for each kind and set of axes that is asked for
};

// The weights of seconds: those of a message between neighbouring devices of the hardware.
PriceWeights weights_of(const Hardware& hardware, const Topology& topology);

}  // namespace partita::core::cost

namespace partita::core {
using cost::CollectivePrices;
}  // namespace partita::core
