#include "complete/graph.h"

#include <algorithm>
#include <map>

#include "ir/trip_count.h"
#include "shard/spelling_sdy.h"

namespace partita {

bool is_constant_like(const Value& value) {
  const Op* op = value.op();
  if (op == nullptr) return false;
  if (op->is(OpKind::kConstant) || op->is(OpKind::kIota)) return true;
  return op->is(OpKind::kBroadcastInDim) && op->operand(0)->type().rank() == 0 && is_constant_like(*op->operand(0));
}

namespace {

// A loop nobody can count is taken to run this often when its uses vote.
constexpr double kUnknownTrips = 10;

DimSharding open_dim() {
  DimSharding dim;
  dim.open = true;
  return dim;
}

bool is_call_of(const Op& op, std::string_view target) {
  return op.is(OpKind::kCustomCall) && op.text_attr(AttrKey::kCallTargetName) == target;
}

// Between whole and shard shapes, in HLO's spelling and in sdy's.
bool is_manual_border(const Op& op) {
  for (std::string_view target :
       {"SPMDFullToShardShape", "SPMDShardToFullShape", "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape"}) {
    if (is_call_of(op, target)) return true;
  }
  return false;
}

bool has_scalar_body(const Op& op) {
  switch (op.kind()) {
    case OpKind::kWhile:
    case OpKind::kCase:
    case OpKind::kIf:
    case OpKind::kManualComputation:
    case OpKind::kAsyncStart: return false;
    default: return true;
  }
}

class Builder {
 public:
  Builder(const Module& module, const Function& entry, const Hints& hints, RuleBook& rules)
      : module_(module), entry_(entry), hints_(hints), rules_(rules) {}

  Result<FlowGraph> build() {
    graph_.cell_of.assign(module_.num_value_ids(), kNoCell);
    hint_of_.assign(module_.num_value_ids(), nullptr);
    group_of_.assign(module_.num_value_ids(), -1);
    for (const Hint& hint : hints_.all) {
      if (hint.value == nullptr || hint.place == Hint::Place::kManual) continue;
      if (hint.group >= 0 && !hint.group_is_soft) group_of_[hint.value->id()] = hint.group;
      const Hint*& slot = hint_of_[hint.value->id()];
      if (hint.sharding != nullptr && (slot == nullptr || hint.place == Hint::Place::kCommandLine)) slot = &hint;
    }
    const bool tie_root = add_signature();
    PARTITA_CHECK_OK(walk_region(entry_.body(), 1));
    add_results(tie_root);
    add_aliases();
    add_soft_groups();
    if (has_manual_hints_) flood_manual();
    resolve_manual_edges();
    index_links();
    return std::move(graph_);
  }

 private:
  // ---- cells

  CellId new_cell(Type type, const Value* value, const Hint* hint) {
    Cell cell{.type = type, .value = value, .trips = trips_};
    if (!manual_.empty() && manual_mesh_ != nullptr) {
      Sharding::Spec spec;
      spec.dims.assign(type.is_tensor() ? static_cast<size_t>(type.rank()) : 0, open_dim());
      spec.manual = manual_;
      if (auto made = Sharding::make(manual_mesh_, std::move(spec)); made.ok()) {
        cell.state = hints_.pool->intern(std::move(*made));
      }
    }
    graph_.cells.push_back(cell);
    auto id = static_cast<CellId>(graph_.cells.size() - 1);
    if (hint != nullptr) set_hint(id, hint, hint->sharding);
    return id;
  }

  void set_hint(CellId id, const Hint* hint, const Sharding* sharding) {
    Cell& cell = graph_.cells[id];
    if (cell.hint != nullptr) return;
    if (sharding->is_maximal() ? false : sharding->rank() != cell.type.rank()) return;  // the reader has complained
    if (!sharding->manual_axes().empty()) has_manual_hints_ = true;
    if (!manual_.empty() && sharding->manual_axes().empty() && !sharding->is_maximal() &&
        same_mesh(sharding->mesh_ptr(), manual_mesh_)) {
      Sharding::Spec spec = sharding->spec();
      spec.manual = manual_;
      if (auto made = Sharding::make(sharding->mesh_ptr(), std::move(spec)); made.ok()) {
        sharding = hints_.pool->intern(std::move(*made));
      }
    }
    cell.hint = hint;
    cell.state = sharding;
  }

