#include "partition/choice/measure.h"

#include <algorithm>

#include "partition/reshard/estimate.h"

namespace partita::core::partition {
namespace {

class Measure {
 public:
  Measure(const FoldedGraph& graph, const Decided& decided, ShardingPool& pool, const PriceWeights& weights)
      : graph_(graph), decided_(decided), pool_(pool), weights_(weights), forms_(graph.cells.size()) {}

  double moved(Type type, const Sharding* from, const Sharding* to) {
    if (from == nullptr || to == nullptr || from == to || from->is_maximal() || to->is_maximal()) return 0;
    from = with_manual_of(from, *to, pool_);
    return weights_.of(reshard::estimate(type.dims(), cost::packed_bits(type.element()), *from, *to));
  }

  // A use of the cell in this form. As lowering does it: a form is made once, from the one that is nearest.
  double used(CellId c, const Sharding* wanted, double times, bool held = false) {
    const FoldedCell& cell = graph_.cells[c];
    if (cell.is_copy || wanted == nullptr || wanted == decided_.of_cell[c]) return 0;
    double least = moved(cell.type, decided_.of_cell[c], wanted);
    for (const Sharding* form : forms_[c]) {
      if (form == wanted) return 0;
      least = std::min(least, moved(cell.type, form, wanted));
    }
    forms_[c].push_back(wanted);
    if (held) least += weights_.held * std::max(0.0, bytes(c, *wanted) - bytes(c, *decided_.of_cell[c])) / times;
    return cell.count * times * least;
  }

 private:
  double bytes(CellId c, const Sharding& sharding) const {
    return graph_.cells[c].bytes / static_cast<double>(total_size(sharding.sharded_axes()));
  }

  const FoldedGraph& graph_;
  const Decided& decided_;
  ShardingPool& pool_;
  const PriceWeights& weights_;
  std::vector<std::vector<const Sharding*>> forms_;  // by cell, besides how it is stored
};

}  // namespace

double measure(const FoldedGraph& graph, const Decided& decided, const Abilities& abilities, ShardingPool& pool,
               const PriceWeights& weights) {
  Measure measure(graph, decided, pool, weights);
  const std::vector<bool> held = held_cells(graph);
  double sum = 0;
  for (size_t l = 0; l < graph.links.size(); ++l) {
    const FoldedLink& link = graph.links[l];
    std::span<const CellId> cells = graph.cells_of(link);
    if (link.is_manual_edge) continue;
    if (!link.is_computed) {
      for (CellId from : cells.first(link.operands)) {
        CellId to = cells[link.operands];
        if (from == kNoCell || to == kNoCell) continue;
        sum += measure.used(from, decided.of_cell[to], times(graph.cells[from], link), held[to]);
      }
      continue;
    }
    const Choice* choice = decided.of_link[l];
    if (choice == nullptr) continue;
    double parts = 1;
    for (const AxisRefs& axes : choice->axes) parts *= static_cast<double>(total_size(axes));
    sum += link.count * link.work * weights.operation / parts;
    sum += link.count * link.trips * weights.of(abilities.exchange(*link.op, *link.rule, *choice, weights));
    for (size_t t = 0; t < cells.size(); ++t) {
      const CellId c = cells[t];
      if (c == kNoCell) continue;
      if (t < link.operands) {
        sum += measure.used(c, choice->operands[t], times(graph.cells[c], link), is_held(graph.cells[c], link));
      } else {
        const Sharding* given = choice->results[t - link.operands];
        sum += link.count * link.trips * measure.moved(graph.cells[c].type, given, decided.of_cell[c]);
      }
    }
  }
  return sum;
}

}  // namespace partita::core::partition
