#include "shard/grouped_tiles.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace partita::core::shard {
namespace {

GroupedTiles with_sizes(const TileSharding& tile) {
  GroupedTiles out;
  out.tile_dims.assign(tile.dims.begin(), tile.dims.begin() + tile.rank());
  for (size_t i = 0; i < tile.subgroups.size(); ++i) {
    out.sizes[static_cast<size_t>(tile.subgroups[i])] *= tile.dims[static_cast<size_t>(tile.rank()) + i];
  }
  return out;
}

// Reorders each block of `sizes` numbers. With several kinds, the whole block must be sorted by one order per kind:
// take it from the row of each kind through the smallest number.
void sort_block(std::vector<int64_t>& block, const std::array<int64_t, 3>& sizes) {
  const std::array<int64_t, 3> strides = {sizes[1] * sizes[2], sizes[2], 1};
  const int64_t least = std::min_element(block.begin(), block.end()) - block.begin();
  std::array<std::vector<int64_t>, 3> orders;
  for (size_t kind = 0; kind < 3; ++kind) {
    const int64_t base = least - least / strides[kind] % sizes[kind] * strides[kind];
    orders[kind].resize(static_cast<size_t>(sizes[kind]));
    std::iota(orders[kind].begin(), orders[kind].end(), 0);
    std::sort(orders[kind].begin(), orders[kind].end(), [&](int64_t a, int64_t b) {
      return block[static_cast<size_t>(base + a * strides[kind])] <
             block[static_cast<size_t>(base + b * strides[kind])];
    });
  }
  std::vector<int64_t> sorted;
  sorted.reserve(block.size());
  for (int64_t i : orders[0]) {
    for (int64_t j : orders[1]) {
      for (int64_t k : orders[2]) sorted.push_back(block[i * strides[0] + j * strides[1] + k]);
    }
  }
  block = std::move(sorted);
}

}  // namespace

GroupedTiles grouped_tiles(const TileSharding& tile) {
  return tile.order.is_listed() ? grouped_tiles(tile, tile.order.ids()) : grouped_tiles(tile, tile.order.digits());
}

GroupedTiles grouped_tiles(const TileSharding& tile, const std::vector<int64_t>& numbers) {
  GroupedTiles out = with_sizes(tile);
  const auto block_size = static_cast<size_t>(out.sizes[0] * out.sizes[1] * out.sizes[2]);
  // Strides of each subgroup dim, as written and in the block sorted by kind. A stable order: dims of a kind keep
  // theirs.
  std::vector<int64_t> target_strides(tile.subgroups.size());
  std::array<int64_t, 3> next = {out.sizes[1] * out.sizes[2], out.sizes[2], 1};
  for (size_t i = tile.subgroups.size(); i-- > 0;) {
    int64_t& stride = next[static_cast<size_t>(tile.subgroups[i])];
    target_strides[i] = stride;
    stride *= tile.dims[tile.rank() + i];
  }
  std::vector<int64_t> list, block(block_size);
  list.reserve(numbers.size());
  for (size_t begin = 0; begin < numbers.size(); begin += block_size) {
    for (size_t p = 0; p < block_size; ++p) {
      auto rest = static_cast<int64_t>(p);
      int64_t target = 0;
      for (size_t i = tile.subgroups.size(); i-- > 0;) {
        const int64_t size = tile.dims[tile.rank() + i];
        target += rest % size * target_strides[i];
        rest /= size;
      }
      block[target] = numbers[begin + p];
    }
    sort_block(block, out.sizes);
    list.insert(list.end(), block.begin(), block.end());
  }
  out.order = DeviceOrder::listed(std::move(list)).value();
  return out;
}

GroupedTiles grouped_tiles(const TileSharding& tile, const Digits& digits) {
  GroupedTiles out = with_sizes(tile);
  Digits cut = digits;
  int64_t stride = 1;
  bool divides = true;
  for (size_t i = tile.dims.size(); i-- > 0 && divides;) {
    stride *= tile.dims[i];
    // Boundaries inside the tensor's dims change nothing here; only those of subgroups matter.
    if (static_cast<int>(i) >= tile.rank()) divides = cut_source(cut, stride);
  }
  if (!divides) {
    // Subgroups that cut through a digit, as [3,2] over a transposed [2,3]: the devices have to be looked at one by
    // one.
    return grouped_tiles(tile, DeviceOrder::from_digits(digits).to_list());
  }
  Digits tiles;
  std::array<Digits, 3> kinds;
  for (const Digit& digit : cut) {
    int64_t below = 1;
    Digits* group = &tiles;
    for (size_t i = tile.subgroups.size(); i-- > 0;) {
      const int64_t size = tile.dims[tile.rank() + i];
      if (digit.from >= below && digit.from < below * size) group = &kinds[static_cast<size_t>(tile.subgroups[i])];
      below *= size;
    }
    group->push_back(digit);
  }
  for (Digits& kind : kinds) {
    std::sort(kind.begin(), kind.end(), [](const Digit& a, const Digit& b) { return a.to > b.to; });
    tiles.insert(tiles.end(), kind.begin(), kind.end());
  }
  out.order = DeviceOrder::from_digits(std::move(tiles));
  return out;
}

std::optional<GroupedTiles> grouped_on(const TileSharding& tile, const DeviceOrder& base) {
  if (tile.order.count() != base.count()) return std::nullopt;
  if (!tile.order.is_listed() && !base.is_listed()) {
    if (auto digits = aligned(tile.order.digits(), base.digits())) {
      GroupedTiles out = grouped_tiles(tile, *digits);
      out.order = out.order.canonical();
      if (out.order.is_listed()) return std::nullopt;
      return out;
    }
    if (base.count() > kMaxListedDevices) return std::nullopt;
  }
  std::vector<int64_t> numbers;
  numbers.reserve(base.count());
  for (int64_t position = 0; position < base.count(); ++position) {
    const std::optional<int64_t> number = base.position_of(tile.order.id_at(position));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  GroupedTiles out = grouped_tiles(tile, numbers);
  out.order = out.order.canonical();
  if (out.order.is_listed()) return std::nullopt;
  return out;
}

std::optional<std::vector<Digits>> digits_by_dim(const GroupedTiles& grouped, Digits digits) {
  std::vector<int64_t> dims = grouped.tile_dims;
  dims.insert(dims.end(), grouped.sizes.begin(), grouped.sizes.end());
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0;) {
    stride *= dims[i];
    if (!cut_source(digits, stride)) return std::nullopt;
  }
  std::vector<Digits> out(dims.size());
  for (const Digit& digit : digits) {
    int64_t below = stride;
    for (size_t i = 0; i < dims.size(); ++i) {
      below /= dims[i];
      if (digit.from >= below) {
        out[i].push_back(digit);
        break;
      }
    }
  }
  return out;
}

}  // namespace partita::core::shard
