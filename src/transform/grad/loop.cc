// Loops: the gradient of a scan is a scan in the other direction.
//
//   forward    carries c, inputs xs -> carries, outputs ys
//   backward   carries: cotangents of c, sums for values from outside; inputs: cotangents of ys, and what was kept of
//   the
//              forward steps; outputs: cotangents of xs
//
// Kept is what rules ask for, less what can be had without: values from outside, slices of inputs, functions of the
// step's number, and what is cheap to make again from these. Values that are the same in each step are moved before the
// forward loop and kept once.
#include <algorithm>

#include "base/maps.h"
#include "ir/nesting.h"
#include "transform/grad/backward.h"
#include "transform/grad/rules.h"
#include "transform/grad/widen.h"
#include "transform/loops/loops.h"
#include "transform/loops/value_shardings.h"

namespace partita::core::transform {
namespace {

// Costs no more to compute than to keep.
bool is_cheap(const Op& op) {
  switch (op.kind()) {
    case OpKind::kConstant:
    case OpKind::kIota:
    case OpKind::kBroadcastInDim:
    case OpKind::kReshape:
    case OpKind::kTranspose:
    case OpKind::kReverse:
    case OpKind::kSlice:
    case OpKind::kPad:
    case OpKind::kConcatenate:
    case OpKind::kConvert:
    case OpKind::kNot:
    case OpKind::kAnd:
    case OpKind::kOr:
    case OpKind::kCompare:
    case OpKind::kSelect:
    case OpKind::kNegate:
    case OpKind::kAdd:
    case OpKind::kSubtract:
    case OpKind::kMultiply:
    case OpKind::kMaximum:
    case OpKind::kMinimum:
    case OpKind::kClamp:
    case OpKind::kShardingConstraint:
    case OpKind::kCopy: return true;
    default: return false;
  }
}
// Gives at least as many bytes as it takes: better its operand is kept than its result.
bool only_grows(const Op& op) {
  switch (op.kind()) {
    case OpKind::kBroadcastInDim:
    case OpKind::kReshape:
    case OpKind::kTranspose:
    case OpKind::kReverse:
    case OpKind::kNegate:
    case OpKind::kConvert: return op.result()->type().byte_size() >= op.operand(0)->type().byte_size();
    default: return false;
  }
}

constexpr int kMaxRemade = 16;  // ops behind one value

// How the body of the backward loop gets at values of the forward one.
class LoopValues final : public ForwardValues {
 public:
  LoopValues(Op& forward, Region& backward, Backward& outer, TensorBuilder& place)
      : scan_(forward), body_(forward.region(0)), backward_(backward), outer_(outer), place_(place) {
    carries_ = static_cast<int>(scan_.int_attr(AttrKey::kNumCarries));
    inputs_ = scan_.num_operands() - carries_;
    outputs_ = scan_.num_results() - carries_;
  }

  Value* get(Value* forward) override {
    if (!is_inside(forward, body_)) return outer_.values().get(forward);
    if (const auto at = known_.find(forward); at != known_.end()) return at->second;
    Value* found = find(forward);
    known_[forward] = found;
    return found;
  }

  // Inputs of the backward scan for what was asked for: all after the first arguments it had.
  std::vector<Value*> inputs;

