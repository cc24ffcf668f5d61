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
// It is an ordinary program: all stages are one tensor, whose first dimension is divided along `axis`, and a tick of
// the loop moves it by one stage, which devices do by one collective-permute. Whatever else the layers do with other
// axes of the mesh they do as before.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
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

// The layer takes the tensors that go from stage to stage, then those of its weights.
PARTITA_API TreeLeaves pipelined(const TreeLeaves& weights, const std::vector<std::string>& weight_names,
                                 const TreeLeaves& x, const PipelineOptions& options, Where where,
                                 LeavesToLeaves layer);

}  // namespace detail

template <typename Layer, typename Weights, typename T>
T pipeline(Layer&& layer, const Weights& weights, const T& x, const PipelineOptions& options,
           Where where = Where::current()) {
  const auto on_leaves = [&](const detail::TreeLeaves& in) {
    std::tuple<T, Weights> trees(x, weights);
    detail::set_leaves(trees, in);
    const T next = layer(static_cast<const T&>(std::get<0>(trees)), static_cast<const Weights&>(std::get<1>(trees)));
    return leaves(next);
  };
  return with_leaves(x, detail::pipelined(leaves(weights), names(weights), leaves(x), options, where, on_leaves),
                     where);
}

}  // namespace v1
}  // namespace partita
