// Random numbers from keys, which are values: the same key gives the same numbers, on every mesh, and the numbers are
// those of jax.random (threefry2x32, partitionable) bit by bit.
//
//   auto [a, b] = split2(key);
//   Tensor w = 0.02 * normal(a, f32, {64, 64});
//
// Each number is computed from its place alone, so that no device needs what another has.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "partita/export.h"
#include "partita/ops.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {

struct Key {
  Tensor words;  // u32[2]
};

// Of a seed, as jax.random.key has it; on the host, so that it may be made anywhere.
PARTITA_API Key key_of(std::uint64_t seed);

// New keys, none of which has to do with another. A key that was split is not used again.
PARTITA_API std::vector<Key> split(const Key& key, int count, Where where = Where::current());
PARTITA_API std::pair<Key, Key> split2(const Key& key, Where where = Where::current());
// As many keys as the first dimension says, in one: u32[count, 2], for scan and map_rows.
PARTITA_API Key split_stacked(const Key& key, std::int64_t count, Where where = Where::current());
// Of a number: an integer scalar or a C++ one, modulo 2^32.
PARTITA_API Key fold_in(const Key& key, Operand data);

PARTITA_API Tensor bits(const Key& key, DType type, const Shape& shape, Where where = Where::current());  // u8 to u64
struct UniformOptions {
  double low = 0, high = 1;  // high is not among them
};
PARTITA_API Tensor uniform(const Key& key, DType type, const Shape& shape, UniformOptions options = {},
                           Where where = Where::current());
PARTITA_API Tensor normal(const Key& key, DType type, const Shape& shape, Where where = Where::current());
// pred, true with this probability: a C++ number, or a float tensor that broadcasts to the shape.
PARTITA_API Tensor bernoulli(const Key& key, Operand probability, const Shape& shape);

}  // namespace v1
}  // namespace partita
