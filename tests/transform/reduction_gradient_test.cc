// Rules of reductions and scans, by plain ops and by any body.
#include <gtest/gtest.h>

#include <cmath>

#include "transform/gradient_check.h"
#include "transform/program_text.h"

namespace partita::core::transform {
namespace {

std::string reduce_text(const std::string& op, const Dims& dims, const Dims& reduced,
                        const std::string& element = "f64") {
  Dims kept;
  for (int64_t d = 0; d < std::ssize(dims); ++d) {
    if (std::find(reduced.begin(), reduced.end(), d) == reduced.end()) kept.push_back(dims[d]);
  }
  return main_text({tensor_text(dims, element), tensor_text({}, element)}, tensor_text(kept, element),
                   fmt::format("%y = stablehlo.reduce(%a init: %b) applies stablehlo.{} across dimensions = {} : ({}, "
                               "{}) -> {}",
                               op, list_text(reduced), tensor_text(dims, element), tensor_text({}, element),
                               tensor_text(kept, element)));
}

TEST(ReductionGradients, PlainOps) {
  for (const char* op : {"add", "multiply", "maximum", "minimum"}) {
    for (const Dims& reduced : {Dims{1}, Dims{0, 2}, Dims{0, 1, 2}, Dims{}}) {
      check_gradient(reduce_text(op, {3, 4, 2}, reduced));
      check_gradient(reduce_text(op, {3, 4, 2}, reduced), {.given = {{1, {op[1] == 'i' ? 5.0 : -5.0}}}});
    }
    check_gradient(reduce_text(op, {3, 0}, {1}));  // nothing: the initial value
  }
  check_gradient(reduce_text("add", {3, 5}, {1}, "complex<f64>"));
  check_gradient(reduce_text("multiply", {3, 5}, {1}, "complex<f64>"));
}

TEST(ReductionGradients, ProductsWithZeros) {
  const std::string text = reduce_text("multiply", {3, 3}, {1});
  const std::vector<Numbers> found = gradients(text, {{2, 0, 3, 0, 0, 5, 1, 2, 3}, {1}}, {{1, 1, 1}});
  EXPECT_EQ(found[0], (Numbers{0, 6, 0, 0, 0, 0, 6, 3, 2}));
}

TEST(ReductionGradients, TiesAreShared) {
  const Numbers x = {1, 3, 3, 2, 2, 2};
  const std::string constant = main_text(
      {"tensor<2x3xf64>"}, "tensor<2xf64>",
      "%i = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>\n  %y = stablehlo.reduce(%a init: %i) applies "
      "stablehlo.maximum across dimensions = [1] : (tensor<2x3xf64>, tensor<f64>) -> tensor<2xf64>");
  EXPECT_EQ(gradients(constant, {x}, {{6, 6}})[0], (Numbers{0, 3, 3, 2, 2, 2}));
  // An initial value that is reached is one of those who share, and takes all where it is alone.
  const std::vector<Numbers> shared = gradients(reduce_text("maximum", {2, 3}, {1}), {x, {3}}, {{6, 6}});
  EXPECT_EQ(shared, (std::vector<Numbers>{{0, 2, 2, 0, 0, 0}, {2 + 6}}));
  // Of a row with NaN nothing is known.
  const Numbers of_nan = gradients(constant, {{1, NAN, 3, 1, 2, 3}}, {{6, 6}})[0];
  EXPECT_TRUE(std::isnan(of_nan[0]));
  EXPECT_EQ(of_nan[5], 6);
}

TEST(ReductionGradients, AnyBody) {
  const std::string body = fmt::format(
      "%y = stablehlo.reduce(%a init: %b) across dimensions = [0, 1] : (tensor<3x5x2xf64>, tensor<f64>) -> "
      "tensor<2xf64>"
      "\n    reducer(%p: tensor<f64>, %q: tensor<f64>) {{\n    {}\n    stablehlo.return %r : tensor<f64>\n  }}",
      kLogAddExp);
  check_gradient(main_text({"tensor<3x5x2xf64>", "tensor<f64>"}, "tensor<2xf64>", body));
}

TEST(ReductionGradients, OrderCounts) {
  check_gradient(fmt::format(
      "func.func @main(%a: tensor<5x2xf64>, %b: tensor<5x2xf64>, %i: tensor<f64>, %j: tensor<f64>) -> (tensor<2xf64>, "
      "tensor<2xf64>) {{\n  %y:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [0] : "
      "(tensor<5x2xf64>, tensor<5x2xf64>, tensor<f64>, tensor<f64>) -> (tensor<2xf64>, tensor<2xf64>)\n    "
      "reducer(%p: tensor<f64>, %s: tensor<f64>) (%q: tensor<f64>, %t: tensor<f64>) {{\n    {}\n  }}\n  return %y#0, "
      "%y#1 : tensor<2xf64>, tensor<2xf64>\n}}\n",
      kCompose));
}

// The greatest, with where it is: the value goes back to just that place. A value that the body takes from outside gets
// its cotangent, too.
TEST(ReductionGradients, PairsAndCaptures) {
  check_gradient(R"(
func.func @main(%a: tensor<4x3xf64>, %f: tensor<f64>) -> (tensor<3xf64>, tensor<3xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<4x3xi32>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f64>) -> tensor<4x3xf64>
  %c = stablehlo.multiply %a, %b : tensor<4x3xf64>
  %y:2 = stablehlo.reduce(%c init: %low), (%i init: %none) across dimensions = [0] : (tensor<4x3xf64>, tensor<4x3xi32>, tensor<f64>, tensor<i32>) -> (tensor<3xf64>, tensor<3xi32>)
    reducer(%p: tensor<f64>, %q: tensor<f64>) (%j: tensor<i32>, %k: tensor<i32>) {
    %g = stablehlo.compare GE, %p, %q : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %v = stablehlo.select %g, %p, %q : tensor<i1>, tensor<f64>
    %w = stablehlo.select %g, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f64>, tensor<i32>
  }
  return %y#0, %y#1 : tensor<3xf64>, tensor<3xi32>
})");
  check_gradient(R"(
func.func @main(%a: tensor<4x3xf64>, %f: tensor<f64>) -> tensor<3xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %y = stablehlo.reduce(%a init: %zero) across dimensions = [0] : (tensor<4x3xf64>, tensor<f64>) -> tensor<3xf64>
    reducer(%p: tensor<f64>, %q: tensor<f64>) {
    %r = stablehlo.multiply %p, %q : tensor<f64>
    %s = stablehlo.multiply %r, %f : tensor<f64>
    %t = stablehlo.add %p, %q : tensor<f64>
    %u = stablehlo.add %s, %t : tensor<f64>
    stablehlo.return %u : tensor<f64>
  }
  return %y : tensor<3xf64>
})");
}

