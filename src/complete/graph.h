// The program as completion sees it: cells that hold a sharding, and links along which hints travel.
//
//   %r = while(%c = %init) cond {…} do { …; return %next }
//
//   cells:  %init   E (the carried value: body and condition arguments and %r are one)   %next   …
//   links:  %init -> E [carry], links of the condition, links of the body, %next -> E [carry]
//
// Links stand in program order, so that a sweep over them carries a hint as far as it goes. An op is one link with its
// rule; control flow, returns and manual code are identity links. A constant that nobody hinted has a cell for every
// use: its uses tell each other nothing.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "complete/hints.h"
#include "ir/program.h"
#include "rules/rule.h"
#include "shard/pool.h"

namespace partita::core::complete {

using CellId = uint32_t;
inline constexpr CellId kNoCell = UINT32_MAX;

struct Cell {
  const Sharding* state = nullptr;  // null: nothing is known yet, every dimension is open
  const Hint* hint = nullptr;
  const Hint* manual = nullptr;  // in HLO: the hint of the manual code it belongs to
  Type type;
  const Value* value = nullptr;  // the first of the values that share it; null for a result of the function
  double trips = 1;              // how often it is computed
  bool even_only = false;        // at the edge of the program only axes that divide are taken
  bool edge_copy = false;        // one use of a constant
  bool carried = false;          // a loop's, and not the same in every trip
};

struct Link {
  const Rule* rule = nullptr;
  const Op* op = nullptr;
  const AxisRefs* hidden = nullptr;  // manual axes that end here: one side has them on dimensions, the other as manual
  uint32_t first = 0;                // its cells: tensors[first] …, operands, then results
  uint16_t operands = 0;
  uint16_t results = 0;
  FlowClass flow = FlowClass::kGeneral;
  bool forward = true;  // a barrier may forbid a direction
  bool backward = true;
  bool manual_edge = false;
  bool is_edge = false;  // the same value on both sides, not an op
  double trips = 1;
};

// Which cell an operand that is a constant reads.
struct ConstantUse {
  CellId cell;
  const Op* op;
  int operand;
};

struct FlowGraph {
  std::vector<Cell> cells;
  std::vector<Link> links;
  std::vector<CellId> tensors;
  std::vector<CellId> cell_of;       // by value id; kNoCell for what is no tensor
  std::vector<CellId> result_cells;  // of the function's results
  std::vector<uint32_t> first_link;  // links of cell c: link_list[first_link[c]] to first_link[c + 1]
  std::vector<uint32_t> link_list;
  std::vector<ConstantUse> constant_uses;  // in program order
  std::deque<Rule> edge_rules;             // identities
  std::deque<AxisRefs> hidden;

  std::span<const CellId> cells_of(const Link& link) const {
    return {tensors.data() + link.first, static_cast<size_t>(link.operands) + link.results};
  }
  std::span<const uint32_t> links_of(CellId cell) const {
    return {link_list.data() + first_link[cell], link_list.data() + first_link[cell + 1]};
  }
};

// Hints become the first states of their cells. Errors: groups whose members differ in rank or contradict each other
// (kShardGroup), manual code that does not fit (kManualForm).
Result<FlowGraph> build_flow_graph(const Module& module, const Function& entry, const Hints& hints, RuleBook& rules);

// A value that needs no sharding of its own: constants, iotas, and constants made larger by a broadcast.
bool is_constant_like(const Value& value);

}  // namespace partita::core::complete

namespace partita::core {
using complete::Cell;
using complete::CellId;
using complete::FlowGraph;
using complete::kNoCell;
using complete::Link;
}  // namespace partita::core
