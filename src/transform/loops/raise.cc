#include <algorithm>

#include "base/maps.h"
#include "ir/build/tensor_builder.h"
#include "ir/nesting.h"
#include "ir/trip_count.h"
#include "ir/views.h"
#include "transform/loops/loops.h"
#include "transform/loops/step_values.h"
#include "transform/loops/value_shardings.h"

namespace partita::core::transform {
namespace {

constexpr int64_t kMaxTrips = int64_t{1} << 20;  // indices are looked at in each step

class Raising {
 public:
  Raising(Op& loop, int64_t trips)
      : loop_(loop), body_(loop.region(1)), end_(*body_.terminator()), trips_(trips), steps_(loop) {}

  void run() {
    forward_unchanged();
    find_direction();
    find_carries();
    make_scan();
  }

 private:
  // A slice that an input takes the place of, or an update that an output does.
  bool is_whole_slice(const Op& op, int first_start, Type stack, Type slice, bool reverse) const {
    if (stack.rank() == 0 || stack.dim(0) != trips_ || slice.rank() != stack.rank() || slice.dim(0) != 1) return false;
    for (int d = 1; d < stack.rank(); ++d) {
      if (slice.dim(d) != stack.dim(d)) return false;  // starts of whole dimensions are clamped to 0
    }
    return steps_.is_step(op.operand(first_start), trips_, reverse);
  }
  bool is_read(const Op& op, bool reverse) const {
    return op.is(OpKind::kDynamicSlice) && is_outside(op.operand(0)) &&
           is_whole_slice(op, 1, op.operand(0)->type(), op.result()->type(), reverse);
  }
  // The update that writes a carried stack, where nothing else uses the stack.
  Op* write_of(int carry, bool reverse) const {
    Value* argument = body_.argument(carry);
    Op* op = end_.operand(carry)->op();
    if (op == nullptr || !op->is(OpKind::kDynamicUpdateSlice) || op->parent() != &body_) return nullptr;
    if (op->operand(0) != argument || !argument->has_one_use() || !op->result()->has_one_use()) return nullptr;
    return is_whole_slice(*op, 2, argument->type(), op->operand(1)->type(), reverse) ? op : nullptr;
  }
  bool is_outside(const Value* value) const { return !is_inside(value, loop_); }

  void forward_unchanged() {
    for (int i = 0; i < loop_.num_operands(); ++i) {
      unchanged_.push_back(ir::is_carried_unchanged(loop_, i));
      if (!unchanged_.back()) continue;
      if (!body_.argument(i)->has_uses() && !loop_.result(i)->has_uses()) continue;
      Value* value = with_value_sharding(loop_, i, loop_.operand(i));
      body_.argument(i)->replace_all_uses_with(value);
      loop_.result(i)->replace_all_uses_with(value);
    }
  }

  // All stacks of a scan are walked one way: that of the first one.
  void find_direction() {
    for (bool reverse : {false, true}) {
      bool found = false;
      for (Op& op : body_) found = found || is_read(op, reverse);
      for (int i = 0; i < loop_.num_operands(); ++i) found = found || write_of(i, reverse) != nullptr;
      if (!found || trips_ == 1) continue;
      reverse_ = reverse;
      return;
    }
  }

  void find_carries() {
    for (int i = 0; i < loop_.num_operands(); ++i) {
      if (unchanged_[i]) continue;
      if (steps_.induction(i)) {
        inductions_.push_back(i);
      } else if (Op* write = write_of(i, reverse_)) {
        outputs_.push_back({i, write});
      } else {
        carries_.push_back(i);
      }
    }
  }

  // The number that an induction variable is in each step, in the order of the scan.
  Value* all_steps(TensorBuilder& b, Type scalar, ir::Induction induction) const {
    const Type type = b.tensor(scalar.element(), std::span(&trips_, 1));
    Value* steps = b.iota(type, 0);
    const int64_t first = reverse_ ? induction.init + induction.step * (trips_ - 1) : induction.init;
    const int64_t step = reverse_ ? -induction.step : induction.step;
    if (step != 1) steps = b.multiply(steps, b.splat(type, static_cast<double>(step)));
    return first == 0 ? steps : b.add(steps, b.splat(type, static_cast<double>(first)));
  }

