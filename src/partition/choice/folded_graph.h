// The completed program for the global search, with equal parts of it represented once.
//
//   48 equal layers:   nodes and edges of the first few hops and of the last few, and between them those of one layer,
//                      each counted 40-odd times
//
// Two nodes are merged where they have equal storage shardings and equal surroundings up to a distance; two edges where
// they compute the same on merged nodes. A decision for a folded node or edge holds for all that it represents, so the
// cost of the folded graph is exactly that of the program; only solutions that treat equal parts differently are left
// out. Small programs are not folded: every node and edge represents itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "complete/completion.h"
#include "complete/graph.h"
#include "cost/tiles.h"
#include "partition/choice/global_plan.h"
#include "partition/choice/pricing.h"

namespace partita::core::partition {

// Values that are stored alike.
struct FoldedNode {
  Type type;
  const Sharding* storage_sharding = nullptr;  // completion's
  double bytes = 0;                            // of the elements of the global value
  cost::MemoryForm form{};
  double trip_count = 1;
  double count = 1;              // how many nodes it represents
  bool fixed = false;            // hinted, an argument or result of the program, or in manual code
  bool has_shared_copy = false;  // fixed, but its uses may share a copy in another sharding, made once
  bool is_stack = false;         // carried by a loop, and written piece by piece
  bool is_carried = false;       // carried by a loop, and not the same in every trip
  bool is_copy = false;          // one use of a constant: made in the sharding that the use wants
  bool is_connected = false;     // some edge has it among its tensors
  bool may_be_unreduced = false;
  double pressure = 0;  // how near the peak it lives (memory_pressure.h)
  // Has no memory of its own in the program before it is partitioned; what it is resharded to has.
  bool is_fused = false;
  bool is_updated = false;  // in place
};

// Equal ops, each with a choice of its own, or equal identities.
struct FoldedEdge {
  const Op* op = nullptr;
  const Rule* rule = nullptr;
  const AxisRefs* hidden = nullptr;  // of a boundary of manual code
  uint32_t first = 0;                // its nodes: nodes_of()
  uint16_t operands = 0;
  uint16_t results = 0;
  bool is_computed = false;  // else an identity: the same value on both sides
  bool is_manual_boundary = false;
  double trip_count = 1;
  double count = 1;
  OpWork op_work{};  // of one run
  double pressure = 0;
  double work = 0;  // its price undivided, of one of the edges it represents, all trips
};

// Whether the edge is an op that computes, and no identity.
bool is_computed(const PropagationEdge& edge);

struct FoldedGraph {
  std::vector<FoldedNode> nodes;
  std::vector<FoldedEdge> edges;
  std::vector<NodeId> tensors;
  double held_price = 0;                 // of a byte that is held at the peak; set when the search begins
  std::vector<uint32_t> folded_node_of;  // by node of the completion's graph
  std::vector<uint32_t> folded_edge_of;  // by edge of it

  std::span<const NodeId> nodes_of(const FoldedEdge& edge) const {
    return {tensors.data() + edge.first, static_cast<size_t>(edge.operands) + edge.results};
  }
};

FoldedGraph fold(const Completion& completion, size_t unfolded = kUnfolded, const Pricing& pricing = {});

// How often a reshard between a node and a use runs: a value from before a loop is resharded once.
inline double times(const FoldedNode& node, const FoldedEdge& edge) {
  return node.is_carried || edge.trip_count < node.trip_count ? edge.trip_count : node.trip_count;
}

// Whether the use is in a loop and the node from before it: the resharded copy lives as long as the loop runs.
inline bool is_live_across_loop(const FoldedNode& node, const FoldedEdge& edge) {
  return !node.is_carried && edge.trip_count > node.trip_count;
}
// In how many parts a value is divided.
double parts_of(const Sharding& sharding);

// Of a part of this shape of the node: its bytes as the machine pads them.
double padded_bytes(const FoldedNode& node, std::span<const int64_t> local_dims);

// What one copy of a node in this sharding takes on a device: its shard, padded as the machine has it.
double stored_bytes(const FoldedNode& node, const Sharding& sharding);

// What a device holds of a node that is stored so: nothing of what is fused, made at its use, or updated in place.
double held_bytes(const FoldedNode& node, const Sharding& sharding);

// Whether a part of the value that this use takes is a tensor of its own: it is not cut out where it is read.
inline bool wants_own_tensor(const FoldedNode& node, const FoldedEdge& edge) {
  return !edge.is_computed || edge.op_work.is_product || is_live_across_loop(node, edge);
}

// How near the peak a resharded copy for this use lives.
inline double pressure_of_copy(const FoldedNode& node, const FoldedEdge& edge) {
  return is_live_across_loop(node, edge) ? 1 : edge.pressure;
}
// By node: whether that is so for some use.
std::vector<bool> nodes_live_across_loops(const FoldedGraph& graph);

}  // namespace partita::core::partition
