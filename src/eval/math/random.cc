#include "eval/math/random.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/diagnostics.h"
#include "eval/math/normals.h"

namespace partita::core::eval::math {

namespace {

std::array<uint32_t, 2> halves(uint64_t word) {
  return {static_cast<uint32_t>(word), static_cast<uint32_t>(word >> 32)};
}
uint64_t joined(uint32_t low, uint32_t high) { return low | static_cast<uint64_t>(high) << 32; }

uint64_t product(std::span<const int64_t> dims) {
  uint64_t result = 1;
  for (int64_t dim : dims) result *= static_cast<uint64_t>(dim);
  return result;
}

// ThreeFry makes two 32-bit numbers per counter. They become neighbours along one dimension: the first of even size, or
// the largest when all are odd, whose last pair is then cut short.
//   shape 3×4: dimension 1; counter 2·row + column/2, half column%2.      shape 5: counter i/2, half i%2, 3 counters.
RandomBits threefry_32(uint64_t key, uint64_t counter, std::span<const int64_t> shape) {
  size_t split = 0;
  const auto even = std::find_if(shape.begin(), shape.end(), [](int64_t dim) { return dim % 2 == 0; });
  if (even != shape.end()) {
    split = static_cast<size_t>(even - shape.begin());
  } else if (!shape.empty()) {
    split = static_cast<size_t>(std::max_element(shape.begin(), shape.end()) - shape.begin());
  }
  const uint64_t size = shape.empty() ? 1 : static_cast<uint64_t>(shape[split]), pairs = (size + 1) / 2;
  const uint64_t outer = product(shape.first(std::min(split, shape.size())));
  const uint64_t inner = shape.empty() ? 1 : product(shape.subspan(split + 1));

  RandomBits bits{std::vector<uint64_t>(outer * size * inner), {key, counter + outer * pairs * inner}};
  for (uint64_t o = 0, place = 0; o < outer; ++o) {
    for (uint64_t i = 0; i < size; ++i) {
      for (uint64_t q = 0; q < inner; ++q, ++place) {
        const auto pair = threefry_2x32(halves(key), halves(counter + (o * pairs + i / 2) * inner + q));
        bits.values[place] = pair[i % 2];
      }
    }
  }
  return bits;
}

RandomBits threefry_64(uint64_t key, uint64_t counter, uint64_t count) {
  RandomBits bits{std::vector<uint64_t>(count), {key, counter + count}};
  for (uint64_t i = 0; i < count; ++i) {
    const auto pair = threefry_2x32(halves(key), halves(counter + i));
    bits.values[i] = joined(pair[0], pair[1]);
  }
  return bits;
}

struct Counter128 {
  uint64_t low, high;
  Counter128 operator+(uint64_t n) const { return {low + n, high + (low + n < low ? 1 : 0)}; }
};

// Philox makes four 32-bit or two 64-bit numbers per counter, in order.
RandomBits philox(std::span<const uint64_t> state, uint64_t count, bool wide) {
  const uint64_t key = state[0];
  // With two words the key doubles as the high half of the counter.
  const Counter128 counter{state[1], state.size() > 2 ? state[2] : key};
  const uint64_t per_block = wide ? 2 : 4;
  RandomBits bits{std::vector<uint64_t>(count), {}};
  for (uint64_t first = 0; first < count; first += per_block) {
    const Counter128 at = counter + first / per_block;
    const auto low = halves(at.low), high = halves(at.high);
    const auto block = philox_4x32(halves(key), {low[0], low[1], high[0], high[1]});
    for (uint64_t i = 0; i < std::min(per_block, count - first); ++i) {
      bits.values[first + i] = wide ? joined(block[2 * i], block[2 * i + 1]) : block[i];
    }
  }
  const Counter128 next = counter + (count + per_block - 1) / per_block;
  bits.state = {key, next.low};
  if (state.size() > 2) bits.state.push_back(next.high);
  return bits;
}

}  // namespace

std::array<uint32_t, 2> threefry_2x32(std::array<uint32_t, 2> key, std::array<uint32_t, 2> counter) {
  constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  constexpr uint32_t kParity = 0x1BD11BDA;
  const uint32_t schedule[3] = {key[0], key[1], kParity ^ key[0] ^ key[1]};
  uint32_t x = counter[0] + schedule[0], y = counter[1] + schedule[1];
  for (uint32_t group = 0; group < 5; ++group) {
    for (int rotation : kRotations[group % 2]) {
      x += y;
      y = std::rotl(y, rotation) ^ x;
    }
    x += schedule[(group + 1) % 3];
    y += schedule[(group + 2) % 3] + group + 1;
  }
  return {x, y};
}

std::array<uint32_t, 4> philox_4x32(std::array<uint32_t, 2> key, std::array<uint32_t, 4> counter) {
  constexpr uint64_t kMultipliers[2] = {0xD2511F53, 0xCD9E8D57};
  constexpr uint32_t kSteps[2] = {0x9E3779B9, 0xBB67AE85};
  for (int round = 0; round < 10; ++round) {
    const auto a = halves(kMultipliers[0] * counter[0]), b = halves(kMultipliers[1] * counter[2]);
    counter = {b[1] ^ counter[1] ^ key[0], b[0], a[1] ^ counter[3] ^ key[1], a[0]};
    key[0] += kSteps[0];
    key[1] += kSteps[1];
  }
  return counter;
}

bool accepts_state(RandomAlgorithm algorithm, size_t words) {
  return words == 2 || (words == 3 && algorithm == RandomAlgorithm::kPhilox);
}

RandomBits random_bits(RandomAlgorithm algorithm, std::span<const uint64_t> state, std::span<const int64_t> shape,
                       int bit_width) {
  PARTITA_INVARIANT(accepts_state(algorithm, state.size()), "random state of a wrong size");
  const bool wide = bit_width > 32;
  RandomBits bits = algorithm == RandomAlgorithm::kPhilox ? philox(state, product(shape), wide)
                    : wide                                ? threefry_64(state[0], state[1], product(shape))
                                                          : threefry_32(state[0], state[1], shape);
  // Narrow elements take the low bits of a 32-bit number each.
  if (bit_width < 32) {
    for (uint64_t& value : bits.values) value &= (uint64_t{1} << bit_width) - 1;
  }
  return bits;
}

RandomStream::RandomStream(uint64_t seed, uint64_t stream) {
  // Streams differ in their key, so that an index never meets another stream's.
  const auto part = halves(stream);
  const auto mixed = philox_4x32(halves(seed), {part[0], part[1], 0, ~uint32_t{0}});
  key_ = {mixed[0], mixed[1]};
}

std::array<uint32_t, 4> RandomStream::block(uint64_t index, uint32_t attempt) const {
  const auto part = halves(index);
  return philox_4x32(key_, {part[0], part[1], attempt, 0});
}

uint64_t RandomStream::word(uint64_t index) const {
  const auto bits = block(index, 0);
  return joined(bits[0], bits[1]);
}

double RandomStream::uniform(uint64_t index) const { return static_cast<double>(word(index) >> 11) * 0x1p-53; }

// Marsaglia's polar method: a point in the unit disc, drawn again while it falls outside.
double RandomStream::normal(uint64_t index) const {
  for (uint32_t attempt = 0;; ++attempt) {
    const auto bits = block(index, attempt);
    const auto coordinate = [](uint64_t word) { return static_cast<double>(word >> 11) * 0x1p-52 - 1; };
    const double x = coordinate(joined(bits[0], bits[1])), y = coordinate(joined(bits[2], bits[3]));
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * portable_log(square) / square);
  }
}

