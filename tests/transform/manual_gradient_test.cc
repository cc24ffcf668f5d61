// Manual code and collectives, on a mesh of 2 by 2 devices: groups along y are {0,1}, {2,3}.
#include <gtest/gtest.h>

#include "transform/gradient_check.h"
#include "transform/program_text.h"

namespace partita::core::transform {
namespace {

constexpr const char* kAlongX = "replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>";
constexpr const char* kAlongY = "replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>";
constexpr const char* kChannel = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";

// One value of 4x4 in shards of 2x2, %p; the body gives %r, of this type, which comes out by this sharding.
std::string manual(const std::string& body, const std::string& local, const std::string& sharding,
                   const std::string& global) {
  return fmt::format(R"(
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<4x4xf64>) -> {3} {{
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{{"x"}}, {{"y"}}]>] out_shardings=[<@mesh, {2}>] manual_axes={{"x", "y"}} (%p: tensor<2x2xf64>) {{
    %s = stablehlo.sine %p : tensor<2x2xf64>
{0}
    sdy.return %r : {1}
  }} : (tensor<4x4xf64>) -> {3}
  return %0 : {3}
}}
)",
                     body, local, sharding, global);
}

std::string combiner(const std::string& op) {
  return fmt::format(R"(({{
    ^bb0(%left: tensor<f64>, %right: tensor<f64>):
      %both = stablehlo.{} %left, %right : tensor<f64>
      stablehlo.return %both : tensor<f64>
    }}))",
                     op);
}

TEST(ManualGradient, OperandsAndResultsThatLeaveOutAxes) {
  // w is read by all devices along x; the sum over y is the same on all of y.
  check_gradient(fmt::format(R"(
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<4x4xf64>, %w: tensor<4x3xf64>, %b: tensor<3xf64>) -> (tensor<4x3xf64>, tensor<4x4xf64>) {{
  %0:2 = sdy.manual_computation(%x, %w, %b) in_shardings=[<@mesh, [{{"x"}}, {{"y"}}]>, <@mesh, [{{"y"}}, {{}}]>, <@mesh, [{{}}]>] out_shardings=[<@mesh, [{{"x"}}, {{}}]>, <@mesh, [{{"x"}}, {{"y"}}]>] manual_axes={{"x", "y"}} (%p: tensor<2x2xf64>, %v: tensor<2x3xf64>, %c: tensor<3xf64>) {{
    %d = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0] : (tensor<2x2xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    %s = "stablehlo.all_reduce"(%d) {0} {{{1}, {2}, use_global_device_ids}} : (tensor<2x3xf64>) -> tensor<2x3xf64>
    %bb = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<3xf64>) -> tensor<2x3xf64>
    %t = stablehlo.add %s, %bb : tensor<2x3xf64>
    %r = stablehlo.tanh %t : tensor<2x3xf64>
    %q = stablehlo.multiply %p, %p : tensor<2x2xf64>
    sdy.return %r, %q : tensor<2x3xf64>, tensor<2x2xf64>
  }} : (tensor<4x4xf64>, tensor<4x3xf64>, tensor<3xf64>) -> (tensor<4x3xf64>, tensor<4x4xf64>)
  return %0#0, %0#1 : tensor<4x3xf64>, tensor<4x4xf64>
}}
)",
                             combiner("add"), kAlongY, kChannel));
}

// Manual on one axis of two, shards that do not divide, devices in another order, and a sum that comes out in parts.
TEST(ManualGradient, OneAxisUnevenShardsAndPendingSums) {
  check_gradient(R"(
sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>
func.func @main(%x: tensor<5x2xf64>, %w: tensor<2xf64>) -> (tensor<5x2xf64>, tensor<2xf64>) {
  %0:2 = sdy.manual_computation(%x, %w) in_shardings=[<@mesh, [{"x", ?}, {?}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}], unreduced={"x"}>] manual_axes={"x"} (%p: tensor<3x2xf64>, %v: tensor<2xf64>) {
    %b = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<2xf64>) -> tensor<3x2xf64>
    %m = stablehlo.multiply %p, %b : tensor<3x2xf64>
    %s = stablehlo.sine %m : tensor<3x2xf64>
    %z = stablehlo.constant dense<0.0> : tensor<f64>
    %t = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3x2xf64>, tensor<f64>) -> tensor<2xf64>
    sdy.return %s, %t : tensor<3x2xf64>, tensor<2xf64>
  } : (tensor<5x2xf64>, tensor<2xf64>) -> (tensor<5x2xf64>, tensor<2xf64>)
  return %0#0, %0#1 : tensor<5x2xf64>, tensor<2xf64>
})");
}

