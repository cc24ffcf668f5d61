// Hints that a layer's caller may leave out.
#pragma once

#include "partita/shard.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

// shard(x, sharding), or x itself where the sharding says nothing.
inline Tensor hinted(const Tensor& x, const Sharding& sharding, Where where = Where::current()) {
  return sharding.is_none() ? x : shard(x, sharding, where);
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
