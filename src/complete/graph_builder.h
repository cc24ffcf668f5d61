// Builds the flow graph: graph.cc has nodes and edges, graph_ops.cc walks the program, graph_manual.cc adds manual
// code, graph_ends.cc arguments and results of the program.
#pragma once

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "complete/graph.h"

namespace partita::core::complete {

class FlowGraphBuilder {
 public:
  FlowGraphBuilder(const Module& module, const Function& entry, const Hints& hints, RuleCache& rules)
      : module_(module), entry_(entry), hints_(hints), rules_(rules) {}

  Result<FlowGraph> build();

 private:
  // ---- nodes and edges (graph.cc)

  NodeId new_node(Type type, const Value* value, const Hint* hint);
  void set_hint(NodeId id, const Hint* hint, const Sharding* sharding);
  // The node of a value that is defined here.
  NodeId define(const Value* value);
  // The node an operand reads.
  NodeId use(const Op& op, int index);
  const Rule* identity(Type type, int operands);
  PropagationEdge& add_propagation_edge(const Op* op, const Rule* rule, std::span<const NodeId> operands,
                                        std::span<const NodeId> results);
  // A value that is the same on both sides. Null where a side has no node, or both have the same.
  PropagationEdge* add_identity(const Op* op, NodeId from, NodeId to);
  void index_edges();

  // ---- arguments, results and groups (graph_ends.cc)

  // Arguments. True where the result of the function is the value it returns: HLO has no other place for it.
  bool add_signature();
  void add_results(bool tied);
  // A result that takes over an argument's memory should have its sharding.
  void add_aliases();
  // shard_like: edges between the members; shard_as members share a node.
  void add_soft_groups();
  bool may_refine(const std::vector<bool>& open, int i, const Hint& hint) const;
  void open_dims(ValueNode& node);
  const Sharding* replicated(Type type);

  // ---- ops and control flow (graph_ops.cc)

  Status walk_region(const Region& region, double trip_count);
  Status visit(const Op& op);
  void visit_plain(const Op& op);
  Status visit_while(const Op& op);
  Status visit_branches(const Op& op);
  Status visit_async(const Op& op);
  void visit_async_done(const Op& op);

  // ---- manual code (graph_manual.cc)

  // At the boundary an axis is on dimensions outside and manual inside.
  Status visit_manual(const Op& op);
  void restrict_inside(NodeId inner, const Hint* boundary, const AxisRefs& manual);
  std::span<const size_t> manual_hints(const Op& op);
  // In HLO's spelling everything between the conversions is manual.
  void flood_manual();
  void resolve_manual_edges();

  struct IdentityKey {
    int rank, operands;
    const void* type;
    bool operator<(const IdentityKey& o) const {  // only looked up, never walked
      return std::tie(rank, operands, type) < std::tie(o.rank, o.operands, o.type);
    }
  };

  const Module& module_;
  const Function& entry_;
  const Hints& hints_;
  RuleCache& rules_;
  FlowGraph graph_;
  std::vector<const Hint*> hint_of_;  // by value id
  std::vector<int64_t> group_of_;     // by value id
  std::map<int64_t, NodeId> groups_;
  std::map<IdentityKey, const Rule*> identities_;
  std::map<const Op*, std::vector<size_t>> manual_hint_lists_;  // only looked up
  std::vector<std::vector<NodeId>> loops_;  // carried values of each loop, results of each branch: manual together
  AxisRefs manual_;                         // of the manual code being walked
  MeshPtr manual_mesh_;
  double trip_count_ = 1;  // of the region being walked
  bool has_manual_hints_ = false;
  bool manual_hints_known_ = false;
};

// A dimension about which nothing is known yet.
inline DimSharding open_dim() {
  DimSharding dim;
  dim.open = true;
  return dim;
}

}  // namespace partita::core::complete
