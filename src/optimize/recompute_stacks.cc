// Values that one loop stacks up, iteration by iteration, for a later loop to read.
//
//   %f:3 = while … {                                   %f:2 = while … {
//     %h = dot %x, %w                                    %h = dot %x, %w
//     %s2 = dynamic_update_slice %s, %h, %i              %s2 = dynamic_update_slice %s, %h, %i
//     %g = tanh %h                                       %g = tanh %h
//     %t2 = dynamic_update_slice %t, %g, %i            }
//   }                                                  while … {
//   while … {                                            %h = dynamic_slice %f#1, %j
//     %g = dynamic_slice %f#2, %j                        %g = tanh %h
//   }                                                  }
//
// The stack of %g is gone; the backward loop computes a slice of it from the stack of %h. What the computation starts
// from are other stacks of the same loop, slices that both loops take by their counters, and what was there before
// the first loop.
//
// A stack may itself be stacked by a loop around (the layers of a stage in each tick of a pipeline): the later loop
// then takes one of those stacks, and a loop in it the slices.
#include <algorithm>
#include <memory>
#include <optional>

#include "base/maps.h"
#include "cost/fusion.h"
#include "cost/loop_scalars.h"
#include "cost/op_prices.h"
#include "cost/wire.h"
#include "ir/builder.h"
#include "ir/trip_count.h"
#include "ir/views.h"
#include "optimize/effects.h"
#include "optimize/remedy.h"

namespace partita::core::optimize {
namespace {

constexpr size_t kMostRepeated = 512;  // ops that are computed again for one stack

struct StackedValue {
  Op* loop = nullptr;
  int carry = 0;
  int dim = 0;           // of the stack: one slice for each iteration
  Op* update = nullptr;  // writes a slice
  int64_t trips = 0;
  // The slices that later loops take, and where the stack is one of many: which of them it is taken from.
  struct ReadSlice {
    Op* op = nullptr;
    Value* which = nullptr;
    bool operator==(const ReadSlice&) const = default;
  };
  std::vector<ReadSlice> reads;
  int around = -1;  // the stack of such stacks, among all
  Value* whole() const { return loop->result(carry); }
  Value* slice() const { return update->operand(1); }
  Value* index_of(Op& read) const { return read.operand(1 + dim); }
};

// The same elements in the same order.
bool only_renames(const Op& op) {
  if (op.is(OpKind::kReshape)) return true;
  if (!op.is(OpKind::kBroadcastInDim) || op.result()->type().num_elements() != op.operand(0)->type().num_elements()) {
    return false;
  }
  const std::span<const int64_t> dims = op.ints_attr(AttrKey::kBroadcastDimensions);
  return std::is_sorted(dims.begin(), dims.end());
}

// The loop whose iterations take the slice one by one, if it stands in the region of `writer`, behind it.
bool is_read_by_later_loop(const Op& read, const Op& writer) {
  const Op* loop = read.parent_op();
  return loop != nullptr && loop->is(OpKind::kWhile) && read.parent() == &loop->region(1) &&
         loop->parent() == writer.parent() && loop != &writer;
}

// Whether the stack is in memory while `at` runs: from the loop that writes it to the last that reads it.
bool is_there(const StackedValue& stack, const Op* at) {
  while (at != nullptr && at->parent() != stack.loop->parent()) at = at->parent_op();
  PointerSet<const Op*> readers;
  for (const StackedValue::ReadSlice& read : stack.reads) readers.insert(read.op->parent_op());
  bool found = false;
  for (const Op* op = stack.loop; op != nullptr && !readers.empty(); op = op->next()) {
    found |= op == at;
    readers.erase(op);
  }
  return found;
}

class Stacks {
 public:
  Stacks(Function& local, Modelled& modelled)
      : modelled_(modelled), scalars_(local.module()), stack_of_(local.module().num_value_ids(), -1) {
    visit(local.body());
  }

  int count() const { return static_cast<int>(std::ssize(stacks_)); }
  const StackedValue& at(int i) const { return stacks_[i]; }

  // What must be computed for a slice of the stack, in order; nothing where something is missing.
  struct Plan {
    std::vector<Op*> repeated;
    double seconds = 0;  // all reads together
  };
  std::optional<Plan> plan(int target) {
    Plan out;
    seen_.clear();
    if (!add(stacks_[target].slice(), target, out) || out.repeated.empty()) return std::nullopt;
    double once = 0, runs = 0;
    for (const Op* op : out.repeated) once += seconds_again(*op, modelled_);
    for (const StackedValue::ReadSlice& read : stacks_[target].reads) {
      double times = 1;
      for (const Op* op = read.op->parent_op(); op != nullptr; op = op->parent_op()) {
        if (op->is(OpKind::kWhile)) times *= static_cast<double>(ir::known_trip_count(*op).value_or(1));
      }
      runs += times;
    }
    out.seconds = once * runs;
    return out;
  }