// Inputs of bf16, a body of f32: the result is f32, the cotangents are bf16 again.
TEST(ReductionGradients, BodiesOfAWiderType) {
  auto text = [](const std::string& op) {
    return main_text(
        {"tensor<3xbf16>", "tensor<bf16>"}, "tensor<f32>",
        fmt::format("%y = stablehlo.reduce(%a init: %b) across dimensions = [0] : (tensor<3xbf16>, "
                    "tensor<bf16>) -> tensor<f32>\n    reducer(%p: tensor<f32>, %q: tensor<f32>) {{\n    %r = "
                    "stablehlo.{} %p, %q : tensor<f32>\n    stablehlo.return %r : tensor<f32>\n  }}",
                    op));
  };
  const std::vector<Numbers> x = {{2, 3, 5}, {4}};
  EXPECT_EQ(gradients(text("add"), x, {{2}}), (std::vector<Numbers>{{2, 2, 2}, {2}}));
  EXPECT_EQ(gradients(text("multiply"), x, {{1}}), (std::vector<Numbers>{{60, 40, 24}, {30}}));
  EXPECT_EQ(gradients(text("maximum"), x, {{2}}), (std::vector<Numbers>{{0, 0, 2}, {0}}));
}

std::string scan_text(const std::string& attributes, const std::string& op, int dim, bool keeps_dim) {
  const Dims slice = keeps_dim ? (dim == 0 ? Dims{1, 3} : Dims{4, 1}) : (dim == 0 ? Dims{3} : Dims{4});
  return fmt::format(R"(
func.func @main(%a: tensor<4x3xf64>, %b: {0}) -> (tensor<4x3xf64>, {0}) {{
  %y:2 = chlo.scan(%a) inits(%b) dimension={1} attributes {{{2}}} {{
  ^bb0(%p: {0}, %q: {0}):
    {3}
    stablehlo.return %r, %r : {0}, {0}
  }} : (tensor<4x3xf64>, {0}) -> (tensor<4x3xf64>, {0})
  return %y#0, %y#1 : tensor<4x3xf64>, {0}
}})",
                     tensor_text(slice), dim, attributes, fmt::format(fmt::runtime(op), tensor_text(slice)));
}

TEST(ReductionGradients, Scans) {
  for (const char* attributes : {"is_associative = true", "is_associative = true, is_reverse = true"}) {
    for (int dim : {0, 1}) {
      for (const char* op : {"add", "multiply", "maximum", "minimum"}) {
        check_gradient(scan_text(attributes, fmt::format("%r = stablehlo.{} %p, %q : {{}}", op), dim, false));
        check_gradient(scan_text(attributes, fmt::format("%r = stablehlo.{} %p, %q : {{}}", op), dim, true));
      }
      check_gradient(
          scan_text(attributes, "%s = stablehlo.tanh %q : {0}\n    %r = stablehlo.multiply %p, %s : {0}", dim, true));
      check_gradient(scan_text("is_reverse = true",
                               "%s = stablehlo.tanh %q : {0}\n    %r = stablehlo.multiply %p, %s : {0}", dim, false));
    }
  }
}

TEST(ReductionGradients, ScannedProductsWithZeros) {
  const std::string text = scan_text("is_associative = true", "%r = stablehlo.multiply %p, %q : {}", 0, false);
  const Numbers x = {2, 1, 0, 0, 1, 0, 3, 0, 5, 4, 1, 1};
  const std::vector<Numbers> found = gradients(text, {x, {1, 1, 1}}, {Numbers(12, 1), {0, 0, 0}});
  // Column 0: 2, 0, 3, 4: d/dx0 = 1, d/dx1 = 2 + 6 + 24, the rest are behind a zero.
  EXPECT_EQ(found[0][0], 1);
  EXPECT_EQ(found[0][3], 32);
  EXPECT_EQ(found[0][6], 0);
  EXPECT_EQ(found[0][9], 0);
}

}  // namespace
}  // namespace partita::core::transform
