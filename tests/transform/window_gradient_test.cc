// Rules of convolutions and windows, with all their attributes.
#include <gtest/gtest.h>

#include "ir/views.h"
#include "transform/gradient_check.h"
#include "transform/program_text.h"

namespace partita::core::transform {
namespace {

// The attributes of a window over `sizes` elements, and what comes out; nothing comes out of a window that is too long.
struct RandomWindow {
  RandomWindow(fuzz::Dice& dice, const Dims& sizes, int64_t longest, bool dilated = true) {
    for (int64_t n : sizes) {
      WindowDim w{.size = dice.between(1, longest),
                  .stride = dice.between(1, 3),
                  .padding_low = dice.between(-1, 2),
                  .padding_high = dice.between(-1, 2),
                  .base_dilation = dilated ? dice.between(1, 2) : 1,
                  .window_dilation = dilated ? dice.between(1, 2) : 1,
                  .reversal = dice.once_in(3)};
      window.push_back(w.size);
      stride.push_back(w.stride);
      padding.push_back(w.padding_low);
      padding.push_back(w.padding_high);
      base.push_back(w.base_dilation);
      dilation.push_back(w.window_dilation);
      reversal += fmt::format("{}{}", reversal.empty() ? "" : ", ", w.reversal);
      result.push_back(ir::window_output_size(n, w));
    }
  }
  Dims window, stride, padding, base, dilation, result;
  std::string reversal;
};

TEST(ConvolutionGradients, AllAttributes) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    fuzz::Dice dice(seed);
    const std::string element = dice.once_in(5) ? "complex<f64>" : "f64";
    const int64_t spatial = dice.between(0, 2), groups = dice.between(1, 3);
    const int64_t feature_groups = dice.once_in(2) ? groups : 1, batch_groups = feature_groups == 1 ? groups : 1;
    const Dims sizes = some_dims(dice, spatial, 1, 5);
    const RandomWindow window(dice, sizes, 3);
    const int64_t batch = dice.between(1, 2), in = dice.between(1, 2), out = dice.between(1, 2);

    // Batch, features and spatial dimensions in any order.
    auto place = [&](int64_t first, int64_t second, const char* names, const Dims& others, std::string& spelled) {
      const Dims order = some_permutation(dice, 2 + spatial);
      Dims dims(order.size());
      std::vector<std::string> letters(order.size());
      for (size_t i = 0; i < order.size(); ++i) {
        dims[order[i]] = i == 0 ? first : i == 1 ? second : others[i - 2];
        letters[order[i]] = i < 2 ? std::string(1, names[i]) : std::to_string(i - 2);
      }
      spelled = fmt::format("[{}]", fmt::join(letters, ", "));
      return dims;
    };
    std::string lhs_at, rhs_at, result_at;
    const Dims lhs = place(batch * batch_groups, in * feature_groups, "bf", sizes, lhs_at);
    const Dims rhs = place(in, out * groups, "io", window.window, rhs_at);
    const Dims result = place(batch, out * groups, "bf", window.result, result_at);
    const std::string types = fmt::format("({}, {}) -> {}", tensor_text(lhs, element), tensor_text(rhs, element),
                                          tensor_text(result, element));
    check_gradient(
        main_text(
            {tensor_text(lhs, element), tensor_text(rhs, element)}, tensor_text(result, element),
            fmt::format("%y = stablehlo.convolution(%a, %b) dim_numbers = {}x{}->{}, window = {{stride = {}, pad = "
                        "{}, lhs_dilate = {}, rhs_dilate = {}, reverse = [{}]}} {{batch_group_count = {} : i64, "
                        "feature_group_count = {} : i64}} : {}",
                        lhs_at, rhs_at, result_at, list_text(window.stride), pairs_text(window.padding),
                        list_text(window.base), list_text(window.dilation), window.reversal, batch_groups,
                        feature_groups, types)),
        {.seed = seed});
  }
}

