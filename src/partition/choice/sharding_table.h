// Shardings and prices of reshards that choosing asks for again and again, each made once.
//
//   tensors of 100 ops, each in some ten ways on x and y:   3,900 shardings asked for, 90 different ones made
//
// A sharding is found by the numbers of its lists of axes (axis_lists.h), without making it and looking it up in the
// pool.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "ir/type.h"
#include "partition/choice/axis_lists.h"
#include "shard/pool.h"

namespace partita::core::partition {

class ShardingTable {
 public:
  using Id = AxisLists::Id;

  explicit ShardingTable(ShardingPool& pool) : pool_(pool) {}

  AxisLists& lists() { return lists_; }

  // Null where there is no such sharding: an axis would be used twice.
  const Sharding* find(const MeshPtr& mesh, std::span<const Id> dims, Id unreduced, ReductionKind reduction, Id manual);

  // The price of a reshard between interned shardings; `make()` gives it where it is not known.
  template <typename Make>
  double price(Type type, const Sharding* from, const Sharding* to, Make make) {
    const PriceKey key{type.id(), from, to};
    const auto known = prices_.find(key);
    if (known != prices_.end()) return known->second;
    const double made = make();
    prices_.emplace(key, made);
    return made;
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Entry {
    uint32_t first, size;  // of its key
    const Sharding* sharding;
    uint32_t next;  // of the same hash
  };
  struct PriceKey {
    const void* type;
    const Sharding* from;
    const Sharding* to;
    bool operator==(const PriceKey&) const = default;
  };
  struct PriceHash {
    size_t operator()(const PriceKey& key) const {
      return base::hash_pointer(base::hash_pointer(base::hash_pointer(0, key.type), key.from), key.to);
    }
  };

  uint32_t number_of(const MeshPtr& mesh);

  ShardingPool& pool_;
  AxisLists lists_;
  std::vector<MeshPtr> meshes_;
  std::vector<uint32_t> keys_;  // of all entries
  std::vector<Entry> entries_;
  tsl::robin_map<uint64_t, uint32_t> by_hash_;
  tsl::robin_map<PriceKey, double, PriceHash> prices_;
};

}  // namespace partita::core::partition
