// Hints in every spelling, read into shardings.
#include "complete/hints.h"

#include <gtest/gtest.h>

#include "driver/compilation.h"

namespace partita::core::complete {
namespace {

constexpr const char* kPlaces[] = {"arg", "out", "op", "constraint", "manual", "option"};

class HintsTest : public ::testing::Test {
 protected:
  // One line per hint: "arg 0: [x, ?]". Diagnostics instead where there are errors.
  std::string read(std::string_view text, HintOptions options = {}) {
    auto source = std::make_shared<const SourceText>("test", std::string(text));
    Diagnostics diagnostics;
    modules_ = driver::read_programs(context_, source, diagnostics);
    if (modules_.size() != 1) return diagnostics.render_all();
    hints_ = read_hints(*modules_[0], *modules_[0]->entry(), options, diagnostics);
    if (!hints_) return diagnostics.render_all();
    std::string out;
    for (const Hint& hint : hints_->all) {
      out += kPlaces[static_cast<int>(hint.place)];
      out += " " + (hint.value && !hint.value->name().empty() ? std::string(hint.value->name().text())
                                                              : std::to_string(hint.index));
      if (hint.sharding) out += ": " + to_string(*hint.sharding);
      if (hint.group >= 0) out += (hint.group_is_soft ? " like " : " as ") + std::to_string(hint.group);
      out += "\n";
    }
    for (const Diagnostic& d : diagnostics.all()) out += d.message + "\n";
    return out;
  }
  std::string open() const {
    std::string out;
    for (bool b : hints_->argument_open) out += b ? '1' : '0';
    out += ' ';
    for (bool b : hints_->result_open) out += b ? '1' : '0';
    return out;
  }
  std::string meshes() const {
    std::string out;
    for (const NamedMesh& named : hints_->meshes.all()) {
      out += named.name + "(";
      for (const MeshAxis& axis : named.mesh->axes()) out += axis.name + "=" + std::to_string(axis.size) + " ";
      out += ") ";
    }
    return out;
  }

  Context context_;
  std::vector<std::unique_ptr<Module>> modules_;
  std::optional<Hints> hints_;
};

TEST_F(HintsTest, SdyAttributes) {
  EXPECT_EQ(read(R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %b: tensor<8x4xf32>)
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}p1]>}) {
  %0 = stablehlo.add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y", ?}, {}], replicated={"x"}>]>} : tensor<8x4xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"x":(1)2}]> : tensor<8x4xf32>
  %2 = sdy.reshard %1 <@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x4xf32>
  sdy.sharding_group %2 group_id=7 : tensor<8x4xf32>
  return %2 : tensor<8x4xf32>
})"),
            "arg a: [x, ?]\n"
            "out 0: [-, y!1]\n"
            "op 0: [y?, -] pinned(x)\n"
            "constraint 1: [-, x:(1)2]\n"
            "constraint 2: [x, -] unreduced sum(y)\n"
            "op 2 as 0\n");
  EXPECT_EQ(open(), "11 1");
  EXPECT_EQ(meshes(), "mesh(x=4 y=2 ) ");
}

