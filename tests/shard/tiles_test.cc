#include "shard/tiles.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "random_shardings.h"

namespace partita::core::shard {
namespace {

using testing::Random;

TileSharding tile(std::string_view text) { return std::get<TileSharding>(parse_hlo_sharding(text).value().leaves[0]); }

std::string derived(const std::vector<std::string>& texts, int64_t device_count) {
  std::vector<TileSharding> tiles;
  for (const std::string& text : texts) tiles.push_back(tile(text));
  std::string out;
  for (const MeshPtr& mesh : derive_meshes(tiles, device_count).meshes)
    out += (out.empty() ? "" : " ") + hlo_mesh_text(*mesh);
  return out;
}

TEST(Tiles, on_a_given_mesh) {
  const MeshPtr mesh = std::make_shared<const Mesh>(Mesh::make({{"a", 2}, {"b", 4}}).value());
  auto sharding = [&](std::string_view text, int rank) {
    return to_string(to_sharding(tile(text), rank, mesh).value());
  };
  EXPECT_EQ(sharding("{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}", 2), "[b, -]");
  EXPECT_EQ(sharding("{devices=[8]<=[8]}", 1), "[a*b]");
  EXPECT_EQ(sharding("{devices=[8]0,4,1,5,2,6,3,7}", 1), "[b*a]");
  EXPECT_EQ(sharding("{devices=[2,4]<=[4,2]T(1,0)}", 2), "[b:(2)2, a*b:(1)2]");
  EXPECT_EQ(sharding("{devices=[1,2,2,2]<=[8] last_tile_dims={manual, replicated}}", 2), "[-, a] manual(b:(1)2)");
  EXPECT_EQ(sharding("{replicated}", 2), "[-, -]");
  EXPECT_EQ(sharding("{unknown}", 2), "[?, ?]");
  EXPECT_EQ(sharding("{manual}", 1), "[-] manual(a, b)");
  EXPECT_EQ(sharding("{unreduced}", 0), "[] unreduced sum(a, b)");
  EXPECT_EQ(sharding("{maximal device=5}", 3), "device 5");
}

TEST(Tiles, of_shardings_that_name_no_tiles) {
  const MeshPtr mesh = std::make_shared<const Mesh>(Mesh::make({{"a", 4}}).value());
  const MeshPtr one = std::make_shared<const Mesh>(Mesh::make({{"a", 1}}).value());
  EXPECT_EQ(to_tiles(Sharding::maximal(5)).value(), tile("{maximal device=5}"));
  EXPECT_EQ(to_tiles(Sharding::replicated(mesh, 1)).value(), tile("{replicated}"));
  EXPECT_EQ(to_tiles(Sharding::replicated(mesh, 1, true)).value(), tile("{unknown}"));
  EXPECT_EQ(to_tiles(Sharding::manual(mesh, 2)).value(), tile("{manual}"));
  EXPECT_EQ(to_tiles(Sharding::manual(one, 2)).value(), tile("{manual}"));
  EXPECT_EQ(to_tiles(Sharding::unreduced(one, 2)).value(), tile("{unreduced}"));
}

TEST(Tiles, replicas_may_come_in_any_order) {
  const MeshPtr mesh = std::make_shared<const Mesh>(Mesh::make({{"a", 4}}).value());
  EXPECT_EQ(to_string(to_sharding(tile("{devices=[2,2]1,0,2,3 last_tile_dim_replicate}"), 1, mesh).value()),
            "[a:(1)2]");
  EXPECT_EQ(canonical(tile("{devices=[2,2]1,0,2,3 last_tile_dim_replicate}")),
            tile("{devices=[2,2]<=[4] last_tile_dim_replicate}"));
  EXPECT_EQ(canonical(tile("{devices=[1,4]3,1,2,0 last_tile_dim_replicate}")), tile("{replicated}"));
  EXPECT_EQ(canonical(tile("{devices=[2,2,2]<=[8] last_tile_dims={replicated, manual}}")),
            tile("{devices=[2,2,2]<=[2,2,2]T(0,2,1) last_tile_dims={manual, replicated}}"));
  // Also where the mesh and the replicas cut the ids at 2 and at 3, which have no digits in common.
  const MeshPtr other = std::make_shared<const Mesh>(
      Mesh::make({{"a", 2}, {"b", 2}, {"c", 3}}, DeviceOrder::transposed({2, 3, 2}, {0, 2, 1}).value()).value());
  EXPECT_EQ(to_string(to_sharding(tile("{devices=[2,6]<=[2,2,3]T(0,2,1) last_tile_dim_replicate}"), 1, other).value()),
            "[a]");
}

TEST(Tiles, coarsest_mesh) {
  EXPECT_EQ(derived({}, 8), "mesh['a'=8]");
  EXPECT_EQ(derived({"{devices=[8,1]<=[8]}"}, 8), "mesh['a'=8]");
  EXPECT_EQ(derived({"{devices=[8,1]<=[8]}", "{devices=[2,4]<=[8]}"}, 8), "mesh['a'=2,'b'=4]");
  EXPECT_EQ(derived({"{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}"}, 8), "mesh['a'=2,'b'=4]");
  EXPECT_EQ(derived({"{devices=[2,4]<=[8]}", "{devices=[4,2]<=[8]}"}, 8), "mesh['a'=2,'b'=2,'c'=2]");
  EXPECT_EQ(derived({"{replicated}", "{maximal device=3}"}, 4), "mesh['a'=4]");
  EXPECT_EQ(derived({"{replicated}"}, 0), "mesh[]");
  EXPECT_EQ(derived({"{devices=[1,8]<=[8] last_tile_dims={manual}}"}, 0), "mesh['a'=8]");
  EXPECT_EQ(derived({"{devices=[2,4]<=[8]}"}, 0), "mesh['a'=2,'b'=4]");
}

TEST(Tiles, meshes_of_their_own) {
  // 2·3 and 3·2 devices have no common digits; the more frequent one decides.
  EXPECT_EQ(derived({"{devices=[3,2]<=[6]}", "{devices=[2,3]<=[6]}", "{devices=[2,3]<=[6]}"}, 6),
            "mesh['a'=2,'b'=3] mesh['a'=3,'b'=2]");
  // What is written beside an assignment does not make it another one.
  EXPECT_EQ(derived({"{devices=[2,3]<=[6]}", "{devices=[2,3]<=[6]}", "{devices=[3,2]<=[6] metadata={op_name=\"p\"}}",
                     "{devices=[3,2]<=[6] metadata={op_name=\"q\"}}", "{devices=[3,2]<=[6] shard_as 1}"},
                    6),
            "mesh['a'=3,'b'=2] mesh['a'=2,'b'=3]");
  EXPECT_EQ(derived({"{devices=[4]0,1,3,2}"}, 4), "mesh['a'=4] mesh['a'=4], device_ids=(0,1,3,2)");
  // The second fits the first one's order.
  EXPECT_EQ(derived({"{devices=[4]0,1,3,2}", "{devices=[2,2]0,1,3,2}"}, 4),
            "mesh['a'=4] mesh['a'=2,'b'=2], device_ids=(0,1,3,2)");
  EXPECT_EQ(derived({"{devices=[2,1,2,1]0,1,4,5}"}, 8), "mesh['a'=8] mesh['a'=2,'b'=2], device_ids=(0,1,4,5)");
  EXPECT_EQ(derived({"{devices=[2,3]<=[2,3]T(1,0)}"}, 6), "mesh['a'=6] mesh['a'=2,'b'=3], device_ids=([2,3]T(1,0))");
}

TEST(Tiles, axes_beyond_the_alphabet_are_numbered) {
  const std::vector<int64_t> dims(28, 2);
  const TileSharding each =
      tile(fmt::format("{{devices=[{}]<=[{}]T({})}}", fmt::join(dims, ","), fmt::join(dims, ","),
                       "27,26,25,24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0"));
  const DerivedMeshes made = derive_meshes(std::span(&each, 1), int64_t{1} << 28);
  ASSERT_EQ(made.meshes.size(), 1u);
  std::string names;
  for (const MeshAxis& axis : made.meshes[0]->axes()) names += " " + axis.name;
  EXPECT_EQ(names, " a b c d e f g h i j k l m n o p q r s t u v w x y z a1 b1");
}

TEST(Tiles, forms_of_writing) {
  const MeshPtr mesh = std::make_shared<const Mesh>(Mesh::make({{"a", 2}, {"b", 4}}).value());
  auto named = [&](const Sharding& sharding) { return to_text(to_named(sharding)); };
  EXPECT_EQ(named(Sharding::replicated(mesh, 2)), "{mesh['a'=2,'b'=4], replicated}");
  EXPECT_EQ(named(Sharding::replicated(mesh, 2, true)), "{mesh['a'=2,'b'=4], [{?}, {?}]}");
  EXPECT_EQ(named(Sharding::manual(mesh, 2)), "{mesh['a'=2,'b'=4], manual}");
  EXPECT_EQ(named(Sharding::unreduced(mesh, 2)), "{mesh['a'=2,'b'=4], unreduced}");
  EXPECT_EQ(named(Sharding::unreduced(mesh, 1, ReductionKind::kMax)),
            "{mesh['a'=2,'b'=4], [{}], unreduced=max{'a', 'b'}}");
  EXPECT_EQ(named(Sharding::maximal(3)), "{maximal_mesh[device_id=3]}");
  const Sharding some_open = mesh_split(mesh, std::vector<int64_t>{1, -1, -1}, std::vector<int64_t>{1}).value();
  EXPECT_EQ(to_text(to_tiles(some_open).value()), "{devices=[4,1,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}");
  EXPECT_EQ(unspecified_dims(some_open), (std::vector<int64_t>{1}));
  EXPECT_EQ(to_text(to_tiles(Sharding::replicated(mesh, 2, true)).value()), "{unknown}");
}

// The two spellings put every device on the same tile, and the same devices share a subgroup.
void expect_same_placement(const TileSharding& tile, const Sharding& sharding) {
  const Mesh& mesh = sharding.mesh();
  ASSERT_EQ(mesh.device_count(), tile.order.count());
  const AxisRefs sets[] = {sharding.manual_axes(), sharding.unreduced_axes(), sharding.replicated_axes()};
  struct Place {
    std::vector<int64_t> tile;            // coordinates in the assignment
    std::array<int64_t, 3> by_tile = {};  // index within each kind of subgroup, by the assignment
    std::array<int64_t, 3> by_axes = {};  // and by the mesh
  };
  std::vector<Place> places;
  const auto rank = static_cast<size_t>(sharding.rank());
  for (int64_t position = 0; position < mesh.device_count(); ++position) {
    const int64_t device = tile.order.id_at(position);
    Place place{*tile_coordinates(tile, device)};
    const auto at = mesh.coordinates(device);
    ASSERT_TRUE(at.has_value());
    for (size_t d = 0; d < rank; ++d) ASSERT_EQ(sharding.shard_index(d, *at), place.tile[d]);
    for (size_t k = 0; k < tile.subgroups.size(); ++k) {
      int64_t& index = place.by_tile[static_cast<size_t>(tile.subgroups[k])];
      index = index * tile.dims[rank + k] + place.tile[rank + k];
    }
    for (size_t kind = 0; kind < 3; ++kind) {
      for (const AxisRef& ref : sets[kind]) {
        place.by_axes[kind] = place.by_axes[kind] * ref.size + ref_coordinate(mesh, ref, *at);
      }
    }
    place.tile.resize(rank);
    places.push_back(std::move(place));
  }
  // Two devices of one tile differ in the same kinds of subgroup.
  for (size_t i = 0; i < places.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (places[i].tile != places[j].tile) continue;
      for (size_t kind = 0; kind < 3; ++kind) {
        const bool differ = places[i].by_tile[kind] != places[j].by_tile[kind];
        if ((places[i].by_axes[kind] != places[j].by_axes[kind]) != differ) FAIL() << "devices share other subgroups";
      }
    }
  }
}

TEST(Tiles, random_mixtures_survive_the_round_trip) {
  Random random(21);
  int assignments = 0, meshes = 0;
  for (int round = 0; round < 20000; ++round) {
    const int64_t count = random.one_of(testing::kDeviceCounts);
    std::vector<TileSharding> tiles;
    for (int64_t i = random.number(1, 4); i > 0; --i) {
      tiles.push_back(random.tiles(random.chance(90) ? count : random.one_of(testing::kDeviceCounts),
                                   static_cast<int>(random.number(0, 3))));
    }
    const DerivedMeshes derived = derive_meshes(tiles, random.chance(80) ? count : 0);
    meshes += std::ssize(derived.meshes);
    for (size_t i = 0; i < tiles.size(); ++i) {
      ++assignments;
      SCOPED_TRACE(to_text(tiles[i]) + " on " + hlo_mesh_text(*derived.mesh_of[i]));
      Result<Sharding> sharding = to_sharding(tiles[i], tiles[i].rank(), derived.mesh_of[i]);
      ASSERT_TRUE(sharding.ok()) << sharding.error().diagnostic.message;
      const TileSharding plain = canonical(tiles[i]);
      if (plain.kind == TileKind::kTiled) {
        ASSERT_NO_FATAL_FAILURE(expect_same_placement(tiles[i], *sharding));
      }
      ASSERT_EQ(to_text(to_tiles(*sharding).value()), to_text(plain));
      for (const DimSharding& dim : sharding->dims()) {
        for (const AxisRef& ref : dim.axes) ASSERT_TRUE(is_whole(sharding->mesh(), ref)) << "the mesh is fine enough";
      }
    }
    std::vector<TileSharding> shuffled = tiles;
    random.shuffle(shuffled);
    if (derived.meshes[0]->device_count() == count) {
      const DerivedMeshes again = derive_meshes(shuffled, count);
      const DerivedMeshes first = derive_meshes(tiles, count);
      ASSERT_EQ(again.meshes.size(), first.meshes.size());
      for (size_t i = 0; i < first.meshes.size(); ++i) ASSERT_EQ(*again.meshes[i], *first.meshes[i]);
    }
  }
  EXPECT_GT(assignments, 40000);
  EXPECT_GT(meshes, 20000);
}

// No boundary is there for nothing: two neighbouring axes of a mesh are pulled apart by some assignment.
TEST(Tiles, derived_meshes_are_the_coarsest) {
  Random random(22);
  for (int round = 0; round < 20000; ++round) {
    const int64_t count = random.one_of(testing::kDeviceCounts);
    std::vector<TileSharding> tiles;
    for (int64_t i = random.number(1, 3); i > 0; --i) tiles.push_back(random.tiles(count, 2));
    const DerivedMeshes derived = derive_meshes(tiles, count);
    for (const MeshPtr& mesh : derived.meshes) {
      for (int axis = 0; axis + 1 < mesh->axis_count(); ++axis) {
        bool apart = false;
        for (size_t i = 0; i < tiles.size(); ++i) {
          if (derived.mesh_of[i] != mesh) continue;
          const Sharding sharding = to_sharding(tiles[i], 2, mesh).value();
          std::vector<AxisRefs> lists = {sharding.manual_axes(), sharding.unreduced_axes(), sharding.replicated_axes()};
          for (const DimSharding& dim : sharding.dims()) lists.push_back(dim.axes);
          bool together = false;
          for (const AxisRefs& list : lists) {
            for (size_t k = 1; k < list.size(); ++k) together |= list[k - 1].axis == axis && list[k].axis == axis + 1;
          }
          apart |= !together;
        }
        ASSERT_TRUE(apart) << hlo_mesh_text(*mesh) << " axis " << axis << " " << to_text(tiles[0]);
      }
    }
  }
}

TEST(Tiles, random_shardings_survive_the_round_trip) {
  Random random(23);
  for (int round = 0; round < 20000; ++round) {
    const MeshPtr mesh = random.mesh(4);
    const Sharding sharding = random.sharding(mesh, random.number(0, 3), false);
    SCOPED_TRACE(to_string(sharding) + " on " + hlo_mesh_text(*mesh));
    const TileSharding tile = to_tiles(sharding).value();
    if (tile.kind == TileKind::kTiled) {
      ASSERT_NO_FATAL_FAILURE(expect_same_placement(tile, sharding));
    }
    ASSERT_EQ(canonical(tile), tile);
    ASSERT_EQ(to_string(to_sharding(tile, sharding.rank(), mesh).value()), to_string(sharding));
    HloLeaf named = to_named(sharding);
    ASSERT_EQ(to_sharding(named, sharding.rank(), nullptr).value(), sharding);
  }
}

TEST(Tiles, no_cost_per_device) {
  const MeshPtr mesh = std::make_shared<const Mesh>(Mesh::make({{"a", 1 << 20}, {"b", 1 << 20}}).value());
  const TileSharding tiles = tile("{devices=[1048576,1024,1024]<=[1048576,1048576]T(1,0) last_tile_dim_replicate}");
  const Sharding sharding = to_sharding(tiles, 2, mesh).value();
  EXPECT_EQ(to_string(sharding), "[b, a:(1)1024]");
  EXPECT_EQ(to_tiles(sharding).value(), tiles);
  EXPECT_EQ(hlo_mesh_text(*derive_meshes(std::vector<TileSharding>{tiles}, int64_t{1} << 40).meshes[0]),
            "mesh['a'=1024,'b'=1024,'c'=1048576]");
}

}  // namespace
}  // namespace partita::core::shard
