// Host effects: they happen once, whatever the mesh.
#include <gtest/gtest.h>

#include "differential.h"
#include "random_cases.h"

namespace partita::core::partition {
namespace {

size_t count(const std::string& text, const std::string& what) {
  size_t n = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

TEST(HostEffectLowering, infeed_and_outfeed) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RandomCase random(seed);
    std::vector<int64_t> shape = random.shape(2, 0, 9);
    std::string a = RandomCase::type(shape, "f32"), b = RandomCase::type({shape[1]}, "i32");
    std::string text = random.mesh() + "func.func @main(%x: " + a + random.sharded(2) + ") -> (" + a +
                       random.sharded(2) + ", " + b + random.sharded(1) +
                       ") {\n  %t = stablehlo.create_token : !stablehlo.token\n" +
                       "  %f:3 = \"stablehlo.infeed\"(%t) <{infeed_config = \"\"}> : (!stablehlo.token) -> (" + a +
                       ", " + b + ", !stablehlo.token)\n  %s = stablehlo.add %x, %f#0 : " + a +
                       "\n  %o = \"stablehlo.outfeed\"(%s, %f#2) <{outfeed_config = \"\"}> : (" + a +
                       ", !stablehlo.token) -> !stablehlo.token\n  return %s, %f#1 : " + a + ", " + b + "\n}\n";
    ASSERT_EQ(differential(text, seed), "");
  }
}

std::string call_program(const std::string& call) {
  return "sdy.mesh @m = <[\"x\"=4]>\nfunc.func @main(%a: tensor<10x4xf32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, "
         "{}]>}) -> (tensor<10x4xf32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>}) {\n  %r = " +
         call + " : (tensor<10x4xf32>) -> tensor<10x4xf32>\n  return %r : tensor<10x4xf32>\n}\n";
}

TEST(HostEffectLowering, calls_with_effects_run_on_one_device) {
  for (std::string call : {"stablehlo.custom_call @log(%a) {has_side_effect = true}",
                           "stablehlo.custom_call @xla_ffi_python_cpu_callback(%a)"}) {
    std::string local = local_text(call_program(call));
    EXPECT_EQ(count(local, "custom_call"), 1u) << local;
    EXPECT_EQ(count(local, "stablehlo.if"), 1u) << local;
    EXPECT_EQ(count(local, "stablehlo.all_reduce"), 1u) << local;
    EXPECT_NE(local.find("(tensor<10x4xf32>) -> tensor<10x4xf32>"), std::string::npos) << local;
  }
}

TEST(HostEffectLowering, calls_without_effects_run_everywhere) {
  std::string local = local_text(call_program("stablehlo.custom_call @pure(%a)"));
  EXPECT_EQ(count(local, "stablehlo.if"), 0u) << local;
  EXPECT_EQ(count(local, "stablehlo.all_gather"), 1u) << local;
}

TEST(HostEffectLowering, a_rule_divides_a_call_with_effects) {
  std::string local = local_text(call_program(
      "stablehlo.custom_call @rows(%a) {has_side_effect = true, sdy.sharding_rule = #sdy.op_sharding_rule<([i, "
      "j])->([i, j]) {i=10, j=4}, custom>}"));
  EXPECT_EQ(count(local, "stablehlo.if"), 0u) << local;
  EXPECT_NE(local.find("(tensor<3x4xf32>) -> tensor<3x4xf32>"), std::string::npos) << local;
}

TEST(HostEffectLowering, a_device_is_named) {
  std::string local = local_text(
      "HloModule m, num_partitions=4\nENTRY e {\n  p = f32[8]{0} parameter(0), sharding={devices=[4]<=[4]}\n  c = "
      "f32[8]{0} custom-call(p), custom_call_target=\"once\", custom_call_has_side_effect=true, sharding={maximal "
      "device=2}\n  ROOT r = f32[8]{0} copy(c), sharding={devices=[4]<=[4]}\n}\n");
  EXPECT_NE(local.find("dense<2> : tensor<i64>"), std::string::npos) << local;
  EXPECT_EQ(count(local, "stablehlo.if"), 1u) << local;
}

TEST(HostEffectLowering, sizes_are_those_of_the_whole) {
  std::string a = "tensor<7x5xf32>", sharded = " {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>}";
  std::string text = "sdy.mesh @m = <[\"x\"=2]>\nfunc.func @main(%a: " + a + sharded + ") -> (tensor<i32>, " + a +
                     sharded + ") {\n  %0 = stablehlo.get_dimension_size %a, dim = 0 : (" + a +
                     ") -> tensor<i32>\n  %c = stablehlo.constant dense<5> : tensor<i32>\n  %1 = "
                     "stablehlo.set_dimension_size %a, %c, dim = 1 : (" +
                     a + ", tensor<i32>) -> " + a + "\n  return %0, %1 : tensor<i32>, " + a + "\n}\n";
  EXPECT_EQ(differential(text, 1), "");
}

}  // namespace
}  // namespace partita::core::partition
