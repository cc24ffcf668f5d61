#include "models/blocks.h"

#include "partita/nn/attention.h"
#include "partita/nn/dense.h"
#include "partita/nn/embed.h"
#include "partita/nn/hint.h"
#include "partita/nn/rms_norm.h"
#include "partita/ops.h"

namespace partita {
inline namespace v1 {
namespace models::detail {

Tensor hinted_stack(const Tensor& stack, const Sharding& hint) {
  if (hint.is_none()) return stack;
  Sharding all(hint.rank() + 1);
  for (int dim = 0; dim < hint.rank(); ++dim) all = all.split(dim + 1, hint.axes(dim));
  return shard(stack, all);
}

AttentionLayer hinted_attention(const AttentionLayer& layers, const TransformerHints& hints) {
  return {layers.norm, hinted_stack(layers.wq, hints.qkv), hinted_stack(layers.wk, hints.qkv),
          hinted_stack(layers.wv, hints.qkv), hinted_stack(layers.wo, hints.wo)};
}

TransformerLayer hinted_layers(const TransformerLayer& layers, const TransformerHints& hints) {
  return {hinted_attention(layers.attention, hints),
          layers.norm,
          {hinted_stack(layers.ffn.in, hints.win), hinted_stack(layers.ffn.out, hints.wout)}};
}

Tensor attention_block(const Tensor& h, const AttentionLayer& w, const TransformerConfig& config,
                       const TransformerHints& hints) {
  const Tensor x = nn::rms_norm(h, w.norm);
  const auto projected = [&](const Tensor& wi, const char* name) {
    return named(nn::hinted(einsum("bsm,mnd->bsnd", {x, convert(wi, config.type)}), hints.heads), name);
  };
  const Tensor q = projected(w.wq, "q"), k = projected(w.wk, "k"), v = projected(w.wv, "v");
  const Tensor attended = named(nn::hinted(nn::attention(q, k, v, {.causal = true}), hints.heads), "attended");
  const Tensor out = einsum("bsnd,ndm->bsm", {attended, convert(w.wo, config.type)});
  return named(nn::hinted(h + out, hints.stream), "middle");
}

Tensor ffn_block(const Tensor& h, const Tensor& norm, const nn::Ffn& w, const TransformerConfig& config,
                 const TransformerHints& hints) {
  const nn::Ffn weights = {convert(w.in, config.type), convert(w.out, config.type)};
  const Tensor out = nn::ffn(nn::rms_norm(h, norm), weights, config.activation, hints.hidden);
  return nn::hinted(h + out, hints.stream);
}

Tensor embedded(const Tensor& table, const Tensor& ids, const TransformerHints& hints) {
  return nn::hinted(nn::embed(table, nn::hinted(ids, hints.ids)), hints.stream);
}

Tensor logits(const Tensor& h, const Tensor& norm, const Tensor& table, const TransformerHints& hints) {
  return nn::hinted(nn::unembed(table, nn::rms_norm(h, norm)), hints.logits);
}

AttentionLayer init_attention(const TransformerConfig& c, const Key& key) {
  const std::vector<Key> keys = split(key, 4);
  const Shape in = {c.layers, c.model, c.heads, c.depth}, out = {c.layers, c.heads, c.depth, c.model};
  return {ones(f32, {c.layers, c.model}), nn::init_weight(keys[0], in, c.model), nn::init_weight(keys[1], in, c.model),
          nn::init_weight(keys[2], in, c.model), nn::init_weight(keys[3], out, c.heads * c.depth)};
}

TransformerLayer init_layers(const TransformerConfig& c, const Key& key) {
  const std::vector<Key> keys = split(key, 3);
  return {init_attention(c, keys[0]),
          ones(f32, {c.layers, c.model}),
          {nn::init_weight(keys[1], {c.layers, c.model, c.hidden}, c.model),
           nn::init_weight(keys[2], {c.layers, c.hidden, c.model}, c.hidden)}};
}

}  // namespace models::detail
}  // namespace v1
}  // namespace partita
