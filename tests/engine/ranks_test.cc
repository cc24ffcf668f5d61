// Programs on ranks, which are threads here (fuzz/partition/loopback.h), against the same in one process: the same bits
// on any number of ranks and hosts, and an error everywhere where something is wrong anywhere.
#include "engine/meet/ranks.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "api/wire.h"
#include "engine/collective_steps.h"
#include "engine/executable.h"
#include "engine/execute.h"
#include "loopback.h"
#include "parsed_program.h"
#include "run/arguments.h"

namespace partita::core::engine {
namespace {

// Each kind of collective, in groups that lie on one host or on two, of sums that depend on their order; one by the
// evaluator, and one again and again, of an argument.
constexpr const char* kCollectives = R"(
module @all attributes {mhlo.num_partitions = 8 : i32} {
  func.func @main(%a: tensor<16x3xf32>, %b: tensor<5xbf16>) -> (tensor<16x3xf32>, tensor<4x3xf32>, tensor<16x12xf32>, tensor<32x3xf32>, tensor<4x12xf32>, tensor<16x3xf32>, tensor<5xbf16>, tensor<16x3xf32>, tensor<16x3xf32>) {
    %sum = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<16x3xf32>) -> tensor<16x3xf32>
    %part = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {scatter_dimension = 0 : i64, replica_groups = dense<[[6, 0, 3, 5], [1, 2, 4, 7]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids} : (tensor<16x3xf32>) -> tensor<4x3xf32>
    %wide = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[7, 1, 4, 2], [0, 3, 5, 6]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, use_global_device_ids} : (tensor<16x3xf32>) -> tensor<16x12xf32>
    %long = "stablehlo.all_gather"(%sum) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, use_global_device_ids} : (tensor<16x3xf32>) -> tensor<32x3xf32>
    %turned = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 2, 5, 7], [1, 3, 4, 6]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, use_global_device_ids} : (tensor<16x3xf32>) -> tensor<4x12xf32>
    %next = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 0]]> : tensor<7x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 6, type = 1>} : (tensor<16x3xf32>) -> tensor<16x3xf32>
    %narrow = "stablehlo.all_reduce"(%b) ({
    ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
      %s = stablehlo.maximum %x, %y : tensor<bf16>
      stablehlo.return %s : tensor<bf16>
    }) {replica_groups = dense<[[0, 7], [1, 6], [2, 5], [3, 4]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, use_global_device_ids} : (tensor<5xbf16>) -> tensor<5xbf16>
    %said = "stablehlo.collective_broadcast"(%next) {replica_groups = dense<[[2, 1, 6], [7, 0, 3]]> : tensor<2x3xi64>, channel_handle = #stablehlo.channel_handle<handle = 8, type = 1>} : (tensor<16x3xf32>) -> tensor<16x3xf32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %five = stablehlo.constant dense<5> : tensor<i32>
    %third = stablehlo.constant dense<0.3> : tensor<16x3xf32>
    %turns:2 = stablehlo.while(%i = %zero, %v = %a) : tensor<i32>, tensor<16x3xf32>
      cond {
        %c = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %m = "stablehlo.all_reduce"(%v) ({
        ^bb0(%x: tensor<f32>, %y: tensor<f32>):
          %s = stablehlo.add %x, %y : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) {replica_groups = dense<[[0, 1, 4, 5], [2, 3, 6, 7]]> : tensor<2x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 9, type = 1>, use_global_device_ids} : (tensor<16x3xf32>) -> tensor<16x3xf32>
        %w = stablehlo.multiply %m, %third : tensor<16x3xf32>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %w : tensor<i32>, tensor<16x3xf32>
      }
    return %sum, %part, %wide, %long, %turned, %next, %narrow, %said, %turns#1 : tensor<16x3xf32>, tensor<4x3xf32>, tensor<16x12xf32>, tensor<32x3xf32>, tensor<4x12xf32>, tensor<16x3xf32>, tensor<5xbf16>, tensor<16x3xf32>, tensor<16x3xf32>
  }
}
)";

