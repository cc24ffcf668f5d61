// Random meshes, orders, tile assignments and shardings for the property tests. Everything follows from the seed.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "shard/sharding.h"
#include "shard/tile_sharding.h"

namespace partita::core::testing {

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}

  // low..high, both included
  int64_t number(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(engine_() % static_cast<uint64_t>(high - low + 1));
  }
  bool chance(int percent) { return number(0, 99) < percent; }
  template <typename T>
  const T& one_of(const std::vector<T>& list) {
    return list[number(0, static_cast<int64_t>(list.size()) - 1)];
  }
  template <typename T>
  void shuffle(std::vector<T>& list) {
    for (size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[number(0, static_cast<int64_t>(i) - 1)]);
  }

  // `count` numbers whose product is n.
  std::vector<int64_t> factors(int64_t n, int count) {
    std::vector<int64_t> out(count, 1);
    for (int64_t prime = 2; n > 1; ++prime) {
      for (; n % prime == 0; n /= prime) out[number(0, count - 1)] *= prime;
    }
    return out;
  }

  DeviceOrder order(int64_t count) {
    const int64_t form = number(0, 9);
    if (form < 2) return DeviceOrder::iota(count);
    std::vector<int64_t> ids(count);
    std::iota(ids.begin(), ids.end(), 0);
    if (form < 8) {
      const std::vector<int64_t> dims = factors(count, number(1, 4));
      std::vector<int64_t> perm(dims.size());
      std::iota(perm.begin(), perm.end(), 0);
      shuffle(perm);
      DeviceOrder order = DeviceOrder::transposed(dims, perm).value();
      return chance(30) ? DeviceOrder::listed(order.to_list()).value() : order;
    }
    if (form == 9) {
      for (size_t i = 0; i < ids.size(); ++i) ids[i] = 3 * static_cast<int64_t>(i) + number(0, 2);  // any distinct ids
    }
    shuffle(ids);
    return DeviceOrder::listed(ids).value();
  }

  TileSharding tiles(int64_t count, int rank) {
    TileSharding tile;
    tile.kind = TileKind::kTiled;
    const auto subgroups = number(rank == 0 ? 1 : 0, 3);
    for (int64_t i = 0; i < subgroups; ++i) tile.subgroups.push_back(static_cast<shard::SubgroupKind>(number(0, 2)));
    tile.dims = factors(count, rank + static_cast<int>(subgroups));
    tile.order = order(count);
    return tile;
  }

  MeshPtr mesh(int max_axes, bool with_size_one = false) {
    static const std::vector<int64_t> kSizes = {2, 2, 3, 4, 6, 8};
    std::vector<MeshAxis> axes;
    int64_t count = 1;
    const int64_t wanted = number(1, max_axes);
    for (int64_t i = 0; i < wanted; ++i) {
      const int64_t size = with_size_one && chance(20) ? 1 : one_of(kSizes);
      if (count * size > 64) break;
      count *= size;
      axes.push_back({std::string(1, static_cast<char>('p' + i)), size});
    }
    return std::make_shared<const Mesh>(Mesh::make(std::move(axes), order(count)).value());
  }

  // Each axis cut in pieces, the pieces dealt out.
  Sharding sharding(const MeshPtr& mesh, int rank, bool decorated) {
    AxisRefs pieces;
    for (int axis = 0; axis < mesh->axis_count(); ++axis) {
      const std::vector<int64_t> sizes = factors(mesh->axis(axis).size, number(1, 3));
      int64_t pre = 1;
      for (int64_t size : sizes) {
        if (size > 1 || mesh->axis(axis).size == 1) pieces.push_back({axis, pre, size});
        if (mesh->axis(axis).size == 1) break;
        pre *= size;
      }
    }
    shuffle(pieces);
    Sharding::Spec spec;
    spec.dims.resize(rank);
    for (const AxisRef& ref : pieces) {
      const int64_t place = number(0, rank + 3);
      if (place < rank) spec.dims[place].axes.push_back(ref);
      if (place == rank) spec.manual.push_back(ref);
      if (place == rank + 1) spec.unreduced.push_back(ref);
      if (place == rank + 2 && decorated) spec.replicated.push_back(ref);
    }
    if (decorated) {
      spec.reduction = static_cast<ReductionKind>(number(0, 6));
      for (DimSharding& dim : spec.dims) {
        dim.open = chance(40);
        if ((dim.open || !dim.axes.empty()) && chance(30)) dim.priority = static_cast<int32_t>(number(0, 12));
      }
    }
    return Sharding::make(mesh, std::move(spec)).value();
  }

 private:
  std::mt19937_64 engine_;
};

inline const std::vector<int64_t> kDeviceCounts = {1, 2, 3, 4, 6, 8, 8, 8, 12, 16, 24, 30, 36};

}  // namespace partita::core::testing
