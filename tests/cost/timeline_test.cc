// Steps on streams, against timelines drawn by hand.
#include "cost/timeline.h"

#include <gtest/gtest.h>

#include "cost/op_prices.h"
#include "cost/time.h"
#include "parsed_program.h"

namespace partita::core::cost {
namespace {

// Kernels of 8x8xf32 that read and write one tensor take 512 / 128 = 4 seconds.
Hardware machine() {
  Hardware out;
  out.memory_bandwidth = 128;
  out.vector_flops = 1e30;
  out.matrix_flops = {{"f32", 1e30}};
  out.levels = {{"net", 0, 1, 0}};
  return out;
}

CollectiveTimes all_take(const Function& local, double seconds) {
  CollectiveTimes out;
  walk(local.body(), [&](const Op& op) {
    if (collective_kind(op.kind())) out[&op] = {seconds, {seconds}};
  });
  return out;
}

constexpr const char* kGather = R"(
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> (tensor<16x8xf32>, tensor<8x8xf32>) {
    %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<8x8xf32>) -> tensor<16x8xf32>
    %a = stablehlo.tanh %y : tensor<8x8xf32>
    %b = stablehlo.reverse %a, dims = [0] : tensor<8x8xf32>
    %t = stablehlo.tanh %g : tensor<16x8xf32>
    return %t, %b : tensor<16x8xf32>, tensor<8x8xf32> } })";

TEST(Timeline, CollectivesRunBesideKernels) {
  const ParsedProgram program(kGather);
  const Hardware hardware = machine();
  const Steps steps = steps_of(*program.entry, hardware);
  auto run = [&](double gather, const Hardware& on) {
    return run_timeline(*program.entry, steps, all_take(*program.entry, gather), on);
  };
  // One kernel of 4 seconds for y, one of 8 for what is gathered.
  Timeline timeline = run(3, hardware);
  EXPECT_DOUBLE_EQ(timeline.step, 12);
  EXPECT_DOUBLE_EQ(timeline.exposed, 0);
  timeline = run(7, hardware);
  EXPECT_DOUBLE_EQ(timeline.step, 7 + 8);
  EXPECT_DOUBLE_EQ(timeline.exposed, 3);
  ASSERT_EQ(timeline.exposed_by_op.size(), 1);
  EXPECT_TRUE(timeline.exposed_by_op[0].op->is(OpKind::kAllGather));
  EXPECT_DOUBLE_EQ(timeline.compute, 12);
  EXPECT_DOUBLE_EQ(timeline.collective, 7);
  Hardware serial = hardware;
  serial.overlaps = false;
  timeline = run(7, serial);
  EXPECT_DOUBLE_EQ(timeline.step, 7 + 12);
  EXPECT_DOUBLE_EQ(timeline.exposed, 7);
}

// Permutes to both neighbours of a ring share no direction of its links, two to the same one do.
TEST(Timeline, MessagesInBothDirectionsGoAtOnce) {
  const ParsedProgram program(R"(
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %a = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %b = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[1, 0], [2, 1], [3, 2], [0, 3]]> : tensor<4x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %a, %b : tensor<8x8xf32>, tensor<8x8xf32> } })");
  Hardware ring = machine();
  ring.levels.clear();
  ring.torus = Torus{.dims = {4}, .link_bandwidth = 64};
  const Wire wire = wire_of(*program.entry, nullptr);
  const Result<Topology> topology = Topology::make(ring, 4, nullptr);
  ASSERT_TRUE(topology.ok());
  CollectiveTimes times = collective_times(wire, *topology, ring);
  const Steps steps = steps_of(*program.entry, ring);
  Timeline timeline = run_timeline(*program.entry, steps, times, ring);
  EXPECT_DOUBLE_EQ(timeline.step, 4);  // 256 bytes at 64 a second
  EXPECT_DOUBLE_EQ(timeline.collective, 8);
  EXPECT_DOUBLE_EQ(timeline.by_link[0], 4);
  for (auto at = times.begin(); at != times.end(); ++at) at.value().ways = {kOneWay, kBothWays};
  timeline = run_timeline(*program.entry, steps, times, ring);
  EXPECT_DOUBLE_EQ(timeline.step, 8);
  EXPECT_DOUBLE_EQ(timeline.by_link[0], 8);
}

