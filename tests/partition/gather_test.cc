// gather: batching dimensions, indices that count, slices of all of a dimension, one owner, and all of them at once.
#include <gtest/gtest.h>

#include "differential.h"
#include "index_cases.h"

namespace partita::core::partition {
namespace {

TEST(GatherLowering, random) {
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    RandomCase random(seed);
    IndexCase c(random);
    auto element = random.one_of<std::string>(
        {"f32", "i32", "i1", "bf16", "complex<f32>", "ui8", "i4", "f8E8M0FNU", "f8E5M2FNUZ"});
    std::string operand = RandomCase::type(c.operand, element), result = RandomCase::type(c.window, element);
    std::string dims = "offset_dims = [" + number_list(c.window_dims) + "], collapsed_slice_dims = [" +
                       number_list(c.collapsed) + "], operand_batching_dims = [" + number_list(c.batching) +
                       "], start_indices_batching_dims = [" + number_list(c.indices_batching) +
                       "], start_index_map = [" + number_list(c.map) +
                       "], index_vector_dim = " + std::to_string(c.vector_dim);
    std::string text = random.mesh() + "func.func @main(%a: " + operand + random.sharded(c.operand.size()) + ", " +
                       c.argument + ") -> (" + result + random.sharded(c.window.size()) + ") {\n" + c.code +
                       "  %r = \"stablehlo.gather\"(%a, %indices) <{dimension_numbers = #stablehlo.gather<" + dims +
                       ">, indices_are_sorted = false, slice_sizes = array<i64" + (c.slice_sizes.empty() ? "" : ": ") +
                       number_list(c.slice_sizes) + ">}> : (" + operand + ", " + c.index_type + ") -> " + result +
                       "\n  return %r : " + result + "\n}\n";
    DifferentialOptions exact;
    exact.rtol = exact.atol = 0;
    ASSERT_EQ(differential(text, seed, exact), "");
  }
}

// Rows of a table from their owners: the table stays.
TEST(GatherLowering, embedding) {
  DifferentialOptions options;
  options.contains = "all_reduce";
  options.lacks = "all_gather";
  EXPECT_EQ(differential(R"(
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%a: tensor<1000x32xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %i: tensor<6x5x1xi32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {}, {}]>}) -> (tensor<6x5x32xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {}, {}]>}) {
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 32>}> : (tensor<1000x32xf32>, tensor<6x5x1xi32>) -> tensor<6x5x32xf32>
  return %r : tensor<6x5x32xf32>
})",
                         1, options),
            "");
}

// Each batch in its own row, by an index that counts: nothing moves.
TEST(GatherLowering, counting_index_is_local) {
  DifferentialOptions options;
  options.lacks = "all_";
  EXPECT_EQ(differential(R"(
sdy.mesh @m = <["x"=4]>
func.func @main(%a: tensor<10x50xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %j: tensor<10x1xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> (tensor<10xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
  %i = stablehlo.iota dim = 0 : tensor<10x1xi32>
  %ij = stablehlo.concatenate %i, %j, dim = 1 : (tensor<10x1xi32>, tensor<10x1xi32>) -> tensor<10x2xi32>
  %r = "stablehlo.gather"(%a, %ij) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<10x50xf32>, tensor<10x2xi32>) -> tensor<10xf32>
  return %r : tensor<10xf32>
})",
                         1, options),
            "");
}

}  // namespace
}  // namespace partita::core::partition
