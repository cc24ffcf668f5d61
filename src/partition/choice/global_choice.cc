#include "partition/choice/global_choice.h"

#include <algorithm>
#include <map>

#include "complete/graph.h"
#include "partition/choice/pairwise.h"
#include "partition/reshard/estimate.h"

namespace partita {
namespace {

// What an axis does to a value: divides a dimension (its number), or one of these.
using Label = int8_t;
constexpr Label kWhole = -1;
constexpr Label kPending = -2;

// What it does to an op: a factor (its number), nothing, or flows through: kFlow - k for mask k of Rule::linear.
using Strategy = int16_t;
constexpr Strategy kUndivided = -1;
constexpr Strategy kFlow = -2;

constexpr double kForbidden = 1e30;
// Ops with less than this share of the program's work are not worth keeping divided at any price.
constexpr double kGuardedShare = 0.002;

class Optimizer {
 public:
  Optimizer(const Completion& completion, Chooser& chooser, const Abilities& abilities)
      : completion_(completion),
        graph_(completion.graph()),
        chooser_(chooser),
        abilities_(abilities),
        rules_(completion.rules()) {}

  GlobalChoice run() {
    GlobalChoice out;
    mesh_ = completion_.meshes().main();
    for (CellId c = 0; c < graph_.cells.size(); ++c) out.of_cell.push_back(completion_.of_cell(c));
    out.of_link.assign(graph_.links.size(), nullptr);
    find_atoms();
    if (atoms_.empty() || !one_mesh()) return out;
    read_start();
    out.start_cost = out.cost = measure(start_);
    // The order of axes that share a dimension is decided for the whole program: each is tried, what is best is kept.
    for (const AxisRefs& order : orders()) {
      set_order(order);
      solve_all();
      const bool ordered = shares_dimensions();
      GlobalChoice trial = assembled();
      double cost = measure(trial);
      if (cost < out.cost) {
        trial.start_cost = out.start_cost;
        trial.cost = cost;
        out = std::move(trial);
      }
      if (!ordered) break;
    }
    return out;
  }

 private:
  // ---- axes

  // Pieces of the main mesh's axes that no sharding of the program cuts further, in the order they stand on dimensions.
  void find_atoms() {
    AxisRefs all;
    for (CellId c = 0; c < graph_.cells.size(); ++c) {
      const Sharding* s = completion_.of_cell(c);
      if (s->is_maximal() || s->mesh_ptr() != mesh_) continue;
      for (const AxisRefs* set : {&s->manual_axes(), &s->unreduced_axes()})
        all.insert(all.end(), set->begin(), set->end());
      for (const DimSharding& dim : s->dims()) all.insert(all.end(), dim.axes.begin(), dim.axes.end());
      if (all.size() > 64) simplify(all);
    }
    simplify(all);
    for (const AxisRef& axis : all) {
      if (axis.size > 1) atoms_.push_back(axis);
    }
    // Which of two that share a dimension is the major one: as most of the program has it, else as the mesh has it.
    std::vector<std::vector<int>> before(atoms_.size(), std::vector<int>(atoms_.size(), 0));
    for (CellId c = 0; c < graph_.cells.size(); ++c) {
      const Sharding* s = completion_.of_cell(c);
      if (s->is_maximal() || s->mesh_ptr() != mesh_) continue;
      for (const DimSharding& dim : s->dims()) {
        for (size_t i = 0; i < dim.axes.size(); ++i) {
          for (size_t j = i + 1; j < dim.axes.size(); ++j) count_order(dim.axes[i], dim.axes[j], before);
        }
      }
    }
    std::vector<size_t> order(atoms_.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](size_t i, size_t j) { return before[i][j] > before[j][i]; });
    AxisRefs sorted;
    for (size_t i : order) sorted.push_back(atoms_[i]);
    atoms_ = std::move(sorted);
  }