  // The cell of a value that is defined here.
  CellId define(const Value* value) {
    CellId& slot = graph_.cell_of[value->id()];
    const Hint* hint = hint_of_[value->id()];
    if (slot != kNoCell) {
      if (hint != nullptr) set_hint(slot, hint, hint->sharding);
      return slot;
    }
    if (value->type().kind() != TypeKind::kTensor && value->type().kind() != TypeKind::kBuffer) return kNoCell;
    int64_t group = group_of_[value->id()];
    if (group >= 0) {
      auto [at, fresh] = groups_.try_emplace(group, kNoCell);
      if (fresh) at->second = new_cell(value->type(), value, nullptr);
      slot = at->second;
      if (hint != nullptr) set_hint(slot, hint, hint->sharding);
      return slot;
    }
    slot = new_cell(value->type(), value, hint);
    return slot;
  }

  // The cell an operand reads.
  CellId use(const Op& op, int index) {
    const Value* value = op.operand(index);
    CellId cell = graph_.cell_of[value->id()];
    if (cell != kNoCell || !is_constant_like(*value)) return cell;
    cell = new_cell(value->type(), value, nullptr);
    graph_.cells[cell].edge_copy = true;
    graph_.constant_uses.push_back({cell, &op, index});
    return cell;
  }

  // ---- links

  const Rule* identity(Type type, int operands) {
    auto [at, fresh] = identities_.try_emplace({type.rank(), operands, type.id()}, nullptr);
    if (!fresh) return at->second;
    Rule rule;
    TensorFactors factors;
    for (int d = 0; d < type.rank(); ++d) {
      rule.factors.push_back({.size = type.dim(d)});
      factors.push_back({d});
    }
    rule.operands.assign(static_cast<size_t>(operands), factors);
    rule.results.push_back(factors);
    rule.flow = FlowClass::kFormatting;
    graph_.edge_rules.push_back(std::move(rule));
    return at->second = &graph_.edge_rules.back();
  }

  Link& add_link(const Op* op, const Rule* rule, std::span<const CellId> operands, std::span<const CellId> results) {
    Link link{.rule = rule, .op = op, .first = static_cast<uint32_t>(graph_.tensors.size()), .flow = rule->flow};
    link.operands = static_cast<uint16_t>(operands.size());
    link.results = static_cast<uint16_t>(results.size());
    link.trips = trips_;
    graph_.tensors.insert(graph_.tensors.end(), operands.begin(), operands.end());
    graph_.tensors.insert(graph_.tensors.end(), results.begin(), results.end());
    graph_.links.push_back(link);
    return graph_.links.back();
  }

  // A value that is the same on both sides.
  Link* add_edge(const Op* op, CellId from, CellId to) {
    if (from == kNoCell || to == kNoCell || from == to) return nullptr;
    Link& link = add_link(op, identity(graph_.cells[to].type, 1), {&from, 1}, {&to, 1});
    link.is_edge = true;
    return &link;
  }

  // ---- the program

  // Arguments. True where the result of the function is the value it returns: HLO has no other place for it.
  bool add_signature() {
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      const Value* value = entry_.argument(i);
      CellId id = define(value);
      if (id == kNoCell) continue;
      Cell& cell = graph_.cells[id];
      if (cell.hint != nullptr) {
        if (may_refine(hints_.argument_open, i, *cell.hint)) open_dims(cell);
        continue;
      }
      bool open = static_cast<size_t>(i) >= hints_.argument_open.size() || hints_.argument_open[static_cast<size_t>(i)];
      if (!open) cell.state = replicated(value->type());
      cell.even_only = true;
    }
    const Op* ret = entry_.body().terminator();
    return module_.format() == TextFormat::kHlo && ret != nullptr && ret->num_operands() > 0 &&
           !(entry_.extra() && entry_.extra().get("hlo.root_tuple"));
  }

