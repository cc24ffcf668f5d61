// Loops that shift their state by a stage in each tick are found, however the shift is written; others are not.
#include "cost/pipeline_loops.h"

#include <fmt/format.h>

#include <algorithm>

#include "../parsed_program.h"

namespace partita::core::cost {
namespace {

// Each stage has weights of its own; the one without does not.
constexpr const char* kProduct =
    "    %next = stablehlo.dot_general %moved, %w, batching_dims = [0] x [0], contracting_dims = [2] x [1] : "
    "(tensor<4x8x8xf32>, tensor<4x8x8xf32>) -> tensor<4x8x8xf32>\n";
constexpr const char* kOneProduct =
    "    %first = stablehlo.reshape %row : (tensor<1x8x8xf32>) -> tensor<8x8xf32>\n"
    "    %next = stablehlo.dot_general %moved, %first, contracting_dims = [2] x [0] : (tensor<4x8x8xf32>, "
    "tensor<8x8xf32>) -> tensor<4x8x8xf32>\n";

// A loop over `ticks` with a state of 4 stages, which is moved by this code (%state to %moved), then multiplied.
std::string loop(const std::string& move, int ticks = 9, const char* product = kProduct) {
  return fmt::format(
      "func.func @main(%x: tensor<4x8x8xf32>, %w: tensor<4x8x8xf32>, %row: tensor<1x8x8xf32>) -> tensor<4x8x8xf32> {{\n"
      "  %c0 = stablehlo.constant dense<0> : tensor<i32>\n  %c1 = stablehlo.constant dense<1> : tensor<i32>\n"
      "  %n = stablehlo.constant dense<{}> : tensor<i32>\n  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
      "  %r:2 = stablehlo.while(%i = %c0, %state = %x) : tensor<i32>, tensor<4x8x8xf32>\n  cond {{\n"
      "    %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
      "    stablehlo.return %less : tensor<i1>\n  }} do {{\n{}{}    %j = stablehlo.add %i, %c1 : tensor<i32>\n"
      "    stablehlo.return %j, %next : tensor<i32>, tensor<4x8x8xf32>\n  }}\n  return %r#1 : tensor<4x8x8xf32>\n}}\n",
      ticks, move, product);
}

std::string slice(const char* name, const char* of, int begin, int end) {
  return fmt::format("    %{} = stablehlo.slice %{} [{}:{}, 0:8, 0:8] : (tensor<4x8x8xf32>) -> tensor<{}x8x8xf32>\n",
                     name, of, begin, end, end - begin);
}
std::string concatenate(const char* a, int rows_a, const char* b, int rows_b) {
  return fmt::format(
      "    %moved = stablehlo.concatenate %{}, %{}, dim = 0 : (tensor<{}x8x8xf32>, tensor<{}x8x8xf32>) -> "
      "tensor<4x8x8xf32>\n",
      a, b, rows_a, rows_b);
}
std::string pad(const char* name, const char* of, int from, int low, int high) {
  return fmt::format(
      "    %{} = stablehlo.pad %{}, %zero, low = [{}, 0, 0], high = [{}, 0, 0], interior = [0, 0, 0] : "
      "(tensor<{}x8x8xf32>, tensor<f32>) -> tensor<{}x8x8xf32>\n",
      name, of, low, high, from, from + low + high);
}

std::vector<PipelineLoop> pipelines_of(const Function& function) {
  std::vector<const Op*> loops;
  walk(function.body(), [&](const Op& op) {
    if (op.is(OpKind::kWhile)) loops.push_back(&op);
  });
  return pipeline_loops(function, loops);
}

// Stages of the only pipeline; 0 where there is none.
int64_t stages(const std::string& text) {
  const ParsedProgram program(text.c_str());
  const std::vector<PipelineLoop> found = pipelines_of(*program.entry);
  EXPECT_LE(found.size(), 1U);
  return found.empty() ? 0 : found[0].stages;
}

TEST(PipelineLoops, HaveBubblesByStagesAndTicks) {
  const ParsedProgram program(loop(pad("moved", "state", 4, 1, -1)).c_str());
  const std::vector<PipelineLoop> found = pipelines_of(*program.entry);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].loop, program.find(OpKind::kWhile));
  EXPECT_EQ(found[0].stages, 4);
  EXPECT_EQ(found[0].ticks, 9);
  EXPECT_DOUBLE_EQ(found[0].bubbles(), 3.0 / 9);
}

TEST(PipelineLoops, ShiftInManySpellings) {
  EXPECT_EQ(stages(loop(pad("moved", "state", 4, -1, 1))), 4);  // backward
  EXPECT_EQ(
      stages(loop(pad("p", "state", 4, 1, 0) +
                  "    %moved = stablehlo.slice %p [0:4, 0:8, 0:8] : (tensor<5x8x8xf32>) -> tensor<4x8x8xf32>\n")),
      4);
  EXPECT_EQ(stages(loop(pad("p", "state", 4, 0, 1) + pad("moved", "p", 5, -1, 0))), 4);
  EXPECT_EQ(stages(loop(slice("s", "state", 0, 3) + concatenate("row", 1, "s", 3))), 4);
  EXPECT_EQ(stages(loop(slice("s", "state", 1, 4) + concatenate("s", 3, "row", 1))), 4);
  EXPECT_EQ(stages(loop(slice("l", "state", 3, 4) + slice("s", "state", 0, 3) + concatenate("l", 1, "s", 3))), 4);
  const char* rotated =
      "    %moved = stablehlo.custom_call @_SPMDInternalOp_RotateRight(%state) {{backend_config = \"dimension={},"
      "amount={}\"}} : (tensor<4x8x8xf32>) -> tensor<4x8x8xf32>\n";
  EXPECT_EQ(stages(loop(fmt::format(fmt::runtime(rotated), 0, 1))), 4);
  EXPECT_EQ(stages(loop(fmt::format(fmt::runtime(rotated), 0, 3))), 4);
  EXPECT_EQ(stages(loop(fmt::format(fmt::runtime(rotated), 0, 2))), 0);
}

