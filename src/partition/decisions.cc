#include "partition/decisions.h"

#include "complete/graph.h"
#include "partition/lower/mechanisms.h"

namespace partita {
namespace {

class MechanismAbilities final : public Abilities {
 public:
  bool can_divide(const Op& op, const Rule& rule, int factor, int64_t shards) const override {
    return mechanism_of(op).can_divide(op, rule, factor, shards);
  }
  Price exchange(const Op& op, const Rule& rule, const Choice& choice, const PriceWeights& weights) const override {
    auto price = mechanism_of(op).exchange;
    return price != nullptr ? price(op, rule, choice, weights) : Price();
  }
  bool moves_boundaries(const Op& op) const override { return mechanism_of(op).moves_boundaries; }
};

}  // namespace

Decisions::Decisions(const Completion& completion, bool global, size_t unfolded)
    : completion_(completion),
      abilities_(std::make_unique<MechanismAbilities>()),
      chooser_(std::make_unique<Chooser>(completion.rules(), completion.pool(), *abilities_)) {
  if (!global) return;
  global_ = choose_globally(completion, *chooser_, *abilities_, unfolded);
  const FlowGraph& graph = completion.graph();
  decided_.assign(graph.cell_of.size(), nullptr);
  for (uint32_t l = 0; l < graph.links.size(); ++l) {
    const Op* op = graph.links[l].op;
    if (graph.links[l].is_edge || op == nullptr || global_.of_link[l] == nullptr) continue;
    if (op->num_results() > 0) {
      decided_[op->result(0)->id()] = global_.of_link[l];
    } else {
      decided_without_result_[op] = global_.of_link[l];
    }
  }
}

const Sharding* Decisions::stored(const Value* value) const {
  const FlowGraph& graph = completion_.graph();
  if (!global_.of_cell.empty() && value->id() < graph.cell_of.size() && graph.cell_of[value->id()] != kNoCell) {
    return global_.of_cell[graph.cell_of[value->id()]];
  }
  return completion_.of(value);
}

const Choice& Decisions::choice(const Op& op, std::span<const Sharding* const> operands,
                                std::span<const Sharding* const> results) {
  const Choice* decided = nullptr;
  if (op.num_results() > 0) {
    const size_t id = op.result(0)->id();
    if (id < decided_.size()) decided = decided_[id];
  } else if (auto at = decided_without_result_.find(&op); at != decided_without_result_.end()) {
    decided = at->second;
  }
  return decided != nullptr ? *decided : chooser_->choose(op, operands, results);
}

}  // namespace partita
