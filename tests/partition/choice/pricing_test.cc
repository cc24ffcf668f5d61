// Prices of time: along which links, of which shapes; and choices that flip where prices cross.
#include "partition/choice/pricing.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "driver/compilation.h"
#include "partition/choice/memory_pressure.h"
#include "text/read.h"

namespace partita::core::partition {
namespace {

// A program, compiled through lowering by the objective on the hardware.
class Chosen {
 public:
  Chosen(const std::string& text, Objective objective, const std::string& hardware = "h100") {
    auto source = std::make_shared<const SourceText>("program.mlir", text);
    Diagnostics diagnostics;
    CompileOptions options;
    options.goal = driver::Goal::kExecute;
    options.objective = objective;
    options.hardware = std::make_shared<const Hardware>(cost::load_hardware(hardware).value());
    const TextRange range = text::split_programs(*source, diagnostics).front();
    compilation_ = std::make_unique<Compilation>(context_, source, range, std::move(options));
    EXPECT_TRUE(compilation_->run_until("lower")) << compilation_->diagnostics().render_all();
  }
  // The largest side that a collective of this kind has, in bytes; 0 where there is none.
  double largest(OpKind kind) const {
    double most = 0;
    walk(compilation_->partitioned().module->entry()->body(), [&](const Op& op) {
      if (op.is(kind)) most = std::max(most, cost::bytes_of(op.result()->type()));
    });
    return most;
  }
  int count(OpKind kind) const {
    int found = 0;
    walk(compilation_->partitioned().module->entry()->body(), [&](const Op& op) { found += op.is(kind) ? 1 : 0; });
    return found;
  }
  const Function& entry() const { return compilation_->entry(); }

