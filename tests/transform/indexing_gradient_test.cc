// Rules of slices and windows at places known at run time: inside, at the edges, outside.
#include <gtest/gtest.h>

#include "transform/gradient_check.h"
#include "transform/program_text.h"

namespace partita::core::transform {
namespace {

constexpr int kRounds = 12;

TEST(IndexingGradients, DynamicSliceAndUpdate) {
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    fuzz::Dice dice(seed);
    const Dims dims = some_dims(dice, 2, 2, 5);
    const Dims sizes = {dice.between(1, dims[0]), dice.between(1, dims[1])};
    const Numbers first = {static_cast<double>(dice.between(-2, 6))},
                  second = {static_cast<double>(dice.between(-2, 6))};
    const std::string whole = tensor_text(dims), part = tensor_text(sizes);
    // Twice, so that the second adds to what the first has left.
    check_gradient(main_text({whole, "tensor<i32>", "tensor<i32>"}, part,
                             fmt::format("%s = stablehlo.dynamic_slice %a, %b, %c, sizes = {0} : ({1}, tensor<i32>, "
                                         "tensor<i32>) -> {2}\n"
                                         "  %t = stablehlo.dynamic_slice %a, %c, %b, sizes = {0} : ({1}, tensor<i32>, "
                                         "tensor<i32>) -> {2}\n  %y = stablehlo.multiply %s, %t : {2}",
                                         list_text(sizes), whole, part)),
                   {.seed = seed, .given = {{1, first}, {2, second}}});
    check_gradient(main_text({whole, part, "tensor<i64>", "tensor<i64>"}, whole,
                             fmt::format("%y = stablehlo.dynamic_update_slice %a, %b, %c, %d : ({0}, {1}, tensor<i64>, "
                                         "tensor<i64>) -> {0}",
                                         whole, part)),
                   {.seed = seed, .given = {{2, first}, {3, second}}});
  }
}

Numbers some_indices(fuzz::Dice& dice, int64_t count, int64_t low, int64_t high) {
  Numbers out;
  for (int64_t i = 0; i < count; ++i) out.push_back(static_cast<double>(dice.between(low, high)));
  return out;
}

// Dimension numbers of a gather, which are those of the scatter the other way: windows of a tensor at places that are
// named by vectors, some of them outside.
struct RandomPlaces {
  explicit RandomPlaces(fuzz::Dice& dice) : dims(some_dims(dice, 3, 2, 4)) {
    Dims window_sizes;
    for (int64_t d = 0; d < 3; ++d) {
      const int64_t kind = dice.below(4);
      sizes.push_back(kind < 2 ? 1 : dice.between(1, dims[d]));
      if (kind == 0) {
        batching.push_back(d);
        continue;
      }
      if (kind == 1) collapsed.push_back(d);
      if (kind >= 2) window_sizes.push_back(sizes.back());
      if (dice.once_in(2) || d == 2) map.push_back(d);
    }
    dice.shuffle(map);
    // The dimensions of the indices: one for each batching dimension, perhaps another, and the vectors.
    const int64_t others = dice.between(0, 1), count = std::ssize(batching) + others;
    const Dims order = some_permutation(dice, count);
    index_dims.resize(count);
    for (int64_t i = 0; i < count; ++i) {
      index_dims[order[i]] = i < std::ssize(batching) ? dims[batching[i]] : dice.between(1, 3);
    }
    const Dims batch_sizes = index_dims;
    const bool spelled = map.size() != 1 || dice.once_in(2);
    vector_dim = spelled ? dice.between(0, count) : count;
    for (size_t i = 0; i < batching.size(); ++i) {
      indices_batching.push_back(order[i] + (spelled && order[i] >= vector_dim ? 1 : 0));
    }
    if (spelled) index_dims.insert(index_dims.begin() + vector_dim, std::ssize(map));
    int64_t numbers = 1;
    for (int64_t n : index_dims) numbers *= n;
    indices = some_indices(dice, numbers, -2, 5);
    // The result has the window's dimensions and those of the indices, both in order.
    Dims places = some_permutation(dice, count + std::ssize(window_sizes));
    offsets.assign(places.begin(), places.begin() + std::ssize(window_sizes));
    std::sort(offsets.begin(), offsets.end());
    size_t next_window = 0, next_batch = 0;
    for (int64_t d = 0; d < std::ssize(places); ++d) {
      const bool of_window = std::find(offsets.begin(), offsets.end(), d) != offsets.end();
      result.push_back(of_window ? window_sizes[next_window++] : batch_sizes[next_batch++]);
    }
  }
  Dims dims, sizes, batching, collapsed, map, index_dims, indices_batching, offsets, result;
  int64_t vector_dim = 0;
  Numbers indices;
};

TEST(IndexingGradients, Gather) {
  for (unsigned seed = 0; seed < 4 * kRounds; ++seed) {
    fuzz::Dice dice(seed);
    const RandomPlaces at(dice);
    const std::string from = tensor_text(at.dims), indices = tensor_text(at.index_dims, "i32"),
                      to = tensor_text(at.result);
    check_gradient(
        main_text(
            {from, indices}, to,
            fmt::format("%y = \"stablehlo.gather\"(%a, %b) <{{dimension_numbers = #stablehlo.gather<offset_dims = {}, "
                        "collapsed_slice_dims = {}, operand_batching_dims = {}, start_indices_batching_dims = {}, "
                        "start_index_map = {}, index_vector_dim = {}>, slice_sizes = {}}}> : ({}, {}) -> {}",
                        list_text(at.offsets), list_text(at.collapsed), list_text(at.batching),
                        list_text(at.indices_batching), list_text(at.map), at.vector_dim, array_text(at.sizes), from,
                        indices, to)),
        {.seed = seed, .given = {{1, at.indices}}});
  }
}

TEST(IndexingGradients, ScatterByAnyDimensionNumbers) {
  for (unsigned seed = 0; seed < 4 * kRounds; ++seed) {
    fuzz::Dice dice(seed);
    const RandomPlaces at(dice);
    const std::string into = tensor_text(at.dims), indices = tensor_text(at.index_dims, "i64"),
                      updates = tensor_text(at.result);
    const std::string op = dice.one_of(std::vector<std::string>{"add", "maximum", ""});
    check_gradient(
        main_text(
            {into, indices, updates}, into,
            fmt::format("%y = \"stablehlo.scatter\"(%a, %b, %c) <{{scatter_dimension_numbers = #stablehlo.scatter<"
                        "update_window_dims = {}, inserted_window_dims = {}, input_batching_dims = {}, "
                        "scatter_indices_batching_dims = {}, scatter_dims_to_operand_dims = {}, index_vector_dim = "
                        "{}>}}> ({{\n  ^bb0(%p: tensor<f64>, %q: tensor<f64>):\n    {}stablehlo.return {} : "
                        "tensor<f64>\n  }}) : ({}, {}, {}) -> {}",
                        list_text(at.offsets), list_text(at.collapsed), list_text(at.batching),
                        list_text(at.indices_batching), list_text(at.map), at.vector_dim,
                        op.empty() ? "" : fmt::format("%r = stablehlo.{} %p, %q : tensor<f64>\n    ", op),
                        op.empty() ? "%q" : "%r", into, indices, updates, into)),
        {.seed = seed, .given = {{1, at.indices}}});
  }
}

// Indices in bytes, and a dimension that is longer than these reach.
TEST(IndexingGradients, GatherByNarrowIndices) {
  check_gradient(main_text({"tensor<300xf64>", "tensor<3xui8>"}, "tensor<3xf64>",
                           "%y = \"stablehlo.gather\"(%a, %b) <{dimension_numbers = #stablehlo.gather<"
                           "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = "
                           "array<i64: 1>}> : (tensor<300xf64>, tensor<3xui8>) -> tensor<3xf64>"),
                 {.given = {{1, {0, 200, 255}}}});
}

// Without `combine` the update overwrites.
std::string scatter_text(const std::string& combine, const std::string& indices, bool unique,
                         const std::string& element = "f64") {
  return main_text(
      {tensor_text({5, 6}, element), indices, tensor_text({3, 2}, element)}, tensor_text({5, 6}, element),
      fmt::format("%y = \"stablehlo.scatter\"(%a, %b, %c) <{{scatter_dimension_numbers = #stablehlo.scatter<"
                  "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], "
                  "index_vector_dim = 1>, unique_indices = {0}}}> ({{\n  ^bb0(%p: tensor<{1}>, %q: tensor<{1}>):\n    "
                  "{2}\n    stablehlo.return {4} : tensor<{1}>\n  }}) : (tensor<5x6x{1}>, {3}, tensor<3x2x{1}>) -> "
                  "tensor<5x6x{1}>",
                  unique, element, combine, indices, combine.empty() ? "%q" : "%r"));
}
std::string combine_by(const std::string& op, const std::string& element = "f64") {
  return fmt::format("%r = stablehlo.{} %p, %q : tensor<{}>", op, element);
}
// Windows of two columns: (column, row). The first two overlap, the third reaches over the edge; -1 and 9 are outside.
const Numbers kOverlapping = {1, 2, 2, 2, 5, 4}, kOutside = {-1, 0, 9, 1, 3, -1}, kApart = {0, 0, 2, 1, 5, 4};

TEST(IndexingGradients, Scatter) {
  for (const Numbers& places : {kOverlapping, kOutside, kApart}) {
    for (const char* op : {"add", "subtract", "maximum", "minimum"}) {
      check_gradient(scatter_text(combine_by(op), "tensor<3x2xi32>", false), {.given = {{1, places}}});
    }
    check_gradient(scatter_text("", "tensor<3x2xi32>", false), {.given = {{1, places}}});
  }
  check_gradient(scatter_text("", "tensor<3x2xi8>", true), {.given = {{1, kApart}}});
  for (const char* op : {"add", "multiply"}) {
    check_gradient(scatter_text(combine_by(op), "tensor<3x2xi8>", true), {.given = {{1, kApart}}});
    check_gradient(scatter_text(combine_by(op, "complex<f64>"), "tensor<3x2xi64>", true, "complex<f64>"),
                   {.given = {{1, kApart}}});
  }
}

// All that reach the extreme share its cotangent.
TEST(IndexingGradients, ScatterTies) {
  const std::string text = main_text(
      {"tensor<2xf64>", "tensor<3x1xi32>", "tensor<3xf64>"}, "tensor<2xf64>",
      "%y = \"stablehlo.scatter\"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = "
      "[0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n  ^bb0(%p: tensor<f64>, %q: "
      "tensor<f64>):\n    %r = stablehlo.maximum %p, %q : tensor<f64>\n    stablehlo.return %r : tensor<f64>\n  }) : "
      "(tensor<2xf64>, tensor<3x1xi32>, tensor<3xf64>) -> tensor<2xf64>");
  const std::vector<Numbers> found = gradients(text, {{1, 5}, {0, 0, 1}, {1, 1, 2}}, {{6, 6}});
  EXPECT_EQ(found, (std::vector<Numbers>{{2, 6}, {2, 2, 0}}));
}

TEST(IndexingGradients, ScatterOfSeveral) {
  check_gradient(
      "func.func @main(%a: tensor<4xf64>, %b: tensor<4xf64>, %i: tensor<2x1xi32>, %c: tensor<2xf64>, %d: "
      "tensor<2xf64>) "
      "-> (tensor<4xf64>, tensor<4xf64>) {\n"
      "  %y:2 = \"stablehlo.scatter\"(%a, %b, %i, %c, %d) <{scatter_dimension_numbers = #stablehlo.scatter<"
      "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
      "  ^bb0(%p: tensor<f64>, %q: tensor<f64>, %r: tensor<f64>, %s: tensor<f64>):\n"
      "    stablehlo.return %r, %s : tensor<f64>, tensor<f64>\n"
      "  }) : (tensor<4xf64>, tensor<4xf64>, tensor<2x1xi32>, tensor<2xf64>, tensor<2xf64>) -> (tensor<4xf64>, "
      "tensor<4xf64>)\n  return %y#0, %y#1 : tensor<4xf64>, tensor<4xf64>\n}\n",
      {.given = {{2, {3, 3}}}});
}

TEST(IndexingGradients, ScattersWithout) {
  EXPECT_NE(why_no_gradient(scatter_text(combine_by("multiply"), "tensor<3x2xi32>", false)).find("unique_indices"),
            std::string::npos);
  EXPECT_NE(why_no_gradient(scatter_text(combine_by("power"), "tensor<3x2xi32>", true)).find("custom_vjp"),
            std::string::npos);
}

}  // namespace
}  // namespace partita::core::transform
