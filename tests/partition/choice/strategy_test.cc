// What a choice costs, and what of a sharding is left in manual code.
#include <gtest/gtest.h>

#include "cost/op_prices.h"
#include "driver/compilation.h"
#include "partition/choice/assignment.h"
#include "partition/choice/axes.h"
#include "partition/choice/measure.h"
#include "partition/choice/sharding_table.h"
#include "partition/choice/strategy_selector.h"
#include "partition/lower/lowering_patterns.h"
#include "partition/reshard/estimate.h"

namespace partita::core::partition {
namespace {

Sharding sharding(const MeshPtr& mesh, std::vector<AxisRefs> dims, AxisRefs manual = {}) {
  Sharding::Spec spec;
  for (AxisRefs& axes : dims) spec.dims.push_back({std::move(axes), false, std::nullopt});
  spec.manual = std::move(manual);
  return Sharding::make(mesh, std::move(spec)).value();
}

TEST(WithManualOf, DimensionsThatManualAxesDivideAreWhole) {
  const MeshPtr mesh = std::make_shared<const Mesh>(Mesh::make({{"x", 2}, {"y", 4}}).value());
  const MeshPtr other = std::make_shared<const Mesh>(Mesh::make({{"z", 8}}).value());
  const AxisRef x = whole_axis(*mesh, 0), y = whole_axis(*mesh, 1);
  ShardingPool pool;
  auto inside = [&](const Sharding& from, const Sharding& to) {
    return to_string(*with_manual_of(pool.intern(from), to, pool));
  };
  const Sharding manual = sharding(mesh, {{}, {}}, {x});
  EXPECT_EQ(inside(sharding(mesh, {{x}, {y}}), manual), "[-, y] manual(x)");
  EXPECT_EQ(inside(sharding(mesh, {{y, x}, {}}), manual), "[y, -] manual(x)");
  EXPECT_EQ(inside(sharding(mesh, {{y}, {}}, {x}), manual), "[y, -] manual(x)");
  EXPECT_EQ(inside(sharding(mesh, {{y}, {}}, {x}), sharding(mesh, {{}, {}})), "[y, -]");
  EXPECT_EQ(inside(sharding(other, {{whole_axis(*other, 0)}, {}}), manual), "[-, -] manual(x)");
}

TEST(AxisLists, NumbersStandForLists) {
  const AxisRef x{0, 1, 4}, y{1, 1, 2}, x0{0, 1, 2}, x1{0, 2, 2};
  AxisLists lists;
  EXPECT_EQ(lists.id_of({}), AxisLists::kEmpty);
  const AxisLists::Id one = lists.id_of({x}), both = lists.id_of({x, y});
  EXPECT_NE(one, both);
  EXPECT_EQ(lists.id_of({x, y}), both);
  EXPECT_EQ(lists.size(both), 8);
  EXPECT_EQ(lists.concatenated(one, lists.id_of({y})), both);
  EXPECT_EQ(lists.joined(lists.id_of({x0, x1})), one);
  EXPECT_EQ(lists.joined(lists.id_of({x1, x0})), lists.id_of({x1, x0}));
  lists.set_atoms({x0, y});
  EXPECT_EQ(lists.axes(lists.without(both, 0)), (AxisRefs{x1, y}));
  EXPECT_EQ(lists.without(both, 1), one);
  EXPECT_EQ(lists.axes(lists.with_first(one, 1)), (AxisRefs{y, x}));
  EXPECT_EQ(lists.with_last(one, 1), both);
  lists.set_atoms({y, x0});  // what is known of a place is that of other atoms
  EXPECT_EQ(lists.without(both, 0), one);
}

TEST(ShardingTable, FindsWhatThePoolHas) {
  const MeshPtr mesh = std::make_shared<const Mesh>(Mesh::make({{"x", 2}, {"y", 4}}).value());
  const AxisRef x = whole_axis(*mesh, 0), y = whole_axis(*mesh, 1);
  ShardingPool pool;
  ShardingTable table(pool);
  const AxisLists::Id none = AxisLists::kEmpty, on_x = table.lists().id_of({x}), on_y = table.lists().id_of({y});
  auto find = [&](std::vector<AxisLists::Id> dims, AxisLists::Id unreduced, ReductionKind kind, AxisLists::Id manual) {
    return table.find(mesh, dims, unreduced, kind, manual);
  };
  const Sharding* plain = find({on_x, none}, none, ReductionKind::kSum, none);
  EXPECT_EQ(plain, pool.intern(sharding(mesh, {{x}, {}})));
  EXPECT_EQ(find({on_x, none}, none, ReductionKind::kSum, none), plain);
  EXPECT_EQ(find({on_x, none}, none, ReductionKind::kSum, on_y), pool.intern(sharding(mesh, {{x}, {}}, {y})));
  EXPECT_EQ(to_string(*find({on_x, none}, on_y, ReductionKind::kMax, none)), "[x, -] unreduced max(y)");
  EXPECT_EQ(to_string(*find({on_x, none}, on_y, ReductionKind::kSum, none)), "[x, -] unreduced sum(y)");
  EXPECT_EQ(find({on_x, on_x}, none, ReductionKind::kSum, none), nullptr);
  EXPECT_EQ(find({on_x, on_x}, none, ReductionKind::kSum, none), nullptr);
}

// Every operand and every result is counted where it is stored otherwise than it is computed.
TEST(Measure, IsWorkAndReshards) {
  const std::string text =
      "sdy.mesh @m = <[\"x\"=4]>\nfunc.func @main(%a: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, "
      "{}]>}, %b: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {\"x\"}]>}) -> (tensor<64x16xf32> "
      "{sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>}) {\n  %r = stablehlo.dot_general %a, %b, contracting_dims = "
      "[1] x [0] : (tensor<64x8xf32>, tensor<8x16xf32>) -> tensor<64x16xf32>\n  return %r : tensor<64x16xf32>\n}\n";
  Context context;
  Compilation compilation(context, std::make_shared<SourceText>("program", text), TextRange{0, text.size()}, {});
  ASSERT_TRUE(compilation.run_until("complete")) << compilation.diagnostics().render_all();
  const Completion& completion = compilation.completion();
  const Op& op = *compilation.entry().body().begin();
  const Rule& rule = completion.rules().rule(op);
  const MeshPtr mesh = completion.meshes().main();
  const LoweringCapabilities& capabilities = lowering_capabilities();
  StrategySelector selector(completion.rules(), completion.pool(), capabilities);
  const FoldedGraph graph = fold(completion);
  // Undivided; then rows, columns and what is summed in turn.
  for (int factor = -1; factor < std::ssize(rule.factors); ++factor) {
    FactorAxes axes(rule.factors.size());
    if (factor >= 0) axes[factor].push_back(whole_axis(*mesh, 0));
    const Choice* choice = selector.make(op, axes, {}, mesh, {});
    ASSERT_NE(choice, nullptr);
    FoldedPlan plan;
    for (const FoldedNode& node : graph.nodes) plan.shardings.push_back(node.storage_sharding);
    for (const FoldedEdge& edge : graph.edges) plan.choices.push_back(edge.is_computed ? choice : nullptr);
    double want = cost::op_work(op) * kDefaultWeights.operation / (factor < 0 ? 1 : 4);
    auto moved = [&](const Value* value, const Sharding* from, const Sharding* to) {
      want += kDefaultWeights.of(reshard::estimate(value->type().dims(), 32, *from, *to));
    };
    for (int i = 0; i < 2; ++i) {
      moved(op.operand(i), completion.sharding_of(op.operand(i)), choice->operands[i]);
    }
    moved(op.result(), choice->results[0], completion.sharding_of(op.result()));
    EXPECT_DOUBLE_EQ(measure(graph, plan, capabilities, completion.pool(), kDefaultWeights), want) << factor;
  }
}

// Only then does the order of axes matter.
TEST(Assignment, KnowsWhereAxesShareADimension) {
  for (const auto& [hint, shares] : {std::pair("[{\"x\", \"y\"}, {}]", true), std::pair("[{\"x\"}, {\"y\"}]", false),
                                     std::pair("[{}, {\"y\", \"x\"}]", true), std::pair("[{}, {\"y\"}]", false)}) {
    const std::string text =
        "sdy.mesh @m = <[\"x\"=2, \"y\"=2]>\nfunc.func @main(%a: tensor<8x8xf32> {sdy.sharding = "
        "#sdy.sharding<@m, " +
        std::string(hint) +
        ">}) -> tensor<8x8xf32> {\n  %r = stablehlo.negate %a : tensor<8x8xf32>\n  return %r : "
        "tensor<8x8xf32>\n}\n";
    Context context;
    Compilation compilation(context, std::make_shared<SourceText>("program", text), TextRange{0, text.size()}, {});
    ASSERT_TRUE(compilation.run_until("complete")) << compilation.diagnostics().render_all();
    const FoldedGraph graph = fold(compilation.completion());
    FoldedPlan start;
    for (const FoldedNode& node : graph.nodes) start.shardings.push_back(node.storage_sharding);
    start.choices.assign(graph.edges.size(), nullptr);
    const Assignment assignment(graph, find_atoms(graph, compilation.completion().meshes().main()), start);
    EXPECT_EQ(assignment.shares_dimensions(), shares) << hint;
  }
}

}  // namespace
}  // namespace partita::core::partition
