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

Tensor weight(const Tensor& w, const Sharding& hint, const TransformerConfig& config) {
  return nn::hinted(convert(w, config.type), hint);
}

Tensor attention_block(const Tensor& h, const AttentionLayer& w, const TransformerConfig& config,
                       const TransformerHints& hints) {
  const Tensor x = nn::rms_norm(h, w.norm);
  const auto projected = [&](const Tensor& wi, const char* name) {
    return named(nn::hinted(einsum("bsm,mnd->bsnd", {x, weight(wi, hints.qkv, config)}), hints.heads), name);
  };
  const Tensor q = projected(w.wq, "q"), k = projected(w.wk, "k"), v = projected(w.wv, "v");
  const Tensor attended =
      named(nn::hinted(nn::attention(q, k, v, {.causal = true}), hints.heads), "attended");
  const Tensor out = einsum("bsnd,ndm->bsm", {attended, weight(w.wo, hints.wo, config)});
  return named(nn::hinted(h + out, hints.stream), "middle");
}

Tensor ffn_block(const Tensor& h, const Tensor& norm, const nn::Ffn& w, const TransformerConfig& config,
                 const TransformerHints& hints) {
  const nn::Ffn weights = {weight(w.in, hints.win, config), weight(w.out, hints.wout, config)};
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