  // Where a HLO header lets completion change an argument or result, its sharding is only where to start. The command
  // line says by itself what is open.
  bool may_refine(const std::vector<bool>& open, int i, const Hint& hint) const {
    return module_.format() == TextFormat::kHlo && hint.place != Hint::Place::kCommandLine &&
           static_cast<size_t>(i) < open.size() && open[static_cast<size_t>(i)];
  }
  void open_dims(Cell& cell) {
    if (cell.state == nullptr || cell.state->is_maximal()) return;
    Sharding::Spec spec = cell.state->spec();
    for (DimSharding& dim : spec.dims) dim.open = true;
    auto made = Sharding::make(cell.state->mesh_ptr(), std::move(spec));
    if (made.ok()) cell.state = hints_.pool->intern(std::move(*made));
    cell.even_only = true;
  }

  const Sharding* replicated(Type type) {
    return hints_.pool->intern(Sharding::replicated(hints_.meshes.main(), type.is_tensor() ? type.rank() : 0));
  }

  void add_results(bool tied) {
    const Op* ret = entry_.body().terminator();
    int n = ret == nullptr ? 0 : ret->num_operands();
    std::vector<const Hint*> result_hints(static_cast<size_t>(n), nullptr);
    for (const Hint& hint : hints_.all) {
      if (hint.place != Hint::Place::kResult && hint.place != Hint::Place::kCommandLine) continue;
      if (hint.value == nullptr && hint.sharding != nullptr && hint.index >= 0 && hint.index < n) {
        result_hints[static_cast<size_t>(hint.index)] = &hint;
      }
    }
    for (int i = 0; i < n; ++i) {
      const Value* value = ret->operand(i);
      const Hint* hint = result_hints[static_cast<size_t>(i)];
      bool open = static_cast<size_t>(i) >= hints_.result_open.size() || hints_.result_open[static_cast<size_t>(i)];
      if (!value->type().is_tensor()) {
        graph_.result_cells.push_back(kNoCell);
        continue;
      }
      CellId from = use(*ret, i);
      if (tied && from != kNoCell && !graph_.cells[from].edge_copy) {
        Cell& cell = graph_.cells[from];
        if (hint != nullptr) set_hint(from, hint, hint->sharding);
        if (cell.hint != nullptr && may_refine(hints_.result_open, i, *cell.hint)) open_dims(cell);
        if (cell.hint == nullptr && !open) cell.state = replicated(value->type());
        if (cell.hint == nullptr) cell.even_only = true;
        graph_.result_cells.push_back(from);
        continue;
      }
      CellId to = new_cell(value->type(), nullptr, hint);
      Cell& cell = graph_.cells[to];
      if (hint == nullptr) {
        cell.even_only = true;
        if (!open) cell.state = replicated(value->type());
      } else if (may_refine(hints_.result_open, i, *hint)) {
        open_dims(cell);
      }
      graph_.result_cells.push_back(to);
      add_edge(ret, from, to);
    }
  }

  // A result that takes over an argument's memory should lie as it does.
  void add_aliases() {
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      Attr attrs = entry_.argument_attrs(i);
      Attr alias = attrs ? attrs.get("tf.aliasing_output") : Attr();
      if (!alias.is(AttrKind::kInt)) continue;
      auto result = static_cast<size_t>(alias.as_int());
      CellId argument = graph_.cell_of[entry_.argument(i)->id()];
      if (result >= graph_.result_cells.size() || argument == kNoCell) continue;
      CellId cell = graph_.result_cells[result];
      if (cell == kNoCell || !(graph_.cells[cell].type == graph_.cells[argument].type)) continue;
      add_edge(nullptr, cell, argument);
    }
  }