  static void simplify(AxisRefs& axes) {
    axes = split_at(axes, axes);
    std::sort(axes.begin(), axes.end());
    axes.erase(std::unique(axes.begin(), axes.end()), axes.end());
  }

  void count_order(const AxisRef& major, const AxisRef& minor, std::vector<std::vector<int>>& before) const {
    for (size_t i = 0; i < atoms_.size(); ++i) {
      for (size_t j = 0; j < atoms_.size(); ++j) {
        if (i != j && overlaps(atoms_[i], major) && overlaps(atoms_[j], minor)) ++before[i][j];
      }
    }
  }

  static constexpr size_t kMaxOrderedAtoms = 3;  // six orders; with more only the usual one and its mirror

  std::vector<AxisRefs> orders() const {
    std::vector<AxisRefs> out = {atoms_};
    AxisRefs other = atoms_;
    if (atoms_.size() <= kMaxOrderedAtoms) {
      std::vector<size_t> places(atoms_.size());
      for (size_t i = 0; i < places.size(); ++i) places[i] = i;
      while (std::next_permutation(places.begin(), places.end())) {
        for (size_t i = 0; i < places.size(); ++i) other[i] = atoms_[places[i]];
        out.push_back(other);
      }
    } else {
      std::reverse(other.begin(), other.end());
      out.push_back(other);
    }
    return out;
  }

  // Whether two axes are on one dimension or factor anywhere: otherwise their order says nothing.
  bool shares_dimensions() const {
    const size_t n = atoms_.size();
    auto shared = [n](const auto& list) {
      for (size_t at = 0; at < list.size(); at += n) {
        for (size_t a = 0; a < n; ++a) {
          for (size_t b = a + 1; b < n; ++b) {
            if (list[at + a] >= 0 && list[at + a] == list[at + b]) return true;
          }
        }
      }
      return false;
    };
    return shared(labels_) || shared(strategies_);
  }

  // Starts again from completion's shardings with the atoms in this order.
  void set_order(const AxisRefs& order) {
    atoms_ = order;
    read_start();
  }

  // What the shardings and choices really move and compute, by estimate, all trips.
  double measure(const GlobalChoice& choice) const {
    double sum = 0;
    auto moved = [&](Type type, const Sharding* from, const Sharding* to) {
      if (from == nullptr || to == nullptr || from == to || from->is_maximal() || to->is_maximal()) return 0.0;
      from = with_manual_of(from, *to, completion_.pool());
      reshard::Estimate e = reshard::estimate(type.dims(), 8 * byte_width(type.element()), *from, *to);
      return e.bytes + kLaunchBytes * e.launches;
    };
    for (size_t l = 0; l < graph_.links.size(); ++l) {
      const Link& link = graph_.links[l];
      std::span<const CellId> cells = graph_.cells_of(link);
      if (link.manual_edge) continue;
      if (!is_computed(link)) {
        for (int t = 0; t < link.operands; ++t) {
          CellId from = cells[static_cast<size_t>(t)], to = cells[link.operands];
          if (from == kNoCell || to == kNoCell || graph_.cells[from].edge_copy) continue;
          sum += times(graph_.cells[from], link) *
                 moved(graph_.cells[from].type, choice.of_cell[from], choice.of_cell[to]);
        }
        continue;
      }
      const Choice* c = choice.of_link[l];
      if (c == nullptr) continue;
      double parts = 1;
      for (const AxisRefs& axes : c->axes) parts *= static_cast<double>(total_size(axes));
      sum += work_[l] * kOperationBytes / parts + link.trips * abilities_.exchange_bytes(*link.op, *link.rule, *c);
      for (size_t t = 0; t < cells.size(); ++t) {
        if (cells[t] == kNoCell) continue;
        const Cell& cell = graph_.cells[cells[t]];
        const Sharding* stored = choice.of_cell[cells[t]];
        if (t < link.operands) {
          if (cell.edge_copy) continue;
          const Sharding* wanted = c->operands[t];
          if (wanted == stored || wanted == nullptr) continue;
          sum += times(cell, link) * moved(cell.type, stored, wanted);
        } else {
          sum += link.trips * moved(cell.type, c->results[t - link.operands], stored);
        }
      }
    }
    return sum;
  }

