#include "run/boxes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "eval/strided.h"

namespace partita::core::run {
namespace {

// The device's coordinates along these axes, as one number.
int64_t place_along(const Mesh& mesh, const AxisRefs& axes, std::span<const int64_t> coordinates) {
  int64_t number = 0;
  for (const AxisRef& axis : axes) number = number * axis.size + ref_coordinate(mesh, axis, coordinates);
  return number;
}

int64_t offset_of(std::span<const int64_t> corner, std::span<const int64_t> origin, std::span<const int64_t> strides) {
  int64_t offset = 0;
  for (size_t d = 0; d < corner.size(); ++d) offset += (corner[d] - origin[d]) * strides[d];
  return offset;
}

}  // namespace

int64_t Box::elements() const { return eval::product(extent); }

std::string Box::to_string() const {
  return fmt::format("[{}]+[{}]", fmt::join(corner, ", "), fmt::join(extent, ", "));
}

Box whole_box(std::span<const int64_t> dims) {
  return {std::vector<int64_t>(dims.size(), 0), {dims.begin(), dims.end()}};
}

std::optional<Box> intersection(const Box& a, const Box& b) {
  Box both;
  for (size_t d = 0; d < a.corner.size(); ++d) {
    const int64_t begin = std::max(a.corner[d], b.corner[d]);
    const int64_t end = std::min(a.corner[d] + a.extent[d], b.corner[d] + b.extent[d]);
    if (end <= begin) return std::nullopt;
    both.corner.push_back(begin);
    both.extent.push_back(end - begin);
  }
  return both;
}

Box box_of(const Sharding* sharding, std::span<const int64_t> dims, int64_t place) {
  if (sharding == nullptr) return whole_box(dims);
  const auto coordinates = sharding->mesh().coordinates(place);
  if (!coordinates) {  // a scalar has no dimension that could say that it is not there
    return {std::vector<int64_t>(dims.size(), 0), std::vector<int64_t>(dims.size(), 0)};
  }
  Box box;
  for (const DimSlice& slice : sharding->slices(dims, *coordinates)) {
    box.corner.push_back(slice.offset);
    box.extent.push_back(slice.size);
  }
  return box;
}

int64_t part_of(const Sharding* sharding, int64_t place) {
  if (sharding == nullptr) return 0;
  const auto coordinates = sharding->mesh().coordinates(place);
  return coordinates ? place_along(sharding->mesh(), sharding->unreduced_axes(), *coordinates) : 0;
}

int64_t part_count(const Sharding* sharding) {
  return sharding == nullptr ? 1 : total_size(sharding->unreduced_axes());
}

void copy_box(const Box& box, const BoxMemory& from, Tensor& to, std::span<const int64_t> corner) {
  if (box.elements() == 0) return;
  const int width = byte_width(to.type().element());
  const std::vector<int64_t> from_strides = eval::row_major_strides(from.dims);
  const std::vector<int64_t> to_strides = eval::row_major_strides(to.type().dims());
  eval::copy_strided(
      width, box.extent, {from.data + offset_of(box.corner, from.corner, from_strides) * width, from_strides},
      {static_cast<std::byte*>(to.mutable_raw()) + offset_of(box.corner, corner, to_strides) * width, to_strides});
}

Tensor true_elements(Context& context, const Tensor& shard, const Box& box) {
  if (std::ranges::equal(box.extent, shard.type().dims())) return shard;
  Tensor out = Tensor::make(context.tensor(shard.type().element(), box.extent));
  copy_box(box, {static_cast<const std::byte*>(shard.raw()), shard.type().dims(), box.corner}, out, box.corner);
  return out;
}

}  // namespace partita::core::run
