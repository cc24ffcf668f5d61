// Layers against what they are defined as, written out in loops.
#include "../made_up.h"
#include "partita/nn/cross_entropy.h"
#include "partita/nn/dense.h"
#include "partita/nn/dropout.h"
#include "partita/nn/embed.h"
#include "partita/nn/ffn.h"
#include "partita/nn/layer_norm.h"
#include "partita/nn/rms_norm.h"
#include "partita/nn/rope.h"
#include "partita/partita.h"

namespace partita {
namespace {

TEST(Layers, Dense) {
  const Tensor x = made_up({2, 3}), w = made_up({3, 2, 2}, 2), b = made_up({2, 2}, 3);
  const Doubles xs = x.to_doubles(), ws = w.to_doubles(), bs = b.to_doubles();
  Doubles wanted;
  for (int i = 0; i < 2; ++i) {
    for (int o = 0; o < 4; ++o) {
      double total = bs[o];
      for (int k = 0; k < 3; ++k) total += xs[i * 3 + k] * ws[k * 4 + o];
      wanted.push_back(total);
    }
  }
  const auto f = [](Tensor v, const nn::Dense& layer) { return nn::dense(v, layer); };
  const Tensor got = evaluate(f, x, nn::Dense{w, b});
  EXPECT_EQ(got.type_text(), "f32[2,2,2]");
  expect_near(got.to_doubles(), wanted);
  EXPECT_NE(evaluate(f, x, nn::Dense{w, {}}).to_doubles()[0], wanted[0]);
}

TEST(Layers, WeightsKeepTheSizeOfWhatGoesThrough) {
  const auto f = [](const Key& key) { return nn::init_weight(key, {64, 64}, 64); };
  double squares = 0;
  for (double w : evaluate(f, key_of(3)).to_doubles()) squares += w * w;
  EXPECT_NEAR(squares / 64, 1, 0.1);
}

TEST(Layers, EmbedAndUnembed) {
  const Tensor table = made_up({5, 3}), ids = Tensor::of<std::int32_t>({2}, {4, 1});
  const Doubles rows = table.to_doubles();
  const Tensor got = evaluate([](Tensor t, Tensor i) { return nn::embed(t, i); }, table, ids);
  expect_near(got.to_doubles(), {rows[12], rows[13], rows[14], rows[3], rows[4], rows[5]});
  const Tensor logits = evaluate([](Tensor t, Tensor h) { return nn::unembed(t, h); }, table, got);
  EXPECT_EQ(logits.type_text(), "f32[2,5]");
  double square = 0;
  for (int i = 12; i < 15; ++i) square += rows[i] * rows[i];
  EXPECT_NEAR(logits.to_doubles()[4], square, 1e-5);
}

TEST(Layers, Norms) {
  const Tensor x = made_up({2, 4}), scale = made_up({4}, 2), bias = made_up({4}, 3);
  const Doubles xs = x.to_doubles(), s = scale.to_doubles(), b = bias.to_doubles();
  Doubles rms, layer;
  for (int i = 0; i < 2; ++i) {
    double mean = 0, square = 0, variance = 0;
    for (int k = 0; k < 4; ++k) mean += xs[i * 4 + k] / 4;
    for (int k = 0; k < 4; ++k) square += xs[i * 4 + k] * xs[i * 4 + k] / 4;
    for (int k = 0; k < 4; ++k) variance += (xs[i * 4 + k] - mean) * (xs[i * 4 + k] - mean) / 4;
    for (int k = 0; k < 4; ++k) rms.push_back(xs[i * 4 + k] / std::sqrt(square + 0.25) * s[k]);
    for (int k = 0; k < 4; ++k) layer.push_back((xs[i * 4 + k] - mean) / std::sqrt(variance + 0.25) * s[k] + b[k]);
  }
  const auto by_root = [](Tensor v, Tensor w) { return nn::rms_norm(v, w, {.epsilon = 0.25}); };
  const auto by_deviation = [](Tensor v, const nn::LayerNorm& w) { return nn::layer_norm(v, w, {.epsilon = 0.25}); };
  expect_near(evaluate(by_root, x, scale).to_doubles(), rms);
  expect_near(evaluate(by_deviation, x, nn::LayerNorm{scale, bias}).to_doubles(), layer);
  const Tensor narrow = evaluate(by_root, made_up({2, 4}, 1, bf16), scale);
  EXPECT_EQ(narrow.dtype(), bf16);
  expect_near(narrow.to_doubles(), rms, 1e-2);
}

TEST(Layers, NarrowNormsAreComputedWide) {
  // In bf16 the sum of a thousand equal squares stops growing at 256 of them.
  const Tensor x = Tensor::from_doubles(bf16, {1, 1024}, Doubles(1024, 2));
  const auto f = [](Tensor v) { return nn::rms_norm(v, ones(f32, {1024})); };
  EXPECT_EQ(evaluate(f, x).to_doubles()[0], 1);
}

TEST(Layers, Dropout) {
  const auto f = [](const Key& key, Tensor x) { return nn::dropout(key, x, 0.25); };
  const Doubles got = evaluate(f, key_of(1), Tensor::from_doubles(f32, {4000}, Doubles(4000, 3))).to_doubles();
  int zeros = 0;
  for (double v : got) {
    zeros += v == 0;
    if (v != 0) {
      EXPECT_NEAR(v, 4, 1e-6);
    }
  }
  EXPECT_NEAR(zeros, 1000, 100);
  const auto none = [](const Key& key, Tensor x) { return nn::dropout(key, x, 0); };
  expect_near(evaluate(none, key_of(1), made_up({5})).to_doubles(), made_up({5}).to_doubles());
}

TEST(Layers, Rope) {
  const Tensor x = made_up({1, 2, 1, 4}), places = Tensor::of<std::int32_t>({2}, {3, 7});
  const Doubles xs = x.to_doubles();
  Doubles wanted(8);
  for (int s = 0; s < 2; ++s) {
    for (int i = 0; i < 2; ++i) {
      const double angle = (s == 0 ? 3 : 7) * std::pow(100.0, -i / 2.0);
      const double a = xs[s * 4 + i], b = xs[s * 4 + 2 + i];
      wanted[s * 4 + i] = a * std::cos(angle) - b * std::sin(angle);
      wanted[s * 4 + 2 + i] = b * std::cos(angle) + a * std::sin(angle);
    }
  }
  const auto f = [](Tensor v, Tensor p) { return nn::rope(v, p, {.base = 100}); };
  expect_near(evaluate(f, x, places).to_doubles(), wanted);
}

TEST(Layers, Ffn) {
  const Tensor x = made_up({1, 2, 2}), in = made_up({2, 3}, 2), gate = made_up({2, 3}, 4), out = made_up({3, 2}, 3);
  const Doubles xs = x.to_doubles(), a = in.to_doubles(), g = gate.to_doubles(), b = out.to_doubles();
  Doubles plain(4), gated(4);
  for (int s = 0; s < 2; ++s) {
    for (int h = 0; h < 3; ++h) {
      const double v = xs[s * 2] * a[h] + xs[s * 2 + 1] * a[3 + h], w = xs[s * 2] * g[h] + xs[s * 2 + 1] * g[3 + h];
      for (int m = 0; m < 2; ++m) {
        plain[s * 2 + m] += std::max(v, 0.0) * b[h * 2 + m];
        gated[s * 2 + m] += w / (1 + std::exp(-w)) * v * b[h * 2 + m];
      }
    }
  }
  const auto f = [](Tensor v, const nn::Ffn& w) { return nn::ffn(v, w, nn::Activation::kRelu); };
  const auto h = [](Tensor v, const nn::GatedFfn& w) { return nn::gated_ffn(v, w, nn::Activation::kSilu); };
  expect_near(evaluate(f, x, nn::Ffn{in, out}).to_doubles(), plain);
  expect_near(evaluate(h, x, nn::GatedFfn{gate, in, out}).to_doubles(), gated);
}

TEST(Layers, CrossEntropy) {
  const Tensor logits = made_up({2, 3}), classes = Tensor::of<std::int32_t>({2}, {2, 0});
  const Doubles x = logits.to_doubles();
  double loss = 0;
  Doubles slope;
  for (int i = 0; i < 2; ++i) {
    double total = 0;
    for (int k = 0; k < 3; ++k) total += std::exp(x[i * 3 + k]);
    const int right = i == 0 ? 2 : 0;
    loss -= std::log(std::exp(x[i * 3 + right]) / total) / 2;
    for (int k = 0; k < 3; ++k) slope.push_back((std::exp(x[i * 3 + k]) / total - (k == right)) / 2);
  }
  const auto f = [](Tensor l, Tensor c) {
    return value_and_grad([](Tensor v, Tensor w) { return nn::cross_entropy(v, w); })(l, c);
  };
  const auto [got, back] = evaluate(f, logits, classes);
  EXPECT_NEAR(got.item(), loss, 1e-6);
  expect_near(back.to_doubles(), slope);
  const Tensor large = Tensor::of<float>({1, 2}, {1000, 998});
  EXPECT_NEAR(evaluate(f, large, Tensor::of<std::int32_t>({1}, {1})).first.item(), 2.126928, 1e-4);
}

}  // namespace
}  // namespace partita