  // Programs on several meshes are left to the choice of each op.
  bool one_mesh() const {
    for (CellId c = 0; c < graph_.cells.size(); ++c) {
      const Sharding* s = completion_.of_cell(c);
      if (!s->is_maximal() && s->mesh_ptr() != mesh_ && !s->is_replicated()) return false;
    }
    return true;
  }

  // ---- the start: completion's shardings, each op its own best

  void read_start() {
    const size_t n = atoms_.size();
    labels_.assign(graph_.cells.size() * n, kWhole);
    strategies_.assign(graph_.links.size() * n, kUndivided);
    fixed_.assign(graph_.cells.size(), false);
    for (CellId c = 0; c < graph_.cells.size(); ++c) {
      const Sharding* s = completion_.of_cell(c);
      const Cell& cell = graph_.cells[c];
      fixed_[c] = cell.hint != nullptr || s->is_maximal() || !s->manual_axes().empty() || cell.value == nullptr ||
                  (cell.value->is_argument() && cell.value->region()->parent_op() == nullptr);
      if (s->is_maximal()) continue;
      for (size_t a = 0; a < n; ++a) label(c, a) = label_in(*s, atoms_[a]);
    }
    for (CellId c : graph_.result_cells) {
      if (c != kNoCell) fixed_[c] = true;
    }
    stored_labels_ = labels_;
    start_.of_cell.clear();
    for (CellId c = 0; c < graph_.cells.size(); ++c) start_.of_cell.push_back(completion_.of_cell(c));
    start_.of_link.assign(graph_.links.size(), nullptr);
    double total = 0;
    work_.assign(graph_.links.size(), 0);
    for (size_t l = 0; l < graph_.links.size(); ++l) {
      const Link& link = graph_.links[l];
      if (!is_computed(link)) continue;
      work_[l] = operations_of(*link.op) * link.trips;
      total += work_[l];
      read_choice(l);
    }
    guarded_work_ = total * kGuardedShare;
    mark_stacks();
  }

  static Label label_in(const Sharding& s, const AxisRef& atom) {
    for (int d = 0; d < s.rank(); ++d) {
      if (overlaps(s.dim(d).axes, atom)) return static_cast<Label>(d);
    }
    return overlaps(s.unreduced_axes(), atom) ? kPending : kWhole;
  }

  void read_choice(size_t l) {
    const Link& link = graph_.links[l];
    std::span<const CellId> cells = graph_.cells_of(link);
    std::vector<const Sharding*> stored[2];
    for (size_t t = 0; t < cells.size(); ++t) {
      stored[t < link.operands ? 0 : 1].push_back(cells[t] == kNoCell ? nullptr : whole_if_maximal(cells[t]));
    }
    const Choice& choice = chooser_.choose(*link.op, stored[0], stored[1]);
    start_.of_link[l] = &choice;
    for (size_t a = 0; a < atoms_.size(); ++a) {
      for (size_t f = 0; f < choice.axes.size(); ++f) {
        if (overlaps(choice.axes[f], atoms_[a])) strategy(l, a) = static_cast<Strategy>(f);
      }
    }
  }

  const Sharding* whole_if_maximal(CellId c) const {
    const Sharding* s = completion_.of_cell(c);
    if (!s->is_maximal()) return s;
    return completion_.pool().intern(Sharding::replicated(mesh_, graph_.cells[c].type.rank()));
  }