TEST(ManualGradient, ManualCodeInManualCode) {
  check_gradient(fmt::format(R"(
sdy.mesh @mesh = <["x"=2, "y"=3]>
func.func @main(%x: tensor<12xf64>, %w: tensor<2xf64>) -> tensor<12xf64> {{
  %0 = sdy.manual_computation(%x, %w) in_shardings=[<@mesh, [{{"x", ?}}]>, <@mesh, [{{?}}]>] out_shardings=[<@mesh, [{{"x", ?}}]>] manual_axes={{"x"}} (%p: tensor<6xf64>, %v: tensor<2xf64>) {{
    %1 = sdy.manual_computation(%p, %v) in_shardings=[<@mesh, [{{"y"}}]>, <@mesh, [{{}}]>] out_shardings=[<@mesh, [{{"y"}}]>] manual_axes={{"y"}} (%q: tensor<2xf64>, %u: tensor<2xf64>) {{
      %m = stablehlo.multiply %q, %u : tensor<2xf64>
      %t = stablehlo.sine %m : tensor<2xf64>
      %s = "stablehlo.all_reduce"(%t) {} {{replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>, {}, use_global_device_ids}} : (tensor<2xf64>) -> tensor<2xf64>
      %d = stablehlo.multiply %s, %q : tensor<2xf64>
      sdy.return %d : tensor<2xf64>
    }} : (tensor<6xf64>, tensor<2xf64>) -> tensor<6xf64>
    sdy.return %1 : tensor<6xf64>
  }} : (tensor<12xf64>, tensor<2xf64>) -> tensor<12xf64>
  return %0 : tensor<12xf64>
}}
)",
                             combiner("add"), kChannel));
}

// The body runs again in the backward pass, with its loop.
TEST(ManualGradient, LoopsInManualCode) {
  check_gradient(manual(R"(
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %w:2 = stablehlo.while(%i = %zero, %c = %s) : tensor<i32>, tensor<2x2xf64>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %l = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %l : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %m = stablehlo.multiply %c, %p : tensor<2x2xf64>
      %y = stablehlo.tanh %m : tensor<2x2xf64>
      stablehlo.return %j, %y : tensor<i32>, tensor<2x2xf64>
    }
    %r = stablehlo.add %w#1, %s : tensor<2x2xf64>)",
                        "tensor<2x2xf64>", R"([{"x"}, {"y"}])", "tensor<4x4xf64>"));
}

// The same as calls: all devices along the second axis read w, and have the result.
TEST(ManualGradient, CallsOfHlo) {
  check_gradient(fmt::format(R"(
module @m attributes {{mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32}} {{
  func.func @main(%x: tensor<4x2xf64>, %w: tensor<2xf64>) -> (tensor<4x2xf64>, tensor<2xf64>) {{
    %0 = stablehlo.custom_call @Sharding(%x) {{mhlo.sharding = "{{devices=[2,1,2]<=[4] last_tile_dim_replicate}}"}} : (tensor<4x2xf64>) -> tensor<4x2xf64>
    %p = stablehlo.custom_call @SPMDFullToShardShape(%0) {{mhlo.sharding = "{{manual}}"}} : (tensor<4x2xf64>) -> tensor<2x2xf64>
    %1 = stablehlo.custom_call @Sharding(%w) {{mhlo.sharding = "{{replicated}}"}} : (tensor<2xf64>) -> tensor<2xf64>
    %v = stablehlo.custom_call @SPMDFullToShardShape(%1) {{mhlo.sharding = "{{manual}}"}} : (tensor<2xf64>) -> tensor<2xf64>
    %b = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<2xf64>) -> tensor<2x2xf64>
    %m = stablehlo.multiply %p, %b : tensor<2x2xf64>
    %s = stablehlo.sine %m : tensor<2x2xf64>
    %z = stablehlo.constant dense<0.0> : tensor<f64>
    %t = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf64>, tensor<f64>) -> tensor<2xf64>
    %u = "stablehlo.all_reduce"(%t) {} {{{}, {}, use_global_device_ids}} : (tensor<2xf64>) -> tensor<2xf64>
    %2 = stablehlo.custom_call @Sharding(%s) {{mhlo.sharding = "{{manual}}"}} : (tensor<2x2xf64>) -> tensor<2x2xf64>
    %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {{mhlo.sharding = "{{devices=[2,1,2]<=[4] last_tile_dim_replicate}}"}} : (tensor<2x2xf64>) -> tensor<4x2xf64>
    %4 = stablehlo.custom_call @Sharding(%u) {{mhlo.sharding = "{{manual}}"}} : (tensor<2xf64>) -> tensor<2xf64>
    %5 = stablehlo.custom_call @SPMDShardToFullShape(%4) {{mhlo.sharding = "{{replicated}}"}} : (tensor<2xf64>) -> tensor<2xf64>
    return %3, %5 : tensor<4x2xf64>, tensor<2xf64>
  }}
}}
)",
                             combiner("add"), kAlongX, kChannel));
}

