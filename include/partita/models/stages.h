// Stacks of layers as a pipeline, for models that are not one already.
//
//   Tensor h = models::through_stages(layer, params.layers, x, {.axis = "l"});   // leaves [stages, layers, ...]
#pragma once

#include <cstdint>
#include <string>

#include "partita/control.h"
#include "partita/pipeline.h"
#include "partita/shard.h"
#include "partita/tensor.h"
#include "partita/transform.h"
#include "partita/tree.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace models {

struct Stages {
  std::string axis = "stage";
  // A microbatch goes round once for each layer of a device; else it goes through them one after the other.
  bool circular = false;
  Save save = Save::kNothing;  // what a layer keeps for its gradient
  // A stage keeps nothing but what goes into it: all of its layers are computed again before any gradient, and then
  // keep what `save` says. Less is held between ticks and more within one. Not where it is circular.
  bool whole = false;
};

// x is [microbatches, ...]; before and behind the pipeline microbatches are divided along its axis.
template <typename Layer, typename Weights>
Tensor through_stages(const Layer& layer, const Weights& weights, const Tensor& x, const Stages& options,
                      Where where = Where::current()) {
  const Shape& stack = leaves(weights).at(0).shape();
  const auto divided = [&](const Tensor& each) {
    Sharding hint = Sharding(each.shape().rank()).split(0, {options.axis});
    for (int i = 1; i < each.shape().rank(); ++i) hint = hint.open(i);
    return shard(each, hint, where);
  };
  const Weights placed = map(weights, divided);
  PipelineOptions schedule{.stages = stack[0], .axis = options.axis, .save = options.save};
  if (options.circular) {
    schedule.repeat = stack[1];
    return divided(pipeline(layer, placed, divided(x), schedule, where));
  }
  // Layers are computed again one by one, so that a stage never holds what all of its layers compute.
  schedule.save = options.whole ? Save::kNothing : Save::kAll;
  // In every tick one is handed on, or each is brought to the first stage and back: what sends less.
  const std::int64_t count = stack[0], microbatches = x.shape()[0];
  schedule.queue = microbatches % count == 0 && (microbatches + count - 1) * count < 2 * microbatches * (count - 1);
  const auto stage = [&](const Tensor& h, const Weights& own) {
    return scan(checkpoint(layer, options.save, where), h, own, {}, where);
  };
  return divided(pipeline(stage, placed, divided(x), schedule, where));
}

}  // namespace models
}  // namespace v1
}  // namespace partita
