// A transpose of one plane, by blocks that fit the first-level cache.
#pragma once

#include <cstddef>
#include <cstdint>

namespace partita::core::engine::move {

enum class Size : uint8_t { kFirstCache, kCaches, kMemory };  // what source and target together fit into

// to[r * to_stride + c * width] = from[r * width + c * from_stride], strides in bytes; width 1, 2, 4, 8 or 16.
// `after` is the plane that comes next, or null: it is fetched meanwhile.
void transpose(int width, int64_t rows, int64_t columns, const std::byte* from, int64_t from_stride, std::byte* to,
               int64_t to_stride, Size size, const std::byte* after);
// What was written past the caches (kMemory) is seen by other threads after this.
void end_stream();

}  // namespace partita::core::engine::move
