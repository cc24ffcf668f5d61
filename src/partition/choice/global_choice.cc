#include "partition/choice/global_choice.h"

#include <map>

#include "partition/choice/axes.h"
#include "partition/choice/axis_problem.h"
#include "partition/choice/measure.h"

namespace partita::core::partition {
namespace {

// Programs on several meshes are left to the choice of each op.
bool is_on(const FoldedGraph& graph, const MeshPtr& mesh) {
  for (const FoldedCell& cell : graph.cells) {
    const Sharding& s = *cell.stored;
    if (!s.is_maximal() && s.mesh_ptr() != mesh && !s.is_replicated()) return false;
  }
  return true;
}

// Completion's shardings, and each op by itself as is best for them.
Decided start_of(const FoldedGraph& graph, const MeshPtr& mesh, Chooser& chooser, ShardingPool& pool) {
  Decided out;
  for (const FoldedCell& cell : graph.cells) out.of_cell.push_back(cell.stored);
  out.of_link.assign(graph.links.size(), nullptr);
  std::vector<const Sharding*> stored;
  for (size_t l = 0; l < graph.links.size(); ++l) {
    const FoldedLink& link = graph.links[l];
    if (!link.is_computed) continue;
    stored.clear();
    for (CellId c : graph.cells_of(link)) {
      const Sharding* s = c == kNoCell ? nullptr : graph.cells[c].stored;
      if (s != nullptr && s->is_maximal()) {
        s = pool.intern(Sharding::replicated(mesh, graph.cells[c].type.rank()));
      }
      stored.push_back(s);
    }
    const std::span<const Sharding* const> all = stored;
    out.of_link[l] = &chooser.choose(*link.op, all.first(link.operands), all.subspan(link.operands));
  }
  return out;
}

// Every axis twice, the second time only where another one has changed since the first.
void solve_all(const FoldedGraph& graph, Assignment& assignment, const MeshPtr& mesh, Chooser& chooser,
               const Abilities& abilities, std::map<AxisRef, MessagePassing::Memory>& memories) {
  const size_t n = assignment.num_axes();
  size_t last_change = 0;
  for (size_t turn = 1; turn <= 2 * n; ++turn) {
    const bool stale = turn <= n || last_change + n > turn;
    const size_t axis = (turn - 1) % n;
    if (!stale) continue;
    MessagePassing::Memory& memory = memories[assignment.atoms()[axis]];
    if (solve_axis(graph, assignment, axis, mesh, chooser, abilities, memory)) last_change = turn;
  }
}

}  // namespace

GlobalChoice choose_globally(const Completion& completion, Chooser& chooser, const Abilities& abilities,
                             size_t unfolded) {
  const MeshPtr mesh = completion.meshes().main();
  ShardingPool& pool = completion.pool();
  const FoldedGraph graph = fold(completion, unfolded);
  const AxisRefs atoms = find_atoms(graph, mesh);
  GlobalChoice out;
  Decided best;
  if (atoms.empty() || !is_on(graph, mesh)) {
    for (const FoldedCell& cell : graph.cells) best.of_cell.push_back(cell.stored);
    best.of_link.assign(graph.links.size(), nullptr);
  } else {
    const Decided start = start_of(graph, mesh, chooser, pool);
    out.start_cost = out.cost = measure(graph, start, abilities, pool, chooser.weights());
    best = start;
    best.of_link.assign(graph.links.size(), nullptr);  // each by itself, should nothing better be found
    // Which axis goes first matters, so both ways are tried. So does, for axes that share a dimension, which is the
    // major one: decided for the whole program, the best of all orders.
    std::map<AxisRef, MessagePassing::Memory> memories;
    for (const AxisRefs& sequence : {atoms, AxisRefs(atoms.rbegin(), atoms.rend())}) {
      Assignment assignment(graph, sequence, start);
      solve_all(graph, assignment, mesh, chooser, abilities, memories);
      const bool shares = assignment.shares_dimensions();
      for (const AxisRefs& order : orders_of(atoms)) {
        Decided trial = assignment.decided(start, order, mesh, chooser, pool);
        const double cost = measure(graph, trial, abilities, pool, chooser.weights());
        if (cost < out.cost) {
          out.cost = cost;
          best = std::move(trial);
        }
        if (!shares) break;
      }
      if (!shares) break;
    }
  }
  out.of_cell.reserve(graph.of_cell.size());
  for (uint32_t c : graph.of_cell) out.of_cell.push_back(best.of_cell[c]);
  out.of_link.reserve(graph.of_link.size());
  for (uint32_t l : graph.of_link) out.of_link.push_back(best.of_link[l]);
  return out;
}

}  // namespace partita::core::partition
