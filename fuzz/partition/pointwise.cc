// Pointwise ops, and conversions between element types.
#include <cmath>

#include "maker.h"

namespace partita::core::fuzz {
namespace {

constexpr double kSteep = HUGE_VAL;

// A float function of one operand: never given more than `limit`, nor giving more than `max`; `slope` bounds how an
// error grows, and where nothing does (kSteep) there must be none.
struct Smooth {
  OpKind kind;
  double limit, max, slope;
  bool positive = false;  // wants 1 or more
  bool composed = false;  // written as other ops in HLO: its last bits may differ there
  bool quarter = false;   // wants less than 1: gets a quarter
};

bool smooth(Maker& m) {
  static const std::vector<Smooth> kList = {
      {OpKind::kTanh, 1e6, 1, 1},
      {OpKind::kLogistic, 1e6, 1, 1},
      {OpKind::kSine, 50, 1, 1},
      {OpKind::kCosine, 50, 1, 1},
      {OpKind::kExponential, 3, 21, 21},
      {OpKind::kExponentialMinusOne, 3, 21, 21},
      {OpKind::kErf, 1e6, 1, 1.2},
      {OpKind::kAtan, 1e6, 2, 1},
      {OpKind::kSqrt, 1e6, 1e3, 1, true},
      {OpKind::kRsqrt, 1e6, 1, 1, true},
      {OpKind::kLog, 1e6, 14, 1, true},
      {OpKind::kLogPlusOne, 1e6, 14, 1, true},
      {OpKind::kCbrt, 1e6, 1e2, 1, true},
      {OpKind::kSquare, 100, 1e4, 200},
      {OpKind::kAsinh, 1e6, 15, 1},
      {OpKind::kLgamma, 4, 4, 2, true, true},
      {OpKind::kTan, 1, 1.6, 3.5},
      {OpKind::kSinh, 3, 11, 11},
      {OpKind::kCosh, 3, 11, 11},
      {OpKind::kErfc, 1e6, 2, 1.2, false, true},
      {OpKind::kDigamma, 100, 6, 2, true, true},
      {OpKind::kBesselI1e, 1e6, 0.3, 0.6, false, true},
      {OpKind::kAcosh, 1e6, 15, kSteep, true},
      {OpKind::kAcos, 3, 3.2, kSteep, false, false, true},
      {OpKind::kAsin, 3, 1.6, kSteep, false, false, true},
      {OpKind::kAtanh, 3, 1, kSteep, false, false, true},
      {OpKind::kErfInv, 3, 1, kSteep, false, true, true},
  };
  Known v = m.pick([](const Known& k) { return is_float(k.element()); });
  if (!v) return false;
  const Smooth& f = m.dice.one_of(kList);
  if (f.positive) v = m.positive(v);
  v = m.tamed(v, f.limit);
  if (f.slope == kSteep && !v.facts.same_bits()) return false;
  if (f.quarter) {
    v = {m.value(OpKind::kMultiply, {v.value, m.splat(v.type(), 0.25).value}), {v.facts.max / 4, 0, false}};
  }
  const bool integral = f.kind == OpKind::kSquare && v.facts.integral;
  Facts facts{f.max, v.facts.same_bits() ? 0 : v.facts.error * f.slope, integral};
  if (f.composed) facts.error += 20 * f.max * epsilon_of(v.element());
  const bool exact = f.kind == OpKind::kSqrt || f.kind == OpKind::kSquare;
  return m.give(m.value(f.kind, {v.value}),
                rounded(exact ? facts : computed(facts, v.element(), m.functions), v.element()));
}

bool unary(Maker& m) {
  Known v = m.pick_any();
  if (!v) return false;
  const ElementType e = v.element();
  if (e == ElementType::kPred) return m.give(m.value(OpKind::kNot, {v.value}), v.facts);
  if (is_complex(e)) {
    static const std::vector<OpKind> kList = {OpKind::kNegate, OpKind::kReal, OpKind::kImag, OpKind::kConj,
                                              OpKind::kAbs};
    OpKind kind = m.dice.one_of(kList);
    Facts facts = v.facts;
    if (kind == OpKind::kAbs) facts.integral = false;
    return m.give(m.value(kind, {v.value}), rounded(facts, part_type(e)));
  }
  if (is_integer(e)) {
    static const std::vector<OpKind> kList = {
        OpKind::kNegate, OpKind::kNot, OpKind::kPopcnt, OpKind::kCountLeadingZeros, OpKind::kSign, OpKind::kAbs};
    OpKind kind = m.dice.one_of(kList);
    double max = exact_limit(e);
    if (kind == OpKind::kPopcnt || kind == OpKind::kCountLeadingZeros) max = 64;
    if (kind == OpKind::kSign) max = 1;
    if (kind == OpKind::kAbs) max = v.facts.max;
    return m.give(m.value(kind, {v.value}), {max, 0, true});
  }
  if (!v.facts.same_bits()) {
    return m.give(m.value(m.dice.once_in(2) ? OpKind::kNegate : OpKind::kAbs, {v.value}), v.facts);
  }
  static const std::vector<OpKind> kList = {OpKind::kNegate,          OpKind::kAbs,      OpKind::kSign,
                                            OpKind::kFloor,           OpKind::kCeil,     OpKind::kRoundNearestEven,
                                            OpKind::kRoundNearestAfz, OpKind::kIsFinite, OpKind::kReducePrecision};
  OpKind kind = m.dice.one_of(kList);
  Facts facts = v.facts;
  std::vector<KeyedAttr> attrs;
  if (kind == OpKind::kReducePrecision) {
    attrs = {{AttrKey::kExponentBits, m.context().integer(8, "i32")},
             {AttrKey::kMantissaBits, m.context().integer(7, "i32")}};
    facts.integral = facts.integral && facts.max <= 256;
    facts.max *= 1.01;
  } else if (kind == OpKind::kIsFinite) {
    facts = {1, 0, true};
  } else if (kind != OpKind::kNegate && kind != OpKind::kAbs) {
    facts = {std::ceil(facts.max), 0, true};
  }
  return m.give(m.value(kind, {v.value}, attrs), facts);
}

bool binary(Maker& m) {
  Known a = m.pick_any();
  if (!a) return false;
  const ElementType e = a.element();
  Known b = m.want(e, a.dims());
  if (m.dice.once_in(2)) std::swap(a, b);
  auto plain = [&](OpKind kind, const Facts& facts) { return m.give(m.value(kind, {a.value, b.value}), facts); };
  if (e == ElementType::kPred) {
    return plain(m.dice.one_of<OpKind>({OpKind::kAnd, OpKind::kOr, OpKind::kXor, OpKind::kAdd, OpKind::kMultiply,
                                        OpKind::kMaximum, OpKind::kMinimum}),
                 {1, 0, true});
  }
  if (is_integer(e)) {
    static const std::vector<OpKind> kList = {OpKind::kAdd,
                                              OpKind::kSubtract,
                                              OpKind::kMultiply,
                                              OpKind::kAnd,
                                              OpKind::kOr,
                                              OpKind::kXor,
                                              OpKind::kMaximum,
                                              OpKind::kMinimum,
                                              OpKind::kShiftLeft,
                                              OpKind::kShiftRightArithmetic,
                                              OpKind::kShiftRightLogical,
                                              OpKind::kMulhi,
                                              OpKind::kRemainder,
                                              OpKind::kDivide};
    OpKind kind = m.dice.one_of(kList);
    bool small =
        kind == OpKind::kAdd || kind == OpKind::kMultiply || kind == OpKind::kMaximum || kind == OpKind::kMinimum;
    bool is_signed = element_class(e) == ElementClass::kSigned;
    if (kind == OpKind::kDivide || kind == OpKind::kRemainder) {
      b = m.tamed(b, 5);
      b = m.positive(b);
    }
    double max = kind == OpKind::kAdd        ? a.facts.max + b.facts.max
                 : kind == OpKind::kMultiply ? a.facts.max * b.facts.max
                                             : std::max(a.facts.max, b.facts.max);
    if (!small || (max > exact_limit(e) - 1) || !is_signed) max = exact_limit(e);
    return plain(kind, {max, 0, true});
  }
  switch (m.dice.below(is_complex(e) ? 4 : 9)) {
    case 0:
    case 1: return plain(m.dice.once_in(3) ? OpKind::kSubtract : OpKind::kAdd, sum_of(a.facts, b.facts, e));
    case 2:
    case 3:
      if (!is_complex(e)) {
        a = m.tamed(a, 100);
        b = m.tamed(b, 100);
      }
      return plain(OpKind::kMultiply, product_of(a.facts, b.facts, e));
    case 4: return plain(OpKind::kMaximum, either(a.facts, b.facts));
    case 5: return plain(OpKind::kMinimum, either(a.facts, b.facts));
    case 6: b = m.positive(m.tamed(b, 10)); return plain(OpKind::kDivide, quotient_of(a.facts, b.facts, e));
    case 7:
      if (!a.facts.same_bits() || !b.facts.same_bits()) return false;
      b = m.positive(m.tamed(b, 10));
      return plain(OpKind::kRemainder, {a.facts.max, 0, a.facts.integral && b.facts.integral});
    default: b = m.positive(b); return plain(OpKind::kAtan2, rounded({4, a.facts.error + b.facts.error, false}, e));
  }
}

// Functions of two floats that no error may reach.
bool special(Maker& m) {
  Known a = m.pick([](const Known& k) { return is_float(k.element()) && k.facts.same_bits(); });
  if (!a) return false;
  Known b = m.want(a.element(), a.dims(), true);
  auto give = [&](OpKind kind, const Known& x, const Known& y, double max, bool composed) {
    const double error = composed ? 20 * max * epsilon_of(a.element()) : 0;
    return m.give(m.value(kind, {x.value, y.value}), {max, error, false});
  };
  switch (m.dice.below(4)) {
    case 0: return give(OpKind::kPower, m.positive(m.tamed(a, 3)), m.tamed(b, 3), 64, false);
    case 1: return give(OpKind::kNextAfter, a, b, a.facts.max + 1, false);
    case 2: return give(OpKind::kZeta, m.positive(m.positive(m.tamed(a, 8))), m.positive(m.tamed(b, 8)), 2, true);
    default:
      if (!a.facts.integral) return false;
      a = m.tamed(a, 3);
      a.value = m.value(OpKind::kAbs, {a.value});
      return give(OpKind::kPolygamma, a, m.positive(m.tamed(b, 8)), 7, true);
  }
}

bool is_infinite(Maker& m) {
  Known v = m.pick([](const Known& k) { return is_float(k.element()); });
  if (!v) return false;
  return m.give(m.value(m.dice.one_of<OpKind>({OpKind::kIsInf, OpKind::kIsPosInf, OpKind::kIsNegInf}), {v.value}),
                {1, 0, true});
}

// Rounded up or down as random bits decide.
bool stochastic_convert(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.element() == ElementType::kF32 && k.facts.same_bits(); });
  if (!v) return false;
  v = m.tamed(v, 100);
  Known random = m.want(ElementType::kU32, v.dims(), true);
  const ElementType to =
      m.dice.one_of<ElementType>({ElementType::kS32, ElementType::kS8, ElementType::kBF16, ElementType::kF16});
  return m.give(
      m.value(OpKind::kStochasticConvert, {v.value, random.value}, {}, {m.context().tensor(to, v.type().dims())}),
      {v.facts.max + 1, 0, v.facts.integral || is_integer(to)});
}

