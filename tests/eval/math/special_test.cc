// The expected values were computed to 50 digits.
#include "eval/math/special.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "eval/math/integer.h"

namespace partita::core::eval {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Distance in units of the last place of the expected value.
template <typename T>
double ulps(T value, T expected) {
  const T next = std::nextafter(std::abs(expected), std::numeric_limits<T>::infinity());
  return std::abs(static_cast<double>(value) - static_cast<double>(expected)) /
         static_cast<double>(next - std::abs(expected));
}

#define PARTITA_FUNCTION(name) #name, math::name, math::name

// In float as CHLO expands it: rounding the exponents costs up to half of x in last places.
TEST(Special, Cosh) {
  const std::pair<double, double> rows[] = {{-20.0, 242582597.7048951400}, {0.7, 1.255169005630942984}};
  for (const auto& [x, expected] : rows) {
    EXPECT_EQ(math::cosh(x), expected);
    EXPECT_LE(ulps(math::cosh(static_cast<float>(x)), static_cast<float>(expected)), 2 + std::abs(x) / 2);
  }
}

TEST(Special, RealFunctions) {
  struct Row {
    const char* name;
    double (*in_double)(double);
    float (*in_float)(float);
    double x, expected;
  };
  const Row rows[] = {
      {PARTITA_FUNCTION(exp), -30.5, 5.675685232632722462e-14},
      {PARTITA_FUNCTION(exp), 1e-09, 1.000000001000000000},
      {PARTITA_FUNCTION(exp), 2.5, 12.18249396070347344},
      {PARTITA_FUNCTION(expm1), -3.0, -0.9502129316321360570},
      {PARTITA_FUNCTION(expm1), 1e-09, 1.000000000500000062e-9},
      {PARTITA_FUNCTION(expm1), 2.5, 11.18249396070347344},
      {PARTITA_FUNCTION(log), 1e-09, -20.72326583694641109},
      {PARTITA_FUNCTION(log), 0.999, -0.001000500333583534389},
      {PARTITA_FUNCTION(log), 123.0, 4.812184355372417495},
      {PARTITA_FUNCTION(log1p), -0.75, -1.386294361119890619},
      {PARTITA_FUNCTION(log1p), 1e-09, 9.999999995000000626e-10},
      {PARTITA_FUNCTION(log1p), 123.0, 4.820281565605036865},
      {PARTITA_FUNCTION(rsqrt), 1e-09, 31622.77660168379234},
      {PARTITA_FUNCTION(rsqrt), 3.0, 0.5773502691896257645},
      {PARTITA_FUNCTION(rsqrt), 1000000000.0, 0.00003162277660168379332},
      {PARTITA_FUNCTION(cbrt), -2.0, -1.259921049894873165},
      {PARTITA_FUNCTION(cbrt), 1.7641707368329275e-07, 0.005608501899725061531},
      {PARTITA_FUNCTION(cbrt), 1000000000.0, 1000.000000000000000},
      {PARTITA_FUNCTION(logistic), -700.0, 9.859676543759770857e-305},
      {PARTITA_FUNCTION(logistic), -0.3, 0.4255574831883410156},
      {PARTITA_FUNCTION(logistic), 40.0, 0.9999999999999999958},
      {PARTITA_FUNCTION(sin), 1e-09, 1.000000000000000062e-9},
      {PARTITA_FUNCTION(sin), 3.0, 0.1411200080598672221},
      {PARTITA_FUNCTION(sin), 100000.0, 0.03574879797201650932},
      {PARTITA_FUNCTION(cos), 1.5707, 0.00009632679474766714993},
      {PARTITA_FUNCTION(cos), 3.0, -0.9899924966004454573},
      {PARTITA_FUNCTION(cos), 100000.0, -0.9993608074382124519},
      {PARTITA_FUNCTION(tan), -1.5, -14.10141994717171939},
      {PARTITA_FUNCTION(tan), 1e-09, 1.000000000000000063e-9},
      {PARTITA_FUNCTION(tan), 100000.0, -0.03577166295289877341},
      {PARTITA_FUNCTION(sinh), -20.0, -242582597.7048951380},
      {PARTITA_FUNCTION(sinh), 1e-09, 1.000000000000000062e-9},
      {PARTITA_FUNCTION(sinh), 0.7, 0.7585837018395334477},
      {PARTITA_FUNCTION(tanh), -20.0, -0.9999999999999999915},
      {PARTITA_FUNCTION(tanh), 1e-09, 1.000000000000000062e-9},
      {PARTITA_FUNCTION(tanh), 0.7, 0.6043677771171634681},
      {PARTITA_FUNCTION(asin), -0.999, -1.526071239626163168},
      {PARTITA_FUNCTION(asin), 1e-09, 1.000000000000000062e-9},
      {PARTITA_FUNCTION(asin), 0.7, 0.7753974966107530016},
      {PARTITA_FUNCTION(acos), -0.999, 3.096867566421059787},
      {PARTITA_FUNCTION(acos), 0.3, 1.266103672779499123},
      {PARTITA_FUNCTION(acos), 0.999999, 0.001414213680244585094},
      {PARTITA_FUNCTION(atan), -30.0, -1.537475330916649422},
      {PARTITA_FUNCTION(atan), 1e-09, 1.000000000000000062e-9},
      {PARTITA_FUNCTION(atan), 0.7, 0.6107259643892085867},
      {PARTITA_FUNCTION(asinh), -30.0, -4.094622224330530570},
      {PARTITA_FUNCTION(asinh), 1e-09, 1.000000000000000062e-9},
      {PARTITA_FUNCTION(asinh), 0.7, 0.6526665660823557504},
      {PARTITA_FUNCTION(acosh), 1.0000001, 0.0004472135919037347271},
      {PARTITA_FUNCTION(acosh), 2.0, 1.316957896924816709},
      {PARTITA_FUNCTION(acosh), 10000000000.0, 23.71899811050040215},
      {PARTITA_FUNCTION(atanh), -0.999, -3.800201167250199587},
      {PARTITA_FUNCTION(atanh), 1e-09, 1.000000000000000063e-9},
      {PARTITA_FUNCTION(atanh), 0.7, 0.8673005276940531074},
      {PARTITA_FUNCTION(erf), -1.5, -0.9661051464753107271},
      {PARTITA_FUNCTION(erf), 1e-09, 1.128379167095512644e-9},
      {PARTITA_FUNCTION(erf), 0.7, 0.6778011938374184423},
      {PARTITA_FUNCTION(erfc), -1.5, 1.966105146475310727},
      {PARTITA_FUNCTION(erfc), 1e-09, 0.9999999988716208329},
      {PARTITA_FUNCTION(erfc), 9.0, 4.137031746513810238e-37},
      {PARTITA_FUNCTION(erf_inv), -0.9999999, -3.766562581638470889},
      {PARTITA_FUNCTION(erf_inv), 1e-09, 8.862269254527580691e-10},
      {PARTITA_FUNCTION(erf_inv), 0.5, 0.4769362762044698734},
      {PARTITA_FUNCTION(erf_inv), 0.7, 0.7328690779592167849},
      {PARTITA_FUNCTION(lgamma), -2.5, -0.05624371649767405067},
      {PARTITA_FUNCTION(lgamma), 0.001, 6.907178885383853662},
      {PARTITA_FUNCTION(lgamma), 1.9999, -0.00004227520877215345801},
      {PARTITA_FUNCTION(lgamma), 100.0, 359.1342053695753988},
      {PARTITA_FUNCTION(digamma), -2.5, 1.103156640645243187},
      {PARTITA_FUNCTION(digamma), 0.001, -1000.575571931810280},
      {PARTITA_FUNCTION(digamma), 1.4375, -0.02361354400529789914},
      {PARTITA_FUNCTION(digamma), 100.0, 4.600161852738087400},
      {PARTITA_FUNCTION(bessel_i0e), -3.0, 0.2430003541618253985},
      {PARTITA_FUNCTION(bessel_i0e), 0.001, 0.9990007495835155594},
      {PARTITA_FUNCTION(bessel_i0e), 39.9, 0.06335803550042246304},
      {PARTITA_FUNCTION(bessel_i0e), 40.1, 0.06319882471018295462},
      {PARTITA_FUNCTION(bessel_i0e), 1000.0, 0.01261724045589125659},
      {PARTITA_FUNCTION(bessel_i1e), -3.0, -0.1968267132973008536},
      {PARTITA_FUNCTION(bessel_i1e), 0.001, 0.0004995003123542213474},
      {PARTITA_FUNCTION(bessel_i1e), 39.9, 0.06255897063316231315},
      {PARTITA_FUNCTION(bessel_i1e), 40.1, 0.06240576907336813724},
      {PARTITA_FUNCTION(bessel_i1e), 1000.0, 0.01261093025692862947},
  };
  for (const Row& row : rows) {
    EXPECT_LE(ulps(row.in_double(row.x), row.expected), 1) << row.name << "(" << row.x << ")";
    const auto x = static_cast<float>(row.x);
    if (x == row.x) {
      EXPECT_LE(ulps(row.in_float(x), static_cast<float>(row.expected)), 0) << row.name << "(" << row.x << ") in float";
    }
  }
}

TEST(Special, ComplexFunctions) {
  struct Row {
    const char* name;
    std::complex<double> (*in_double)(std::complex<double>);
    std::complex<float> (*in_float)(std::complex<float>);
    std::complex<double> z, expected;
  };
  const Row rows[] = {
      {PARTITA_FUNCTION(exp), {-1.5, 0.75}, {0.1632618544906391278, 0.1520941656873836809}},
      {PARTITA_FUNCTION(exp), {0.25, -2.0}, {-0.53434311520072995, -1.16756100737293706}},
      {PARTITA_FUNCTION(expm1), {-1.5, 0.75}, {-0.8367381455093608722, 0.1520941656873836809}},
      {PARTITA_FUNCTION(expm1), {0.25, -2.0}, {-1.53434311520072995, -1.16756100737293706}},
      {PARTITA_FUNCTION(log), {-1.5, 0.75}, {0.5170368837652692599, 2.677945044588987122}},
      {PARTITA_FUNCTION(log), {0.25, -2.0}, {0.7008992738279279365, -1.446441332248135184}},
      {PARTITA_FUNCTION(log1p), {-1.5, 0.75}, {-0.1038196823891222508, 2.15879893034246417}},
      {PARTITA_FUNCTION(log1p), {0.25, -2.0}, {0.8580238237461793003, -1.012197011451334183}},
      {PARTITA_FUNCTION(sqrt), {-1.5, 0.75}, {0.2975323370029233245, 1.260367205048759247}},
      {PARTITA_FUNCTION(sqrt), {0.25, -2.0}, {1.064322422265602138, -0.9395649091666411881}},
      {PARTITA_FUNCTION(rsqrt), {-1.5, 0.75}, {0.1774140082781100261, -0.7515377992267844848}},
      {PARTITA_FUNCTION(rsqrt), {0.25, -2.0}, {0.5280517966522296396, 0.4661547365512723643}},
      {PARTITA_FUNCTION(cbrt), {-1.5, 0.75}, {0.7453494729403960077, 0.9252071154660542363}},
      {PARTITA_FUNCTION(cbrt), {0.25, -2.0}, {1.119180061700003867, -0.5857150025465904063}},
      {PARTITA_FUNCTION(logistic), {-1.5, 0.75}, {0.1547971042331356165, 0.1105085916571301165}},
      {PARTITA_FUNCTION(logistic), {0.25, -2.0}, {0.7052869886282720467, -0.7389462749840264756}},
      {PARTITA_FUNCTION(sin), {-1.5, 0.75}, {-1.291440085705222381, 0.05816838450167119937}},
      {PARTITA_FUNCTION(sin), {0.25, -2.0}, {0.9307821094643964922, -3.514110100973511783}},
      {PARTITA_FUNCTION(cos), {-1.5, 0.75}, {0.09158227260398997955, 0.8202568175066205451}},
      {PARTITA_FUNCTION(cos), {0.25, -2.0}, {3.645238137997194216, 0.8972996245648262457}},
      {PARTITA_FUNCTION(tan), {-1.5, 0.75}, {-0.103580618687797056, 1.562868981869473542}},
      {PARTITA_FUNCTION(tan), {0.25, -2.0}, {0.01700946138460149694, -0.9682145721835090757}},
      {PARTITA_FUNCTION(sinh), {-1.5, 0.75}, {-1.557970076014592708, 1.603493573201375724}},
      {PARTITA_FUNCTION(sinh), {0.25, -2.0}, {-0.1051238165125637663, -0.937861277714795716}},
      {PARTITA_FUNCTION(cosh), {-1.5, 0.75}, {1.721231930505231835, -1.451399407513992043}},
      {PARTITA_FUNCTION(cosh), {0.25, -2.0}, {-0.4292192986881661837, -0.2296997296581413442}},
      {PARTITA_FUNCTION(tanh), {-1.5, 0.75}, {-0.9881121005704791281, 0.09838781913967139796}},
      {PARTITA_FUNCTION(tanh), {0.25, -2.0}, {1.099398135211778911, 1.596689210770755828}},
      {PARTITA_FUNCTION(asin), {-1.5, 0.75}, {-1.024288057203412487, 1.162792098163103639}},
      {PARTITA_FUNCTION(asin), {0.25, -2.0}, {0.1114779253684817527, -1.449208152255118991}},
      {PARTITA_FUNCTION(acos), {-1.5, 0.75}, {2.595084383998309107, -1.162792098163103639}},
      {PARTITA_FUNCTION(acos), {0.25, -2.0}, {1.459318401426414867, 1.449208152255118991}},
      {PARTITA_FUNCTION(atan), {-1.5, 0.75}, {-1.057136960753970026, 0.2079333359615230026}},
      {PARTITA_FUNCTION(atan), {0.25, -2.0}, {1.489877611175685157, -0.5358800995910895804}},
      {PARTITA_FUNCTION(asinh), {-1.5, 0.75}, {-1.265075042893368518, 0.4029108301465699134}},
      {PARTITA_FUNCTION(asinh), {0.25, -2.0}, {1.328763370340807517, -1.427924144520525881}},
      {PARTITA_FUNCTION(acosh), {-1.5, 0.75}, {1.162792098163103639, 2.595084383998309107}},
      {PARTITA_FUNCTION(acosh), {0.25, -2.0}, {1.449208152255118991, -1.459318401426414867}},
      {PARTITA_FUNCTION(atanh), {-1.5, 0.75}, {-0.5315996311919017411, 1.225127862410165631}},
      {PARTITA_FUNCTION(atanh), {0.25, -2.0}, {0.04954423214593717731, -1.112111333987829291}},
      {PARTITA_FUNCTION(sign), {-1.5, 0.75}, {-0.8944271909999158786, 0.4472135954999579393}},
      {PARTITA_FUNCTION(sign), {0.25, -2.0}, {0.1240347345892084562, -0.9922778767136676495}},
      {PARTITA_FUNCTION(square), {-1.5, 0.75}, {1.6875, -2.25}},
      {PARTITA_FUNCTION(square), {0.25, -2.0}, {-3.9375, -1.0}},
      {PARTITA_FUNCTION(log1p), {1e-20, 0.0}, {9.999999999999999451e-21, 0.0}},
      {PARTITA_FUNCTION(expm1), {1e-20, 1e-30}, {9.999999999999999452e-21, 1.000000000000000083e-30}},
      {PARTITA_FUNCTION(log1p), {-0.5, 0.8660254037844386}, {-4.345318932600586136e-17, 1.047197551196597721}},
  };
  for (const Row& row : rows) {
    const std::complex<double> value = row.in_double(row.z);
    EXPECT_LE(ulps(value.real(), row.expected.real()), 1) << row.name << row.z;
    EXPECT_LE(ulps(value.imag(), row.expected.imag()), 1) << row.name << row.z;
    const std::complex<float> z(row.z), expected(row.expected), single = row.in_float(z);
    if (z.real() != row.z.real() || z.imag() != row.z.imag()) continue;
    EXPECT_LE(ulps(single.real(), expected.real()), 0) << row.name << row.z << " in float";
    EXPECT_LE(ulps(single.imag(), expected.imag()), 0) << row.name << row.z << " in float";
  }
}

void expect_zeta(double x, double q, double expected) {
  EXPECT_LE(ulps(math::zeta(x, q), expected), 1) << x << " " << q;
}
void expect_polygamma(double n, double x, double expected) {
  EXPECT_LE(ulps(math::polygamma(n, x), expected), 1) << n << " " << x;
}

TEST(Special, ZetaAndPolygamma) {
  expect_zeta(2.0, 1.0, 1.644934066848226436);
  expect_zeta(1.5, 0.25, 10.21305536046660074);
  expect_zeta(30.0, 2.5, 1.152969168563023644e-12);
  expect_zeta(3.0, -1.25, -61.86068339183118018);
  expect_zeta(4.0, -100.5, 32.46969668781995284);
  expect_zeta(2.0, 1000000.0, 1.000000500000166667e-6);
  expect_polygamma(1, 0.5, 4.934802200544679309);
  expect_polygamma(2, 3.0, -0.1541138063191885708);
  expect_polygamma(3, -1.25, 1558.2209125348506);
  expect_polygamma(10, 7.5, -0.001174531573589431387);
  EXPECT_EQ(math::polygamma(0.0, 2.5), math::digamma(2.5));
  EXPECT_TRUE(std::isnan(math::polygamma(-1.0, 2.0)));
  EXPECT_TRUE(std::isnan(math::polygamma(0.5, 2.0)));
  EXPECT_EQ(math::zeta(1.0, 3.0), kInfinity);
  EXPECT_TRUE(std::isnan(math::zeta(0.5, 3.0)));
  EXPECT_EQ(math::zeta(2.0, -3.0), kInfinity);
  EXPECT_TRUE(std::isnan(math::zeta(3.0, -3.0)));
  EXPECT_TRUE(std::isnan(math::zeta(2.5, -0.5)));
  EXPECT_EQ(math::zeta(1e6, 2.0), 0);
}

TEST(Special, Edges) {
  EXPECT_EQ(math::erf_inv(1.0), kInfinity);
  EXPECT_EQ(math::erf_inv(-1.0f), -std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(math::erf_inv(1.5)));
  EXPECT_TRUE(std::signbit(math::erf_inv(-0.0)));
  EXPECT_TRUE(std::isnan(math::digamma(0.0)));
  EXPECT_TRUE(std::isnan(math::digamma(-3.0)));
  EXPECT_TRUE(std::isnan(math::digamma(-kInfinity)));
  EXPECT_EQ(math::digamma(kInfinity), kInfinity);
  EXPECT_EQ(math::lgamma(-3.0), kInfinity);
  EXPECT_EQ(math::lgamma(-kInfinity), kInfinity);
  EXPECT_EQ(math::rsqrt(0.0), kInfinity);
  EXPECT_TRUE(std::isnan(math::rsqrt(-1.0)));
  EXPECT_EQ(math::logistic(-kInfinity), 0);
  EXPECT_EQ(math::logistic(kInfinity), 1);
  EXPECT_TRUE(std::signbit(math::sign(-0.0)));
  EXPECT_TRUE(std::isnan(math::sign(kNan)));
  EXPECT_EQ(math::bessel_i1e(kInfinity), 0);
  EXPECT_EQ(math::remainder(-7.0, 3.0), -1);
  EXPECT_TRUE(std::isnan(math::remainder(1.0, 0.0)));
  EXPECT_EQ(math::next_after(0.0f, 1.0f), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(math::power(0.0, 0.0), 1);
}

TEST(Special, ComplexEdges) {
  using C = std::complex<double>;
  EXPECT_EQ(math::abs(C(0x3p600, 0x4p600)), 0x5p600);
  EXPECT_EQ(math::sign(C(0, 0)), C(0, 0));
  EXPECT_TRUE(std::isnan(math::sign(C(kNan, 1)).imag()));
  EXPECT_EQ(math::power(C(0, 0), C(0, 0)), C(1, 0));
  EXPECT_EQ(math::power(C(0, 0), C(2, 1)), C(0, 0));
  EXPECT_EQ(math::rsqrt(C(0, 0)).real(), kInfinity);
  EXPECT_EQ(math::exp(C(-kInfinity, 1)), C(0, 0));
  EXPECT_EQ(math::log(C(0, 0)).real(), -kInfinity);
  EXPECT_EQ(math::sqrt(C(-4, -0.0)), C(0, -2)) << "the sign of zero tells the side of the cut";
  EXPECT_EQ(math::tanh(C(800, 1)).real(), 1);
  EXPECT_LT(std::abs(math::atan2(C(1, 0), C(1, 0)) - C(0.7853981633974483, 0)), 1e-15);
  EXPECT_EQ(math::divide(C(2, 4), C(0, 2)), C(2, -1));
  EXPECT_EQ(math::multiply(C(1, 2), C(3, 4)), C(-5, 10));
  // (1+ε)² - 1·1 keeps ε² where the first product is fused, and so does the second product of the other part.
  constexpr double e = std::numeric_limits<double>::epsilon();
  EXPECT_EQ(math::multiply(C(1 + e, 1), C(1 + e, 1)).real(), 2 * e + e * e);
  EXPECT_EQ(math::multiply(C(-1, 1 + e), C(1 + e, 1)).imag(), 2 * e + e * e);
  for (C z : {C(0.5, 0.25), C(-3, 2), C(2, -0.5)}) {
    const C kernel = math::asin_acos_kernel(z), arcsine = math::asin(z);
    EXPECT_NEAR(std::atan2(z.real(), kernel.real()), arcsine.real(), 1e-15);
    EXPECT_EQ(kernel.imag(), std::abs(arcsine.imag()));
  }
}

TEST(Integers, NothingIsUndefined) {
  constexpr int8_t kLowest = -128;
  EXPECT_EQ(math::divide_integers<int8_t>(5, 0), -1);
  EXPECT_EQ(math::divide_integers<uint8_t>(5, 0), 255);
  EXPECT_EQ(math::divide_integers<int8_t>(kLowest, -1), kLowest);
  EXPECT_EQ(math::divide_integers<int32_t>(-7, 2), -3);
  EXPECT_EQ(math::remainder_of_integers<int8_t>(5, 0), 5);
  EXPECT_EQ(math::remainder_of_integers<int64_t>(std::numeric_limits<int64_t>::min(), -1), 0);
  EXPECT_EQ(math::remainder_of_integers<int32_t>(-7, 3), -1);
  EXPECT_EQ(math::power_of_integers<int8_t>(2, 7), kLowest);
  EXPECT_EQ(math::power_of_integers<uint16_t>(0xFFFF, 3), 0xFFFF);
  EXPECT_EQ(math::power_of_integers<int32_t>(-1, -3), -1);
  EXPECT_EQ(math::power_of_integers<int32_t>(-1, -4), 1);
  EXPECT_EQ(math::power_of_integers<int32_t>(3, -1), 0);
  EXPECT_EQ(math::power_of_integers<int32_t>(0, 0), 1);
  EXPECT_EQ(math::power_of_integers<uint64_t>(3, 40), 12157665459056928801u);
}

}  // namespace
}  // namespace partita::core::eval
