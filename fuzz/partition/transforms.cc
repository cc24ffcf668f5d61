// Fourier transforms, normalisation, linear algebra on well-conditioned matrices, random numbers.
#include <algorithm>
#include <cmath>

#include "maker.h"

namespace partita::core::fuzz {
namespace {

bool fft(Maker& m) {
  static const std::vector<std::string> kTypes = {"FFT", "IFFT", "RFFT", "IRFFT"};
  std::string type = m.dice.one_of(kTypes);
  const ElementType from = type == "RFFT" ? ElementType::kF32 : ElementType::kC64;
  Known v = m.pick([&](const Known& k) { return k.rank() >= 1 && k.element() == from && k.facts.max <= 50; });
  if (!v) v = m.want(from, m.shape(m.dice.between(1, 3)), false, 10);
  if (!v || v.rank() < 1 || v.type().num_elements() == 0 || v.facts.max > 50) return false;
  const Dims dims = v.dims();
  Dims length(dims.end() - m.dice.between(1, std::min(2, v.rank())), dims.end());
  if (type == "IRFFT") length.back() = std::max<int64_t>(1, 2 * (length.back() - 1) + m.dice.below(2));
  double terms = 1;
  for (int64_t n : length) terms *= static_cast<double>(n);
  // A factor for the butterflies, as both ways to compute it round.
  Facts facts{v.facts.max * terms, v.facts.error * terms, false};
  facts.error += 8 * terms * v.facts.max * epsilon_of(from) * (1 + std::log2(terms + 1));
  return m.give(
      m.value(OpKind::kFft, {v.value}, {{AttrKey::kFftType, m.word(type)}, {AttrKey::kFftLength, m.ints(length)}}),
      facts);
}

bool batch_norm(Maker& m) {
  Known v = m.pick([](const Known& k) {
    return k.rank() >= 2 && (k.element() == ElementType::kF32 || k.element() == ElementType::kF64) &&
           k.type().num_elements() > 0 && k.facts.same_bits();
  });
  if (!v) return false;
  v = m.tamed(v, 8);
  const ElementType e = v.element();
  const int64_t feature = m.dice.below(v.rank());
  const int64_t n = v.dims()[feature];
  auto vector = [&] { return m.want(e, {n}, true, 8); };
  Known scale = vector(), offset = vector();
  std::vector<KeyedAttr> attrs = {{AttrKey::kEpsilon, m.context().real(0.5, "f32")},
                                  {AttrKey::kFeatureIndex, m.integer(feature)}};
  const double count = static_cast<double>(v.type().num_elements()) / static_cast<double>(n);
  // Each step is a mean over `count` numbers of at most 8·8, divided by a root of at least 0.7.
  const Facts facts{300, 300 * (count + 8) * epsilon_of(e) * 4, false};
  switch (m.dice.below(3)) {
    case 0: {
      Op* op = m.op(OpKind::kBatchNormTraining, {v.value, scale.value, offset.value}, attrs);
      if (op == nullptr) return false;
      m.give(op->result(1), {8, facts.error, false});
      m.give(op->result(2), {64, facts.error, false});
      return m.give(op->result(0), facts);
    }
    case 1: {
      Known mean = vector(), variance = m.positive(vector());
      return m.give(
          m.value(OpKind::kBatchNormInference, {v.value, scale.value, offset.value, mean.value, variance.value}, attrs),
          facts);
    }
    default: {
      Known mean = vector(), variance = m.positive(vector()), gradient = m.want(e, v.dims(), true, 8);
      Op* op = m.op(OpKind::kBatchNormGrad, {v.value, scale.value, mean.value, variance.value, gradient.value}, attrs);
      if (op == nullptr) return false;
      const Facts wide{300 * count * 30, 300 * count * 30 * (count + 8) * epsilon_of(e) * 4, false};
      for (int i = 0; i < 3; ++i) m.give(op->result(i), wide);
      return true;
    }
  }
}

// 1 on the diagonal of the last two dimensions.
Known identity(Maker& m, ElementType e, const Dims& dims) {
  const int64_t rank = std::ssize(dims);
  Type indices = m.context().tensor(ElementType::kS32, dims);
  Value* row = m.value(OpKind::kIota, {}, {{AttrKey::kIotaDimension, m.integer(rank - 2)}}, {indices});
  Value* column = m.value(OpKind::kIota, {}, {{AttrKey::kIotaDimension, m.integer(rank - 1)}}, {indices});
  Value* same = m.value(OpKind::kCompare, {row, column}, {{AttrKey::kComparisonDirection, m.word("EQ")}});
  return {m.value(OpKind::kConvert, {same}, {}, {m.context().tensor(e, dims)}), {1, 0, true}};
}

Dims matrices(Maker& m, int64_t n) {
  Dims dims = m.shape(m.dice.between(0, 2));
  for (int64_t& d : dims) d = std::min<int64_t>(d, 6);
  dims.insert(dims.end(), {n, n});
  return dims;
}

// A diagonal that outweighs the rest: 8n I + a, with |a| <= 1.
Known heavy_diagonal(Maker& m, ElementType e, const Dims& dims) {
  Known a = m.want(e, dims, true, 1), one = identity(m, e, dims);
  const double weight = 8 * static_cast<double>(dims.back());
  Known scale = m.splat(m.context().tensor(e, dims), weight);
  Value* diagonal = m.value(OpKind::kMultiply, {one.value, scale.value});
  return {m.value(OpKind::kAdd, {a.value, diagonal}), {weight + 1, 0, true}};
}

bool cholesky(Maker& m) {
  const ElementType e = m.dice.once_in(3) ? ElementType::kF64 : ElementType::kF32;
  const int64_t n = m.dice.between(1, 6);
  Known a = heavy_diagonal(m, e, matrices(m, n));
  Dims swapped(a.rank());
  for (size_t d = 0; d < swapped.size(); ++d) swapped[d] = static_cast<int64_t>(d);
  std::swap(swapped[swapped.size() - 1], swapped[swapped.size() - 2]);
  Known t = m.transposed(a, swapped);
  Known symmetric{m.value(OpKind::kAdd, {a.value, t.value}), {2 * a.facts.max, 0, true}};
  // Only one triangle is defined to hold anything; the other is cleared.
  const bool lower = m.dice.once_in(2);
  Value* factor = m.value(OpKind::kCholesky, {symmetric.value}, {{AttrKey::kLower, m.context().boolean(lower)}});
  if (factor == nullptr) return false;
  Type indices = m.context().tensor(ElementType::kS32, a.dims());
  const int64_t rank = a.rank();
  Value* row = m.value(OpKind::kIota, {}, {{AttrKey::kIotaDimension, m.integer(rank - 2)}}, {indices});
  Value* column = m.value(OpKind::kIota, {}, {{AttrKey::kIotaDimension, m.integer(rank - 1)}}, {indices});
  Value* kept =
      m.value(OpKind::kCompare, {row, column}, {{AttrKey::kComparisonDirection, m.word(lower ? "GE" : "LE")}});
  Known zero = m.splat(a.type(), 0);
  Value* made = m.value(OpKind::kSelect, {kept, factor, zero.value});
  return m.give(made, {20, 400 * static_cast<double>(n) * epsilon_of(e), false});
}

bool triangular_solve(Maker& m) {
  const ElementType e = m.dice.once_in(3) ? ElementType::kF64 : ElementType::kF32;
  const int64_t n = m.dice.between(1, 6);
  Dims dims = matrices(m, n), right = dims;
  const bool left_side = m.dice.once_in(2), unit = m.dice.once_in(4);
  right[right.size() - (left_side ? 1 : 2)] = m.dice.between(1, 8);
  Known a = heavy_diagonal(m, e, dims), b = m.want(e, right, true, 8);
  if (unit) {  // what is on the diagonal does not count, and the rest must be small
    Known scale = m.splat(a.type(), 0.125);
    a = {m.value(OpKind::kMultiply, {m.want(e, dims, true, 1).value, scale.value}), {0.125, 0, false}};
  }
  return m.give(m.value(OpKind::kTriangularSolve, {a.value, b.value},
                        {{AttrKey::kLeftSide, m.context().boolean(left_side)},
                         {AttrKey::kLower, m.context().boolean(m.dice.once_in(2))},
                         {AttrKey::kUnitDiagonal, m.context().boolean(unit)},
                         {AttrKey::kTransposeA, m.word(m.dice.once_in(2)   ? "NO_TRANSPOSE"
                                                       : m.dice.once_in(2) ? "TRANSPOSE"
                                                                           : "ADJOINT")}}),
                {20, 200 * static_cast<double>(n) * epsilon_of(e), false});
}

bool random_bits(Maker& m) {
  static const std::vector<std::string> kAlgorithms = {"DEFAULT", "THREE_FRY", "PHILOX"};
  std::string algorithm = m.dice.one_of(kAlgorithms);
  int64_t words = algorithm == "THREE_FRY" ? 2 : m.dice.between(2, 3);
  Known state = m.want(ElementType::kU64, {words}, true);
  ElementType e = m.dice.one_of<ElementType>(
      {ElementType::kU32, ElementType::kU64, ElementType::kU8, ElementType::kU16, ElementType::kS32});
  Type type = m.context().tensor(e, m.shape(m.dice.between(1, 3)));
  Op* op = m.op(OpKind::kRngBitGenerator, {state.value}, {{AttrKey::kRngAlgorithm, m.word(algorithm)}},
                {state.type(), type});
  if (op == nullptr) return false;
  if (m.dice.once_in(2)) m.give(op->result(0), {exact_limit(ElementType::kU64), 0, true});
  return m.give(op->result(1), {exact_limit(e), 0, true});
}

bool uniform(Maker& m) {
  if (m.depth > 0) return false;
  Dims dims = m.shape(m.dice.between(1, 3));
  Known low = m.scalar(ElementType::kF32, -1), high = m.scalar(ElementType::kF32, 3);
  return m.give(m.value(OpKind::kRng, {low.value, high.value}, {{AttrKey::kRngDistribution, m.word("UNIFORM")}},
                        {m.context().tensor(ElementType::kF32, dims)}),
                {3, 0, false});
}

}  // namespace

std::span<const WeightedFamily> transform_families() {
  static const WeightedFamily kList[] = {{"fft", 2, fft},
                                         {"batch_norm", 2, batch_norm},
                                         {"cholesky", 1, cholesky},
                                         {"triangular_solve", 1, triangular_solve},
                                         {"random_bits", 2, random_bits},
                                         {"uniform", 1, uniform}};
  return kList;
}

}  // namespace partita::core::fuzz
