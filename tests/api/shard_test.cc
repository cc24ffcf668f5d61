// Meshes and shardings of the public interface, as objects and as texts.
#include "partita/shard.h"

#include <gtest/gtest.h>

#include "partita/error.h"

namespace partita {
namespace {

TEST(PublicMesh, IsATextOrAnObject) {
  const Mesh mesh = "x=4,y=2";
  EXPECT_EQ(mesh.num_devices(), 8);
  EXPECT_EQ(mesh.str(), Mesh({{"x", 4}, {"y", 2}}).str());
  EXPECT_EQ(mesh.axes()[1].name, "y");
  EXPECT_TRUE(Mesh().is_none());
  EXPECT_EQ(Mesh().num_devices(), 1);
  EXPECT_EQ(Mesh({{"x", 2}}, {1, 0}).num_devices(), 2);
}

TEST(PublicMesh, RefusesWhatIsNone) {
  for (const char* text : {"", "x", "x=", "x=0", "x=-2", "=4", "x=4,", "x=4,x=2", "x=99999999999999999999", "x=4 y=2",
                           "x=4;y=2", "x=2,y=4611686018427387904", "[x=4]", "\"x=4"}) {
    EXPECT_THROW(Mesh{text}, Error) << text;
  }
  EXPECT_THROW(Mesh(static_cast<const char*>(nullptr)), Error);
  EXPECT_THROW(Mesh(std::vector<MeshAxis>()), Error);
  EXPECT_THROW(Mesh(std::vector<MeshAxis>{{"", 2}}), Error);
  EXPECT_THROW(Mesh({{"x", 2}}, {0}), Error);
  EXPECT_THROW(Mesh({{"x", 2}}, {0, 0}), Error);
  EXPECT_THROW(Mesh({{"x", 2}}, {0, -1}), Error);
}

TEST(PublicSharding, AllSpellingsMeanTheSame) {
  const struct {
    const char* text;
    const char* str;
  } cases[] = {
      {"x,-", "[x, -]"},
      {"[x, -]", "[x, -]"},
      {"[{\"x\"}, {}]", "[x, -]"},
      {"P('x', None)", "[x, -]"},
      {"PartitionSpec('x', None,)", "[x, -]"},
      {"P", "[P]"},
      {"x*y,?", "[x*y, ?]"},
      {"(x y),?", "[x*y, ?]"},
      {"P(('x', 'y'))", "[x*y]"},
      {"[{\"x\", \"y\", ?}p1]", "[x*y?!1]"},
      {"x?!1", "[x?!1]"},
      {"x?:p1", "[x?!1]"},
      {"x:p1", "[x!1]"},
      {"x:(2)4,-", "[x:(2)4, -]"},
      {"", "[]"},
      {"[]", "[]"},
      {"[-] unreduced sum(y) pinned(z)", "[-] unreduced sum(y) pinned(z)"},
      {"[{}], replicated={\"z\"}, unreduced=max{\"y\"}", "[-] unreduced max(y) pinned(z)"},
  };
  for (const auto& [text, str] : cases) {
    EXPECT_EQ(Sharding(text).str(), str) << text;
    EXPECT_EQ(Sharding(Sharding(text).str().c_str()), Sharding(text)) << text;
  }
}

TEST(PublicSharding, IsBuiltStepByStep) {
  const Sharding built = Sharding(3).split(0, {"x", "y:(1)2"}).open(1).priority(0, 2).pinned({"z"}).unreduced({"w"});
  EXPECT_EQ(built, Sharding("[x*y:(1)2!2, ?, -] unreduced sum(w) pinned(z)"));
  EXPECT_EQ(built.rank(), 3);
  EXPECT_EQ(built.axes(0), (std::vector<std::string>{"x", "y:(1)2"}));
  EXPECT_TRUE(built.is_open(1));
  EXPECT_EQ(built.pinned_axes(), std::vector<std::string>{"z"});
  EXPECT_EQ(built.unreduced_axes(), std::vector<std::string>{"w"});
  EXPECT_TRUE(Sharding().is_none());
  EXPECT_NE(Sharding(), Sharding(0));
}

TEST(PublicSharding, RefusesWhatIsNone) {
  for (const char* text : {",",
                           "x,",
                           "[x",
                           "x]",
                           "(x",
                           "{x",
                           "x:(2",
                           "x:(0)2",
                           "x:(1)1",
                           "x!",
                           "x!a",
                           "x!-1",
                           "?x",
                           "x**y",
                           "*",
                           "P(x",
                           "[x] what",
                           "[x] unreduced",
                           "[x] unreduced foo(y)",
                           "x:p",
                           "\"x",
                           "x!99999999999",
                           "x y",
                           "[x]]",
                           "-x",
                           "[{\"x\", ?, \"y\"}]"}) {
    EXPECT_THROW(Sharding{text}, Error) << text;
  }
  EXPECT_THROW(Sharding(-1), Error);
  EXPECT_THROW(Sharding(2).split(2, {"x"}), Error);
  EXPECT_THROW(Sharding(2).split(-1, {"x"}), Error);
  EXPECT_THROW(Sharding(2).split(0, {""}), Error);
  EXPECT_THROW(Sharding(2).split(0, {"x y"}), Error);
  EXPECT_THROW(Sharding(2).priority(0, -1), Error);
  EXPECT_THROW(Sharding().rank(), Error);
  EXPECT_THROW(Sharding().split(0, {"x"}), Error);
}

}  // namespace
}  // namespace partita
