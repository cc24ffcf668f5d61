// dynamic_slice and dynamic_update_slice: starts inside and outside, slices across shards, any index type.
#include <gtest/gtest.h>

#include "differential.h"
#include "random_cases.h"

namespace partita::core::partition {
namespace {

struct Slicing {
  std::vector<int64_t> shape, sizes;
  std::string element, operand, slice;
  std::string arguments;  // the starts, of numbers 0 to 6
  std::string code;       // spreads them over all that may happen
  std::string starts, start_types;

  explicit Slicing(RandomCase& random) {
    int rank = random.between(1, 3);
    shape = random.shape(rank, 0, 11);
    element = random.one_of<std::string>(
        {"f32", "i32", "i1", "bf16", "complex<f32>", "ui8", "i4", "f8E8M0FNU", "f8E5M2FNUZ"});
    auto index = random.one_of<std::string>({"i32", "i64", "ui32", "ui64", "i8", "ui8"});
    std::string scalar = "tensor<" + index + ">";
    for (int d = 0; d < rank; ++d) {
      int64_t n = shape[d];
      sizes.push_back(random.below(3) == 0 ? n : random.below(3) == 0 ? std::min<int64_t>(n, 1) : random.between(0, n));
      std::string name = std::to_string(d);
      arguments += ", %i" + name + ": " + scalar;
      // Numbers from -4 on; without a sign these are very large.
      code += "  %c" + name + " = stablehlo.constant dense<" + std::to_string(random.between(0, 4)) + "> : " + scalar +
              "\n  %s" + name + " = stablehlo." + (random.below(3) == 0 ? "subtract" : "multiply") + " %i" + name +
              ", %c" + name + " : " + scalar + "\n";
      starts += ", %s" + name;
      start_types += ", " + scalar;
    }
    operand = RandomCase::type(shape, element);
    slice = RandomCase::type(sizes, element);
  }
};

TEST(DynamicLowering, slices) {
  for (uint64_t seed = 0; seed < 600; ++seed) {
    RandomCase random(seed);
    Slicing s(random);
    int rank = std::ssize(s.shape);
    std::string sizes;
    for (int64_t n : s.sizes) sizes += (sizes.empty() ? "" : ", ") + std::to_string(n);
    std::string text = random.mesh() + "func.func @main(%a: " + s.operand + random.sharded(rank) + s.arguments +
                       ") -> (" + s.slice + random.sharded(rank) + ") {\n" + s.code +
                       "  %r = stablehlo.dynamic_slice %a" + s.starts + ", sizes = [" + sizes + "] : (" + s.operand +
                       s.start_types + ") -> " + s.slice + "\n  return %r : " + s.slice + "\n}\n";
    DifferentialOptions exact;
    exact.rtol = exact.atol = 0;
    ASSERT_EQ(differential(text, seed, exact), "");
  }
}

TEST(DynamicLowering, updates) {
  for (uint64_t seed = 0; seed < 600; ++seed) {
    RandomCase random(seed + 1000);
    Slicing s(random);
    int rank = std::ssize(s.shape);
    std::string text = random.mesh() + "func.func @main(%a: " + s.operand + random.sharded(rank) + ", %u: " + s.slice +
                       random.sharded(rank) + s.arguments + ") -> (" + s.operand + random.sharded(rank) + ") {\n" +
                       s.code + "  %r = stablehlo.dynamic_update_slice %a, %u" + s.starts + " : (" + s.operand + ", " +
                       s.slice + s.start_types + ") -> " + s.operand + "\n  return %r : " + s.operand + "\n}\n";
    DifferentialOptions exact;
    exact.rtol = exact.atol = 0;
    ASSERT_EQ(differential(text, seed, exact), "");
  }
}

// The operand stays where it is: what moves is the slice.
TEST(DynamicLowering, moves_the_slice_only) {
  DifferentialOptions options;
  options.contains = "all_reduce";
  options.lacks = "all_gather";
  EXPECT_EQ(differential(R"(
sdy.mesh @m = <["x"=4]>
func.func @main(%a: tensor<1000x32xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %i: tensor<i32>) -> (tensor<1x32xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %i, %z, sizes = [1, 32] : (tensor<1000x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1x32xf32>
  return %r : tensor<1x32xf32>
})",
                         1, options),
            "");
  options.contains = "";
  options.lacks = "all_";
  EXPECT_EQ(differential(R"(
sdy.mesh @m = <["x"=4]>
func.func @main(%a: tensor<1000x32xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %u: tensor<5x32xf32>, %i: tensor<i32>) -> (tensor<1000x32xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.dynamic_update_slice %a, %u, %i, %z : (tensor<1000x32xf32>, tensor<5x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1000x32xf32>
  return %r : tensor<1000x32xf32>
})",
                         1, options),
            "");
}

// A loop that takes one layer of a stack after the other and keeps what each gives, the stacks divided in any way.
TEST(DynamicLowering, stacks_in_a_loop) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    RandomCase random(seed + 2000);
    std::string layers = std::to_string(random.between(1, 7)), n = std::to_string(random.between(1, 6));
    std::string stack = "tensor<" + layers + "x" + n + "x" + n + "xf32>", one = "tensor<1x" + n + "x" + n + "xf32>";
    std::string matrix = "tensor<" + n + "x" + n + "xf32>", row = "tensor<" + n + "xf32>";
    std::string rows = "tensor<" + layers + "x" + n + "xf32>", one_row = "tensor<1x" + n + "xf32>";
    std::string text =
        random.mesh() + "func.func @main(%w: " + stack + random.sharded(3) + ", %x: " + row + random.sharded(1) +
        ", %out: " + rows + random.sharded(2) + ") -> (" + row + ", " + rows + random.sharded(2) +
        ") {\n  %zero = stablehlo.constant dense<0> : tensor<i32>\n" + "  %end = stablehlo.constant dense<" + layers +
        "> : tensor<i32>\n" + "  %r:3 = stablehlo.while(%i = %zero, %y = %x, %o = %out) : tensor<i32>, " + row + ", " +
        rows + "\n  cond {\n    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>\n" +
        "    stablehlo.return %c : tensor<i1>\n  } do {\n    %s = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes "
        "= [1, " +
        n + ", " + n + "] : (" + stack + ", tensor<i32>, tensor<i32>, tensor<i32>) -> " + one +
        "\n    %m = stablehlo.reshape %s : (" + one + ") -> " + matrix +
        "\n    %p = stablehlo.dot_general %y, %m, contracting_dims = [0] x [0] : (" + row + ", " + matrix + ") -> " +
        row + "\n    %t = stablehlo.tanh %p : " + row + "\n    %u = stablehlo.reshape %t : (" + row + ") -> " +
        one_row + "\n    %v = stablehlo.dynamic_update_slice %o, %u, %i, %zero : (" + rows + ", " + one_row +
        ", tensor<i32>, tensor<i32>) -> " + rows +
        "\n    %k = stablehlo.constant dense<1> : tensor<i32>\n    %j = stablehlo.add %i, %k : tensor<i32>\n" +
        "    stablehlo.return %j, %t, %v : tensor<i32>, " + row + ", " + rows + "\n  }\n  return %r#1, %r#2 : " + row +
        ", " + rows + "\n}\n";
    ASSERT_EQ(differential(text, seed), "");
  }
}

}  // namespace
}  // namespace partita::core::partition
