#include "shard/pool.h"

#include <gtest/gtest.h>

namespace partita::core::shard {
namespace {

TEST(ShardingPool, equal_shardings_are_one_object_and_share_their_mesh) {
  auto mesh = [] { return std::make_shared<const Mesh>(Mesh::make({{"x", 4}}).value()); };
  ShardingPool pool;
  const Sharding* whole = pool.intern(Sharding::replicated(mesh(), 2));
  EXPECT_EQ(pool.intern(Sharding::replicated(mesh(), 2)), whole);
  // Another sharding, on an equal mesh that is another object.
  const Sharding* scalar = pool.intern(Sharding::replicated(mesh(), 0));
  EXPECT_NE(scalar, whole);
  EXPECT_EQ(scalar->mesh_ptr(), whole->mesh_ptr());
  EXPECT_EQ(pool.intern(mesh()), whole->mesh_ptr());
}

}  // namespace
}  // namespace partita::core::shard