// Between each collective and what needs it, or writes where others read its operand, there is something else to do.
constexpr const char* kBusy = R"(
module @busy attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<64x32xf32>, %b: tensor<32x32xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>, tensor<128x32xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %four = stablehlo.constant dense<4> : tensor<i32>
    %third = stablehlo.constant dense<0.03> : tensor<64x32xf32>
    %row = stablehlo.constant dense<2.5> : tensor<1x32xf32>
    %turns:3 = stablehlo.while(%i = %zero, %v = %a, %w = %a) : tensor<i32>, tensor<64x32xf32>, tensor<64x32xf32>
      cond {
        %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %e = stablehlo.tanh %v : tensor<64x32xf32>
        %m = "stablehlo.all_reduce"(%e) ({
        ^bb0(%x: tensor<f32>, %y: tensor<f32>):
          %s = stablehlo.add %x, %y : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 9, type = 1>, use_global_device_ids} : (tensor<64x32xf32>) -> tensor<64x32xf32>
        %h = stablehlo.dot_general %w, %b, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x32xf32>) -> tensor<64x32xf32>
        %k = stablehlo.tanh %h : tensor<64x32xf32>
        %u = stablehlo.dynamic_update_slice %e, %row, %i, %zero : (tensor<64x32xf32>, tensor<1x32xf32>, tensor<i32>, tensor<i32>) -> tensor<64x32xf32>
        %g = stablehlo.multiply %m, %third : tensor<64x32xf32>
        %n = stablehlo.add %g, %u : tensor<64x32xf32>
        %next = "stablehlo.collective_permute"(%k) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 10, type = 1>} : (tensor<64x32xf32>) -> tensor<64x32xf32>
        %j = stablehlo.add %i, %one : tensor<i32>
        %o = stablehlo.sine %n : tensor<64x32xf32>
        stablehlo.return %j, %o, %next : tensor<i32>, tensor<64x32xf32>, tensor<64x32xf32>
      }
    %all = "stablehlo.all_gather"(%turns#1) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 4, type = 1>, use_global_device_ids} : (tensor<64x32xf32>) -> tensor<128x32xf32>
    %last = stablehlo.cosine %turns#2 : tensor<64x32xf32>
    return %turns#1, %last, %all : tensor<64x32xf32>, tensor<64x32xf32>, tensor<128x32xf32>
  }
}
)";

// Device 5 turns for ever; the others wait for it.
constexpr const char* kEndless = R"(
module @endless attributes {mhlo.num_partitions = 8 : i32} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %id = stablehlo.partition_id : tensor<ui32>
    %five = stablehlo.constant dense<5> : tensor<ui32>
    %wrong = stablehlo.compare EQ, %id, %five : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %again = stablehlo.while(%w = %wrong) : tensor<i1>
      cond { stablehlo.return %w : tensor<i1> }
      do { stablehlo.return %w : tensor<i1> }
    %sum = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xf32>) -> tensor<4xf32>
    return %sum : tensor<4xf32>
  }
}
)";

