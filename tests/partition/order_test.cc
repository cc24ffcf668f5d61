// sort and top_k along divided dimensions.
#include <gtest/gtest.h>

#include "differential.h"
#include "random_cases.h"

namespace partita::core::partition {
namespace {

// Two columns by the first, descending or ascending: integers with many ties, so that only a stable sort agrees.
std::string sort_program(RandomCase& random, const std::vector<int64_t>& shape, int64_t dim) {
  int rank = std::ssize(shape);
  auto element = random.one_of<std::string>({"i32", "f32", "ui8"});
  auto direction = random.one_of<std::string>({"LT", "GT"});
  std::string key = RandomCase::type(shape, element), other = RandomCase::type(shape, "f32");
  std::string e = RandomCase::type({}, element);
  return random.mesh() + "func.func @main(%a: " + key + random.sharded(rank) + ", %b: " + other + random.sharded(rank) +
         ") -> (" + key + random.sharded(rank) + ", " + other + random.sharded(rank) +
         ") {\n  %r:2 = \"stablehlo.sort\"(%a, %b) <{dimension = " + std::to_string(dim) +
         " : i64, is_stable = true}> ({\n  ^bb0(%x: " + e + ", %y: " + e +
         ", %u: tensor<f32>, %v: tensor<f32>):\n    %lt = stablehlo.compare " + direction + ", %x, %y : (" + e + ", " +
         e + ") -> tensor<i1>\n    stablehlo.return %lt : tensor<i1>\n  }) : (" + key + ", " + other + ") -> (" + key +
         ", " + other + ")\n  return %r#0, %r#1 : " + key + ", " + other + "\n}\n";
}

TEST(OrderLowering, sort) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomCase random(seed);
    int rank = random.between(1, 3);
    std::vector<int64_t> shape = random.shape(rank, seed % 10 == 0 ? 0 : 1, 9);
    ASSERT_EQ(differential(sort_program(random, shape, random.between(0, rank - 1)), seed), "");
  }
}

// Only one dimension, wide rows and many devices: the network.
TEST(OrderLowering, sort_network) {
  const std::string f = "tensor<f64>";
  for (int64_t devices : {14, 15, 16, 24}) {
    for (int64_t n : {17, 16800, 30011}) {
      std::string type = RandomCase::type({n}, "f64"), key = RandomCase::type({n}, "i32");
      std::string sharded = " {sdy.sharding = #sdy.sharding<@m, [{\"x\"}]>}";
      std::string text =
          "sdy.mesh @m = <[\"x\"=" + std::to_string(devices) + "]>\nfunc.func @main(%k: " + key + sharded +
          ", %a: " + type + sharded + ", %b: " + type + sharded + ", %c: " + type + sharded + ") -> (" + key + sharded +
          ", " + type + sharded + ", " + type + ", " + type + sharded +
          ") {\n  %r:4 = \"stablehlo.sort\"(%k, %a, %b, %c) <{dimension = 0 : i64, is_stable = true}> ({\n  ^bb0(%x: "
          "tensor<i32>, %y: tensor<i32>, %p: " +
          f + ", %q: " + f + ", %s: " + f + ", %t: " + f + ", %u: " + f + ", %v: " + f +
          "):\n    %lt = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>\n" +
          "    stablehlo.return %lt : tensor<i1>\n  }) : (" + key + ", " + type + ", " + type + ", " + type + ") -> (" +
          key + ", " + type + ", " + type + ", " + type + ")\n  return %r#0, %r#1, %r#2, %r#3 : " + key + ", " + type +
          ", " + type + ", " + type + "\n}\n";
      DifferentialOptions options;
      if (n > 1000) options.contains = "collective_permute";
      ASSERT_EQ(differential(text, 3, options), "");
    }
  }
}

// Only the first rows are used: no complete shard is sent.
TEST(OrderLowering, sort_and_slice) {
  for (int64_t devices : {2, 4, 6}) {
    for (int64_t n : {7, 1000, 50003}) {
      std::string type = RandomCase::type({3, n}, "i32"), first = "tensor<3x5xi32>";
      std::string sharded = " {sdy.sharding = #sdy.sharding<@m, [{}, {\"x\"}]>}";
      std::string text =
          "sdy.mesh @m = <[\"x\"=" + std::to_string(devices) + "]>\nfunc.func @main(%a: " + type + sharded + ") -> (" +
          first + ", " + first + ") {\n  %i = stablehlo.iota dim = 1 : " + type +
          "\n  %r:2 = \"stablehlo.sort\"(%a, %i) <{dimension = 1 : i64, is_stable = true}> ({\n  ^bb0(%x: tensor<i32>, "
          "%y: tensor<i32>, %u: tensor<i32>, %v: tensor<i32>):\n    %lt = stablehlo.compare GT, %x, %y : (tensor<i32>, "
          "tensor<i32>) -> tensor<i1>\n    stablehlo.return %lt : tensor<i1>\n  }) : (" +
          type + ", " + type + ") -> (" + type + ", " + type + ")\n  %p = stablehlo.slice %r#0 [0:3, 0:5] : (" + type +
          ") -> " + first + "\n  %q = stablehlo.slice %r#1 [0:3, 0:5] : (" + type + ") -> " + first +
          "\n  return %p, %q : " + first + ", " + first + "\n}\n";
      DifferentialOptions options;
      if (n > 10000) options.contains = "-> tensor<3x" + std::to_string(5 * devices) + "xi32>";
      ASSERT_EQ(differential(text, 9, options), "");
    }
  }
}

TEST(OrderLowering, top_k) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    RandomCase random(seed);
    int rank = random.between(1, 3);
    std::vector<int64_t> shape = random.shape(rank, 1, seed % 3 == 0 ? 200 : 12);
    for (int d = 0; d + 1 < rank; ++d) shape[d] %= 5;
    std::vector<int64_t> result = shape;
    result.back() = random.between(1, std::min<int64_t>(shape.back(), 9));
    auto element = random.one_of<std::string>({"i32", "f32", "bf16", "ui16", "i8"});
    std::string from = RandomCase::type(shape, element), to = RandomCase::type(result, element);
    std::string places = RandomCase::type(result, "i32");
    bool call = random.below(3) == 0;
    std::string op = call ? "stablehlo.custom_call @TopK(%a) : (" + from + ") -> (" + to + ", " + places + ")"
                          : "chlo.top_k(%a, k = " + std::to_string(result.back()) + ") : " + from + " -> (" + to +
                                ", " + places + ")";
    std::string text = random.mesh() + "func.func @main(%a: " + from + random.sharded(rank) + ") -> (" + to +
                       random.sharded(rank) + ", " + places + random.sharded(rank) + ") {\n  %r:2 = " + op +
                       "\n  return %r#0, %r#1 : " + to + ", " + places + "\n}\n";
    ASSERT_EQ(differential(text, seed), "");
  }
}

}  // namespace
}  // namespace partita::core::partition
