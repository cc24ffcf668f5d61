#include "partita/models/pipeline_lm.h"

#include "partita/control.h"
#include "partita/ops.h"
#include "partita/pipeline.h"
#include "partita/scope.h"
#include "partita/shard.h"

namespace partita {
inline namespace v1 {
namespace models {

Tensor pipeline_lm_loss(const PipelineLm& p, const Tensor& x, const PipelineLmOptions& options, Where where) {
  const Scope scope("pipeline_lm", where);
  const Shape& shape = x.shape();
  const Tensor parts = swap_dims(reshape(shard(x, Sharding(3).split(0, {options.batch})),
                                         {shape[0] / options.microbatches, options.microbatches, shape[1], shape[2]}),
                                 0, 1);
  const auto layer = [](const Tensor& h, const PipelineLm& w) {
    return h + einsum("bsh,hm->bsm", {relu(einsum("bsm,mh->bsh", {h, w.in})), w.out});
  };
  const auto stage = [&](const Tensor& h, const PipelineLm& w) {
    return scan(layer, shard(h, Sharding(3).split(0, {options.batch})), w);
  };
  const auto on_stages = [&](const Tensor& w) { return shard(w, Sharding(4).split(0, {options.stage})); };
  const Tensor out = pipeline(stage, map(p, on_stages), parts,
                              {.stages = p.in.shape()[0], .axis = options.stage, .save = options.save});
  return mean(out * out);
}

}  // namespace models
}  // namespace v1
}  // namespace partita
