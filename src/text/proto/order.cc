// The order of instructions. XLA writes them operands first, beginning at the root, whatever order they were made in:
//
//   t = tanh(a), r = reverse(a), m = max(a), s = add(m, t), root (s, r)   is written   m t s r
//
// What depends on the order of a program, its memory for one, should not depend on that. Ids count up as instructions
// are made, so they give the producer's order back; a schedule, where there is one, is the order that devices follow.
#include <algorithm>
#include <numeric>

#include "text/proto/reader.h"

namespace partita::core::text::proto {

bool Reader::schedule(std::string_view message) {
  Message in(message);
  Field entry;
  while (in.next(entry)) {
    if (entry.number != 1 || !entry.is_bytes) continue;
    int64_t computation = 0;
    std::vector<int64_t> ids;
    Message pair(entry.bytes);
    Field part;
    while (pair.next(part)) {
      if (part.number == 1) computation = part.integer();
      if (part.number != 2 || !part.is_bytes) continue;
      Message sequence(part.bytes);
      Field id;
      while (sequence.next(id)) {
        if (id.number == 1 && !append_ints(id, ids)) return false;
      }
      if (sequence.failed()) return false;
    }
    if (pair.failed()) return false;
    schedules_.insert_or_assign(computation, std::move(ids));
  }
  return !in.failed();
}

void Reader::put_in_order(hlo::Computation& computation, int64_t id) {
  const auto count = std::ssize(computation.instructions);
  std::vector<int64_t> ranks = ids_;
  if (auto found = schedules_.find(id); found != schedules_.end()) {
    ranks.assign(ids_.size(), -1);
    int64_t rank = 0;
    for (int64_t scheduled : found->second) {
      auto at = instructions_.find(scheduled);
      if (at == instructions_.end()) at = instructions_.find((id << 32) | scheduled);
      if (at != instructions_.end()) ranks[static_cast<size_t>(at->second)] = rank++;
    }
    if (std::ranges::find(ranks, -1) != ranks.end()) return;  // a schedule of some of them says nothing
  } else if (controlled_) {
    return;  // who waits for whom is no operand
  }
  if (std::ranges::is_sorted(ranks)) return;
  std::vector<int> order(ranks.size()), place(ranks.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int i) { return ranks[static_cast<size_t>(i)]; });
  for (int i = 0; i < count; ++i) place[static_cast<size_t>(order[static_cast<size_t>(i)])] = i;
  auto moved = [&](int i) { return place[static_cast<size_t>(i)]; };
  // Passes give what they make the next ids, wherever it stands: then the file's order is the only one.
  for (int i = 0; i < count; ++i) {
    for (const hlo::Operand& operand : computation.instructions[static_cast<size_t>(i)].operands) {
      if (moved(operand.instruction) >= moved(i)) return;
    }
  }
  std::vector<hlo::Instruction> sorted;
  sorted.reserve(order.size());
  for (int i : order) {
    hlo::Instruction instruction = computation.instructions[static_cast<size_t>(i)];
    std::vector<hlo::Operand> operands(instruction.operands.begin(), instruction.operands.end());
    for (hlo::Operand& operand : operands) operand.instruction = moved(operand.instruction);
    instruction.operands = reading_.arena.copy(std::span<const hlo::Operand>(operands));
    sorted.push_back(instruction);
  }
  computation.instructions = std::move(sorted);
  computation.root = moved(computation.root);
  for (int& parameter : computation.parameters) parameter = moved(parameter);
}

}  // namespace partita::core::text::proto
