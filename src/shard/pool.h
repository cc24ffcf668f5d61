// Interned shardings: equal ones are one object, so that passes compare pointers and key their tables by them.
#pragma once

#include <cstdint>
#include <memory>

#include "shard/sharding.h"

namespace partita::core::shard {

class ShardingPool {
 public:
  ShardingPool();
  ~ShardingPool();
  ShardingPool(const ShardingPool&) = delete;
  ShardingPool& operator=(const ShardingPool&) = delete;

  // Stable for the life of the pool.
  const Sharding* intern(Sharding sharding);
  // One object for equal meshes; intern() uses it, so that interned shardings of one mesh share the pointer.
  MeshPtr intern(MeshPtr mesh);

 private:
  struct Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace partita::core::shard

namespace partita::core {
using shard::ShardingPool;
}  // namespace partita::core
