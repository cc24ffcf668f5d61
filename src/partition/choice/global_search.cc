#include "partition/choice/global_search.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "partition/choice/axes.h"
#include "partition/choice/axis_problem.h"
#include "partition/choice/measure.h"
#include "partition/choice/memory_pressure.h"

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

// Completion's shardings, and the best choice for each op by itself in a plan of this kind.
FoldedPlan start_of(const FoldedGraph& graph, const MeshPtr& mesh, StrategySelector& selector, ShardingPool& pool,
                    PlanKind kind) {
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
    out.choices[l] = &selector.choose(*edge.op, all.first(edge.operands), all.subspan(edge.operands), kind);
  }
  return out;
}

// All that completion's shardings hold, by how near the peak it is, is worth `all`.
void set_held_price(FoldedGraph& graph, double all) {
  double held = 0;
  for (const FoldedNode& node : graph.nodes) {
    held += node.count * node.pressure * held_bytes(node, *node.storage_sharding);
  }
  graph.held_price = held > 0 ? all / held : 0;
}

// The peak of what a device holds under the plan. Copies in other shardings are made once, as in lowering.
double peak_under(const FlowGraph& flow, const FoldedGraph& graph, const FoldedPlan& plan) {
  std::vector<double> held;
  held.reserve(graph.folded_node_of.size());
  for (uint32_t c : graph.folded_node_of) held.push_back(held_bytes(graph.nodes[c], *plan.shardings[c]));
  std::vector<HeldCopy> copies;
  struct Known {
    const Sharding* sharding;
    size_t copy;
  };
  std::vector<std::vector<Known>> known(flow.nodes.size());
  for (size_t l = 0; l < flow.edges.size(); ++l) {
    const Choice* choice = plan.choices[graph.folded_edge_of[l]];
    if (choice == nullptr) continue;
    const std::span<const NodeId> nodes = flow.nodes_of(flow.edges[l]);
    for (size_t t = 0; t < flow.edges[l].operands; ++t) {
      const NodeId c = nodes[t];
      if (c == kNoNode) continue;
      const FoldedNode& node = graph.nodes[graph.folded_node_of[c]];
      const Sharding* wanted = choice->operands[t];
      if (wanted == nullptr || node.is_copy || wanted == plan.shardings[graph.folded_node_of[c]]) continue;
      std::vector<Known>& made = known[c];
      const auto at = std::find_if(made.begin(), made.end(), [&](const Known& k) { return k.sharding == wanted; });
      if (at != made.end()) {
        copies[at->copy].last = l;
        continue;
      }
      made.push_back({wanted, copies.size()});
      copies.push_back({l, l, node.trip_count, stored_bytes(node, *wanted)});
    }
  }
  return peak_of(flow, held, copies);
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

class Search {
 public:
  Search(const Completion& completion, StrategySelector& selector, const LoweringCapabilities& capabilities,
         FoldedGraph& graph, const AxisRefs& atoms)
      : mesh_(completion.meshes().main()),
        pool_(completion.pool()),
        selector_(selector),
        capabilities_(capabilities),
        graph_(graph),
        atoms_(atoms),
        start_(start_of(graph, mesh_, selector, pool_, PlanKind::kChosen)) {}

  const FoldedPlan& start() const { return start_; }
  // What the hints alone would have.
  FoldedPlan hinted() const { return start_of(graph_, mesh_, selector_, pool_, PlanKind::kAnnotated); }
  double cost(const FoldedPlan& plan) const { return measure(graph_, plan, capabilities_, pool_, selector_.pricing()); }

  // The best plan that is found and its cost; the start where nothing is better. The sequence in which axes are solved
  // matters, so both are tried. So does the order of axes that share a dimension: the best order is taken for all of
  // the program.
  struct Found {
    FoldedPlan plan;
    double cost = 0;
    bool is_start = true;
  };
  Found best() {
    Found best{start_, cost(start_), true};
    Assignment assignment(graph_, atoms_, start_);
    solve_all(graph_, assignment, mesh_, selector_, capabilities_);
    const bool shares = assignment.shares_dimensions();
    for (const AxisRefs& order : orders_of(atoms_)) {
      FoldedPlan trial = assignment.decided(start_, order, mesh_, selector_, pool_);
      const double costs = cost(trial);
      if (costs < best.cost) best = {std::move(trial), costs, false};
      if (!shares) break;
    }
    return best;
  }

 private:
  const MeshPtr mesh_;
  ShardingPool& pool_;
  StrategySelector& selector_;
  const LoweringCapabilities& capabilities_;
  FoldedGraph& graph_;
  const AxisRefs& atoms_;
  const FoldedPlan start_;
};

// Memory has a price, which grows as long as the plan holds more than this times what the start does. Of the plans that
// are found so, one that holds more is taken only where it is much faster: its cost counts times a power of the excess.
constexpr double kMorePeak = 1.02;
constexpr double kPriceSteps[] = {1, 5, 25};
constexpr double kPowerOfMore = 5;

// Prices are not the step: passes merge, move and overlap what they count singly. Another plan is kept, to be compared
// in full, if its price is at most this times the best one's.
constexpr double kNearEnough = 1.35;

// Where shards are padded to tiles, what is held jumps from one division to the next, and a plan by prices alone is
// often the worse for it in time as well: one for which memory counts this many times more is compared.
constexpr double kHeldOfPadded = 25;

bool is_padded(const FoldedGraph& graph) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(), [](const FoldedNode& n) { return !n.form.is_dense(); });
}

