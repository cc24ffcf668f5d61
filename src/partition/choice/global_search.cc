#include "partition/choice/global_search.h"

#include <map>

#include "partition/choice/axes.h"
#include "partition/choice/axis_problem.h"
#include "partition/choice/measure.h"

namespace partita::core::partition {
namespace {

// Programs on several meshes are left to the choice of each op.
bool is_on(const FoldedGraph& graph, const MeshPtr& mesh) {
  for (const FoldedNode& node : graph.nodes) {
    const Sharding& s = *node.storage_sharding;
    if (!s.is_maximal() && s.mesh_ptr() != mesh && !s.is_replicated()) return false;
  }
  return true;
}

// Completion's shardings, and each op by itself as is best for them.
FoldedPlan start_of(const FoldedGraph& graph, const MeshPtr& mesh, StrategySelector& selector, ShardingPool& pool) {
  FoldedPlan out;
  for (const FoldedNode& node : graph.nodes) out.of_node.push_back(node.storage_sharding);
  out.of_edge.assign(graph.edges.size(), nullptr);
  std::vector<const Sharding*> stored;
  for (size_t l = 0; l < graph.edges.size(); ++l) {
    const FoldedEdge& edge = graph.edges[l];
    if (!edge.is_computed) continue;
    stored.clear();
    for (NodeId c : graph.nodes_of(edge)) {
      const Sharding* s = c == kNoNode ? nullptr : graph.nodes[c].storage_sharding;
      if (s != nullptr && s->is_maximal()) {
        s = pool.intern(Sharding::replicated(mesh, graph.nodes[c].type.rank()));
      }
      stored.push_back(s);
    }
    const std::span<const Sharding* const> all = stored;
    out.of_edge[l] = &selector.choose(*edge.op, all.first(edge.operands), all.subspan(edge.operands));
  }
  return out;
}

// Every axis twice, the second time only where another one has changed since the first.
void solve_all(const FoldedGraph& graph, Assignment& assignment, const MeshPtr& mesh, StrategySelector& selector,
               const LoweringCapabilities& capabilities, std::map<AxisRef, MessagePassing::Memory>& memories) {
  const size_t n = assignment.num_axes();
  size_t last_change = 0;
  for (size_t turn = 1; turn <= 2 * n; ++turn) {
    const bool stale = turn <= n || last_change + n > turn;
    const size_t axis = (turn - 1) % n;
    if (!stale) continue;
    MessagePassing::Memory& memory = memories[assignment.atoms()[axis]];
    if (solve_axis(graph, assignment, axis, mesh, selector, capabilities, memory)) last_change = turn;
  }
}

}  // namespace

GlobalAssignment search_globally(const Completion& completion, StrategySelector& selector,
                                 const LoweringCapabilities& capabilities, size_t unfolded) {
  const MeshPtr mesh = completion.meshes().main();
  ShardingPool& pool = completion.pool();
  const FoldedGraph graph = fold(completion, unfolded);
  const AxisRefs atoms = find_atoms(graph, mesh);
  GlobalAssignment out;
  FoldedPlan best;
  if (atoms.empty() || !is_on(graph, mesh)) {
    for (const FoldedNode& node : graph.nodes) best.of_node.push_back(node.storage_sharding);
    best.of_edge.assign(graph.edges.size(), nullptr);
  } else {
    const FoldedPlan start = start_of(graph, mesh, selector, pool);
    out.start_cost = out.cost = measure(graph, start, capabilities, pool, selector.weights());
    best = start;
    best.of_edge.assign(graph.edges.size(), nullptr);  // each by itself, should nothing better be found
    // Which axis goes first matters, so both ways are tried. So does, for axes that share a dimension, which is the
    // major one: decided for the whole program, the best of all orders.
    std::map<AxisRef, MessagePassing::Memory> memories;
    for (const AxisRefs& sequence : {atoms, AxisRefs(atoms.rbegin(), atoms.rend())}) {
      Assignment assignment(graph, sequence, start);
      solve_all(graph, assignment, mesh, selector, capabilities, memories);
      const bool shares = assignment.shares_dimensions();
      for (const AxisRefs& order : orders_of(atoms)) {
        FoldedPlan trial = assignment.decided(start, order, mesh, selector, pool);
        const double cost = measure(graph, trial, capabilities, pool, selector.weights());
        if (cost < out.cost) {
          out.cost = cost;
          best = std::move(trial);
        }
        if (!shares) break;
      }
      if (!shares) break;
    }
  }
  out.of_node.reserve(graph.of_node.size());
  for (uint32_t c : graph.of_node) out.of_node.push_back(best.of_node[c]);
  out.of_edge.reserve(graph.of_edge.size());
  for (uint32_t l : graph.of_edge) out.of_edge.push_back(best.of_edge[l]);
  return out;
}

}  // namespace partita::core::partition