bool compare_and_select(Maker& m) {
  Known a = m.pick([](const Known& k) { return k.facts.same_bits(); });
  if (!a) return false;
  Known b = m.want(a.element(), a.dims(), true);
  static const std::vector<std::string> kDirections = {"EQ", "NE", "LT", "LE", "GT", "GE"};
  std::string direction = is_complex(a.element()) ? kDirections[m.dice.once_in(2)] : m.dice.one_of(kDirections);
  Value* decides = m.value(OpKind::kCompare, {a.value, b.value}, {{AttrKey::kComparisonDirection, m.word(direction)}});
  if (decides == nullptr) return false;
  if (m.dice.once_in(3)) return m.give(decides, {1, 0, true});
  Known yes = m.want(m.any_element(), a.dims()), no = m.want(yes.element(), a.dims());
  return m.give(m.value(OpKind::kSelect, {decides, yes.value, no.value}), either(yes.facts, no.facts));
}

bool scalar_select(Maker& m) {
  Known yes = m.pick_any();
  if (!yes) return false;
  Known decides = m.want(ElementType::kPred, {}), no = m.want(yes.element(), yes.dims());
  return m.give(m.value(OpKind::kSelect, {decides.value, yes.value, no.value}), either(yes.facts, no.facts));
}

bool clamp(Maker& m) {
  Known v = m.pick([](const Known& k) { return k.element() != ElementType::kPred && !is_complex(k.element()); });
  if (!v) return false;
  auto bound = [&] { return m.want(v.element(), m.dice.once_in(2) ? Dims{} : v.dims()); };
  Known low = bound(), high = bound();
  Value* clamped = m.value(OpKind::kClamp, {low.value, v.value, high.value});
  return m.give(clamped, either(either(low.facts, high.facts), v.facts));
}

