// The Transformer with its layers as a pipeline: the GSPMD paper's Table 4.
//
//   const auto hints = models::staged_hints("x", "y");
//   Tensor loss = models::staged_transformer_loss(p, ids, next, config, hints, {.axis = "l"});
//
// Batches and what is between layers lie as in the finalized way of transformer_lm.h; weights of layers not along x, or
// they would be gathered in each tick.
#pragma once

#include <cstdint>
#include <string>

#include "partita/export.h"
#include "partita/models/stages.h"
#include "partita/models/transformer_lm.h"
#include "partita/random.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace models {

PARTITA_API TransformerHints staged_hints(const std::string& x, const std::string& y);

// As init_transformer, with tensors of layers [stages, layers / stages, ...].
PARTITA_API TransformerLm init_staged_transformer(const TransformerConfig& config, std::int64_t stages, const Key& key,
                                                  Where where = Where::current());
PARTITA_API TransformerLm staged_transformer_specs(const TransformerConfig& config, std::int64_t stages);

// ids and next s32 [microbatches, b, s]. What layers keep is `stages.save`.
PARTITA_API Tensor staged_transformer_loss(const TransformerLm& p, const Tensor& ids, const Tensor& next,
                                           const TransformerConfig& config, const TransformerHints& hints,
                                           const Stages& stages, Where where = Where::current());

}  // namespace models
}  // namespace v1
}  // namespace partita