TEST_F(HintsTest, TilesGetTheCoarsestMesh) {
  EXPECT_EQ(read(R"(
module attributes {mhlo.num_partitions = 8 : i32} {
func.func @main(%a: tensor<8x4xf32> {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"},
                %b: tensor<8x4xf32> {mhlo.sharding = "{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dim_replicate}"})
    -> (tensor<8x4xf32> {mhlo.sharding = "{replicated}"}) {
  %0 = stablehlo.add %a, %b {mhlo.sharding = "{maximal device=3}"} : tensor<8x4xf32>
  %1 = stablehlo.custom_call @Sharding(%0) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}})"),
            "arg a: [a, -]\n"
            "arg b: [-, b]\n"
            "out 0: [-, -]\n"
            "op 0: device 3\n"
            "constraint 1: [a, ?]\n");
  EXPECT_EQ(meshes(), "mesh(a=4 b=2 ) device_3() ");
}

TEST_F(HintsTest, HloTuplesAndBodies) {
  EXPECT_EQ(read(R"(HloModule m, allow_spmd_sharding_propagation_to_parameters={false,true}
%cond (c: (s32[], f32[8])) -> pred[] {
  %c = (s32[], f32[8]) parameter(0), sharding={{replicated}, {devices=[2]<=[2]}}
  %i = s32[] get-tuple-element(%c), index=0
  %n = s32[] constant(3)
  ROOT %lt = pred[] compare(%i, %n), direction=LT
}
%body (b: (s32[], f32[8])) -> (s32[], f32[8]) {
  %b = (s32[], f32[8]) parameter(0)
  %bi = s32[] get-tuple-element(%b), index=0
  %bx = f32[8] get-tuple-element(%b), index=1
  %one = s32[] constant(1)
  %next = s32[] add(%bi, %one)
  %y = f32[8] add(%bx, %bx)
  ROOT %r = (s32[], f32[8]) tuple(%next, %y), sharding={{replicated}, {devices=[2]<=[2]}}
}
ENTRY %main (p: s32[], q: f32[8]) -> (s32[], f32[8]) {
  %p = s32[] parameter(0)
  %q = f32[8] parameter(1), sharding={devices=[2]<=[2]}
  %t = (s32[], f32[8]) tuple(%p, %q)
  ROOT %w = (s32[], f32[8]) while(%t), condition=%cond, body=%body, sharding={{unknown}, {devices=[2]<=[2]}}
})",
                 {.devices = 2}),
            "arg q: [a?]\n"
            "op 1: [a]\n"
            "op i: []\n"
            "op 1: [a]\n"
            "op next: []\n"
            "op y: [a]\n");
  EXPECT_EQ(open(), "01 00");
}

TEST_F(HintsTest, GroupsUnknownAndManual) {
  EXPECT_EQ(read(R"(HloModule m
ENTRY %main (p: f32[8,8]) -> f32[8,8] {
  %p = f32[8,8] parameter(0), sharding={unknown shard_as 4}
  %c = f32[8,8] copy(%p), sharding={devices=[2,1,2]<=[4] last_tile_dim_replicate shard_as 4}
  %l = f32[8,8] copy(%c), sharding={unknown shard_like 5}
  %m = f32[4,8] custom-call(%l), custom_call_target="SPMDFullToShardShape", sharding={devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}
  %f = f32[8,8] custom-call(%m), custom_call_target="SPMDShardToFullShape", sharding={devices=[2,1,2]<=[4] last_tile_dim_replicate}
  %u = f32[8,8] copy(%f), sharding={devices=[1,1,2,2]<=[4] last_tile_dims={unreduced, replicated}}
  %v = f32[8,8] copy(%u), sharding={mesh['a'=2,'b'=2], [{'b'}, {?}]}
  ROOT %z = f32[8,8] copy(%v)
})",
                 {.devices = 4}),
            "arg p: [a, -] as 0\n"
            "op c: [a, -] as 0\n"
            "op l like 1\n"
            "op m: [-, -] manual(a)\n"
            "op f: [a, -]\n"
            "op u: [-, -] unreduced sum(a)\n"
            "op v: [b, ?]\n");
  EXPECT_EQ(open(), "0 0");
}

TEST_F(HintsTest, ManualComputation) {
  EXPECT_EQ(read(R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {?}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<2x4xf32>) {
    %1 = sdy.sharding_constraint %b <@mesh, [{}, {"y"}]> : tensor<2x4xf32>
    sdy.return %1 : tensor<2x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
})"),
            "manual a: [x, ?]\n"
            "manual 0: [x, -]\n"
            "constraint 1: [-, y] manual(x)\n");
  ASSERT_EQ(hints_->manual.size(), 1u);
  EXPECT_EQ(hints_->manual[0].axes.size(), 1u);
}

