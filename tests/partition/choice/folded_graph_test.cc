// Equal layers are decided once, and what that costs is what it costs for all of them.
#include "partition/choice/folded_graph.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iterator>

#include "driver/compilation.h"
#include "partition/choice/global_search.h"
#include "partition/choice/measure.h"
#include "partition/choice/partition_plan.h"
#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {
namespace {

// x <- x + tanh(x w) v in every layer; the last one squares instead.
std::string layers(int count) {
  std::string arguments = R"(%x0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})";
  std::string body;
  for (int i = 0; i < count; ++i) {
    fmt::format_to(std::back_inserter(arguments),
                   R"(, %w{0}: tensor<16x32xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"x"}}, {{"y"}}]>}})"
                   R"(, %v{0}: tensor<32x16xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{"y"}}, {{"x"}}]>}})",
                   i);
    fmt::format_to(std::back_inserter(body),
                   "  %h{0} = stablehlo.dot_general %x{0}, %w{0}, contracting_dims = [1] x [0] : (tensor<8x16xf32>, "
                   "tensor<16x32xf32>) -> tensor<8x32xf32>\n"
                   "  %a{0} = stablehlo.{2} : tensor<8x32xf32>\n"
                   "  %y{0} = stablehlo.dot_general %a{0}, %v{0}, contracting_dims = [1] x [0] : (tensor<8x32xf32>, "
                   "tensor<32x16xf32>) -> tensor<8x16xf32>\n"
                   "  %x{1} = stablehlo.add %x{0}, %y{0} : tensor<8x16xf32>\n",
                   i, i + 1, i + 1 < count ? fmt::format("tanh %h{}", i) : fmt::format("multiply %h{0}, %h{0}", i));
  }
  return fmt::format(
      "module {{\nsdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\nfunc.func @main({}) -> tensor<8x16xf32> {{\n{}  return %x{} : "
      "tensor<8x16xf32>\n}}\n}}\n",
      arguments, body, count);
}

class Folding : public testing::Test {
 protected:
  void complete_program(const std::string& text) {
    auto source = std::make_shared<SourceText>("program", text);
    compilation_.emplace(context_, source, TextRange{0, text.size()}, CompileOptions());
    ASSERT_TRUE(compilation_->run_until("complete")) << compilation_->diagnostics().render_all();
  }
  const Completion& completion() const { return compilation_->completion(); }