  void apply(int target, const Plan& plan) {
    while (!stacks_[target].reads.empty()) {
      const StackedValue& stack = stacks_[target];
      // All reads of one place by one loop, at the first of them.
      const StackedValue::ReadSlice one = stack.reads.front();
      const Value* index = stack.index_of(*one.op);
      std::vector<StackedValue::ReadSlice> others;
      PointerSet<const Op*> alike;
      for (const StackedValue::ReadSlice& read : stack.reads) {
        if (read.op->parent() == one.op->parent() && stack.index_of(*read.op) == index && read.which == one.which) {
          alike.insert(read.op);
        } else {
          others.push_back(read);
        }
      }
      std::vector<Op*> reads;
      for (Op& op : *one.op->parent()) {
        if (alike.contains(&op)) reads.push_back(&op);
      }
      Value* again = repeat(target, plan, *reads.front(), one.which);
      for (Op* read : reads) {
        read->result()->replace_all_uses_with(again);
        read->erase();
      }
      stacks_[target].reads.swap(others);
    }
  }

  // What is not needed any more without it.
  double bytes(int i) const {
    const StackedValue& stack = stacks_[i].around >= 0 ? stacks_[stacks_[i].around] : stacks_[i];
    return cost::bytes_of(stack.whole()->type());
  }

 private:
  void visit(Region& region) {
    for (Op& op : region) {
      scalars_.visit(op);
      if (!has_code(op)) continue;
      const int64_t trips = op.is(OpKind::kWhile) ? ir::known_trip_count(op).value_or(0) : 0;
      if (trips > 0) scalars_.enter(op, trips);
      for (int r = 0; r < op.num_regions(); ++r) visit(op.region(r));
      if (trips > 1) find_stacks(op, trips);
    }
  }

  void find_stacks(Op& loop, int64_t trips) {
    for (int i = 0; i < loop.num_results(); ++i) {
      std::optional<StackedValue> stack = stack_at(loop, i, trips);
      if (!stack || !find_reads(*stack)) continue;
      const int around = add_stack(std::move(*stack));
      const Value* inner = stacked(around);
      if (inner->op() != nullptr && inner->op()->is(OpKind::kWhile)) find_inner(around, inner->index());
    }
  }
  int add_stack(StackedValue stack) {
    stacks_.push_back(std::move(stack));
    const int made = count() - 1;
    stacked(made, [&](const Value& value) { stack_of_[value.id()] = made; });
    return made;
  }

  // What was stacked, before it was renamed; the stack serves all that has a name on the way.
  template <typename Visit>
  const Value* stacked(int i, const Visit& visit) const {
    const Value* value = stacks_[i].slice();
    for (;;) {
      visit(*value);
      const Op* op = value->op();
      if (op == nullptr || op->parent() != &stacks_[i].loop->region(1) || !only_renames(*op)) return value;
      value = op->operand(0);
    }
  }
  const Value* stacked(int i) const {
    return stacked(i, [](const Value&) {});
  }

  // A carry that each iteration writes a slice of, and that nothing else in the loop reads.
  std::optional<StackedValue> stack_at(Op& loop, int carry, int64_t trips) const {
    Region& body = loop.region(1);
    Value* argument = body.argument(carry);
    Op* update = body.terminator()->operand(carry)->op();
    if (update == nullptr || !update->is(OpKind::kDynamicUpdateSlice) || update->parent() != &body ||
        update->operand(0) != argument || !argument->has_one_use() || !update->result()->has_one_use() ||
        loop.region(0).argument(carry)->has_uses()) {
      return std::nullopt;
    }
    StackedValue out{&loop, carry, -1, update, trips, {}};
    const Type whole = argument->type(), part = update->operand(1)->type();
    for (int d = 0; d < whole.rank(); ++d) {
      if (part.dim(d) == whole.dim(d)) continue;
      if (out.dim >= 0 || part.dim(d) != 1 || whole.dim(d) != trips) return std::nullopt;
      out.dim = d;
    }
    if (out.dim < 0) return std::nullopt;
    const std::optional<cost::FullRange> range = scalars_.full_range(update->operand(2 + out.dim));
    if (!range || range->loop != &loop || range->downwards) return std::nullopt;
    return out;
  }

