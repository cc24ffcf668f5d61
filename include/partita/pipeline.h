// Layers as a pipeline: stages work at the same time, each on another part of the batch (a microbatch), and hand what
// they have to the next one.
//
//   Tensor h = pipeline(layer, params.layers, x, {.stages = 4, .repeat = 2, .axis = "stage"});
//
// is the sequence of all layers, h = layer(h, w). The tensors of the weights are [stages, repeat, ...], or [stages,
// ...] where nothing is repeated: layer number r * stages + s lies at [s, r]. x is [microbatches, ...], and so is what
// comes out. With repeat = 1 this is GPipe's schedule; otherwise a microbatch goes round several times, and fewer
// devices wait ("circular").
//
// A layer may give a pair: what goes to the next one, and a side value, a loss of its own say. Those of all layers and
// microbatches are summed, and the sum comes out beside the rest; what stages compute while they wait does not count.
//
//   auto [h, balance] = pipeline(moe_layer, params.layers, x, {.stages = 4, .axis = "stage"});
//
// Stages that wait compute on zeros: where a layer divides by a norm, add something small to that, or gradients of
// weights are NaN.
//
// It is an ordinary program: all stages are one tensor, whose first dimension is divided along `axis`, and a tick of
// the loop moves it by one stage, which devices do by one collective-permute. Whatever else the layers do with other
// axes of the mesh they do as before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "partita/export.h"
#include "partita/function_ref.h"
#include "partita/tensor.h"
#include "partita/transform.h"
#include "partita/tree.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {

struct PipelineOptions {
  std::int64_t stages = 1;
  std::int64_t repeat = 1;
  std::string axis{};          // of the mesh, that the stages are divided along; empty: none
  Save save = Save::kNothing;  // what a layer keeps for its gradient
  // The stages as manual code, a stage on each device along the axis: for layers that cannot be vectorized. They use
  // nothing but what they are given.
  bool manual = false;
  // Microbatches are divided along the axis, and so are the results: those that wait go from device to device towards
  // the first stage, a stage in each tick, and results come back in the same way. Else all of them are brought to the
  // first stage before the loop, and results from the last one behind it, which is less where they are on all devices
  // anyway. With repeat = 1 only, and not with manual code.
  bool queue = false;
};

namespace detail {

// The layer takes the tensors that go from stage to stage, then those of its weights. It gives the former, of which it
// says in `states` how many there are, and then side values, of which the sums come out.
PARTITA_API TreeLeaves pipelined(const TreeLeaves& weights, const std::vector<std::string>& weight_names,
                                 const TreeLeaves& x, const std::size_t& states, const PipelineOptions& options,
                                 Where where, LeavesToLeaves layer);

}  // namespace detail

template <typename Layer, typename Weights, typename T>
auto pipeline(Layer&& layer, const Weights& weights, const T& x, const PipelineOptions& options,
              Where where = Where::current()) {
  using Given = std::decay_t<std::invoke_result_t<Layer&, const T&, const Weights&>>;
  std::optional<Given> given;
  std::size_t states = 0;
  const auto on_leaves = [&](const detail::TreeLeaves& in) {
    std::tuple<T, Weights> trees(x, weights);
    detail::set_leaves(trees, in);
    given.emplace(layer(static_cast<const T&>(std::get<0>(trees)), static_cast<const Weights&>(std::get<1>(trees))));
    if constexpr (std::is_same_v<Given, T>) {
      states = leaves(*given).size();
    } else {
      static_assert(detail::kIsPair<Given>, "a layer gives what it takes first, or a pair of that and a side value");
      static_assert(std::is_same_v<typename Given::first_type, T>, "a layer gives what it takes first");
      states = leaves(given->first).size();
    }
    return leaves(*given);
  };
  const detail::TreeLeaves out =
      detail::pipelined(leaves(weights), names(weights), leaves(x), states, options, where, on_leaves);
  if constexpr (std::is_same_v<Given, T>) {
    return with_leaves(x, out, where);
  } else {
    return with_leaves(Given(x, given->second), out, where);
  }
}

}  // namespace v1
}  // namespace partita
