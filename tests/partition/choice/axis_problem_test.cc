#include "partition/choice/axis_problem.h"

#include <gtest/gtest.h>

#include "driver/compilation.h"
#include "partition/choice/axes.h"
#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {
namespace {

// An argument that two ops read, as it lies: there is nothing to change, neither in what they read nor in how they are
// computed.
TEST(AxisProblem, ChangesNothingThatIsBestAlready) {
  const std::string text = R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = stablehlo.tanh %x : tensor<8x4xf32>
  %1 = stablehlo.sine %x : tensor<8x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
}
)";
  Context context;
  Compilation compilation(context, std::make_shared<SourceText>("program", text), TextRange{0, text.size()},
                          CompileOptions());
  ASSERT_TRUE(compilation.run_until("complete")) << compilation.diagnostics().render_all();
  const Completion& completion = compilation.completion();
  const FoldedGraph graph = fold(completion);
  const MeshPtr mesh = completion.meshes().main();
  StrategySelector selector(completion.rules(), completion.pool(), lowering_capabilities());
  ASSERT_TRUE(graph.nodes[0].has_shared_copy);

  FoldedPlan start;
  for (const FoldedNode& node : graph.nodes) start.shardings.push_back(node.storage_sharding);
  for (const FoldedEdge& edge : graph.edges) {
    std::vector<const Sharding*> tensors;
    for (NodeId c : graph.nodes_of(edge)) tensors.push_back(start.shardings[c]);
    const std::span<const Sharding* const> all = tensors;
    start.choices.push_back(
        edge.is_computed ? &selector.choose(*edge.op, all.first(edge.operands), all.subspan(edge.operands)) : nullptr);
  }
  Assignment assignment(graph, find_atoms(graph, mesh), start);
  ASSERT_EQ(assignment.num_axes(), 1);
  EXPECT_FALSE(solve_axis(graph, assignment, 0, mesh, selector, lowering_capabilities()));
}

}  // namespace
}  // namespace partita::core::partition