std::string window_text(const std::string& op, const Dims& dims, const RandomWindow& w, const std::string& init = "") {
  const std::string x = tensor_text(dims), y = tensor_text(w.result);
  std::vector<std::string> arguments = {x};
  if (init.empty()) arguments.push_back("tensor<f64>");
  return main_text(
      arguments, y,
      fmt::format(
          "{}%y = \"stablehlo.reduce_window\"(%a, {}) <{{window_dimensions = {}, window_strides = {}, "
          "base_dilations = {}, window_dilations = {}, padding = dense<{}> : tensor<{}x2xi64>}}> ({{\n  ^bb0(%p: "
          "tensor<f64>, %q: tensor<f64>):\n    {}\n    stablehlo.return %r : tensor<f64>\n  }}) : ({}, "
          "tensor<f64>) -> {}",
          init.empty() ? "" : fmt::format("%init = stablehlo.constant dense<{}> : tensor<f64>\n  ", init),
          init.empty() ? "%b" : "%init", array_text(w.window), array_text(w.stride), array_text(w.base),
          array_text(w.dilation), pairs_text(w.padding), dims.size(), op, x, y));
}
const char* kLowest = "0xFFF0000000000000";
const char* kHighest = "0x7FF0000000000000";
std::string by(const std::string& op) { return fmt::format("%r = stablehlo.{} %p, %q : tensor<f64>", op); }

// The initial value is an argument, or the one that changes nothing.
TEST(WindowGradients, AllAttributes) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    fuzz::Dice dice(seed);
    const Dims dims = some_dims(dice, 2, 1, 6);
    const RandomWindow window(dice, dims, 3, dice.once_in(2));
    const GradientCheck how{.seed = seed};
    check_gradient(window_text(by("add"), dims, window), how);
    check_gradient(window_text(by("add"), dims, window, "0.0"), how);
    check_gradient(window_text(by("multiply"), dims, window), how);
    check_gradient(window_text(by("multiply"), dims, window, "1.0"), how);
    check_gradient(window_text(by("maximum"), dims, window), how);
    check_gradient(window_text(by("maximum"), dims, window, kLowest), how);
    check_gradient(window_text(by("minimum"), dims, window), how);
    check_gradient(window_text(by("minimum"), dims, window, kHighest), how);
    check_gradient(window_text(kLogAddExp, dims, window), how);
  }
}

RandomWindow prefixes(const Dims& dims, int64_t dim, bool reverse) {
  fuzz::Dice dice(0);
  RandomWindow w(dice, {}, 1);
  for (int64_t d = 0; d < std::ssize(dims); ++d) {
    const bool here = d == dim;
    w.window.push_back(here ? dims[d] : 1);
    w.stride.push_back(1);
    w.base.push_back(1);
    w.dilation.push_back(1);
    w.padding.push_back(here && !reverse ? dims[d] - 1 : 0);
    w.padding.push_back(here && reverse ? dims[d] - 1 : 0);
  }
  w.result = dims;
  return w;
}

TEST(WindowGradients, Prefixes) {
  for (const Dims& dims : {Dims{7, 3}, Dims{2, 8}, Dims{1, 1}, Dims{5}}) {
    for (int64_t dim = 0; dim < std::ssize(dims); ++dim) {
      for (bool reverse : {false, true}) {
        const RandomWindow window = prefixes(dims, dim, reverse);
        check_gradient(window_text(by("add"), dims, window, "0.0"));
        check_gradient(window_text(by("multiply"), dims, window, "1.0"));
        check_gradient(window_text(by("maximum"), dims, window, kLowest));
        check_gradient(window_text(by("minimum"), dims, window, kHighest));
        check_gradient(window_text(kLogAddExp, dims, window, kLowest));
        // An initial value that counts, once for each element that is missing.
        for (const char* op : {"add", "multiply", "maximum"}) check_gradient(window_text(by(op), dims, window));
        check_gradient(window_text(kLogAddExp, dims, window));
      }
    }
  }
}

