// Gradients of gradients: what is written is a program like any other.
#include <gtest/gtest.h>

#include <memory>

#include "driver/compilation.h"
#include "transform/gradient_check.h"
#include "transform/program_text.h"

namespace partita::core::transform {
namespace {

std::string gradient_of(const std::string& program) {
  Context context;
  CompileOptions options;
  options.goal = driver::Goal::kDifferentiate;
  Compilation compilation(context, std::make_shared<const SourceText>("it.mlir", program),
                          TextRange{0, static_cast<uint32_t>(program.size())}, options);
  EXPECT_TRUE(compilation.run()) << compilation.diagnostics().render_all() << program;
  return compilation.text();
}

TEST(SecondGradient, OfOps) {
  const std::string square = "tensor<2x2xf64>";
  const Numbers positive = {3, 0.5, 0.25, 2};
  check_gradient(
      gradient_of(function_text({square}, "  %y = stablehlo.cholesky %0, lower = true : " + square, "%y", {square})),
      {.given = {{0, positive}}});
  check_gradient(
      gradient_of(function_text({square, square},
                                "  %y = \"stablehlo.triangular_solve\"(%0, %1) <{left_side = false, lower = true, "
                                "unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (" +
                                    square + ", " + square + ") -> " + square,
                                "%y", {square})),
      {.given = {{0, positive}}});
  check_gradient(
      gradient_of(function_text({"tensor<5xf64>"},
                                "  %m = stablehlo.multiply %0, %0 : tensor<5xf64>\n  %y = stablehlo.fft %m, type "
                                "= RFFT, length = [5] : (tensor<5xf64>) -> tensor<3xcomplex<f64>>",
                                "%y", {"tensor<3xcomplex<f64>>"})));
  check_gradient(gradient_of(function_text(
      {"tensor<3x2xf64>", "tensor<2xf64>", "tensor<2xf64>"},
      "  %r:3 = \"stablehlo.batch_norm_training\"(%0, %1, %2) <{epsilon = 1.0e-2 : f32, feature_index = 1 : i64}> : "
      "(tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>)",
      "%r#0", {"tensor<3x2xf64>"})));
  check_gradient(gradient_of(R"(
func.func @main(%x: tensor<5xf64>) -> tensor<5xf64> {
  %s = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<5xf64>) -> tensor<5xf64>
  %y = stablehlo.multiply %s, %s : tensor<5xf64>
  return %y : tensor<5xf64>
})"));
}

TEST(SecondGradient, OfManualCode) {
  check_gradient(gradient_of(R"(
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<4xf64>, %w: tensor<2xf64>) -> tensor<2xf64> {
  %0 = sdy.manual_computation(%x, %w) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"x", "y"} (%p: tensor<2xf64>, %v: tensor<2xf64>) {
    %m = stablehlo.multiply %p, %v : tensor<2xf64>
    %s = stablehlo.sine %m : tensor<2xf64>
    %r = "stablehlo.all_reduce"(%s) ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
      %c = stablehlo.add %a, %b : tensor<f64>
      stablehlo.return %c : tensor<f64>
    }) {replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xf64>) -> tensor<2xf64>
    sdy.return %r : tensor<2xf64>
  } : (tensor<4xf64>, tensor<2xf64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
})"));
}

}  // namespace
}  // namespace partita::core::transform
