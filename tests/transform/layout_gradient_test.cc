// Rules of ops that move elements, and of products.
#include <gtest/gtest.h>

#include "transform/gradient_check.h"
#include "transform/program_text.h"

namespace partita::core::transform {
namespace {

constexpr int kRounds = 12;

TEST(LayoutGradients, Broadcast) {
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    fuzz::Dice dice(seed);
    const Dims to = some_dims(dice, 4);
    Dims places = some_permutation(dice, 4);
    places.resize(dice.between(0, 3));
    Dims from;
    for (int64_t place : places) from.push_back(dice.once_in(3) ? 1 : to[place]);
    check_gradient(main_text({tensor_text(from)}, tensor_text(to),
                             fmt::format("%y = stablehlo.broadcast_in_dim %a, dims = {} : ({}) -> {}",
                                         list_text(places), tensor_text(from), tensor_text(to))),
                   {.seed = seed});
  }
}

TEST(LayoutGradients, TransposeReverseReshape) {
  for (unsigned seed = 0; seed < kRounds; ++seed) {
    fuzz::Dice dice(seed);
    const Dims dims = some_dims(dice, 3), order = some_permutation(dice, 3);
    Dims turned, flat = {dims[0] * dims[1], dims[2]};
    for (int64_t d : order) turned.push_back(dims[d]);
    check_gradient(main_text({tensor_text(dims)}, tensor_text(turned),
                             fmt::format("%y = stablehlo.transpose %a, dims = {} : ({}) -> {}", list_text(order),
                                         tensor_text(dims), tensor_text(turned))));
    check_gradient(main_text({tensor_text(dims)}, tensor_text(dims),
                             fmt::format("%y = stablehlo.reverse %a, dims = [{}] : {}", order[0], tensor_text(dims))));
    check_gradient(
        main_text({tensor_text(dims)}, tensor_text(flat),
                  fmt::format("%y = stablehlo.reshape %a : ({}) -> {}", tensor_text(dims), tensor_text(flat))));
  }
}

TEST(LayoutGradients, SliceAndPad) {
  for (unsigned seed = 0; seed < 2 * kRounds; ++seed) {
    fuzz::Dice dice(seed);
    const Dims dims = some_dims(dice, 2, 1, 6);
    Dims sliced, padded, low, high, interior;
    std::string ranges;
    for (int64_t n : dims) {
      const int64_t start = dice.between(0, n), limit = dice.between(start, n), stride = dice.between(1, 3);
      ranges += fmt::format("{}{}:{}:{}", ranges.empty() ? "" : ", ", start, limit, stride);
      sliced.push_back((limit - start + stride - 1) / stride);
      low.push_back(dice.between(-1, 2));
      high.push_back(dice.between(-1, 2));
      interior.push_back(dice.between(0, 2));
      padded.push_back(n + (n - 1) * interior.back() + low.back() + high.back());
      if (padded.back() < 0) high.back() = 1, padded.back() += 2;
    }
    check_gradient(main_text(
        {tensor_text(dims)}, tensor_text(sliced),
        fmt::format("%y = stablehlo.slice %a [{}] : ({}) -> {}", ranges, tensor_text(dims), tensor_text(sliced))));
    check_gradient(main_text(
        {tensor_text(dims), "tensor<f64>"}, tensor_text(padded),
        fmt::format("%y = stablehlo.pad %a, %b, low = {}, high = {}, interior = {} : ({}, "
                    "tensor<f64>) -> {}",
                    list_text(low), list_text(high), list_text(interior), tensor_text(dims), tensor_text(padded))));
  }
}

TEST(LayoutGradients, Concatenate) {
  check_gradient(main_text({"tensor<2x3xf64>", "tensor<2x0xf64>", "tensor<2x1xf64>"}, "tensor<2x7xf64>",
                           "%y = stablehlo.concatenate %a, %b, %c, %a, dim = 1 : (tensor<2x3xf64>, tensor<2x0xf64>, "
                           "tensor<2x1xf64>, tensor<2x3xf64>) -> tensor<2x7xf64>"));
}

// Dimensions of both sides in any order: batching, contracting, free.
TEST(ProductGradients, DotGeneral) {
  for (unsigned seed = 0; seed < 2 * kRounds; ++seed) {
    fuzz::Dice dice(seed);
    const std::string element = dice.once_in(3) ? "complex<f64>" : "f64";
    const int64_t batching = dice.between(0, 2), contracting = dice.between(0, 2);
    const int64_t left_free = dice.between(0, 2), right_free = dice.between(0, 2);
    const Dims batch = some_dims(dice, batching, 1, 3), contracted = some_dims(dice, contracting, 1, 3),
               left = some_dims(dice, left_free, 1, 3), right = some_dims(dice, right_free, 1, 3);
    auto side = [&](const Dims& free, Dims& dims, Dims& batch_at, Dims& contract_at) {
      Dims sizes = batch;
      sizes.insert(sizes.end(), contracted.begin(), contracted.end());
      sizes.insert(sizes.end(), free.begin(), free.end());
      const Dims order = some_permutation(dice, std::ssize(sizes));  // of these, where each goes
      dims.resize(sizes.size());
      for (size_t i = 0; i < sizes.size(); ++i) dims[order[i]] = sizes[i];
      batch_at.assign(order.begin(), order.begin() + batching);
      contract_at.assign(order.begin() + batching, order.begin() + batching + contracting);
      Dims free_sizes;
      for (int64_t d = 0; d < std::ssize(sizes); ++d) {
        const auto at = std::find(order.begin(), order.end(), d) - order.begin();
        if (at >= batching + contracting) free_sizes.push_back(dims[d]);
      }
      return free_sizes;
    };
    Dims a, b, a_batch, b_batch, a_contract, b_contract, result = batch;
    for (int64_t n : side(left, a, a_batch, a_contract)) result.push_back(n);
    for (int64_t n : side(right, b, b_batch, b_contract)) result.push_back(n);
    check_gradient(
        main_text(
            {tensor_text(a, element), tensor_text(b, element)}, tensor_text(result, element),
            fmt::format("%y = stablehlo.dot_general %a, %b, batching_dims = {} x {}, contracting_dims = {} x {} : "
                        "({}, {}) -> {}",
                        list_text(a_batch), list_text(b_batch), list_text(a_contract), list_text(b_contract),
                        tensor_text(a, element), tensor_text(b, element), tensor_text(result, element))),
        {.seed = seed});
  }
}

}  // namespace
}  // namespace partita::core::transform
