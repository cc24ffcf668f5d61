// The three shardings of the paper's Fig. 1, made by mesh_split: which device holds what, and how HLO writes it.
#include <gtest/gtest.h>

#include <map>

#include "shard/spelling_sdy.h"
#include "shard/tiles.h"

namespace partita::core::shard {
namespace {

MeshPtr mesh_of(std::string_view text) { return std::make_shared<const Mesh>(parse_sdy_mesh(text).value()); }

Sharding split(const MeshPtr& mesh, std::vector<int64_t> mapping) { return mesh_split(mesh, mapping).value(); }

// For a tensor of 4 by 4: the first row and column of every device's shard.
std::map<int64_t, std::pair<int64_t, int64_t>> corners(const Sharding& sharding) {
  std::map<int64_t, std::pair<int64_t, int64_t>> out;
  for (int64_t device = 0; device < sharding.mesh().device_count(); ++device) {
    const std::vector<DimSlice> slices =
        sharding.slices(std::vector<int64_t>{4, 4}, sharding.mesh().coordinates(device).value());
    out[device] = {slices[0].offset, slices[1].offset};
  }
  return out;
}

using Corners = std::map<int64_t, std::pair<int64_t, int64_t>>;

TEST(FigureOne, Replicated) {
  const Sharding sharding = split(mesh_of(R"(<["a"=2, "b"=2]>)"), {-1, -1});
  EXPECT_EQ(corners(sharding), (Corners{{0, {0, 0}}, {1, {0, 0}}, {2, {0, 0}}, {3, {0, 0}}}));
  EXPECT_EQ(to_text(to_tiles(sharding).value()), "{replicated}");
}

// mesh_split(tensor, [[0, 2], [1, 3]], [0, 1])
TEST(FigureOne, Tiled) {
  const Sharding sharding = split(mesh_of(R"(<["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>)"), {0, 1});
  EXPECT_EQ(corners(sharding), (Corners{{0, {0, 0}}, {2, {0, 2}}, {1, {2, 0}}, {3, {2, 2}}}));
  EXPECT_EQ(to_text(to_tiles(sharding).value()), "{devices=[2,2]<=[2,2]T(1,0)}");
}

// mesh_split(tensor, [[0, 1], [2, 3]], [-1, 0]): in tiles between groups, the same within each.
TEST(FigureOne, PartiallyTiled) {
  const Sharding sharding = split(mesh_of(R"(<["a"=2, "b"=2]>)"), {-1, 0});
  EXPECT_EQ(corners(sharding), (Corners{{0, {0, 0}}, {1, {0, 0}}, {2, {0, 2}}, {3, {0, 2}}}));
  EXPECT_EQ(to_text(to_tiles(sharding).value()), "{devices=[1,2,2]<=[4] last_tile_dim_replicate}");
}

}  // namespace
}  // namespace partita::core::shard
