// Every op against values that were computed by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "partita/partita.h"

namespace partita {
namespace {

using Doubles = std::vector<double>;

const Tensor kA = Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6});
const Tensor kRow = Tensor::of<float>({3}, {10, 20, 30});
const Tensor kInts = Tensor::of<std::int32_t>({4}, {3, -7, 0, 5});

template <typename F, typename... In>
Doubles values(const F& f, const In&... in) {
  return evaluate(f, in...).to_doubles();
}
template <typename F, typename... In>
std::string type(const F& f, const In&... in) {
  return abstract(f, in...).type_text();
}

void expect_near(const Doubles& got, const Doubles& wanted, double tolerance = 1e-5) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], tolerance) << "element " << i;
}

TEST(Pointwise, ArithmeticBroadcastsAsNumPyDoes) {
  EXPECT_EQ(values([](Tensor a, Tensor b) { return a + b; }, kA, kRow), (Doubles{11, 22, 33, 14, 25, 36}));
  EXPECT_EQ(values([](Tensor a) { return 2 * a - 1; }, kRow), (Doubles{19, 39, 59}));
  EXPECT_EQ(values([](Tensor a) { return 60 / a; }, kRow), (Doubles{6, 3, 2}));
  EXPECT_EQ(values([](Tensor a) { return a % 4; }, kInts), (Doubles{3, -3, 0, 1}));
  EXPECT_EQ(values([](Tensor a) { return -a; }, kInts), (Doubles{-3, 7, 0, -5}));
  const auto outer = [](Tensor a, Tensor b) { return expand_dims(a, 1) * expand_dims(b, 0); };
  EXPECT_EQ(type(outer, kRow, kInts.is_empty() ? kA : kRow), "f32[3,3]");
  EXPECT_EQ(values([](Tensor a) { return pow(a, 2); }, kRow), (Doubles{100, 400, 900}));
  EXPECT_EQ(values([](Tensor a) { return maximum(a, 0) + minimum(a, 0); }, kInts), (Doubles{3, -7, 0, 5}));
  EXPECT_EQ(values([](Tensor a) { return clamp(-1, a, 4); }, kInts), (Doubles{3, -1, 0, 4}));
}

TEST(Pointwise, ComparesAndSelects) {
  EXPECT_EQ(values([](Tensor a) { return a < 0; }, kInts), (Doubles{0, 1, 0, 0}));
  EXPECT_EQ(values([](Tensor a) { return a >= 3; }, kInts), (Doubles{1, 0, 0, 1}));
  EXPECT_EQ(values([](Tensor a) { return a <= 3; }, kInts), (Doubles{1, 1, 1, 0}));
  EXPECT_EQ(values([](Tensor a) { return 0 > a; }, kInts), (Doubles{0, 1, 0, 0}));
  EXPECT_EQ(values([](Tensor a) { return equal(a, 0) | not_equal(a, 3); }, kInts), (Doubles{0, 1, 1, 1}));
  EXPECT_EQ(values([](Tensor a) { return (a > 0) & ~(a > 4); }, kInts), (Doubles{1, 0, 0, 0}));
  EXPECT_EQ(values([](Tensor a) { return (a > 0) ^ (a > 4); }, kInts), (Doubles{1, 0, 0, 0}));
  EXPECT_EQ(values([](Tensor a) { return where(a > 0, a, -a); }, kInts), (Doubles{3, 7, 0, 5}));
  EXPECT_EQ(values([](Tensor a, Tensor b) { return select(b > 15, a, 0); }, kA, kRow), (Doubles{0, 2, 3, 0, 5, 6}));
  EXPECT_EQ(values([](Tensor a) { return shift_left(a, 1) + shift_right_arithmetic(a, 1); }, kInts),
            (Doubles{7, -18, 0, 12}));
  const Tensor odd = Tensor::of<float>({3}, {1.f, std::nanf(""), INFINITY});
  EXPECT_EQ(values([](Tensor a) { return is_nan(a); }, odd), (Doubles{0, 1, 0}));
  EXPECT_EQ(values([](Tensor a) { return is_finite(a); }, odd), (Doubles{1, 0, 0}));
  EXPECT_EQ(values([](Tensor a) { return is_inf(a); }, odd), (Doubles{0, 0, 1}));
}

