#include "shard/tile_sharding.h"

#include <fmt/format.h>

#include <algorithm>

#include "shard/grouped_tiles.h"

namespace partita::core::shard {

Status check(const TileSharding& tile) {
  if (tile.kind != TileKind::kTiled) return {};
  if (tile.subgroups.size() > tile.dims.size()) {
    return failure(Code::kShardingForm, fmt::format("{} last tile dimensions are named, there are {} in all",
                                                    tile.subgroups.size(), tile.dims.size()));
  }
  int64_t count = 1;
  for (int64_t dim : tile.dims) {
    if (dim < 1) return failure(Code::kDeviceList, fmt::format("tile dimension {} is below one", dim));
    if (dim > kMaxDevices / count) return failure(Code::kDeviceList, "the tiles multiply to more than 2^40 devices");
    count *= dim;
  }
  if (count != tile.order.count()) {
    return failure(Code::kDeviceList, fmt::format("tiles [{}] multiply to {}, there are {} devices",
                                                  fmt::join(tile.dims, ","), count, tile.order.count()));
  }
  if (count <= kMaxListedDevices || tile.order.is_listed()) return {};
  // Beyond that no device is ever looked at alone, so tiles and devices must fit digit by digit.
  Digits digits = tile.order.digits();
  int64_t stride = 1;
  for (size_t i = tile.dims.size(); i-- > 0;) {
    stride *= tile.dims[i];
    if (!cut_source(digits, stride)) {
      return failure(Code::kDeviceList,
                     fmt::format("tiles [{}] do not fit the order of {} devices", fmt::join(tile.dims, ","), count));
    }
  }
  return {};
}

std::optional<std::vector<int64_t>> tile_coordinates(const TileSharding& tile, int64_t device) {
  std::optional<int64_t> position = tile.order.position_of(device);
  if (!position) return std::nullopt;
  std::vector<int64_t> out(tile.dims.size());
  for (size_t i = tile.dims.size(); i-- > 0;) {
    out[i] = *position % tile.dims[i];
    *position /= tile.dims[i];
  }
  return out;
}

TileSharding canonical(const TileSharding& tile) {
  TileSharding out = tile;
  if (tile.kind != TileKind::kTiled) return out;
  const GroupedTiles grouped = grouped_tiles(tile);
  out.dims = grouped.tile_dims;
  out.subgroups.clear();
  for (SubgroupKind kind : kSubgroupKinds) {
    const int64_t size = grouped.sizes[static_cast<size_t>(kind)];
    if (size == 1) continue;
    out.dims.push_back(size);
    out.subgroups.push_back(kind);
  }
  out.order = grouped.order.canonical();
  const bool divides = std::any_of(grouped.tile_dims.begin(), grouped.tile_dims.end(), [](int64_t n) { return n > 1; });
  if (!divides && out.subgroups.size() <= 1 && !out.order.is_listed()) {
    // Nothing but one subgroup of devices 0 to n-1: the words for that name no devices.
    const SubgroupKind kind = out.subgroups.empty() ? SubgroupKind::kReplicated : out.subgroups[0];
    out.kind = kind == SubgroupKind::kManual      ? TileKind::kManual
               : kind == SubgroupKind::kUnreduced ? TileKind::kUnreduced
                                                  : TileKind::kReplicated;
    out.dims.clear();
    out.subgroups.clear();
    out.order = DeviceOrder();
  }
  return out;
}

}  // namespace partita::core::shard
