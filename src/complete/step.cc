#include "complete/step.h"

#include <deque>

#include "base/hash.h"
#include "base/maps.h"
#include "complete/factor_axes.h"

namespace partita::core::complete {
namespace {

constexpr std::string_view kMovesMore = "moves more bytes than another way to use the axis";
constexpr std::string_view kMovesAsMuch =
    "moves as many bytes as another way to use the axis, which is on a larger tensor or comes first";
constexpr std::string_view kLargerDiffers = "a larger tensor has other axes there";

// The computation of one step: an edge with the states of its tensors.
class OneStep {
 public:
  OneStep(const FlowGraph& graph, const PropagationEdge& edge, StepMode mode, ShardingPool& pool)
      : graph_(graph), edge_(edge), rule_(*edge.rule), mode_(mode), pool_(pool), nodes_(graph.nodes_of(edge)) {}

  void run(std::vector<const Sharding*>& states, std::vector<Refusal>& refusals) {
    const bool to_results = mode_ == StepMode::kForward;
    const int begin = to_results ? edge_.operands : 0;
    const int end = to_results ? static_cast<int>(nodes_.size()) : edge_.operands;
    for (int t = begin; t < end; ++t) states.push_back(state(t));
    MeshPtr mesh = mesh_of_sources();
    if (mesh == nullptr) return;
    read_sources(mesh);
    merge_proposals(refusals);
    resolve_conflicts(refusals);
    for (int t = begin; t < end; ++t) {
      if (nodes_[t] == kNoNode || !known(t)) continue;
      const ValueNode& node = graph_.nodes[nodes_[t]];
      const Sharding* now = state(t);
      if (now != nullptr && (now->is_maximal() || (now->mesh_ptr() != mesh && !is_bare(*now)))) continue;
      Extension extension(rule_, rule_.tensor(t), now, mesh, {node.type, node.even_only, edge_.hidden});
      if (std::optional<Sharding> next = extension.towards(wanted_)) {
        states[t - begin] = pool_.intern(std::move(*next));
      }
      for (const Extension::Refused& r : extension.refused()) {
        refusals.push_back({t, origin_[r.factor], r.dim, r.axis, r.reason});
      }
    }
  }

 private:
  const Sharding* state(int tensor) const {
    NodeId node = nodes_[tensor];
    return node == kNoNode ? nullptr : graph_.nodes[node].state;
  }
  bool known(int tensor) const { return tensor < rule_.num_tensors() && !rule_.tensor(tensor).empty(); }
  bool is_source(int tensor) const { return (tensor < edge_.operands) != (mode_ == StepMode::kBackward); }

  // Whether the state has no axes on its mesh: it may as well be on another.
  static bool is_bare(const Sharding& s) {
    bool bare = s.pinned_replicated().empty() && s.unreduced_axes().empty() && s.manual_axes().empty();
    for (const DimSharding& dim : s.dims()) bare = bare && dim.axes.empty();  // an axis of size 1 is one as well
    return bare;
  }

  double bytes(int tensor) const {
    Type type = graph_.nodes[nodes_[tensor]].type;
    return static_cast<double>(type.num_elements()) * byte_width(type.element());
  }

  // Nothing propagates between meshes; where operands differ, the mesh of the largest one is taken.
  MeshPtr mesh_of_sources() const {
    MeshPtr mesh;
    double most = -1;
    for (int t = 0; t < std::ssize(nodes_); ++t) {
      const Sharding* s = state(t);
      if (!is_source(t) || s == nullptr || s->is_maximal() || !known(t)) continue;
      bool any = false;
      for (const DimSharding& dim : s->dims()) any = any || !dim.axes.empty();
      if (any && bytes(t) > most) {
        most = bytes(t);
        mesh = s->mesh_ptr();
      }
    }
    return mesh;
  }

