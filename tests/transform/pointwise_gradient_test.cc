// Elementwise rules: against differences, and JAX's answers at kinks and ties.
#include <gtest/gtest.h>

#include <cmath>

#include "transform/gradient_check.h"
#include "transform/program_text.h"

namespace partita::core::transform {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string unary(const std::string& op, const std::string& element = "f64") {
  const std::string type = tensor_text({7}, element);
  const std::string form = op.starts_with("chlo.") ? type + " -> " + type : type;
  return main_text({type}, type, fmt::format("%y = {} %a : {}", op, form));
}
std::string binary(const std::string& op, const std::string& element = "f64") {
  const std::string type = tensor_text({7}, element);
  const std::string form = op.starts_with("chlo.") ? fmt::format("{}, {} -> {}", type, type, type) : type;
  return main_text({type, type}, type, fmt::format("%y = {} %a, %b : {}", op, form));
}

TEST(PointwiseGradients, FunctionsOfRealNumbers) {
  for (const char* op :
       {"stablehlo.abs", "stablehlo.cbrt", "stablehlo.cosine", "stablehlo.exponential",
        "stablehlo.exponential_minus_one", "stablehlo.logistic", "stablehlo.negate", "stablehlo.sine", "stablehlo.tanh",
        "chlo.asinh", "chlo.atan", "chlo.cosh", "chlo.erf", "chlo.erfc", "chlo.sinh", "chlo.square"}) {
    check_gradient(unary(op));
  }
  for (const char* op : {"stablehlo.log", "stablehlo.log_plus_one", "stablehlo.rsqrt", "stablehlo.sqrt", "chlo.lgamma",
                         "chlo.digamma"}) {
    check_gradient(unary(op), {.low = 0.3, .high = 4});
  }
  for (const char* op : {"stablehlo.tan", "chlo.acos", "chlo.asin", "chlo.atanh", "chlo.erf_inv"}) {
    check_gradient(unary(op), {.low = -0.9, .high = 0.9});
  }
  check_gradient(unary("chlo.acosh"), {.low = 1.2, .high = 4});
}

TEST(PointwiseGradients, FunctionsOfTwoRealNumbers) {
  for (const char* op : {"stablehlo.add", "stablehlo.subtract", "stablehlo.multiply", "stablehlo.divide",
                         "stablehlo.atan2", "stablehlo.maximum", "stablehlo.minimum", "stablehlo.remainder"}) {
    check_gradient(binary(op));
  }
  check_gradient(binary("stablehlo.power"), {.low = 0.2, .high = 3});
}

TEST(PointwiseGradients, OfOneOperandAlone) {
  for (const char* op :
       {"add", "subtract", "multiply", "divide", "power", "atan2", "maximum", "minimum", "remainder"}) {
    for (const char* operands : {"%a, %k", "%k, %a"}) {
      check_gradient(main_text({"tensor<5xf64>"}, "tensor<5xf64>",
                               fmt::format("%k = stablehlo.constant dense<1.63> : tensor<5xf64>\n"
                                           "  %y = stablehlo.{} {} : tensor<5xf64>",
                                           op, operands)),
                     {.low = 0.2, .high = 3});
    }
  }
}

TEST(PointwiseGradients, FunctionsOfComplexNumbers) {
  for (const char* op : {"stablehlo.cosine",
                         "stablehlo.exponential",
                         "stablehlo.exponential_minus_one",
                         "stablehlo.log",
                         "stablehlo.log_plus_one",
                         "stablehlo.logistic",
                         "stablehlo.negate",
                         "stablehlo.rsqrt",
                         "stablehlo.sine",
                         "stablehlo.sqrt",
                         "stablehlo.tan",
                         "stablehlo.tanh",
                         "chlo.square",
                         "chlo.conj",
                         "chlo.sinh",
                         "chlo.cosh",
                         "chlo.asin",
                         "chlo.acos",
                         "chlo.atan",
                         "chlo.asinh",
                         "chlo.acosh",
                         "chlo.atanh"}) {
    check_gradient(unary(op, "complex<f64>"), {.low = 0.2, .high = 1.4});
    check_gradient(unary(op, "complex<f64>"), {.low = -1.43, .high = 1.38});  // on all sides of the branch cuts
  }
  for (const char* op :
       {"stablehlo.add", "stablehlo.subtract", "stablehlo.multiply", "stablehlo.divide", "stablehlo.power"}) {
    check_gradient(binary(op, "complex<f64>"), {.low = 0.2, .high = 1.4});
  }
}

TEST(PointwiseGradients, PartsOfComplexNumbers) {
  for (const char* op : {"stablehlo.real", "stablehlo.imag", "stablehlo.abs"}) {
    check_gradient(main_text({"tensor<5xcomplex<f64>>"}, "tensor<5xf64>",
                             fmt::format("%y = {} %a : (tensor<5xcomplex<f64>>) -> tensor<5xf64>", op)));
  }
  check_gradient(main_text({"tensor<5xf64>", "tensor<5xf64>"}, "tensor<5xcomplex<f64>>",
                           "%y = stablehlo.complex %a, %b : tensor<5xcomplex<f64>>"));
  check_gradient(main_text({"tensor<5xf64>"}, "tensor<5xcomplex<f64>>",
                           "%y = stablehlo.convert %a : (tensor<5xf64>) -> tensor<5xcomplex<f64>>"));
}

TEST(PointwiseGradients, ClampAndSelect) {
  check_gradient(main_text({"tensor<9xf64>", "tensor<9xf64>", "tensor<9xf64>"}, "tensor<9xf64>",
                           "%y = stablehlo.clamp %a, %b, %c : tensor<9xf64>"),
                 {.given = {{0, Numbers(9, -0.7)}, {2, Numbers(9, 0.8)}}});
  check_gradient(
      main_text({"tensor<f64>", "tensor<9xf64>", "tensor<f64>"}, "tensor<9xf64>",
                "%y = stablehlo.clamp %a, %b, %c : (tensor<f64>, tensor<9xf64>, tensor<f64>) -> tensor<9xf64>"),
      {.given = {{0, {-0.7}}, {2, {0.8}}}});
  check_gradient(main_text({"tensor<4xi1>", "tensor<4xf64>", "tensor<4xf64>"}, "tensor<4xf64>",
                           "%y = stablehlo.select %a, %b, %c : tensor<4xi1>, tensor<4xf64>"),
                 {.given = {{0, {1, 0, 0, 1}}}});
}

TEST(PointwiseGradients, PolygammaAndZetaInTheirSecondOperand) {
  const std::string body =
      "%n = stablehlo.constant dense<2.0> : tensor<5xf64>\n  %y = chlo.{} %n, %a : "
      "tensor<5xf64>, tensor<5xf64> -> tensor<5xf64>";
  for (const char* op : {"polygamma", "zeta"}) {
    std::string text = body;
    text.replace(text.find("{}"), 2, op);
    check_gradient(main_text({"tensor<5xf64>"}, "tensor<5xf64>", text), {.low = 0.5, .high = 3});
    EXPECT_NE(why_no_gradient(binary(std::string("chlo.") + op)).find("constant"), std::string::npos);
  }
}

// ---- JAX's answers where there is no derivative

void expect_gradients(const std::string& program, const std::vector<Numbers>& x, const Numbers& ct,
                      const std::vector<Numbers>& expected) {
  SCOPED_TRACE(program);
  const std::vector<Numbers> found = gradients(program, x, {ct});
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].size(), expected[i].size());
    for (size_t k = 0; k < found[i].size(); ++k) EXPECT_DOUBLE_EQ(found[i][k], expected[i][k]) << i << ", " << k;
  }
}

