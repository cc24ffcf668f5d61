// Rules where their op stands in a loop, whose steps have to be kept, and rules of what rules have made.
#include <gtest/gtest.h>

#include "transform/gradient_check.h"
#include "transform/program_text.h"

namespace partita::core::transform {
namespace {

// %x (4x3) becomes %r (4x3) in each of three steps; %w (4x3) comes from outside, %i (i32) is the step's number.
std::string in_loop(const std::string& step) {
  return fmt::format(R"(
func.func @main(%x0: tensor<4x3xf64>, %w: tensor<4x3xf64>) -> tensor<4x3xf64> {{
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %loop:2 = stablehlo.while(%i = %i0, %x = %x0) : tensor<i32>, tensor<4x3xf64>
  cond {{
    %n = stablehlo.constant dense<3> : tensor<i32>
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  }} do {{
    {}
    %k = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %k : tensor<i32>
    stablehlo.return %next, %r : tensor<i32>, tensor<4x3xf64>
  }}
  return %loop#1 : tensor<4x3xf64>
}})",
                     step);
}

const std::vector<std::string>& steps() {
  static const std::vector<std::string> kSteps = {
      // A row of both, times each other, written back: the loop's own values and those from outside.
      R"(%z = stablehlo.constant dense<0> : tensor<i32>
    %s = stablehlo.dynamic_slice %x, %i, %z, sizes = [1, 3] : (tensor<4x3xf64>, tensor<i32>, tensor<i32>) -> tensor<1x3xf64>
    %t = stablehlo.dynamic_slice %w, %i, %z, sizes = [1, 3] : (tensor<4x3xf64>, tensor<i32>, tensor<i32>) -> tensor<1x3xf64>
    %u = stablehlo.multiply %s, %t : tensor<1x3xf64>
    %v = stablehlo.add %i, %i : tensor<i32>
    %r = stablehlo.dynamic_update_slice %x, %u, %v, %z : (tensor<4x3xf64>, tensor<1x3xf64>, tensor<i32>, tensor<i32>) -> tensor<4x3xf64>)",
      // Rows i and 2i, added to rows 0 and i.
      R"(%z = stablehlo.constant dense<0> : tensor<1xi32>
    %i1 = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %j1 = stablehlo.add %i1, %i1 : tensor<1xi32>
    %from = stablehlo.concatenate %i1, %j1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %to = stablehlo.concatenate %z, %i1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %p = stablehlo.multiply %x, %w : tensor<4x3xf64>
    %g = "stablehlo.gather"(%p, %from) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf64>, tensor<2xi32>) -> tensor<2x3xf64>
    %r = "stablehlo.scatter"(%x, %to, %g) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%l: tensor<f64>, %m: tensor<f64>):
      %o = stablehlo.maximum %l, %m : tensor<f64>
      stablehlo.return %o : tensor<f64>
    }) : (tensor<4x3xf64>, tensor<2xi32>, tensor<2x3xf64>) -> tensor<4x3xf64>)",
      // Reductions, by a plain op and by one that is written out.
      R"(%p = stablehlo.multiply %x, %w : tensor<4x3xf64>
    %m = stablehlo.reduce(%p init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<4x3xf64>, tensor<f64>) -> tensor<3xf64>
    %o = stablehlo.reduce(%p init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<4x3xf64>, tensor<f64>) -> tensor<3xf64>
    %s = stablehlo.add %m, %o : tensor<3xf64>
    %t = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<3xf64>) -> tensor<4x3xf64>
    %u = stablehlo.tanh %t : tensor<4x3xf64>
    %r = stablehlo.add %u, %x : tensor<4x3xf64>)",
      // Windows: prefixes, and the greatest of two.
      R"(%p = stablehlo.multiply %x, %w : tensor<4x3xf64>
    %c = "stablehlo.reduce_window"(%p, %one) <{window_dimensions = array<i64: 4, 1>, padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f64>, %m: tensor<f64>):
      %o = stablehlo.multiply %l, %m : tensor<f64>
      stablehlo.return %o : tensor<f64>
    }) : (tensor<4x3xf64>, tensor<f64>) -> tensor<4x3xf64>
    %d = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>}> ({
    ^bb0(%l: tensor<f64>, %m: tensor<f64>):
      %o = stablehlo.maximum %l, %m : tensor<f64>
      stablehlo.return %o : tensor<f64>
    }) : (tensor<4x3xf64>, tensor<f64>) -> tensor<4x3xf64>
    %u = stablehlo.tanh %c : tensor<4x3xf64>
    %r = stablehlo.add %u, %d : tensor<4x3xf64>)",
      // A convolution along the rows, with a kernel that is part of what comes from outside.
      R"(%s = stablehlo.slice %w [0:3, 0:3] : (tensor<4x3xf64>) -> tensor<3x3xf64>
    %b = stablehlo.reshape %x : (tensor<4x3xf64>) -> tensor<1x4x3xf64>
    %f = stablehlo.reshape %s : (tensor<3x3xf64>) -> tensor<1x3x3xf64>
    %c = stablehlo.convolution(%b, %f) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x3xf64>, tensor<1x3x3xf64>) -> tensor<1x4x3xf64>
    %d = stablehlo.reshape %c : (tensor<1x4x3xf64>) -> tensor<4x3xf64>
    %r = stablehlo.tanh %d : tensor<4x3xf64>)",
      // A loop in the loop, along the second dimension.
      R"(%z = stablehlo.constant dense<0.5> : tensor<4xf64>
    %p = stablehlo.multiply %x, %w : tensor<4x3xf64>
    %c:2 = chlo.scan(%p) inits(%z) dimension=1 {
    ^bb0(%l: tensor<4xf64>, %m: tensor<4xf64>):
      %o = stablehlo.tanh %m : tensor<4xf64>
      %q = stablehlo.add %l, %o : tensor<4xf64>
      stablehlo.return %q, %q : tensor<4xf64>, tensor<4xf64>
    } : (tensor<4x3xf64>, tensor<4xf64>) -> (tensor<4x3xf64>, tensor<4xf64>)
    %r = stablehlo.add %c#0, %x : tensor<4x3xf64>)"};
  return kSteps;
}

TEST(NestedGradients, InLoops) {
  for (const std::string& step : steps()) check_gradient(in_loop(step));
}
TEST(NestedGradients, InLoopsThatKeepNothing) {
  for (const std::string& step : steps()) check_gradient(in_loop(step), {.save = "nothing"});
}
TEST(NestedGradients, OfGradientsOfLoops) {
  for (const std::string& step : steps()) check_gradient(gradient_text(in_loop(step)));
}

// Once each, without the loop.
TEST(NestedGradients, OfGradients) {
  for (const std::string& step : steps()) {
    const std::string once = fmt::format(R"(
func.func @main(%x: tensor<4x3xf64>, %w: tensor<4x3xf64>) -> tensor<4x3xf64> {{
  %i = stablehlo.constant dense<1> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    {}
  return %r : tensor<4x3xf64>
}})",
                                         step);
    check_gradient(gradient_text(once));
  }
}

}  // namespace
}  // namespace partita::core::transform