  void read_sources(const MeshPtr& mesh) {
    on_factors_.resize(nodes_.size());
    has_.assign(nodes_.size(), std::vector<bool>(rule_.factors.size(), false));
    for (int t = 0; t < std::ssize(nodes_); ++t) {
      auto at = static_cast<size_t>(t);
      on_factors_[at].resize(rule_.factors.size());
      if (!known(t) || nodes_[at] == kNoNode) continue;
      for (const DimFactors& dim : rule_.tensor(t)) {
        for (int f : dim) has_[at][f] = true;
      }
      const Sharding* s = state(t);
      if (s != nullptr && s->mesh_ptr() == mesh)
        on_factors_[at] = axes_on_factors(rule_, rule_.tensor(t), s, edge_.hidden);
    }
  }

  bool in_results(size_t factor) const {
    for (size_t t = edge_.operands; t < nodes_.size(); ++t) {
      if (has_[t][factor]) return true;
    }
    return false;
  }

  // For each factor the axes that most bytes agree on.
  void merge_proposals(std::vector<Refusal>& refusals) {
    wanted_.resize(rule_.factors.size());
    origin_.assign(rule_.factors.size(), 0);
    for (size_t f = 0; f < rule_.factors.size(); ++f) {
      if (!rule_.factors[f].flows) continue;
      if (mode_ == StepMode::kAcross && in_results(f)) continue;
      double best = -1;
      for (size_t t = 0; t < nodes_.size(); ++t) {
        const AxisRefs& proposal = on_factors_[t][f];
        if (!is_source(t) || proposal.empty()) continue;
        double weight = 0;
        for (size_t u = 0; u < nodes_.size(); ++u) {
          const AxisRefs& other = on_factors_[u][f];
          if (!is_source(u) || other.empty()) continue;
          if (is_prefix(other, proposal)) weight += bytes(u);
        }
        if (weight > best || (weight == best && proposal < wanted_[f])) {
          best = weight;
          wanted_[f] = proposal;
          origin_[f] = static_cast<int>(t);
        }
      }
      for (size_t t = 0; t < nodes_.size(); ++t) {
        const AxisRefs& proposal = on_factors_[t][f];
        if (!is_source(t) || proposal.empty() || is_prefix(proposal, wanted_[f])) continue;
        refuse(f, t, proposal.front(), kLargerDiffers, refusals);
      }
    }
  }

  bool together(size_t f, size_t g) const {
    for (const std::vector<bool>& has : has_) {
      if (has[f] && has[g]) return true;
    }
    return false;
  }

  void resolve_conflicts(std::vector<Refusal>& refusals) {
    for (size_t f = 0; f < wanted_.size(); ++f) {
      for (size_t g = f + 1; g < wanted_.size(); ++g) {
        if (wanted_[f].empty() || wanted_[g].empty() || !together(f, g)) continue;
        for (size_t i = 0; i < wanted_[f].size() && !wanted_[g].empty(); ++i) {
          const AxisRef axis = wanted_[f][i];
          size_t j = 0;
          while (j < wanted_[g].size() && !overlaps(wanted_[g][j], axis)) ++j;
          if (j == wanted_[g].size()) continue;
          const AxisRef other = wanted_[g][j];
          double cost_f = cost(f, axis), cost_g = cost(g, other);
          bool f_wins = cost_f != cost_g ? cost_f < cost_g : bytes(origin_[f]) >= bytes(origin_[g]);
          size_t loser = f_wins ? g : f;
          refuse(loser, origin_[loser], f_wins ? other : axis, cost_f == cost_g ? kMovesAsMuch : kMovesMore, refusals);
          wanted_[loser].resize(f_wins ? j : i);
        }
      }
    }
  }

  void refuse(size_t factor, int from, const AxisRef& axis, std::string_view reason,
              std::vector<Refusal>& refusals) const {
    for (int t = 0; t < std::ssize(nodes_); ++t) {
      if (is_source(t) && mode_ != StepMode::kAcross) continue;
      if (!has_[t][factor]) continue;
      const TensorFactors& dims = rule_.tensor(t);
      for (size_t d = 0; d < dims.size(); ++d) {
        for (int f : dims[d]) {
          if (static_cast<size_t>(f) == factor) refusals.push_back({t, from, static_cast<int>(d), axis, reason});
        }
      }
    }
  }

