#include "partition/choice/global_search.h"

#include <optional>

#include "partition/choice/axes.h"
#include "partition/choice/axis_problem.h"
#include "partition/choice/measure.h"

namespace partita::core::partition {
namespace {

// Programs on several meshes are not searched: each op is decided by itself.
bool is_on(const FoldedGraph& graph, const MeshPtr& mesh) {
  for (const FoldedNode& node : graph.nodes) {
    const Sharding& s = *node.storage_sharding;
    if (!s.is_maximal() && s.mesh_ptr() != mesh && !s.is_replicated()) return false;
  }
  return true;
}

// Completion's shardings, and the best choice for each op by itself.
FoldedPlan start_of(const FoldedGraph& graph, const MeshPtr& mesh, StrategySelector& selector, ShardingPool& pool) {
  FoldedPlan out;
  for (const FoldedNode& node : graph.nodes) out.shardings.push_back(node.storage_sharding);
  out.choices.assign(graph.edges.size(), nullptr);
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
    out.choices[l] = &selector.choose(*edge.op, all.first(edge.operands), all.subspan(edge.operands));
  }
  return out;
}

// Solves axis by axis. A small program has a second turn for those after whose first another one has changed; in a
// large one that takes as long again and changes hardly anything.
void solve_all(const FoldedGraph& graph, Assignment& assignment, const MeshPtr& mesh, StrategySelector& selector,
               const LoweringCapabilities& capabilities) {
  constexpr size_t kSmall = 1000;  // nodes and edges of the program
  const size_t size = graph.folded_node_of.size() + graph.folded_edge_of.size();
  std::optional<size_t> last_changed;
  for (int turn = 0; turn < (size <= kSmall ? 2 : 1); ++turn) {
    if (turn > 0 && !last_changed) return;
    for (size_t axis = 0; axis < assignment.num_axes() && axis != last_changed; ++axis) {
      if (solve_axis(graph, assignment, axis, mesh, selector, capabilities)) last_changed = axis;
    }
  }
}

}  // namespace

GlobalPlan search_globally(const Completion& completion, StrategySelector& selector,
                           const LoweringCapabilities& capabilities, size_t unfolded) {
  const MeshPtr mesh = completion.meshes().main();
  ShardingPool& pool = completion.pool();
  const FoldedGraph graph = fold(completion, unfolded);
  const AxisRefs atoms = find_atoms(graph, mesh);
  GlobalPlan out;
  FoldedPlan best;
  if (atoms.empty() || !is_on(graph, mesh)) {
    for (const FoldedNode& node : graph.nodes) best.shardings.push_back(node.storage_sharding);
    best.choices.assign(graph.edges.size(), nullptr);
  } else {
    const FoldedPlan start = start_of(graph, mesh, selector, pool);
    out.start_cost = out.cost = measure(graph, start, capabilities, pool, selector.weights());
    best = start;
    best.choices.assign(graph.edges.size(), nullptr);  // each op by itself, unless something better is found
    Assignment assignment(graph, atoms, start);
    solve_all(graph, assignment, mesh, selector, capabilities);
    // The order of axes that share a dimension matters: the best one is taken for all of the program.
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
  }
  out.shardings.reserve(graph.folded_node_of.size());
  for (uint32_t c : graph.folded_node_of) out.shardings.push_back(best.shardings[c]);
  out.choices.reserve(graph.folded_edge_of.size());
  for (uint32_t l : graph.folded_edge_of) out.choices.push_back(best.choices[l]);
  return out;
}

}  // namespace partita::core::partition
