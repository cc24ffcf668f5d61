// Boxes of elements: which part of a global tensor each device holds, and copies between tensors that hold parts of it.
//
//   f32[7,8] as [x, -] over x=4:  device 0 [0, 0]+[2, 8]   device 3 [6, 0]+[1, 8], and a row of padding
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "eval/tensor.h"
#include "ir/context.h"
#include "shard/sharding.h"

namespace partita::core::run {

struct Box {
  std::vector<int64_t> corner;  // in the global tensor
  std::vector<int64_t> extent;

  int64_t elements() const;
  std::string to_string() const;  // "[6, 0]+[1, 8]"
  friend auto operator<=>(const Box&, const Box&) = default;
  friend bool operator==(const Box&, const Box&) = default;
};

Box whole_box(std::span<const int64_t> dims);
// What both have; nothing where that is no element. Two boxes of rank 0 have their element in common.
std::optional<Box> intersection(const Box& a, const Box& b);

// The true elements of what the device at this place of the mesh holds, without padding: none where it is not in the
// mesh. Without a sharding every device holds all.
Box box_of(const Sharding* sharding, std::span<const int64_t> dims, int64_t place);
// Of an unreduced value: which of the parts that are to be combined the device holds. 0 elsewhere.
int64_t part_of(const Sharding* sharding, int64_t place);
// How many parts there are: 1 where the value is not unreduced.
int64_t part_count(const Sharding* sharding);

// Memory that holds the elements of a box, row-major, in dimensions that may be longer than the box: the shard of a
// device, or a piece of it.
struct BoxMemory {
  const std::byte* data;
  std::span<const int64_t> dims;
  std::span<const int64_t> corner;  // of its first element, in the global tensor
};

// Copies the elements of `box`, which the source has, to the same places of the target: a tensor fresh from make()
// whose first element is that at `corner`.
void copy_box(const Box& box, const BoxMemory& from, Tensor& to, std::span<const int64_t> corner);

// A shard without its padding.
Tensor true_elements(Context& context, const Tensor& shard, const Box& box);

}  // namespace partita::core::run

namespace partita::core {
using run::Box;
}  // namespace partita::core