  Context context_;
  std::optional<Compilation> compilation_;
};

TEST_F(Folding, LeavesSmallProgramsAsTheyAre) {
  complete_program(layers(5));
  FoldedGraph graph = fold(completion());
  EXPECT_EQ(graph.nodes.size(), completion().graph().nodes.size());
  EXPECT_EQ(graph.edges.size(), completion().graph().edges.size());
}

// A node takes in each sharding what a local value of that type takes in the report.
TEST_F(Folding, StoredBytesAreThoseOfPaddedShards) {
  complete_program(layers(2));
  const MeshPtr mesh = completion().meshes().main();
  FoldedNode node;
  node.type = context_.tensor(ElementType::kF32, {20, 64});
  node.bytes = cost::bytes_of(node.type);
  auto divided = [&](int dim) {
    Sharding::Spec spec;
    spec.dims.resize(2);
    spec.dims[static_cast<size_t>(dim)].axes = {whole_axis(*mesh, 0)};
    return Sharding::make(mesh, spec).value();
  };
  const Sharding rows = divided(0), columns = divided(1);
  EXPECT_EQ(stored_bytes(node, rows), 10 * 64 * 4);
  EXPECT_EQ(stored_bytes(node, columns), 20 * 32 * 4);
  node.form.tile = {8, 128};
  const auto padded = [&](std::initializer_list<int64_t> dims) {
    return cost::padded_bytes(context_.tensor(ElementType::kF32, dims), node.form);
  };
  EXPECT_DOUBLE_EQ(stored_bytes(node, rows), padded({10, 64}));
  EXPECT_DOUBLE_EQ(stored_bytes(node, columns), padded({20, 32}));
  EXPECT_EQ(padded({20, 32}), 24 * 128 * 4);
}

TEST_F(Folding, FurtherEqualLayersAddNothing) {
  complete_program(layers(20));
  const FoldedGraph few = fold(completion(), 0);
  complete_program(layers(60));
  const FoldedGraph many = fold(completion(), 0);
  EXPECT_EQ(many.nodes.size(), few.nodes.size());
  EXPECT_EQ(many.edges.size(), few.edges.size());
  double nodes = 0, edges = 0;
  for (const FoldedNode& node : many.nodes) nodes += node.count;
  for (const FoldedEdge& edge : many.edges) edges += edge.count;
  EXPECT_EQ(nodes, static_cast<double>(completion().graph().nodes.size()));
  EXPECT_EQ(edges, static_cast<double>(completion().graph().edges.size()));
}

TEST_F(Folding, KeepsApartWhatHasOtherNeighbours) {
  complete_program(layers(20));
  const FoldedGraph graph = fold(completion(), 0);
  // The first products of the first layer, of one in the middle, and of the last.
  std::vector<uint32_t> products;
  for (size_t l = 0; l < completion().graph().edges.size(); ++l) {
    const PropagationEdge& edge = completion().graph().edges[l];
    if (edge.op == nullptr || !edge.op->is(OpKind::kDotGeneral) || edge.op->operand(1)->type().dim(0) != 16) continue;
    products.push_back(graph.folded_edge_of[l]);
  }
  ASSERT_EQ(products.size(), 20);
  EXPECT_EQ(products[9], products[10]);
  EXPECT_NE(products[0], products[10]);
  EXPECT_NE(products[19], products[10]);
}

// Two chains of six tanh that begin with an op of different names: what is 4 hops away from that op differs, the rest
// is one.
TEST_F(Folding, LooksFourHopsFar) {
  std::string body;
  for (const char* chain : {"a", "b"}) {
    fmt::format_to(std::back_inserter(body), "  %{}0 = stablehlo.{} %x : tensor<8xf32>\n", chain,
                   *chain == 'a' ? "sine" : "cosine");
    for (int i = 0; i < 6; ++i) {
      fmt::format_to(std::back_inserter(body), "  %{0}{1} = stablehlo.tanh %{0}{2} : tensor<8xf32>\n", chain, i + 1, i);
    }
  }
  complete_program(
      "sdy.mesh @mesh = <[\"x\"=2]>\n"
      "func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {\n" +
      body + "  return %a6, %b6 : tensor<8xf32>, tensor<8xf32>\n}\n");
  const FoldedGraph graph = fold(completion(), 0);
  const std::vector<ValueNode>& nodes = completion().graph().nodes;
  auto folded = [&](const std::string& name) {
    const auto at = std::find_if(nodes.begin(), nodes.end(), [&](const ValueNode& node) {
      return node.value != nullptr && node.value->name().text() == name;
    });
    return graph.folded_node_of.at(at - nodes.begin());
  };
  for (const char* i : {"0", "1", "2", "3"}) EXPECT_NE(folded(std::string("a") + i), folded(std::string("b") + i)) << i;
  for (const char* i : {"4", "5", "6"}) EXPECT_EQ(folded(std::string("a") + i), folded(std::string("b") + i)) << i;
}

TEST_F(Folding, CostsWhatTheWholeProgramCosts) {
  complete_program(layers(20));
  PartitionPlan plan(compilation_->entry(), completion(), lowering_capabilities(), PlanKind::kAnnotated);
  StrategySelector selector(completion().rules(), completion().pool(), plan.capabilities());
  const GlobalPlan folded = search_globally(completion(), selector, plan.capabilities(), 0);
  EXPECT_LT(folded.cost, folded.start_cost);
  const FoldedGraph graph = fold(completion());
  const double cost =
      measure(graph, {folded.shardings, folded.choices}, plan.capabilities(), completion().pool(), plan.weights());
  EXPECT_NEAR(cost, folded.cost, 1e-9 * cost);
  const GlobalPlan unfolded = search_globally(completion(), selector, plan.capabilities());
  EXPECT_NEAR(unfolded.start_cost, folded.start_cost, 1e-9 * cost);
  EXPECT_LE(folded.cost, 1.02 * unfolded.cost);
}

}  // namespace
}  // namespace partita::core::partition