  Status walk_region(const Region& region, double trips) {
    double outer = std::exchange(trips_, trips);
    for (const Op& op : region) PARTITA_CHECK_OK(visit(op));
    trips_ = outer;
    return {};
  }

  Status visit(const Op& op) {
    switch (op.kind()) {
      case OpKind::kReturn: return {};
      case OpKind::kWhile: return visit_while(op);
      case OpKind::kCase:
      case OpKind::kIf: return visit_branches(op);
      case OpKind::kManualComputation: return visit_manual(op);
      case OpKind::kAsyncStart: return visit_async(op);
      case OpKind::kAsyncUpdate: return {};
      case OpKind::kAsyncDone: visit_async_done(op); return {};
      case OpKind::kOptimizationBarrier:
        for (int i = 0; i < op.num_results(); ++i) add_edge(&op, use(op, i), define(op.result(i)));
        return {};
      case OpKind::kConstant:
      case OpKind::kIota:
      case OpKind::kBroadcastInDim:
        // Without a hint every use has its own cell.
        if (is_constant_like(*op.result()) && hint_of_[op.result()->id()] == nullptr &&
            group_of_[op.result()->id()] < 0) {
          return {};
        }
        break;
      default: break;
    }
    visit_plain(op);
    return {};
  }

  void visit_plain(const Op& op) {
    std::vector<CellId> operands, results;
    for (int i = 0; i < op.num_operands(); ++i) operands.push_back(use(op, i));
    for (int i = 0; i < op.num_results(); ++i) results.push_back(define(op.result(i)));
    if (is_manual_border(op)) {
      for (size_t i = 0; i < operands.size() && i < results.size(); ++i) {
        if (Link* link = add_edge(&op, operands[i], results[i])) link->manual_edge = true;
      }
      return;
    }
    if (is_call_of(op, "ShardBarrierFrom") || is_call_of(op, "ShardBarrierTo")) {
      for (size_t i = 0; i < operands.size() && i < results.size(); ++i) {
        Link* link = add_edge(&op, operands[i], results[i]);
        if (link != nullptr) (is_call_of(op, "ShardBarrierFrom") ? link->forward : link->backward) = false;
      }
      return;
    }
    if (op.is(OpKind::kShardingConstraint) && !op.result()->has_uses() && operands[0] != kNoCell) {
      // Nothing reads it: the user means the value itself.
      if (const Hint* hint = hint_of_[op.result()->id()]) set_hint(operands[0], hint, hint->sharding);
    }
    const Rule& rule = rules_.rule(op);
    if (rule.flow == FlowClass::kNone && !manual_code_may_pass(op)) return;
    Link& link = add_link(&op, &rule, operands, results);
    if (op.is(OpKind::kPropagationBarrier)) {
      std::string_view direction = op.text_attr(AttrKey::kAllowedDirection);
      link.forward = direction == "FORWARD" || direction == "BOTH";
      link.backward = direction == "BACKWARD" || direction == "BOTH";
    }
  }

  // Ops no hint travels through still belong to the manual code around them.
  static bool manual_code_may_pass(const Op& op) { return op.num_results() > 0 && has_scalar_body(op); }

  Status visit_while(const Op& op) {
    const Region& condition = op.region(0);
    const Region& body = op.region(1);
    std::optional<int64_t> count = known_trip_count(op);
    std::vector<CellId> carried;
    for (int i = 0; i < op.num_results(); ++i) {
      CellId from = use(op, i);
      CellId cell = define(op.result(i));
      carried.push_back(cell);
      for (const Region* region : {&condition, &body}) {
        const Value* argument = region->argument(i);
        graph_.cell_of[argument->id()] = cell;
        if (const Hint* hint = hint_of_[argument->id()]; hint != nullptr && cell != kNoCell) {
          set_hint(cell, hint, hint->sharding);
        }
      }
      add_edge(&op, from, cell);
    }
    loops_.push_back(carried);
    double inner = trips_ * (count ? static_cast<double>(*count) : kUnknownTrips);
    PARTITA_CHECK_OK(walk_region(condition, inner));
    PARTITA_CHECK_OK(walk_region(body, inner));
    if (const Op* ret = body.terminator()) {
      double outer = std::exchange(trips_, inner);
      for (int i = 0; i < ret->num_operands() && i < op.num_results(); ++i) {
        CellId from = use(*ret, i);
        CellId to = carried[static_cast<size_t>(i)];
        if (to != kNoCell && from != to) graph_.cells[to].carried = true;
        add_edge(&op, from, to);
      }
      trips_ = outer;
    }
    return {};
  }

