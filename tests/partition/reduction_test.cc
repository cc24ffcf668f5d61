// reduce with known combiners, with any, with several inputs, and with bodies that look around.
#include <gtest/gtest.h>

#include <algorithm>

#include "differential.h"
#include "random_cases.h"

namespace partita::core::partition {
namespace {

std::string list(const std::vector<int64_t>& numbers) {
  std::string text;
  for (int64_t n : numbers) text += (text.empty() ? "" : ", ") + std::to_string(n);
  return text;
}

// Some of the dimensions, at least one, in order.
std::vector<int64_t> some_dims(RandomCase& random, int rank) {
  std::vector<int64_t> dims;
  while (dims.empty()) {
    for (int d = 0; d < rank; ++d) {
      if (random.below(2) == 0) dims.push_back(d);
    }
  }
  return dims;
}

std::vector<int64_t> without(const std::vector<int64_t>& shape, const std::vector<int64_t>& dims) {
  std::vector<int64_t> kept;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (std::find(dims.begin(), dims.end(), static_cast<int64_t>(d)) == dims.end()) kept.push_back(shape[d]);
  }
  return kept;
}

TEST(ReductionLowering, known_combiners) {
  for (uint64_t seed = 0; seed < 250; ++seed) {
    RandomCase random(seed);
    int rank = random.between(1, 3);
    std::vector<int64_t> shape = random.shape(rank, 0, 9);
    std::vector<int64_t> dims = some_dims(random, rank);
    auto element = random.one_of<std::string>({"f32", "i32", "ui8", "bf16", "i1"});
    auto body = element == "i1" ? random.one_of<std::string>({"and", "or"})
                                : random.one_of<std::string>({"add", "maximum", "minimum", "multiply"});
    std::string from = RandomCase::type(shape, element), scalar = RandomCase::type({}, element);
    std::string to = RandomCase::type(without(shape, dims), element);
    std::string text = random.mesh() + "func.func @main(%a: " + from + random.sharded(rank) + ", %i: " + scalar +
                       ") -> (" + to + random.sharded(rank - std::ssize(dims)) + ") {\n" +
                       "  %r = stablehlo.reduce(%a init: %i) applies stablehlo." + body + " across dimensions = [" +
                       list(dims) + "] : (" + from + ", " + scalar + ") -> " + to + "\n  return %r : " + to + "\n}\n";
    DifferentialOptions options;
    if (element == "bf16") options.rtol = options.atol = 0.1;
    ASSERT_EQ(differential(text, seed, options), "");
  }
}

// The first of the largest and its place: ties go to the lower index on every mesh.
TEST(ReductionLowering, argmax) {
  for (uint64_t seed = 0; seed < 250; ++seed) {
    RandomCase random(seed);
    int rank = random.between(1, 3);
    std::vector<int64_t> shape = random.shape(rank, 1, 9);
    std::vector<int64_t> dims = {random.between(0, rank - 1)};
    auto element = random.one_of<std::string>({"f32", "i32"});
    std::string from = RandomCase::type(shape, element), places = RandomCase::type(shape, "i32");
    std::string to = RandomCase::type(without(shape, dims), element);
    std::string to_places = RandomCase::type(without(shape, dims), "i32"), e = RandomCase::type({}, element);
    std::string text =
        random.mesh() + "func.func @main(%a: " + from + random.sharded(rank) + ", %i: " + e + ") -> (" + to +
        random.sharded(rank - 1) + ", " + to_places + random.sharded(rank - 1) + ") {\n" +
        "  %p = stablehlo.iota dim = " + list(dims) + " : " + places +
        "\n  %z = stablehlo.constant dense<100> : tensor<i32>\n" +
        "  %r:2 = stablehlo.reduce(%a init: %i), (%p init: %z) across dimensions = [" + list(dims) + "] : (" + from +
        ", " + places + ", " + e + ", tensor<i32>) -> (" + to + ", " + to_places + ")\n  reducer(%x: " + e +
        ", %y: " + e + ") (%xi: tensor<i32>, %yi: tensor<i32>) {\n" + "    %gt = stablehlo.compare GT, %x, %y : (" + e +
        ", " + e + ") -> tensor<i1>\n    %eq = stablehlo.compare EQ, %x, %y : (" + e + ", " + e +
        ") -> tensor<i1>\n    %lt = stablehlo.compare LT, %xi, %yi : (tensor<i32>, tensor<i32>) -> tensor<i1>\n" +
        "    %first = stablehlo.and %eq, %lt : tensor<i1>\n    %take = stablehlo.or %gt, %first : tensor<i1>\n" +
        "    %v = stablehlo.select %take, %x, %y : tensor<i1>, " + e +
        "\n    %w = stablehlo.select %take, %xi, %yi : tensor<i1>, tensor<i32>\n    stablehlo.return %v, %w : " + e +
        ", tensor<i32>\n  }\n  return %r#0, %r#1 : " + to + ", " + to_places + "\n}\n";
    ASSERT_EQ(differential(text, seed), "");
  }
}

// Composition of affine maps a·x + b, in order: associative, not commutative, and init is not its identity. The body
// uses a value from around it.
TEST(ReductionLowering, any_associative_body_in_order) {
  for (uint64_t seed = 0; seed < 150; ++seed) {
    RandomCase random(seed);
    std::vector<int64_t> shape = random.shape(2, 0, 7);
    int64_t dim = random.between(0, 1);
    std::string from = RandomCase::type(shape, "i32"), to = RandomCase::type({shape[1 - dim]}, "i32");
    std::string text =
        random.mesh() + "func.func @main(%a: " + from + random.sharded(2) + ", %b: " + from + random.sharded(2) +
        ", %ia: tensor<i32>, %ib: tensor<i32>, %m: tensor<i32>) -> (" + to + random.sharded(1) + ", " + to + ") {\n" +
        "  %one = stablehlo.constant dense<1> : tensor<i32>\n  %mod = stablehlo.add %m, %one : tensor<i32>\n" +
        "  %r:2 = stablehlo.reduce(%a init: %ia), (%b init: %ib) across dimensions = [" + std::to_string(dim) +
        "] : (" + from + ", " + from + ", tensor<i32>, tensor<i32>) -> (" + to + ", " + to +
        ")\n  reducer(%x: tensor<i32>, %y: tensor<i32>) (%u: tensor<i32>, %v: tensor<i32>) {\n" +
        "    %p = stablehlo.multiply %x, %y : tensor<i32>\n    %q = stablehlo.multiply %y, %u : tensor<i32>\n" +
        "    %zero = stablehlo.subtract %mod, %mod : tensor<i32>\n    %w = stablehlo.add %q, %zero : tensor<i32>\n" +
        "    %s = stablehlo.add %w, %v : tensor<i32>\n    stablehlo.return %p, %s : tensor<i32>, tensor<i32>\n  }\n" +
        "  return %r#0, %r#1 : " + to + ", " + to + "\n}\n";
    ASSERT_EQ(differential(text, seed), "");
  }
}

}  // namespace
}  // namespace partita::core::partition
