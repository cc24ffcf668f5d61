// The approximations are those of Cephes (erfc, Bessel, zeta), Giles (inverse erf) and Lanczos with g = 7, n = 9
// (gamma), as the CHLO dialect defines its functions by them. Narrow floats are computed in f32 and rounded once.
#include "text/hlo/decompose_math.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "ir/build/expressions.h"
#include "ir/op_column.h"

namespace partita::core::text {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = std::numbers::pi;

bool is_double(Expr x) { return x.type().element() == ElementType::kF64; }

// --- gamma -----------------------------------------------------------------------------------------------------------

constexpr double kLanczosG = 7;
constexpr double kLanczosBase = 0.99999999999980993227684700473478;
constexpr std::array<double, 8> kLanczos = {676.520368121885098567009190444019, -1259.13921672240287047156078755283,
                                            771.3234287776530788486528258894,   -176.61502916214059906584551354,
                                            12.507343278686904814458936853,     -0.13857109526572011689554707,
                                            9.984369578019570859563e-6,         1.50563273514931155834e-7};

// Both gamma functions are computed at z + 1 with z >= -1/2, and reflected from there.
struct Lanczos {
  Expr reflects;  // x < 1/2
  Expr z;         // -x or x - 1
  Expr t;         // z + g + 1/2
  Expr log_t;
};

Lanczos lanczos_of(Expr x) {
  Expr reflects = x < 0.5;
  Expr z = select(reflects, -x, x - 1.0);
  double shift = kLanczosG + 0.5;
  // log(shift + z), more exact for a log that is not.
  return {reflects, z, shift + z, std::log(shift) + log1p(z / shift)};
}

Expr log_gamma(Expr x) {
  Lanczos l = lanczos_of(x);
  Expr sum = x.math().number(kLanczosBase, x.type());
  for (size_t k = 0; k < kLanczos.size(); ++k) sum = sum + kLanczos[k] / (l.z + static_cast<double>(k + 1));
  // (z + 1/2) log t - t, factored so that neither part overflows.
  Expr main = (l.z + 0.5 - l.t / l.log_t) * l.log_t;
  Expr result = (std::log(2.0) + std::log(kPi)) / 2 + main + log(sum);

  // log(pi / |sin(pi x)|) - log gamma(1 - x), with sin taken of the distance to the nearest integer.
  Expr magnitude = abs(x);
  Expr fraction = magnitude - floor(magnitude);
  fraction = select(fraction > 0.5, 1.0 - fraction, fraction);
  Expr log_sin = log(sin(kPi * fraction));
  Expr reflected = std::log(kPi) - log_sin - result;
  Expr finite = x.math().unary(OpKind::kIsFinite, log_sin, x.math().with_element(x.type(), ElementType::kPred));
  reflected = select(finite, reflected, -log_sin);
  result = select(l.reflects, reflected, result);
  return select(equal(magnitude, kInfinity), x.math().number(kInfinity, x.type()), result);
}

Expr digamma(Expr x) {
  Lanczos l = lanczos_of(x);
  Expr sum = x.math().number(kLanczosBase, x.type());
  Expr slope = x.math().number(0.0, x.type());
  for (size_t k = 0; k < kLanczos.size(); ++k) {
    Expr at = l.z + static_cast<double>(k + 1);
    Expr coefficient = x.math().number(kLanczos[k], x.type());
    slope = slope - coefficient / (at * at);
    sum = sum + coefficient / at;
  }
  Expr result = l.log_t + slope / sum - kLanczosG / l.t;

  // digamma(1 - x) - pi cot(pi x), with x moved next to zero.
  Expr near = x + abs(floor(x + 0.5));
  Expr angle = kPi * near;
  Expr reflected = result - kPi * cos(angle) / sin(angle);
  result = select(l.reflects, reflected, result);
  Expr pole = (x < 0.0) & equal(x, floor(x));
  result = select(pole, x.math().number(kNan, x.type()), result);
  return select(equal(x, 0.0), x.math().number(-kInfinity, x.type()), result);
}

// --- zeta and its derivatives ----------------------------------------------------------------------------------------

// Hurwitz: nine terms of the sum, then Euler and Maclaurin's formula with (2k)! / B(2k) from k = 12 down.
constexpr std::array<double, 12> kZeta = {-7.1661652561756670113e18,
                                          1.8152105401943546773e17,
                                          -4.5979787224074726105e15,
                                          1.1646782814350067249e14,
                                          -2.950130727918164224e12,
                                          7.47242496e10,
                                          -1.8924375803183791606e9,
                                          47900160.0,
                                          -1209600.0,
                                          30240.0,
                                          -720.0,
                                          12.0};

double smallest_number(ElementType element) {
  return element == ElementType::kF64 ? std::numeric_limits<double>::denorm_min()
                                      : static_cast<double>(std::numeric_limits<float>::denorm_min());
}

Expr zeta(Expr x, Expr q) {
  Math& m = x.math();
  Expr at = q;
  Expr minus_x = -x;
  Expr sum = pow(q, minus_x);
  for (int i = 0; i < 9; ++i) {
    at = at + 1.0;
    sum = sum + pow(at, minus_x);
  }
  at = at + 1.0;
  Expr term = pow(at, minus_x);
  Expr integral = term * at / (x - 1.0);
  Expr inverse_square = 1.0 / (at * at);
  Expr tail = m.number(0.0, x.type());
  for (size_t i = 0; i + 1 < kZeta.size(); ++i) {
    double power = static_cast<double>(2 * kZeta.size() - 2 - 2 * i);
    Expr rising = (x + power) * (x + (power - 1));
    tail = rising * (inverse_square * (tail + 1 / kZeta[i]));
  }
  Expr correction = term * (0.5 + x / at * (1 / kZeta.back() + tail));
  Expr exact = sum + integral + correction;
  Expr result = select(abs(term) < abs(sum) * smallest_number(x.type().element()), sum, exact);

  Expr nan = m.number(kNan, x.type()), infinity = m.number(kInfinity, x.type());
  result = select(x < 1.0, nan, result);
  Expr whole = equal(x, floor(x));
  Expr not_positive = q <= 0.0;
  result = select(not_positive & differ(x, floor(x)), nan, result);
  Expr even = whole & equal(remainder(x, 2.0), 0.0);
  result = select(not_positive & equal(q, floor(q)), select(even, infinity, nan), result);
  return select(equal(x, 1.0), infinity, result);
}

Expr polygamma(Expr n, Expr x) {
  Math& m = x.math();
  Expr sign = 2.0 * remainder(n, 2.0) - 1.0;
  Expr next = n + 1.0;
  Expr result = sign * exp(log_gamma(next)) * zeta(next, x);
  result = select(equal(n, 0.0), digamma(x), result);
  return select(differ(n, floor(n)) | (n < 0.0), m.number(kNan, x.type()), result);
}

// --- erf's relatives -------------------------------------------------------------------------------------------------

// erf for |x| <= 1.
Expr erf_inside(Expr x) {
  constexpr double kT32[] = {7.853861353153693e-5, -8.010193625184903e-4, 5.188327685732524e-3, -2.685381193529856e-2,
                             1.128358514861418e-1, -3.761262582423300e-1, 1.128379165726710e+0};
  constexpr double kT64[] = {9.60497373987051638749e0, 9.00260197203842689217e1, 2.23200534594684319226e3,
                             7.00332514112805075473e3, 5.55923013010394962768e4};
  constexpr double kU64[] = {1.00000000000000000000e0, 3.35617141647503099647e1, 5.21357949780152679795e2,
                             4.59432382970980127987e3, 2.26290000613890934246e4, 4.92673942608635921086e4};
  Expr square = x * x;
  if (!is_double(x)) return x * polynomial(square, kT32);
  return x * polynomial(square, kT64) / polynomial(square, kU64);
}

// erfc for |x| >= 1.
Expr erfc_outside(Expr x) {
  constexpr double kP32[] = {2.326819970068386e-2,  -1.387039388740657e-1, 3.687424674597105e-1,
                             -5.824733027278666e-1, 6.210004621745983e-1,  -4.944515323274145e-1,
                             3.404879937665872e-1,  -2.741127028184656e-1, 5.638259427386472e-1};
  constexpr double kR32[] = {-1.047766399936249e+1, 1.297719955372516e+1, -7.495518717768503e+0, 2.921019019210786e+0,
                             -1.015265279202700e+0, 4.218463358204948e-1, -2.820767439740514e-1, 5.641895067754075e-1};
  constexpr double kP64[] = {2.46196981473530512524e-10, 5.64189564831068821977e-1, 7.46321056442269912687e0,
                             4.86371970985681366614e1,   1.96520832956077098242e2,  5.26445194995477358631e2,
                             9.34528527171957607540e2,   1.02755188689515710272e3,  5.57535335369399327526e2};
  constexpr double kQ64[] = {1.00000000000000000000e0, 1.32281951154744992508e1, 8.67072140885989742329e1,
                             3.54937778887819891062e2, 9.75708501743205489753e2, 1.82390916687909736289e3,
                             2.24633760818710981792e3, 1.65666309194161350182e3, 5.57535340817727675546e2};
  constexpr double kR64[] = {5.64189583547755073984e-1, 1.27536670759978104416e0, 5.01905042251180477414e0,
                             6.16021097993053585195e0,  7.40974269950448939160e0, 2.97886665372100240670e0};
  constexpr double kS64[] = {1.00000000000000000000e0, 2.26052863220117276590e0, 9.39603524938001434673e0,
                             1.20489539808096656605e1, 1.70814450747565897222e1, 9.60896809063285878198e0,
                             3.36907645100081516050e0};
  Math& m = x.math();
  Expr square = x * x;
  Expr z = -square;
  Expr magnitude = abs(x);
  Expr scale = exp(z);
  double largest_log = is_double(x) ? 7.09782712893383996843e2 : 88.72283905206835;
  Expr result = scale;
  if (is_double(x)) {
    Expr near = scale * polynomial(magnitude, kP64) / polynomial(magnitude, kQ64);
    Expr far = scale * polynomial(magnitude, kR64) / polynomial(magnitude, kS64);
    result = select(magnitude < 8.0, near, far);
  } else {
    Expr inverse_square = 1.0 / square;
    Expr scaled = scale * (1.0 / magnitude);
    result = scaled * select(magnitude < 2.0, polynomial(inverse_square, kP32), polynomial(inverse_square, kR32));
  }
  result = select(z < -largest_log, m.number(0.0, x.type()), result);
  return select(x < 0.0, 2.0 - result, result);
}

Expr erfc(Expr x) { return select(abs(x) < 1.0, 1.0 - erf_inside(x), erfc_outside(x)); }

Expr inverse_erf(Expr x) {
  constexpr double kNear32[] = {2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087,
                                -0.00125372503, -0.00417768164, 0.246640727,    1.50140941};
  constexpr double kFar32[] = {-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773,
                               -0.0076224613,   0.00943887047,  1.00167406,    2.83297682};
  constexpr double kNear64[] = {
      -3.6444120640178196996e-21, -1.685059138182016589e-19,  1.2858480715256400167e-18,  1.115787767802518096e-17,
      -1.333171662854620906e-16,  2.0972767875968561637e-17,  6.6376381343583238325e-15,  -4.0545662729752068639e-14,
      -8.1519341976054721522e-14, 2.6335093153082322977e-12,  -1.2975133253453532498e-11, -5.4154120542946279317e-11,
      1.051212273321532285e-09,   -4.1126339803469836976e-09, -2.9070369957882005086e-08, 4.2347877827932403518e-07,
      -1.3654692000834678645e-06, -1.3882523362786468719e-05, 0.0001867342080340571352,   -0.00074070253416626697512,
      -0.0060336708714301490533,  0.24015818242558961693,     1.6536545626831027356};
  constexpr double kMiddle64[] = {
      2.2137376921775787049e-09,  9.0756561938885390979e-08, -2.7517406297064545428e-07, 1.8239629214389227755e-08,
      1.5027403968909827627e-06,  -4.013867526981545969e-06, 2.9234449089955446044e-06,  1.2475304481671778723e-05,
      -4.7318229009055733981e-05, 6.8284851459573175448e-05, 2.4031110387097893999e-05,  -0.0003550375203628474796,
      0.00095328937973738049703,  -0.0016882755560235047313, 0.0024914420961078508066,   -0.0037512085075692412107,
      0.005370914553590063617,    1.0052589676941592334,     3.0838856104922207635};
  constexpr double kFar64[] = {-2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09,
                               -3.7894654401267369937e-09, 7.6157012080783393804e-09,  -1.4960026627149240478e-08,
                               2.9147953450901080826e-08,  -6.7711997758452339498e-08, 2.2900482228026654717e-07,
                               -9.9298272942317002539e-07, 4.5260625972231537039e-06,  -1.9681778105531670567e-05,
                               7.5995277030017761139e-05,  -0.00021503011930044477347, -0.00013871931833623122026,
                               1.0103004648645343977,      4.8499064014085844221};
  Expr w = -log1p(x * -x);
  Expr root = sqrt(w);
  Expr factor = w;
  if (is_double(x)) {
    Expr outer = select(w < 16.0, polynomial(root - 3.25, kMiddle64), polynomial(root - 5.0, kFar64));
    factor = select(w < 6.25, polynomial(w - 3.125, kNear64), outer);
  } else {
    factor = select(w < 5.0, polynomial(w - 2.5, kNear32), polynomial(root - 3.0, kFar32));
  }
  return select(equal(abs(x), 1.0), x * kInfinity, factor * x);
}

// --- Bessel ----------------------------------------------------------------------------------------------------------

// Clenshaw's recurrence, the highest order first.
Expr chebyshev(Expr x, std::span<const double> coefficients) {
  Math& m = x.math();
  Expr b0 = m.number(0.0, x.type()), b1 = b0, b2 = b0;
  for (double coefficient : coefficients) {
    b2 = b1;
    b1 = b0;
    b0 = x * b1 - b2 + coefficient;
  }
  return 0.5 * (b0 - b2);
}

constexpr double kI1eNear[] = {
    2.77791411276104639959e-18, -2.11142121435816608115e-17, 1.55363195773620046921e-16, -1.10559694773538630805e-15,
    7.60068429473540693410e-15, -5.04218550472791168711e-14, 3.22379336594557470981e-13, -1.98397439776494371520e-12,
    1.17361862988909016308e-11, -6.66348972350202774223e-11, 3.62559028155211703701e-10, -1.88724975172282928790e-9,
    9.38153738649577178388e-9,  -4.44505912879632808065e-8,  2.00329475355213526229e-7,  -8.56872026469545474066e-7,
    3.47025130813767847674e-6,  -1.32731636560394358279e-5,  4.78156510755005422638e-5,  -1.61760815825896745588e-4,
    5.12285956168575772895e-4,  -1.51357245063125314899e-3,  4.15642294431288815669e-3,  -1.05640848946261981558e-2,
    2.47264490306265168283e-2,  -5.29459812080949914269e-2,  1.02643658689847095384e-1,  -1.76416518357834055153e-1,
    2.52587186443633654823e-1};
constexpr double kI1eFar[] = {
    7.51729631084210481353e-18,  4.41434832307170791151e-18,  -4.65030536848935832153e-17, -3.20952592199342395980e-17,
    2.96262899764595013876e-16,  3.30820231092092828324e-16,  -1.88035477551078244854e-15, -3.81440307243700780478e-15,
    1.04202769841288027642e-14,  4.27244001671195135429e-14,  -2.10154184277266431302e-14, -4.08355111109219731823e-13,
    -7.19855177624590851209e-13, 2.03562854414708950722e-12,  1.41258074366137813316e-11,  3.25260358301548823856e-11,
    -1.89749581235054123450e-11, -5.58974346219658380687e-10, -3.83538038596423702205e-9,  -2.63146884688951950684e-8,
    -2.51223623787020892529e-7,  -3.88256480887769039346e-6,  -1.10588938762623716291e-4,  -9.76109749136146840777e-3,
    7.78576235018280120474e-1};

Expr bessel_i1e(Expr x) {
  // In f32 only the last coefficients count.
  std::span<const double> near(kI1eNear), far(kI1eFar);
  if (!is_double(x)) {
    near = near.last(17);
    far = far.last(7);
  }
  Expr z = abs(x);
  Expr inside = z * chebyshev(0.5 * z - 2.0, near);
  Expr outside = chebyshev(32.0 / z - 2.0, far) / sqrt(z);
  return sign(x) * select(z <= 8.0, inside, outside);
}

// --- bits ------------------------------------------------------------------------------------------------------------

ElementType integer_of_width(int bits) {
  switch (bits) {
    case 8: return ElementType::kS8;
    case 16: return ElementType::kS16;
    case 32: return ElementType::kS32;
    default: return ElementType::kS64;
  }
}

Expr next_after(Expr x, Expr y) {
  Math& m = x.math();
  int width = bit_width(x.type().element());
  ElementType element = integer_of_width(width);
  Expr from = m.bitcast(x, element), to = m.bitcast(y, element);
  Type type = from.type();
  uint64_t sign_bit = uint64_t{1} << (width - 1);
  auto integer = [&](uint64_t bits) { return m.bits(bits, type); };
  Expr zero = integer(0), one = integer(1), sign = integer(sign_bit), magnitude = integer(~sign_bit);
  Expr from_size = from & magnitude, to_size = to & magnitude;
  Expr from_sign = from & sign, to_sign = to & sign;

  Expr shrinks = (to_size < from_size) | differ(from_sign, to_sign);
  Expr moved = from + select(shrinks, integer(~uint64_t{0}), one);
  Expr from_zero = select(equal(to_size, zero), to, to_sign | one);
  Expr result = select(equal(from_size, zero), from_zero, moved);
  result = select(equal(x, y), to, result);
  Expr nan = m.bitcast(m.number(kNan, x.type()), element);
  result = select(differ(x, x) | differ(y, y), nan, result);
  return m.bitcast(result, x.type().element());
}

// --- complex ---------------------------------------------------------------------------------------------------------

Expr part(Expr x, OpKind kind) {
  return x.math().unary(kind, x, x.math().with_element(x.type(), part_type(x.type().element())));
}
Expr complex(Expr real, Expr imaginary, Type type) {
  Math& m = real.math();
  return m.wrap(m.builder().value(OpKind::kComplex, {real.value(), imaginary.value()}, type));
}

Expr square(Expr x) {
  if (!is_complex(x.type().element())) return x * x;
  Expr a = part(x, OpKind::kReal), b = part(x, OpKind::kImag);
  // (a - b)(a + b) does not cancel; infinite parts of one size leave zero, not NaN.
  Expr real = select(equal(abs(a), abs(b)), a.math().number(0.0, a.type()), (a - b) * (a + b));
  Expr product = a * b;
  return complex(real, product + product, x.type());
}

Expr conjugate(Expr x) {
  if (!is_complex(x.type().element())) return x;
  return complex(part(x, OpKind::kReal), -part(x, OpKind::kImag), x.type());
}

Expr in_own_type(Expr x, Expr (*function)(Expr)) {
  ElementType own = x.type().element();
  bool narrow = bit_width(own) < 32;
  Expr result = function(narrow ? x.math().convert(x, ElementType::kF32) : x);
  return x.math().convert(result, own);
}

Expr in_own_type(Expr x, Expr y, Expr (*function)(Expr, Expr)) {
  ElementType own = x.type().element();
  Math& m = x.math();
  if (bit_width(own) >= 32) return function(x, y);
  return m.convert(function(m.convert(x, ElementType::kF32), m.convert(y, ElementType::kF32)), own);
}

// The column: the formula of an op that has no instruction, from its operands.
using Formula = Expr (*)(Math& m, Op& op);

template <Expr (*function)(Expr)>
Expr of_one(Math& m, Op& op) {
  return function(m.wrap(op.operand(0)));
}
template <Expr (*function)(Expr)>
Expr of_one_widened(Math& m, Op& op) {
  return in_own_type(m.wrap(op.operand(0)), function);
}
template <Expr (*function)(Expr, Expr)>
Expr of_two_widened(Math& m, Op& op) {
  return in_own_type(m.wrap(op.operand(0)), m.wrap(op.operand(1)), function);
}

constexpr OpColumn<Formula> make_column() {
  using enum OpKind;
  OpColumn<Formula> column;
  column.add([](Math& m, Op& op) { return m.binary(kAtan2, m.wrap(op.operand(0)), m.number(1, op.result()->type())); },
             {kAtan});
  column.add(of_one<square>, {kSquare});
  column.add(of_one<conjugate>, {kConj});
  column.add([](Math& m, Op& op) { return equal(abs(m.wrap(op.operand(0))), kInfinity); }, {kIsInf});
  column.add([](Math& m, Op& op) { return equal(m.wrap(op.operand(0)), kInfinity); }, {kIsPosInf});
  column.add([](Math& m, Op& op) { return equal(m.wrap(op.operand(0)), -kInfinity); }, {kIsNegInf});
  column.add(of_one_widened<log_gamma>, {kLgamma});
  column.add(of_one_widened<digamma>, {kDigamma});
  column.add(of_one_widened<erfc>, {kErfc});
  column.add(of_one_widened<inverse_erf>, {kErfInv});
  column.add(of_one_widened<bessel_i1e>, {kBesselI1e});
  column.add([](Math& m, Op& op) { return next_after(m.wrap(op.operand(0)), m.wrap(op.operand(1))); }, {kNextAfter});
  column.add(of_two_widened<zeta>, {kZeta});
  column.add(of_two_widened<polygamma>, {kPolygamma});
  // None, because an instruction says the same, or (decompose_ops.cc) no formula can
  column.add(nullptr, {kUniformQuantize, kUniformDequantize, kAsinAcosKernel});
  column.add_rest(nullptr, [](const OpRow& row) { return row.has_opcode; });
  // None, because hints, tests and legacy forms are no functions of elements
  column.add_rest(nullptr, [](const OpRow& row) { return !row.has(kElementwise); });
  return column;
}

constexpr OpColumn<Formula> kColumn = make_column();
static_assert(ir::is_total<kColumn>());

}  // namespace

Value* decompose_function(Op& op) {
  const Formula formula = kColumn[op.kind()];
  if (formula == nullptr) return nullptr;
  Math m(&op);
  return formula(m, op).value();
}

void put_in_order(Op* before, Op& op, Value* result) {
  PointerSet<const Op*> made, placed;
  for (Op* at = op.previous(); at != before; at = at->previous()) made.insert(at);
  struct Frame {
    Op* op;
    int next;
  };
  std::vector<Frame> stack;
  auto enter = [&](Value* value) {
    if (value->op() && made.count(value->op()) && placed.insert(value->op()).second) stack.push_back({value->op(), 0});
  };
  enter(result);
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.next < frame.op->num_operands()) {
      enter(frame.op->operand(frame.next++));
    } else {
      frame.op->move_before(&op);
      stack.pop_back();
    }
  }
  Op* at = op.previous();
  while (at != before) {
    Op* previous = at->previous();
    if (!placed.count(at)) at->erase();
    at = previous;
  }
}

}  // namespace partita::core::text