  // Carried values that a loop writes piece by piece.
  void mark_stacks() {
    stack_.assign(graph_.cells.size(), false);
    for (const Link& link : graph_.links) {
      if (link.op == nullptr || !link.op->is(OpKind::kDynamicUpdateSlice) || link.is_edge) continue;
      std::span<const CellId> cells = graph_.cells_of(link);
      for (CellId c : {cells[0], cells.back()}) {
        if (c != kNoCell && link.trips > 1) stack_[c] = true;
      }
    }
  }

  // Whether the link is an op with a choice of its own; others hand the same value on.
  static bool is_computed(const Link& link) {
    if (link.is_edge || link.op == nullptr) return false;
    switch (link.op->kind()) {
      case OpKind::kShardingConstraint:
      case OpKind::kReshard:
      case OpKind::kPropagationBarrier:
      case OpKind::kDataFlowEdge: return false;
      case OpKind::kCustomCall: return link.op->text_attr(AttrKey::kCallTargetName) != "Sharding";
      default: return true;
    }
  }

  // ---- one axis, the others as they are

  Label& label(CellId c, size_t a) { return labels_[c * atoms_.size() + a]; }
  Label label(CellId c, size_t a) const { return labels_[c * atoms_.size() + a]; }
  Strategy& strategy(size_t l, size_t a) { return strategies_[l * atoms_.size() + a]; }
  Strategy strategy(size_t l, size_t a) const { return strategies_[l * atoms_.size() + a]; }

  // Bytes a device holds with this axis gathered.
  double local_bytes(CellId c, size_t axis) const {
    Type type = graph_.cells[c].type;
    double bytes = static_cast<double>(type.num_elements()) * byte_width(type.element());
    for (size_t a = 0; a < atoms_.size(); ++a) {
      if (a != axis && label(c, a) >= 0) bytes /= static_cast<double>(atoms_[a].size);
    }
    return bytes;
  }

  static double reshard_cost(double bytes, double n, Label from, Label to) {
    if (from == to || from == kWhole) return 0;
    const double share = (n - 1) / n;
    double moved;
    if (from == kPending) {
      moved = to >= 0 ? bytes * share : 2 * bytes * share;
    } else if (to >= 0) {
      moved = bytes / n * share;
    } else {
      moved = bytes * share;  // to a pending sum as well: made whole first
    }
    return moved + kLaunchBytes;
  }

  // How often a reshard on the way from a cell to a use runs: a value from outside a loop is brought once.
  static double times(const Cell& cell, const Link& link) {
    return cell.carried ? link.trips : std::min(cell.trips, link.trips);
  }

  // A constraint that several ops read. Arguments are not: a form of them would be kept for the whole program.
  bool is_read_in_a_form(CellId c) const {
    const Cell& cell = graph_.cells[c];
    if (cell.hint == nullptr || cell.value == nullptr || cell.value->op() == nullptr) return false;
    const Sharding* s = completion_.of_cell(c);
    if (s->is_maximal() || !s->manual_axes().empty()) return false;
    return cell.value->first_use() != nullptr && !cell.value->has_one_use();
  }

  void add_labels(CellId c, size_t axis, std::vector<Label>& out) const {
    if (fixed_[c]) {
      out.push_back(label(c, axis));
    } else {
      add_free_labels(c, axis, out);
    }
  }

  void add_free_labels(CellId c, size_t axis, std::vector<Label>& out) const {
    const Cell& cell = graph_.cells[c];
    const bool at_least_as_stored = stack_[c] && stored_labels_[c * atoms_.size() + axis] >= 0;
    if (!at_least_as_stored) {
      out.push_back(kWhole);
      if (is_float(cell.type.element()) || is_complex(cell.type.element())) out.push_back(kPending);
    }
    for (int d = 0; d < cell.type.rank(); ++d) {
      auto shards = static_cast<double>(atoms_[axis].size);
      for (size_t a = 0; a < atoms_.size(); ++a) {
        if (a != axis && label(c, a) == d) shards *= static_cast<double>(atoms_[a].size);
      }
      auto size = static_cast<double>(cell.type.dim(d));
      if ((size >= 2 && size >= 0.75 * shards) || label(c, axis) == d) out.push_back(static_cast<Label>(d));
    }
  }

