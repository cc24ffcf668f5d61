// The program as completion sees it: nodes that have a sharding, and edges along which axes propagate.
//
//   %r = while(%c = %init) cond {…} do { …; return %next }
//
//   nodes:  %init   E (the carried value: body and condition arguments and %r share a node)   %next   …
//   edges:  %init -> E [carry], edges of the condition, edges of the body, %next -> E [carry]
//
// Edges are in program order, so that one sweep propagates a hint as far as it goes. An op is one edge with its
// rule; control flow, returns and manual code are identity edges. A constant without a hint has a node for every
// use, so that nothing propagates between its uses.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "complete/hints.h"
#include "ir/program.h"
#include "rules/rule.h"
#include "shard/pool.h"

namespace partita::core::complete {

using NodeId = uint32_t;
inline constexpr NodeId kNoNode = UINT32_MAX;

struct ValueNode {
  const Sharding* state = nullptr;  // null: nothing is known yet, every dimension is open
  const Hint* hint = nullptr;
  const Hint* manual = nullptr;  // in HLO: the hint of the manual code it belongs to
  Type type;
  const Value* value = nullptr;  // the first of the values that share it; null for a result of the function
  double trip_count = 1;         // of the loops around it
  bool even_only = false;        // at the boundary of the program only axes that divide are taken
  bool use_copy = false;         // one use of a constant
  bool carried = false;          // carried by a loop, and not the same in every trip
};

struct PropagationEdge {
  const Rule* rule = nullptr;
  const Op* op = nullptr;
  const AxisRefs* hidden = nullptr;  // axes that are on dimensions on one side, and manual on the other
  uint32_t first = 0;                // its nodes: tensors[first] …, operands, then results
  uint16_t operands = 0;
  uint16_t results = 0;
  FlowClass flow = FlowClass::kGeneral;
  bool forward = true;  // a barrier may forbid a direction
  bool backward = true;
  bool manual_boundary = false;
  bool is_identity = false;  // the same value on both sides, not an op
  double trip_count = 1;
};

// Which node an operand that is a constant reads.
struct ConstantUse {
  NodeId node;
  const Op* op;
  int operand;
};

struct FlowGraph {
  std::vector<ValueNode> nodes;
  std::vector<PropagationEdge> edges;
  std::vector<NodeId> tensors;
  std::vector<NodeId> node_of;       // by value id; kNoNode for what is no tensor
  std::vector<NodeId> result_nodes;  // of the function's results
  std::vector<uint32_t> first_edge;  // edges of node c: edge_list[first_edge[c]] to first_edge[c + 1]
  std::vector<uint32_t> edge_list;
  std::vector<ConstantUse> constant_uses;  // in program order
  std::deque<Rule> identity_rules;         // identities
  std::deque<AxisRefs> hidden;

  std::span<const NodeId> nodes_of(const PropagationEdge& edge) const {
    return {tensors.data() + edge.first, static_cast<size_t>(edge.operands) + edge.results};
  }
  std::span<const uint32_t> edges_of(NodeId node) const {
    return {edge_list.data() + first_edge[node], edge_list.data() + first_edge[node + 1]};
  }
};

// Hints become the first states of their nodes. Errors: groups whose members differ in rank or contradict each other
// (kShardGroup), manual code that does not fit (kManualForm).
Result<FlowGraph> build_flow_graph(const Module& module, const Function& entry, const Hints& hints, RuleCache& rules);

// A value that needs no sharding of its own: constants, iotas, and constants made larger by a broadcast.
bool is_constant_like(const Value& value);

}  // namespace partita::core::complete

namespace partita::core {
using complete::FlowGraph;
using complete::kNoNode;
using complete::NodeId;
using complete::PropagationEdge;
using complete::ValueNode;
}  // namespace partita::core