  static bool is_read_of(const Use& use, const StackedValue& stack) {
    return use.op()->is(OpKind::kDynamicSlice) && use.index() == 0 &&
           use.op()->result()->type() == stack.slice()->type();
  }
  // False where it is read otherwise, too, or not at all.
  static bool find_reads(StackedValue& stack) {
    for (Use* use = stack.whole()->first_use(); use != nullptr; use = use->next()) {
      if (!is_read_of(*use, stack) || !is_read_by_later_loop(*use->op(), *stack.loop)) return false;
      stack.reads.push_back({use->op()});
    }
    return !stack.reads.empty();
  }

  // A stack that the loop around stacks up.
  void find_inner(int around, int carry) {
    const StackedValue& outer = stacks_[around];
    Op* loop = const_cast<Op*>(stacked(around)->op());
    const int64_t trips = ir::known_trip_count(*loop).value_or(0);
    if (trips < 2 || loop->parent() != &outer.loop->region(1)) return;
    std::optional<StackedValue> stack = stack_at(*loop, carry, trips);
    if (!stack) return;
    stack->around = around;
    for (const StackedValue::ReadSlice& taken : outer.reads) {
      Value* value = taken.op->result();
      while (value->has_one_use() && value->first_use()->op()->parent() == taken.op->parent() &&
             only_renames(*value->first_use()->op())) {
        value = value->first_use()->op()->result();
      }
      if (value->type() != stack->whole()->type()) return;
      for (Use* use = value->first_use(); use != nullptr; use = use->next()) {
        const Op* reader = use->op()->parent_op();
        if (!is_read_of(*use, *stack) || reader == nullptr || !reader->is(OpKind::kWhile) ||
            use->op()->parent() != &reader->region(1) || reader->parent() != taken.op->parent()) {
          return;
        }
        stack->reads.push_back({use->op(), outer.index_of(*taken.op)});
      }
    }
    if (!stack->reads.empty()) add_stack(std::move(*stack));
  }

  // ---- planning

  bool add(Value* value, int target, Plan& plan) {
    const StackedValue& stack = stacks_[target];
    const Region& body = stack.loop->region(1);
    const bool inside = value->is_argument() ? value->region() == &body : value->op()->parent() == &body;
    if (!inside) return stack.around < 0 || is_outside(*value, *stacks_[stack.around].loop);
    if (!seen_.insert(value).second) return true;
    const int other = stack_of_[value->id()];
    if (other >= 0 && other != target && stacks_[other].loop == stack.loop && !stacks_[other].reads.empty())
      return true;
    if (value->is_argument()) return ir::induction_of(*stack.loop, value->index()).has_value();
    Op* op = value->op();
    if (!can_repeat(*op, body) || plan.repeated.size() >= kMostRepeated) return false;
    for (int i = 0; i < op->num_operands(); ++i) {
      if (!add(op->operand(i), target, plan)) return false;
    }
    if (std::find(plan.repeated.begin(), plan.repeated.end(), op) == plan.repeated.end()) plan.repeated.push_back(op);
    return true;
  }

  static bool is_outside(const Value& value, const Op& loop) {
    for (const Op* op = value.is_argument() ? value.region()->parent_op() : value.op()->parent_op(); op != nullptr;
         op = op->parent_op()) {
      if (op == &loop) return false;
    }
    return true;
  }

  // ---- computing again

  // The slice that `read` takes, computed before it.
  Value* repeat(int target, const Plan& plan, Op& read, Value* which) {
    const StackedValue stack = stacks_[target];
    Builder b(&read);
    Value* index = in_range(b, stack, read);
    Module::ValueMap map;
    Region& body = stack.loop->region(1);
    auto prepare = [&](Value* value) {
      const bool inside = value->is_argument() ? value->region() == &body : value->op()->parent() == &body;
      if (!inside || map.has(value)) return;
      const int other = stack_of_[value->id()];
      map.set(value, other >= 0 ? slice_of(b, other, index, which, value->type()) : counter(b, stack, *value, index));
    };
    for (Op* op : plan.repeated) {
      for (int i = 0; i < op->num_operands(); ++i) prepare(op->operand(i));
      Op* made = read.module().clone_op(*op, *read.parent(), map, &read);
      for (int r = 0; r < made->num_results(); ++r) made->result(r)->set_name({});
    }
    return map.get(stack.slice());
  }