  int64_t other_shards(size_t l, size_t axis, int factor) const {
    int64_t shards = 1;
    for (size_t a = 0; a < atoms_.size(); ++a) {
      if (a != axis && strategy(l, a) == factor) shards *= atoms_[a].size;
    }
    return shards;
  }

  // Whether every tensor with the factor can say so: nothing left undivided above it in a dimension, sizes that divide,
  // dimensions large enough.
  bool fits(size_t l, size_t axis, int factor) const {
    const Link& link = graph_.links[l];
    const Rule& rule = *link.rule;
    std::span<const CellId> cells = graph_.cells_of(link);
    const int64_t mine = other_shards(l, axis, factor) * atoms_[axis].size;
    const bool moves = abilities_.moves_boundaries(*link.op);
    for (int t = 0; t < rule.num_tensors() && t < static_cast<int>(cells.size()); ++t) {
      const TensorFactors& tensor = rule.tensor(t);
      for (size_t d = 0; d < tensor.size(); ++d) {
        auto at = std::find(tensor[d].begin(), tensor[d].end(), factor);
        if (at == tensor[d].end()) continue;
        if (cells[static_cast<size_t>(t)] != kNoCell) {
          int64_t size = graph_.cells[cells[static_cast<size_t>(t)]].type.dim(static_cast<int>(d));
          if (size < 2 || 4 * size < 3 * mine) return false;
        }
        if (tensor[d].size() == 1) continue;
        const int64_t size = rule.factors[static_cast<size_t>(factor)].size;
        if (size % mine != 0 && !(moves && at == tensor[d].begin())) return false;
        for (auto f = tensor[d].begin(); f != at; ++f) {
          if (other_shards(l, axis, *f) != rule.factors[static_cast<size_t>(*f)].size) return false;
        }
        for (auto f = at + 1; f != tensor[d].end(); ++f) {
          if (other_shards(l, axis, *f) > 1 && mine != size) return false;
        }
      }
    }
    return true;
  }

  void add_strategies(size_t l, size_t axis, std::vector<Strategy>& out) const {
    const Link& link = graph_.links[l];
    const Rule& rule = *link.rule;
    const Strategy now = strategy(l, axis);
    const bool guarded = now >= 0 && work_[l] >= guarded_work_;
    if (!guarded) {
      out.push_back(kUndivided);
      bool floats = link.op->num_results() > 0;
      for (int i = 0; i < link.op->num_results(); ++i) {
        Type type = link.op->result(i)->type();
        floats = floats && type.is_tensor() && (is_float(type.element()) || is_complex(type.element()));
      }
      for (size_t k = 0; floats && (!rule.per_value || link.op->num_results() == 1) && k < rule.linear.size(); ++k) {
        out.push_back(static_cast<Strategy>(kFlow - static_cast<int>(k)));
      }
    }
    for (size_t f = 0; f < rule.factors.size(); ++f) {
      auto factor = static_cast<int>(f);
      if (now == factor ||
          (fits(l, axis, factor) &&
           abilities_.can_divide(*link.op, rule, factor, other_shards(l, axis, factor) * atoms_[axis].size))) {
        out.push_back(static_cast<Strategy>(f));
      }
    }
  }

