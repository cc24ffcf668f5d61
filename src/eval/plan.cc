#include "eval/plan.h"

#include <algorithm>

namespace partita::core::eval {
namespace {

int64_t bytes_of(Type type) { return type.is_tensor() ? type.byte_size() : 0; }

// The op of `region` that holds `op`, or `op` itself: where a use inside nested regions counts for the region's steps.
const Op* ancestor_in(const Op* op, const Region* region) {
  while (op != nullptr && op->parent() != region) op = op->parent_op();
  return op;
}

}  // namespace

struct Plan::Builder {
  Plan& plan;
  int next_slot = 0;
  std::unordered_map<const Op*, int> positions;  // of the ops of all regions, in the order they are run
  std::unordered_map<const Region*, std::vector<const Op*>> orders;

  void number(const Region& region) {
    for (const Value* argument : region.arguments()) add(argument);
    for (const Op* op : orders.emplace(&region, order_of(region)).first->second) {
      positions[op] = std::ssize(positions);
      for (int i = 0; i < op->num_results(); ++i) add(op->result(i));
      for (int i = 0; i < op->num_regions(); ++i) number(op->region(i));
    }
  }

  // The ops as they are run: in the order of the text, but that a receive waits no sooner than its message is needed.
  // HLO begins it early (recv … recv-done), and what its sender waits for may lie between.
  static std::vector<const Op*> order_of(const Region& region) {
    std::vector<const Op*> order;
    std::vector<const Op*> begun;  // receives not yet in the order
    auto finish = [&](const auto& is_due) {
      auto kept = std::stable_partition(begun.begin(), begun.end(), is_due);
      order.insert(order.end(), begun.begin(), kept);
      begun.erase(begun.begin(), kept);
    };
    for (const Op& op : region) {
      if (!begun.empty()) {
        finish([&](const Op* receive) {
          bool same_channel =
              op.is(OpKind::kRecv) && op.int_attr(AttrKey::kChannelId) == receive->int_attr(AttrKey::kChannelId);
          return same_channel || op.info().has(kTerminator) || reads(op, *receive);
        });
      }
      if (op.is(OpKind::kRecv)) {
        begun.push_back(&op);
      } else {
        order.push_back(&op);
      }
    }
    return order;
  }
  static bool reads(const Op& reader, const Op& giver) {
    for (int i = 0; i < giver.num_results(); ++i) {
      for (const Use* use = giver.result(i)->first_use(); use != nullptr; use = use->next()) {
        if (ancestor_in(use->op(), reader.parent()) == &reader) return true;
      }
    }
    return false;
  }

  void add(const Value* value) {
    if (value->has_uses()) plan.slots_[value] = next_slot++;
  }

  // The step of the value's own region after which nobody reads it.
  const Op* last_reader(const Value* value) const {
    const Region* home = value->is_argument() ? value->region() : value->op()->parent();
    const Op* last = nullptr;
    for (const Use* use = value->first_use(); use != nullptr; use = use->next()) {
      const Op* reader = ancestor_in(use->op(), home);
      if (reader == nullptr) continue;
      if (last == nullptr || positions.at(reader) > positions.at(last)) last = reader;
    }
    return last;
  }
  static bool read_inside(const Value* value, const Op* holder) {
    for (const Use* use = value->first_use(); use != nullptr; use = use->next()) {
      if (use->op() != holder && ancestor_in(use->op(), holder->parent()) == holder) return true;
    }
    return false;
  }

  std::vector<OperandSlot> operands_of(const Op& op, const std::vector<const Value*>& taken) const {
    std::vector<OperandSlot> slots(op.num_operands());
    for (int i = op.num_operands(); i-- > 0;) {
      OperandSlot& slot = slots[i];
      const Value* value = op.operand(i);
      slot.slot = plan.slots_.at(value);
      bool later = false;  // taken by a later operand of the same op
      for (int j = i + 1; j < op.num_operands(); ++j) later |= op.operand(j) == value;
      slot.last = !later && std::find(taken.begin(), taken.end(), value) != taken.end();
    }
    return slots;
  }

  void build(const Region& region) {
    auto built = std::make_unique<RegionPlan>();
    for (const Value* argument : region.arguments()) built->arguments.push_back(plan.slot(argument));

    // Which values end at which op.
    std::unordered_map<const Op*, std::vector<const Value*>> ends;
    auto note = [&](const Value* value) {
      if (value->has_uses()) ends[last_reader(value)].push_back(value);
    };
    for (const Value* argument : region.arguments()) note(argument);
    for (const Op& op : region) {
      for (int i = 0; i < op.num_results(); ++i) note(op.result(i));
    }

    for (const Op* next : orders.at(&region)) {
      const Op& op = *next;
      std::vector<const Value*> taken;
      std::vector<int> frees;
      if (auto found = ends.find(&op); found != ends.end()) {
        for (const Value* value : found->second) {
          if (op.num_regions() > 0 && read_inside(value, &op)) {
            frees.push_back(plan.slot(value));
          } else {
            taken.push_back(value);
          }
        }
      }
      if (op.info().has(kTerminator)) {
        built->returns = operands_of(op, taken);
        continue;
      }
      Step step;
      step.op = &op;
      step.evaluator = evaluator_for(op.kind());
      step.operands = operands_of(op, taken);
      step.frees = std::move(frees);
      for (int i = 0; i < op.num_results(); ++i) {
        step.results.push_back(plan.slot(op.result(i)));
        step.result_bytes += bytes_of(op.result(i)->type());
      }
      built->steps.push_back(std::move(step));
      for (int i = 0; i < op.num_regions(); ++i) build(op.region(i));
    }
    plan.regions_[&region] = std::move(built);
  }
};

Plan::Plan(const Module& module) : module_(module) {
  for (const Function* function : module.functions()) {
    Builder builder{*this, 0, {}, {}};
    builder.number(function->body());
    builder.build(function->body());
    slot_counts_[function] = builder.next_slot;
  }
}

Plan::~Plan() = default;

const RegionPlan& Plan::region(const Region& region) const { return *regions_.at(&region); }
int Plan::slot_count(const Function& function) const { return slot_counts_.at(&function); }
int Plan::slot(const Value* value) const {
  auto found = slots_.find(value);
  return found == slots_.end() ? -1 : found->second;
}

}  // namespace partita::core::eval
