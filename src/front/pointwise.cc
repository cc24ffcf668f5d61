// Pointwise ops.
#include <cmath>
#include <numbers>
#include <string_view>
#include <tuple>
#include <utility>

#include "front/site.h"
#include "partita/transform.h"
#include "transform/grad/relu.h"

namespace partita {
inline namespace v1 {
namespace {

using core::AttrKey;
using core::OpKind;
using detail::Site;

Tensor unary(const char* name, OpKind kind, const Operand& x) {
  return detail::guarded([&] {
    Site site(name, {&x});
    return site.result(site.add(kind, {site.value(x)}));
  });
}

// Where an operator and what it combines are on several lines, GCC says for both operands on which line the last ends,
// and Clang where each begins. The last line is the same to both, as long as no operand is broken itself.
Site site_of(std::string_view name, const Operand& a, const Operand& b) {
  const bool is_function = name[0] >= 'a' && name[0] <= 'z';  // of which both say where it is called
  return !is_function && b.where().line > a.where().line ? Site(name, {&b, &a}) : Site(name, {&a, &b});
}

Tensor binary(const char* name, OpKind kind, const Operand& a, const Operand& b) {
  return detail::guarded([&] {
    Site site = site_of(name, a, b);
    return site.result(site.add(kind, site.broadcast({&a, &b})));
  });
}

Tensor compared(const char* name, const char* direction, const Operand& a, const Operand& b) {
  return detail::guarded([&] {
    Site site = site_of(name, a, b);
    return site.result(site.add(OpKind::kCompare, site.broadcast({&a, &b}),
                                {{AttrKey::kComparisonDirection, site.context().string(direction)}}));
  });
}

}  // namespace

#define PARTITA_UNARY(function, kind) \
  Tensor function(Operand x) { return unary(#function, OpKind::kind, x); }
PARTITA_UNARY(abs, kAbs)
PARTITA_UNARY(acos, kAcos)
PARTITA_UNARY(acosh, kAcosh)
PARTITA_UNARY(asin, kAsin)
PARTITA_UNARY(asinh, kAsinh)
PARTITA_UNARY(atan, kAtan)
PARTITA_UNARY(atanh, kAtanh)
PARTITA_UNARY(cbrt, kCbrt)
PARTITA_UNARY(ceil, kCeil)
PARTITA_UNARY(conj, kConj)
PARTITA_UNARY(cos, kCosine)
PARTITA_UNARY(cosh, kCosh)
PARTITA_UNARY(count_leading_zeros, kCountLeadingZeros)
PARTITA_UNARY(digamma, kDigamma)
PARTITA_UNARY(erf, kErf)
PARTITA_UNARY(erfc, kErfc)
PARTITA_UNARY(erf_inv, kErfInv)
PARTITA_UNARY(exp, kExponential)
PARTITA_UNARY(expm1, kExponentialMinusOne)
PARTITA_UNARY(floor, kFloor)
PARTITA_UNARY(imag, kImag)
PARTITA_UNARY(is_finite, kIsFinite)
PARTITA_UNARY(is_inf, kIsInf)
PARTITA_UNARY(lgamma, kLgamma)
PARTITA_UNARY(log, kLog)
PARTITA_UNARY(log1p, kLogPlusOne)
PARTITA_UNARY(population_count, kPopcnt)
PARTITA_UNARY(real, kReal)
PARTITA_UNARY(round, kRoundNearestEven)
PARTITA_UNARY(rsqrt, kRsqrt)
PARTITA_UNARY(sigmoid, kLogistic)
PARTITA_UNARY(sign, kSign)
PARTITA_UNARY(sin, kSine)
PARTITA_UNARY(sinh, kSinh)
PARTITA_UNARY(sqrt, kSqrt)
PARTITA_UNARY(square, kSquare)
PARTITA_UNARY(tan, kTan)
PARTITA_UNARY(tanh, kTanh)
#undef PARTITA_UNARY

Tensor operator-(Operand x) { return unary("-", OpKind::kNegate, x); }
Tensor operator~(Operand x) { return unary("~", OpKind::kNot, x); }

#define PARTITA_BINARY(function, name, kind) \
  Tensor function(Operand a, Operand b) { return binary(name, OpKind::kind, a, b); }
PARTITA_BINARY(operator+, "+", kAdd)
PARTITA_BINARY(operator-, "-", kSubtract)
PARTITA_BINARY(operator*, "*", kMultiply)
PARTITA_BINARY(operator/, "/", kDivide)
PARTITA_BINARY(operator%, "%", kRemainder)
PARTITA_BINARY(operator&, "&", kAnd)
PARTITA_BINARY(operator|, "|", kOr)
PARTITA_BINARY(operator^, "^", kXor)
PARTITA_BINARY(maximum, "maximum", kMaximum)
PARTITA_BINARY(minimum, "minimum", kMinimum)
PARTITA_BINARY(pow, "pow", kPower)
PARTITA_BINARY(atan2, "atan2", kAtan2)
PARTITA_BINARY(complex, "complex", kComplex)
PARTITA_BINARY(next_after, "next_after", kNextAfter)
PARTITA_BINARY(shift_left, "shift_left", kShiftLeft)
PARTITA_BINARY(shift_right, "shift_right", kShiftRightLogical)
PARTITA_BINARY(shift_right_arithmetic, "shift_right_arithmetic", kShiftRightArithmetic)
#undef PARTITA_BINARY

#define PARTITA_COMPARISON(function, sign, direction)                                    \
  Tensor function(Operand a, Operand b) { return compared(#function, direction, a, b); } \
  Tensor operator sign(Operand a, Operand b) { return compared(#sign, direction, a, b); }
PARTITA_COMPARISON(less, <, "LT")
PARTITA_COMPARISON(less_equal, <=, "LE")
PARTITA_COMPARISON(greater, >, "GT")
PARTITA_COMPARISON(greater_equal, >=, "GE")
#undef PARTITA_COMPARISON
Tensor equal(Operand a, Operand b) { return compared("equal", "EQ", a, b); }
Tensor not_equal(Operand a, Operand b) { return compared("not_equal", "NE", a, b); }
Tensor is_nan(Operand x) { return compared("is_nan", "NE", x, x); }

Tensor clamp(Operand low, Operand x, Operand high) {
  return detail::guarded([&] {
    Site site("clamp", {&low, &x, &high});
    return site.result(site.add(OpKind::kClamp, site.broadcast({&low, &x, &high})));
  });
}

Tensor select(Operand condition, Operand a, Operand b) {
  return detail::guarded([&] {
    Site site("select", {&condition, &a, &b});
    if (!condition.is_tensor() || condition.tensor().is_empty() || condition.tensor().dtype() != pred) {
      site.fail(core::Code::kTypesDiffer, "the condition must be a tensor of pred, as comparisons give");
    }
    const core::ElementType type = site.common_type({&a, &b});
    const std::vector<std::int64_t> dims = site.common_dims({&condition, &a, &b});
    return site.result(site.add(
        OpKind::kSelect, {site.shaped(condition, type, dims), site.shaped(a, type, dims), site.shaped(b, type, dims)}));
  });
}
Tensor where(Operand condition, Operand a, Operand b) { return select(condition, a, b); }

Tensor reduce_precision(Operand x, int exponent_bits, int mantissa_bits) {
  return detail::guarded([&] {
    Site site("reduce_precision", {&x});
    return site.result(site.add(OpKind::kReducePrecision, {site.value(x)},
                                {{AttrKey::kExponentBits, site.context().integer(exponent_bits, "i32")},
                                 {AttrKey::kMantissaBits, site.context().integer(mantissa_bits, "i32")}}));
  });
}

Tensor convert(Operand x, DType type) {
  return detail::guarded([&] {
    Site site("convert", {&x});
    return site.result(site.convert(site.value(x), static_cast<core::ElementType>(type)));
  });
}

Tensor bitcast(Operand x, DType type) {
  return detail::guarded([&] {
    Site site("bitcast", {&x});
    core::Value* value = site.value(x);
    if (bytes_of(type) != core::ir::byte_width(value->type().element())) {
      site.fail(core::Code::kTypesDiffer, "elements of the two types differ in size");
    }
    return site.result(site.add(OpKind::kBitcastConvert, {value}, {},
                                site.tensor(static_cast<core::ElementType>(type), value->type().dims())));
  });
}

// ---- made of others

Tensor relu(Operand x) {
  return detail::guarded([&] {
    Site site("relu", {&x});
    core::Value* value = site.value(x);
    const core::Type type = value->type();
    core::Value* y =
        site.add(OpKind::kMaximum, {value, site.number(Operand(0, x.where()), type.element(), type.dims())});
    core::transform::mark_relu(*y->op());
    return site.result(y);
  });
}

Tensor silu(Operand x) {
  const Scope scope("", x.where());
  return x * sigmoid(x);
}

Tensor softplus(Operand x) {
  const Scope scope("", x.where());
  // Smooth, though its parts are not: at 0 they would have the gradient of a tie and of a kink.
  const auto forward = [](const Tensor& in) { return std::pair(maximum(in, 0) + log1p(exp(-abs(in))), in); };
  const auto backward = [](const Tensor& in, const Tensor& ct) { return std::tuple(ct * sigmoid(in)); };
  return custom_vjp(forward, backward, x.where())(x.tensor());
}

Tensor gelu(Operand x, GeluOptions options) {
  const Scope scope("", x.where());
  if (!options.approximate) return 0.5 * x * (1.0 + erf(x * (std::numbers::sqrt2 / 2)));
  const Tensor inner = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * (x * x * x));
  return 0.5 * x * (1.0 + tanh(inner));
}

Tensor softmax(Operand x, int dim) {
  const Scope scope("", x.where());
  // Its gradient needs no more than what comes out, whatever was computed on the way.
  const auto forward = [dim](const Tensor& in) {
    const Tensor shifted = exp(in - max(in, dim, {.keepdims = true}));
    const Tensor y = shifted / sum(shifted, dim, {.keepdims = true});
    return std::pair(y, y);
  };
  const auto backward = [dim](const Tensor& y, const Tensor& ct) {
    return std::tuple((ct - sum(ct * y, dim, {.keepdims = true})) * y);
  };
  return custom_vjp(forward, backward, x.where())(x.tensor());
}

Tensor log_softmax(Operand x, int dim) {
  const Scope scope("", x.where());
  const Tensor shifted = x - stop_gradient(max(x, dim, {.keepdims = true}), x.where());
  return shifted - log(sum(exp(shifted), dim, {.keepdims = true}));
}

}  // namespace v1
}  // namespace partita
