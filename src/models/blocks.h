// Parts that the language models share.
#pragma once

#include "partita/control.h"
#include "partita/models/transformer_lm.h"

namespace partita {
inline namespace v1 {
namespace models::detail {

// A parameter where it is used: in the type in which all is computed, and as it is to lie there.
Tensor weight(const Tensor& w, const Sharding& hint, const TransformerConfig& config);

// h + attention(norm(h)).
Tensor attention_block(const Tensor& h, const AttentionLayer& w, const TransformerConfig& config,
                       const TransformerHints& hints);
// h + ffn(norm(h)).
Tensor ffn_block(const Tensor& h, const Tensor& norm, const nn::Ffn& w, const TransformerConfig& config,
                 const TransformerHints& hints);

// `table` is a weight() already: both use the same, so that it is gathered once, and so is the sum of its gradients.
Tensor embedded(const Tensor& table, const Tensor& ids, const TransformerHints& hints);
Tensor logits(const Tensor& h, const Tensor& norm, const Tensor& table, const TransformerHints& hints);

AttentionLayer init_attention(const TransformerConfig& config, const Key& key);
TransformerLayer init_layers(const TransformerConfig& config, const Key& key);

// The loop over layers, which computes again what is not to be kept.
template <typename Layer, typename Layers>
Tensor through_layers(const Layer& layer, const Tensor& h, const Layers& layers, const TransformerConfig& config) {
  if (config.remat) return scan(checkpoint(layer, *config.remat), h, layers);
  return scan(layer, h, layers);
}

}  // namespace models::detail
}  // namespace v1
}  // namespace partita
