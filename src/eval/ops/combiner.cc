#include "eval/ops/combiner.h"

#include "eval/strided.h"

namespace partita::core::eval {

std::vector<Elements> Combiner::inputs(const OpCall& call, int first) const {
  std::vector<Elements> result;
  for (int i = 0; i < size(); ++i) result.emplace_back(call.operands[first + i], type(i));
  return result;
}

Columns Combiner::columns(int64_t count) const {
  Columns result;
  for (int i = 0; i < size(); ++i) result.emplace_back(static_cast<size_t>(count * width(i)));
  return result;
}

Columns Combiner::initial(std::span<const Elements> values, int64_t count) const {
  Columns result = columns(count);
  for (int i = 0; i < size(); ++i) {
    size_t c = i;
    fill_elements(width(i), values[c].data(), result[c].data(), count);
  }
  return result;
}

Status Combiner::combine(Columns& accumulators, int64_t offset, std::span<const std::byte* const> elements,
                         int64_t count) {
  if (count == 0) return {};
  arguments_.clear();
  results_.clear();
  for (int i = 0; i < size(); ++i) {
    std::byte* accumulator = accumulators[i].data() + offset * width(i);
    arguments_.push_back(accumulator);
    results_.push_back(accumulator);
  }
  arguments_.insert(arguments_.end(), elements.begin(), elements.end());
  return program_.run(arguments_.data(), results_.data(), count);
}

void Combiner::give_results(OpCall& call, const Columns& accumulators) const {
  for (int i = 0; i < size(); ++i) {
    call.give(tensor_from(call.result_type(i), type(i), accumulators[i].data()));
  }
}

}  // namespace partita::core::eval
