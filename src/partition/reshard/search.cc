#include "partition/reshard/search.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <queue>

#include "partition/reshard/space.h"
#include "partition/reshard/successors.h"
#include "shard/hashing.h"

namespace partita::core::partition::reshard {
namespace {

// States looked at in order of what they may lead to, and after that in order of what they are known to lead to.
constexpr int kMaxExpanded = 120;
constexpr int kMaxGreedy = 120;
constexpr double kTolerance = 1e-12;

struct Node {
  Move move;         // from the parent
  uint64_t sliced;   // atoms that settled after it
  State state;       // settled
  double cost = 0;   // so far
  double total = 0;  // the plain way from here included
  int parent = -1;
};

// State -> node, by open addressing: most searches hold a handful.
class Table {
 public:
  Table() : slots_(64, -1) {}

  int& find(const State& state, const std::vector<Node>& nodes) {
    if (2 * nodes.size() > slots_.size()) grow(nodes);
    return slot(state, nodes);
  }

 private:
  static size_t hash(const State& state) {
    static_assert(sizeof(State) % sizeof(int64_t) == 0);
    std::array<int64_t, sizeof(State) / sizeof(int64_t)> words;
    std::memcpy(words.data(), &state, sizeof(State));
    size_t seed = 0;
    for (int64_t word : words) seed = shard::hash_of(word, seed);
    return seed;
  }
  int& slot(const State& state, const std::vector<Node>& nodes) {
    for (size_t at = hash(state);; ++at) {
      int& node = slots_[at & (slots_.size() - 1)];
      if (node < 0 || nodes[node].state == state) return node;
    }
  }
  void grow(const std::vector<Node>& nodes) {
    slots_.assign(4 * slots_.size(), -1);
    for (size_t i = 0; i < nodes.size(); ++i) slot(nodes[i].state, nodes) = static_cast<int>(i);
  }

  std::vector<int> slots_;
};

class Search {
 public:
  explicit Search(const Problem& problem) : space_(problem) {}

  Path run() {
    reach(space_.start(), {}, 0, -1);
    bool exhausted = false;
    for (int expanded = 0; !open_.empty(); ++expanded) {
      if (expanded == kMaxExpanded) {
        exhausted = true;
        order_by_total();
      }
      if (expanded == kMaxExpanded + kMaxGreedy) break;
      const Open next = open_.top();
      open_.pop();
      if (next.bound >= best_cost_ * (1 - kTolerance)) {
        if (!exhausted) break;
        continue;
      }
      if (next.cost > nodes_[next.node].cost) continue;  // reached more cheaply since
      const State state = nodes_[next.node].state;
      for_each_move(space_, state, [&](const Move& move) {
        reach(move.after, move, next.cost + move.cost, next.node);
        return next.bound < best_cost_ * (1 - kTolerance);  // what was found may be as good as anything from here
      });
    }
    return path(exhausted);
  }

 private:
  struct Open {
    double order = 0;
    double bound = 0;
    double cost = 0;
    int node = 0;
    // The queue has the largest on top: the lowest, then the earliest.
    friend bool operator<(const Open& a, const Open& b) {
      return a.order != b.order ? a.order > b.order : a.node > b.node;
    }
  };

  void order_by_total() {
    by_total_ = true;
    std::priority_queue<Open> again;
    for (; !open_.empty(); open_.pop()) {
      Open open = open_.top();
      open.order = nodes_[open.node].total;
      again.push(open);
    }
    open_ = std::move(again);
  }

  void reach(State state, const Move& move, double cost, int parent) {
    if (cost >= best_cost_ * (1 - kTolerance) && parent >= 0) return;
    const uint64_t sliced = space_.settle(state);
    if (sliced != 0 && (move.kind == StepKind::kAllGather || move.kind == StepKind::kRetile)) cost += space_.detour();
    int& known = table_.find(state, nodes_);
    int node = known;
    if (node < 0) {
      node = known = std::ssize(nodes_);
      nodes_.push_back({move, sliced, state, cost, 0, parent});
    } else {
      Node& old = nodes_[node];
      if (cost >= old.cost * (1 - kTolerance) - 1e-300) return;
      old = {move, sliced, state, cost, 0, parent};
    }
    const double total = cost + space_.finish(state);
    nodes_[node].total = total;
    if (total < best_cost_ * (1 - kTolerance) || best_node_ < 0) {
      best_cost_ = total;
      best_node_ = node;
    }
    const double bound = cost + space_.lower_bound(state);
    if (bound < best_cost_ * (1 - kTolerance)) open_.push({by_total_ ? total : bound, bound, cost, node});
  }

  Path path(bool exhausted) const {
    Path out;
    out.exhausted = exhausted;
    std::vector<const Node*> nodes;
    for (int i = best_node_; i >= 0; i = nodes_[i].parent) {
      nodes.push_back(&nodes_[i]);
    }
    std::reverse(nodes.begin(), nodes.end());
    for (const Node* node : nodes) {
      if (node->parent >= 0) out.moves.push_back(node->move);
      if (node->sliced == 0) continue;
      State before = node->parent >= 0 ? node->move.after : space_.start();
      before.variant = node->state.variant;
      out.moves.push_back({StepKind::kSlice, node->sliced, -1, before, node->state, 0, 0, 0});
    }
    space_.finish(nodes_[best_node_].state, &out.moves);
    for (const Move& move : out.moves) out.cost += move.cost;
    return out;
  }

  Space space_;
  std::vector<Node> nodes_;
  Table table_;
  std::priority_queue<Open> open_;
  bool by_total_ = false;
  double best_cost_ = 0;
  int best_node_ = -1;
};

}  // namespace

Path cheapest_path(const Problem& problem) { return Search(problem).run(); }

}  // namespace partita::core::partition::reshard