bool convert(Maker& m) {
  Known v = m.pick_any();
  if (!v) return false;
  ElementType to = m.any_element();
  if (to == v.element()) return false;
  Known made = m.converted(v, to);
  return made && m.give(made.value, made.facts);
}

bool bitcast(Maker& m) {
  Known v = m.pick([](const Known& k) { return is_integer(k.element()); });
  if (!v) return false;
  ElementType to = m.integer_element();
  Dims dims = v.dims();
  const int from_bits = bit_width(v.element()), to_bits = bit_width(to);
  if (from_bits > to_bits) dims.push_back(from_bits / to_bits);
  if (from_bits < to_bits) {
    if (dims.empty() || dims.back() != to_bits / from_bits) return false;
    dims.pop_back();
  }
  return m.give(m.value(OpKind::kBitcastConvert, {v.value}, {}, {m.context().tensor(to, dims)}),
                {exact_limit(to), 0, true});
}

bool complex_of_parts(Maker& m) {
  Known real = m.pick([](const Known& k) { return k.element() == ElementType::kF32; });
  if (!real) return false;
  Known imag = m.want(ElementType::kF32, real.dims());
  return m.give(m.value(OpKind::kComplex, {real.value, imag.value}), sum_of(real.facts, imag.facts, ElementType::kC64));
}

