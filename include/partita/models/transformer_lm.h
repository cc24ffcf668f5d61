// The dense Transformer of the GSPMD paper: a language model whose layers are attention and two products.
//
//   models::TransformerConfig config{.layers = 2, .model = 64, .hidden = 256, .heads = 4, .depth = 16, .vocab = 512};
//   const auto hints = models::TransformerHints::finalized("x", "y");
//   auto loss = [&](const models::TransformerLm& p, Tensor ids, Tensor next) {
//     return models::transformer_loss(p, ids, next, config, hints);
//   };
//
// Parameters of all layers are stacked, and the layers are a loop of the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "partita/export.h"
#include "partita/nn/ffn.h"
#include "partita/random.h"
#include "partita/shard.h"
#include "partita/tensor.h"
#include "partita/transform.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace models {

struct TransformerConfig {
  std::int64_t layers = 2;
  std::int64_t model = 64, hidden = 256;  // M, H
  std::int64_t heads = 4, depth = 16;     // N, D
  std::int64_t vocab = 256;
  DType type = f32;           // in which all is computed; parameters are f32
  bool convert_once = false;  // to that type: all layers' before the loop, and not each layer's in its step
  nn::Activation activation = nn::Activation::kRelu;
  std::optional<Save> remat{};  // what a layer keeps for its gradient; nothing: all that it needs
};

// Of a layer what its products with weights need and give, which is most of what it computes; with `scores` the
// products of queries and keys too, which are large where sequences are long.
PARTITA_API Save save_products(bool scores = false);

// b batch, s sequence, m model, h hidden, n heads, d depth, v vocabulary; "" is no hint.
struct TransformerHints {
  Sharding ids{};     // [b, s], of the input
  Sharding embed{};   // [v, m]
  Sharding stream{};  // [b, s, m]: between layers, and in them after attention
  Sharding qkv{};     // [m, n, d]
  Sharding heads{};   // [b, s, n, d]
  Sharding wo{};      // [n, d, m]
  Sharding win{};     // [m, h]
  Sharding hidden{};  // [b, s, h]
  Sharding wout{};    // [h, m]
  Sharding logits{};  // [b, s, v]

  // Batches along x; parameters on every device, or divided and gathered where they are used.
  static PARTITA_API TransformerHints data_parallel(const std::string& x);
  static PARTITA_API TransformerHints fsdp(const std::string& x);
  // Heads and hidden values along y, with the weights that make them.
  static PARTITA_API TransformerHints megatron(const std::string& x, const std::string& y);
  // The paper's three ways to divide along two axes (its Table 1): the first divides nothing along batches, the last
  // what goes between layers along both.
  static PARTITA_API TransformerHints attempt1(const std::string& x, const std::string& y);
  static PARTITA_API TransformerHints attempt2(const std::string& x, const std::string& y);
  static PARTITA_API TransformerHints finalized(const std::string& x, const std::string& y);
};

struct AttentionLayer {
  Tensor norm;            // [m]
  Tensor wq, wk, wv, wo;  // [m, n, d], [n, d, m]
};
struct TransformerLayer {
  AttentionLayer attention;
  Tensor norm;  // [m]
  nn::Ffn ffn;  // [m, h], [h, m]
};
// Tensors of `layers` have a dimension of layers in front.
struct TransformerLm {
  Tensor embed;  // [v, m], for the logits too
  TransformerLayer layers;
  Tensor norm;  // [m]
};

PARTITA_API TransformerLm init_transformer(const TransformerConfig& config, const Key& key,
                                           Where where = Where::current());
// Types only: of models that no machine here could hold.
PARTITA_API TransformerLm transformer_specs(const TransformerConfig& config);

// One layer, on h [b, s, m]; its weights are not stacked.
PARTITA_API Tensor transformer_layer(const Tensor& h, const TransformerLayer& w, const TransformerConfig& config,
                                     const TransformerHints& hints = {}, Where where = Where::current());
// ids and next s32 [b, s]; the mean of -log p(next), a scalar of f32.
PARTITA_API Tensor transformer_logits(const TransformerLm& p, const Tensor& ids, const TransformerConfig& config,
                                      const TransformerHints& hints = {}, Where where = Where::current());
PARTITA_API Tensor transformer_loss(const TransformerLm& p, const Tensor& ids, const Tensor& next,
                                    const TransformerConfig& config, const TransformerHints& hints = {},
                                    Where where = Where::current());

}  // namespace models
}  // namespace v1
}  // namespace partita
