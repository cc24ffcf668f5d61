#include "eval/math/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "eval/math/normals.h"

namespace partita::core::eval::math {
namespace {

using Pair = std::array<uint32_t, 2>;
using Four = std::array<uint32_t, 4>;

TEST(RandomStream, NumbersAtOnceAreThoseOneByOne) {
  const RandomStream stream(7, 11);
  for (const uint64_t first : {uint64_t{0}, uint64_t{77}, (uint64_t{1} << 32) - 30, uint64_t{1} << 60}) {
    for (const size_t count : {size_t{1}, size_t{7}, kNormalsAtOnce, size_t{1000}}) {
      std::vector<double> values(count);
      stream.normals(first, count, values.data());
      for (size_t i = 0; i < count; ++i) EXPECT_EQ(values[i], stream.normal(first + i)) << first << " " << i;
    }
  }
}

// The known answers that come with the authors' own implementation.
TEST(Random, ThreeFryKnownAnswers) {
  EXPECT_EQ(threefry_2x32({0, 0}, {0, 0}), (Pair{0x6b200159, 0x99ba4efe}));
  EXPECT_EQ(threefry_2x32({~0u, ~0u}, {~0u, ~0u}), (Pair{0x1cb996fc, 0xbb002be7}));
  EXPECT_EQ(threefry_2x32({0x13198a2e, 0x03707344}, {0x243f6a88, 0x85a308d3}), (Pair{0xc4923a9c, 0x483df7a0}));
}

TEST(Random, PhiloxKnownAnswers) {
  EXPECT_EQ(philox_4x32({0, 0}, {0, 0, 0, 0}), (Four{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox_4x32({~0u, ~0u}, {~0u, ~0u, ~0u, ~0u}), (Four{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox_4x32({0xa4093822, 0x299f31d0}, {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}),
            (Four{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// Key [1, 4] and counter [0, 1] as 32-bit words: XLA's first two numbers, and its state after ten thousand.
TEST(Random, ThreeFry64AsXla) {
  const std::vector<uint64_t> state = {uint64_t{4} << 32 | 1, uint64_t{1} << 32};
  const std::vector<int64_t> shape = {100, 100};
  const RandomBits bits = random_bits(RandomAlgorithm::kThreeFry, state, shape, 64);
  EXPECT_EQ(bits.values.size(), 10000u);
  EXPECT_EQ(bits.values[0], 0xA3E974730835D3C1u);
  EXPECT_EQ(bits.values[1], 0x252E8081823789CEu);
  EXPECT_EQ(bits.state, (std::vector<uint64_t>{state[0], state[1] + 10000}));
}

TEST(Random, ThreeFry32PairsAlongOneDimension) {
  const std::vector<uint64_t> state = {7, 100};
  const auto number = [&](uint64_t counter, int half) {
    return threefry_2x32({7, 0}, {static_cast<uint32_t>(100 + counter), 0})[half];
  };
  const auto bits = [&](std::vector<int64_t> shape, int width = 32) {
    return random_bits(RandomAlgorithm::kThreeFry, state, shape, width);
  };
  const RandomBits scalar = bits({});
  EXPECT_EQ(scalar.values, (std::vector<uint64_t>{number(0, 0)}));
  EXPECT_EQ(scalar.state[1], 101u);
  const RandomBits odd = bits({5});
  EXPECT_EQ(odd.values, (std::vector<uint64_t>{number(0, 0), number(0, 1), number(1, 0), number(1, 1), number(2, 0)}));
  EXPECT_EQ(odd.state[1], 103u);
  // 3×4 splits its second dimension, 4×3 its first.
  EXPECT_EQ(bits({3, 4}).values[6], number(3, 0));
  EXPECT_EQ(bits({3, 4}).values[7], number(3, 1));
  EXPECT_EQ(bits({4, 3}).values[2], number(2, 0));
  EXPECT_EQ(bits({4, 3}).values[5], number(2, 1));
  EXPECT_EQ(bits({4, 3}).values[6], number(3, 0));
  // All odd: the largest, here the second, whose last pair is cut.
  EXPECT_EQ(bits({3, 5, 1}).values[4], number(2, 0));
  EXPECT_EQ(bits({3, 5, 1}).values[5], number(3, 0));
  EXPECT_EQ(bits({3, 5, 1}).state[1], 109u);
  EXPECT_EQ(bits({3, 0, 5}).state[1], 100u);
  EXPECT_EQ(bits({2}, 16).values[1], number(0, 1) & 0xFFFF);
  EXPECT_EQ(bits({2}, 8).values[1], number(0, 1) & 0xFF);
}

TEST(Random, PhiloxStates) {
  const std::vector<int64_t> six = {2, 3};
  const std::vector<uint64_t> three = {5, ~uint64_t{0}, 9}, two = {5, 17};
  const RandomBits carried = random_bits(RandomAlgorithm::kPhilox, three, six, 32);
  const Four first = philox_4x32({5, 0}, {~0u, ~0u, 9, 0}), second = philox_4x32({5, 0}, {0, 0, 10, 0});
  EXPECT_EQ(carried.values, (std::vector<uint64_t>{first[0], first[1], first[2], first[3], second[0], second[1]}));
  EXPECT_EQ(carried.state, (std::vector<uint64_t>{5, 1, 10}));
  const RandomBits wide = random_bits(RandomAlgorithm::kPhilox, two, std::vector<int64_t>{3}, 64);
  const Four block = philox_4x32({5, 0}, {17, 0, 5, 0});
  EXPECT_EQ(wide.values[1], block[2] | uint64_t{block[3]} << 32);
  EXPECT_EQ(wide.state, (std::vector<uint64_t>{5, 19}));
}

TEST(Random, StreamsHaveTheRightMoments) {
  const RandomStream stream(42, 3);
  double sum = 0, squares = 0, fourth = 0, uniform = 0;
  constexpr int kCount = 200000;
  std::array<int, 7> counts{};
  for (int i = 0; i < kCount; ++i) {
    const double x = stream.normal(i);
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
    uniform += stream.uniform(i);
    ++counts[stream.below(7, i)];
  }
  EXPECT_NEAR(sum / kCount, 0, 0.01);
  EXPECT_NEAR(squares / kCount, 1, 0.02);
  EXPECT_NEAR(fourth / kCount, 3, 0.15);
  EXPECT_NEAR(uniform / kCount, 0.5, 0.005);
  for (int count : counts) EXPECT_NEAR(count, kCount / 7, 600);
}

// Anyone who changes these numbers changes what `rng` gives.
TEST(Random, StreamsAreFixedForEver) {
  const RandomStream stream(1, 0);
  std::set<uint64_t> words;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    for (uint64_t id = 0; id < 10; ++id) words.insert(RandomStream(seed, id).word(0));
  }
  EXPECT_EQ(words.size(), 100u);
  EXPECT_EQ(stream.word(0), 3620253109371898954u);
  EXPECT_EQ(stream.normal(0), -0x1.e40941f2a616ap-2);
  EXPECT_EQ(stream.normal(1), -0x1.b2d04cb2e5eefp+0);
  EXPECT_EQ(stream.normal(123456789), 0x1.9eb68ad3435bfp-3);
}

}  // namespace
}  // namespace partita::core::eval::math
