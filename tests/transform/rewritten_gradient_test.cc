// Ops that are differentiated by way of others, or of each other: map, batch norms, ragged products.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "transform/gradient_check.h"
#include "transform/program_text.h"

namespace partita::core::transform {
namespace {

TEST(RewrittenGradient, Map) {
  check_gradient(R"(
func.func @main(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>, %t: tensor<f64>) -> tensor<2x3xf64> {
  %r = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %two = stablehlo.constant dense<2.0> : tensor<f64>
    %s = stablehlo.multiply %a, %t : tensor<f64>
    %u = stablehlo.sine %s : tensor<f64>
    %v = stablehlo.multiply %u, %b : tensor<f64>
    %c = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %w = stablehlo.multiply %v, %two : tensor<f64>
    %z = stablehlo.select %c, %w, %v : tensor<i1>, tensor<f64>
    stablehlo.return %z : tensor<f64>
  }) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
})");
}

// The features stand anywhere; all results count.
TEST(RewrittenGradient, BatchNorms) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    fuzz::Dice dice(seed);
    const Dims shape = some_dims(dice, dice.between(2, 4), 2, 3);
    const auto feature = dice.between(0, std::ssize(shape) - 1);
    const std::string whole = tensor_text(shape), one = tensor_text({shape[feature]});
    const std::string attrs = fmt::format("<{{epsilon = 1.0e-2 : f32, feature_index = {} : i64}}>", feature);
    const Numbers positive(static_cast<size_t>(shape[feature]), 0.7);
    check_gradient(
        function_text({whole, one, one},
                      fmt::format("  %r:3 = \"stablehlo.batch_norm_training\"(%0, %1, %2) {} : ({}, {}, {}) -> "
                                  "({}, {}, {})",
                                  attrs, whole, one, one, whole, one, one),
                      "%r#0, %r#1, %r#2", {whole, one, one}),
        {.seed = seed});
    check_gradient(
        function_text({whole, one, one, one, one},
                      fmt::format("  %r = \"stablehlo.batch_norm_inference\"(%0, %1, %2, %3, %4) {} : ({}, {}, "
                                  "{}, {}, {}) -> {}",
                                  attrs, whole, one, one, one, one, whole),
                      "%r", {whole}),
        {.seed = seed, .given = {{4, positive}}});
    check_gradient(
        function_text({whole, one, one, one, whole},
                      fmt::format("  %r:3 = \"stablehlo.batch_norm_grad\"(%0, %1, %2, %3, %4) {} : ({}, {}, {}, "
                                  "{}, {}) -> ({}, {}, {})",
                                  attrs, whole, one, one, one, whole, whole, one, one),
                      "%r#0, %r#1, %r#2", {whole, one, one}),
        {.seed = seed, .given = {{3, positive}}});
  }
}

// Dimensions of one side in a random order.
struct Side {
  std::vector<char> letters;
  std::vector<int64_t> places(const std::string& of) const {
    std::vector<int64_t> out;
    for (char letter : of) out.push_back(std::find(letters.begin(), letters.end(), letter) - letters.begin());
    return out;
  }
  std::string rest(const std::string& taken) const {
    std::string out;
    for (char letter : letters) {
      if (taken.find(letter) == std::string::npos) out += letter;
    }
    return out;
  }
};

// lhs: batch b c, rows m r, contracting k l; rhs: group g, batch, contracting, columns n o.
void check_ragged(unsigned seed, char ragged) {
  fuzz::Dice dice(seed);
  auto some = [&](const std::string& all) { return all.substr(0, dice.between(0, std::ssize(all))); };
  std::string batch = some("bc"), rows = some("mr"), contracting = some("kl"), columns = some("no");
  if (ragged == 'm' && rows.empty()) rows = "m";
  if (ragged == 'k' && contracting.empty()) contracting = "k";
  if (ragged == 'b' && batch.empty()) batch = "b";
  if (!contracting.empty() && dice.once_in(2)) std::reverse(contracting.begin(), contracting.end());
  std::map<char, int64_t> sizes;
  for (char letter : batch + rows + contracting + columns) sizes[letter] = dice.between(1, 3);
  sizes[ragged] = dice.between(3, 5);
  const int64_t groups = sizes['g'] = dice.between(1, 3);
  auto shuffled = [&](const std::string& letters) {
    Side side{{letters.begin(), letters.end()}};
    dice.shuffle(side.letters);
    return side;
  };
  const Side lhs = shuffled(batch + rows + contracting);
  const Side rhs = shuffled((ragged == 'm' ? "g" : "") + batch + contracting + columns);
  auto shape_of = [&](const auto& letters) {
    Dims shape;
    for (char letter : letters) shape.push_back(sizes[letter]);
    return shape;
  };
  const std::string lhs_rows = lhs.rest(batch + contracting), rhs_columns = rhs.rest("g" + batch + contracting);
  const std::string result = (ragged == 'k' ? "g" : "") + batch + lhs_rows + rhs_columns;

  // One list of group sizes, or one for each place before the ragged dimension.
  std::string before;
  if (dice.once_in(2) && ragged != 'b') {
    const std::string order = batch + (ragged == 'm' ? lhs_rows : contracting);
    before = order.substr(0, order.find(ragged));
  }
  Dims sizes_shape = shape_of(before);
  int64_t lists = 1;
  for (int64_t size : sizes_shape) lists *= size;
  sizes_shape.push_back(groups);
  Numbers group_sizes;
  for (int64_t list = 0; list < lists; ++list) {
    int64_t left = sizes[ragged];
    for (int64_t g = 0; g < groups; ++g) {
      const int64_t size = dice.between(0, left);
      group_sizes.push_back(static_cast<double>(size));
      left -= size;
    }
  }
  const std::string lt = tensor_text(shape_of(lhs.letters)), rt = tensor_text(shape_of(rhs.letters)),
                    st = tensor_text(sizes_shape, "i64"), out = tensor_text(shape_of(result));
  const std::string body = fmt::format(
      "  %y = \"chlo.ragged_dot\"(%0, %1, %2) <{{ragged_dot_dimension_numbers = "
      "#chlo.ragged_dot<lhs_batching_dimensions = {}, "
      "rhs_batching_dimensions = {}, lhs_contracting_dimensions = {}, rhs_contracting_dimensions = {}, "
      "lhs_ragged_dimensions = {}, rhs_group_dimensions = {}>}}> : ({}, {}, {}) -> {}",
      list_text(lhs.places(batch)), list_text(rhs.places(batch)), list_text(lhs.places(contracting)),
      list_text(rhs.places(contracting)), list_text(lhs.places(std::string(1, ragged))),
      list_text(rhs.places(ragged == 'm' ? "g" : "")), lt, rt, st, out);
  check_gradient(function_text({lt, rt, st}, body, "%y", {out}), {.seed = seed, .given = {{2, group_sizes}}});
}

TEST(RewrittenGradient, RaggedDotOfRaggedRows) {
  for (unsigned seed = 1; seed <= 16; ++seed) check_ragged(seed, 'm');
}
TEST(RewrittenGradient, RaggedDotOfRaggedSums) {
  for (unsigned seed = 1; seed <= 16; ++seed) check_ragged(seed, 'k');
}
TEST(RewrittenGradient, RaggedDotOfRaggedBatches) {
  for (unsigned seed = 1; seed <= 6; ++seed) check_ragged(seed, 'b');
}

}  // namespace
}  // namespace partita::core::transform