  void make_scan() {
    TensorBuilder b(&loop_);
    std::vector<Value*> inputs;
    std::vector<std::vector<Value*>> replaced;  // by each input, in the body
    for (int i : inductions_) {
      Value* argument = body_.argument(i);
      if (!argument->has_uses() && !(inputs.empty() && i == inductions_.back())) continue;
      inputs.push_back(all_steps(b, argument->type(), *steps_.induction(i)));
      replaced.push_back({argument});
    }
    if (inputs.empty()) {  // something has to say how often
      inputs.push_back(b.iota(b.tensor(ElementType::kS32, std::span(&trips_, 1)), 0));
      replaced.emplace_back();
    }
    PointerMap<const Value*, int> input_of;
    std::vector<Op*> reads;
    for (Op& op : body_) {
      if (!is_read(op, reverse_)) continue;
      reads.push_back(&op);
      auto [at, fresh] = input_of.insert({op.operand(0), static_cast<int>(inputs.size())});
      if (fresh) {
        inputs.push_back(op.operand(0));
        replaced.emplace_back();
      }
      replaced[at->second].push_back(op.result());
    }

    std::vector<Value*> operands = inputs;
    std::vector<Type> types;
    for (const auto& [carry, write] : outputs_) types.push_back(loop_.result(carry)->type());
    for (int i : carries_) {
      operands.push_back(loop_.operand(i));
      types.push_back(loop_.operand(i)->type());
    }
    Context& context = b.context();
    Op* scan = b.op(OpKind::kScan, operands, types,
                    {{AttrKey::kDimension, context.integer(0)},
                     {AttrKey::kNumCarries, context.integer(std::ssize(carries_))},
                     {AttrKey::kIsReverse, context.boolean(reverse_)}},
                    1);
    scan->set_discardable_attributes(loop_.discardable_attributes());
    std::vector<int> result_of(loop_.num_results(), -1);
    int next = 0;
    for (const auto& [carry, write] : outputs_) result_of[carry] = next++;
    for (int i : carries_) result_of[i] = next++;
    set_value_shardings(*scan, loop_, result_of);
    Region& to = scan->region(0);
    TensorBuilder head(to);
    head.set_origin(loop_);
    std::vector<std::pair<Value*, Value*>> slices;  // an argument that keeps its dimension of 1, and what it replaces
    for (size_t k = 0; k < inputs.size(); ++k) {
      const Type type = inputs[k]->type();
      Value* slice = to.add_argument(head.with_dims(type, type.dims().subspan(1)));
      for (Value* value : replaced[k]) {
        if (value->type() == slice->type()) {
          slice->set_name(value->name());
          value->replace_all_uses_with(slice);
        } else {
          slices.push_back({slice, value});
        }
      }
    }
    for (int i : carries_) {
      Value* carried = to.add_argument(body_.argument(i)->type(), body_.argument(i)->name());
      body_.argument(i)->replace_all_uses_with(carried);
    }
    for (auto [slice, value] : slices) {  // a reshape that takes the dimension away again goes
      Value* whole = nullptr;
      for (Use* use = value->first_use(); use != nullptr;) {
        Use* next = use->next();
        if (use->op()->is(OpKind::kReshape) && use->op()->result()->type() == slice->type()) {
          use->op()->result()->replace_all_uses_with(slice);
        } else {
          if (whole == nullptr) whole = head.reshape(slice, value->type().dims());
        }
        use = next;
      }
      if (whole != nullptr) value->replace_all_uses_with(whole);
    }

    std::vector<Value*> returned;
    for (const auto& [carry, write] : outputs_) {
      Value* update = write->operand(1);
      const Type type = update->type();
      const Type slice = b.with_dims(type, type.dims().subspan(1));
      Op* added = update->op();  // the dimension of 1
      const bool only_added = added != nullptr && (added->is(OpKind::kReshape) || adds_first_dimension(*added));
      if (only_added && added->operand(0)->type() == slice) {
        returned.push_back(added->operand(0));
      } else {
        TensorBuilder tail(&end_);
        returned.push_back(tail.reshape(update, slice.dims()));
      }
    }
    for (int i : carries_) returned.push_back(end_.operand(i));
    for (Op* op = body_.first(); op != nullptr && !op->info().has(kTerminator);) {
      Op* next = op->next();
      op->move_to_end(to);
      op = next;
    }
    Builder(to).ret(returned);
    finish(*scan);
  }

  void finish(Op& scan) {
    int k = 0;
    auto hand_on = [&](int carry, Value* value) {
      value->set_name(loop_.result(carry)->name());
      loop_.result(carry)->replace_all_uses_with(value);
    };
    for (const auto& [carry, write] : outputs_) hand_on(carry, scan.result(k++));
    for (int i : carries_) hand_on(i, scan.result(k++));
    TensorBuilder b(&loop_);
    for (int i : inductions_) {
      if (!loop_.result(i)->has_uses()) continue;
      const ir::Induction induction = *steps_.induction(i);
      const double last = static_cast<double>(induction.init + induction.step * trips_);
      loop_.result(i)->replace_all_uses_with(b.splat(loop_.result(i)->type(), last));
    }
    loop_.erase();
    drop_unused(scan.region(0));
  }

  static bool adds_first_dimension(const Op& op) {
    if (!op.is(OpKind::kBroadcastInDim)) return false;
    const ir::Ints dims = op.ints_attr(AttrKey::kBroadcastDimensions);
    return std::vector(dims.begin(), dims.end()) == ir::counting(op.result()->type().rank() - 1, 1);
  }

  // Index arithmetic and updates that nothing needs any more.
  static void drop_unused(Region& region) {
    for (Op* op = region.last(); op != nullptr;) {
      Op* previous = op->previous();
      const bool plain = !op->info().has(kTerminator) && !op->info().has(kSideEffects) && op->num_regions() == 0 &&
                         !op->is(OpKind::kCustomCall) && !op->info().has(kCollective);
      if (plain && op->is_unused()) op->erase();
      op = previous;
    }
  }

  Op& loop_;
  Region& body_;
  Op& end_;
  const int64_t trips_;
  const StepValues steps_;
  bool reverse_ = false;
  std::vector<bool> unchanged_;
  std::vector<int> inductions_, carries_;
  struct Output {
    int carry;
    Op* write;
  };
  std::vector<Output> outputs_;
};

}  // namespace

void raise_loops(Region& region) {
  for (Op* op = region.first(); op != nullptr;) {
    for (int i = 0; i < op->num_regions(); ++i) raise_loops(op->region(i));
    Op* next = op->next();
    if (op->is(OpKind::kWhile)) {
      const std::optional<int64_t> trips = ir::known_trip_count(*op);
      if (trips && *trips == 0) {
        for (int i = 0; i < op->num_results(); ++i) op->result(i)->replace_all_uses_with(op->operand(i));
        op->erase();
      } else if (trips && *trips <= kMaxTrips) {
        Raising(*op, *trips).run();
      }
    }
    op = next;
  }
}

}  // namespace partita::core::transform