TEST(PointwiseGradients, KinksAreJaxs) {
  const std::string three = "tensor<3xf64>";
  auto binary3 = [&](const std::string& op) {
    return main_text({three, three}, three, fmt::format("%y = {} %a, %b : {}", op, three));
  };
  // A tie is halved; NaN gets nothing.
  expect_gradients(binary3("stablehlo.maximum"), {{1, 2, kNan}, {1, 3, 0}}, {4, 4, 4}, {{2, 0, 0}, {2, 4, 0}});
  expect_gradients(binary3("stablehlo.minimum"), {{1, 2, 0}, {1, 3, kNan}}, {4, 4, 4}, {{2, 4, 0}, {2, 0, 0}});
  // abs: as for positive numbers at 0.
  expect_gradients(main_text({three}, three, "%y = stablehlo.abs %a : " + three), {{-1, 0, 2}}, {4, 4, 4},
                   {{-4, 4, 4}});
  // But not in log(exp a + exp b), which is smooth: the maximum has it all.
  expect_gradients(main_text({three, three}, three, R"(%m = stablehlo.maximum %b, %a : tensor<3xf64>
  %d = stablehlo.subtract %a, %b : tensor<3xf64>
  %abs = stablehlo.abs %d : tensor<3xf64>
  %n = stablehlo.negate %abs : tensor<3xf64>
  %e = stablehlo.exponential %n : tensor<3xf64>
  %l = stablehlo.log_plus_one %e : tensor<3xf64>
  %y = stablehlo.add %m, %l : tensor<3xf64>)"),
                   {{0, 2, std::log(3.0)}, {0, 2, 0}}, {4, 4, 4}, {{2, 2, 3}, {2, 2, 1}});
  // softplus as JAX writes it, with the 0 made twice; and the same parts of other things.
  auto softplus =
      [&](const std::string& other) {
        return main_text({three}, three, R"(%c = stablehlo.constant dense<0.0> : tensor<f64>
  %z = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %o = stablehlo.constant dense<)" + other + R"(> : tensor<f64>
  %w = stablehlo.broadcast_in_dim %o, dims = [] : (tensor<f64>) -> tensor<3xf64>
  %m = stablehlo.maximum %a, %z : tensor<3xf64>
  %d = stablehlo.subtract %a, %w : tensor<3xf64>
  %abs = stablehlo.abs %d : tensor<3xf64>
  %n = stablehlo.negate %abs : tensor<3xf64>
  %e = stablehlo.exponential %n : tensor<3xf64>
  %l = stablehlo.log_plus_one %e : tensor<3xf64>
  %y = stablehlo.add %m, %l : tensor<3xf64>)");
      };
  expect_gradients(softplus("0.0"), {{0, std::log(3.0), -std::log(3.0)}}, {4, 4, 4}, {{2, 3, 1}});
  expect_gradients(softplus("1.0"), {{1, 1, 1}}, {4, 4, 4}, {{2, 2, 2}});  // 4 of the maximum, -2 of the distance
  // x^0 is flat, also at 0; 0^y has no slope in y.
  expect_gradients(binary3("stablehlo.power"), {{0, 0, 2}, {0, 2, 0}}, {4, 4, 4},
                   {{0, 0, 0}, {0, 0, 4 * std::log(2.0)}});
  // clamp: strictly inside, strictly outside; bounds that cross take nothing but from above.
  const std::string six = "tensor<6xf64>";
  expect_gradients(main_text({six, six, six}, six, "%y = stablehlo.clamp %a, %b, %c : " + six),
                   {{0, 0, 0, 0, 0, 3}, {-1, 0, 1, 2, 3, 1}, {2, 2, 2, 2, 2, 2}}, {4, 4, 4, 4, 4, 4},
                   {{4, 0, 0, 0, 0, 0}, {0, 0, 4, 0, 0, 0}, {0, 0, 0, 0, 4, 0}});
  // sign(0) of a complex number is 0.
  expect_gradients(main_text({"tensor<1xcomplex<f64>>"}, "tensor<1xf64>",
                             "%y = stablehlo.abs %a : (tensor<1xcomplex<f64>>) -> tensor<1xf64>"),
                   {{0, 0}}, {4}, {{0, 0}});
}

