#include "partition/choice/folded_graph.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"
#include "base/maps.h"
#include "cost/op_prices.h"
#include "ir/names.h"
#include "ir/numeric/float_formats.h"
#include "partition/choice/strategy_selector.h"

namespace partita::core::partition {
namespace {

// How far around a cell its like must be alike. Within a layer a few hops tell nearly all positions apart; more of them
// only make the ends of a stack of layers differ from its middle, and the problem harder.
constexpr int kHops = 4;

bool is_taken_by_program(const Cell& cell) {
  return cell.value != nullptr && cell.value->is_argument() && cell.value->region()->parent_op() == nullptr;
}

FoldedCell describe(const Cell& cell, const Sharding* stored) {
  FoldedCell out;
  out.type = cell.type;
  out.stored = stored;
  out.bytes = cost::bytes_of(cell.type);
  out.trips = cell.trips;
  out.fixed = cell.hint != nullptr || stored->is_maximal() || !stored->manual_axes().empty() || cell.value == nullptr ||
              is_taken_by_program(cell);
  out.is_carried = cell.carried;
  out.is_copy = cell.edge_copy;
  const ElementType element = cell.type.element();
  out.may_be_pending = (is_float(element) || is_complex(element)) && has_zero(element);
  return out;
}

FoldedLink describe(const Link& link) {
  FoldedLink out;
  out.op = link.op;
  out.rule = link.rule;
  out.hidden = link.hidden;
  out.first = link.first;
  out.operands = link.operands;
  out.results = link.results;
  out.is_computed = is_computed(link);
  out.is_manual_edge = link.manual_edge;
  out.trips = link.trips;
  return out;
}

bool alike(const FoldedCell& a, const FoldedCell& b) {
  return a.type == b.type && a.stored == b.stored && a.trips == b.trips && a.fixed == b.fixed &&
         a.has_form == b.has_form && a.is_stack == b.is_stack && a.is_carried == b.is_carried &&
         a.is_copy == b.is_copy && a.is_connected == b.is_connected;
}

bool alike(const FoldedLink& a, const FoldedLink& b) {
  return a.is_computed == b.is_computed && (a.rule == b.rule || !a.is_computed) && a.hidden == b.hidden &&
         a.operands == b.operands && a.results == b.results && a.is_manual_edge == b.is_manual_edge &&
         a.trips == b.trips;
}

uint64_t hash_of(const FoldedCell& cell) {
  uint64_t flags = cell.fixed | cell.has_form << 1 | cell.is_stack << 2 | cell.is_carried << 3 | cell.is_copy << 4;
  uint64_t hash = base::hash_pointer(flags, cell.stored);
  hash = base::mix_hash(hash, static_cast<uint64_t>(cell.type.element()));
  for (int64_t n : cell.type.dims()) hash = base::mix_hash(hash, static_cast<uint64_t>(n));
  return base::mix_hash(hash, std::bit_cast<uint64_t>(cell.trips));
}

uint64_t hash_of(const FoldedLink& link) {
  uint64_t hash = base::hash_pointer(link.is_manual_edge, link.is_computed ? link.rule : nullptr);
  hash = base::mix_hash(hash, static_cast<uint64_t>(link.operands) << 16 | link.results);
  return base::mix_hash(hash, std::bit_cast<uint64_t>(link.trips));
}

class Folder {
 public:
  explicit Folder(const Completion& completion) : graph_(completion.graph()) {
    cells_.reserve(graph_.cells.size());
    for (CellId c = 0; c < graph_.cells.size(); ++c) {
      cells_.push_back(describe(graph_.cells[c], completion.of_cell(c)));
      cells_.back().is_connected = !graph_.links_of(c).empty();
    }
    links_.reserve(graph_.links.size());
    for (const Link& link : graph_.links) {
      links_.push_back(describe(link));
      mark_stacks(link);
    }
    for (CellId c : graph_.result_cells) {
      if (c != kNoCell) cells_[c].fixed = true;
    }
    for (CellId c = 0; c < cells_.size(); ++c) cells_[c].has_form = is_read_in_a_form(c);
  }

  // Everything stands for itself.
  FoldedGraph as_it_is() {
    out_.of_cell.resize(cells_.size());
    for (uint32_t c = 0; c < cells_.size(); ++c) out_.of_cell[c] = c;
    out_.of_link.resize(links_.size());
    for (uint32_t l = 0; l < links_.size(); ++l) out_.of_link[l] = l;
    out_.cells = std::move(cells_);
    out_.links = std::move(links_);
    out_.tensors = graph_.tensors;
    return finished();
  }

  FoldedGraph folded() {
    colour();
    fold_cells();
    fold_links();
    return finished();
  }

 private:
  void mark_stacks(const Link& link) {
    if (link.op == nullptr || !link.op->is(OpKind::kDynamicUpdateSlice) || link.is_edge || link.trips <= 1) return;
    std::span<const CellId> cells = graph_.cells_of(link);
    for (CellId c : {cells[0], cells.back()}) {
      if (c != kNoCell) cells_[c].is_stack = true;
    }
  }