  Status visit_branches(const Op& op) {
    for (int r = 0; r < op.num_regions(); ++r) PARTITA_CHECK_OK(walk_region(op.region(r), trips_));
    std::vector<CellId> all;
    for (int i = 0; i < op.num_results(); ++i) {
      CellId to = define(op.result(i));
      all.push_back(to);
      if (to == kNoCell) continue;
      std::vector<CellId> from;
      for (int r = 0; r < op.num_regions(); ++r) {
        const Op* ret = op.region(r).terminator();
        if (ret == nullptr || i >= ret->num_operands()) continue;
        CellId cell = use(*ret, i);
        if (cell != kNoCell) from.push_back(cell);
      }
      add_link(&op, identity(op.result(i)->type(), static_cast<int>(from.size())), from, {&to, 1}).is_edge = true;
    }
    loops_.push_back(all);
    return {};
  }

  // What comes in and out of manual code is on dimensions outside and manual inside.
  Status visit_manual(const Op& op) {
    Result<std::vector<std::string>> names = parse_sdy_manual_axes(op.attr(AttrKey::kManualAxes).text());
    if (!names.ok()) return std::move(names).error();
    std::vector<const Hint*> edges(static_cast<size_t>(op.num_operands() + op.num_results()), nullptr);
    for (auto at = manual_hints(op); at.first != at.second; ++at.first) {
      edges[static_cast<size_t>(hints_.all[*at.first].index)] = &hints_.all[*at.first];
    }
    MeshPtr mesh = hints_.meshes.main();
    for (const Hint* hint : edges) {
      if (hint != nullptr && hint->sharding != nullptr && hint->sharding->mesh().axis_count() > 0) {
        mesh = hint->sharding->mesh_ptr();
        break;
      }
    }
    PARTITA_ASSIGN(AxisRefs here, manual_axes_on(*mesh, *names));
    graph_.hidden.push_back(here);
    const AxisRefs* hidden = &graph_.hidden.back();

    AxisRefs inside = manual_;
    inside.insert(inside.end(), here.begin(), here.end());
    inside = sorted_set(inside);
    std::vector<std::pair<CellId, int>> outer_edges;
    for (int i = 0; i < op.num_operands(); ++i) {
      CellId from = use(op, i);
      CellId edge = from == kNoCell ? kNoCell : new_cell(op.operand(i)->type(), nullptr, edges[static_cast<size_t>(i)]);
      add_edge(&op, from, edge);
      outer_edges.push_back({edge, i});
    }
    AxisRefs outer_manual = std::exchange(manual_, inside);
    MeshPtr outer_mesh = std::exchange(manual_mesh_, mesh);
    for (auto [edge, i] : outer_edges) {
      const Value* argument = op.region(0).argument(i);
      CellId inner = define(argument);
      if (inner == kNoCell || edge == kNoCell) continue;
      restrict_inside(inner, edges[static_cast<size_t>(i)], here);
      if (Link* link = add_edge(&op, edge, inner)) {
        link->manual_edge = true;
        link->hidden = hidden;
      }
    }
    Status status = walk_region(op.region(0), trips_);
    std::vector<CellId> returned;
    if (const Op* ret = op.region(0).terminator()) {
      for (int i = 0; i < ret->num_operands(); ++i) returned.push_back(use(*ret, i));
    }
    manual_ = std::move(outer_manual);
    manual_mesh_ = std::move(outer_mesh);
    PARTITA_CHECK_OK(std::move(status));
    const std::span<const Hint* const> result_edges = std::span(edges).subspan(static_cast<size_t>(op.num_operands()));
    for (int i = 0; i < op.num_results(); ++i) {
      CellId to = define(op.result(i));
      if (to == kNoCell) continue;
      if (const Hint* hint = result_edges[static_cast<size_t>(i)]) set_hint(to, hint, hint->sharding);
      CellId from = static_cast<size_t>(i) < returned.size() ? returned[static_cast<size_t>(i)] : kNoCell;
      if (from == kNoCell) continue;
      if (Link* link = add_edge(&op, from, to)) {
        link->manual_edge = true;
        link->hidden = hidden;
      }
    }
    return {};
  }

