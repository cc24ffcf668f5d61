// Attention on sequences that are divided along an axis of the mesh: keys and values go round from device to device.
//
//   Tensor a = nn::ring_attention(q, k, v, {.axis = "x", .devices = 4, .causal = true});      // [b, s, n, d]
//
// Meant with the sequence of queries, keys and values divided along that axis, "-,x,-,-". No device ever holds more of
// the keys than its own part and one other. It is manual code, so that the size of the axis is part of it.
#pragma once

#include <cstdint>
#include <string>

#include "partita/export.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

struct RingAttentionOptions {
  std::string axis{};
  std::int64_t devices = 1;  // along it
  bool causal = false;       // query i sees keys 0 to i
};

// q, k and v [b, s, n, d]; the devices divide s. Computed in f32 where they are narrower, and given in the type of q.
PARTITA_API Tensor ring_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                  const RingAttentionOptions& options, Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
