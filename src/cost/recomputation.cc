#include "cost/recomputation.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/maps.h"
#include "cost/loop_scalars.h"
#include "cost/op_prices.h"
#include "cost/trips.h"
#include "ir/views.h"

namespace partita::core::cost {
namespace {

// Numbers are hashes of what values are made of: equal numbers mean equal values, but for accidents of 64 bits.
using Number = uint64_t;

// What a hash begins with, where it is not an op's.
enum Kind : uint64_t { kArgument = 1 << 20, kUnknown, kIndex, kCarry, kLoopResult, kStack, kMoved };

template <typename... Parts>
Number mixed(Number seed, Parts... parts) {
  ((seed = base::mix_hash(seed, static_cast<uint64_t>(parts))), ...);
  return seed;
}
uint64_t id_of(Type type) { return reinterpret_cast<uintptr_t>(type.id()); }

class ValueNumbers {
 public:
  explicit ValueNumbers(const Function& function)
      : scalars_(function.module()), numbers_(function.module().num_value_ids()) {
    for (const Value* argument : function.body().arguments()) set(argument, unknown());
    visit(function.body());
  }

  Number of(const Value* value) const { return numbers_[value->id()]; }

 private:
  void set(const Value* value, Number number) { numbers_[value->id()] = number; }
  Number unknown() { return mixed(kUnknown, ++unknown_); }

  void visit(const Region& region) {
    for (const Op& op : region) {
      if (op.info().has(kTerminator)) return;
      scalars_.visit(op);
      number(op);
    }
  }

  void number(const Op& op) {
    if (op.is(OpKind::kWhile)) return number_loop(op);
    const Type first = op.num_operands() > 0 ? op.operand(0)->type() : Type();
    const bool same_type = op.num_results() == 1 && op.num_operands() > 0 && first == op.result()->type();
    const bool handed_on = op.is(OpKind::kOptimizationBarrier) || op.info().has(kPlacement) || is_sharding_call(op) ||
                           op.is(OpKind::kCopy) || (op.is(OpKind::kConvert) && same_type);
    if (handed_on && op.num_results() <= op.num_operands()) {
      for (int i = 0; i < op.num_results(); ++i) set(op.result(i), of(op.operand(i)));
    } else if (op.is(OpKind::kReshape) || adds_unit_dims(op)) {
      number_moved(op);
    } else if (const std::optional<Number> written = slice_of_stack(op)) {
      set(op.result(), *written);
    } else {
      number_plain(op);
    }
  }

  // ---- ops one by one

  // What an op reads. An index over all of a dimension is one number, in whichever direction its loop goes: backward
  // loops go the other way. The first slice of a loop says which direction that is. Loops are told apart by their trip
  // counts alone: what one loop has saved may be read in another, further inside.
  Number read(const Op& op, int i) {
    const Value* value = op.operand(i);
    const std::optional<FullRange> range = scalars_.full_range(value);
    if (!range) return of(value);
    const bool slices = op.is(OpKind::kDynamicSlice) || op.is(OpKind::kDynamicUpdateSlice);
    Loop& loop = *std::find_if(loops_.rbegin(), loops_.rend(), [&](const Loop& l) { return l.op == range->loop; });
    if (slices && !loop.downwards) loop.downwards = range->downwards;
    const bool with_it = range->downwards == loop.downwards.value_or(false);
    return mixed(kIndex, loop.alike, range->trips, with_it);
  }

