// Slices of tori, and how meshes are laid on them.
#include "cost/layout.h"

#include <gtest/gtest.h>

#include "cost/topology.h"

namespace partita::core::cost {
namespace {

const Torus& torus_of(const char* name) {
  static const Hardware v3 = load_hardware("tpu_v3").value(), v5p = load_hardware("tpu_v5p").value();
  return name == std::string_view("tpu_v3") ? *v3.torus : *v5p.torus;
}

std::string slice_text(const Torus& torus, int64_t devices) {
  const Slice slice = slice_of(torus, devices).value();
  std::string text = to_string(slice);
  for (bool wraps : slice.wraps) text += wraps ? " ring" : " line";
  return text;
}

TEST(Slices, OfTpuV3AreSquare) {
  const Torus& v3 = torus_of("tpu_v3");
  EXPECT_EQ(slice_text(v3, 64), "4x8 line line");
  EXPECT_EQ(slice_text(v3, 128), "8x8 line line");
  EXPECT_EQ(slice_text(v3, 256), "8x16 line line");
  EXPECT_EQ(slice_text(v3, 512), "16x16 line line");
  EXPECT_EQ(slice_text(v3, 1024), "16x32 line ring");
  EXPECT_EQ(slice_text(v3, 2048), "32x32 ring ring");
  EXPECT_EQ(slice_text(v3, 2), "1x1 line line");
  EXPECT_EQ(slice_text(v3, 12), "2x3 line line");
  EXPECT_EQ(slice_of(v3, 1)->cores, 1);
  EXPECT_EQ(slice_of(v3, 2)->cores, 2);
}

TEST(Slices, OfThreeDimensionsAreRingsInWholeCubes) {
  const Torus& v5p = torus_of("tpu_v5p");
  EXPECT_EQ(slice_text(v5p, 4), "1x2x2 line line line");
  EXPECT_EQ(slice_text(v5p, 16), "2x2x4 line line line");
  EXPECT_EQ(slice_text(v5p, 32), "2x4x4 line line line");
  EXPECT_EQ(slice_text(v5p, 64), "4x4x4 ring ring ring");
  EXPECT_EQ(slice_text(v5p, 128), "4x4x8 ring ring ring");
  EXPECT_EQ(slice_text(v5p, 192), "4x4x12 ring ring ring");  // 4x6x8 is more square, but not of cubes
  EXPECT_EQ(slice_text(v5p, 2048), "8x16x16 ring ring ring");
  EXPECT_EQ(slice_text(v5p, 6144), "16x16x24 ring ring ring");
  EXPECT_EQ(slice_text(v5p, 8960), "16x20x28 ring ring ring");
}

TEST(Slices, ThatDoNotFitAreErrors) {
  const Torus& v3 = torus_of("tpu_v3");
  for (int64_t devices : {3, 4096, 2 * 37, 2 * 33}) {
    const Result<Slice> slice = slice_of(v3, devices);
    ASSERT_EQ(slice.ok(), devices == 66) << devices;  // 3x11
    if (slice.ok()) continue;
    EXPECT_EQ(slice.error().diagnostic.code, Code::kLayout);
    EXPECT_EQ(slice.error().diagnostic.message,
              std::to_string(devices) + " devices do not fit: no slice of 32x32 chips of 2 cores has so many");
  }
}

// What is read is written again; what may be left out is not written.
TEST(Layouts, AreReadAndWritten) {
  struct Case {
    std::vector<MeshAxis> axes;
    const char *given, *written;
  };
  const Case cases[] = {
      {{{"x", 8}, {"y", 16}}, "x=0,y=1c", "x=0,y=1c"},
      {{{"x", 8}, {"y", 16}}, "y=0c, x=1", "y=0c,x=1"},
      {{{"x", 8}, {"y", 16}}, " x = 0(8) , y = 1(8) c(2) ", "x=0,y=1c"},
      {{{"x", 8}, {"y", 16}}, "y=c1,x=0", "y=c1,x=0"},
      {{{"x", 4}, {"y", 32}}, "x=0(4),y=01c", "x=0(4),y=0(2)1c"},
      {{{"x", 4}, {"y", 32}}, "x=0,y=0(2)1c", "x=0(4),y=0(2)1c"},
      {{{"x", 128}, {"one", 1}}, "x=01c", "x=01c"},
      {{{"x", 128}, {"one", 1}}, "x=01c,one=0(1)", "x=01c"},
      {{{"x", 8}, {"y", 16}}, "4x16: y=1,x=0c", "4x16: y=1,x=0c"},
      {{{"x", 2}, {"y", 2}, {"z", 32}}, "z=1(4)0,y=1(2),x=c", "z=1(4)0,y=1(2),x=c"},
  };
  for (const Case& each : cases) {
    const Result<Layout> layout = parse_layout(each.given, each.axes, torus_of("tpu_v3"), 128);
    ASSERT_TRUE(layout.ok()) << each.given << ": " << layout.error().diagnostic.message;
    EXPECT_EQ(to_string(*layout), each.written);
    const Result<Layout> again = parse_layout(each.written, each.axes, torus_of("tpu_v3"), 128);
    ASSERT_TRUE(again.ok()) << each.written;
    EXPECT_EQ(again->pieces, layout->pieces);
  }
}

TEST(Layouts, SayWhereADeviceIs) {
  const std::vector<MeshAxis> axes = {{"l", 4}, {"x", 8}, {"y", 4}};
  const Layout layout = parse_layout("l=0(4),x=1,y=0(2)c", axes, torus_of("tpu_v3"), 128).value();
  EXPECT_EQ(layout.location(0), (std::vector<int64_t>{0, 0, 0}));
  EXPECT_EQ(layout.location(1), (std::vector<int64_t>{0, 0, 1}));   // y=1: the other core
  EXPECT_EQ(layout.location(2), (std::vector<int64_t>{1, 0, 0}));   // y=2: the next chip
  EXPECT_EQ(layout.location(4), (std::vector<int64_t>{0, 1, 0}));   // x=1
  EXPECT_EQ(layout.location(32), (std::vector<int64_t>{2, 0, 0}));  // l=1: behind the chips of y
  EXPECT_EQ(layout.location(127), (std::vector<int64_t>{7, 7, 1}));
}

TEST(Layouts, MistakesHaveAPlace) {
  struct Mistake {
    const char* text;
    int column;
    const char* message;
  };
  constexpr Mistake kMistakes[] = {
      {"z=0,y=1c", 1, "there is no axis z; there are x=8, y=16"},
      {"x=0,z=1c", 5, "there is no axis z; there are x=8, y=16"},
      {"x=0", 4, "says nothing of the axis y"},
      {"", 1, "expected AXIS=PLACES, as in x=0,y=1c"},
      {"x", 1, "expected AXIS=PLACES, as in x=0,y=1c"},
      {"x=0,", 5, "expected AXIS=PLACES, as in x=0,y=1c"},
      {"x=0,x=1c", 5, "the axis x is there twice"},
      {"x=,y=1c", 3, "expected a dimension's number, or c for the cores of a chip"},
      {"x=a,y=1c", 3, "expected a dimension's number, or c for the cores of a chip"},
      {"x=2,y=1c", 3, "there is no dimension 2; the slice is 8x8, dimensions 0 to 1"},
      {"x=9,y=1c", 3, "there is no dimension 9; the slice is 8x8, dimensions 0 to 1"},
      {"x=0(,y=1c", 5, "expected how many, as in 0(4)"},
      {"x=0(0),y=1c", 5, "expected how many, as in 0(4)"},
      {"x=0(99999999999999999999),y=1c", 5, "expected how many, as in 0(4)"},
      {"x=0(8,y=1c", 5, "expected how many, as in 0(4)"},
      {"x=0c,y=1", 1, "the axis x=8 does not fit: its places have 16"},
      {"x=0,y=1(4)c", 5, "the axis y=16 does not fit: its places have 8"},
      {"x=0(4)c,y=1(8)0(2)", 19, "the 2 cores of a chip must all be used, the axes take 1"},
      {"x=01,y=01c", 3, "say how many of the 8 chips along dimension 0 are for x, as in 0(2)"},
      {"4x8: x=0,y=1c", 1, "4x8 chips of 2 cores are not the 128 devices of the program"},
      {"1x64: x=1(8),y=1(8)c", 1, "the machine has no more than 32x32 chips"},
      {"64: x=0,y=1c", 1, "the machine has 2 dimensions"},
      {"8x: x=0,y=1c", 3, "expected the chips of a dimension"},
      {"8*8: x=0,y=1c", 2, "expected 'x', 't' or ':' after the chips of a dimension"},
      {"8x8t: x=0,y=1c", 4, "slices of this machine cannot be twisted"},
  };
  const std::vector<MeshAxis> axes = {{"x", 8}, {"y", 16}};
  for (const Mistake& each : kMistakes) {
    const Result<Layout> layout = parse_layout(each.text, axes, torus_of("tpu_v3"), 128);
    if (each.text == std::string_view("x=0(4)c,y=1(8)0(2)")) {  // takes everything: no mistake
      EXPECT_TRUE(layout.ok());
      continue;
    }
    ASSERT_FALSE(layout.ok()) << each.text;
    EXPECT_EQ(layout.error().diagnostic.message, each.message) << each.text;
    EXPECT_EQ(layout.error().diagnostic.code, Code::kLayout);
    EXPECT_EQ(layout.error().diagnostic.place.column, each.column) << each.text;
  }
  const Result<Layout> unused = parse_layout("x=0(4)1(2),y=1(4)0(2)c(2)", axes, torus_of("tpu_v3"), 128);
  EXPECT_TRUE(unused.ok());
  const Result<Layout> short_of = parse_layout("x=0(4)1(2),y=1(4)0(4)", axes, torus_of("tpu_v3"), 128);
  ASSERT_FALSE(short_of.ok());
  EXPECT_EQ(short_of.error().diagnostic.message, "the 8 chips along dimension 0 must all be used, the axes take 16");
  EXPECT_EQ(short_of.error().diagnostic.place.column, 3);
}

TEST(Layouts, OnTwistedSlices) {
  const Torus& v5p = torus_of("tpu_v5p");
  const std::vector<MeshAxis> axes = {{"x", 16}, {"y", 16}};
  const Layout layout = parse_layout("4x8x8t: x=01(4),y=1(2)2", axes, v5p, 256).value();
  EXPECT_TRUE(layout.slice.twisted);
  EXPECT_TRUE(layout.slice.is_short(0));
  EXPECT_FALSE(layout.slice.is_short(1));
  EXPECT_EQ(to_string(layout), "4x8x8t: x=01(4),y=1(2)2");
  EXPECT_EQ(to_string(parse_slice("8x4x4t:", v5p, 128).value()), "8x4x4t");
  EXPECT_FALSE(parse_slice("4x8x8:", v5p, 256).value().twisted);
  const auto refused = [&](const char* text, int64_t devices, int column) {
    const Result<Slice> slice = parse_slice(text, v5p, devices);
    ASSERT_FALSE(slice.ok()) << text;
    EXPECT_EQ(slice.error().diagnostic.place.column, column) << text;
    EXPECT_EQ(slice.error().diagnostic.message,
              "only slices of k and 2k chips, each of three dimensions one of the two and a multiple of 4, can be "
              "twisted, as 4x4x8 and 4x8x8");
  };
  refused("4x4x4t:", 64, 6);    // no long dimension
  refused("4x4x16t:", 256, 7);  // too long
  refused("4x8x16t:", 512, 7);
  refused("2x4x4t:", 32, 6);  // no rings
  EXPECT_EQ(parse_slice("4x8x8: x", v5p, 256).error().diagnostic.message, "expected the end");
}

// ---- the best

std::string best(std::vector<MeshAxis> axes, const char* hardware = "tpu_v3", std::span<const GroupUse> uses = {}) {
  auto mesh = std::make_shared<const Mesh>(Mesh::make(std::move(axes)).value());
  return Topology::make(load_hardware(hardware).value(), mesh->device_count(), mesh, {}, uses).value().layout();
}

// The meshes of the GSPMD paper's tables: the longer axis has a dimension and both cores.
TEST(BestLayout, PutsTheLongerAxisOnADimensionWithItsCores) {
  EXPECT_EQ(best({{"x", 8}, {"y", 16}}), "x=0,y=1c");
  EXPECT_EQ(best({{"x", 16}, {"y", 8}}), "x=0c,y=1");
  EXPECT_EQ(best({{"x", 4}, {"y", 16}}), "x=0,y=1c");
  EXPECT_EQ(best({{"x", 8}, {"y", 32}}), "x=0,y=1c");
  EXPECT_EQ(best({{"x", 16}, {"y", 32}}), "x=0,y=1c");
  EXPECT_EQ(best({{"x", 32}, {"y", 64}}), "x=0,y=1c");
  EXPECT_EQ(best({{"x", 64}, {"y", 32}}), "x=0c,y=1");
}

// As frameworks lay meshes: on whole dimensions, or as devices are numbered.
TEST(UsualLayout, HasWholeDimensionsWhereTheMeshFits) {
  auto usual = [](const std::vector<MeshAxis>& axes, const std::string& hardware = "tpu_v3") {
    const auto mesh = std::make_shared<const Mesh>(Mesh::make(axes).value());
    return Topology::make(load_hardware(hardware).value(), mesh->device_count(), mesh, kUsualLayout).value().layout();
  };
  EXPECT_EQ(usual({{"x", 8}, {"y", 16}}), "x=0,y=1c");
  EXPECT_EQ(usual({{"x", 64}, {"y", 32}}), "x=0c,y=1");
  EXPECT_EQ(usual({{"l", 2}, {"x", 16}, {"y", 8}}), "l=c,x=1,y=0");
  EXPECT_EQ(usual({{"l", 4}, {"x", 16}, {"y", 4}}), "l=0(4),x=0(2)1(8),y=1(2)c");
  EXPECT_EQ(usual({{"l", 8}, {"x", 8}, {"y", 4}}), "l=0,x=1(8),y=1(2)c");
  EXPECT_EQ(usual({{"x", 4}, {"y", 4}}, "h100"), "");  // any switch connects them
}

TEST(BestLayout, ExistsForEveryMesh) {
  EXPECT_EQ(best({{"x", 128}}), "x=01c");
  EXPECT_EQ(best({{"x", 1}}), "");
  EXPECT_EQ(best({{"x", 2}, {"y", 3}, {"z", 2}}).empty(), false);
  EXPECT_EQ(best({{"x", 6}, {"y", 10}, {"z", 2}}).empty(), false);
  EXPECT_EQ(best({{"x", 16}, {"y", 16}, {"z", 16}}, "tpu_v4"), "x=0,y=1,z=2");
  EXPECT_EQ(best({{"x", 64}, {"y", 64}}, "tpu_v4").empty(), false);
}

// What is sent most gets the links for itself.
TEST(BestLayout, DependsOnWhatIsSent) {
  const std::vector<MeshAxis> axes = {{"l", 4}, {"y", 4}, {"x", 16}};
  const auto mesh = std::make_shared<const Mesh>(Mesh::make(axes).value());
  auto along = [&](int axis, double bytes) {
    return GroupUse{CollectiveKind::kAllGather, {bytes, 1}, AxisRefs{whole_axis(*mesh, axis)}, {}};
  };
  const GroupUse l[] = {along(0, 1e9), along(1, 1e6), along(2, 1e6)},
                 y[] = {along(0, 1e6), along(1, 1e9), along(2, 1e6)};
  auto seconds = [&](std::span<const GroupUse> uses, const std::string& layout) {
    const Topology topology = Topology::make(load_hardware("tpu_v3").value(), 256, mesh, layout).value();
    double sum = 0;
    for (const GroupUse& use : uses) sum += topology.time(use).seconds;
    return sum;
  };
  for (const std::span<const GroupUse> uses : {std::span<const GroupUse>(l), std::span<const GroupUse>(y)}) {
    const std::string found = best(axes, "tpu_v3", uses);
    for (const char* other : {"l=0(4),y=0(2)c,x=1", "y=0(4),l=0(2)c,x=1", "l=0(2)c,y=0(4),x=1", "y=0(2)c,l=0(4),x=1"}) {
      EXPECT_LE(seconds(uses, found), seconds(uses, other)) << found << " against " << other;
    }
  }
  EXPECT_NE(best(axes, "tpu_v3", l), best(axes, "tpu_v3", y));
}

}  // namespace
}  // namespace partita::core::cost
