// A Llama as it makes text: one token of each sequence, from those before it, whose keys and values are kept.
//
//   auto [next, next_caches] = models::llama_decode(p, caches, token, position, key, config, hints);
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "partita/export.h"
#include "partita/nn/ffn.h"
#include "partita/nn/kv_cache.h"
#include "partita/random.h"
#include "partita/shard.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace models {

struct LlamaConfig {
  std::int64_t layers = 2, model = 64, hidden = 192;
  std::int64_t heads = 8, shared_heads = 4, depth = 8;  // of queries, and of keys and values
  std::int64_t vocab = 256, longest = 128;              // `longest`: tokens that caches have room for
  std::int64_t candidates = 5;                          // the next token is one of the so many most likely ones
  double rope_base = 10000;
};

// "" is no hint.
struct LlamaHints {
  Sharding token{};             // [b]
  Sharding embed{}, unembed{};  // [v, m], [m, v]
  Sharding cache{};             // [b, longest, m, d], as one layer has it
  Sharding qkv{}, wo{};         // [m, n, d], [n, d, m]
  Sharding win{}, wout{};       // [m, h], [h, m]

  // Sequences along x; heads, hidden values and vocabulary along y.
  static PARTITA_API LlamaHints megatron(const std::string& x, const std::string& y);
};

struct LlamaLayer {
  Tensor norm1, wq, wk, wv, wo, norm2;
  nn::GatedFfn ffn;
};
// Tensors of `layers`, and those of caches, have a dimension of layers in front.
struct Llama {
  Tensor embed;
  LlamaLayer layers;
  Tensor unembed;
};

PARTITA_API Llama init_llama(const LlamaConfig& config, const Key& key, Where where = Where::current());
PARTITA_API nn::KvCache empty_caches(const LlamaConfig& config, std::int64_t batch, Where where = Where::current());

// token s32 [b], the one at `position`, an s32 scalar. Gives the next token, drawn from the most likely ones as their
// logits have it, and the caches with this one in them.
PARTITA_API std::pair<Tensor, nn::KvCache> llama_decode(const Llama& p, const nn::KvCache& caches, const Tensor& token,
                                                        const Tensor& position, const Key& key,
                                                        const LlamaConfig& config, const LlamaHints& hints = {},
                                                        Where where = Where::current());

}  // namespace models
}  // namespace v1
}  // namespace partita
