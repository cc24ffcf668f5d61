// Replica groups given by axes of a mesh, in each spelling of the mesh.
#include "shard/axis_groups.h"

#include <gtest/gtest.h>

#include "shard/spelling_sdy.h"

namespace partita::core::shard {
namespace {

MeshPtr named(std::string_view name) {
  static const MeshPtr kMesh = std::make_shared<const Mesh>(Mesh::make({{"a", 2}, {"b", 4}}).value());
  return name == "m" ? kMesh : nullptr;
}

std::string groups(std::string_view mesh, std::string_view axes) {
  const Result<AxisGroups> read = parse_axis_groups(mesh, axes, named);
  if (!read.ok()) return read.error().diagnostic.message;
  std::string out = sdy_mesh_body(*read->mesh);
  for (const AxisRef& axis : read->axes) out += " " + to_string(*read->mesh, axis);
  return out;
}

TEST(AxisGroups, the_mesh_has_a_name_or_is_written_out) {
  const std::string want = R"(<["a"=2, "b"=4]> b)";
  EXPECT_EQ(groups("@m", R"([#stablehlo.axis_ref<name = "b">])"), want);
  EXPECT_EQ(groups("m", R"([#stablehlo.axis_ref<name = "b">])"), want);
  EXPECT_EQ(groups("mesh['a'=2,'b'=4]", "{'b'}"), want);
  EXPECT_EQ(groups(R"(#sdy.mesh<["a"=2, "b"=4]>)", R"({"b"})"), want);
  EXPECT_EQ(groups(R"(#stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a", size = 2>,
                      #stablehlo.mesh_axis<name = "b", size = 4>]>)",
                   R"([#stablehlo.axis_ref<name = "b">])"),
            want);
}

TEST(AxisGroups, several_axes_and_pieces_of_them) {
  EXPECT_EQ(groups("@m", R"([#stablehlo.axis_ref<name = "b", sub_axis_info = #stablehlo.sub_axis_info<pre_size = 2,
                              size = 2>>, #stablehlo.axis_ref<name = "a">])"),
            R"(<["a"=2, "b"=4]> b:(2)2 a)");
}

TEST(AxisGroups, what_is_wrong_is_told) {
  EXPECT_EQ(groups("@other", "{}"), "no mesh @other");
  EXPECT_EQ(groups("@m", R"([#stablehlo.axis_ref<name = "c">])"), "the mesh has no axis \"c\"");
  EXPECT_EQ(
      groups("@m", R"([#stablehlo.axis_ref<name = "b", sub_axis_info = #stablehlo.sub_axis_info<pre_size = 2>>])"),
      "(2)0 is not a piece of axis \"b\": both numbers multiplied must divide 4, and the size must be at least 2");
  EXPECT_EQ(groups(R"(#stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "a">]>)", "[]"),
            "axis \"a\" has size 0, at least 1 is wanted");
}

}  // namespace
}  // namespace partita::core::shard
