// The bound is added up here by hand, and held against every order of the ops that there is.
#include "cost/memory_bound.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "driver/compilation.h"

namespace partita::core::cost {
namespace {

struct Read {
  Context context;
  std::vector<std::unique_ptr<Module>> modules;
  Function& main() { return *modules.at(0)->entry(); }
};

void read(const std::string& text, Read& out) {
  Diagnostics diagnostics;
  out.modules = driver::read_programs(out.context, std::make_shared<SourceText>("text", text), diagnostics);
  ASSERT_EQ(diagnostics.render_all(), "");
}

// The lowest peak of all orders in which every op follows what it uses.
double lowest_of_all_orders(Function& local) {
  std::vector<Op*> ops;
  for (Op& op : local.body()) {
    if (!op.info().has(kTerminator)) ops.push_back(&op);
  }
  double lowest = memory_of(local).peak();
  std::vector<size_t> order(ops.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  do {
    std::vector<bool> done(local.module().num_value_ids());
    bool possible = true;
    for (size_t i : order) {
      for (const Value* operand : std::as_const(*ops[i]).operands()) {
        possible &= operand->is_argument() || done[operand->id()];
      }
      for (const Value* result : std::as_const(*ops[i]).results()) done[result->id()] = true;
    }
    if (!possible) continue;
    for (size_t i : order) ops[i]->move_before(local.body().terminator());
    lowest = std::min(lowest, memory_of(local).peak());
  } while (std::next_permutation(order.begin(), order.end()));
  return lowest;
}

double bound_of(Function& local) { return memory_bound(local, memory_of(local)).bytes; }

constexpr double kSquare = 64 * 64 * 4;

// Three products of arguments; the last reads the other two. What it gives is a result, and 64 of its operands' bytes
// are lent by the results: the bound is what is there while it runs.
TEST(MemoryBound, is_the_largest_op_with_its_operands) {
  Read program;
  read(R"(
func.func @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x1xf32> {
  %a = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.dot_general %y, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %s = stablehlo.reshape %r : (tensor<64xf32>) -> tensor<64x1xf32>
  return %s : tensor<64x1xf32>
}
)",
       program);
  const double ends = 2 * kSquare + 64 * 4;
  EXPECT_EQ(bound_of(program.main()), ends + 3 * kSquare - 64 * 4);
  EXPECT_GE(lowest_of_all_orders(program.main()), bound_of(program.main()));
}

// What may lie where arguments or results do does not count: %a is computed in place of a donated argument, %c becomes
// the result.
TEST(MemoryBound, leaves_out_what_may_lie_with_arguments_and_results) {
  Read program;
  read(R"(
func.func @main(%x: tensor<64x64xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %a = stablehlo.tanh %x : tensor<64x64xf32>
  %b = stablehlo.dot_general %y, %y, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %d = stablehlo.tanh %c : tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
)",
       program);
  EXPECT_EQ(bound_of(program.main()), 3 * kSquare);
  EXPECT_GE(lowest_of_all_orders(program.main()), bound_of(program.main()));
}

// No op needs more than results lend: the bound is what comes in and goes out.
TEST(MemoryBound, is_arguments_and_results_where_these_lend_enough) {
  Read program;
  read(R"(
func.func @main(%x: tensor<64x8xf32>) -> (tensor<64x64xf32>, tensor<8x8xf32>) {
  %a = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  %b = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<64x64xf32>
  return %c, %b : tensor<64x64xf32>, tensor<8x8xf32>
}
)",
       program);
  const Memory memory = memory_of(program.main());
  EXPECT_EQ(memory_bound(program.main(), memory).bytes, memory.arguments + memory.results);
  EXPECT_EQ(memory_bound(program.main(), memory).op, nullptr);
  EXPECT_GE(lowest_of_all_orders(program.main()), bound_of(program.main()));
}

}  // namespace
}  // namespace partita::core::cost