TEST(Pointwise, ComputesFunctions) {
  const Tensor x = Tensor::of<float>({3}, {0.5f, 1.f, 2.f});
  const auto check = [&](Tensor (*ours)(Operand), double (*theirs)(double)) {
    Doubles wanted;
    for (double each : {0.5, 1.0, 2.0}) wanted.push_back(theirs(each));
    expect_near(values([&](Tensor a) { return ours(a); }, x), wanted);
  };
  check(partita::exp, std::exp);
  check(partita::expm1, std::expm1);
  check(partita::log, std::log);
  check(partita::log1p, std::log1p);
  check(partita::sqrt, std::sqrt);
  check(partita::cbrt, std::cbrt);
  check(partita::sin, std::sin);
  check(partita::cos, std::cos);
  check(partita::tan, std::tan);
  check(partita::tanh, std::tanh);
  check(partita::sinh, std::sinh);
  check(partita::cosh, std::cosh);
  check(partita::asinh, std::asinh);
  check(partita::atan, std::atan);
  check(partita::erf, std::erf);
  check(partita::erfc, std::erfc);
  check(partita::lgamma, std::lgamma);
  check(partita::floor, std::floor);
  check(partita::ceil, std::ceil);
  check(partita::square, [](double v) { return v * v; });
  check(partita::rsqrt, [](double v) { return 1 / std::sqrt(v); });
  check(partita::sigmoid, [](double v) { return 1 / (1 + std::exp(-v)); });
  check(partita::silu, [](double v) { return v / (1 + std::exp(-v)); });
  check(partita::softplus, [](double v) { return std::log1p(std::exp(v)); });
  check(partita::sign, [](double) { return 1.0; });
  check(partita::abs, [](double v) { return v; });
  expect_near(values([](Tensor a) { return gelu(a, {.approximate = false}); }, x), {0.345731, 0.841345, 1.954500});
  expect_near(values([](Tensor a) { return gelu(a); }, x), {0.345714, 0.841192, 1.954598});
  expect_near(values([](Tensor a) { return relu(a - 1); }, x), {0, 0, 1});
  expect_near(values([](Tensor a) { return atan2(a, 1); }, x),
              {std::atan2(0.5, 1), std::atan2(1, 1), std::atan2(2, 1)});
  expect_near(values([](Tensor a) { return round(a); }, x), {0, 1, 2});
}

TEST(Pointwise, ConvertsAndLooksAtBits) {
  EXPECT_EQ(values([](Tensor a) { return convert(a * 1.5, s32); }, kRow), (Doubles{15, 30, 45}));
  EXPECT_EQ(type([](Tensor a) { return convert(a, bf16); }, kRow), "bf16[3]");
  EXPECT_EQ(values([](Tensor a) { return bitcast(a, s32); }, Tensor::of<float>({1}, {1.f})), (Doubles{0x3F800000}));
  EXPECT_EQ(values([](Tensor a) { return population_count(a); }, kInts)[0], 2);
  EXPECT_EQ(values([](Tensor a) { return count_leading_zeros(a); }, kInts)[0], 30);
  EXPECT_EQ(values([](Tensor a) { return imag(complex(a, 2 * a)); }, kRow), (Doubles{20, 40, 60}));
  EXPECT_EQ(values([](Tensor a) { return real(conj(complex(a, a))); }, kRow), (Doubles{10, 20, 30}));
}

TEST(Reductions, AlongDimensions) {
  EXPECT_EQ(values([](Tensor a) { return sum(a); }, kA), (Doubles{21}));
  EXPECT_EQ(values([](Tensor a) { return sum(a, 0); }, kA), (Doubles{5, 7, 9}));
  EXPECT_EQ(values([](Tensor a) { return sum(a, -1); }, kA), (Doubles{6, 15}));
  EXPECT_EQ(type([](Tensor a) { return sum(a, {0, 1}, {.keepdims = true}); }, kA), "f32[1,1]");
  EXPECT_EQ(type([](Tensor a) { return max(a, 1, {.keepdims = true}); }, kA), "f32[2,1]");
  EXPECT_EQ(values([](Tensor a) { return prod(a, 1); }, kA), (Doubles{6, 120}));
  EXPECT_EQ(values([](Tensor a) { return max(a, 0); }, kA), (Doubles{4, 5, 6}));
  EXPECT_EQ(values([](Tensor a) { return min(a); }, kInts), (Doubles{-7}));
  EXPECT_EQ(values([](Tensor a) { return max(a); }, kInts), (Doubles{5}));
  EXPECT_EQ(values([](Tensor a) { return mean(a, 0); }, kA), (Doubles{2.5, 3.5, 4.5}));
  expect_near(values([](Tensor a) { return variance(a, 1); }, kA), {2. / 3, 2. / 3});
  EXPECT_EQ(values([](Tensor a) { return any(a > 4, 1); }, kA), (Doubles{0, 1}));
  EXPECT_EQ(values([](Tensor a) { return all(a > 3, 1); }, kA), (Doubles{0, 1}));
  expect_near(values([](Tensor a) { return logsumexp(a, 1); }, kA), {3.407606, 6.407606});
  expect_near(values([](Tensor a) { return logsumexp(a * 1000, 1); }, kA), {3000, 6000});
  expect_near(values([](Tensor a) { return softmax(a); }, kA),
              {0.090031, 0.244728, 0.665241, 0.090031, 0.244728, 0.665241});
  expect_near(values([](Tensor a) { return log_softmax(a, 1); }, kA),
              {-2.407606, -1.407606, -0.407606, -2.407606, -1.407606, -0.407606});
}