  // Inside, the dimensions have what the edge says beyond the manual axes; closed stays closed.
  void restrict_inside(CellId inner, const Hint* edge, const AxisRefs& manual) {
    if (edge == nullptr || edge->sharding == nullptr || graph_.cells[inner].hint != nullptr) return;
    Sharding::Spec spec = edge->sharding->spec();
    for (DimSharding& dim : spec.dims) dim.axes = outside(dim.axes, manual);
    spec.manual = manual_;
    if (auto made = Sharding::make(edge->sharding->mesh_ptr(), std::move(spec)); made.ok()) {
      graph_.cells[inner].state = hints_.pool->intern(std::move(*made));
      graph_.cells[inner].hint = edge;
    }
  }

  std::pair<std::vector<size_t>::const_iterator, std::vector<size_t>::const_iterator> manual_hints(const Op& op) {
    if (!manual_hints_known_) {
      for (size_t i = 0; i < hints_.all.size(); ++i) {
        if (hints_.all[i].place == Hint::Place::kManual) manual_hint_lists_[hints_.all[i].op].push_back(i);
      }
      manual_hints_known_ = true;
    }
    const std::vector<size_t>& list = manual_hint_lists_[&op];
    return {list.begin(), list.end()};
  }

  Status visit_async(const Op& op) {
    for (int i = 0; i < op.num_operands(); ++i) {
      CellId from = use(op, i);
      add_edge(&op, from, define(op.region(0).argument(i)));
    }
    return walk_region(op.region(0), trips_);
  }

  void visit_async_done(const Op& op) {
    const Op* start = op.operand(0)->op();
    while (start != nullptr && start->is(OpKind::kAsyncUpdate)) start = start->operand(0)->op();
    const Op* ret = start != nullptr && start->is(OpKind::kAsyncStart) ? start->region(0).terminator() : nullptr;
    for (int i = 0; i < op.num_results(); ++i) {
      CellId to = define(op.result(i));
      if (ret != nullptr && i < ret->num_operands()) add_edge(&op, use(*ret, i), to);
    }
  }

  // shard_like: neighbours, no more.
  void add_soft_groups() {
    std::map<int64_t, CellId> last;
    for (const Hint& hint : hints_.all) {
      if (hint.group < 0 || !hint.group_is_soft || hint.value == nullptr) continue;
      CellId cell = graph_.cell_of[hint.value->id()];
      if (cell == kNoCell) continue;
      CellId other = std::exchange(last.try_emplace(hint.group, cell).first->second, cell);
      if (graph_.cells[other].type.rank() == graph_.cells[cell].type.rank()) add_edge(hint.op, other, cell);
    }
    for (auto [group, cell] : groups_) {  // shard_like joins a shard_as group of the same number
      if (auto at = last.find(group); at != last.end()) add_edge(nullptr, cell, at->second);
    }
  }

  // ---- manual code in HLO's spelling: everything between the conversions is manual

