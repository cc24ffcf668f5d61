#include "partition/reshard/layout.h"

#include <fmt/format.h>

namespace partita::core::partition::reshard {

size_t DimLayout::held_digits() const {
  size_t held = digits.size();
  while (held > 0 && digits[held - 1].is_local()) --held;
  return held;
}

int64_t DimLayout::local_size() const {
  const size_t held = held_digits();
  if (held == 0) return extent;
  int64_t size = digits[held - 1].tile;
  for (size_t i = 0; i < held; ++i) {
    if (digits[i].is_local()) size *= digits[i].size;
  }
  return size;
}

std::vector<int64_t> Layout::local_shape() const {
  std::vector<int64_t> shape;
  for (const DimLayout& dim : dims) shape.push_back(dim.local_size());
  return shape;
}

Layout layout_of(const Sharding& sharding, std::span<const int64_t> shape) {
  Layout layout{sharding.mesh_ptr(), {}, sharding.unreduced_axes(), sharding.reduction(), sharding.manual_axes()};
  for (size_t d = 0; d < shape.size(); ++d) {
    DimLayout dim{shape[d], {}};
    if (!sharding.is_maximal()) {
      const AxisRefs& axes = sharding.dims()[d].axes;
      const int64_t shards = total_size(axes);
      int64_t tile = shape[d] / shards + (shape[d] % shards != 0);
      for (size_t i = axes.size(); i-- > 0;) {
        if (axes[i].size == 1) continue;
        dim.digits.insert(dim.digits.begin(), {axes[i].size, tile, axes[i]});
        tile *= axes[i].size;
      }
    }
    layout.dims.push_back(std::move(dim));
  }
  return layout;
}

int64_t element_at(const Mesh& mesh, const DimLayout& dim, std::span<const int64_t> coordinates, int64_t position) {
  const size_t held = dim.held_digits();
  if (held == 0) return position < dim.extent ? position : -1;
  const int64_t tile = dim.digits[held - 1].tile;
  int64_t element = position % tile;
  int64_t rest = position / tile;  // the local digits, minor to major
  int64_t within = element;        // of the digit's own tile
  for (size_t i = held; i-- > 0;) {
    const TileDigit& digit = dim.digits[i];
    if (within >= digit.tile) return -1;
    int64_t value = 0;
    if (digit.is_local()) {
      value = rest % digit.size;
      rest /= digit.size;
    } else {
      value = ref_coordinate(mesh, digit.owner, coordinates);
    }
    within += value * digit.tile;
  }
  return within < dim.extent ? within : -1;
}

std::string to_string(const Layout& layout) {
  std::string out;
  for (const DimLayout& dim : layout.dims) {
    std::string text;
    for (const TileDigit& digit : dim.digits) {
      if (!text.empty()) text += ' ';
      text += fmt::format("{}·{}", digit.size, digit.tile);
      if (!digit.is_local()) text += ":" + shard::to_string(*layout.mesh, digit.owner);
    }
    out += (out.empty() ? "[" : ", ") + (text.empty() ? "-" : text);
  }
  out = (out.empty() ? "[" : out) + "]";
  if (!layout.unreduced.empty()) {
    out += fmt::format(" unreduced {}(", reduction_name(layout.reduction));
    for (size_t i = 0; i < layout.unreduced.size(); ++i)
      out += (i > 0 ? ", " : "") + shard::to_string(*layout.mesh, layout.unreduced[i]);
    out += ")";
  }
  return out;
}

}  // namespace partita::core::partition::reshard
