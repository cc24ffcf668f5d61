// The schedule of pipeline(): a loop over ticks, in which all stages are one tensor.
//
//   S stages, R repeats, M microbatches; K is M rounded up to S (R = 1: M itself); T = R·K + S - 1 ticks.
//   Microbatch k = q·S + j comes to stage 0 in tick q·R·S + j, goes round R times, and leaves stage S - 1 in tick
//   q·R·S + (R-1)·S + j + S - 1.
#include "partita/pipeline.h"

#include <fmt/format.h>

#include <algorithm>

#include "front/site.h"
#include "partita/control.h"
#include "partita/ops.h"
#include "partita/shard.h"

namespace partita {
inline namespace v1 {
namespace detail {
namespace {

using core::Code;

class Pipeline {
 public:
  Pipeline(const PipelineOptions& options, const std::size_t& states, Where where)
      : options_(options), states_(states), where_(where) {}

  TreeLeaves run(const TreeLeaves& weights, const std::vector<std::string>& names, const TreeLeaves& x,
                 LeavesToLeaves layer) {
    check(weights, names, x);
    TreeLeaves inputs, queues;
    for (const Tensor& each : x) inputs.push_back(inputs_by_tick(each));
    if (options_.queue) {
      for (const Tensor& each : x) queues.push_back(queue_of(each));
    }
    const TreeLeaves all =
        options_.manual ? run_manual(weights, inputs, layer) : run_all(weights, inputs, queues, layer);
    const size_t first_queue = all.size() - queues.size();
    TreeLeaves out;
    for (size_t i = 0; i < x.size(); ++i) {
      out.push_back(results_of(all[i]));
      const Scope scope("pipeline", where_);
      if (options_.queue) out[i] = with_gradient_of(in_turn(out[i]), results_in_queue(all[first_queue + i]));
    }
    const Scope scope("pipeline", where_);
    for (size_t i = x.size(); i < first_queue; ++i) out.push_back(sum(all[i], 0));  // side values, by stage
    return out;
  }

 private:
  void check(const TreeLeaves& weights, const std::vector<std::string>& names, const TreeLeaves& x) {
    Site site("pipeline", where_);
    if (stages_ < 1 || repeat_ < 1) {
      site.fail(Code::kOpArguments, fmt::format("{} stages, {} times; both are at least 1", stages_, repeat_));
    }
    if (options_.manual && options_.axis.empty()) {
      site.fail(Code::kOpArguments, "manual code needs the name of an axis");
    }
    if (options_.queue && (options_.manual || repeat_ > 1)) {
      site.fail(Code::kOpArguments, "microbatches queue up before stages that they pass once, and not in manual code");
    }
    if (x.empty()) site.fail(Code::kOpArguments, "nothing goes through the stages");
    for (size_t i = 0; i < weights.size(); ++i) {
      const Shape& shape = weights[i].shape();
      const int leading = repeat_ > 1 ? 2 : 1;
      if (shape.rank() >= leading && shape[0] == stages_ && (leading == 1 || shape[1] == repeat_)) continue;
      site.fail(Code::kShapesDiffer,
                fmt::format("{} of the weights is {}, which does not begin with {}: weights are [stages, {}...]",
                            names[i].empty() ? "the tensor" : names[i], weights[i].type_text(),
                            leading == 2 ? fmt::format("{}, {}", stages_, repeat_) : fmt::format("{}", stages_),
                            leading == 2 ? "repeat, " : ""));
    }
    for (const Tensor& each : x) {
      if (each.shape().rank() == 0 || each.shape()[0] == 0) {
        site.fail(Code::kShapesDiffer, fmt::format("{} has no dimension of microbatches", each.type_text()));
      }
      if (each.shape()[0] != x[0].shape()[0]) {
        site.fail(Code::kShapesDiffer,
                  fmt::format("{} and {} differ in the number of microbatches, their first dimension", x[0].type_text(),
                              each.type_text()));
      }
    }
    microbatches_ = x[0].shape()[0];
    padded_ = repeat_ == 1 ? microbatches_ : (microbatches_ + stages_ - 1) / stages_ * stages_;
    ticks_ = repeat_ * padded_ + stages_ - 1;
  }

  // What stage 0 takes in each tick; zeros where it takes nothing new.
  Tensor inputs_by_tick(const Tensor& x) const {
    const Scope scope("pipeline", where_);
    Tensor in = in_turn(x);
    if (repeat_ > 1) {
      in = padded(in, 0, 0, padded_ - microbatches_);
      in = reshaped(in, {padded_ / stages_, 1, stages_});
      in = padded(in, 1, 0, repeat_ - 1);
      in = reshape(in, with_dims({repeat_ * padded_}, x.shape(), 1));
    }
    return padded(in, 0, 0, stages_ - 1);
  }

  // From the states of all ticks, [ticks, stages, ...]: once, behind the loop.
  Tensor results_of(const Tensor& states) const {
    Tensor out = squeeze(slice(states, 1, stages_ - 1, stages_), 1);
    out = slice(out, 0, stages_ - 1, ticks_);
    if (repeat_ == 1) return out;
    const Shape row = out.shape();
    out = reshape(out, with_dims({padded_ / stages_, repeat_, stages_}, row, 1));
    out = slice(out, 1, repeat_ - 1, repeat_);
    return slice(reshape(out, with_dims({padded_}, row, 1)), 0, 0, microbatches_);
  }

  // ---- microbatches that are handed from device to device
  //
  // A queue is [slots, stages, ...]: column s is with the device of stage s. In tick t stage 0 takes its entry of slot
  // t % slots; then all entries of this slot go one stage towards the first, and the last stage puts its result there.
  // Microbatch k starts at [k % slots, k / slots], so that stage 0 has it in tick k; its result ends at stage k /
  // slots, where it came from. Here with 2 stages and 4 microbatches, slot by slot, r for results:
  //
  //   tick      0          1          2          3          4            behind it, from slot 1 on
  //   slot 0    0 2        2 .        2 .        . r1       . r1         r1 r3
  //   slot 1    1 3        1 3        3 r0       3 r0       r0 r2        r0 r2
  //
  // Where stages do not divide the microbatches, the last places are empty at first, and the first ones at last.
  //
  // The gradient is that of a pipeline without a queue: a queue would hand cotangents on in every tick, which is more
  // than to bring them to the last stage at once.

  std::int64_t slots() const { return (microbatches_ + stages_ - 1) / stages_; }

  Tensor queue_of(const Tensor& x) const {
    const Scope scope("pipeline", where_);
    const Tensor rows = padded(without_gradient(x, where_), 0, 0, slots() * stages_ - microbatches_);
    return on_stages(swap_dims(reshaped(rows, {stages_, slots()}), 0, 1), 1);
  }

  Tensor results_in_queue(const Tensor& queue) const {
    const std::int64_t waiting = slots() * stages_ - microbatches_;
    const std::int64_t first = ((stages_ - 1 - waiting) % slots() + slots()) % slots();
    Tensor out = queue;
    if (first > 0) out = concatenate({slice(queue, 0, first, slots()), slice(queue, 0, 0, first)}, 0);
    out = swap_dims(on_stages(out, 1), 0, 1);
    return slice(reshape(out, with_dims({slots() * stages_}, out.shape(), 2)), 0, waiting, slots() * stages_);
  }

  // What stage 0 takes from a queue (the other stages have no use for theirs).
  Tensor taken(const Tensor& queue, const Tensor& tick) const { return dynamic_row(queue, tick % slots()); }

  Tensor handed_on(const Tensor& queue, const Tensor& tick, const Tensor& results) const {
    const Tensor rows = taken(queue, tick);
    const Tensor nearer = stages_ == 1 ? rows : on_stages(padded(rows, 0, -1, 1), 0);
    const Tensor last = over_rows(equal(iota(s32, {stages_}), stages_ - 1), rows);
    const Tensor next = on_stages(select(last, without_gradient(results, where_), nearer), 0);
    std::vector<Operand> starts(queue.shape().rank(), 0);
    starts[0] = tick % slots();
    return on_stages(dynamic_update_slice(queue, expand_dims(next, 0), starts), 1);
  }

  // The value of one, the gradient of the other; they are equal.
  Tensor with_gradient_of(const Tensor& x, const Tensor& value) const {
    const auto forward = [](const TreeLeaves& in) { return TreeLeaves{in[0]}; };
    const auto backward = [](const TreeLeaves& ct) { return TreeLeaves{zeros_like(ct[0]), ct[0]}; };
    return with_own_gradient({without_gradient(value, where_), x}, 1, where_, forward, backward)[0];
  }

  // ---- all stages as one tensor

  // What the stages hand on in each tick, [ticks, stages, ...], the sums of their side values, [stages, ...], and the
  // queues.
  TreeLeaves run_all(const TreeLeaves& weights, const TreeLeaves& inputs, const TreeLeaves& queues,
                     LeavesToLeaves layer) const {
    TreeLeaves xs, carried;
    {
      const Scope scope("pipeline", where_);
      for (const Tensor& in : inputs) {  // behind the others the stages wait for what is handed to them
        xs.push_back(on_stages(padded(expand_dims(in, 1), 1, 0, stages_ - 1), 1));
        carried.push_back(zeros(in.dtype(), with_dims({stages_}, in.shape(), 1)));
      }
      xs.push_back(iota(s32, {ticks_}));
    }
    carried.insert(carried.end(), queues.begin(), queues.end());
    const size_t count = inputs.size();
    const auto body = [&](const TreeLeaves& in) {  // inputs, the tick, states, queues
      const Tensor& tick = in[count];
      const TreeLeaves waiting(in.begin() + static_cast<std::ptrdiff_t>(2 * count + 1), in.end());
      TreeLeaves next = all_layers(weights, moved(in, count, waiting), tick, layer);
      const Scope scope("pipeline", where_);
      const Tensor counts = next.size() > count ? is_at_work(tick, iota(s32, {stages_})) : Tensor();
      for (size_t i = count; i < next.size(); ++i) next[i] = only_where(over_rows(counts, next[i]), next[i]);
      next = with_states(std::move(next));
      for (size_t i = 0; i < waiting.size(); ++i) next.push_back(handed_on(waiting[i], tick, next[i]));
      return next;
    };
    const std::vector<std::string> names(carried.size());
    TreeLeaves out = scan_leaves("pipeline", xs, carried, names, {}, where_, body);
    const auto first_queue = out.end() - static_cast<std::ptrdiff_t>(queues.size());
    out.erase(first_queue - static_cast<std::ptrdiff_t>(count), first_queue);  // the last states
    const Scope scope("pipeline", where_);
    for (size_t i = 0; i < out.size(); ++i) {
      const bool is_side_value = i >= count && i < out.size() - queues.size();
      out[i] = is_side_value ? on_stages(sum(out[i], 0), 0) : on_stages(out[i], 1);
    }
    return out;
  }

  // A layer's results as those of a tick: all are kept, and the states go on.
  TreeLeaves with_states(TreeLeaves given) const {
    const TreeLeaves states(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(states_));
    given.insert(given.end(), states.begin(), states.end());
    return given;
  }
  // Whether a stage has a microbatch in a tick, and does not wait.
  Tensor is_at_work(const Tensor& tick, const Tensor& stage) const {
    const Tensor since = tick - stage;
    Tensor out = (since >= 0) & (since < repeat_ * padded_);
    if (padded_ > microbatches_) {  // the last round is not full
      out = out & (since / (repeat_ * stages_) * stages_ + since % stages_ < microbatches_);
    }
    return out;
  }
  static Tensor only_where(const Tensor& holds, const Tensor& x) { return select(holds, x, zeros_like(x)); }

  // The tensors of all stages, one stage on; stage 0 takes what is new.
  TreeLeaves moved(const TreeLeaves& in, size_t count, const TreeLeaves& queues) const {
    const Scope scope("pipeline", where_);
    const Tensor& tick = in[count];
    TreeLeaves out;
    for (size_t i = 0; i < count; ++i) {
      const Tensor fresh = queues.empty() ? in[i] : with_gradient_of(in[i], taken(queues[i], tick));
      const Tensor& state = in[count + 1 + i];
      Tensor takes = equal(iota(s32, {stages_}), 0);
      if (repeat_ > 1) takes = takes & (tick % (repeat_ * stages_) < stages_);
      const Tensor before = stages_ == 1   ? state
                            : repeat_ == 1 ? padded(state, 0, 1, -1)
                                           : concatenate({slice(state, 0, -1, stages_), slice(state, 0, 0, -1)}, 0);
      out.push_back(on_stages(select(over_rows(takes, fresh), fresh, on_stages(before, 0)), 0));
    }
    return out;
  }

  TreeLeaves all_layers(const TreeLeaves& weights, const TreeLeaves& states, const Tensor& tick,
                        LeavesToLeaves layer) const {
    TreeLeaves in = states;
    std::vector<std::string> names(states.size(), "x");
    const size_t first = in.size();
    if (repeat_ > 1) {
      const Scope scope("pipeline", where_);
      in.push_back(maximum(tick - iota(s32, {stages_}), 0) / stages_ % repeat_);
      names.emplace_back("repeat");
    }
    in.insert(in.end(), weights.begin(), weights.end());
    names.resize(in.size(), "weights");
    const auto one = [&](const TreeLeaves& all) { return one_layer(all, first, layer); };
    TreeLeaves out = vectorized(in, std::vector<bool>(in.size(), true), names, options_.axis, where_, one);
    const Scope scope("pipeline", where_);
    for (Tensor& each : out) each = on_stages(each, 0);
    return out;
  }

  // The layer of a stage: of its weights those of this round. They are picked inside of the checkpoint, so that no tick
  // keeps a copy of them.
  TreeLeaves one_layer(const TreeLeaves& all, size_t first, LeavesToLeaves layer) const {
    const auto body = [&](const TreeLeaves& given) {
      if (repeat_ == 1) return layer(given);
      const auto round = given.begin() + static_cast<std::ptrdiff_t>(first);
      TreeLeaves in(given.begin(), round);
      {
        const Scope scope("pipeline", where_);
        for (auto weight = round + 1; weight != given.end(); ++weight) in.push_back(dynamic_row(*weight, *round));
      }
      return layer(in);
    };
    const TreeLeaves out = checkpointed(all, options_.save, where_, body);
    for (size_t i = 0; i < std::max(first, states_); ++i) {
      if (first == states_ && out[i].type_text() == all[i].type_text()) continue;
      Site("pipeline", where_)
          .fail(Code::kCarryDiffers,
                first != states_
                    ? fmt::format("a layer takes {} tensors and gives {}; stages must be alike", first, states_)
                    : fmt::format("a layer takes {} and gives {}; stages must be alike", all[i].type_text(),
                                  out[i].type_text()));
    }
    return out;
  }

  // ---- a stage on each device

  TreeLeaves run_manual(const TreeLeaves& weights, const TreeLeaves& inputs, LeavesToLeaves layer) const {
    const size_t count = inputs.size();
    ManualOptions manual{.axes = Mesh({{options_.axis, stages_}})};
    TreeLeaves all = inputs;
    all.insert(all.end(), weights.begin(), weights.end());
    for (size_t i = 0; i < all.size(); ++i) {
      manual.in.push_back(open_but(all[i].shape().rank(), i < count ? -1 : 0));
    }
    for (const Tensor& in : inputs) manual.out.push_back(open_but(in.shape().rank() + 1, 1));
    const auto stage = [&](const TreeLeaves& in) {
      const TreeLeaves own(in.begin() + static_cast<std::ptrdiff_t>(count), in.end());
      TreeLeaves out =
          stage_of_device(TreeLeaves(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(count)), own, layer);
      for (size_t i = count; i < out.size(); ++i) manual.out.push_back(open_but(out[i].shape().rank(), 0));
      return out;
    };
    return manual_leaves(all, manual, where_, stage);
  }

  TreeLeaves stage_of_device(const TreeLeaves& inputs, const TreeLeaves& weights, LeavesToLeaves layer) const {
    TreeLeaves xs = inputs, states, own;
    Tensor stage;
    {
      const Scope scope("pipeline", where_);
      for (const Tensor& in : inputs) states.push_back(zeros(in.dtype(), with_dims({}, in.shape(), 1)));
      for (const Tensor& weight : weights) own.push_back(squeeze(weight, 0));
      xs.push_back(iota(s32, {ticks_}));
      stage = axis_index(options_.axis);
    }
    const auto body = [&](const TreeLeaves& in) {
      TreeLeaves layer_in;
      const size_t count = inputs.size();
      {
        const Scope scope("pipeline", where_);
        const Tensor& tick = in[count];
        for (size_t i = 0; i < count; ++i) {
          Tensor takes = equal(stage, 0);
          if (repeat_ > 1) takes = takes & (tick % (repeat_ * stages_) < stages_);
          layer_in.push_back(select(takes, in[i], handed_over(in[count + 1 + i])));
        }
        if (repeat_ > 1) layer_in.push_back(maximum(tick - stage, 0) / stages_ % repeat_);
        layer_in.insert(layer_in.end(), own.begin(), own.end());
      }
      TreeLeaves next = one_layer(layer_in, count, layer);
      const Scope scope("pipeline", where_);
      for (size_t i = count; i < next.size(); ++i) next[i] = only_where(is_at_work(in[count], stage), next[i]);
      return with_states(std::move(next));
    };
    TreeLeaves out = scan_leaves("pipeline", xs, states, std::vector<std::string>(states.size()), {}, where_, body);
    out.resize(out.size() - inputs.size());
    const Scope scope("pipeline", where_);
    for (size_t i = 0; i < out.size(); ++i) {
      out[i] = i < inputs.size() ? expand_dims(out[i], 1) : expand_dims(sum(out[i], 0), 0);
    }
    return out;
  }

  Tensor handed_over(const Tensor& state) const {
    if (stages_ == 1) return state;
    std::vector<std::pair<int, int>> pairs;
    const int stages = static_cast<int>(stages_);
    for (int i = 0; i < stages; ++i) {
      if (repeat_ > 1 || i + 1 < stages) pairs.emplace_back(i, (i + 1) % stages);
    }
    return ppermute(state, options_.axis, pairs);
  }

  // ---- small things

  // All dimensions are left open but the one of the stages, and the one before it, of ticks or microbatches, which are
  // one after the other.
  Sharding open_but(int rank, int stages) const {
    Sharding out(rank);
    for (int i = 0; i < rank; ++i) {
      if (i == stages) {
        out = out.split(i, {options_.axis});
      } else if (i + 1 != stages) {
        out = out.open(i);
      }
    }
    return out;
  }
  Tensor on_stages(const Tensor& x, int dim) const {
    return options_.axis.empty() ? x : shard(x, open_but(x.shape().rank(), dim));
  }
  // Microbatches stand one after the other on each device.
  Tensor in_turn(const Tensor& x) const {
    if (options_.axis.empty()) return x;
    Sharding hint(x.shape().rank());
    for (int i = 1; i < x.shape().rank(); ++i) hint = hint.open(i);
    return shard(x, hint);
  }
  static Tensor padded(const Tensor& x, int dim, std::int64_t low, std::int64_t high) {
    if (low == 0 && high == 0) return x;
    std::vector<Padding> padding(x.shape().rank());
    padding[dim] = {low, high};
    return pad(x, padding);
  }
  // These sizes, and then those of the shape from a dimension on.
  static Shape with_dims(std::vector<std::int64_t> dims, const Shape& rest, int from) {
    dims.insert(dims.end(), rest.dims().begin() + from, rest.dims().end());
    return Shape(std::move(dims));
  }
  static Tensor reshaped(const Tensor& x, std::vector<std::int64_t> first) {
    return reshape(x, with_dims(std::move(first), x.shape(), 1));
  }
  // A vector over the first dimension of x.
  static Tensor over_rows(const Tensor& rows, const Tensor& x) {
    std::vector<std::int64_t> dims(x.shape().rank(), 1);
    dims[0] = x.shape()[0];
    return broadcast_to(reshape(rows, Shape(std::move(dims))), x.shape());
  }

  const PipelineOptions& options_;
  const std::size_t& states_;  // how many tensors a layer hands on; known once it was called
  const Where where_;
  const std::int64_t stages_ = options_.stages, repeat_ = options_.repeat;
  std::int64_t microbatches_ = 0, padded_ = 0, ticks_ = 0;
};

}  // namespace

TreeLeaves pipelined(const TreeLeaves& weights, const std::vector<std::string>& weight_names, const TreeLeaves& x,
                     const std::size_t& states, const PipelineOptions& options, Where where, LeavesToLeaves layer) {
  return guarded([&] { return Pipeline(options, states, where).run(weights, weight_names, x, layer); });
}

}  // namespace detail
}  // namespace v1
}  // namespace partita