TEST(PipelineLoops, OtherLoopsAreNone) {
  EXPECT_EQ(stages(loop(pad("moved", "x", 4, 1, -1))), 0);      // not of the state
  EXPECT_EQ(stages(loop(pad("moved", "state", 4, 2, -2))), 0);  // by two stages
  EXPECT_EQ(stages(loop(pad("p", "state", 4, 1, -1) + "    %moved = stablehlo.negate %state : tensor<4x8x8xf32>\n")),
            0);
  EXPECT_EQ(stages(loop(pad("moved", "state", 4, 1, -1), 3)), 0);  // fewer ticks than stages: nothing comes out
  EXPECT_EQ(stages(loop(slice("s", "state", 0, 3) + concatenate("s", 3, "row", 1))), 0);  // nothing moves
  // A shift register: what all rows are multiplied by is the same.
  EXPECT_EQ(stages(loop(pad("moved", "state", 4, 1, -1), 9, kOneProduct)), 0);
}

// ---- local programs: a stage on each device

std::string local(const std::string& pairs, int ticks, const char* sent = "2x8", const char* made = "") {
  return fmt::format(
      "module attributes {{mhlo.num_partitions = 8 : i32}} {{\n"
      "func.func @main(%x: tensor<2x8xf32>, %w: tensor<8x8xf32>) -> tensor<2x8xf32> {{\n"
      "  %c0 = stablehlo.constant dense<0> : tensor<i32>\n  %c1 = stablehlo.constant dense<1> : tensor<i32>\n"
      "  %n = stablehlo.constant dense<{1}> : tensor<i32>\n"
      "  %r:2 = stablehlo.while(%i = %c0, %state = %x) : tensor<i32>, tensor<2x8xf32>\n  cond {{\n"
      "    %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
      "    stablehlo.return %less : tensor<i1>\n  }} do {{\n{4}"
      "    %sent = \"stablehlo.collective_permute\"(%{3}) <{{channel_handle = #stablehlo.channel_handle<handle = 1, "
      "type = 1>, source_target_pairs = dense<[{0}]> : tensor<{5}x2xi64>}}> : (tensor<{2}xf32>) -> tensor<{2}xf32>\n"
      "{6}"
      "    %next = stablehlo.dot_general %moved, %w, contracting_dims = [1] x [0] : (tensor<2x8xf32>, tensor<8x8xf32>) "
      "-> tensor<2x8xf32>\n    %j = stablehlo.add %i, %c1 : tensor<i32>\n"
      "    stablehlo.return %j, %next : tensor<i32>, tensor<2x8xf32>\n  }}\n  return %r#1 : tensor<2x8xf32>\n}}\n}}\n",
      pairs, ticks, sent, *made != 0 ? "row" : "state",
      *made != 0 ? "    %row = stablehlo.slice %state [1:2, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>\n" : "",
      std::count(pairs.begin(), pairs.end(), '['),
      *made != 0 ? made : "    %moved = stablehlo.tanh %sent : tensor<2x8xf32>\n");
}

TEST(PipelineLoops, APermuteAlongDevicesIsAShift) {
  const char* lines = "[0, 2], [2, 4], [4, 6], [1, 3], [3, 5], [5, 7]";  // two, of 4 devices
  EXPECT_EQ(stages(local(lines, 9)), 4);
  EXPECT_EQ(stages(local("[6, 4], [4, 2], [2, 0], [7, 5], [5, 3], [3, 1]", 9)), 4);
  EXPECT_EQ(stages(local("[0, 2], [2, 4], [4, 6], [6, 0], [1, 3], [3, 5], [5, 7], [7, 1]", 9)), 4);
  // A ring that goes round once is no pipeline, nor are lines of different lengths.
  EXPECT_EQ(stages(local("[0, 2], [2, 4], [4, 6], [6, 0], [1, 3], [3, 5], [5, 7], [7, 1]", 4)), 0);
  EXPECT_EQ(stages(local("[0, 2], [2, 4], [4, 6], [1, 3]", 9)), 0);
  EXPECT_EQ(stages(local("[0, 1], [1, 4]", 9)), 0);  // five of eight devices have no part in it
  // Two stages on each device: the last row goes to the next device, the other stays.
  EXPECT_EQ(stages(local(lines, 9, "1x8",
                         "    %kept = stablehlo.slice %state [0:1, 0:8] : (tensor<2x8xf32>) -> tensor<1x8xf32>\n"
                         "    %moved = stablehlo.concatenate %sent, %kept, dim = 0 : (tensor<1x8xf32>, "
                         "tensor<1x8xf32>) -> tensor<2x8xf32>\n")),
            8);
  // An edge that a neighbour needs as well is no shift of the state.
  EXPECT_EQ(stages(local(lines, 9, "1x8",
                         "    %wide = stablehlo.concatenate %sent, %state, dim = 0 : (tensor<1x8xf32>, "
                         "tensor<2x8xf32>) -> tensor<3x8xf32>\n"
                         "    %before = stablehlo.slice %wide [0:2, 0:8] : (tensor<3x8xf32>) -> tensor<2x8xf32>\n"
                         "    %moved = stablehlo.add %before, %state : tensor<2x8xf32>\n")),
            0);
}

}  // namespace
}  // namespace partita::core::cost