// (a, b) -> a * b + a, by a region.
bool map(Maker& m) {
  Known a = m.pick([](const Known& k) { return is_float(k.element()) || is_integer(k.element()); });
  if (!a) return false;
  a = m.tamed(a, 10);
  Known b = m.want(a.element(), a.dims(), false, 10);
  Type scalar = m.context().tensor(a.element(), {});
  Dims dimensions;
  for (int d = 0; d < a.rank(); ++d) dimensions.push_back(d);
  Value* made = m.value(OpKind::kMap, {a.value, b.value}, {{AttrKey::kDimensions, m.ints(dimensions)}}, {},
                        {{{scalar, scalar}, [&](std::span<Value* const> x) -> std::vector<Value*> {
                            Value* product = m.value(OpKind::kMultiply, {x[0], x[1]});
                            return {m.value(OpKind::kAdd, {product, x[0]})};
                          }}});
  return m.give(made, sum_of(product_of(a.facts, b.facts, a.element()), a.facts, a.element()));
}

}  // namespace

std::span<const WeightedFamily> pointwise_families() {
  static const WeightedFamily kList[] = {{"smooth", 6, smooth},
                                         {"unary", 8, unary},
                                         {"binary", 26, binary},
                                         {"special", 2, special},
                                         {"is_infinite", 1, is_infinite},
                                         {"stochastic_convert", 1, stochastic_convert},
                                         {"compare_and_select", 7, compare_and_select},
                                         {"scalar_select", 2, scalar_select},
                                         {"clamp", 3, clamp},
                                         {"convert", 7, convert},
                                         {"bitcast", 1, bitcast},
                                         {"complex_of_parts", 2, complex_of_parts},
                                         {"map", 1, map}};
  return kList;
}

}  // namespace partita::core::fuzz