 private:
  Context context_;
  std::unique_ptr<Compilation> compilation_;
};

// Activations divided along the batch, weights along the contraction, as fully sharded data parallelism stores them.
std::string sharded_product(int64_t batch) {
  return fmt::format(
      "sdy.mesh @mesh = <[\"x\"=8]>\n"
      "func.func @main(%h: tensor<{0}x1024xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{\"x\"}}, {{}}]>}},\n"
      "                %w: tensor<1024x1024xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{\"x\"}}, {{}}]>}})\n"
      "    -> (tensor<{0}x1024xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{\"x\"}}, {{}}]>}}) {{\n"
      "  %y = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0]\n"
      "      : (tensor<{0}x1024xf32>, tensor<1024x1024xf32>) -> tensor<{0}x1024xf32>\n"
      "  return %y : tensor<{0}x1024xf32>\n}}\n",
      batch);
}

constexpr double kWeights = 1024 * 1024 * 4;

// Few rows move to where the weights are; many rows stay, and the weights are gathered. In between it flips once.
TEST(DecidingByTime, GatheringWeightsFlipsOnceWithTheBatch) {
  for (const char* hardware : {"h100", "tpu_v3", "cpu"}) {
    int flips = 0;
    bool gathered = false;
    for (int64_t batch = 8; batch <= 1 << 16; batch *= 2) {
      const bool now =
          Chosen(sharded_product(batch), Objective::kTime, hardware).largest(OpKind::kAllGather) == kWeights;
      flips += now != gathered ? 1 : 0;
      gathered = now;
    }
    EXPECT_EQ(flips, 1) << hardware;
    EXPECT_TRUE(gathered) << hardware;
  }
}

// Two messages take longer than one, however short they are; by bytes only the bytes count.
TEST(DecidingByTime, LatencyCounts) {
  const Chosen by_time(sharded_product(64), Objective::kTime), by_bytes(sharded_product(64), Objective::kBytes);
  EXPECT_LE(by_time.count(OpKind::kAllGather) + by_time.count(OpKind::kAllToAll) +
                by_time.count(OpKind::kReduceScatter) + by_time.count(OpKind::kAllReduce),
            by_bytes.count(OpKind::kAllGather) + by_bytes.count(OpKind::kAllToAll) +
                by_bytes.count(OpKind::kReduceScatter) + by_bytes.count(OpKind::kAllReduce));
}

TEST(TimePrices, FollowTheLinksOfTheAxes) {
  const MeshPtr mesh = std::make_shared<const Mesh>(Mesh::make({{"x", 2}, {"y", 8}}).value());
  const Hardware& hardware = cost::default_hardware();
  const Chosen program(sharded_product(8), Objective::kTime);
  const Pricing pricing = Pricing::by_time(hardware, program.entry(), mesh, 16).value();
  const AxisRef x = whole_axis(*mesh, 0), y = whole_axis(*mesh, 1);
  auto price = [&](const AxisRef& axis, double bytes) {
    return pricing.collectives().of(CollectiveKind::kAllGather, bytes, static_cast<double>(axis.size), {&axis, 1});
  };
  // y lies inside of a node of 8, x between two nodes: slower to begin and to send.
  EXPECT_GT(price(x, 1e9), 2 * price(y, 1e9));
  EXPECT_GT(price(y, 1e6), price(y, 1e3));
  // What it says in seconds is what the report says, up to what fewer collectives are preferred by.
  const Topology topology = Topology::make(hardware, 16, mesh).value();
  for (const double bytes : {1e3, 1e6, 1e10}) {
    const double want = topology
                            .time(CollectiveKind::kAllGather, {sent_bytes(CollectiveKind::kAllGather, bytes, 8), 1},
                                  topology.place(CollectiveKind::kAllGather, {&y, 1}))
                            .seconds;
    EXPECT_NEAR(price(y, bytes) * pricing.weights().unit, want, 0.1 * want) << bytes;
  }
}

TEST(TimePrices, OfWorkAreByShapeAndTraffic) {
  const Chosen program(sharded_product(4096), Objective::kTime);
  const Pricing pricing = Pricing::by_time(cost::default_hardware(), program.entry(), nullptr, 1).value();
  const Op& dot = *program.entry().body().begin();
  RuleCache rules;
  const Rule& rule = rules.rule(dot);
  const OpWork work = pricing.work_of(dot, rule);
  ASSERT_TRUE(work.is_product);
  const double whole = pricing.work(work, {});
  for (int f = 0; f < std::ssize(rule.factors); ++f) {
    const FactorParts eight{f, 8};
    const double divided = pricing.work(work, {&eight, 1});
    EXPECT_LT(divided, whole) << f;
    EXPECT_GT(divided, whole / 8.01) << f;  // small products stay below the peak
  }
  // 4096 rows are no more than 4096 parts.
  const FactorParts many{0, 1e6}, all{0, 4096};
  EXPECT_DOUBLE_EQ(pricing.work(work, {&many, 1}), pricing.work(work, {&all, 1}));
}

// 64 columns divided by 16 are 4, along the 8 rows of a tile: twice as much as its elements. 4096 rows fill tiles.
TEST(TimePrices, OfTrafficAreThoseOfWholeTiles) {
  const std::string text =
      "func.func @main(%x: tensor<4096x64xf32>) -> tensor<4096x64xf32> {\n"
      "  %y = stablehlo.abs %x : tensor<4096x64xf32>\n"
      "  return %y : tensor<4096x64xf32>\n}\n";
  for (const char* hardware : {"h100", "tpu_v3"}) {
    const Chosen program(text, Objective::kTime, hardware);
    const Pricing pricing =
        Pricing::by_time(cost::load_hardware(hardware).value(), program.entry(), nullptr, 1).value();
    const Op& abs = *program.entry().body().begin();
    RuleCache rules;
    const OpWork work = pricing.work_of(abs, rules.rule(abs));
    const FactorParts rows{0, 16}, columns{1, 16};
    const double whole = pricing.work(work, {});
    EXPECT_DOUBLE_EQ(pricing.work(work, {&rows, 1}), whole / 16) << hardware;
    EXPECT_DOUBLE_EQ(pricing.work(work, {&columns, 1}), whole / (hardware[0] == 't' ? 8 : 16)) << hardware;
  }
}

// %b lives only where little does; %a across the peak.
TEST(PressureOfMemory, IsTheThirdPowerOfHowNearThePeakIs) {
  const std::string text =
      "func.func @main(%x: tensor<64xf32>) -> tensor<256xf32> {\n"
      "  %b = stablehlo.cosine %x : tensor<64xf32>\n"
      "  %c = stablehlo.sine %b : tensor<64xf32>\n"
      "  %a = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<64xf32>) -> tensor<4x64xf32>\n"
      "  %d = stablehlo.reshape %a : (tensor<4x64xf32>) -> tensor<256xf32>\n"
      "  return %d : tensor<256xf32>\n}\n";
  Context context;
  auto source = std::make_shared<const SourceText>("program.mlir", text);
  Diagnostics diagnostics;
  CompileOptions options;
  options.hints.mesh = "x=2";
  Compilation compilation(context, source, text::split_programs(*source, diagnostics).front(), std::move(options));
  ASSERT_TRUE(compilation.run_until("complete")) << compilation.diagnostics().render_all();
  const FlowGraph& graph = compilation.completion().graph();
  std::vector<double> held(graph.nodes.size(), 0);
  NodeId a = kNoNode, b = kNoNode;
  for (NodeId c = 0; c < graph.nodes.size(); ++c) {
    if (graph.nodes[c].value == nullptr) continue;
    const std::string name(graph.nodes[c].value->name().text());
    if (name == "a") a = c, held[c] = 8;
    if (name == "b") b = c, held[c] = 4;
  }
  ASSERT_NE(a, kNoNode);
  ASSERT_NE(b, kNoNode);
  const MemoryPressure pressure = memory_pressure(graph, held);
  EXPECT_DOUBLE_EQ(pressure.at_node[a], 1);
  EXPECT_DOUBLE_EQ(pressure.at_node[b], 0.125);
  EXPECT_DOUBLE_EQ(peak_of(graph, held, {}), 8);
  const HeldCopy copy{0, graph.edges.size() - 1, 1, 3};
  EXPECT_DOUBLE_EQ(peak_of(graph, held, {&copy, 1}), 11);
}

}  // namespace
}  // namespace partita::core::partition