  // The forward scan with what has to be kept as further outputs; fills in the inputs that stand for them.
  void keep() {
    if (kept_.empty()) return;
    Op& end = *body_.terminator();
    // What rules made of nested loops has taken the place of values meanwhile: the return knows them.
    std::vector<Value*> returned = end.operands();
    const std::vector<Value*> values(returned.begin() + scan_.num_results(), returned.end());
    returned.resize(scan_.num_results());
    returned.insert(returned.begin() + outputs_, values.begin(), values.end());
    end.set_operands(returned);
    std::vector<Type> types;
    std::vector<int> to;
    const int dim = static_cast<int>(scan_.int_attr(AttrKey::kDimension));
    for (int i = 0; i < scan_.num_results(); ++i) to.push_back(i < outputs_ ? i : i + static_cast<int>(values.size()));
    for (int i = 0; i < outputs_; ++i) types.push_back(scan_.result(i)->type());
    for (const Value* value : values) {
      std::vector<int64_t> dims(value->type().dims().begin(), value->type().dims().end());
      dims.insert(dims.begin() + dim, scan_length(scan_));
      types.push_back(body_.module().context().tensor(value->type().element(), dims));
    }
    for (int i = 0; i < carries_; ++i) types.push_back(scan_.result(outputs_ + i)->type());
    const std::vector<Value*> before = scan_.results();
    Op* wider = replace_op(scan_, scan_.operands(), types, to);
    for (int i = 0; i < outputs_; ++i) std::ranges::replace(inputs, before[i], wider->result(i));
    for (size_t k = 0; k < kept_.size(); ++k) {
      inputs[kept_[k]] = outer_.values().get(wider->result(outputs_ + static_cast<int>(k)));
    }
  }

 private:
  Value* find(Value* forward) {
    if (forward->is_argument() && forward->region() == &body_ && forward->index() < inputs_) {
      return add_input(outer_.values().get(scan_.operand(forward->index())), forward);
    }
    if (!forward->is_argument() && forward->op()->parent() == &body_) {
      Op& op = *forward->op();
      if (is_same_in_each_step(op)) return outer_.values().get(hoisted(op, forward));
      int budget = kMaxRemade;
      if (can_remake(op, budget)) return remade(op, forward);
      if (op.num_results() == 1 && op.num_regions() == 0 && op.num_operands() == 1 && only_grows(op)) {
        return remade(op, forward);
      }
    }
    return keep_value(forward);
  }

  Value* add_input(Value* stack, Value* slice) {
    inputs.push_back(stack);
    return backward_.add_argument(slice->type(), slice->name());
  }

  Value* keep_value(Value* forward) {
    Op& end = *body_.terminator();
    for (int i = 0; i < outputs_; ++i) {  // it is an output already
      if (end.operand(i) == forward) return add_input(outer_.values().get(scan_.result(i)), forward);
    }
    std::vector<Value*> returned = end.operands();
    returned.push_back(forward);
    end.set_operands(returned);
    kept_.push_back(static_cast<int>(inputs.size()));
    return add_input(nullptr, forward);
  }

  // Depends on nothing of the body.
  bool is_same_in_each_step(const Op& op) const {
    if (op.info().has(kSideEffects) || op.info().has(kCollective) || op.is(OpKind::kCustomCall)) return false;
    if (op.num_regions() > 0 || op.info().has(kConstantLike)) return false;
    for (int i = 0; i < op.num_operands(); ++i) {
      const Value* operand = op.operand(i);
      if (!is_inside(operand, body_)) continue;
      if (operand->is_argument() || operand->op()->parent() != &body_) return false;
      if (!operand->op()->info().has(kConstantLike) && !is_same_in_each_step(*operand->op())) return false;
    }
    return true;
  }
  Value* hoisted(Op& op, Value* value) {
    for (Value* operand : op.operands()) {
      if (is_inside(operand, body_)) hoisted(*operand->op(), operand);
    }
    op.move_before(&scan_);
    return value;
  }

  bool is_available(const Value* value, int& budget) const {
    if (!is_inside(value, body_) || known_.contains(value)) return true;
    if (value->is_argument()) return value->region() == &body_ && value->index() < inputs_;
    return value->op()->parent() == &body_ && can_remake(*value->op(), budget);
  }
  bool can_remake(const Op& op, int& budget) const {
    if (--budget < 0 || !is_cheap(op)) return false;
    for (int i = 0; i < op.num_operands(); ++i) {
      if (!is_available(op.operand(i), budget)) return false;
    }
    return true;
  }
  Value* remade(Op& op, Value* value) {
    std::vector<Value*> operands;
    for (Value* operand : op.operands()) operands.push_back(get(operand));
    return place_.like(op, operands)->result(value->index());
  }

