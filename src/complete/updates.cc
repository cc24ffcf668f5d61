#include "complete/updates.h"

#include <tsl/robin_map.h>

#include <algorithm>
#include <tuple>

#include "ir/names.h"

namespace partita::core::complete {
namespace {

constexpr int kFarthest = 24;  // ops between an argument and its new value: the longest known optimizer has a dozen
constexpr int kMostValues = 4096;

// What the value is made of, element by element.
void sources(const Value& value, std::vector<const Value*>& out) {
  const Op* op = value.op();
  if (op == nullptr) {
    // In a loop's body: what the loop was given. What it is given again is found from the loop's result.
    const Op* loop = value.region()->parent_op();
    if (loop != nullptr && loop->is(OpKind::kWhile)) out.push_back(loop->operand(value.index()));
    return;
  }
  switch (op->kind()) {
    case OpKind::kWhile: {
      out.push_back(op->operand(value.index()));
      if (const Op* end = op->region(1).terminator()) out.push_back(end->operand(value.index()));
      return;
    }
    case OpKind::kOptimizationBarrier: out.push_back(op->operand(value.index())); return;
    case OpKind::kDynamicUpdateSlice:
    case OpKind::kScatter: out.push_back(op->operand(0)); return;
    case OpKind::kCustomCall:
      if (op->text_attr(AttrKey::kCallTargetName) == call_targets::kSharding) out.push_back(op->operand(0));
      return;
    default: break;
  }
  if (!op->info().has(kElementwise) && !op->info().has(kPlacement)) return;
  for (int i = 0; i < op->num_operands(); ++i) out.push_back(op->operand(i));
}

bool same_shape(Type a, Type b) {
  return a.is_tensor() && b.is_tensor() &&
         std::equal(a.dims().begin(), a.dims().end(), b.dims().begin(), b.dims().end());
}

}  // namespace

std::vector<int> updated_results(const Function& entry) {
  std::vector<std::tuple<int, int, int>> pairs;  // distance, result, argument
  const Op* end = entry.body().terminator();
  const int results = end != nullptr ? end->num_operands() : 0;
  for (int r = 0; r < results; ++r) {
    const Value* result = end->operand(r);
    if (!result->type().is_tensor() || result->type().rank() == 0) continue;
    tsl::robin_map<const Value*, int> seen = {{result, 0}};
    std::vector<const Value*> queue = {result}, next;
    for (size_t at = 0; at < queue.size() && queue.size() < kMostValues; ++at) {
      const Value* value = queue[at];
      const int distance = seen.at(value);
      if (value->is_argument() && value->region() == &entry.body()) {
        if (value->type() == result->type()) pairs.emplace_back(distance, r, value->index());
        continue;
      }
      if (distance == kFarthest) continue;
      next.clear();
      sources(*value, next);
      for (const Value* from : next) {
        if (same_shape(from->type(), result->type()) && seen.emplace(from, distance + 1).second) queue.push_back(from);
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
  std::vector<int> out(entry.num_arguments(), -1);
  std::vector<bool> taken(results, false);
  for (const auto& [distance, result, argument] : pairs) {
    if (out[argument] >= 0 || taken[result]) continue;
    out[argument] = result;
    taken[result] = true;
  }
  return out;
}

}  // namespace partita::core::complete