TEST_F(HintsTest, FrontendAttributesWinOverTiles) {
  EXPECT_EQ(
      read(
          R"(HloModule m, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<["x"=4, "y"=2]>},xla.sdy.tuple_results_shardings="#sdy.sharding_per_value<[<@mesh, [{\"y\", ?}, {}]>]>"}
ENTRY %main (p: f32[8,8]) -> f32[8,8] {
  %p = f32[8,8] parameter(0), sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}, frontend_attributes={xla.sdy.sharding="#sdy.sharding<@mesh, [{\"x\", ?}, {?}]>"}
  %c = f32[8,8] copy(%p), sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}
  ROOT %z = f32[8,8] copy(%c)
})"),
      "arg p: [x?, ?]\n"
      "out 0: [y?, -]\n"
      "op c: [x, -]\n");
  EXPECT_EQ(meshes(), "mesh(x=4 y=2 ) ");
}

TEST_F(HintsTest, CallsThatEnterManualCodeBySdysAttributes) {
  EXPECT_EQ(read(R"(
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\\\22x\\\22=2, \\\22y\\\22=2]>}"}} {
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%a) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {\22y\22}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22x\22}>"}} : (tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.add %0, %0 {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{}, {\22y\22}]>]>"}} : tensor<4x4xf32>
  %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {mhlo.frontend_attributes = {xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {\22y\22}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22x\22}>"}} : (tensor<4x4xf32>) -> tensor<8x4xf32>
  %3 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%2) {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{}, {\22y\22}]>]>"}} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}})"),
            "out 0: [-, y]\n"
            "manual a: [x, y]\n"
            "op 0: [-, y] manual(x)\n"
            "op 1: [-, y] manual(x)\n"
            "op 2: [x, y]\n");
}

TEST_F(HintsTest, FlagsOfTheHeaderAreForParametersWhateverTheyHold) {
  read(R"(HloModule m, allow_spmd_sharding_propagation_to_parameters={false,true,false,true}
ENTRY %main {
  %a = (f32[8], (f32[8], f32[8])) parameter(0)
  %b = f32[8] parameter(1)
  %c = (f32[8], f32[8]) parameter(2)
  %d = f32[8] parameter(3)
  ROOT %z = f32[8] add(%b, %d)
})");
  EXPECT_EQ(open(), "0001001 0");
}

TEST_F(HintsTest, TuplesOfShardingsHaveOneForEachValue) {
  constexpr const char* kProgram = R"(HloModule m
%cond {
  %c = (f32[8], f32[8]) parameter(0)
  ROOT %no = pred[] constant(false)
}
%body {
  ROOT %b = (f32[8], f32[8]) parameter(0)
}
ENTRY %main {
  %p = f32[8] parameter(0)
  %t = (f32[8], f32[8]) tuple(%p, %p)
  ROOT %w = (f32[8], f32[8]) while(%t), condition=%cond, body=%body, sharding={SAID}
})";
  auto with = [&](std::string_view said) {
    std::string text = kProgram;
    return read(text.replace(text.find("{SAID}"), 6, said));
  };
  EXPECT_EQ(with("{{devices=[2]<=[2]}, {replicated}}"), "op 0: [a]\nop 1: [-]\n");
  EXPECT_EQ(with("{devices=[2]<=[2]}"), "op 0: [a]\nop 1: [a]\n");
  EXPECT_NE(with("{{devices=[2]<=[2]}}").find("there is 1 sharding here for 2 values"), std::string::npos);
  // HLO's recv also gives a number, which is no value here.
  EXPECT_EQ(read(R"(
func.func @main(%t: !stablehlo.token) -> tensor<8xf32> {
  %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true, mhlo.sharding = "{{devices=[2]<=[2]}, {replicated}, {replicated}}"} : (!stablehlo.token) -> (tensor<8xf32>, !stablehlo.token)
  return %r#0 : tensor<8xf32>
})"),
            "op 0: [a]\n");
}

