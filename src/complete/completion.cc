#include "complete/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/maps.h"
#include "complete/completion_state.h"
#include "complete/scalar_bodies.h"

namespace partita::core::complete {
namespace {

// A hint's sharding while priorities up to `level` count: dimensions of later priorities are closed and empty, and
// their axes stay reserved.
const Sharding* heard_at(const Sharding* hint, const Sharding* now, int32_t level, ShardingPool& pool) {
  if (hint->is_maximal()) return hint;
  Sharding::Spec spec = hint->spec();
  if (now != nullptr && now->mesh_ptr() != hint->mesh_ptr()) {
    // The node moved to another mesh, as one without axes may; axes of this priority bring it back.
    bool has_axes = !spec.replicated.empty() || !spec.unreduced.empty() || !spec.manual.empty();
    for (const DimSharding& dim : spec.dims) has_axes = has_axes || !dim.axes.empty();
    if (!has_axes) return now;
    now = nullptr;
  }
  for (size_t d = 0; d < spec.dims.size(); ++d) {
    DimSharding& dim = spec.dims[d];
    if (dim.priority.value_or(0) > level) {
      spec.replicated.insert(spec.replicated.end(), dim.axes.begin(), dim.axes.end());
      dim.axes.clear();
      dim.open = false;
    } else if (now != nullptr && now->rank() == hint->rank() && now->dims()[d].axes.size() > dim.axes.size()) {
      dim.axes = now->dims()[d].axes;  // what came to an open dimension on an earlier level
    }
    dim.priority.reset();
  }
  Result<Sharding> made = Sharding::make(hint->mesh_ptr(), std::move(spec));
  PARTITA_INVARIANT(made.ok(),
                    "a hint without its later priorities is no sharding: " + made.error().diagnostic.message);
  return pool.intern(std::move(*made));
}

// The final sharding: all dimensions closed, no pins.
const Sharding* closed(const Sharding* state, ShardingPool& pool) {
  if (state->is_maximal()) return state;
  Sharding::Spec spec = state->spec();
  spec.replicated.clear();
  for (DimSharding& dim : spec.dims) {
    dim.open = false;
    dim.priority.reset();
  }
  Result<Sharding> made = Sharding::make(state->mesh_ptr(), std::move(spec));
  PARTITA_INVARIANT(made.ok(), "a completed sharding is none: " + made.error().diagnostic.message);
  return pool.intern(std::move(*made));
}

class Completer {
 public:
  Completer(Module& module, Completion::State& state) : module_(module), s_(state), pool_(*state.hints.pool) {}

  void run() {
    std::set<int32_t> levels = {0};
    for (const ValueNode& node : s_.graph.nodes) {
      if (node.hint == nullptr || node.state == nullptr || node.state->is_maximal()) continue;
      for (const DimSharding& dim : node.state->dims()) levels.insert(dim.priority.value_or(0));
    }
    std::vector<const Sharding*> hinted;
    if (levels.size() > 1) {
      for (const ValueNode& node : s_.graph.nodes) hinted.push_back(node.hint != nullptr ? node.state : nullptr);
    }
    Stepper stepper(s_.graph, pool_);
    for (int32_t level : levels) {
      std::vector<NodeId> changed;
      for (NodeId c = 0; c < s_.graph.nodes.size(); ++c) {
        ValueNode& node = s_.graph.nodes[c];
        if (!hinted.empty() && hinted[c] != nullptr) {
          node.state = heard_at(hinted[c], level == *levels.begin() ? nullptr : node.state, level, pool_);
        }
        if (node.state != nullptr) changed.push_back(c);
      }
      run_schedule(s_.graph, pool_, stepper, s_.history, changed);
    }
    close_all();
    share_out_constants();
  }

 private:
  void close_all() {
    PointerMap<const Sharding*, const Sharding*> known;
    s_.final_of_node.resize(s_.graph.nodes.size());
    for (NodeId c = 0; c < s_.graph.nodes.size(); ++c) {
      const ValueNode& node = s_.graph.nodes[c];
      if (node.state == nullptr) {
        s_.final_of_node[c] = replicated(node.type.rank());
        continue;
      }
      auto [at, fresh] = known.try_emplace(node.state, nullptr);
      if (fresh) at.value() = closed(node.state, pool_);
      s_.final_of_node[c] = at->second;
    }
  }