  // Slices that begin outside of the stack are moved into it.
  Value* in_range(Builder& b, const StackedValue& stack, Op& read) const {
    Value* index = stack.index_of(read);
    if (index->id() >= stack_of_.size()) return index;  // made here
    const std::optional<cost::FullRange> range = scalars_.full_range(index);
    if (range && range->trips == stack.trips) return index;
    const ElementType element = index->type().element();
    Value* last = b.scalar(element, static_cast<double>(stack.trips - 1));
    return b.value(OpKind::kClamp, {b.scalar(element, 0), index, last}, index->type());
  }

  // A slice of another stack, in the type of what was stacked there. Where that is one of many, it is taken before the
  // loop that reads slices of it.
  Value* slice_of(Builder& b, int other, Value* index, Value* which, Type type) {
    Value* whole = stacks_[other].whole();
    if (stacks_[other].around >= 0) {
      Builder before(b.region().parent_op());
      whole = slice_of(before, stacks_[other].around, which, nullptr, whole->type());
    }
    StackedValue& stack = stacks_[other];
    const Type part = stack.slice()->type();
    std::vector<Value*> operands = {whole};
    Value* zero = b.scalar(index->type().element(), 0);
    for (int d = 0; d < part.rank(); ++d) operands.push_back(d == stack.dim ? index : zero);
    Op* read = b.op(OpKind::kDynamicSlice, operands, std::vector{part},
                    {{AttrKey::kSliceSizes, b.context().ints(part.dims())}});
    stack.reads.push_back({read, which});
    return part == type ? read->result() : b.value(OpKind::kReshape, {read->result()}, type);
  }

  // What a counter of the first loop was in that iteration.
  static Value* counter(Builder& b, const StackedValue& stack, const Value& value, Value* index) {
    const ir::Induction known = *ir::induction_of(*stack.loop, value.index());
    const Type type = value.type();
    if (index->type() != type) index = b.value(OpKind::kConvert, {index}, type);
    const auto constant = [&](int64_t number) { return b.scalar(type.element(), static_cast<double>(number)); };
    if (known.step != 1) index = b.value(OpKind::kMultiply, {index, constant(known.step)}, type);
    if (known.init != 0) index = b.value(OpKind::kAdd, {index, constant(known.init)}, type);
    return index;
  }

  Modelled& modelled_;
  cost::LoopScalars scalars_;
  std::vector<int> stack_of_;  // by id of value: the stack that has it; -1: none
  std::vector<StackedValue> stacks_;
  PointerSet<const Value*> seen_;
};

}  // namespace

double seconds_again(const Op& op, Modelled& modelled) {
  if (!cost::is_fusible(op)) return modelled.seconds_of(op);
  const Hardware& hardware = modelled.hardware();
  return cost::bytes_of(op.result()->type()) / (hardware.memory_bandwidth * hardware.rates.efficiency);
}

bool is_light(const Op& op) { return cost::matrix_operations(op) == 0 && !cost::collective_kind(op.kind()); }

bool can_repeat(const Op& op, const Region& body) {
  if (!is_pure(op) || has_code(op)) return false;
  bool closed = true;
  for (int r = 0; r < op.num_regions(); ++r) {
    walk(op.region(r), [&](const Op& inner) {
      for (int i = 0; i < inner.num_operands(); ++i) {
        const Value& value = *inner.operand(i);
        closed &= value.is_argument() ? value.region() != &body : value.op()->parent() != &body;
      }
    });
  }
  return closed;
}

std::vector<Remedy> stack_remedies(Function& local, const Memory& memory, Modelled& modelled) {
  auto stacks = std::make_shared<Stacks>(local, modelled);
  std::vector<Remedy> out;
  for (int i = 0; i < stacks->count(); ++i) {
    const int around = stacks->at(i).around;
    if (!is_there(stacks->at(around >= 0 ? around : i), memory.at)) continue;
    const std::optional<Stacks::Plan> plan = stacks->plan(i);
    if (!plan) continue;
    auto apply = [stacks, i] {
      const std::optional<Stacks::Plan> now = stacks->plan(i);
      if (now) stacks->apply(i, *now);
      return now.has_value();
    };
    const bool light = std::all_of(plan->repeated.begin(), plan->repeated.end(), [](Op* op) { return is_light(*op); });
    out.push_back({stacks->bytes(i), plan->seconds, apply, nullptr, light});
  }
  return out;
}

}  // namespace partita::core::optimize