TEST_F(HintsTest, GroupsThatShareAValueAreOneAndHaveAllAxesThatAreToStayOut) {
  EXPECT_EQ(read(R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %a = sdy.sharding_constraint %x <@mesh, [{?}, {"y"}]> : tensor<8x4xf32>
  %b = stablehlo.tanh %x : tensor<8x4xf32>
  %c = sdy.sharding_constraint %x <@mesh, [{?}, {?}], replicated={"x"}> : tensor<8x4xf32>
  sdy.sharding_group %a group_id=7 : tensor<8x4xf32>
  sdy.sharding_group %b group_id=7 : tensor<8x4xf32>
  sdy.sharding_group %b group_id=9 : tensor<8x4xf32>
  sdy.sharding_group %c group_id=9 : tensor<8x4xf32>
  return %c : tensor<8x4xf32>
})"),
            "constraint a: [?, y] pinned(x)\n"
            "constraint c: [?, y] pinned(x)\n"
            "op a as 0\n"
            "op b as 0\n"
            "op b as 0\n"
            "op c as 0\n");
}

TEST_F(HintsTest, ManualCodeBetweenCallsIsOnTheMeshOfItsShardings) {
  EXPECT_EQ(read(R"(
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{one = #sdy.mesh<[\\\22x\\\22=4]>, two = #sdy.mesh<[\\\22u\\\22=2, \\\22v\\\22=2]>}"}} {
func.func @main(%a: tensor<8x4xf32> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@one, [{\22x\22}, {}]>"}}) -> tensor<8x4xf32> {
  %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%a) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@two, [{\22u\22}, {}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22u\22}>"}} : (tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%0) {mhlo.frontend_attributes = {xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@two, [{}, {\22u\22}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22u\22}>"}} : (tensor<4x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}})"),
            "arg a: [x, -]\n"
            "manual a: [u, -]\n"
            "op 0: [-, -] manual(u)\n"
            "op 1: [-, u]\n");
  EXPECT_EQ(meshes(), "one(x=4 ) two(u=2 v=2 ) ");
  for (const Hint& hint : hints_->all) EXPECT_EQ(hint.index, 0);  // the first of each
}

TEST_F(HintsTest, TheCommandLine) {
  constexpr const char* kProgram = R"(
func.func @main(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = stablehlo.add %a, %b : tensor<8x4xf32> loc("layer/sum")
  %1:2 = stablehlo.optimization_barrier %0, %0 : tensor<8x4xf32>, tensor<8x4xf32>
  return %1#0, %1#1 : tensor<8x4xf32>, tensor<8x4xf32>
})";
  EXPECT_EQ(read(kProgram, {.mesh = "x=4,y=2",
                            .shard = {"arg0=[{\"x\"}, {?}]", "out1=<@mesh, [{}, {\"y\"}]>", "%0=[{y}, {}]",
                                      "layer/sum=[{\"x\"}, {}]", "%1#1={devices=[1,8]<=[8]}"}}),
            "option a: [x, ?]\n"
            "option 1: [-, y]\n"
            "option 0: [x, -]\n"
            "option 1: [-, x*y]\n"
            "option 0: [x, ?]\n"  // out0 is a new value of %a
            "--shard '%1#1={devices=[1,8]<=[8]}': dimension 1 of %1#1, of size 4, is divided among 8: shards of 1, the "
            "last ones padded; evenly it divides along x, y\n");
  EXPECT_EQ(read(kProgram, {.devices = 6}), "");
  EXPECT_EQ(meshes(), "mesh(a=6 ) ");
  EXPECT_EQ(read(kProgram), "");
  EXPECT_EQ(meshes(), "mesh(x=1 ) ");
}

TEST_F(HintsTest, AnOptionReplacesWhatTheFileSays) {
  EXPECT_EQ(read(R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  return %a : tensor<8x4xf32>
})",
                 {.mesh = "x=4,y=2", .shard = {"a=[{}, {\"y\"}]"}}),
            "option a: [-, y]\noption 0: [-, y]\n");
}

