#include "shard/sharding.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "random_shardings.h"
#include "shard/spelling_sdy.h"

namespace partita::core::shard {
namespace {

using testing::Random;

MeshPtr mesh_of(std::string_view text) { return std::make_shared<const Mesh>(parse_sdy_mesh(text).value()); }

Sharding on(const MeshPtr& mesh, std::string_view dims) {
  return parse_sdy_sharding(std::string("<@m, ") + std::string(dims) + ">", [&](std::string_view) { return mesh; })
      .value();
}

TEST(AxisRef, overlap_containment_and_prefixes) {
  auto piece = [](int64_t pre, int64_t size) { return AxisRef{0, pre, size}; };
  EXPECT_TRUE(overlaps(piece(1, 4), piece(2, 4)));
  EXPECT_FALSE(overlaps(piece(1, 4), piece(4, 2)));
  EXPECT_FALSE(overlaps(piece(1, 4), AxisRef{1, 2, 4}));
  EXPECT_TRUE(overlaps(piece(1, 1), piece(1, 1)));
  EXPECT_TRUE(contains(piece(2, 16), piece(4, 2)));
  EXPECT_FALSE(contains(piece(1, 4), piece(2, 4)));
  EXPECT_TRUE(is_prefix(piece(2, 2), piece(2, 4)));
  EXPECT_FALSE(is_prefix(piece(1, 4), piece(1, 2)));
  EXPECT_FALSE(can_coexist(piece(1, 2), piece(3, 2)));
  EXPECT_TRUE(can_join(piece(2, 4), piece(8, 2)));
  EXPECT_FALSE(can_join(piece(1, 2), piece(4, 2)));
  EXPECT_EQ(joined(AxisRefs{piece(1, 2), piece(2, 4)}), (AxisRefs{piece(1, 8)}));
}

TEST(AxisRef, sets) {
  const MeshPtr mesh = mesh_of(R"(<["x"=8, "y"=3]>)");
  const AxisRefs used = {{0, 2, 2}};
  EXPECT_EQ(complement(*mesh, used), (AxisRefs{{0, 1, 2}, {0, 4, 2}, {1, 1, 3}}));
  EXPECT_EQ(inside(AxisRefs{{1, 1, 3}, {0, 1, 8}}, used), used);
  EXPECT_EQ(outside(AxisRefs{{0, 1, 8}}, used), (AxisRefs{{0, 1, 2}, {0, 4, 2}}));
  EXPECT_TRUE(covers(AxisRefs{{0, 2, 4}, {0, 1, 2}}, {0, 1, 8}));
  EXPECT_FALSE(covers(used, {0, 2, 4}));
}

TEST(Sharding, is_replicated_where_no_axis_divides_it) {
  const MeshPtr mesh = mesh_of(R"(<["x"=4, "one"=1]>)");
  EXPECT_TRUE(on(mesh, "[{}, {?}]").is_replicated());
  EXPECT_TRUE(on(mesh, R"([{"one"}])").is_replicated());
  EXPECT_FALSE(on(mesh, R"([{"x"}])").is_replicated());
  EXPECT_FALSE(Sharding::manual(mesh, 1).is_replicated());
  EXPECT_FALSE(Sharding::unreduced(mesh, 1).is_replicated());
  EXPECT_FALSE(Sharding::maximal(0).is_replicated());
}

TEST(Sharding, on_one_device_has_no_dimensions) {
  Sharding::Spec spec;
  spec.dims.resize(2);
  EXPECT_EQ(Sharding::make(mesh_of("<[], device_ids=[3]>"), std::move(spec)).value(), Sharding::maximal(3));
}

TEST(Sharding, priorities_of_two_combine_to_the_earlier) {
  const MeshPtr mesh = mesh_of(R"(<["x"=4, "one"=1]>)");
  auto both = [&](std::string_view a, std::string_view b) {
    const std::optional<Sharding> out = merged(on(mesh, a), on(mesh, b));
    return out ? to_string(*out) : "nothing";
  };
  EXPECT_EQ(both(R"([{"x"}p1])", R"([{"x"}p2])"), "[x!1]");
  EXPECT_EQ(both(R"([{"x"}p3])", R"([{"x"}p2])"), "[x!2]");
  EXPECT_EQ(both(R"([{"x"}p1])", R"([{"x"}])"), "[x]");  // none is the earliest
  EXPECT_EQ(both(R"([{"x"}])", R"([{"x"}p1])"), "[x]");
  // A closed dimension without axes has none.
  EXPECT_EQ(both(R"([{"one"}p1])", "[{?}p2]"), "[-]");
}

TEST(Sharding, mesh_split_leaves_dimensions_unspecified) {
  const MeshPtr mesh = mesh_of(R"(<["x"=4, "y"=2]>)");
  const std::vector<int64_t> mapping = {-1, 0, -1};
  auto split = [&](std::vector<int64_t> unspecified) {
    const Result<Sharding> out = mesh_split(mesh, mapping, unspecified);
    return out.ok() ? to_string(*out) : out.error().diagnostic.message;
  };
  EXPECT_EQ(split({0, 2}), "[?, x, ?]");
  EXPECT_EQ(split({3}), "unspecified dimension 3 of a tensor of rank 3");
  EXPECT_EQ(split({-1}), "unspecified dimension -1 of a tensor of rank 3");
}

TEST(Sharding, uneven_shards) {
  const Sharding sharding = on(mesh_of(R"(<["x"=4, "y"=2]>)"), R"([{"x"}, {"y"}])");
  const std::vector<int64_t> shape = {10, 6};
  EXPECT_EQ(sharding.local_shape(shape), (std::vector<int64_t>{3, 3}));
  EXPECT_EQ(sharding.slices(shape, std::vector<int64_t>{2, 1}), (std::vector<DimSlice>{{6, 3, 3}, {3, 3, 3}}));
  EXPECT_EQ(sharding.slices(shape, std::vector<int64_t>{3, 0}), (std::vector<DimSlice>{{9, 1, 3}, {0, 3, 3}}));
  // Fewer elements than shards: the last ones are empty.
  EXPECT_EQ(sharding.slices(std::vector<int64_t>{2, 0}, std::vector<int64_t>{3, 1}),
            (std::vector<DimSlice>{{2, 0, 1}, {0, 0, 0}}));
}

TEST(Sharding, slices_over_manual_axes_only) {
  const MeshPtr mesh = mesh_of(R"(<["x"=4, "y"=2]>)");
  const Sharding sharding = on(mesh, R"([{"y", "x"}, {}])");
  const std::vector<int64_t> shape = {16, 5}, at = {2, 1};
  const AxisRefs y = {whole_axis(*mesh, 1)};
  EXPECT_EQ(sharding.local_shape(shape, y), (std::vector<int64_t>{8, 5}));
  EXPECT_EQ(sharding.slices(shape, at, y), (std::vector<DimSlice>{{8, 8, 8}, {0, 5, 5}}));
  EXPECT_EQ(sharding.slices(shape, at), (std::vector<DimSlice>{{12, 2, 2}, {0, 5, 5}}));
  EXPECT_EQ(sharding.slices(shape, at, {}), (std::vector<DimSlice>{{0, 16, 16}, {0, 5, 5}}));
}

TEST(Sharding, maximal_fits_any_rank) {
  const Sharding sharding = Sharding::maximal(3);
  EXPECT_TRUE(sharding.check_rank(2).ok());
  EXPECT_EQ(sharding.local_shape(std::vector<int64_t>{4, 5}), (std::vector<int64_t>{4, 5}));
  EXPECT_EQ(sharding.slices(std::vector<int64_t>{4}, {}), (std::vector<DimSlice>{{0, 4, 4}}));
  EXPECT_EQ(to_string(sharding), "device 3");
  EXPECT_NE(sharding, Sharding::maximal(2));
}

TEST(Sharding, for_people) {
  const MeshPtr mesh = mesh_of(R"(<["x"=4, "y"=2, "z"=2, "w"=2]>)");
  EXPECT_EQ(to_string(on(mesh, R"([{"x", "y"}, {}, {"z", ?}p1, {?}], unreduced=max{"w"})")),
            "[x*y, -, z?!1, ?] unreduced max(w)");
  EXPECT_EQ(to_string(on(mesh, R"([{"x":(2)2}], replicated={"z"})")), "[x:(2)2] pinned(z)");
}

TEST(Sharding, mesh_split_is_the_papers) {
  const MeshPtr mesh = mesh_of(R"(<["x"=4, "y"=2]>)");
  EXPECT_EQ(mesh_split(mesh, std::vector<int64_t>{1, -1, 0}).value(), on(mesh, R"([{"y"}, {}, {"x"}])"));
  EXPECT_EQ(mesh_split(mesh, std::vector<int64_t>{1, -1}, std::vector<int64_t>{1}).value(),
            on(mesh, R"([{"y"}, {?}])"));
}

TEST(Sharding, prefixes_subsets_and_refinement) {
  const MeshPtr mesh = mesh_of(R"(<["x"=4, "y"=2]>)");
  const Sharding x = on(mesh, R"([{"x"}, {}])"), xy = on(mesh, R"([{"x", "y"}, {}])"),
                 yx = on(mesh, R"([{"y", "x"}, {}])"), half = on(mesh, R"([{"x":(1)2}, {}])"),
                 other = on(mesh, R"([{}, {"y"}])");
  EXPECT_TRUE(is_prefix(x, xy));
  EXPECT_TRUE(is_prefix(half, xy));
  EXPECT_FALSE(is_prefix(x, yx));
  EXPECT_TRUE(is_subset(x, yx));
  EXPECT_FALSE(is_subset(x, half));
  EXPECT_EQ(common_refinement(half, xy), xy);
  EXPECT_EQ(common_refinement(x, yx), std::nullopt);
  EXPECT_EQ(common_refinement(x, other), on(mesh, R"([{"x"}, {"y"}])"));
  EXPECT_EQ(common_refinement(xy, other), std::nullopt);
}

TEST(Sharding, merge_of_figure_3) {
  const MeshPtr mesh = mesh_of(R"(<["x"=2, "y"=2]>)");
  EXPECT_EQ(merged(on(mesh, R"([{"y"}, {}])"), on(mesh, R"([{}, {"x"}])")), on(mesh, R"([{"y"}, {"x"}])"));
  // x would divide two dimensions: tiles (0, 1) and (1, 0) would be on no device.
  EXPECT_EQ(merged(on(mesh, R"([{"x"}, {}])"), on(mesh, R"([{}, {"x"}])")), std::nullopt);
}

// The definition taken literally: S exists iff offsets agree where both shard a dimension, and the combined offsets are
// those of a sharding, that is every combination of tiles is on equally many devices.
TEST(Sharding, merge_is_the_papers_definition) {
  Random random(3);
  int possible = 0, impossible = 0;
  for (int round = 0; round < 20000; ++round) {
    const MeshPtr mesh = random.mesh(3);
    Sharding::Spec specs[2];
    for (Sharding::Spec& spec : specs) spec.dims = random.sharding(mesh, 2, false).dims();
    const Sharding a = Sharding::make(mesh, specs[0]).value(), b = Sharding::make(mesh, specs[1]).value();
    // q mod 3 and q mod 2 are independent too, but no reading of an axis of 6 in digits has both: not for named axes.
    bool coexist = true;
    for (const AxisRef& x : a.sharded_axes()) {
      for (const AxisRef& y : b.sharded_axes()) coexist = coexist && can_coexist(x, y);
    }
    if (!coexist) continue;
    bool exists = true;
    std::map<std::vector<int64_t>, int64_t> tiles;
    int64_t combinations = 1;
    for (int d = 0; d < 2; ++d) {
      if (a.shard_count(d) > 1 && b.shard_count(d) > 1 && a.shard_count(d) != b.shard_count(d)) exists = false;
      combinations *= std::max(a.shard_count(d), b.shard_count(d));
    }
    for (int64_t position = 0; position < mesh->device_count(); ++position) {
      const std::vector<int64_t> at = *mesh->coordinates(mesh->order().id_at(position));
      std::vector<int64_t> tile;
      for (int d = 0; d < 2; ++d) {
        const int64_t i = a.shard_index(d, at), j = b.shard_index(d, at);
        if (a.shard_count(d) > 1 && b.shard_count(d) > 1 && i != j) exists = false;
        tile.push_back(std::max(i, j));
      }
      ++tiles[tile];
    }
    if (std::ssize(tiles) != combinations) exists = false;
    for (const auto& [tile, count] : tiles) exists = exists && count * combinations == mesh->device_count();

    const std::optional<Sharding> s = merged(a, b);
    ASSERT_EQ(s.has_value(), exists) << to_string(a) << " and " << to_string(b);
    ASSERT_EQ(merged(b, a).has_value(), exists);
    ++(exists ? possible : impossible);
    if (!s) continue;
    for (int64_t position = 0; position < mesh->device_count(); ++position) {
      const std::vector<int64_t> at = *mesh->coordinates(mesh->order().id_at(position));
      for (int d = 0; d < 2; ++d) {
        if (a.shard_count(d) > 1) {
          ASSERT_EQ(s->shard_index(d, at), a.shard_index(d, at));
        }
        if (b.shard_count(d) > 1) {
          ASSERT_EQ(s->shard_index(d, at), b.shard_index(d, at));
        }
      }
    }
  }
  EXPECT_GT(possible, 1000);
  EXPECT_GT(impossible, 1000);
}

TEST(Sharding, every_element_is_in_one_shard) {
  Random random(4);
  for (int round = 0; round < 5000; ++round) {
    const MeshPtr mesh = random.mesh(3, true);
    const Sharding sharding = random.sharding(mesh, 2, true);
    const std::vector<int64_t> shape = {random.number(0, 40), random.number(0, 40)};
    const std::vector<int64_t> local = sharding.local_shape(shape);
    for (size_t d = 0; d < 2; ++d) {
      std::map<int64_t, DimSlice> by_index;
      for (int64_t position = 0; position < mesh->device_count(); ++position) {
        const std::vector<int64_t> at = *mesh->coordinates(mesh->order().id_at(position));
        ASSERT_EQ(mesh->device_at(at), mesh->order().id_at(position));
        const DimSlice slice = sharding.slices(shape, at)[d];
        ASSERT_EQ(slice.tile, local[d]);
        const auto [found, added] = by_index.emplace(sharding.shard_index(d, at), slice);
        ASSERT_EQ(found->second, slice);
      }
      ASSERT_EQ(by_index.size(), sharding.shard_count(d));
      int64_t covered = 0;
      for (const auto& [index, slice] : by_index) {
        ASSERT_EQ(slice.offset, covered);
        covered += slice.size;
      }
      ASSERT_EQ(covered, shape[d]);
    }
  }
}

TEST(Sharding, equal_values_hash_alike) {
  Random random(5);
  for (int round = 0; round < 2000; ++round) {
    const MeshPtr mesh = random.mesh(3, true);
    const Sharding a = random.sharding(mesh, 2, true);
    const Sharding b = Sharding::make(std::make_shared<const Mesh>(*mesh), a.spec()).value();
    EXPECT_EQ(a, b);
    EXPECT_EQ(a.hash(), b.hash());
    EXPECT_EQ(sorted_set(a.replicated_axes()), a.replicated_axes());
  }
}

TEST(Sharding, size_of_the_mesh_does_not_matter) {
  const MeshPtr mesh = mesh_of(R"(<["x"=1048576, "y"=1048576]>)");
  const Sharding sharding = on(mesh, R"([{"x":(4)16}, {"y"}])");
  const std::vector<int64_t> at = *mesh->coordinates((int64_t{1} << 40) - 1);
  EXPECT_EQ(sharding.shard_index(0, at), 15);
  EXPECT_EQ(sharding.slices(std::vector<int64_t>{32, 3}, at), (std::vector<DimSlice>{{30, 2, 2}, {3, 0, 1}}));
}

}  // namespace
}  // namespace partita::core::shard
