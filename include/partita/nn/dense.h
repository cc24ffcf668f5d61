// A product with a weight, and what is added to it.
//
//   Tensor h = relu(nn::dense(x, {shard(w, "-,y"), b}));       // x [.., in], w [in, out], b [out]
//
// Meant with a hint on the weight: "-,y" and then "y,-" are model parallel (one all-reduce for both), "x,-" is gathered
// where it is used.
#pragma once

#include <optional>

#include "partita/export.h"
#include "partita/random.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

struct Dense {
  Tensor weight;               // [in, out..]
  std::optional<Tensor> bias;  // [out..]
};

// [.., in] to [.., out..].
PARTITA_API Tensor dense(const Tensor& x, const Dense& w, Where where = Where::current());

// Normal numbers over the square root of `fan_in`: what comes out is as large as what goes in.
PARTITA_API Tensor init_weight(const Key& key, const Shape& shape, std::int64_t fan_in, DType type = f32,
                               Where where = Where::current());
// A weight [in, out] as above, and a bias of zeros.
PARTITA_API Dense init_dense(const Key& key, std::int64_t in, std::int64_t out, Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
