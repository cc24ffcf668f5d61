// Loops of C++ that were unrolled into the program, found by their ops: the same kinds, types and lines again and
// again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "front/trace.h"

namespace partita {
inline namespace v1 {
namespace detail {

// More equal blocks than this, one after the other, are warned of.
inline constexpr std::int64_t kMostEqualBlocks = 64;

struct RepeatedBlocks {
  std::int64_t first = 0;   // where the first one begins
  std::int64_t length = 0;  // of each
  std::int64_t count = 0;
  friend bool operator==(const RepeatedBlocks&, const RepeatedBlocks&) = default;
};

// The first blocks, from a place on, of which there are more than kMostEqualBlocks. Nearly linear.
std::optional<RepeatedBlocks> find_repeated(std::span<const std::uint64_t> ops, std::int64_t from = 0);

// Once ops are in the order that they will keep.
void warn_of_unrolled_loops(Trace& trace);

}  // namespace detail
}  // namespace v1
}  // namespace partita
