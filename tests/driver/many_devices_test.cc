// Nothing costs O(devices): for 2^22, as many as may be listed at all, there is no list, and hardly more ops than for
// 2^10 (other ways to compute may be best).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cost/report.h"
#include "driver/compilation.h"
#include "ir/device_pairs.h"
#include "ir/names.h"

namespace partita::core::driver {
namespace {

// Layers in a loop: gathers of weights, reductions, and what a shift of the rows needs of the neighbours.
std::string program(int64_t x, int64_t y) {
  constexpr const char* kText = R"(
sdy.mesh @mesh = <["x"={}, "y"={}]>
func.func @main(%x: tensor<65536x65536xbf16> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{}}]>}},
                %w: tensor<4x65536x65536xbf16> {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{"x"}}, {{"y"}}]>}},
                %v: tensor<65536x65536xbf16> {{sdy.sharding = #sdy.sharding<@mesh, [{{"y"}}, {{"x"}}]>}})
    -> tensor<65536x65536xbf16> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %pad = stablehlo.constant dense<0.0> : tensor<bf16>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<65536x65536xbf16>
  cond {{
    %n = stablehlo.constant dense<4> : tensor<i32>
    %goes = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  }} do {{
    %one = stablehlo.constant dense<1> : tensor<i32>
    %nil = stablehlo.constant dense<0> : tensor<i32>
    %s = stablehlo.dynamic_slice %w, %i, %nil, %nil, sizes = [1, 65536, 65536] : (tensor<4x65536x65536xbf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x65536x65536xbf16>
    %l = stablehlo.reshape %s : (tensor<1x65536x65536xbf16>) -> tensor<65536x65536xbf16>
    %h = stablehlo.dot_general %a, %l, contracting_dims = [1] x [0] : (tensor<65536x65536xbf16>, tensor<65536x65536xbf16>) -> tensor<65536x65536xbf16>
    %t = stablehlo.tanh %h : tensor<65536x65536xbf16>
    %m = stablehlo.dot_general %t, %v, contracting_dims = [1] x [0] : (tensor<65536x65536xbf16>, tensor<65536x65536xbf16>) -> tensor<65536x65536xbf16>
    %p = stablehlo.pad %m, %pad, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<65536x65536xbf16>, tensor<bf16>) -> tensor<65537x65536xbf16>
    %q = stablehlo.slice %p [0:65536, 0:65536] : (tensor<65537x65536xbf16>) -> tensor<65536x65536xbf16>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %q : tensor<i32>, tensor<65536x65536xbf16>
  }}
  return %r#1 : tensor<65536x65536xbf16>
}}
)";
  return fmt::format(kText, x, y);
}

struct Made {
  size_t ops = 0, collectives = 0, permutes = 0, lists = 0;
  double step = 0;
};

Made made(int64_t x, int64_t y, Objective objective, bool rings) {
  const std::string text = program(x, y);
  Context context;
  CompileOptions options;
  options.goal = Goal::kExecute;
  options.objective = objective;
  options.verify_each = true;
  options.limits.rings_everywhere = rings;
  auto source = std::make_shared<SourceText>("it.mlir", text);
  Compilation it(context, source, TextRange{0, text.size()}, std::move(options));
  EXPECT_TRUE(it.run()) << it.diagnostics().render_all();
  if (it.failed() != nullptr) return {};
  Made out;
  const Module& local = *it.partitioned().module;
  walk(local.entry()->body(), [&](const Op& op) {
    ++out.ops;
    if (!op.info().has(kCollective)) return;
    ++out.collectives;
    const Attr groups = op.attr(AttrKey::kReplicaGroups), pairs = op.attr(AttrKey::kSourceTargetPairs);
    if (pairs) ++out.permutes;
    if ((groups && groups.is(AttrKind::kArray)) || (pairs && pairs.is(AttrKind::kInts))) ++out.lists;
  });
  const auto report = cost::cost_of(*local.entry(), it.completion().meshes().main(), it.hardware());
  EXPECT_TRUE(report.ok());
  if (report.ok()) out.step = report->time.scheduled;
  return out;
}

class ManyDevices : public testing::TestWithParam<std::tuple<Objective, bool>> {};

TEST_P(ManyDevices, AreListedNowhere) {
  const auto [objective, rings] = GetParam();
  const Made few = made(32, 32, objective, rings), many = made(2048, 2048, objective, rings);
  EXPECT_LT(many.ops, 2 * few.ops);
  EXPECT_LT(many.collectives, 2 * few.collectives);
  EXPECT_GT(many.permutes, 0u);
  EXPECT_EQ(many.lists, 0u);
  EXPECT_GT(many.step, 0);
}

INSTANTIATE_TEST_SUITE_P(All, ManyDevices,
                         testing::Values(std::tuple(Objective::kTime, false), std::tuple(Objective::kBytes, false),
                                         std::tuple(Objective::kBytes, true)));

}  // namespace
}  // namespace partita::core::driver
