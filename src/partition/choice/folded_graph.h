// The completed program as choices see it, equal parts of it once.
//
//   48 equal layers:   nodes and edges of the first few hops and of the last few, and between them those of one layer,
//                      each counted 40-odd times
//
// Two nodes are one where they are stored alike and everything around them, to a distance, is alike too; two edges are
// one where they compute the same on such nodes. What is decided for one holds for all it stands for, so the cost of a
// folded program is that of the whole one, exactly; only choices that differ between equal parts are not looked at.
// Small programs are not folded: there every node and edge stands for itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "complete/completion.h"
#include "complete/graph.h"

namespace partita::core::partition {

// A value as it is stored.
struct FoldedNode {
  Type type;
  const Sharding* storage_sharding = nullptr;  // as completion has it
  double bytes = 0;                            // of the whole value
  double trip_count = 1;
  double count = 1;             // how many nodes it stands for
  bool fixed = false;           // hinted, taken or given by the program, or in manual code: stays as stored
  bool has_local_copy = false;  // fixed, but its uses may share another form of it, made once
  bool is_stack = false;        // carried, and written piece by piece
  bool is_carried = false;      // a loop's, and not the same in every trip
  bool is_copy = false;         // one use of a constant: lies as its use wants it
  bool is_connected = false;    // some edge has it
  bool may_be_unreduced = false;
};

// An op with a choice of its own, or an identity.
struct FoldedEdge {
  const Op* op = nullptr;
  const Rule* rule = nullptr;
  const AxisRefs* hidden = nullptr;  // of a manual edge
  uint32_t first = 0;                // its nodes: nodes_of()
  uint16_t operands = 0;
  uint16_t results = 0;
  bool is_computed = false;  // others hand the same value on
  bool is_manual_boundary = false;
  double trip_count = 1;
  double count = 1;
  double work = 0;  // operations of one of those it stands for, all trips
};

// Whether the edge's op computes; others hand the same value on.
bool is_computed(const PropagationEdge& edge);

struct FoldedGraph {
  std::vector<FoldedNode> nodes;
  std::vector<FoldedEdge> edges;
  std::vector<NodeId> tensors;
  std::vector<uint32_t> of_node;  // by node of the program
  std::vector<uint32_t> of_edge;

  std::span<const NodeId> nodes_of(const FoldedEdge& edge) const {
    return {tensors.data() + edge.first, static_cast<size_t>(edge.operands) + edge.results};
  }
};

// Programs of at most this many nodes and edges are left as they are.
inline constexpr size_t kUnfolded = 2500;

FoldedGraph fold(const Completion& completion, size_t unfolded = kUnfolded);

// How often a reshard on the way from a node to a use runs: a value from outside a loop is brought once.
inline double times(const FoldedNode& node, const FoldedEdge& edge) {
  return node.is_carried || edge.trip_count < node.trip_count ? edge.trip_count : node.trip_count;
}

// Whether the use is in a loop that the node comes from outside of: its form is kept all through the loop.
inline bool is_live_across_loop(const FoldedNode& node, const FoldedEdge& edge) {
  return !node.is_carried && edge.trip_count > node.trip_count;
}
// By node: whether some use is so.
std::vector<bool> nodes_live_across_loops(const FoldedGraph& graph);

}  // namespace partita::core::partition

namespace partita::core {
using partition::kUnfolded;
}  // namespace partita::core
