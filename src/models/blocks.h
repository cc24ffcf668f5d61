// Parts that the language models share.
#pragma once

#include "partita/control.h"
#include "partita/models/transformer_lm.h"
#include "partita/ops.h"
#include "partita/tree.h"

namespace partita {
inline namespace v1 {
namespace models::detail {

// A hint on one layer's tensor, for the stack of all layers'. Stacks are hinted and not the slices of them, so that
// what is gathered in each step, and what once before all, is open.
Tensor hinted_stack(const Tensor& stack, const Sharding& hint);
TransformerLayer hinted_layers(const TransformerLayer& layers, const TransformerHints& hints);
AttentionLayer hinted_attention(const AttentionLayer& layers, const TransformerHints& hints);

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

// Stacks in the type in which all is computed, where they are converted once.
template <typename Layers>
Layers converted(const Layers& layers, const TransformerConfig& config) {
  if (!config.convert_once) return layers;
  return map(layers, [&](const Tensor& stack) { return convert(stack, config.type); });
}

// The loop over layers, which computes again what is not to be kept.
template <typename Layer, typename Layers>
Tensor through_layers(const Layer& layer, const Tensor& h, const Layers& layers, const TransformerConfig& config) {
  if (config.remat) return scan(checkpoint(layer, *config.remat), h, layers);
  return scan(layer, h, layers);
}

}  // namespace models::detail
}  // namespace v1
}  // namespace partita