  Op& scan_;
  Region& body_;
  Region& backward_;
  Backward& outer_;
  TensorBuilder& place_;
  int carries_ = 0, inputs_ = 0, outputs_ = 0;
  PointerMap<const Value*, Value*> known_;
  std::vector<int> kept_;  // which inputs stand for results that the forward scan does not give yet
};

// Which carries have a cotangent that is not zero in some step: those whose last value has one, and those on which such
// a carry or an output with one depends.
std::vector<bool> live_carries(Adjoint& a, int inputs, int outputs, int carries) {
  const Region& body = a.op().region(0);
  const Op& end = *body.terminator();
  std::vector<bool> live(carries);
  for (int i = 0; i < carries; ++i) live[i] = a.ct(outputs + i) != nullptr;
  for (bool more = true; more;) {
    more = false;
    PointerSet<const Value*> needed;
    for (int i = 0; i < outputs; ++i) {
      if (a.ct(i) != nullptr) needed.insert(end.operand(i));
    }
    for (int i = 0; i < carries; ++i) {
      if (live[i]) needed.insert(end.operand(outputs + i));
    }
    for (const Op* op = end.previous(); op != nullptr; op = op->previous()) {
      bool any = false;
      for (int i = 0; i < op->num_results(); ++i) any = any || needed.contains(op->result(i));
      if (!any) continue;
      for (int i = 0; i < op->num_operands(); ++i) needed.insert(op->operand(i));
      for (int r = 0; r < op->num_regions(); ++r) {
        walk(op->region(r), [&](const Op& inner) {
          for (int i = 0; i < inner.num_operands(); ++i) needed.insert(inner.operand(i));
        });
      }
    }
    for (int i = 0; i < carries; ++i) {
      const Value* argument = body.argument(inputs + i);
      if (live[i] || !needed.contains(argument) || !a.wanted(argument)) continue;
      live[i] = more = true;
    }
  }
  for (int i = 0; i < carries; ++i) live[i] = live[i] && a.wanted(body.argument(inputs + i));
  return live;
}

// The type in which a loop sums up cotangents of this one.
ElementType sum_type(const Adjoint& a, ElementType element) {
  const std::optional<ElementType> wide = a.backward().options().accumulate;
  const bool widens = wide && ir::is_float(element) && ir::bit_width(*wide) > ir::bit_width(element);
  return widens ? *wide : element;
}

Status grad_loop(Adjoint& a) {
  Op& scan = a.op();
  Region& body = scan.region(0);
  Context& context = a.context();
  const int carries = static_cast<int>(scan.int_attr(AttrKey::kNumCarries));
  const int inputs = scan.num_operands() - carries, outputs = scan.num_results() - carries;
  const std::vector<bool> live = live_carries(a, inputs, outputs, carries);

  std::vector<int> carried;          // carries that have cotangents
  std::vector<Value*> from_outside;  // values with sums
  std::vector<int> from_inputs;      // inputs with cotangents
  for (int i = 0; i < carries; ++i) {
    if (live[i]) carried.push_back(i);
  }
  for (Value* value : captured_values(scan)) {
    if (a.wanted(value)) from_outside.push_back(value);
  }
  for (int i = 0; i < inputs; ++i) {
    if (a.wanted(i)) from_inputs.push_back(i);
  }

  std::vector<Type> types;
  std::vector<Value*> inits;
  for (int i : from_inputs) types.push_back(scan.operand(i)->type());
  for (int i : carried) inits.push_back(a.ct_or_zeros(outputs + i));
  // Those that an outer loop sums up in a wider type have it already, and stay wide.
  std::vector<ElementType> summed;
  for (Value* value : from_outside) {
    Value* so_far = a.so_far(value);
    summed.push_back(so_far->type().element());
    inits.push_back(a.b().convert(so_far, sum_type(a, summed.back())));
  }
  for (const Value* init : inits) types.push_back(init->type());
  Op* reversed = a.b().op(OpKind::kScan, {}, types,
                          {{AttrKey::kDimension, scan.attr(AttrKey::kDimension)},
                           {AttrKey::kNumCarries, context.integer(std::ssize(inits))},
                           {AttrKey::kIsReverse, context.boolean(!scan.bool_attr(AttrKey::kIsReverse))}},
                          1);
  std::vector<int> to(scan.num_results(), -1);  // cotangents of carries lie as these do
  for (int k = 0; k < std::ssize(carried); ++k) {
    to[outputs + carried[k]] = static_cast<int>(from_inputs.size()) + k;
  }
  set_value_shardings(*reversed, scan, to);
  // What the loop needs from outside is made before it.
  const TensorBuilder behind = a.b();
  a.b() = TensorBuilder(reversed);
  a.b().set_origin(scan);

  // A scan's carries come after its inputs, which are not known yet: these stand for them until then.
  Region& region = reversed->region(0);
  std::vector<Value*> standing;
  for (const Value* init : inits) standing.push_back(region.add_argument(init->type()));

  Backward inner(TensorBuilder(region), a.backward());
  LoopValues values(scan, region, a.backward(), inner.builder());
  inner.set_values(values);
  const Op& end = *body.terminator();
  for (int i = 0; i < outputs; ++i) {
    if (a.ct(i) == nullptr || !a.wanted(end.operand(i))) continue;
    values.inputs.push_back(a.ct(i));
    inner.add(body.terminator()->operand(i), region.add_argument(end.operand(i)->type()));
  }
  size_t next = 0;
  for (int i : carried) {
    Value* handed_on = body.terminator()->operand(outputs + i);
    if (a.wanted(handed_on)) inner.add(handed_on, standing[next]);
    ++next;
  }
  for (Value* value : from_outside) inner.replace(value, standing[next++]);
  PARTITA_CHECK_OK(inner.walk(ops_of(body)));

  std::vector<Value*> returned;
  auto found = [&](Value* forward) {
    Value* ct = inner.ct(forward);
    return ct != nullptr ? ct : inner.builder().zeros(forward->type());
  };
  for (int i : from_inputs) returned.push_back(found(body.argument(i)));
  for (int i : carried) returned.push_back(found(body.argument(inputs + i)));
  for (Value* value : from_outside) returned.push_back(found(value));
  inner.builder().ret(returned);

  if (values.inputs.empty()) {  // something has to say how often
    const int64_t length = scan_length(scan);
    values.inputs.push_back(a.b().iota(a.b().tensor(ElementType::kS32, std::span(&length, 1)), 0));
    region.add_argument(a.b().tensor(ElementType::kS32, {}));
  }
  for (Value* each : standing) each->replace_all_uses_with(region.add_argument(each->type()));
  for (size_t k = 0; k < standing.size(); ++k) region.erase_argument(0);

  a.b() = behind;
  // Sums from outside began with what was there before: they replace it, and the others add to them.
  const int first = static_cast<int>(from_inputs.size());
  for (size_t k = 0; k < from_outside.size(); ++k) {
    Value* sum = reversed->result(first + static_cast<int>(carried.size() + k));
    a.replace(from_outside[k], a.b().convert(sum, summed[k]));
  }
  for (int k = 0; k < first; ++k) a.add(from_inputs[k], reversed->result(k));
  for (int k = 0; k < std::ssize(carried); ++k) a.add(inputs + carried[k], reversed->result(first + k));

  a.b() = TensorBuilder(reversed);
  values.keep();  // the forward scan is another op now
  std::vector<Value*> operands = values.inputs;
  operands.insert(operands.end(), inits.begin(), inits.end());
  reversed->set_operands(operands);
  a.b() = behind;
  return {};
}

}  // namespace

Status grad_scan(Adjoint& a) {
  const bool runs_along_first = a.op().int_attr(AttrKey::kDimension) == 0;
  return is_loop(a.op()) && runs_along_first ? grad_loop(a) : grad_cumulative(a);
}

Status grad_while(Adjoint& a) {
  return a.refuse(
      "how often the loop runs is not known, so that its steps cannot be kept; give it a bound (max_trips), or a "
      "counter "
      "that is compared with a constant");
}

}  // namespace partita::core::transform
