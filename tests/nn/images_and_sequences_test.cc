// Convolutions, pools, norms and recurrent layers against formulas written out.
#include <gtest/gtest.h>

#include <cmath>

#include "partita/nn/batch_norm.h"
#include "partita/nn/conv.h"
#include "partita/nn/lstm.h"
#include "partita/nn/pool.h"
#include "partita/nn/ssm.h"
#include "partita/partita.h"

namespace partita {
namespace {

Tensor random(std::uint64_t seed, const Shape& shape) {
  return evaluate([&](const Key& key) { return normal(key, f64, shape); }, key_of(seed));
}

void expect_close(const Tensor& got, const std::vector<double>& wanted) {
  const std::vector<double> a = got.to_doubles();
  ASSERT_EQ(a.size(), wanted.size()) << got.type_text();
  for (size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], wanted[i], 1e-9) << "element " << i;
}

TEST(Conv, KeepsTheSizeOverTheStride) {
  EXPECT_EQ(nn::same_padding(8, 3, 1), std::pair(std::int64_t{1}, std::int64_t{1}));
  EXPECT_EQ(nn::same_padding(8, 3, 2), std::pair(std::int64_t{0}, std::int64_t{1}));
  EXPECT_EQ(nn::same_padding(8, 3, 1, 2), std::pair(std::int64_t{2}, std::int64_t{2}));
  const Tensor x = random(1, {1, 5, 1}), kernel = random(2, {3, 1, 1});
  const auto wide = [](Tensor a, Tensor k) { return nn::conv(a, k, {.dilations = {2}}); };
  const std::vector<double> v = x.to_doubles(), w = kernel.to_doubles();
  const auto at = [&](int i) { return i < 0 || i >= 5 ? 0 : v[i]; };
  std::vector<double> wanted;
  for (int i = 0; i < 5; ++i) wanted.push_back(w[0] * at(i - 2) + w[1] * at(i) + w[2] * at(i + 2));
  expect_close(evaluate(wide, x, kernel), wanted);
  const auto bare = [](Tensor a, Tensor k) {
    return nn::conv(a, k, {.strides = {2}, .padding = nn::Around::kNothing});
  };
  expect_close(evaluate(bare, x, kernel),
               {w[0] * v[0] + w[1] * v[1] + w[2] * v[2], w[0] * v[2] + w[1] * v[3] + w[2] * v[4]});
}

TEST(Conv, GroupsAndTheOtherWay) {
  const Tensor x = random(3, {1, 2, 2}), kernel = random(4, {1, 1, 2});
  const std::vector<double> v = x.to_doubles(), w = kernel.to_doubles();
  const auto each = [](Tensor a, Tensor k) { return nn::conv(a, k, {.groups = 2}); };
  expect_close(evaluate(each, x, kernel), {v[0] * w[0], v[1] * w[1], v[2] * w[0], v[3] * w[1]});
  const Tensor one = random(5, {1, 2, 1}), pair = random(6, {2, 1, 1});
  const std::vector<double> a = one.to_doubles(), b = pair.to_doubles();
  const auto up = [](Tensor y, Tensor k) { return nn::conv_transpose(y, k, {2}); };
  expect_close(evaluate(up, one, pair), {a[0] * b[1], a[0] * b[0], a[1] * b[1], a[1] * b[0]});
  for (std::int64_t window : {1, 2, 3, 4}) {
    for (std::int64_t stride : {1, 2, 3}) {
      const auto shape = abstract([&](Tensor y, Tensor k) { return nn::conv_transpose(y, k, {stride}); },
                                  Tensor::spec(f32, {1, 5, 2}), Tensor::spec(f32, {window, 2, 3}));
      EXPECT_EQ(shape.shape(), Shape({1, 5 * stride, 3}));
    }
  }
}

TEST(Pool, LargestMeanAndBack) {
  const Tensor x = Tensor::of<double>({1, 4, 1}, {3, 1, 4, 1});
  expect_close(evaluate([](Tensor v) { return nn::max_pool(v, {2}); }, x), {3, 4});
  const auto same = [](Tensor v) { return nn::mean_pool(v, {3}, {.strides = {2}, .padding = nn::Around::kSame}); };
  expect_close(evaluate(same, x), {8. / 3, 2.5});
  expect_close(evaluate([](Tensor v) { return nn::upsample(v, 2); }, x), {3, 3, 1, 1, 4, 4, 1, 1});
  expect_close(evaluate([](Tensor v) { return nn::global_mean(v); }, x), {2.25});
}

TEST(BatchNorm, HasMeanZeroAndVarianceOne) {
  const Tensor x = random(7, {3, 4, 2}), scale = random(8, {2}), bias = random(9, {2});
  for (bool one_exchange : {false, true}) {
    const auto norm = [&](Tensor v, Tensor a, Tensor b) {
      const auto [y, moments] = nn::batch_norm(v, {a, b}, {.one_exchange = one_exchange});
      return std::tuple(mean(y, {0, 1}) - b, variance(y, {0, 1}) / (a * a) * (moments.variance + 1e-5),
                        moments.variance, nn::batch_norm_by(v, moments, {a, b}) - y);
    };
    const auto [centre, spread, variances, difference] = evaluate(norm, x, scale, bias);
    expect_close(centre, {0, 0});
    expect_close(spread, variances.to_doubles());
    expect_close(difference, std::vector<double>(24, 0.0));
  }
  // Moments of a narrow type are those of a wide one.
  const auto narrow = [](Tensor v) { return nn::batch_norm(convert(v, bf16)).moments.mean; };
  EXPECT_EQ(evaluate(narrow, x).dtype(), f32);
}

double sigmoid_of(double x) { return 1 / (1 + std::exp(-x)); }

TEST(Lstm, FollowsItsEquations) {
  const Tensor xs = random(10, {3, 1, 1});
  const nn::Lstm w = {random(11, {4}), random(12, {1, 4}), random(13, {1, 4})};
  const std::vector<double> x = xs.to_doubles(), b = w.bias.to_doubles(), r = w.recurrent.to_doubles(),
                            i = w.input.to_doubles();
  double hidden = 0, cell = 0;
  std::vector<double> wanted;
  for (double each : x) {
    const auto gate = [&](int k) { return each * i[k] + hidden * r[k] + b[k]; };
    cell = sigmoid_of(gate(1)) * cell + sigmoid_of(gate(0)) * std::tanh(gate(2));
    hidden = sigmoid_of(gate(3)) * std::tanh(cell);
    wanted.push_back(hidden);
  }
  expect_close(evaluate([](Tensor v, const nn::Lstm& p) { return nn::lstm(v, p); }, xs, w), wanted);
}

TEST(Ssm, FollowsItsEquations) {
  const Tensor x = random(14, {1, 3, 1});
  const nn::Ssm w = {random(15, {1, 1}), random(16, {1}), random(17, {1, 2, 2}), random(18, {1, 2}), random(19, {1})};
  const std::vector<double> v = x.to_doubles(), mix = w.mix.to_doubles(), decay = w.log_decay.to_doubles();
  std::vector<double> state(2), wanted;
  for (double each : v) {
    const double dt = std::log1p(std::exp(each * w.rate.item() + w.rate_bias.item()));
    double y = w.skip.item() * each;
    for (int n = 0; n < 2; ++n) {
      state[n] = std::exp(-dt * std::exp(decay[n])) * state[n] + dt * each * mix[n] * each;
      y += state[n] * mix[2 + n] * each;
    }
    wanted.push_back(y);
  }
  expect_close(evaluate([](Tensor in, const nn::Ssm& p) { return nn::ssm(in, p); }, x, w), wanted);
}

}  // namespace
}  // namespace partita
