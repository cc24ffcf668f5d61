#include "partita/random.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "front/scope.h"
#include "front/site.h"

namespace partita {
inline namespace v1 {
namespace {

using core::Code;
using detail::Site;

struct Words {
  Tensor hi, lo;
};

Tensor rotated(const Tensor& x, int by) { return shift_left(x, by) | shift_right(x, 32 - by); }

// Salmon et al., "Parallel random numbers: as easy as 1, 2, 3": 20 rounds.
Words threefry(const Tensor& k0, const Tensor& k1, const Words& counts) {
  constexpr std::array<std::array<int, 4>, 2> kRotations = {{{13, 15, 26, 6}, {17, 29, 16, 24}}};
  const std::array<Tensor, 3> keys = {k0, k1, k0 ^ k1 ^ 0x1BD11BDA};
  Tensor x0 = counts.hi + keys[0], x1 = counts.lo + keys[1];
  for (int group = 0; group < 5; ++group) {
    for (int by : kRotations[group % 2]) {
      x0 = x0 + x1;
      x1 = x0 ^ rotated(x1, by);
    }
    x0 = x0 + keys[(group + 1) % 3];
    x1 = x1 + keys[(group + 2) % 3] + (group + 1);
  }
  return {x0, x1};
}

// The place of each element in the order of rows, as 64 bits.
Words places(const Shape& shape) {
  const Tensor none = zeros(u64, shape);
  Tensor place = none;
  std::int64_t stride = 1;
  for (int dim = shape.rank() - 1; dim >= 0; --dim) {
    if (shape[dim] > 1) place = place + iota(u64, shape, dim) * stride;
    stride *= std::max<std::int64_t>(shape[dim], 1);
  }
  return {convert(shift_right(place, 32), u32), convert(place & 0xFFFFFFFFll, u32)};
}

Words hashed(const Key& key, const Words& counts) { return threefry(row(key.words, 0), row(key.words, 1), counts); }

void check_key(Site& site, const Key& key) {
  if (key.words.is_empty() || key.words.dtype() != u32 || !(key.words.shape() == Shape{2})) {
    site.fail(Code::kTypesDiffer,
              fmt::format("the key is {}, not u32[2]", key.words.is_empty() ? "empty" : key.words.type_text()));
  }
}

Tensor random_bits(const Key& key, DType type, const Shape& shape) {
  const Words words = hashed(key, places(shape));
  if (type == u64) return shift_left(convert(words.hi, u64), 32) | convert(words.lo, u64);
  const Tensor both = words.hi ^ words.lo;
  return type == u32 ? both : convert(both, type);
}

struct FloatForm {
  DType as_integer;
  int bits, mantissa;
  std::int64_t one;  // its bits
};

FloatForm form_of(Site& site, DType type) {
  if (type == f32) return {u32, 32, 23, 0x3F800000};
  if (type == f64) return {u64, 64, 52, 0x3FF0000000000000};
  if (type == bf16) return {u16, 16, 7, 0x3F80};
  if (type == f16) return {u16, 16, 10, 0x3C00};
  site.fail(Code::kTypesDiffer, fmt::format("{} is none of f16, bf16, f32 and f64", name_of(type)));
}

// Random mantissas make numbers from 1 to 2.
Tensor unit_numbers(Site& site, const Key& key, DType type, const Shape& shape) {
  const FloatForm form = form_of(site, type);
  const int used = form.mantissa < 8 ? 8 : form.bits;  // as JAX has it: bf16 takes 8
  Tensor random = random_bits(key, used == 8 ? u8 : form.as_integer, shape);
  if (used != form.bits) random = convert(random, form.as_integer);
  return bitcast(shift_right(random, used - form.mantissa) | form.one, type) - 1.0;
}

Tensor uniform_between(Site& site, const Key& key, DType type, const Shape& shape, double low, double high) {
  const Tensor unit = unit_numbers(site, key, type, shape);
  const Tensor lowest = full(type, shape, low), span = full(type, shape, high) - lowest;
  return maximum(lowest, unit * span + lowest);
}

}  // namespace

Key key_of(std::uint64_t seed) {
  const auto hi = static_cast<std::uint32_t>(seed >> 32), lo = static_cast<std::uint32_t>(seed);
  return {Tensor::of<std::uint32_t>({2}, {hi, lo})};
}

Key split_stacked(const Key& key, std::int64_t count, Where where) {
  return detail::guarded([&]() -> Key {
    Site site("split", where);
    check_key(site, key);
    if (count < 1) site.fail(Code::kOpArguments, fmt::format("into {} keys", count));
    const Scope scope("", where);
    const Words words = hashed(key, places({count}));
    return {stack({words.hi, words.lo}, 1)};
  });
}

std::vector<Key> split(const Key& key, int count, Where where) {
  const Key all = split_stacked(key, count, where);
  const Scope scope("", where);
  std::vector<Key> keys;
  for (int i = 0; i < count; ++i) keys.push_back({row(all.words, i)});
  return keys;
}

std::pair<Key, Key> split2(const Key& key, Where where) {
  const std::vector<Key> keys = split(key, 2, where);
  return {keys[0], keys[1]};
}

Key fold_in(const Key& key, Operand data) {
  return detail::guarded([&]() -> Key {
    Site site("fold_in", {&data});
    check_key(site, key);
    const Scope scope("", data.where());
    if (data.is_tensor() && (data.tensor().is_empty() || data.tensor().shape().rank() != 0)) {
      site.fail(Code::kOpArguments, "an integer scalar is wanted");
    }
    if (!data.is_tensor() && !data.is_integer()) site.fail(Code::kNumber, "an integer is wanted");
    const Tensor low =
        data.is_tensor()
            ? convert(data, u32)
            : site.result(
                  site.number(Operand(static_cast<long long>(static_cast<std::uint32_t>(data.integer())), data.where()),
                              core::ElementType::kU32));
    const Words words = hashed(key, {zeros(u32, {}), low});
    return {stack({words.hi, words.lo}, 0)};
  });
}

Tensor bits(const Key& key, DType type, const Shape& shape, Where where) {
  return detail::guarded([&] {
    Site site("bits", where);
    check_key(site, key);
    if (type != u8 && type != u16 && type != u32 && type != u64) {
      site.fail(Code::kTypesDiffer, fmt::format("{} is none of u8, u16, u32 and u64", name_of(type)));
    }
    const Scope scope("", where);
    return random_bits(key, type, shape);
  });
}

Tensor uniform(const Key& key, DType type, const Shape& shape, UniformOptions options, Where where) {
  return detail::guarded([&] {
    Site site("uniform", where);
    check_key(site, key);
    const Scope scope("", where);
    return uniform_between(site, key, type, shape, options.low, options.high);
  });
}

Tensor normal(const Key& key, DType type, const Shape& shape, Where where) {
  return detail::guarded([&] {
    Site site("normal", where);
    check_key(site, key);
    const Scope scope("", where);
    // The first number after -1, so that none is infinite.
    const double low = -1.0 + std::ldexp(1.0, -form_of(site, type).mantissa - 1);
    return std::numbers::sqrt2 * erf_inv(uniform_between(site, key, type, shape, low, 1.0));
  });
}

Tensor bernoulli(const Key& key, Operand probability, const Shape& shape) {
  return detail::guarded([&] {
    Site site("bernoulli", {&probability});
    check_key(site, key);
    const Scope scope("", probability.where());
    const DType type = probability.is_tensor() ? probability.tensor().dtype() : f32;
    return uniform_between(site, key, type, shape, 0, 1) < probability;
  });
}

}  // namespace v1
}  // namespace partita
