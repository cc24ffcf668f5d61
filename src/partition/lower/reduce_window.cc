// reduce_window along divided dimensions.
//
//   pooling                     every device obtains the rows under its windows; rows beyond the tensor become the
//                               initial value, as the op itself pads
//   cumulative (window n)       each device scans its part, and combines it with the total of the parts before it
//   one window over all of it   each device reduces its part: an unreduced result. With any body, as in reduction.cc,
//                               the parts are gathered and combined in the order of devices
#include "partition/local/collectives.h"
#include "partition/lower/combiner_identity.h"
#include "partition/lower/cumulative.h"
#include "partition/lower/windows.h"

namespace partita::core::partition {
namespace {

class ReduceWindow {
 public:
  ReduceWindow(LoweringState& lowering, const LocalOp& local)
      : b_(lowering.builder()),
        local_(local),
        count_(num_inputs(local.op)),
        windows_(window_of(local.op)),
        inputs_(local.operands.begin(), local.operands.begin() + count_),
        inits_(local.operands.begin() + count_, local.operands.end()) {}

  std::vector<Value*> run() {
    if (const auto cumulative = cumulative_of(local_.op, local_.rule, local_.choice.axes)) return scan(*cumulative);
    bool lifts = false;
    for (int d = 0; d < rank(); ++d) {
      WindowDim& window = windows_[d];
      if (shards(d, FactorKind::kWindow) > 1) {
        slide(d, window);
      } else if (shards(d, FactorKind::kReduce) > 1) {
        window.size = inputs_[0]->type().dim(d);
        lifts = lifts || !reduction(d);
      }
    }
    if (lifts) return by_any_body();
    reduce_parts();
    return reduce(result_types());
  }

 private:
  int rank() const { return inputs_[0]->type().rank(); }
  int64_t shards(int d, FactorKind kind) const {
    return shards_of(local_.rule, local_.rule.operands[0], d, local_.choice.axes, kind);
  }
  std::optional<ReductionKind> reduction(int d) const {
    return local_.rule.factors[local_.rule.operands[0][d][0]].reduction;
  }
  const Sharding& sharding(int input = 0) const { return local_.operand_sharding(input); }
  Type global(int input = 0) const { return local_.op.operand(input)->type(); }

  std::vector<Type> result_types() const {
    std::vector<Type> types;
    for (int i = 0; i < count_; ++i) {
      types.push_back(b_.local(local_.op.result(i)->type(), local_.result_sharding(i)));
    }
    return types;
  }

  void slide(int d, WindowDim& window) {
    const WindowDim global_window = window;
    const bool pads = global_window.padding_low > 0 || global_window.padding_high > 0;
    const Places places =
        output_places(global().dim(d), local_.op.result()->type().dim(d), global_window, sharding().shard_count(d));
    for (int i = 0; i < count_; ++i) {
      const auto at = static_cast<size_t>(i);
      window = global_window;
      inputs_[at] = take_places(b_, inputs_[at], d, sharding().mesh_ptr(), sharding().dim(d).axes, places, pads,
                                inits_[at], window);
    }
  }

  // Dimensions that are reduced in parts: padding is neutral, and the initial value counts on the first device.
  void reduce_parts() {
    for (int i = 0; i < count_; ++i) {
      const auto at = static_cast<size_t>(i);
      const Sharding& result = local_.result_sharding(i);
      if (result.unreduced_axes().empty()) continue;
      Value* neutral = b_.identity(inits_[at]->type(), result.reduction());
      for (int d = 0; d < rank(); ++d) {
        if (shards(d, FactorKind::kReduce) == 1) continue;
        inputs_[at] = b_.mask_padding(inputs_[at], global(i), sharding(i), d, neutral);
      }
      // Where the initial value is unreduced itself, every device's part of it counts.
      const AxisRefs once = outside(result.unreduced_axes(), sharding(count_ + i).unreduced_axes());
      if (once.empty()) continue;
      Value* group = b_.shard_index(result.mesh_ptr(), once);
      inits_[at] = b_.select(b_.compare(group, "EQ", b_.index(0)), inits_[at], neutral);
    }
  }

  std::vector<Value*> reduce(const std::vector<Type>& types) {
    std::vector<Value*> operands = inputs_;
    operands.insert(operands.end(), inits_.begin(), inits_.end());
    Op* made = b_.clone(local_.op, operands, types);
    set_window(b_.context(), *made, windows_);
    return made->results();
  }

  // ---- cumulative

  std::vector<Value*> scan(const Cumulative& how) {
    const int d = how.dim;
    const Sharding& from = sharding();
    const int64_t s = inputs_[0]->type().dim(d);
    for (int i = 0; how.reverse && i < count_; ++i) {
      const auto at = static_cast<size_t>(i);
      inputs_[at] = b_.mask_padding(inputs_[at], global(i), from, d, b_.identity(inits_[at]->type(), how.kinds[at]));
    }
    WindowDim& window = windows_[d];
    window.size = s;
    (how.reverse ? window.padding_high : window.padding_low) = s - 1;
    std::vector<Value*> out = reduce(result_types());
    for (int i = 0; i < count_; ++i) {
      Value*& scanned = out[i];
      Value* total = how.reverse ? b_.slice_dim(scanned, d, 0, 1) : b_.slice_dim(scanned, d, s - 1, s);
      Value* before =
          device_prefix(b_, total, d, from.mesh_ptr(), from.dim(d).axes, how.combiner, how.kinds[i], how.reverse);
      std::vector<int64_t> kept;
      for (int k = 0; k < rank(); ++k) {
        if (k != d) kept.push_back(k);
      }
      before = b_.broadcast(before, scanned->type(), kept);
      scanned = b_.value(how.combiner, {before, scanned}, scanned->type());
    }
    return out;
  }