// What sdy's manual computations are in HLO.
TEST(ManualGradient, CallsOfSdyInHlo) {
  check_gradient(R"(
HloModule m, num_partitions=4, frontend_attributes={xla.sdy.meshes="{mesh = #sdy.mesh<[\"x\"=2, \"y\"=2]>}"}

ENTRY %main {
  %x = f64[4,2] parameter(0)
  %w = f64[2] parameter(1)
  %in = (f64[2,2], f64[2]) custom-call(%x, %w), custom_call_target="xla.sdy.GlobalToLocalShape", frontend_attributes={xla.sdy.in_shardings="#sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>, <@mesh, [{}]>]>",xla.sdy.manual_axes="#sdy<manual_axes{\"x\", \"y\"}>"}
  %p = f64[2,2] get-tuple-element(%in), index=0
  %v = f64[2] get-tuple-element(%in), index=1
  %b = f64[2,2] broadcast(%v), dimensions={1}
  %m = f64[2,2] multiply(%p, %b)
  %s = f64[2,2] sine(%m)
  ROOT %out = f64[4,2] custom-call(%s), custom_call_target="xla.sdy.LocalToGlobalShape", frontend_attributes={xla.sdy.out_shardings="#sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>",xla.sdy.manual_axes="#sdy<manual_axes{\"x\", \"y\"}>"}
}
)");
}

TEST(CollectiveGradient, Reductions) {
  for (const char* op : {"add", "maximum", "minimum", "multiply"}) {
    // Each device uses the whole in its own way; and it comes out as one.
    const std::string reduce = fmt::format(
        "    %t = \"stablehlo.all_reduce\"(%s) {} {{{}, {}, use_global_device_ids}} : (tensor<2x2xf64>) -> "
        "tensor<2x2xf64>\n",
        combiner(op), kAlongX, kChannel);
    check_gradient(manual(reduce + "    %r = stablehlo.multiply %t, %p : tensor<2x2xf64>", "tensor<2x2xf64>",
                          R"([{"x"}, {"y"}])", "tensor<4x4xf64>"));
    check_gradient(manual(reduce + "    %r = stablehlo.exponential %t : tensor<2x2xf64>", "tensor<2x2xf64>",
                          R"([{}, {"y"}])", "tensor<2x4xf64>"));
  }
}

// Two devices that both have the largest get half each, of what comes from both.
TEST(CollectiveGradient, TiesAreShared) {
  const std::string program = fmt::format(R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {{
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{{"x"}}]>] out_shardings=[<@mesh, [{{"x"}}]>] manual_axes={{"x"}} (%p: tensor<2xf64>) {{
    %m = "stablehlo.all_reduce"(%p) {} {{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, {}, use_global_device_ids}} : (tensor<2xf64>) -> tensor<2xf64>
    sdy.return %m : tensor<2xf64>
  }} : (tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}}
)",
                                          combiner("maximum"), kChannel);
  const std::vector<Numbers> expected = {{6, 0, 6, 24}};
  EXPECT_EQ(gradients(program, {{1, 2, 1, 3}}, {{4, 8, 8, 16}}), expected);
}

TEST(CollectiveGradient, GatherAndScatter) {
  const std::string gather = fmt::format(
      "    %g = \"stablehlo.all_gather\"(%s) {{all_gather_dim = 1 : i64, {}, {}, use_global_device_ids}} : "
      "(tensor<2x2xf64>) -> tensor<2x4xf64>\n    %e = stablehlo.exponential %g : tensor<2x4xf64>\n",
      kAlongY, kChannel);
  check_gradient(manual(gather + "    %r = stablehlo.negate %e : tensor<2x4xf64>", "tensor<2x4xf64>", R"([{"x"}, {}])",
                        "tensor<4x4xf64>"));
  const std::string weighted = gather +
                               "    %h = stablehlo.concatenate %p, %s, dim = 1 : (tensor<2x2xf64>, tensor<2x2xf64>) -> "
                               "tensor<2x4xf64>\n    %m = stablehlo.multiply %h, %e : tensor<2x4xf64>\n";
  check_gradient(manual(weighted + fmt::format("    %r = \"stablehlo.reduce_scatter\"(%m) {} {{scatter_dimension = 1 : "
                                               "i64, {}, {}, use_global_device_ids}} : (tensor<2x4xf64>) -> "
                                               "tensor<2x2xf64>",
                                               combiner("add"), kAlongY, kChannel),
                        "tensor<2x2xf64>", R"([{"x"}, {"y"}])", "tensor<4x4xf64>"));
}

