// Every diagnostic of meshes and shardings: its code, and where it points.
#include <gtest/gtest.h>

#include "shard/scanner.h"
#include "shard/spelling_hlo.h"
#include "shard/spelling_sdy.h"
#include "shard/tiles.h"

namespace partita::core::shard {
namespace {

MeshPtr mesh() {
  static const MeshPtr kMesh = std::make_shared<const Mesh>(Mesh::make({{"x", 8}, {"y", 2}, {"z", 12}}).value());
  return kMesh;
}

template <typename T>
std::string told(const Result<T>& result) {
  if (result.ok()) return "no error";
  const Diagnostic& diagnostic = result.error().diagnostic;
  return std::string(code_text(diagnostic.code)) + "@" + std::to_string(diagnostic.place.column) + " " +
         diagnostic.message;
}

std::string sdy(std::string_view text) {
  return told(parse_sdy_sharding(text, [](std::string_view name) { return name == "m" ? mesh() : nullptr; }));
}
std::string sdy_mesh(std::string_view text) { return told(parse_sdy_mesh(text)); }
std::string hlo(std::string_view text) { return told(parse_hlo_sharding(text)); }

#define EXPECT_TOLD(expression, start) \
  EXPECT_EQ((expression).substr(0, std::string(start).size()), start) << (expression)

TEST(ShardingErrors, syntax) {
  EXPECT_TOLD(sdy(R"(<[{"x"}]>)"), "P300@2 expected @NAME or mesh<[…]>, found '['");
  EXPECT_TOLD(sdy(R"(<@m, [{"x"})"), "P300@12 expected ']', found the end of the text");
  EXPECT_TOLD(sdy(R"(<@m, [{"x"}]> more)"), "P300@15 expected nothing more, found 'more'");
  EXPECT_TOLD(sdy(R"(<@m, [{"x}]>)"), "P300@8 the name's closing quote is missing");
  EXPECT_TOLD(sdy(R"(<@m, [{}], unreduced=mean{"x"}>)"), "P300@22 'mean' is no reduction");
  EXPECT_TOLD(sdy(R"(<@m, [{}], unreduced={}, unreduced={}>)"), "P300@26 expected replicated");
  EXPECT_TOLD(sdy_mesh(R"(<["x"=99999999999999999999]>)"), "P300@7 the number is too large");
  EXPECT_TOLD(hlo("{devices=[2,2]}"), "P300@15 expected a number");
  EXPECT_TOLD(hlo("{tiled}"), "P300@2 'tiled' is no part of a sharding");
  EXPECT_TOLD(hlo("{devices=[2]0,1 last_tile_dims={open}}"), "P300@33 'open' is no kind");
  EXPECT_TOLD(hlo("{metadata={a}}"), "P300@2 the sharding says neither");
  EXPECT_TOLD(hlo("{replicated metadata={a}"), "P300@25 expected a sharding or '}'");
  EXPECT_TOLD(hlo("{replicated metadata={a"), "P300@22 the closing bracket is missing");
  EXPECT_TOLD(hlo("{mesh['a'=2]}"), "P300@6 the sharding names a mesh and no dimensions");
  EXPECT_TOLD(hlo("{mesh['a'=2], [{'a'}], open}"), "P300@24 expected [dimensions]");
  EXPECT_TOLD(hlo("{{{replicated}}}"), "P300");
}

TEST(ShardingErrors, names) {
  EXPECT_TOLD(sdy(R"(<@mesh, [{"x"}]>)"), "P301@2 no mesh is named @mesh");
  EXPECT_TOLD(sdy(R"(<@m, [{"x", "w"}]>)"), "P302@13 the mesh has no axis \"w\"; its axes are \"x\", \"y\", \"z\"");
  EXPECT_TOLD(hlo("{mesh['a'=2], [{'a', 1}]}"), "P302@22");
  EXPECT_TOLD(told(manual_axes_on(*mesh(), {"x", "w"})), "P302@0");
  EXPECT_TOLD(told(Sharding::make(mesh(), {{{{{3, 1, 2}}, false, {}}}, {}, {}, {}, {}})), "P302@0");
}

TEST(ShardingErrors, axes_used_twice) {
  EXPECT_TOLD(sdy(R"(<@m, [{"x"}, {"x"}]>)"), "P303@15 axis \"x\" is used twice");
  EXPECT_TOLD(sdy(R"(<@m, [{"x"}], replicated={"x"}>)"), "P303@27");
  EXPECT_TOLD(hlo("{mesh['a'=2], [{'a'}], manual={'a'}}"), "P303@32");
  EXPECT_TOLD(told(manual_axes_on(*mesh(), {"x", "x"})), "P303@0");
  EXPECT_TOLD(told(mesh_split(mesh(), std::vector<int64_t>{1, 1})), "P303@0");
}

TEST(ShardingErrors, pieces_of_axes) {
  EXPECT_TOLD(sdy(R"(<@m, [{"x":(3)2}]>)"), "P304@8 (3)2 is not a piece of axis \"x\"");
  EXPECT_TOLD(sdy(R"(<@m, [{"x":(2)1}]>)"), "P304@8");
  EXPECT_TOLD(sdy(R"(<@m, [{"x":(0)2}]>)"), "P304@8");
  EXPECT_TOLD(sdy(R"(<@m, [{"x":(8)8}]>)"), "P304@8");
  EXPECT_TOLD(sdy(R"(<@m, [{"x":(1)4}, {"x":(2)4}]>)"), "P304@20 \"x:(2)4\" overlaps \"x:(1)4\"");
  EXPECT_TOLD(sdy(R"(<@m, [{"z":(1)2}, {"z":(3)2}]>)"), "P304@20 \"z:(3)2\" and \"z:(1)2\" cannot be cut");
}

TEST(ShardingErrors, rank) {
  const Sharding sharding = Sharding::replicated(mesh(), 2);
  EXPECT_EQ(sharding.check_rank(3).error().diagnostic.code, Code::kShardingRank);
  const HloLeaf tiles = parse_hlo_sharding("{devices=[2,4]<=[8]}").value().leaves[0];
  EXPECT_TOLD(told(to_sharding(tiles, 3, mesh())), "P305@0 {devices=[2,4]<=[8]} tiles 2 dimensions, the tensor has 3");
  const HloLeaf named = parse_hlo_sharding("{mesh['a'=2], [{'a'}, {}]}").value().leaves[0];
  EXPECT_TOLD(told(to_sharding(named, 1, nullptr)), "P305@0");
  const Result<Sharding> rest = to_sharding(named, 3, nullptr);  // by axes, the last undivided ones may be left out
  ASSERT_TRUE(rest.ok());
  EXPECT_EQ(rest->rank(), 3);
}

TEST(ShardingErrors, devices) {
  EXPECT_TOLD(hlo("{devices=[2,2]0,1,2,2}"), "P306@15 device 2 is listed twice");
  EXPECT_TOLD(hlo("{devices=[2]0,-1}"), "P306@13 device id -1 is negative");
  EXPECT_TOLD(hlo("{devices=[2,2]0,1,2}"), "P306@2 tiles [2,2] multiply to 4, there are 3 devices");
  EXPECT_TOLD(hlo("{devices=[2,2]<=[8]}"), "P306@2 tiles [2,2] multiply to 4, there are 8 devices");
  EXPECT_TOLD(hlo("{devices=[0,2]0}"), "P306@2 tile dimension 0 is below one");
  EXPECT_TOLD(hlo("{devices=[4]<=[2,2]T(0,0)}"), "P306@15 T(0,0) is not a permutation of 0 to 1");
  EXPECT_TOLD(hlo("{devices=[4]<=[2,2]T(0)}"), "P306@15 2 reshape dimensions are transposed by 1 numbers");
  EXPECT_TOLD(hlo("{devices=[4]<=[4,0]}"), "P306@15 reshape dimension 0 is below one");
  EXPECT_TOLD(hlo("{devices=[4]<=[4000000000,4000000000]}"),
              "P306@15 the reshape dimensions multiply to too many devices");
  EXPECT_TOLD(hlo("{devices=[4000000000,4000000000]<=[4]}"), "P306@2 the tiles multiply to more than 2^40 devices");
  // Six million million devices that would have to be looked at one by one.
  EXPECT_TOLD(hlo("{devices=[2097152,3]<=[2097152,3]T(1,0)}"), "P306@2 tiles [2097152,3] do not fit the order");
  EXPECT_TOLD(hlo("{maximal device=-1}"), "P306");
  EXPECT_TOLD(hlo("{maximal_mesh[device_id=-1]}"), "P306");
  EXPECT_TOLD(sdy_mesh(R"(<["x"=4], device_ids=[0, 1, 2]>)"), "P306@22 the mesh has 4 devices, the device list 3");
  EXPECT_TOLD(sdy_mesh(R"(<["x"=2], device_ids=[1, 1]>)"), "P306@22 device 1 is listed twice");
  EXPECT_EQ(DeviceOrder::listed({}).error().diagnostic.code, Code::kDeviceList);
}

TEST(ShardingErrors, meshes) {
  EXPECT_TOLD(sdy_mesh(R"(<["x"=4, "x"=2]>)"), "P307@1 two axes are named \"x\"");
  EXPECT_TOLD(sdy_mesh(R"(<["x"=0]>)"), "P307@1 axis \"x\" has size 0");
  EXPECT_TOLD(sdy_mesh(R"(<[""=2]>)"), "P307@1 a mesh axis has an empty name");
  EXPECT_TOLD(sdy_mesh(R"(<["x"=4000000000, "y"=4000000000]>)"), "P307@1 the mesh has more than 2^40 devices");
  EXPECT_TOLD(hlo("{mesh['a'=0], replicated}"), "P307");
}

TEST(ShardingErrors, priorities) {
  EXPECT_EQ(sdy(R"(<@m, [{"x"}p1000000]>)"), "no error");
  EXPECT_TOLD(sdy(R"(<@m, [{"x"}p1000001]>)"), "P308@12 'p1000001' is no priority");
  EXPECT_TOLD(sdy(R"(<@m, [{"x"}p-1]>)"), "P308@12 'p-1' is no priority");
  EXPECT_TOLD(sdy(R"(<@m, [{"x"}p99999999]>)"), "P308@12");
  EXPECT_TOLD(sdy(R"(<@m, [{}p1]>)"), "P308@7 a closed dimension without axes takes no priority");
  EXPECT_TOLD(told(Sharding::make(mesh(), {{{{{0, 1, 8}}, false, -1}}, {}, {}, {}, {}})), "P308@0");
  EXPECT_TOLD(told(Sharding::make(mesh(), {{{{}, false, 1}}, {}, {}, {}, {}})), "P308@0");
}

TEST(ShardingErrors, parts_that_exclude_each_other) {
  EXPECT_TOLD(hlo("{replicated manual}"), "P309@13");
  EXPECT_TOLD(hlo("{replicated devices=[1]0}"), "P309@13");
  EXPECT_TOLD(hlo("{maximal}"), "P309");
  EXPECT_TOLD(hlo("{replicated device=0}"), "P309");
  EXPECT_TOLD(hlo("{replicated last_tile_dim_replicate}"), "P309@13 last tile dimensions belong to devices");
  EXPECT_TOLD(hlo("{devices=[2]0,1 last_tile_dim_replicate last_tile_dims={manual}}"), "P309@41");
  EXPECT_TOLD(hlo("{devices=[2]0,1 last_tile_dims={manual, replicated}}"), "P309@2 2 last tile dimensions are named");
  EXPECT_TOLD(hlo("{replicated shard_as 1 shard_like 2}"), "P309@24");
  EXPECT_TOLD(hlo("{mesh['a'=2], replicated, manual}"), "P309@27");
  EXPECT_TOLD(hlo("{mesh['a'=2], replicated, manual={'a'}}"), "P309");
  EXPECT_TOLD(hlo("{mesh['a'=4], [{}], manual={'a':(1)2}, manual={'a':(2)2}}"), "P309@40");
  EXPECT_TOLD(sdy(R"(<mesh<[], device_ids=[3]>, [{?}]>)"), "P309@1 a tensor on one device has no open dimensions");
}

TEST(ShardingErrors, what_tiles_and_meshes_cannot_say) {
  EXPECT_TOLD(told(to_tiles(Sharding::unreduced(mesh(), 1, ReductionKind::kMax))),
              "P310@0 tile assignments know unreduced sums");
  // A mesh order that crosses its own axes, too large to list.
  const MeshPtr large = std::make_shared<const Mesh>(
      Mesh::make({{"x", 1 << 22}, {"y", 3}}, DeviceOrder::transposed({1 << 22, 3}, {1, 0}).value()).value());
  EXPECT_TOLD(told(to_tiles(mesh_split(large, std::vector<int64_t>{1, 0}).value())),
              "P310@0 the assignment would have to list");
  const HloLeaf others = parse_hlo_sharding("{devices=[2]5,7}").value().leaves[0];
  EXPECT_TOLD(told(to_sharding(others, 1, mesh())), "P311@0 the mesh cannot express {devices=[2]5,7}");
  const MeshPtr six = std::make_shared<const Mesh>(Mesh::make({{"x", 2}, {"y", 3}}).value());
  const HloLeaf crossing = parse_hlo_sharding("{devices=[3,2]<=[6]}").value().leaves[0];
  EXPECT_TOLD(told(to_sharding(crossing, 2, six)), "P311@0");
}

TEST(ShardingErrors, mappings) {
  EXPECT_TOLD(told(mesh_split(mesh(), std::vector<int64_t>{3})), "P312@0 3 is not -1 or one of the mesh's 3 axes");
  EXPECT_TOLD(told(mesh_split(mesh(), std::vector<int64_t>{-2})), "P312@0");
  EXPECT_TOLD(told(mesh_split(mesh(), std::vector<int64_t>{0}, std::vector<int64_t>{1})),
              "P312@0 unspecified dimension 1");
}

TEST(ShardingErrors, moved_to_their_file) {
  const SourceText source("model.mlir", "module {\n  %0 = f {sharding = <@m, [{\"w\"}]>}\n}\n");
  const auto start = static_cast<SourceOffset>(source.text().find("<@m"));
  const auto result = parse_sdy_sharding(source.text().substr(start), [](std::string_view) { return mesh(); });
  const Diagnostic placed = placed_in(result.error().diagnostic, source, start);
  EXPECT_EQ(placed.place.line, 2);
  EXPECT_EQ(placed.line_text.substr(static_cast<size_t>(placed.place.column) - 1, 3), "\"w\"");
  EXPECT_EQ(placed.file, "model.mlir");
}

}  // namespace
}  // namespace partita::core::shard
