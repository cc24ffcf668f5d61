// A reference to a mesh axis or to a piece of one.
//
// An axis of size 8 is a number of 8 values; it can be read as several digits, major to minor, say 2·4. `"x":(2)4` is
// the piece of size 4 below a piece of size 2: `pre` is the product of what lies above. All of the axis is pre 1, size
// 8; size is always filled in, so that pieces compare without the mesh.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "shard/mesh.h"

namespace partita::core::shard {

struct AxisRef {
  int32_t axis = 0;
  int64_t pre = 1;
  int64_t size = 1;

  int64_t end() const { return pre * size; }  // the `pre` of the next piece below

  friend bool operator==(const AxisRef&, const AxisRef&) = default;
  // By mesh position, then major to minor.
  friend auto operator<=>(const AxisRef&, const AxisRef&) = default;
};
using AxisRefs = std::vector<AxisRef>;

AxisRef whole_axis(const Mesh& mesh, int axis);
bool is_whole(const Mesh& mesh, const AxisRef& ref);
// Positions of the mesh between neighbours along the piece.
int64_t ref_stride(const Mesh& mesh, const AxisRef& ref);
// The piece's digit of a coordinate vector (one entry per mesh axis).
int64_t ref_coordinate(const Mesh& mesh, const AxisRef& ref, std::span<const int64_t> coordinates);

// "x":(1)4 and "x":(2)4 overlap, "x":(1)2 and "x":(2)4 do not. An axis of size 1 overlaps itself.
bool overlaps(const AxisRef& a, const AxisRef& b);
// All of b lies in a.
bool contains(const AxisRef& a, const AxisRef& b);
// a is the major part of b, or b itself.
bool is_prefix(const AxisRef& a, const AxisRef& b);
// Whether one reading of the axis in digits has both as digits or runs of digits: all bounds divide one another.
bool can_coexist(const AxisRef& a, const AxisRef& b);
// a above b, adjacent: together one piece.
bool can_join(const AxisRef& a, const AxisRef& b);

// Lists in the order of a dimension, major to minor.
int64_t total_size(std::span<const AxisRef> refs);
// Joins adjacent pieces: {"x":(1)2, "x":(2)4} is {"x"} where x has size 8.
AxisRefs joined(std::span<const AxisRef> refs);
// a, read as digits, is the beginning of b; axes of size 1 do not count.
bool is_prefix(std::span<const AxisRef> a, std::span<const AxisRef> b);
// The same digits in the same order; axes of size 1 do not count.
bool same_digits(std::span<const AxisRef> a, std::span<const AxisRef> b);

// Lists as sets.
AxisRefs sorted_set(std::span<const AxisRef> refs);  // sorted and joined
bool covers(std::span<const AxisRef> set, const AxisRef& ref);
bool overlaps(std::span<const AxisRef> set, const AxisRef& ref);
// What the mesh has besides these, as a sorted set. The refs are disjoint and coexist.
AxisRefs complement(const Mesh& mesh, std::span<const AxisRef> refs);
// The parts of refs inside (outside) the set, in the order of refs. Exact: refs are split where the set's bounds fall
// into them. Refs and set coexist.
AxisRefs inside(std::span<const AxisRef> refs, std::span<const AxisRef> set);
AxisRefs outside(std::span<const AxisRef> refs, std::span<const AxisRef> set);
// Splits refs at every bound of `others` that falls into them.
AxisRefs split_at(std::span<const AxisRef> refs, std::span<const AxisRef> others);
// Disjoint pieces of the refs that none of them cuts further, sorted. Of refs that cannot coexist, (1)4 and (1)6, the
// pieces of the first.
AxisRefs disjoint_pieces(std::span<const AxisRef> refs);

// x or x:(2)4, without quotes.
std::string to_string(const Mesh& mesh, const AxisRef& ref);

// Checks that axes of one sharding are pieces of their mesh, and that none is used twice.
class AxisUses {
 public:
  explicit AxisUses(const Mesh& mesh) : mesh_(mesh) {}
  // kUnknownAxis, kSubAxes or kAxisUsedTwice. Remembers the axis otherwise.
  Status add(const AxisRef& ref);

 private:
  const Mesh& mesh_;
  AxisRefs seen_;
};

}  // namespace partita::core::shard

namespace partita::core {
using shard::AxisRef;
using shard::AxisRefs;
}  // namespace partita::core
