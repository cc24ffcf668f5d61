// The Conformer of the GSPMD paper (its Table 5): attention and a convolution between two half perceptrons, as a
// pipeline of layers that are all alike.
//
//   Tensor loss = models::conformer_loss(p, x, y, {.axis = "l"});
//
// Needs no hint but the axis that the stages are divided along.
#pragma once

#include <cstdint>

#include "partita/export.h"
#include "partita/models/stages.h"
#include "partita/nn/ffn.h"
#include "partita/random.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace models {

struct ConformerConfig {
  std::int64_t stages = 2, layers = 2;    // of a stage
  std::int64_t model = 64, hidden = 256;  // M, H
  std::int64_t heads = 4, depth = 16;     // N, D
  std::int64_t reach = 5;                 // of the convolution along the sequence
};

struct ConformerLayer {
  Tensor norm1;           // [m]
  nn::Ffn first;          // [m, h], [h, m]
  Tensor norm2;           // [m]
  Tensor wq, wk, wv, wo;  // [m, n, d], [n, d, m]
  Tensor norm3;           // [m]
  Tensor gated;           // [m, 2, m]
  Tensor kernel;          // [reach, m]
  Tensor norm4;           // [m]
  Tensor mix;             // [m, m]
  Tensor norm5;           // [m]
  nn::Ffn second;         // [m, h], [h, m]
  Tensor norm6;           // [m]
};
// Tensors have dimensions of stages and layers in front.
struct Conformer {
  ConformerLayer layers;
};

PARTITA_API Conformer init_conformer(const ConformerConfig& config, const Key& key, Where where = Where::current());
PARTITA_API Conformer conformer_specs(const ConformerConfig& config);

// One layer, on h [b, s, m]; its weights are not stacked, and have the type of h.
PARTITA_API Tensor conformer_layer(const Tensor& h, const ConformerLayer& w, Where where = Where::current());
// x [microbatches, b, s, m]; weights are converted to its type.
PARTITA_API Tensor conformer(const Conformer& p, const Tensor& x, const Stages& stages, Where where = Where::current());
// The mean of squared differences, in f32.
PARTITA_API Tensor conformer_loss(const Conformer& p, const Tensor& x, const Tensor& y, const Stages& stages,
                                  Where where = Where::current());

}  // namespace models
}  // namespace v1
}  // namespace partita