  // A constraint that several ops read, or an argument that several take as it is. What goes into a loop has none: a
  // form of it would be the whole stack of layers, brought together for as long as the loop runs.
  bool is_read_in_a_form(CellId c) const {
    const Cell& cell = graph_.cells[c];
    const Sharding& stored = *cells_[c].stored;
    if (stored.is_maximal() || !stored.manual_axes().empty() || cell.value == nullptr) return false;
    if (cell.hint != nullptr && cell.value->op() != nullptr) {
      return cell.value->first_use() != nullptr && !cell.value->has_one_use();
    }
    if (!is_taken_by_program(cell)) return false;
    std::span<const uint32_t> uses = graph_.links_of(c);
    return uses.size() > 1 && std::all_of(uses.begin(), uses.end(),
                                          [&](uint32_t l) { return links_[l].is_computed && links_[l].trips == 1; });
  }

  // Every cell's colour says what is around it, one hop further in each round. Sums, so that the order of uses in the
  // text says nothing.
  void colour() {
    colours_.reserve(cells_.size());
    for (const FoldedCell& cell : cells_) colours_.push_back(hash_of(cell));
    std::vector<uint64_t> of_link;
    for (const FoldedLink& link : links_) of_link.push_back(hash_of(link));
    std::vector<uint64_t> next;
    for (int hop = 0; hop < kHops; ++hop) {
      next = colours_;
      for (size_t l = 0; l < links_.size(); ++l) {
        std::span<const CellId> cells = graph_.cells_of(graph_.links[l]);
        uint64_t hash = of_link[l];
        for (CellId c : cells) hash = base::mix_hash(hash, c == kNoCell ? 0 : colours_[c]);
        uint64_t position = 0;
        for (CellId c : cells) {
          if (c != kNoCell) next[c] += base::mix_hash(hash, ++position);
        }
      }
      colours_.swap(next);
    }
  }

  // Those of one colour become one. What must be alike is compared: colours could be equal by chance.
  void fold_cells() {
    tsl::robin_map<uint64_t, uint32_t> known;
    out_.of_cell.resize(cells_.size());
    for (CellId c = 0; c < cells_.size(); ++c) {
      auto fresh = static_cast<uint32_t>(out_.cells.size());
      auto [at, is_new] = known.try_emplace(colours_[c], fresh);
      if (is_new || !alike(out_.cells[at->second], cells_[c])) {
        out_.cells.push_back(cells_[c]);
        out_.of_cell[c] = fresh;
      } else {
        out_.cells[at->second].count += 1;
        out_.of_cell[c] = at->second;
      }
    }
  }

  void fold_links() {
    tsl::robin_map<uint64_t, uint32_t> known;
    out_.of_link.resize(links_.size());
    std::vector<CellId> cells;
    for (size_t l = 0; l < links_.size(); ++l) {
      cells.clear();
      uint64_t hash = hash_of(links_[l]);
      for (CellId c : graph_.cells_of(graph_.links[l])) {
        cells.push_back(c == kNoCell ? kNoCell : out_.of_cell[c]);
        hash = base::mix_hash(hash, cells.back());
      }
      auto fresh = static_cast<uint32_t>(out_.links.size());
      auto [at, is_new] = known.try_emplace(hash, fresh);
      if (!is_new) {
        FoldedLink& like = out_.links[at->second];
        std::span<const CellId> its = out_.cells_of(like);
        if (alike(like, links_[l]) && std::equal(its.begin(), its.end(), cells.begin(), cells.end())) {
          like.count += 1;
          out_.of_link[l] = at->second;
          continue;
        }
      }
      out_.of_link[l] = fresh;
      out_.links.push_back(links_[l]);
      out_.links.back().first = static_cast<uint32_t>(out_.tensors.size());
      out_.tensors.insert(out_.tensors.end(), cells.begin(), cells.end());
    }
  }

  FoldedGraph finished() {
    for (FoldedLink& link : out_.links) {
      if (link.is_computed) link.work = cost::op_work(*link.op) * link.trips;
    }
    return std::move(out_);
  }

  const FlowGraph& graph_;
  std::vector<FoldedCell> cells_;  // by cell of the program
  std::vector<FoldedLink> links_;
  std::vector<uint64_t> colours_;  // by cell
  FoldedGraph out_;
};

}  // namespace

bool is_computed(const Link& link) {
  if (link.is_edge || link.op == nullptr || link.op->info().has(kPlacement)) return false;
  return !link.op->is(OpKind::kCustomCall) || link.op->text_attr(AttrKey::kCallTargetName) != call_targets::kSharding;
}

FoldedGraph fold(const Completion& completion, size_t unfolded) {
  const FlowGraph& graph = completion.graph();
  Folder folder(completion);
  return graph.cells.size() + graph.links.size() <= unfolded ? folder.as_it_is() : folder.folded();
}

std::vector<bool> held_cells(const FoldedGraph& graph) {
  std::vector<bool> held(graph.cells.size());
  for (const FoldedLink& link : graph.links) {
    if (!link.is_computed) continue;
    for (CellId c : graph.cells_of(link).first(link.operands)) {
      if (c != kNoCell && is_held(graph.cells[c], link)) held[c] = true;
    }
  }
  return held;
}

}  // namespace partita::core::partition
