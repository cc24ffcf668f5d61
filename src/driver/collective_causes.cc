#include "driver/collective_causes.h"

#include <fmt/format.h>

#include "ir/shown.h"

namespace partita::core::driver {

CollectiveCauses::CollectiveCauses(const Partitioned& partitioned) : lines_(*partitioned.module->entry()) {
  for (const MadeFor& made : partitioned.reasons) {
    by_op_[made.made] = &made.reason;
    if (made.made->offset() != kNoOffset) {
      by_place_.try_emplace({made.made->kind(), made.made->offset()}, &made.reason);
    }
  }
}

const Reason* CollectiveCauses::of(const Op& collective) const {
  if (auto at = by_op_.find(&collective); at != by_op_.end()) return at->second;
  // Made by a pass in place of others: the first of them that stands for the same op.
  auto at = by_place_.find({collective.kind(), collective.offset()});
  // A message of a ring is there for the gather or the sum that the ring replaces.
  for (OpKind kind : {OpKind::kAllGather, OpKind::kReduceScatter}) {
    if (at != by_place_.end() || !collective.is(OpKind::kCollectivePermute)) break;
    at = by_place_.find({kind, collective.offset()});
  }
  return at != by_place_.end() ? at->second : nullptr;
}

std::string CollectiveCauses::op_text(const Op& op) const {
  const std::string place = lines_.place(op);
  return shown_op(op) + (place.empty() ? "" : " at " + place);
}

std::string CollectiveCauses::value_text(const Value& value) const {
  std::string name = shown_name(&value);
  if (name != "%?") return name;
  return value.op() != nullptr ? "the " + op_text(*value.op()) : "an argument";
}

std::string CollectiveCauses::sentence(const Op& collective) const {
  const Reason* reason = of(collective);
  if (reason == nullptr || reason->op == nullptr) return {};
  const std::string op = op_text(*reason->op);
  if (reason->op->kind() == collective.kind()) return fmt::format("the program itself has it: {}", op);
  if (reason->value == nullptr || reason->from == nullptr) {
    return fmt::format("{} exchanges parts of what it reads or makes between its shards", op);
  }
  const std::string from = to_string(*reason->from), to = to_string(*reason->to);
  if (reason->value->op() == reason->op) {
    return fmt::format("{} makes {} as {}, it is kept as {}", op, value_text(*reason->value), from, to);
  }
  if (reason->op->is(OpKind::kReturn)) {
    return fmt::format("{} is {}, {} gives it as {}", value_text(*reason->value), from,
                       reason->op->parent_op() != nullptr ? shown_op(*reason->op->parent_op()) : "the program", to);
  }
  return fmt::format("{} is {}, {} wants it as {}", value_text(*reason->value), from, op, to);
}

}  // namespace partita::core::driver
