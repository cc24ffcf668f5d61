// Language models with mixtures of experts: those of the GSPMD paper's Table 6, where experts are divided and all else
// is on every device.
//
//   models::MoeConfig config{.base = {.layers = 4, .model = 64}, .experts = 8, .capacity = 16};
//   const auto hints = models::MoeLmHints::experts_only("x");
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "partita/export.h"
#include "partita/models/transformer_lm.h"
#include "partita/nn/moe.h"

namespace partita {
inline namespace v1 {
namespace models {

struct MoeConfig {
  TransformerConfig base;     // `layers` is how often a layer of experts, or two layers, are repeated
  std::int64_t experts = 8;   // E
  std::int64_t capacity = 8;  // tokens that an expert takes from each sequence
  bool alternate = false;     // a dense layer before each layer of experts
};

struct MoeLmHints {
  TransformerHints base{};
  Sharding win{}, wout{};  // [e, m, h], [e, h, m]
  nn::MoeHints moe{};

  // Batches and experts along x.
  static PARTITA_API MoeLmHints experts_only(const std::string& x);
};

struct MoeLayer {
  AttentionLayer attention;
  Tensor norm;  // [m]
  Tensor gate;  // [m, e]
  nn::Experts experts;
};
struct MoeLayers {
  std::optional<TransformerLayer> dense;
  MoeLayer moe;
};
// Tensors of `layers` have a dimension of layers in front.
struct MoeLm {
  Tensor embed;  // [v, m]
  MoeLayers layers;
  Tensor norm;  // [m]
};

PARTITA_API MoeLm init_moe(const MoeConfig& config, const Key& key, Where where = Where::current());
PARTITA_API MoeLm moe_specs(const MoeConfig& config);

// ids and next s32 [b, s]; each sequence is a group of tokens.
PARTITA_API Tensor moe_loss(const MoeLm& p, const Tensor& ids, const Tensor& next, const MoeConfig& config,
                            const MoeLmHints& hints = {}, Where where = Where::current());

}  // namespace models
}  // namespace v1
}  // namespace partita
