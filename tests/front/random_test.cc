// Random numbers: threefry's own test vectors, and numbers that jax.random gives.
#include <gtest/gtest.h>

#include <cmath>

#include "partita/partita.h"

namespace partita {
namespace {

using Words = std::vector<std::uint32_t>;

Words words(const Tensor& tensor) {
  const auto all = tensor.data<std::uint32_t>();
  return Words(all.begin(), all.end());
}

// Random123's known answers for threefry2x32, 20 rounds: fold_in hashes (0, data).
TEST(Random, IsThreefry) {
  EXPECT_EQ(words(evaluate([](const Key& k) { return fold_in(k, 0); }, key_of(0)).words),
            (Words{0x6b200159, 0x99ba4efe}));
  EXPECT_EQ(words(evaluate([](const Key& k) { return split_stacked(k, 1); }, key_of(0)).words),
            (Words{0x6b200159, 0x99ba4efe}));
}

// The numbers that the page of jax.random shows for key(0).
TEST(Random, GivesTheNumbersOfJax) {
  const auto first = [](const Key& k) { return uniform(k, f32, {}); };
  EXPECT_NEAR(evaluate(first, key_of(0)).item(), 0.947667, 5e-7);
  const auto of_subkey = [](const Key& k) { return uniform(split(k, 2)[1], f32, {}); };
  EXPECT_NEAR(evaluate(of_subkey, key_of(0)).item(), 0.00729382, 5e-9);
}

TEST(Random, SplitsAndFoldsLikeHashes) {
  const Key key = key_of(42);
  const auto both = evaluate([](const Key& k) { return split(k, 2); }, key);
  EXPECT_NE(words(both[0].words), words(both[1].words));
  EXPECT_EQ(words(both[1].words), words(evaluate([](const Key& k) { return fold_in(k, 1); }, key).words));
  const Tensor one = Tensor::scalar<std::int32_t>(1);
  EXPECT_EQ(words(both[1].words),
            words(evaluate([](const Key& k, Tensor i) { return fold_in(k, i); }, key, one).words));
  const auto [a, b] = evaluate([](const Key& k) { return split2(k); }, key);
  EXPECT_EQ(words(b.words), words(both[1].words));
}

TEST(Random, BitsOfAllWidthsAgree) {
  const Key key = key_of(7);
  const Tensor narrow = evaluate([](const Key& k) { return bits(k, u8, {2, 3}); }, key);
  const Tensor word = evaluate([](const Key& k) { return bits(k, u32, {2, 3}); }, key);
  const Tensor wide = evaluate([](const Key& k) { return bits(k, u64, {2, 3}); }, key);
  for (int i = 0; i < 6; ++i) {
    const std::uint64_t both = wide.data<std::uint64_t>()[i];
    EXPECT_EQ(word.data<std::uint32_t>()[i], static_cast<std::uint32_t>(both >> 32) ^ static_cast<std::uint32_t>(both));
    EXPECT_EQ(narrow.data<std::uint8_t>()[i], static_cast<std::uint8_t>(word.data<std::uint32_t>()[i]));
  }
}

TEST(Random, HasItsDistributions) {
  const Key key = key_of(3);
  const Tensor u = evaluate([](const Key& k) { return uniform(k, f32, {100, 100}, {.low = -1, .high = 3}); }, key);
  double sum = 0;
  for (float x : u.data<float>()) {
    ASSERT_GE(x, -1);
    ASSERT_LT(x, 3);
    sum += x;
  }
  EXPECT_NEAR(sum / 1e4, 1, 0.05);
  const Tensor n = evaluate([](const Key& k) { return normal(k, f32, {100, 100}); }, key);
  double mean = 0, squares = 0;
  for (float x : n.data<float>()) mean += x / 1e4, squares += x * x / 1e4;
  EXPECT_NEAR(mean, 0, 0.05);
  EXPECT_NEAR(squares, 1, 0.05);
  const Tensor coins = evaluate([](const Key& k) { return bernoulli(k, 0.25, {100, 100}); }, key);
  double heads = 0;
  for (bool x : coins.data<bool>()) heads += x;
  EXPECT_NEAR(heads / 1e4, 0.25, 0.02);
  for (DType type : {f16, bf16, f64}) {
    const Tensor other = evaluate([&](const Key& k) { return uniform(k, type, {1000}); }, key);
    for (double x : other.to_doubles()) ASSERT_TRUE(x >= 0 && x < 1) << name_of(type) << " " << x;
  }
}

TEST(Random, DoesNotDependOnTheMesh) {
  const auto f = [](const Key& k) { return shard(normal(k, f32, {8, 6}), "x,y"); };
  const Key key = key_of(11);
  const auto run = compile(trace(f, key), "x=4,y=2");
  EXPECT_EQ(run(key).to_doubles(), evaluate(f, key).to_doubles());
  EXPECT_EQ(run.report().collectives.size(), 0);
}

}  // namespace
}  // namespace partita