TEST_F(HintsTest, TheMainMeshHasAxes) {
  EXPECT_EQ(read(R"(
sdy.mesh @empty = <[]>
sdy.mesh @one = <[], device_ids=[3]>
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, []>}, %b: tensor<8xf32>) -> tensor<8xf32> {
  return %b : tensor<8xf32>
})"),
            "arg a: device 3\n");
  EXPECT_EQ(meshes(), "mesh(x=4 ) empty() one() ");
  EXPECT_EQ(read(R"(
module attributes {mhlo.num_partitions = 4 : i32} {
sdy.mesh @mesh = <[], device_ids=[3]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %b: tensor<8xf32> {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dim_replicate}"}) -> tensor<8xf32> {
  return %b : tensor<8xf32>
}})"),
            "arg a: device 3\narg b: [a]\n");
  EXPECT_EQ(meshes(), "mesh_0(a=2 b=2 ) mesh() ");
}

TEST_F(HintsTest, MoreFrequentAssignmentsDecideTheMesh) {
  EXPECT_EQ(read(R"(
func.func @main(%a: tensor<12xf32> {mhlo.sharding = "{devices=[2,3]<=[6] last_tile_dim_replicate}"},
                %b: tensor<12xf32> {mhlo.sharding = "{devices=[3,2]<=[6] last_tile_dim_replicate}"},
                %c: tensor<12xf32> {mhlo.sharding = "{devices=[3,2]<=[6] last_tile_dim_replicate}"}) -> tensor<12xf32> {
  return %a : tensor<12xf32>
})"),
            "arg a: [a]\narg b: [a]\narg c: [a]\n");
  EXPECT_EQ(meshes(), "mesh(a=3 b=2 ) mesh_0(a=2 b=3 ) ");
}

TEST_F(HintsTest, TheMostFrequentAssignmentGivesTheMeshItsOrder) {
  EXPECT_EQ(read(R"(
func.func @main(%a: tensor<8xf32> {mhlo.sharding = "{devices=[4]0,1,3,2}"}, %b: tensor<8xf32> {mhlo.sharding = "{devices=[4]0,3,1,2}"},
                %c: tensor<8xf32> {mhlo.sharding = "{devices=[4]0,3,1,2}"}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
})"),
            "arg a: [b*a]\narg b: [a*b]\narg c: [a*b]\n");
  EXPECT_EQ(meshes(), "mesh(a=2 b=2 ) ");
}

TEST_F(HintsTest, AMeshWrittenIntoAShardingIsTheOnlyOne) {
  EXPECT_EQ(read(R"(HloModule m
ENTRY %main {
  %p = f32[8,8] parameter(0), sharding={mesh['r'=2,'s'=2], [{'s'}, {}]}
  ROOT %z = f32[8,8] copy(%p), sharding={devices=[2,2]<=[4]}
})"),
            "arg p: [s, -]\nout 0: [r, s]\nop z: [r, s]\n");
  EXPECT_EQ(meshes(), "mesh(r=2 s=2 ) ");
}

TEST_F(HintsTest, OnePartitionSaysNothingOfTheDevices) {
  EXPECT_EQ(read(R"(
module attributes {mhlo.num_partitions = 1 : i32} {
func.func @main(%a: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}})"),
            "arg a: [a]\n");
  EXPECT_EQ(meshes(), "mesh(a=4 ) ");
}

TEST_F(HintsTest, UnevenHintsAreNotedWhereAsked) {
  EXPECT_EQ(read(R"(
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<6xf32> {
  return %a : tensor<6xf32>
})",
                 {.notes = true}),
            "arg a: [x]\ndimension 0 of size 6 is divided among 4: shards of 2, the last ones padded\n");
}

}  // namespace
}  // namespace partita::core::complete