TEST(CollectiveGradient, Exchanges) {
  check_gradient(
      manual(fmt::format("    %g = \"stablehlo.all_to_all\"(%s) {{split_dimension = 1 : i64, concat_dimension = "
                         "0 : i64, split_count = 2 : i64, {}, {}}} : (tensor<2x2xf64>) -> tensor<4x1xf64>\n"
                         "    %r = stablehlo.exponential %g : tensor<4x1xf64>",
                         kAlongY, kChannel),
             "tensor<4x1xf64>", R"([{"x"}, {"y"}])", "tensor<8x2xf64>"));
  check_gradient(
      manual(fmt::format("    %g = \"stablehlo.collective_permute\"(%s) {{source_target_pairs = dense<[[0, 1], "
                         "[1, 3], [2, 0]]> : tensor<3x2xi64>, {}}} : (tensor<2x2xf64>) -> tensor<2x2xf64>\n"
                         "    %r = stablehlo.multiply %g, %p : tensor<2x2xf64>",
                         kChannel),
             "tensor<2x2xf64>", R"([{"x"}, {"y"}])", "tensor<4x4xf64>"));
  check_gradient(
      manual(fmt::format("    %g = \"stablehlo.collective_broadcast\"(%s) {{replica_groups = dense<[[3, 1, 0]]> "
                         ": tensor<1x3xi64>, {}}} : (tensor<2x2xf64>) -> tensor<2x2xf64>\n"
                         "    %r = stablehlo.multiply %g, %p : tensor<2x2xf64>",
                         kChannel),
             "tensor<2x2xf64>", R"([{"x"}, {"y"}])", "tensor<4x4xf64>"));
}

// A collective of the gradient is another one than that of the program.
TEST(CollectiveGradient, ChannelsAreNew) {
  const std::string text = gradient_text(manual(
      fmt::format("    %g = \"stablehlo.collective_permute\"(%s) {{source_target_pairs = dense<[[0, 1], [1, 3]]> : "
                  "tensor<2x2xi64>, {}}} : (tensor<2x2xf64>) -> tensor<2x2xf64>\n"
                  "    %r = stablehlo.multiply %g, %g : tensor<2x2xf64>",
                  kChannel),
      "tensor<2x2xf64>", R"([{"x"}, {"y"}])", "tensor<4x4xf64>"));
  const size_t first = text.find("handle = 1,");
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("handle = 1,", first + 1), std::string::npos) << text;
}

// Device i of two sends 1 + i rows to each; the output's other rows stay.
TEST(CollectiveGradient, RaggedAllToAll) {
  check_gradient(R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x2xf64>, %y: tensor<10x2xf64>) -> tensor<10x2xf64> {
  %in = stablehlo.constant dense<[0, 1, 1, 3]> : tensor<4xi64>
  %send = stablehlo.constant dense<[1, 2, 2, 1]> : tensor<4xi64>
  %out = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
  %recv = stablehlo.constant dense<[1, 2, 2, 1]> : tensor<4xi64>
  %0 = sdy.manual_computation(%x, %y, %in, %send, %out, %recv) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%p: tensor<4x2xf64>, %q: tensor<5x2xf64>, %i: tensor<2xi64>, %s: tensor<2xi64>, %o: tensor<2xi64>, %r: tensor<2xi64>) {
    %e = stablehlo.sine %p : tensor<4x2xf64>
    %1 = "mhlo.ragged_all_to_all"(%e, %q, %i, %s, %o, %r) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4x2xf64>, tensor<5x2xf64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<5x2xf64>
    %2 = stablehlo.exponential %1 : tensor<5x2xf64>
    sdy.return %2 : tensor<5x2xf64>
  } : (tensor<8x2xf64>, tensor<10x2xf64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) -> tensor<10x2xf64>
  return %0 : tensor<10x2xf64>
})");
}

}  // namespace
}  // namespace partita::core::transform