  // What a tensor of the link is while it is computed: required of operands, given by results.
  Label label_under(const Link& link, int t, Strategy s) const {
    const Rule& rule = *link.rule;
    const bool result = t >= link.operands;
    if (s == kUndivided) return kWhole;
    if (s <= kFlow) {
      if (result) return kPending;
      return (rule.linear[static_cast<size_t>(kFlow - s)] >> t & 1) != 0 ? kPending : kWhole;
    }
    if (t < rule.num_tensors()) {
      const TensorFactors& tensor = rule.tensor(t);
      for (size_t d = 0; d < tensor.size(); ++d) {
        if (std::find(tensor[d].begin(), tensor[d].end(), s) != tensor[d].end()) return static_cast<Label>(d);
      }
    }
    const Factor& factor = rule.factors[static_cast<size_t>(s)];
    return result && factor.kind == FactorKind::kReduce && factor.reduction == ReductionKind::kSum ? kPending : kWhole;
  }

  double strategy_cost(size_t l, size_t axis, Strategy s) const {
    const Link& link = graph_.links[l];
    double parts = 1;
    for (size_t a = 0; a < atoms_.size(); ++a) {
      if (a != axis && strategy(l, a) >= 0) parts *= static_cast<double>(atoms_[a].size);
    }
    if (s >= 0) parts *= static_cast<double>(atoms_[axis].size);
    double cost = work_[l] * kOperationBytes / parts;
    if (s < 0) return cost;
    const Factor& factor = link.rule->factors[static_cast<size_t>(s)];
    if (factor.kind == FactorKind::kReduce && factor.reduction != ReductionKind::kSum) {
      // Combined at once: no pending state is kept for it.
      const auto n = static_cast<double>(atoms_[axis].size);
      for (int i = 0; i < link.results; ++i) {
        CellId c = graph_.tensors[link.first + link.operands + static_cast<uint32_t>(i)];
        if (c != kNoCell) cost += link.trips * (2 * local_bytes(c, axis) * (n - 1) / n + kLaunchBytes);
      }
    }
    if (factor.kind == FactorKind::kWindow || factor.kind == FactorKind::kWhole)
      cost += exchange(l, axis, s) * link.trips;
    return cost;
  }

  double exchange(size_t l, size_t axis, Strategy s) const {
    const Link& link = graph_.links[l];
    FactorAxes axes(link.rule->factors.size());
    for (size_t a = 0; a < atoms_.size(); ++a) {
      Strategy used = a == axis ? s : strategy(l, a);
      if (used >= 0) axes[static_cast<size_t>(used)].push_back(atoms_[a]);
    }
    const Choice* choice = chooser_.make(*link.op, axes, {}, mesh_, {});
    return choice == nullptr ? kForbidden : abilities_.exchange_bytes(*link.op, *link.rule, *choice);
  }

  // Every axis twice, the second time only where another one has changed since the first.
  void solve_all() {
    const auto n = static_cast<int>(atoms_.size());
    int last_change = 0;
    for (int turn = 1; turn <= 2 * n; ++turn) {
      const bool stale = turn <= n || last_change > turn - n;
      if (stale && solve((turn - 1) % n)) last_change = turn;
    }
  }

  // The part of a list that belongs to one node.
  struct Range {
    uint32_t first = 0, size = 0;
  };