  void number_plain(const Op& op) {
    if (op.info().has(kSideEffects)) {
      for (int i = 0; i < op.num_results(); ++i) set(op.result(i), unknown());
    }
    Number hash = mixed(static_cast<uint64_t>(op.kind()), op.num_results());
    operands_.clear();
    for (int i = 0; i < op.num_operands(); ++i) operands_.push_back(read(op, i));
    if (op.info().has(kCommutative)) std::sort(operands_.begin(), operands_.end());
    for (Number operand : operands_) hash = mixed(hash, operand);
    for (const KeyedAttr& attr : op.attrs()) {
      if (attr.key != AttrKey::kChannelId) hash = base::hash_pointer(mixed(hash, attr.key), attr.value.id());
    }
    for (int r = 0; r < op.num_regions(); ++r) {
      const Region& region = op.region(r);
      const bool passed = op.is(OpKind::kManualComputation) && region.num_arguments() == op.num_operands();
      for (int i = 0; i < region.num_arguments(); ++i) {
        const Type type = region.argument(i)->type();
        set(region.argument(i), mixed(kArgument, i, id_of(type), passed ? of(op.operand(i)) : 0));
      }
      visit(region);
      const Op* end = region.terminator();
      for (int i = 0; end != nullptr && i < end->num_operands(); ++i) hash = mixed(hash, of(end->operand(i)));
    }
    if (op.info().has(kSideEffects)) return;
    for (int i = 0; i < op.num_results(); ++i) set(op.result(i), mixed(hash, i, id_of(op.result(i)->type())));
  }

  // A reshape of a reshape is one, and none where the first shape comes back.
  void number_moved(const Op& op) {
    const Number operand = of(op.operand(0));
    const auto before = moved_.find(operand);
    const Number base = before != moved_.end() ? before->second.base : operand;
    const Type type = before != moved_.end() ? before->second.type : op.operand(0)->type();
    if (op.result()->type() == type) return set(op.result(), base);
    const Number made = mixed(kMoved, base, id_of(op.result()->type()));
    moved_[made] = {base, type};
    set(op.result(), made);
  }
  static bool adds_unit_dims(const Op& op) {
    if (!op.is(OpKind::kBroadcastInDim)) return false;
    const std::span<const int64_t> dims = op.ints_attr(AttrKey::kBroadcastDimensions);
    return op.operand(0)->type().num_elements() == op.result()->type().num_elements() &&
           std::is_sorted(dims.begin(), dims.end());
  }

  // ---- stacks

  // The dimension along which a slice or update has one row, by an index, and all of the others; nothing where it is
  // not so. Dimensions that are taken whole begin at 0, whatever the index says.
  static std::optional<int> row_dim(Type whole, Type part) {
    std::optional<int> row;
    for (int d = 0; d < whole.rank(); ++d) {
      if (part.dim(d) == whole.dim(d)) continue;
      if (row || part.dim(d) != 1) return std::nullopt;
      row = d;
    }
    return row;
  }

  struct Stack {
    Number row, index;
    int dim;
  };

  // A carry that a loop overwrites row by row.
  std::optional<Stack> stack_of(const Op& loop, int carry) {
    const Region& body = loop.region(1);
    const Op* update = body.terminator()->operand(carry)->op();
    if (update == nullptr || !update->is(OpKind::kDynamicUpdateSlice) || update->parent() != &body ||
        update->operand(0) != body.argument(carry)) {
      return std::nullopt;
    }
    const Type whole = update->operand(0)->type();
    const std::optional<int> dim = row_dim(whole, update->operand(1)->type());
    const std::optional<FullRange> range = dim ? scalars_.full_range(update->operand(2 + *dim)) : std::nullopt;
    if (!range || range->loop != &loop || range->trips != whole.dim(*dim)) return std::nullopt;
    return Stack{of(update->operand(1)), read(*update, 2 + *dim), *dim};
  }

  std::optional<Number> slice_of_stack(const Op& op) {
    if (!op.is(OpKind::kDynamicSlice)) return std::nullopt;
    const auto stack = stacks_.find(of(op.operand(0)));
    if (stack == stacks_.end()) return std::nullopt;
    const std::optional<int> dim = row_dim(op.operand(0)->type(), op.result()->type());
    if (dim != stack->second.dim || read(op, 1 + *dim) != stack->second.index) return std::nullopt;
    return stack->second.row;
  }

  // ---- loops

  struct Loop {
    const Op* op;
    double trips;
    int64_t alike = 0;                   // how many of the loops around it have as many trips
    std::optional<bool> downwards = {};  // how its slices go
  };