TEST(Reductions, PlacesOfTheLargest) {
  const Tensor x = Tensor::of<float>({2, 4}, {1, 9, 9, 2, -3, -8, 0, -8});
  EXPECT_EQ(values([](Tensor a) { return argmax(a); }, x), (Doubles{1, 2}));
  EXPECT_EQ(values([](Tensor a) { return argmin(a, 1); }, x), (Doubles{0, 1}));
  EXPECT_EQ(values([](Tensor a) { return argmax(a, 0); }, x), (Doubles{0, 0, 0, 0}));
  EXPECT_EQ(type([](Tensor a) { return argmax(a, 0, {.keepdims = true}); }, x), "s32[1,4]");
  const Tensor odd = Tensor::of<float>({3}, {1.f, std::nanf(""), 7.f});
  EXPECT_EQ(values([](Tensor a) { return argmax(a); }, odd), (Doubles{1}));
  EXPECT_EQ(values([](Tensor a) { return argmin(a); }, odd), (Doubles{1}));
}

TEST(Reductions, RunningAndInWindows) {
  EXPECT_EQ(values([](Tensor a) { return cumsum(a, 1); }, kA), (Doubles{1, 3, 6, 4, 9, 15}));
  EXPECT_EQ(values([](Tensor a) { return cumsum(a, 1, true); }, kA), (Doubles{6, 5, 3, 15, 11, 6}));
  EXPECT_EQ(values([](Tensor a) { return cumprod(a, 0); }, kA), (Doubles{1, 2, 3, 4, 10, 18}));
  EXPECT_EQ(values([](Tensor a) { return cummax(a, 0); }, kInts), (Doubles{3, 3, 3, 5}));
  EXPECT_EQ(values([](Tensor a) { return cummin(a, 0); }, kInts), (Doubles{3, -7, -7, -7}));
  const Tensor x = Tensor::of<float>({1, 4}, {1, 2, 3, 4});
  EXPECT_EQ(values([](Tensor a) { return window_sum(a, {1, 2}, {.strides = {1, 2}}); }, x), (Doubles{3, 7}));
  EXPECT_EQ(values([](Tensor a) { return window_max(a, {1, 2}); }, x), (Doubles{2, 3, 4}));
  EXPECT_EQ(values([](Tensor a) { return window_min(a, {1, 2}, {.dilations = {1, 2}}); }, x), (Doubles{1, 2}));
  const auto around = [](Tensor a) { return window_mean(a, {1, 3}, {.padding = {{0, 0}, {1, 1}}}); };
  EXPECT_EQ(values(around, x), (Doubles{1.5, 2, 3, 3.5}));
}