  bool solve(int axis_index) {
    const auto axis = static_cast<size_t>(axis_index);
    const auto n = static_cast<double>(atoms_[axis].size);
    PairwiseProblem problem;
    std::vector<int> start;
    std::vector<int> node_of_cell(graph_.cells.size(), -1), node_of_link(graph_.links.size(), -1);
    std::vector<Range> range_of_cell(graph_.cells.size()), range_of_link(graph_.links.size());
    std::vector<int> node_of_form(graph_.cells.size(), -1);
    std::vector<Range> range_of_form(graph_.cells.size());
    std::vector<Label> labels;
    std::vector<Strategy> options;
    std::vector<double> costs;
    for (CellId c = 0; c < graph_.cells.size(); ++c) {
      const Cell& cell = graph_.cells[c];
      if (cell.edge_copy || graph_.links_of(c).empty()) continue;
      Range& range = range_of_cell[c];
      range.first = static_cast<uint32_t>(labels.size());
      add_labels(c, axis, labels);
      range.size = static_cast<uint32_t>(labels.size()) - range.first;
      const double stored = kResultBytes * local_bytes(c, axis) * cell.trips;
      costs.clear();
      int now = 0;
      for (uint32_t i = 0; i < range.size; ++i) {
        costs.push_back(labels[range.first + i] >= 0 ? stored / n : stored);
        if (labels[range.first + i] == label(c, axis)) now = static_cast<int>(i);
      }
      node_of_cell[c] = problem.add_node(costs);
      start.push_back(now);
      if (!is_read_in_a_form(c)) continue;
      // Uses of what the user fixed may share another form of it, made once.
      Range& form = range_of_form[c];
      form.first = static_cast<uint32_t>(labels.size());
      add_free_labels(c, axis, labels);
      form.size = static_cast<uint32_t>(labels.size()) - form.first;
      costs.assign(form.size, 0);
      for (uint32_t i = 0; i < form.size; ++i) {
        if (labels[form.first + i] == label(c, axis)) now = static_cast<int>(i);
      }
      node_of_form[c] = problem.add_node(costs);
      start.push_back(now);
      std::span<double> table = problem.add_edge(node_of_cell[c], node_of_form[c]);
      for (uint32_t i = 0; i < form.size; ++i) {
        table[i] = cell.trips * reshard_cost(local_bytes(c, axis), n, label(c, axis), labels[form.first + i]);
      }
    }
    auto bond = [&](int from_node, std::span<const Label> from, int to_node, std::span<const Label> to, double bytes,
                    double count) {
      std::span<double> table = problem.add_edge(from_node, to_node);
      bool any = false;
      size_t at = 0;
      for (Label a : from) {
        for (Label b : to) {
          table[at] = count * reshard_cost(bytes, n, a, b);
          any = any || table[at] != 0;
          ++at;
        }
      }
      if (!any) problem.drop_edge();
    };
    auto of_cell = [&](CellId c) { return std::span(labels).subspan(range_of_cell[c].first, range_of_cell[c].size); };
    // As a use sees the value.
    auto node_read = [&](CellId c) { return node_of_form[c] >= 0 ? node_of_form[c] : node_of_cell[c]; };
    auto labels_read = [&](CellId c) {
      const Range& range = node_of_form[c] >= 0 ? range_of_form[c] : range_of_cell[c];
      return std::span<const Label>(labels).subspan(range.first, range.size);
    };
    std::vector<Label> computed;
    for (size_t l = 0; l < graph_.links.size(); ++l) {
      const Link& link = graph_.links[l];
      std::span<const CellId> cells = graph_.cells_of(link);
      if (link.manual_edge && link.hidden != nullptr && overlaps(*link.hidden, atoms_[axis])) continue;
      if (!is_computed(link)) {
        for (int t = 0; t < link.operands; ++t) {
          for (int r = 0; r < link.results; ++r) {
            CellId from = cells[static_cast<size_t>(t)], to = cells[static_cast<size_t>(link.operands + r)];
            if (from == kNoCell || to == kNoCell || node_of_cell[from] < 0 || node_of_cell[to] < 0) continue;
            bond(node_read(from), labels_read(from), node_of_cell[to], of_cell(to), local_bytes(from, axis),
                 times(graph_.cells[from], link));
          }
        }
        continue;
      }
      Range& range = range_of_link[l];
      range.first = static_cast<uint32_t>(options.size());
      add_strategies(l, axis, options);
      range.size = static_cast<uint32_t>(options.size()) - range.first;
      costs.clear();
      int now = 0;
      for (uint32_t i = 0; i < range.size; ++i) {
        costs.push_back(strategy_cost(l, axis, options[range.first + i]));
        if (options[range.first + i] == strategy(l, axis)) now = static_cast<int>(i);
      }
      node_of_link[l] = problem.add_node(costs);
      start.push_back(now);
      for (size_t t = 0; t < cells.size(); ++t) {
        CellId c = cells[t];
        if (c == kNoCell || node_of_cell[c] < 0) continue;
        computed.clear();
        for (uint32_t i = 0; i < range.size; ++i) {
          computed.push_back(label_under(link, static_cast<int>(t), options[range.first + i]));
        }
        const double bytes = local_bytes(c, axis);
        if (t < link.operands) {
          bond(node_read(c), labels_read(c), node_of_link[l], computed, bytes, times(graph_.cells[c], link));
        } else {
          bond(node_of_link[l], computed, node_of_cell[c], of_cell(c), bytes, link.trips);
        }
      }
    }
    std::vector<int> best = problem.minimise(start);
    if (best == start) return false;
    for (CellId c = 0; c < graph_.cells.size(); ++c) {
      if (node_of_cell[c] < 0) continue;
      label(c, axis) = labels[range_of_cell[c].first + static_cast<size_t>(best[static_cast<size_t>(node_of_cell[c])])];
    }
    for (size_t l = 0; l < graph_.links.size(); ++l) {
      if (node_of_link[l] < 0) continue;
      strategy(l, axis) =
          options[range_of_link[l].first + static_cast<size_t>(best[static_cast<size_t>(node_of_link[l])])];
    }
    return true;
  }