TEST(Timeline, TheStepLiesBetweenItsBounds) {
  const ParsedProgram program(kGather);
  Hardware hardware = machine();
  const Steps steps = steps_of(*program.entry, hardware);
  for (const bool overlaps : {true, false}) {
    for (const double gather : {0.1, 3.0, 7.0, 50.0}) {
      for (const double launch : {0.0, 3.0, 30.0}) {
        hardware.overlaps = overlaps;
        hardware.overheads.launch = launch;
        const StepTime time =
            step_time(run_timeline(*program.entry, steps, all_take(*program.entry, gather), hardware));
        EXPECT_LE(time.least(), time.scheduled) << gather << " " << launch;
        EXPECT_LE(time.scheduled, time.most()) << gather << " " << launch;
        if (!overlaps) {
          EXPECT_DOUBLE_EQ(time.scheduled, time.most()) << gather << " " << launch;
        }
      }
    }
  }
}

TEST(Timeline, TheHostMayBeTheLimit) {
  const ParsedProgram program(kGather);
  Hardware hardware = machine();
  hardware.overheads.launch = 10;
  hardware.overheads.step = 1;
  const Steps steps = steps_of(*program.entry, hardware);
  const Timeline timeline = run_timeline(*program.entry, steps, all_take(*program.entry, 1), hardware);
  EXPECT_EQ(timeline.kernels, 2);
  EXPECT_DOUBLE_EQ(timeline.host, 1 + 3 * 10);
  EXPECT_DOUBLE_EQ(timeline.step, 31);
}

std::string loop_of(int trips) {
  return R"(
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %i = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.while(%k = %i, %c = %x) : tensor<i32>, tensor<8x8xf32>
      cond { %n = stablehlo.constant dense<)" +
         std::to_string(trips) + R"(> : tensor<i32>
             %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
             stablehlo.return %p : tensor<i1> }
      do { %o = stablehlo.constant dense<1> : tensor<i32>
           %j = stablehlo.add %k, %o : tensor<i32>
           %d = stablehlo.tanh %c : tensor<8x8xf32>
           %s = "stablehlo.all_reduce"(%d) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
             channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
             ^bb0(%a: tensor<f32>, %b: tensor<f32>):
               %q = stablehlo.add %a, %b : tensor<f32>
               stablehlo.return %q : tensor<f32> }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
           stablehlo.return %j, %s : tensor<i32>, tensor<8x8xf32> }
    return %r#1 : tensor<8x8xf32> } })";
}

TEST(Timeline, LoopsGoOnAtThePaceOfTheirIterations) {
  for (const int trips : {1, 2, 3, 50, 1000}) {
    const ParsedProgram program(loop_of(trips).c_str());
    Hardware hardware = machine();
    hardware.overheads.loop = 0.5;
    const Steps steps = steps_of(*program.entry, hardware);
    int events = 0;
    const Timeline timeline = run_timeline(*program.entry, steps, all_take(*program.entry, 2), hardware,
                                           [&](const TimelineEvent&) { ++events; });
    // The argument is copied first (4 s); each iteration is a kernel (4 s), its sum (2 s), which the next one waits
    // for, and half a second beside it.
    EXPECT_NEAR(timeline.step, 4 + 6.0 * trips, 1e-9 * trips) << trips;
    EXPECT_NEAR(timeline.compute, 4 + 4.5 * trips, 1e-9 * trips) << trips;
    EXPECT_NEAR(timeline.collective, 2.0 * trips, 1e-9 * trips) << trips;
    EXPECT_EQ(timeline.kernels, trips) << trips;
    EXPECT_LE(events, 15) << trips;
    ASSERT_EQ(timeline.loops.size(), 1);
    EXPECT_NEAR(timeline.exposed, 1.5 * trips, 1e-9 * trips) << trips;
  }
}

}  // namespace
}  // namespace partita::core::cost