  // A carry is taken for that of an earlier loop which began with the same value. Where it then goes on otherwise it
  // is new, and the body is numbered again, a few times at most and not in deep nests.
  void number_loop(const Op& loop) {
    constexpr int kRounds = 4, kDeep = 3;
    const Region& body = loop.region(1);
    const TripCount count = trip_count_of(loop);
    const bool known = count.from == TripCount::From::kProgram && count.count >= 1;
    const int carries = loop.num_operands();
    const auto alike =
        std::count_if(loops_.begin(), loops_.end(), [&](const Loop& l) { return l.trips == count.count; });
    std::vector<bool> is_new(carries, !known || std::ssize(loops_) >= kDeep);
    std::vector<Number> begun(carries);
    const size_t mark = recorded_.size();
    for (int round = 0;; ++round) {
      if (round == kRounds) is_new.assign(carries, true);
      for (; recorded_.size() > mark; recorded_.pop_back()) next_of_.erase(recorded_.back());
      tsl::robin_map<Number, int> same;  // carries that begin alike are told apart by their order
      for (int i = 0; i < carries; ++i) {
        const Number init = of(loop.operand(i));
        begun[i] = mixed(kCarry, init, alike, static_cast<int64_t>(count.count));
        begun[i] = mixed(begun[i], same[begun[i]]++);
        if (is_new[i]) begun[i] = unknown();
        if (is_carried_unchanged(loop, i)) begun[i] = init;
        set(body.argument(i), begun[i]);
        if (i < loop.region(0).num_arguments()) set(loop.region(0).argument(i), begun[i]);
      }
      loops_.push_back({&loop, count.count, alike});
      if (known) scalars_.enter(loop, static_cast<int64_t>(count.count));
      visit(loop.region(0));
      visit(body);
      bool again = false;
      for (int i = 0; i < carries; ++i) {
        if (is_carried_unchanged(loop, i) || is_new[i]) continue;
        if (known && stack_of(loop, i)) continue;
        const auto [at, fresh] = next_of_.try_emplace(begun[i], of(body.terminator()->operand(i)));
        if (fresh) recorded_.push_back(begun[i]);
        if (at->second == of(body.terminator()->operand(i))) continue;
        is_new[i] = again = true;
      }
      if (!again) break;
      loops_.pop_back();
    }
    for (int i = 0; i < carries; ++i) {
      const std::optional<Stack> stack = known ? stack_of(loop, i) : std::nullopt;
      Number number = mixed(kLoopResult, begun[i], of(body.terminator()->operand(i)));
      if (is_carried_unchanged(loop, i)) number = begun[i];
      if (stack) {
        number = mixed(kStack, stack->row, stack->index, stack->dim, id_of(loop.result(i)->type()));
        stacks_[number] = *stack;
      }
      set(loop.result(i), number);
    }
    loops_.pop_back();
  }

  struct Moved {
    Number base;
    Type type;  // of the base
  };

  LoopScalars scalars_;
  std::vector<Number> numbers_;   // by value id
  std::vector<Number> operands_;  // of the op at hand
  uint64_t unknown_ = 0;
  std::vector<Loop> loops_;                 // around what is being numbered
  tsl::robin_map<Number, Number> next_of_;  // what a carry is in the next iteration
  std::vector<Number> recorded_;            // its keys, in order
  tsl::robin_map<Number, Stack> stacks_;
  tsl::robin_map<Number, Moved> moved_;
};

}  // namespace

Recomputation recomputation_of(const Function& function) {
  const ValueNumbers numbers(function);
  Recomputation out;
  tsl::robin_set<Number> computed;
  walk_counted(function.body(), 1, [&](const Op& op, double times) {
    const double operations = times * matrix_operations(op);
    if (operations == 0) return;
    out.matrix += operations;
    if (!computed.insert(numbers.of(op.result())).second) out.recomputed += operations;
  });
  return out;
}

}  // namespace partita::core::cost
