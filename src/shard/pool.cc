#include "shard/pool.h"

#include <tsl/robin_set.h>

#include <deque>

namespace partita::core::shard {
namespace {

struct HashValue {
  size_t operator()(const Sharding* sharding) const { return sharding->hash(); }
};
struct EqualValue {
  bool operator()(const Sharding* a, const Sharding* b) const { return *a == *b; }
};

}  // namespace

struct ShardingPool::Tables {
  std::deque<Sharding> all;
  tsl::robin_set<const Sharding*, HashValue, EqualValue> known;
  std::vector<MeshPtr> meshes;  // a program has few
};

ShardingPool::ShardingPool() : tables_(std::make_unique<Tables>()) {}
ShardingPool::~ShardingPool() = default;

MeshPtr ShardingPool::intern(MeshPtr mesh) {
  for (const MeshPtr& known : tables_->meshes) {
    if (same_mesh(known, mesh)) return known;
  }
  tables_->meshes.push_back(mesh);
  return mesh;
}

const Sharding* ShardingPool::intern(Sharding sharding) {
  auto found = tables_->known.find(&sharding);
  if (found != tables_->known.end()) return *found;
  MeshPtr mesh = intern(sharding.mesh_ptr());
  if (mesh != sharding.mesh_ptr()) sharding = sharding.on(std::move(mesh));
  tables_->all.push_back(std::move(sharding));
  tables_->known.insert(&tables_->all.back());
  return &tables_->all.back();
}

}  // namespace partita::core::shard