// Messages on two channels to the next device but one, received in the other order, in a loop; nobody
// receives those on channel 3.
constexpr const char* kMessages = R"(
module @messages attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<3xf32>, %b: tensor<i1>) -> (tensor<3xf32>, tensor<i1>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %five = stablehlo.constant dense<5> : tensor<i32>
    %third = stablehlo.constant dense<0.3> : tensor<3xf32>
    %t = stablehlo.after_all : !stablehlo.token
    %turns:3 = stablehlo.while(%i = %zero, %v = %a, %w = %b) : tensor<i32>, tensor<3xf32>, tensor<i1>
      cond {
        %c = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %s1 = "stablehlo.send"(%v, %w, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 2], [1, 3], [2, 0], [3, 1]]> : tensor<4x2xi64>} : (tensor<3xf32>, tensor<i1>, !stablehlo.token) -> !stablehlo.token
        %s3 = "stablehlo.send"(%i, %s1) {channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 2], [1, 3], [2, 0], [3, 1]]> : tensor<4x2xi64>} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
        %s2 = "stablehlo.send"(%third, %s3) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 2], [2, 0]]> : tensor<2x2xi64>} : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token
        %r2:2 = "stablehlo.recv"(%s2) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 2], [2, 0]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
        %r1:3 = "stablehlo.recv"(%r2#1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 2], [1, 3], [2, 0], [3, 1]]> : tensor<4x2xi64>} : (!stablehlo.token) -> (tensor<3xf32>, tensor<i1>, !stablehlo.token)
        %n = stablehlo.add %r1#0, %r2#0 : tensor<3xf32>
        %m = stablehlo.not %r1#1 : tensor<i1>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %n, %m : tensor<i32>, tensor<3xf32>, tensor<i1>
      }
    return %turns#1, %turns#2 : tensor<3xf32>, tensor<i1>
  }
}
)";

// Types that are not those of what is sent; nobody named.
constexpr const char* kOtherTypes = R"(
module @other attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xi32> {
    %t = stablehlo.after_all : !stablehlo.token
    %s = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    %r:2 = "stablehlo.recv"(%s) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
    return %r#0 : tensor<2xi32>
  }
}
)";
constexpr const char* kUnpaired = R"(
module @unpaired attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %t = stablehlo.after_all : !stablehlo.token
    %s = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    return %a : tensor<2xf32>
  }
}
)";

// Manual code on as many devices as there are, and on others, which each makes up for itself; functions for each
// device.
constexpr const char* kManual = R"(
module @manual attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @four = <["x"=4]>
  sdy.mesh @two = <["x"=2]>
  func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<2xf32>) {
    %four = sdy.manual_computation(%a) in_shardings=[<@four, [{"x"}]>] out_shardings=[<@four, [{"x"}]>] manual_axes={"x"} (%p: tensor<2xf32>) {
      %s = "stablehlo.all_reduce"(%p) ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %z = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %z : tensor<f32>
      }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>
      %q = stablehlo.multiply %s, %p : tensor<2xf32>
      sdy.return %q : tensor<2xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    %two = sdy.manual_computation(%a) in_shardings=[<@two, [{"x"}]>] out_shardings=[<@two, [{"x"}]>] manual_axes={"x"} (%p: tensor<4xf32>) {
      %q = "stablehlo.collective_permute"(%p) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<4xf32>) -> tensor<4xf32>
      sdy.return %q : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    %first = stablehlo.slice %four [0:2] : (tensor<8xf32>) -> tensor<2xf32>
    %last = stablehlo.slice %two [6:8] : (tensor<8xf32>) -> tensor<2xf32>
    %turned:2 = "interpreter.run_parallel"(%first, %last) {programs = [[@sends], [@receives]]} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    return %four, %two, %turned#1 : tensor<8xf32>, tensor<8xf32>, tensor<2xf32>
  }
  func.func private @sends(%a: tensor<2xf32>) -> tensor<2xf32> {
    %t = stablehlo.after_all : !stablehlo.token
    %s = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    return %a : tensor<2xf32>
  }
  func.func private @receives(%a: tensor<2xf32>) -> tensor<2xf32> {
    %t = stablehlo.after_all : !stablehlo.token
    %r:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    %s = stablehlo.subtract %r#0, %a : tensor<2xf32>
    return %s : tensor<2xf32>
  }
}
)";

struct Case {
  explicit Case(const char* text, int64_t devices, bool overlaps = false) : parsed(text) {
    CompileOptions how{1, devices};
    how.overlaps = overlaps;
    Result<std::shared_ptr<const Executable>> made = compile(*parsed.module, *parsed.entry, how);
    executable = std::move(made).value();
    for (int64_t d = 0; d < devices; ++d) {
      inputs.push_back(run::random_arguments(run::argument_types(*parsed.entry), static_cast<uint64_t>(d)));
    }
  }
  ParsedProgram parsed;
  std::shared_ptr<const Executable> executable;
  std::vector<std::vector<Tensor>> inputs;
};