  // ---- any body

  std::vector<Value*> by_any_body() {
    b_.prepare_regions(local_.op);
    const Type scalar = b_.tensor(ElementType::kPred, {});
    Value* valid = b_.splat(b_.tensor(ElementType::kPred, inputs_[0]->type().dims()), 1);
    std::vector<WindowDim> over_parts(rank());
    for (int d = 0; d < rank(); ++d) {
      if (shards(d, FactorKind::kReduce) == 1) continue;
      valid = b_.mask_padding(valid, global(), sharding(), d, b_.splat(scalar, 0));
    }
    inputs_.insert(inputs_.begin(), valid);
    inits_.insert(inits_.begin(), b_.splat(scalar, 0));
    inputs_ = with_identity(windows_);
    for (int d = 0; d < rank(); ++d) {
      const int64_t parts = shards(d, FactorKind::kReduce);
      if (parts == 1) continue;
      for (Value*& part : inputs_) part = all_gather(b_, part, d, sharding().mesh_ptr(), sharding().dim(d).axes);
      over_parts[d].size = parts;
    }
    inits_[0] = b_.splat(scalar, 1);
    std::vector<Value*> out = with_identity(over_parts);
    out.erase(out.begin());
    return out;
  }

  // The op with a combiner that has an identity: the first column says which elements are valid.
  std::vector<Value*> with_identity(const std::vector<WindowDim>& windows) {
    std::vector<int64_t> dims;
    for (int d = 0; d < rank(); ++d) {
      dims.push_back(window_output_size(inputs_[0]->type().dim(d), windows[d]));
    }
    std::vector<Type> results, scalars;
    for (Value* init : std::span(inits_).subspan(1)) scalars.push_back(init->type());
    for (Value* init : inits_) results.push_back(b_.tensor(init->type().element(), dims));
    std::vector<Value*> operands = inputs_;
    operands.insert(operands.end(), inits_.begin(), inits_.end());
    Op* made = b_.op(OpKind::kReduceWindow, operands, results, {}, 1);
    set_window(b_.context(), *made, windows);
    fill_combiner_with_identity(b_, made->region(0), local_.op.region(0), scalars);
    return made->results();
  }

  LocalBuilder& b_;
  const LocalOp& local_;
  const int count_;
  std::vector<WindowDim> windows_;
  std::vector<Value*> inputs_;
  std::vector<Value*> inits_;
};

std::vector<Value*> lower_reduce_window(LoweringState& lowering, const LocalOp& local) {
  return ReduceWindow(lowering, local).run();
}

bool divides_windows(const Op&, const Rule& rule, int factor, int64_t) {
  return rule.factors[factor].kind != FactorKind::kWhole;
}

// Of parts that are gathered, since no identity of the body is known: of every input, and of which of them are valid.
Price gathered_parts_price(const Op& op, const Rule& rule, const Choice& choice) {
  double elements = 1;
  for (int64_t n : choice.results[0]->local_shape(op.result()->type().dims())) elements *= static_cast<double>(n);
  Price price;
  for (int d = 0; d < op.result()->type().rank(); ++d) {
    const int64_t parts = shards_of(rule, rule.operands[0], d, choice.axes, FactorKind::kReduce);
    if (parts == 1 || rule.factors[rule.operands[0][d][0]].reduction) continue;
    const auto n = static_cast<double>(parts);
    price += cost::gather_price(elements * cost::packed_bytes(ElementType::kPred), n);
    for (int i = 0; i < num_inputs(op); ++i) {
      price += cost::gather_price(elements * cost::packed_bytes(op.operand(i)->type().element()), n);
    }
    elements *= n;
  }
  return price;
}

Price reduce_window_price(const Op& op, const Rule& rule, const Choice& choice, const PriceWeights& weights) {
  Price price = gathered_parts_price(op, rule, choice);
  const auto cumulative = cumulative_of(op, rule, choice.axes);
  const std::vector<WindowDim> windows = window_of(op);
  for (int i = 0; i < num_inputs(op); ++i) {
    const Type type = op.operand(i)->type();
    const Sharding& sharding = *choice.operands[i];
    if (cumulative) {
      double row = cost::packed_bytes(type.element());
      const std::vector<int64_t> local = sharding.local_shape(type.dims());
      for (int d = 0; d < type.rank(); ++d) row *= d == cumulative->dim ? 1 : static_cast<double>(local[d]);
      price += prefix_price(sharding.shard_count(cumulative->dim), row, weights);
      continue;
    }
    std::vector<DimHaloExchange> steps;
    for (int d = 0; d < type.rank(); ++d) {
      const int64_t k = shards_of(rule, rule.operands[0], d, choice.axes, FactorKind::kWindow);
      if (k == 1) continue;
      steps.push_back({d, output_places(type.dim(d), op.result()->type().dim(d), windows[d], k).exchange});
    }
    price += price_of(steps, type, sharding, weights);
  }
  return price;
}

}  // namespace

constinit const LoweringPattern kLowerReduceWindow = {
    .lower = lower_reduce_window, .can_divide = divides_windows, .exchange = reduce_window_price};

}  // namespace partita::core::partition