  // Bytes a device holds of the tensor with this axis gathered.
  double local_bytes(int tensor, const AxisRef& axis) const {
    double local = bytes(tensor);
    const Sharding* s = state(tensor);
    if (s == nullptr || s->is_maximal()) return local;
    for (const DimSharding& dim : s->dims()) {
      for (const AxisRef& held : dim.axes) {
        if (!overlaps(held, axis)) local /= static_cast<double>(held.size);
      }
    }
    return local;
  }

  bool holds(int tensor, const AxisRef& axis) const {
    const Sharding* s = state(tensor);
    if (s == nullptr || s->is_maximal()) return false;
    for (const DimSharding& dim : s->dims()) {
      if (overlaps(dim.axes, axis)) return true;
    }
    return false;
  }

  // What computing the op with the axis on the factor would move: operands that have it elsewhere are gathered or
  // moved by an all-to-all, partial results are reduced.
  double cost(size_t factor, const AxisRef& axis) const {
    const auto n = static_cast<double>(axis.size);
    const double share = (n - 1) / n;
    double sum = 0;
    for (int t = 0; t < std::ssize(nodes_); ++t) {
      auto at = static_cast<size_t>(t);
      if (nodes_[at] == kNoNode) continue;
      const bool operand = t < edge_.operands;
      if (overlaps(on_factors_[at][factor], axis)) continue;
      if (holds(t, axis)) {
        sum += local_bytes(t, axis) * share / (has_[at][factor] ? n : 1);
        continue;
      }
      if (!operand && !has_[at][factor]) sum += 2 * local_bytes(t, axis) * share;  // all-reduce of the result
    }
    return sum;
  }

  const FlowGraph& graph_;
  const PropagationEdge& edge_;
  const Rule& rule_;
  StepMode mode_;
  ShardingPool& pool_;
  std::span<const NodeId> nodes_;
  std::vector<FactorAxes> on_factors_;  // by tensor
  std::vector<std::vector<bool>> has_;  // by tensor and factor
  FactorAxes wanted_;
  std::vector<int> origin_;  // which tensor proposed what is wanted of a factor
};

}  // namespace

struct Stepper::Memo {
  struct Entry {
    std::vector<uintptr_t> key;
    std::vector<const Sharding*> states;
    std::vector<Refusal> refusals;
    uint32_t next;  // another entry of the same hash
  };
  std::vector<uintptr_t> key;
  std::deque<Entry> entries;
  tsl::robin_map<uint64_t, uint32_t> by_hash;
};

Stepper::Stepper(const FlowGraph& graph, ShardingPool& pool)
    : graph_(graph), pool_(pool), memo_(std::make_unique<Memo>()) {}
Stepper::~Stepper() = default;

StepResult Stepper::step(const PropagationEdge& edge, StepMode mode) {
  std::vector<uintptr_t>& key = memo_->key;
  key.assign(
      {reinterpret_cast<uintptr_t>(edge.rule), reinterpret_cast<uintptr_t>(edge.hidden), static_cast<uintptr_t>(mode)});
  for (NodeId id : graph_.nodes_of(edge)) {
    if (id == kNoNode) {
      key.push_back(0);
    } else {
      const ValueNode& node = graph_.nodes[id];
      key.push_back(reinterpret_cast<uintptr_t>(node.state) | (node.even_only ? 1 : 0));  // objects lie on even bytes
    }
  }
  size_t hash = 0;
  for (uintptr_t part : key) hash = base::mix_hash(hash, part);

  auto [at, fresh] = memo_->by_hash.try_emplace(hash, UINT32_MAX);
  for (uint32_t i = at->second; i != UINT32_MAX; i = memo_->entries[i].next) {
    const Memo::Entry& entry = memo_->entries[i];
    if (entry.key == key) return {entry.states, entry.refusals};
  }
  auto index = static_cast<uint32_t>(memo_->entries.size());
  memo_->entries.push_back({key, {}, {}, at->second});
  at.value() = index;
  Memo::Entry& entry = memo_->entries.back();
  OneStep(graph_, edge, mode, pool_).run(entry.states, entry.refusals);
  return {entry.states, entry.refusals};
}

}  // namespace partita::core::complete
