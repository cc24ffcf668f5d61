// Keys and values of the tokens so far, while text is made one token after the other.
//
// Meant with "x,-,y,-" on both: sequences along x, heads along y; the place that is written is the same on all devices.
#pragma once

#include "partita/export.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

struct KvCache {
  Tensor k, v;  // [b, longest, m, d]
};

// With keys and values [b, s, m, d] written from `position`, an s32 scalar, on.
PARTITA_API KvCache updated(const KvCache& cache, const Tensor& k, const Tensor& v, const Tensor& position,
                            Where where = Where::current());

// Attention of q [b, s, n, d], whose first query is at `position`, to what the cache has up to each query's place.
PARTITA_API Tensor attention(const Tensor& q, const KvCache& cache, const Tensor& position,
                             Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