TEST(PointwiseGradients, StepsAreFlat) {
  for (const char* op : {"stablehlo.floor", "stablehlo.ceil", "stablehlo.round_nearest_even", "stablehlo.sign"}) {
    expect_gradients(main_text({"tensor<2xf64>"}, "tensor<2xf64>", fmt::format("%y = {} %a : tensor<2xf64>", op)),
                     {{0.3, -2}}, {4, 4}, {{0, 0}});
  }
}

TEST(PointwiseGradients, ConversionsRoundTheCotangent) {
  // 1/3 as bf16 is 0.333984375; the narrow type is the cotangent's.
  expect_gradients(
      main_text({"tensor<1xbf16>"}, "tensor<1xf64>", "%y = stablehlo.convert %a : (tensor<1xbf16>) -> tensor<1xf64>"),
      {{2}}, {1.0 / 3}, {{0.333984375}});
  expect_gradients(
      main_text({"tensor<1xf64>"}, "tensor<1xbf16>", "%y = stablehlo.convert %a : (tensor<1xf64>) -> tensor<1xbf16>"),
      {{2}}, {0.5}, {{0.5}});
  expect_gradients(main_text({"tensor<1xf64>"}, "tensor<1xf64>",
                             "%y = stablehlo.reduce_precision %a, format = e8m7 : tensor<1xf64>"),
                   {{2}}, {1.0 / 3}, {{0.333984375}});
  // Through integers nothing comes back.
  expect_gradients(main_text({"tensor<1xf64>"}, "tensor<1xf64>",
                             "%i = stablehlo.convert %a : (tensor<1xf64>) -> tensor<1xi32>\n"
                             "  %y = stablehlo.convert %i : (tensor<1xi32>) -> tensor<1xf64>"),
                   {{2}}, {4}, {{0}});
}

}  // namespace
}  // namespace partita::core::transform
