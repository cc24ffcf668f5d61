#include <gtest/gtest.h>

#include "random_shardings.h"
#include "shard/spelling_hlo.h"
#include "shard/spelling_sdy.h"

namespace partita::core::shard {
namespace {

using testing::Random;

MeshPtr example_mesh() {
  return std::make_shared<const Mesh>(parse_sdy_mesh(R"(<["x"=8, "y"=2, "odd name"=3]>)").value());
}

MeshLookup only(const MeshPtr& mesh) {
  return [mesh](std::string_view name) { return name == "mesh" ? mesh : nullptr; };
}

TEST(SdySpelling, meshes_are_written_as_read) {
  for (const char* text :
       {R"(<["x"=4, "y"=2]>)", R"(<["x"=4], device_ids=[0, 2, 1, 3]>)", R"(<["a"=2], device_ids=[7, 4]>)", R"(<[]>)",
        R"(<[], device_ids=[3]>)", R"(<["a\22b\\c"=1]>)"}) {
    Result<Mesh> mesh = parse_sdy_mesh(text);
    ASSERT_TRUE(mesh.ok()) << text << mesh.error().diagnostic.message;
    EXPECT_EQ(sdy_mesh_body(*mesh), text);
    EXPECT_EQ(parse_sdy_mesh(std::string("#sdy.mesh") + text).value(), *mesh);
    EXPECT_EQ(parse_sdy_mesh(std::string("mesh ") + text).value(), *mesh);
  }
}

TEST(SdySpelling, shardings_are_written_as_read) {
  const MeshPtr mesh = example_mesh();
  for (const char* text :
       {R"(<@mesh, []>)", R"(<@mesh, [{}]>)", R"(<@mesh, [{?}, {"x"}, {"y", ?}]>)", R"(<@mesh, [{"x", "y"}p0, {?}p3]>)",
        R"(<@mesh, [{"x":(2)2}, {"x":(1)2, "x":(4)2}]>)", R"(<@mesh, [{}], replicated={"x":(1)4, "y"}>)",
        R"(<@mesh, [{}], unreduced={"x"}>)", R"(<@mesh, [{}], replicated={"y"}, unreduced=max{"x"}>)",
        R"(<@mesh, [{"odd name"}], unreduced=xor{"y"}>)"}) {
    Result<Sharding> sharding = parse_sdy_sharding(text, only(mesh));
    ASSERT_TRUE(sharding.ok()) << text << sharding.error().diagnostic.message;
    EXPECT_EQ(sdy_sharding_body(*sharding, "mesh"), text);
    EXPECT_EQ(parse_sdy_sharding(std::string("#sdy.sharding") + text, only(mesh)).value(), *sharding);
    // With the mesh inside no name is needed, and MLIR's own prefix is understood.
    const std::string inside = sdy_sharding_body(*sharding, "");
    EXPECT_EQ(parse_sdy_sharding(inside, nullptr).value(), *sharding);
    ASSERT_TRUE(inside.starts_with("<mesh<")) << inside;
    EXPECT_EQ(parse_sdy_sharding("<#sdy." + inside.substr(1), nullptr).value(), *sharding);
  }
}

TEST(SdySpelling, freedom_in_reading) {
  const MeshPtr mesh = example_mesh();
  auto read = [&](const char* text) { return sdy_sharding_body(parse_sdy_sharding(text, only(mesh)).value(), "mesh"); };
  // Any order of the sets, blanks and comments, adjacent pieces; sum may be named.
  EXPECT_EQ(
      read("< @mesh ,\n[ {\"x\":(1)2,\"x\":(2)4 } /* rows */ ], unreduced=sum{\"y\"}, replicated={\"odd name\"} >"),
      R"(<@mesh, [{"x"}], replicated={"odd name"}, unreduced={"y"}>)");
  EXPECT_EQ(read(R"(<@"mesh", [{}]>)"), R"(<@mesh, [{}]>)");
  EXPECT_EQ(sdy_sharding_body(parse_sdy_sharding(R"(<@mesh, [{}]>)", only(mesh)).value(), "my mesh"),
            R"(<@"my mesh", [{}]>)");
}

TEST(SdySpelling, lists_and_manual_axes) {
  const MeshPtr mesh = example_mesh();
  const auto namer = [](const MeshPtr&) { return std::string("mesh"); };
  for (const char* text : {R"([])", R"([<@mesh, []>])", R"([<@mesh, [{"x"}]>, <@mesh, [{}, {?}]>])"}) {
    const auto list = parse_sdy_sharding_per_value(text, only(mesh)).value();
    EXPECT_EQ(sdy_sharding_list(list, namer), text);
    EXPECT_EQ(parse_sdy_sharding_per_value("#sdy.sharding_per_value<" + std::string(text) + ">", only(mesh)).value(),
              list);
  }
  for (const char* text : {R"({})", R"({"x"})", R"({"x", "odd name"})"}) {
    const auto names = parse_sdy_manual_axes(text).value();
    EXPECT_EQ(sdy_manual_axes_body(*mesh, manual_axes_on(*mesh, names).value()), text);
    EXPECT_EQ(parse_sdy_manual_axes(std::string("#sdy.manual_axes") + text).value(), names);
  }
}

TEST(SdySpelling, reads_the_beginning_of_a_longer_text) {
  size_t end = 0;
  const std::string text = R"(#sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<4xf32>)";
  ASSERT_TRUE(parse_sdy_sharding(text, only(example_mesh()), &end).ok());
  EXPECT_EQ(text.substr(end, 2), "},");
}

TEST(SdySpelling, random_shardings) {
  Random random(11);
  for (int round = 0; round < 20000; ++round) {
    const MeshPtr mesh = random.mesh(4, true);
    EXPECT_EQ(parse_sdy_mesh(sdy_mesh_body(*mesh)).value(), *mesh);
    Sharding::Spec spec = random.sharding(mesh, random.number(0, 4), true).spec();
    spec.manual.clear();  // sdy does not say it in the sharding
    const Sharding sharding = Sharding::make(mesh, spec).value();
    ASSERT_EQ(parse_sdy_sharding(sdy_sharding_body(sharding, "mesh"), only(mesh)).value(), sharding);
  }
}

TEST(HloSpelling, written_as_read) {
  for (const char* text : {
           "{replicated}",
           "{manual}",
           "{unreduced}",
           "{unknown}",
           "{maximal device=3}",
           "{devices=[2,2]0,1,2,3}",
           "{devices=[2,1,2,1]0,1,4,5}",
           "{devices=[2,2]<=[4]}",
           "{devices=[1]<=[1]}",
           "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}",
           "{devices=[2,2,2,2]<=[16] last_tile_dims={manual, replicated}}",
           "{devices=[2,2,2]<=[8] last_tile_dims={unreduced}}",
           "{unknown shard_as 1}",
           "{devices=[2]<=[2] shard_like 7 metadata={op_name=\"a}\"}}",
           "{replicated metadata={{op_name=\"a\"}, {op_name=\"b\"}}}",
           "{}",
           "{{replicated}}",
           "{{replicated}, {maximal device=0}, {devices=[2]1,0}}",
           "{mesh['a'=2,'b'=4], [{'a'}, {'b':(2)2, ?}]}",
           "{mesh['a'=2,'b'=4], device_ids=([4,2]T(1,0)), [{'a'}]}",
           "{mesh['x'=2,'y'=2], device_ids=(3,2,1,0), [{'x'}, {}], replicated={'y'}}",
           "{mesh['a'=2,'b'=4,'c'=3,'d'=8], [{'a'}], replicated={'c'}, unreduced={'d':(4)2}, manual={'b':(2)2}, "
           "metadata={{op_name=\"foo\"}}}",
           "{mesh['x'=2], [{}], unreduced=max{'x'}}",
           "{mesh[], replicated}",
           "{mesh['a'=2], replicated}",
           "{mesh['a'=2], manual}",
           "{mesh['a'=2], unreduced, shard_as 3}",
           "{maximal_mesh[device_id=5]}",
           "{mesh['a.b'=2,'<axis> def'=4], [{'a.b'}, {'<axis> def':(2)2}]}",
           "{{mesh['a'=2], [{'a'}]}, {replicated}}",
       }) {
    Result<HloSharding> sharding = parse_hlo_sharding(text);
    ASSERT_TRUE(sharding.ok()) << text << ": " << sharding.error().diagnostic.message;
    EXPECT_EQ(to_text(*sharding), text);
  }
}

TEST(HloSpelling, freedom_in_reading) {
  auto read = [](const char* text) { return to_text(parse_hlo_sharding(text).value()); };
  EXPECT_EQ(read("{mesh[\"a\"=2, b=4] [{a}, {1}]}"), "{mesh['a'=2,'b'=4], [{'a'}, {'b'}]}");
  EXPECT_EQ(read("{devices=[4,2]<=[2,2,2]T(1,2,0)}"), "{devices=[4,2]<=[2,4]T(1,0)}");
  EXPECT_EQ(read("{ devices=[1,2]0,1 last_tile_dims={replicated} }"), "{devices=[1,2]0,1 last_tile_dim_replicate}");
  EXPECT_EQ(read("{{replicated}, /*index=1*/ {manual}}"), "{{replicated}, {manual}}");
  EXPECT_EQ(read("{shard_as 2 replicated}"), "{replicated shard_as 2}");
  size_t end = 0;
  EXPECT_TRUE(parse_hlo_sharding("{replicated}, metadata={}", &end).ok());
  EXPECT_EQ(end, 12u);
}

TEST(HloSpelling, random_tiles_and_shardings) {
  Random random(12);
  for (int round = 0; round < 20000; ++round) {
    HloSharding sharding;
    sharding.is_tuple = random.chance(30);
    const int64_t count = sharding.is_tuple ? random.number(0, 3) : 1;
    for (int64_t i = 0; i < count; ++i) {
      if (random.chance(60)) {
        TileSharding tile = random.tiles(random.one_of(testing::kDeviceCounts), random.number(1, 3));
        if (random.chance(20)) tile.group = {ShardGroup::Kind::kLike, random.number(0, 9)};
        sharding.leaves.emplace_back(tile);
      } else {
        NamedSharding named;
        named.kind = NamedSharding::Kind::kDims;
        named.mesh = random.mesh(3, true);
        named.sharding = random.sharding(named.mesh, 2, true);
        if (random.chance(20)) named.metadata = "{op_name=\"\\\"}\"}";
        sharding.leaves.emplace_back(named);
      }
    }
    Result<HloSharding> again = parse_hlo_sharding(to_text(sharding));
    ASSERT_TRUE(again.ok()) << to_text(sharding) << again.error().diagnostic.message;
    ASSERT_EQ(*again, sharding) << to_text(sharding);
  }
}

// Whatever a text is cut or changed to, reading it ends in a value or a diagnostic inside the text.
TEST(Spelling, broken_text_is_an_error_with_a_place) {
  const MeshPtr mesh = example_mesh();
  Random random(13);
  const std::vector<std::string> texts = {
      R"(#sdy.sharding<@mesh, [{"x":(1)2, ?}p1, {}], replicated={"y"}, unreduced=max{"odd name"}>)",
      R"(#sdy.mesh<["x"=4], device_ids=[0, 2, 1, 3]>)",
      "{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dims={manual} metadata={a=\"b\"}}",
      "{mesh['a'=2,'b'=4], device_ids=([4,2]T(1,0)), [{'a'}, {'b':(2)2, ?}], manual={'b':(1)2}}",
      "{{devices=[2]1,0 shard_as 1}, {maximal device=3}}"};
  const std::string alphabet = "{}[]()<>=,:\"'?@p019-xT /*\\";
  for (int round = 0; round < 20000; ++round) {
    std::string text = random.one_of(texts);
    for (int64_t edits = random.number(1, 3); edits > 0 && !text.empty(); --edits) {
      const auto at = static_cast<size_t>(random.number(0, static_cast<int64_t>(text.size()) - 1));
      const char c = alphabet[random.number(0, static_cast<int64_t>(alphabet.size()) - 1)];
      switch (random.number(0, 3)) {
        case 0: text.resize(at); break;
        case 1: text.erase(at, 1); break;
        case 2: text[at] = c; break;
        default: text.insert(at, 1, c);
      }
    }
    auto check = [&](const auto& result) {
      if (result.ok()) return;
      const LineColumn place = result.error().diagnostic.place;
      EXPECT_GE(place.column, 1) << text << result.error().diagnostic.message;
      EXPECT_LE(place.column, static_cast<int>(text.size()) + 1) << text;
    };
    check(parse_sdy_sharding(text, only(mesh)));
    check(parse_sdy_mesh(text));
    check(parse_sdy_sharding_per_value(text, only(mesh)));
    check(parse_sdy_manual_axes(text));
    check(parse_hlo_sharding(text));
  }
}

}  // namespace
}  // namespace partita::core::shard