TEST(Layout, MovesElements) {
  EXPECT_EQ(values([](Tensor a) { return transpose(a); }, kA), (Doubles{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(type([](Tensor a) { return reshape(a, {3, -1}); }, kA), "f32[3,2]");
  EXPECT_EQ(values([](Tensor a) { return reshape(a, {6}); }, kA), (Doubles{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(values([](Tensor a) { return swap_dims(a, 0, -1); }, kA), (Doubles{1, 4, 2, 5, 3, 6}));
  const Tensor cube = Tensor::spec(f32, {2, 3, 4});
  EXPECT_EQ(type([](Tensor a) { return move_dim(a, 0, 2); }, cube), "f32[3,4,2]");
  EXPECT_EQ(type([](Tensor a) { return transpose(a, {-1, 0, 1}); }, cube), "f32[4,2,3]");
  EXPECT_EQ(type([](Tensor a) { return expand_dims(a, {0, -1}); }, cube), "f32[1,2,3,4,1]");
  EXPECT_EQ(type([](Tensor a) { return squeeze(expand_dims(a, {0, 2})); }, cube), "f32[2,3,4]");
  EXPECT_EQ(values([](Tensor a) { return broadcast_to(a, {2, 3}); }, kRow), (Doubles{10, 20, 30, 10, 20, 30}));
  EXPECT_EQ(values([](Tensor a) { return reverse(a, 1); }, kA), (Doubles{3, 2, 1, 6, 5, 4}));
  const auto f = [](Tensor a, Tensor b) { return concatenate({a, b}, 0); };
  EXPECT_EQ(values(f, kRow, kRow), (Doubles{10, 20, 30, 10, 20, 30}));
  EXPECT_EQ(values([](Tensor a) { return stack({a, a + 1}, 1); }, kRow), (Doubles{10, 11, 20, 21, 30, 31}));
  EXPECT_EQ(values([](Tensor a) { return split(a, 3, 1)[2]; }, kA), (Doubles{3, 6}));
  EXPECT_EQ(values([](Tensor a) { return tile(a, {2}); }, kRow), (Doubles{10, 20, 30, 10, 20, 30}));
  EXPECT_EQ(values([](Tensor a) { return repeat_rows(a, 2, 0); }, kRow), (Doubles{10, 10, 20, 20, 30, 30}));
  EXPECT_EQ(values([](Tensor a) { return pad(a, {{.low = 1, .high = -1, .interior = 1}}, 7); }, kRow),
            (Doubles{7, 10, 7, 20, 7}));
}

TEST(Slices, TakePartsByKnownAndComputedPlaces) {
  EXPECT_EQ(values([](Tensor a) { return slice(a, 1, 1, 3); }, kA), (Doubles{2, 3, 5, 6}));
  EXPECT_EQ(values([](Tensor a) { return slice(a, -1, -2, 3); }, kA), (Doubles{2, 3, 5, 6}));
  EXPECT_EQ(values([](Tensor a) { return slice(a, {0, 0}, {1, 3}, {1, 2}); }, kA), (Doubles{1, 3}));
  EXPECT_EQ(values([](Tensor a) { return row(a, -1); }, kA), (Doubles{4, 5, 6}));
  EXPECT_EQ(values([](Tensor a) { return row(a, 1, 1); }, kA), (Doubles{2, 5}));
  const Tensor one = Tensor::scalar<std::int32_t>(1);
  const auto f2 = [](Tensor a, Tensor i) { return dynamic_slice(a, {0, i}, {2, 2}); };
  EXPECT_EQ(values(f2, kA, one), (Doubles{2, 3, 5, 6}));
  const auto f3 = [](Tensor a, Tensor i) { return dynamic_update_slice(a, zeros(f32, {1, 2}), {i, 0}); };
  EXPECT_EQ(values(f3, kA, one), (Doubles{1, 2, 3, 0, 0, 6}));
  EXPECT_EQ(values([](Tensor a, Tensor i) { return dynamic_row(a, i, 1); }, kA, one), (Doubles{2, 5}));
  const Tensor places = Tensor::of<std::int32_t>({2, 2}, {2, 0, 1, 1});
  EXPECT_EQ(values([](Tensor a, Tensor i) { return take(a, i); }, kRow, places), (Doubles{30, 10, 20, 20}));
  EXPECT_EQ(type([](Tensor a, Tensor i) { return take(a, i, 1); }, kA, places), "f32[2,2,2]");
  EXPECT_EQ(values([](Tensor a, Tensor i) { return take(a, i, 1); }, kA, places), (Doubles{3, 1, 2, 2, 6, 4, 5, 5}));
  EXPECT_EQ(values([](Tensor a, Tensor i) { return take_along(a, i, 1); }, kA, places), (Doubles{3, 1, 5, 5}));
  EXPECT_EQ(values([](Tensor a, Tensor i) { return scatter_add(a, reshape(i, {4}), ones(f32, {4})); }, kRow, places),
            (Doubles{11, 22, 31}));
  EXPECT_EQ(values([](Tensor i) { return one_hot(reshape(i, {4}), 3); }, places),
            (Doubles{0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0}));
  const auto gather_rows = [](Tensor a, Tensor i) {
    return gather(a, reshape(i, {4, 1}),
                  {.collapsed_slice_dims = {0}, .start_index_map = {0}, .index_vector_dim = 1, .slice_sizes = {1}});
  };
  EXPECT_EQ(values(gather_rows, kRow, places), (Doubles{30, 10, 20, 20}));
}

TEST(Products, AsTheEquationSays) {
  EXPECT_EQ(values([](Tensor a) { return einsum("ij,kj->ik", {a, a}); }, kA), (Doubles{14, 32, 32, 77}));
  EXPECT_EQ(values([](Tensor a) { return einsum("ij->j", {a}); }, kA), (Doubles{5, 7, 9}));
  EXPECT_EQ(values([](Tensor a) { return einsum("ij->ji", {a}); }, kA), (Doubles{1, 4, 2, 5, 3, 6}));
  const auto f4 = [](Tensor a, Tensor b) { return einsum("ij,j->ij", {a, b}); };
  EXPECT_EQ(values(f4, kA, kRow), (Doubles{10, 40, 90, 40, 100, 180}));
  EXPECT_EQ(values([](Tensor a, Tensor b) { return einsum("ij,kl->", {a, b}); }, kA, kA), (Doubles{441}));
  const auto f5 = [](Tensor a, Tensor b) { return einsum("ij,j,ik->k", {a, b, a}); };
  EXPECT_EQ(values(f5, kA, kRow), (Doubles{140 + 4 * 320, 280 + 5 * 320, 420 + 6 * 320}));
  const auto ordered = [](Tensor a, Tensor b) { return einsum("ij,j,ik->k", {a, b, a}, {.order = {{0, 2}, {0, 1}}}); };
  EXPECT_EQ(values(ordered, kA, kRow), (Doubles{140 + 4 * 320, 280 + 5 * 320, 420 + 6 * 320}));
  EXPECT_EQ(values([](Tensor a, Tensor b) { return matmul(a, b); }, kA, kRow), (Doubles{140, 320}));
  EXPECT_EQ(values([](Tensor a, Tensor b) { return dot(a, b); }, kRow, kRow), (Doubles{1400}));
  EXPECT_EQ(
      type([](Tensor a, Tensor b) { return matmul(a, b); }, Tensor::spec(f32, {5, 2, 3}), Tensor::spec(f32, {1, 3, 4})),
      "f32[5,2,4]");
  // A letter twice is a diagonal.
  const Tensor square = Tensor::of<float>({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(values([](Tensor a) { return einsum("ii->i", {a}); }, square), (Doubles{1, 4}));
  EXPECT_EQ(values([](Tensor a) { return einsum("ii->", {a}); }, square), (Doubles{5}));
  EXPECT_EQ(values([](Tensor a) { return einsum("ii,ij->j", {a, a}); }, square), (Doubles{13, 18}));
  const Tensor cube = Tensor::of<float>({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(values([](Tensor a) { return einsum("iii->i", {a}); }, cube), (Doubles{1, 8}));
  EXPECT_EQ(values([](Tensor a) { return einsum("iji->ji", {a}); }, cube), (Doubles{1, 6, 3, 8}));
  EXPECT_EQ(values([](Tensor a) { return einsum("ii...->...", {a}); }, cube), (Doubles{8, 10}));
  const Tensor infinite = Tensor::of<float>({2, 2}, {1, INFINITY, NAN, 4});
  EXPECT_EQ(values([](Tensor a) { return einsum("ii->i", {a}); }, infinite), (Doubles{1, 4}));
  const auto slope = [](Tensor a) {
    return grad([](Tensor v) { return sum(partita::square(einsum("ii->i", {v}))); })(a);
  };
  EXPECT_EQ(values(slope, square), (Doubles{2, 0, 0, 8}));
  const auto f6 = [](Tensor a, Tensor b) { return einsum("b...m,mf->b...f", {a, b}); };
  EXPECT_EQ(type(f6, Tensor::spec(bf16, {5, 2, 7, 3}), Tensor::spec(bf16, {3, 4})), "bf16[5,2,7,4]");
  const auto f7 = [](Tensor a) { return einsum("ij,kj->ik", {a, a}, {.type = f32}); };
  EXPECT_EQ(type(f7, Tensor::spec(bf16, {2, 3})), "f32[2,2]");
  const auto f8 = [](Tensor a) { return einsum("ij,kj,kl->il", {a, a, a}, {.type = f32}); };
  EXPECT_EQ(type(f8, Tensor::spec(bf16, {3, 3})), "f32[3,3]");
}

TEST(Products, Convolution) {
  const Tensor x = Tensor::of<float>({1, 4, 1}, {1, 2, 3, 4}), k = Tensor::of<float>({2, 1, 1}, {1, 10});
  EXPECT_EQ(values([](Tensor a, Tensor w) { return conv(a, w); }, x, k), (Doubles{21, 32, 43}));
  const auto strided = [](Tensor a, Tensor w) { return conv(a, w, {.strides = {2}, .padding = {{1, 0}}}); };
  EXPECT_EQ(values(strided, x, k), (Doubles{10, 32}));
  EXPECT_EQ(type([](Tensor a, Tensor w) { return conv(a, w, {.layout = "bf01,of01->bo01"}); },
                 Tensor::spec(f32, {2, 3, 8, 8}), Tensor::spec(f32, {5, 3, 3, 3})),
            "f32[2,5,6,6]");
}

TEST(Creation, FromNothing) {
  EXPECT_EQ(values([] { return full(f32, {2}, 1.5); }), (Doubles{1.5, 1.5}));
  EXPECT_EQ(values([] { return zeros(s32, {2}) + ones(s32, {2}); }), (Doubles{1, 1}));
  EXPECT_EQ(values([] { return iota(s32, {2, 2}, 1); }), (Doubles{0, 1, 0, 1}));
  EXPECT_EQ(values([](Tensor a) { return ones_like(a) + zeros_like(a); }, kRow), (Doubles{1, 1, 1}));
  EXPECT_EQ(values([] { return full(pred, {2}, 1); }), (Doubles{1, 1}));
  EXPECT_EQ(values([] { return ones(f32, {2}) * Tensor::of<float>({2}, {3, 4}); }), (Doubles{3, 4}));
}

TEST(Order, SortsAndFindsTheLargest) {
  EXPECT_EQ(values([](Tensor a) { return sort(a); }, kInts), (Doubles{-7, 0, 3, 5}));
  EXPECT_EQ(values([](Tensor a) { return sort(a, 0, {.descending = true}); }, kInts), (Doubles{5, 3, 0, -7}));
  EXPECT_EQ(values([](Tensor a) { return argsort(a); }, kInts), (Doubles{1, 2, 0, 3}));
  EXPECT_EQ(values([](Tensor a) { return top_k(a, 2).values; }, kA), (Doubles{3, 2, 6, 5}));
  EXPECT_EQ(values([](Tensor a) { return top_k(a, 2).indices; }, kA), (Doubles{2, 1, 2, 1}));
}

TEST(Transforms, FourierAndLinearAlgebra) {
  const Tensor x = Tensor::of<float>({4}, {1, 2, 3, 4});
  expect_near(values([](Tensor a) { return real(fft(complex(a, zeros_like(a)))); }, x), {10, -2, -2, -2});
  expect_near(values([](Tensor a) { return irfft(rfft(a), {4}); }, x), {1, 2, 3, 4});
  expect_near(values([](Tensor a) { return real(ifft(fft(complex(a, a)))); }, x), {1, 2, 3, 4});
  const Tensor m = Tensor::of<float>({2, 2}, {4, 2, 2, 5});
  const auto f9 = [](Tensor a) { return sum(square(cholesky(a)) * Tensor::of<float>({2, 2}, {1, 0, 1, 1})); };
  expect_near(values(f9, m), {9});
  const Tensor l = Tensor::of<float>({2, 2}, {2, 0, 1, 2}), b = Tensor::of<float>({2, 1}, {4, 6});
  expect_near(values([](Tensor a, Tensor c) { return triangular_solve(a, c); }, l, b), {2, 2});
}

TEST(Ops, BarriersAndNamesKeepValues) {
  EXPECT_EQ(values([](Tensor a) { return optimization_barrier({a, a * 2})[1]; }, kRow), (Doubles{20, 40, 60}));
  const Traced traced = trace([](Tensor a) { return named(a * 2, "twice") + 1; }, kRow);
  EXPECT_NE(traced.text().find("%twice = stablehlo.multiply"), std::string::npos) << traced.text();
}

}  // namespace
}  // namespace partita