  void flood_manual() {
    index_links();
    std::vector<CellId> queue;
    for (CellId c = 0; c < graph_.cells.size(); ++c) {
      const Sharding* state = graph_.cells[c].state;
      if (state != nullptr && !state->manual_axes().empty()) queue.push_back(c);
    }
    std::map<CellId, std::vector<const std::vector<CellId>*>> loops;
    for (const std::vector<CellId>& loop : loops_) {
      for (CellId c : loop) {
        if (c != kNoCell) loops[c].push_back(&loop);
      }
    }
    auto reach = [&](CellId c, CellId by) {
      if (c == kNoCell) return;
      const Sharding& from = *graph_.cells[by].state;
      Cell& cell = graph_.cells[c];
      if (cell.hint != nullptr || (cell.state != nullptr && !cell.state->manual_axes().empty())) return;
      Sharding::Spec spec;
      spec.dims.assign(static_cast<size_t>(cell.type.rank()), open_dim());
      spec.manual = from.manual_axes();
      auto made = Sharding::make(from.mesh_ptr(), std::move(spec));
      if (!made.ok()) return;
      cell.state = hints_.pool->intern(std::move(*made));
      cell.manual = graph_.cells[by].hint != nullptr ? graph_.cells[by].hint : graph_.cells[by].manual;
      queue.push_back(c);
    };
    while (!queue.empty()) {
      CellId c = queue.back();
      queue.pop_back();
      for (uint32_t l : graph_.links_of(c)) {
        const Link& link = graph_.links[l];
        if (link.manual_edge) continue;
        for (CellId other : graph_.cells_of(link)) reach(other, c);
      }
      if (auto at = loops.find(c); at != loops.end()) {
        for (const std::vector<CellId>* loop : at->second) {
          for (CellId other : *loop) reach(other, c);
        }
      }
    }
  }

  void resolve_manual_edges() {
    for (Link& link : graph_.links) {
      if (!link.manual_edge || link.hidden != nullptr) continue;
      AxisRefs manual[2];
      for (int side = 0; side < 2; ++side) {
        const Sharding* state = graph_.cells[graph_.tensors[link.first + static_cast<uint32_t>(side)]].state;
        if (state != nullptr) manual[side] = state->manual_axes();
      }
      bool entering = manual[1].size() >= manual[0].size();
      graph_.hidden.push_back(outside(manual[entering ? 1 : 0], manual[entering ? 0 : 1]));
      link.hidden = &graph_.hidden.back();
    }
  }

  void index_links() {
    std::vector<uint32_t>& first = graph_.first_link;
    first.assign(graph_.cells.size() + 1, 0);
    for (const Link& link : graph_.links) {
      for (CellId c : graph_.cells_of(link)) {
        if (c != kNoCell) ++first[c + 1];
      }
    }
    for (size_t c = 1; c < first.size(); ++c) first[c] += first[c - 1];
    graph_.link_list.resize(first.back());
    std::vector<uint32_t> next(first.begin(), first.end() - 1);
    for (uint32_t l = 0; l < graph_.links.size(); ++l) {
      for (CellId c : graph_.cells_of(graph_.links[l])) {
        if (c != kNoCell) graph_.link_list[next[c]++] = l;
      }
    }
  }

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
  RuleBook& rules_;
  FlowGraph graph_;
  std::vector<const Hint*> hint_of_;
  std::vector<int64_t> group_of_;
  std::map<int64_t, CellId> groups_;
  std::map<IdentityKey, const Rule*> identities_;
  std::map<const Op*, std::vector<size_t>> manual_hint_lists_;
  std::vector<std::vector<CellId>> loops_;
  AxisRefs manual_;
  MeshPtr manual_mesh_;
  double trips_ = 1;
  bool has_manual_hints_ = false;
  bool manual_hints_known_ = false;
};

}  // namespace

Result<FlowGraph> build_flow_graph(const Module& module, const Function& entry, const Hints& hints, RuleBook& rules) {
  return Builder(module, entry, hints, rules).build();
}

}  // namespace partita
