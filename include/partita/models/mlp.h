// A perceptron: products with weights, an activation between them.
//
// Meant with batches along x and hidden values along y: {.in = "x,-", .even = "-,y", .odd = "y,-"}, which needs one
// all-reduce for each pair of layers.
#pragma once

#include <cstdint>
#include <vector>

#include "partita/export.h"
#include "partita/nn/dense.h"
#include "partita/nn/ffn.h"
#include "partita/shard.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace models {

struct Mlp {
  std::vector<nn::Dense> layers;
};
struct MlpHints {
  Sharding in{};           // [b, m]
  Sharding even{}, odd{};  // weights of the first, third, … and the second, fourth, … layer
};

// From sizes[0] over those between to the last.
PARTITA_API Mlp init_mlp(const std::vector<std::int64_t>& sizes, const Key& key, Where where = Where::current());
// x [b, sizes[0]] to [b, the last]; there is no activation behind the last layer.
PARTITA_API Tensor mlp(const Mlp& p, const Tensor& x, nn::Activation activation = nn::Activation::kRelu,
                       const MlpHints& hints = {}, Where where = Where::current());

}  // namespace models
}  // namespace v1
}  // namespace partita
