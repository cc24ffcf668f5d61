#include "partita/models/llama_decode.h"

#include <limits>

#include "partita/control.h"
#include "partita/nn/dense.h"
#include "partita/nn/embed.h"
#include "partita/nn/hint.h"
#include "partita/nn/rms_norm.h"
#include "partita/nn/rope.h"
#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace models {
namespace {

// h [b, 1, m].
std::pair<Tensor, nn::KvCache> layer(const Tensor& h, const LlamaLayer& w, const nn::KvCache& cache,
                                     const Tensor& position, const LlamaConfig& config, const LlamaHints& hints) {
  const Tensor places = reshape(position, {1});
  const Tensor x = nn::rms_norm(h, w.norm1);
  const auto projected = [&](const Tensor& wi) { return nn::dense(x, {nn::hinted(wi, hints.qkv), {}}); };
  const auto turned = [&](const Tensor& heads) { return nn::rope(heads, places, {.base = config.rope_base}); };
  const Tensor q = turned(projected(w.wq)), k = turned(projected(w.wk)), v = projected(w.wv);
  nn::KvCache next = nn::updated(cache, k, v, position);
  next = {nn::hinted(next.k, hints.cache), nn::hinted(next.v, hints.cache)};
  const Tensor out = einsum("bsnd,ndm->bsm", {nn::attention(q, next, position), nn::hinted(w.wo, hints.wo)});
  const Tensor middle = h + out;
  const nn::GatedFfn ffn = {nn::hinted(w.ffn.gate, hints.win), nn::hinted(w.ffn.in, hints.win),
                            nn::hinted(w.ffn.out, hints.wout)};
  return {middle + nn::gated_ffn(nn::rms_norm(middle, w.norm2), ffn, nn::Activation::kSilu), next};
}

// One of the `candidates` largest of logits [b, v], each as likely as softmax of these says: the largest after numbers
// of Gumbel's distribution were added.
Tensor drawn(const Tensor& logits, std::int64_t candidates, const Key& key) {
  const TopK best = top_k(logits, candidates);
  const Shape shape = {logits.shape()[0], candidates};
  const Tensor u = uniform(key, f32, shape, {.low = std::numeric_limits<float>::min()});
  const Tensor chosen = argmax(best.values - log(-log(u)));
  return squeeze(take_along(best.indices, expand_dims(chosen, 1), 1), 1);
}

}  // namespace

LlamaHints LlamaHints::megatron(const std::string& x, const std::string& y) {
  return {.token = Sharding(x),
          .embed = Sharding(y + ",-"),
          .unembed = Sharding("-," + y),
          .cache = Sharding(x + ",-," + y + ",-"),
          .qkv = Sharding("-," + y + ",-"),
          .wo = Sharding(y + ",-,-"),
          .win = Sharding("-," + y),
          .wout = Sharding(y + ",-")};
}

Llama init_llama(const LlamaConfig& c, const Key& key, Where where) {
  const Scope scope("init_llama", where);
  const std::vector<Key> keys = split(key, 9);
  const auto weight = [&](int i, const Shape& shape, std::int64_t in) { return nn::init_weight(keys[i], shape, in); };
  const Tensor norm = ones(f32, {c.layers, c.model});
  const Shape kv = {c.layers, c.model, c.shared_heads, c.depth};
  return {weight(0, {c.vocab, c.model}, c.model),
          {norm,
           weight(1, {c.layers, c.model, c.heads, c.depth}, c.model),
           weight(2, kv, c.model),
           weight(3, kv, c.model),
           weight(4, {c.layers, c.heads, c.depth, c.model}, c.heads * c.depth),
           norm,
           {weight(5, {c.layers, c.model, c.hidden}, c.model), weight(6, {c.layers, c.model, c.hidden}, c.model),
            weight(7, {c.layers, c.hidden, c.model}, c.hidden)}},
          weight(8, {c.model, c.vocab}, c.model)};
}

nn::KvCache empty_caches(const LlamaConfig& c, std::int64_t batch, Where where) {
  const Tensor none = zeros(f32, {c.layers, batch, c.longest, c.shared_heads, c.depth}, where);
  return {none, none};
}

std::pair<Tensor, nn::KvCache> llama_decode(const Llama& p, const nn::KvCache& caches, const Tensor& token,
                                            const Tensor& position, const Key& key, const LlamaConfig& config,
                                            const LlamaHints& hints, Where where) {
  const Scope scope("llama_decode", where);
  const Tensor rows = nn::embed(nn::hinted(p.embed, hints.embed), nn::hinted(token, hints.token));
  const auto step = [&](const Tensor& h, const std::pair<LlamaLayer, nn::KvCache>& w) {
    return layer(h, w.first, w.second, position, config, hints);
  };
  const auto [h, next] = scan(step, expand_dims(rows, 1), std::pair(p.layers, caches));
  const Tensor logits = einsum("bm,mv->bv", {squeeze(h, 1), nn::hinted(p.unembed, hints.unembed)});
  return {nn::hinted(drawn(logits, config.candidates, key), hints.token), next};
}

}  // namespace models
}  // namespace v1
}  // namespace partita