struct Shape {
  int ranks, hosts;
};

void expect_bits_of_one_process(const Case& given, const std::vector<Shape>& shapes) {
  Diagnostics checks;
  const auto want = Runner(given.executable, {}).run(given.inputs, checks);
  ASSERT_TRUE(want.ok()) << render(want.error().diagnostic);
  for (const auto& [ranks, hosts] : shapes) {
    const auto got = fuzz::run_on_ranks(given.executable, ranks, hosts, given.inputs);
    ASSERT_TRUE(got.ok()) << render(got.error().diagnostic);
    for (size_t d = 0; d < want->size(); ++d) {
      for (size_t i = 0; i < (*want)[d].size(); ++i) {
        EXPECT_TRUE((*got)[d][i].blob() == (*want)[d][i].blob())
            << "result " << i << " of device " << d << " on " << ranks << " ranks of " << hosts << " hosts";
      }
    }
  }
}

TEST(Ranks, GiveTheBitsOfOneProcess) {
  expect_bits_of_one_process(Case(kCollectives, 8),
                             {{1, 1}, {2, 1}, {4, 1}, {8, 1}, {2, 2}, {4, 2}, {8, 2}, {8, 3}, {8, 8}});
}

int ends_in(const Steps& steps) {
  int count = 0;
  for (const std::unique_ptr<Step>& step : steps) {
    count += dynamic_cast<const CollectiveEnd*>(step.get()) != nullptr ? 1 : 0;
    for (const Steps* part : step->parts()) count += ends_in(*part);
  }
  return count;
}

TEST(Ranks, ComputeWhileMessagesAreOnTheirWay) {
  const Case given(kBusy, 4, true);
  EXPECT_EQ(ends_in(given.executable->steps), 3);
  EXPECT_EQ(ends_in(Case(kBusy, 4).executable->steps), 0);
  expect_bits_of_one_process(given, {{1, 1}, {4, 1}, {2, 2}, {4, 2}, {4, 3}, {4, 4}});
  expect_bits_of_one_process(Case(kCollectives, 8, true), {{4, 2}, {8, 3}, {8, 8}});
}

TEST(Ranks, SendMessagesBetweenDevices) {
  expect_bits_of_one_process(Case(kMessages, 4), {{1, 1}, {2, 1}, {4, 1}, {4, 2}, {4, 4}});
}

TEST(Ranks, RunManualCodeAndProgramsOfTheirOwn) {
  expect_bits_of_one_process(Case(kManual, 4), {{1, 1}, {2, 1}, {4, 2}});
}

// By the evaluator, op by op.
TEST(Ranks, GiveTheEvaluatorsBits) {
  Case given(kCollectives, 8);
  CompileOptions how{1, 8};
  how.evaluator_only = true;
  given.executable = compile(*given.parsed.module, *given.parsed.entry, how).value();
  Diagnostics checks;
  const auto want = Runner(given.executable, {}).run(given.inputs, checks);
  ASSERT_TRUE(want.ok());
  const auto got = fuzz::run_on_ranks(given.executable, 4, 2, given.inputs);
  ASSERT_TRUE(got.ok()) << render(got.error().diagnostic);
  for (size_t d = 0; d < want->size(); ++d) {
    for (size_t i = 0; i < (*want)[d].size(); ++i) EXPECT_TRUE((*got)[d][i].blob() == (*want)[d][i].blob());
  }
}

TEST(Ranks, TellWhatOneOfThemCannotDo) {
  for (const int hosts : {1, 2}) {
    const Case given(kEndless, 8);
    const auto got = fuzz::run_on_ranks(given.executable, 4, hosts, given.inputs, 30);
    ASSERT_FALSE(got.ok());
    // Rank 2 finds it; what rank 0 says is of rank 2.
    EXPECT_EQ(got.error().diagnostic.code, Code::kCannotEvaluate);
    EXPECT_NE(got.error().diagnostic.message.find("rank 2"), std::string::npos) << got.error().diagnostic.message;
    EXPECT_NE(got.error().diagnostic.message.find("never ends"), std::string::npos);
  }
}