  // ---- shardings and choices from labels and strategies

  GlobalChoice assembled() {
    GlobalChoice out = start_;
    for (CellId c = 0; c < graph_.cells.size(); ++c) {
      if (fixed_[c] || graph_.cells[c].edge_copy) continue;
      Sharding::Spec spec;
      spec.dims.resize(static_cast<size_t>(graph_.cells[c].type.rank()));
      for (size_t a = 0; a < atoms_.size(); ++a) {
        Label l = label(c, a);
        if (l >= 0) spec.dims[static_cast<size_t>(l)].axes.push_back(atoms_[a]);
        if (l == kPending) spec.unreduced.push_back(atoms_[a]);
      }
      Result<Sharding> made = Sharding::make(mesh_, std::move(spec));
      if (made.ok()) out.of_cell[c] = completion_.pool().intern(std::move(*made));
    }
    for (size_t l = 0; l < graph_.links.size(); ++l) {
      const Link& link = graph_.links[l];
      if (!is_computed(link)) continue;
      FactorAxes axes(link.rule->factors.size());
      std::vector<Chooser::Flow> flows;
      for (size_t a = 0; a < atoms_.size(); ++a) {
        Strategy s = strategy(l, a);
        if (s >= 0) axes[static_cast<size_t>(s)].push_back(atoms_[a]);
        if (s <= kFlow) flows.push_back({atoms_[a], link.rule->linear[static_cast<size_t>(kFlow - s)]});
      }
      AxisRefs manual;
      for (CellId c : graph_.cells_of(link)) {
        if (c != kNoCell && !completion_.of_cell(c)->manual_axes().empty())
          manual = completion_.of_cell(c)->manual_axes();
      }
      out.of_link[l] = chooser_.make(*link.op, axes, flows, mesh_, manual);
    }
    return out;
  }

  const Completion& completion_;
  const FlowGraph& graph_;
  Chooser& chooser_;
  const Abilities& abilities_;
  RuleBook& rules_;
  MeshPtr mesh_;
  AxisRefs atoms_;
  std::vector<Label> labels_;         // by cell and atom
  std::vector<Label> stored_labels_;  // as completion has them
  std::vector<Strategy> strategies_;  // by link and atom
  GlobalChoice start_;
  std::vector<bool> fixed_;
  std::vector<bool> stack_;
  std::vector<double> work_;  // by link, all trips
  double guarded_work_ = 0;
};

}  // namespace

GlobalChoice choose_globally(const Completion& completion, Chooser& chooser, const Abilities& abilities) {
  return Optimizer(completion, chooser, abilities).run();
}

}  // namespace partita