// All are drawn once; those that fell outside, a fifth, are drawn again together, and so on.
void RandomStream::normals(uint64_t first, size_t count, double* out) const {
  constexpr size_t kFew = 8;                                    // not worth a draw of all lanes
  std::vector<uint64_t> wanted(count + 1), outside(count + 1);  // indices; one more than are written on
  for (size_t i = 0; i < count; ++i) wanted[i] = i;
  size_t left = count;
  for (uint32_t attempt = 0; left > kFew; ++attempt) {
    size_t missed = 0;
    for (size_t at = 0; at < left; at += kNormalsAtOnce) {
      const size_t n = std::min(left - at, kNormalsAtOnce);
      uint64_t indices[kNormalsAtOnce];
      double drawn[kNormalsAtOnce];
      uint8_t accepted[kNormalsAtOnce];
      for (size_t i = 0; i < kNormalsAtOnce; ++i) indices[i] = first + wanted[at + (i < n ? i : 0)];
      normal_attempts(key_, indices, attempt, drawn, accepted);
      for (size_t i = 0; i < n; ++i) {
        out[wanted[at + i]] = drawn[i];
        outside[missed] = wanted[at + i];  // stays where it was not accepted
        missed += accepted[i] == 0;
      }
    }
    wanted.swap(outside);
    left = missed;
  }
  for (size_t i = 0; i < left; ++i) out[wanted[i]] = normal(first + wanted[i]);
}

uint64_t RandomStream::below(uint64_t limit, uint64_t index) const {
  return limit == 0 ? word(index) : word(index) % limit;
}

}  // namespace partita::core::eval::math