  const Sharding* replicated(int rank) {
    auto at = static_cast<size_t>(rank);
    if (s_.replicated.size() <= at) s_.replicated.resize(at + 1, nullptr);
    if (s_.replicated[at] == nullptr) {
      s_.replicated[at] = pool_.intern(Sharding::replicated(s_.hints.meshes.main(), rank));
    }
    return s_.replicated[at];
  }

  // A constant that is wanted in several shardings is cloned, one for each.
  void share_out_constants() {
    struct Copy {
      const Sharding* sharding;
      Value* value;
    };
    PointerMap<const Value*, std::vector<Copy>> copies;
    for (const ConstantUse& use : s_.graph.constant_uses) {
      Op* op = const_cast<Op*>(use.op);  // the module is not const for complete()
      Value* value = op->operand(use.operand);
      const Sharding* sharding = s_.final_of_node[use.node];
      std::vector<Copy>& known = copies[value];
      auto same = std::find_if(known.begin(), known.end(), [&](const Copy& c) { return c.sharding == sharding; });
      if (same == known.end()) {
        Value* mine = value;
        if (!known.empty()) {
          Module::ValueMap map;
          mine = module_.clone_op(*value->op(), *value->op()->parent(), map, value->op()->next())->result();
          mine->set_name({});
          s_.graph.node_of.resize(module_.num_value_ids(), kNoNode);
        }
        s_.graph.node_of[mine->id()] = use.node;
        known.push_back({sharding, mine});
        same = known.end() - 1;
      }
      if (same->value != value) op->set_operand(use.operand, same->value);
    }
  }

  Module& module_;
  Completion::State& s_;
  ShardingPool& pool_;
};

}  // namespace

Completion::Completion() = default;
Completion::~Completion() = default;
Completion::Completion(Completion&&) noexcept = default;
Completion& Completion::operator=(Completion&&) noexcept = default;

const Sharding* Completion::sharding_of(const Value* value) const {
  const State& s = *state_;
  NodeId node = value->id() < s.graph.node_of.size() ? s.graph.node_of[value->id()] : kNoNode;
  if (node != kNoNode) return s.final_of_node[node];
  auto rank = static_cast<size_t>(value->type().is_tensor() ? value->type().rank() : 0);
  if (s.replicated.size() <= rank) s.replicated.resize(rank + 1, nullptr);
  if (s.replicated[rank] == nullptr) {
    s.replicated[rank] = s.hints.pool->intern(Sharding::replicated(s.hints.meshes.main(), rank));
  }
  return s.replicated[rank];
}

const Sharding* Completion::result(int i) const {
  NodeId node = state_->graph.result_nodes[i];
  return node == kNoNode ? state_->hints.pool->intern(Sharding::replicated(state_->hints.meshes.main(), 0))
                         : state_->final_of_node[node];
}

const MeshTable& Completion::meshes() const { return state_->hints.meshes; }
const std::vector<Hint>& Completion::hints() const { return state_->hints.all; }
const FlowGraph& Completion::graph() const { return state_->graph; }
const Sharding* Completion::sharding_of(uint32_t node) const { return state_->final_of_node[node]; }
ShardingPool& Completion::pool() const { return *state_->hints.pool; }
RuleCache& Completion::rules() const { return state_->rules; }

const Hint* Completion::hint_on(const Value* value) const {
  NodeId node = value->id() < state_->graph.node_of.size() ? state_->graph.node_of[value->id()] : kNoNode;
  const Hint* hint = node == kNoNode ? nullptr : state_->graph.nodes[node].hint;
  return hint != nullptr && hint->value == value ? hint : nullptr;
}

Result<Completion> complete(Module& module, Function& entry, Hints hints, Diagnostics& diagnostics) {
  Completion completion;
  completion.state_ = std::make_unique<Completion::State>();
  Completion::State& state = *completion.state_;
  state.hints = std::move(hints);
  drop_placements_in_scalar_bodies(entry);
  PARTITA_ASSIGN(state.graph, build_flow_graph(module, entry, state.hints, state.rules));
  Completer(module, state).run();
  warn_of_conflicts(module, state, diagnostics);
  return completion;
}

}  // namespace partita::core::complete
