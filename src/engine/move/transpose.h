// A transpose of one plane, by blocks that fit the first-level cache.
#pragma once

#include <cstddef>
#include <cstdint>

namespace partita::core::engine::move {

// to[r * to_stride + c * width] = from[r * width + c * from_stride], strides in bytes; width 1, 2, 4, 8 or 16.
// `by_blocks`: lines of the target are completed in a block first; for planes beyond the caches.
void transpose(int width, int64_t rows, int64_t columns, const std::byte* from, int64_t from_stride, std::byte* to,
               int64_t to_stride, bool by_blocks);

}  // namespace partita::core::engine::move