TEST(Ranks, TakeEqualPartsOfTheDevices) {
  const Case given(kCollectives, 8);
  const auto got = fuzz::run_on_ranks(given.executable, 3, 1, given.inputs);
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().diagnostic.code, Code::kUsage);
}

TEST(Ranks, RefuseMessagesThatNameNoDevices) {
  const Case given(kUnpaired, 2);
  const auto got = fuzz::run_on_ranks(given.executable, 2, 1, given.inputs);
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().diagnostic.code, Code::kCannotEvaluate);
}

TEST(Ranks, RefuseMessagesOfOtherTypesThanAreReceived) {
  const Case given(kOtherTypes, 2);
  const auto got = fuzz::run_on_ranks(given.executable, 2, 2, given.inputs);
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().diagnostic.code, Code::kBadInput);
  EXPECT_NE(got.error().diagnostic.message.find("the message has tensor<2xf32>"), std::string::npos);
}

// Ranks without a program: what they tell each other.
class Together {
 public:
  Together(int ranks, int hosts, double deadline) : transports_(fuzz::loopback(ranks, hosts)), deadline_(deadline) {}
  void run(const std::function<void(Ranks&)>& be) {
    std::vector<std::jthread> threads;
    for (auto& transport : transports_) {
      threads.emplace_back([&] {
        auto me = Ranks::join(api::wire_of(*transport), {deadline_, nullptr, false});
        ASSERT_TRUE(me.ok());
        be(**me);
      });
    }
  }

 private:
  std::vector<std::unique_ptr<Transport>> transports_;
  double deadline_;
};

TEST(Ranks, GatherWhatEachSays) {
  Together(5, 2, 30).run([](Ranks& me) {
    const auto all = me.gather(std::string(static_cast<size_t>(me.rank()) * 1000, 'x'));
    ASSERT_TRUE(all.ok());
    for (size_t r = 0; r < 5; ++r) EXPECT_EQ((*all)[r].size(), r * 1000);
    EXPECT_TRUE(me.finish().ok());
  });
}

TEST(Ranks, AgreeOnTheFirstError) {
  Together(3, 1, 30).run([](Ranks& me) {
    EXPECT_TRUE(me.agree({}).ok());
    const Status mine = me.rank() == 1 ? Status(base::failure(Code::kBadInput, "no such file")) : Status();
    const Status all = me.agree(mine);
    ASSERT_FALSE(all.ok());
    EXPECT_EQ(all.error().diagnostic.code, Code::kBadInput);
    EXPECT_NE(all.error().diagnostic.message.find("no such file"), std::string::npos);
    EXPECT_EQ(all.error().diagnostic.message.find("rank 1") != std::string::npos, me.rank() != 1);
    EXPECT_TRUE(me.finish().ok());
  });
}

// Rank 1 computes without an end, and without progress; the others wait for it.
TEST(Ranks, GiveUpAtTheDeadline) {
  for (const int hosts : {1, 3}) {
    Together(3, hosts, 0.5).run([](Ranks& me) {
      if (me.rank() == 1) {
        Ranks::Run run(me, [] { return Ranks::Sight{7, "device 1 in stablehlo.sort"}; });
        while (!me.failed()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      } else {
        EXPECT_FALSE(me.gather("").ok());
      }
      const Diagnostic why = me.failure().error().diagnostic;
      EXPECT_EQ(why.code, Code::kDeadline);
      EXPECT_NE(why.message.find("rank 1: device 1 in stablehlo.sort"), std::string::npos) << why.message;
      std::this_thread::sleep_for(std::chrono::milliseconds(500));  // as a process that reports it
    });
  }
}

}  // namespace
}  // namespace partita::core::engine