GlobalPlan unfolded_plan(const FoldedGraph& graph, const FoldedPlan& plan, double cost, std::string_view name) {
  GlobalPlan out;
  out.name = name;
  out.cost = cost;
  out.shardings.reserve(graph.folded_node_of.size());
  for (uint32_t c : graph.folded_node_of) out.shardings.push_back(plan.shardings[c]);
  out.choices.reserve(graph.folded_edge_of.size());
  for (uint32_t l : graph.folded_edge_of) out.choices.push_back(plan.choices[l]);
  return out;
}

bool is_same(const FoldedPlan& a, const FoldedPlan& b) {
  if (a.shardings != b.shardings) return false;
  for (size_t l = 0; l < a.choices.size(); ++l) {
    const Choice* one = a.choices[l];
    const Choice* other = b.choices[l];
    if (one == other) continue;
    if (one == nullptr || other == nullptr || one->operands != other->operands || one->results != other->results) {
      return false;
    }
  }
  return true;
}

}  // namespace

GlobalPlan search_globally(const Completion& completion, StrategySelector& selector,
                           const LoweringCapabilities& capabilities, size_t unfolded) {
  const MeshPtr mesh = completion.meshes().main();
  FoldedGraph graph = fold(completion, unfolded, selector.pricing());
  const AxisRefs atoms = find_atoms(graph, mesh);
  FoldedPlan best;
  double best_cost = 0, start_cost = 0, best_held_price = 0;
  bool is_start = false;
  std::vector<GlobalPlan> rivals;
  if (atoms.empty() || !is_on(graph, mesh)) {
    for (const FoldedNode& node : graph.nodes) best.shardings.push_back(node.storage_sharding);
    best.choices.assign(graph.edges.size(), nullptr);
  } else {
    Search search(completion, selector, capabilities, graph, atoms);
    start_cost = search.cost(search.start());
    const double held = selector.pricing().weights().held * start_cost;
    const double allowed = held > 0 ? kMorePeak * peak_under(completion.graph(), graph, search.start()) : 0;
    double least = 0;  // of the plans so far
    for (const double step : kPriceSteps) {
      set_held_price(graph, step * held);
      const double held_price = graph.held_price;
      Search::Found found = search.best();
      const double peak = held > 0 ? peak_under(completion.graph(), graph, found.plan) : 0;
      graph.held_price = 0;
      const double cost = held > 0 ? search.cost(found.plan) : found.cost;
      const double weighed = peak > allowed ? cost * std::pow(peak / allowed, kPowerOfMore) : cost;
      if (step == 1 || weighed < least) {
        best_cost = cost;
        best_held_price = held_price;
        least = weighed;
        best = std::move(found.plan);
        is_start = found.is_start;
      }
      if (peak <= allowed) break;
    }
    auto add_rival = [&](const FoldedPlan& plan, std::string_view name) {
      const double cost = search.cost(plan);
      if (cost <= kNearEnough * best_cost && !is_same(plan, best)) {
        rivals.push_back(unfolded_plan(graph, plan, cost, name));
      }
    };
    if (selector.pricing().is_by_time()) add_rival(search.hinted(), "hints");
    if (held > 0 && is_padded(graph)) {
      set_held_price(graph, kHeldOfPadded * held);
      const FoldedPlan small = search.best().plan;
      graph.held_price = 0;
      add_rival(small, "small");
    }
    if (is_start) best.choices.assign(graph.edges.size(), nullptr);  // each op by itself, where nothing better is found
  }
  GlobalPlan out = unfolded_plan(graph, best, best_cost, "prices");
  out.start_cost = start_cost;
  out.held_price = best_held_price;
  out.rivals = std::move(rivals);
  return out;
}

}  // namespace partita::core::partition
