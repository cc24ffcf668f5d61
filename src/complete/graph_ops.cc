// Ops in completion's graph: an edge with its rule for each, identities for control flow.
#include "complete/graph_builder.h"
#include "ir/names.h"
#include "ir/trip_count.h"
#include "ir/views.h"

namespace partita::core::complete {
namespace {

// The trip count assumed for a loop whose trip count is not known, as a weight of votes.
constexpr double kUnknownTrips = 10;

bool is_call_of(const Op& op, std::string_view target) {
  return op.is(OpKind::kCustomCall) && op.text_attr(AttrKey::kCallTargetName) == target;
}

// Conversions between full and shard shapes, in HLO's spelling and in sdy's.
bool is_manual_border(const Op& op) {
  if (!op.is(OpKind::kCustomCall)) return false;
  const std::string_view target = op.text_attr(AttrKey::kCallTargetName);
  return call_targets::enters_manual_code(target) || call_targets::leaves_manual_code(target);
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

// Ops that nothing propagates through still belong to the manual code around them.
bool manual_code_may_pass(const Op& op) { return op.num_results() > 0 && has_scalar_body(op); }

}  // namespace

Status FlowGraphBuilder::walk_region(const Region& region, double trip_count) {
  double outer = std::exchange(trip_count_, trip_count);
  for (const Op& op : region) PARTITA_CHECK_OK(visit(op));
  trip_count_ = outer;
  return {};
}

Status FlowGraphBuilder::visit(const Op& op) {
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
      for (int i = 0; i < op.num_results(); ++i) add_identity(&op, use(op, i), define(op.result(i)));
      return {};
    case OpKind::kConstant:
    case OpKind::kIota:
    case OpKind::kBroadcastInDim:
      // Without a hint every use has its own node.
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

void FlowGraphBuilder::visit_plain(const Op& op) {
  std::vector<NodeId> operands, results;
  for (int i = 0; i < op.num_operands(); ++i) operands.push_back(use(op, i));
  for (int i = 0; i < op.num_results(); ++i) results.push_back(define(op.result(i)));
  if (is_manual_border(op)) {
    for (size_t i = 0; i < operands.size() && i < results.size(); ++i) {
      if (PropagationEdge* edge = add_identity(&op, operands[i], results[i])) edge->manual_boundary = true;
    }
    return;
  }
  if (is_call_of(op, call_targets::kShardBarrierFrom) || is_call_of(op, call_targets::kShardBarrierTo)) {
    for (size_t i = 0; i < operands.size() && i < results.size(); ++i) {
      PropagationEdge* edge = add_identity(&op, operands[i], results[i]);
      if (edge != nullptr) (is_call_of(op, call_targets::kShardBarrierFrom) ? edge->forward : edge->backward) = false;
    }
    return;
  }
  const bool constraint = op.is(OpKind::kShardingConstraint) || is_sharding_call(op);
  if (constraint && !op.result()->has_uses() && operands[0] != kNoNode) {
    // The constraint has no uses: the user means the value itself.
    if (const Hint* hint = hint_of_[op.result()->id()]) set_hint(operands[0], hint, hint->sharding);
  }
  const Rule& rule = rules_.rule(op);
  if (rule.flow == FlowClass::kNone && !manual_code_may_pass(op)) return;
  PropagationEdge& edge = add_propagation_edge(&op, &rule, operands, results);
  if (op.is(OpKind::kPropagationBarrier)) {
    std::string_view direction = op.text_attr(AttrKey::kAllowedDirection);
    edge.forward = direction == "FORWARD" || direction == "BOTH";
    edge.backward = direction == "BACKWARD" || direction == "BOTH";
  }
}

Status FlowGraphBuilder::visit_while(const Op& op) {
  const Region& condition = op.region(0);
  const Region& body = op.region(1);
  std::optional<int64_t> count = known_trip_count(op);
  std::vector<NodeId> carried;
  for (int i = 0; i < op.num_results(); ++i) {
    NodeId from = use(op, i);
    NodeId node = define(op.result(i));
    carried.push_back(node);
    for (const Region* region : {&condition, &body}) {
      const Value* argument = region->argument(i);
      graph_.node_of[argument->id()] = node;
      if (const Hint* hint = hint_of_[argument->id()]; hint != nullptr && node != kNoNode) {
        set_hint(node, hint, hint->sharding);
      }
    }
    add_identity(&op, from, node);
  }
  loops_.push_back(carried);
  double inner = trip_count_ * (count ? static_cast<double>(*count) : kUnknownTrips);
  PARTITA_CHECK_OK(walk_region(condition, inner));
  PARTITA_CHECK_OK(walk_region(body, inner));
  if (const Op* ret = body.terminator()) {
    double outer = std::exchange(trip_count_, inner);
    for (int i = 0; i < ret->num_operands() && i < op.num_results(); ++i) {
      NodeId from = use(*ret, i);
      NodeId to = carried[i];
      if (to != kNoNode && from != to) graph_.nodes[to].carried = true;
      add_identity(&op, from, to);
    }
    trip_count_ = outer;
  }
  return {};
}

Status FlowGraphBuilder::visit_branches(const Op& op) {
  for (int r = 0; r < op.num_regions(); ++r) PARTITA_CHECK_OK(walk_region(op.region(r), trip_count_));
  std::vector<NodeId> all;
  for (int i = 0; i < op.num_results(); ++i) {
    NodeId to = define(op.result(i));
    all.push_back(to);
    if (to == kNoNode) continue;
    std::vector<NodeId> from;
    for (int r = 0; r < op.num_regions(); ++r) {
      const Op* ret = op.region(r).terminator();
      if (ret == nullptr || i >= ret->num_operands()) continue;
      NodeId node = use(*ret, i);
      if (node != kNoNode) from.push_back(node);
    }
    add_propagation_edge(&op, identity(op.result(i)->type(), from.size()), from, {&to, 1}).is_identity = true;
  }
  loops_.push_back(all);
  return {};
}

Status FlowGraphBuilder::visit_async(const Op& op) {
  for (int i = 0; i < op.num_operands(); ++i) {
    NodeId from = use(op, i);
    add_identity(&op, from, define(op.region(0).argument(i)));
  }
  return walk_region(op.region(0), trip_count_);
}

void FlowGraphBuilder::visit_async_done(const Op& op) {
  const Op* start = op.operand(0)->op();
  while (start != nullptr && start->is(OpKind::kAsyncUpdate)) start = start->operand(0)->op();
  const Op* ret = start != nullptr && start->is(OpKind::kAsyncStart) ? start->region(0).terminator() : nullptr;
  for (int i = 0; i < op.num_results(); ++i) {
    NodeId to = define(op.result(i));
    if (ret != nullptr && i < ret->num_operands()) add_identity(&op, use(*ret, i), to);
  }
}

}  // namespace partita::core::complete