// Two tensors at once, by a function that does not commute: forth and back, and in windows of 3.
TEST(WindowGradients, OrderCounts) {
  for (const char* padding : {"[[5, 0]]", "[[0, 5]]", "[[1, 1]]"}) {
    const bool is_short = std::string_view(padding) == "[[1, 1]]";
    check_gradient(fmt::format(
        "func.func @main(%a: tensor<6xf64>, %b: tensor<6xf64>, %i: tensor<f64>, %j: tensor<f64>) -> (tensor<6xf64>, "
        "tensor<6xf64>) {{\n  %y:2 = \"stablehlo.reduce_window\"(%a, %b, %i, %j) <{{window_dimensions = array<i64: "
        "{}>, "
        "padding = dense<{}> : tensor<1x2xi64>}}> ({{\n  ^bb0(%p: tensor<f64>, %q: tensor<f64>, %s: tensor<f64>, %t: "
        "tensor<f64>):\n    {}\n  }}) : (tensor<6xf64>, tensor<6xf64>, tensor<f64>, tensor<f64>) -> (tensor<6xf64>, "
        "tensor<6xf64>)\n  return %y#0, %y#1 : tensor<6xf64>, tensor<6xf64>\n}}\n",
        is_short ? 3 : 6, padding, kCompose));
  }
}

// JAX scans by halves, where each tie is halved.
TEST(WindowGradients, TiesOfPrefixes) {
  const std::string text = window_text(by("maximum"), {3}, prefixes({3}, 0, false), kLowest);
  EXPECT_EQ(gradients(text, {{1, 1, 1}}, {{1, 2, 4}})[0], (Numbers{3, 2, 2}));
}

// Long ones are no more than a few ops for each power of two.
TEST(WindowGradients, LongPrefixes) {
  check_gradient(window_text(by("multiply"), {100}, prefixes({100}, 0, false), "1.0"), {.low = 0.9, .high = 1.1});
}

TEST(WindowGradients, TheFirstOfTheGreatestTakesAll) {
  RandomWindow w = prefixes({4}, 0, false);
  w.window = {2}, w.padding = {0, 0}, w.result = {3};
  EXPECT_EQ(gradients(window_text(by("maximum"), {4}, w, kLowest), {{1, 1, 1, 0}}, {{1, 2, 4}})[0],
            (Numbers{1, 2, 4, 0}));
  w.dilation = {2}, w.result = {2};
  EXPECT_EQ(gradients(window_text(by("maximum"), {4}, w, kLowest), {{1, 0, 1, 0}}, {{1, 2}})[0], (Numbers{1, 2, 0, 0}));
}

TEST(WindowGradients, LongWindowsOfOtherFunctions) {
  RandomWindow w = prefixes({100}, 0, false);
  w.window = {65}, w.padding = {0, 0}, w.result = {36};
  EXPECT_NE(why_no_gradient(window_text(by("multiply"), {100}, w, "1.0")).find("more than 64"), std::string::npos);
  check_gradient(window_text(by("maximum"), {100}, w, kLowest));
}

// Each element of the source gets what came back at the place that its window selected.
TEST(WindowGradients, SelectAndScatter) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    fuzz::Dice dice(seed);
    const Dims dims = some_dims(dice, 2, 1, 6);
    const RandomWindow w(dice, dims, 3, false);
    const std::string x = tensor_text(dims), source = tensor_text(w.result);
    check_gradient(
        main_text(
            {x, source, "tensor<f64>"}, x,
            fmt::format("%y = \"stablehlo.select_and_scatter\"(%a, %b, %c) <{{window_dimensions = {}, "
                        "window_strides = {}, padding = dense<{}> : tensor<2x2xi64>}}> ({{\n  ^bb0(%p: tensor<f64>, "
                        "%q: tensor<f64>):\n    %r = stablehlo.compare GE, %p, %q : (tensor<f64>, tensor<f64>) -> "
                        "tensor<i1>\n    stablehlo.return %r : tensor<i1>\n  }}, {{\n  ^bb0(%p: tensor<f64>, %q: "
                        "tensor<f64>):\n    %r = stablehlo.add %p, %q : tensor<f64>\n    stablehlo.return %r : "
                        "tensor<f64>\n  }}) : ({}, {}, tensor<f64>) -> {}",
                        array_text(w.window), array_text(w.stride), pairs_text(w.padding), x, source, x)),
        {.seed = seed});
  }
}

}  // namespace
}  // namespace partita::core::transform
