// Elementwise functions: textbook derivatives, in terms of the result where JAX has them so (it is there anyway).
#include <cmath>
#include <numbers>

#include "ir/build/expressions.h"
#include "ir/op_column.h"
#include "transform/grad/logaddexp.h"
#include "transform/grad/relu.h"
#include "transform/grad/rules.h"

namespace partita::core::transform {
namespace {

Expr constant_like(Expr x, double number) { return x.math().number(number, x.type()); }
Expr rsqrt(Expr x) { return x.math().unary(OpKind::kRsqrt, x); }
Expr cosh(Expr x) { return x.math().unary(OpKind::kCosh, x); }
Expr sinh(Expr x) { return x.math().unary(OpKind::kSinh, x); }
Expr zero_like(Expr x) { return constant_like(x, 0); }

// A complex number from its parts, and back.
Expr complex_of(Expr real, Expr imaginary, Type type) {
  Math& m = real.math();
  return m.wrap(m.builder().value(OpKind::kComplex, {real.value(), imaginary.value()}, type));
}
Expr part_of(OpKind kind, Expr z) {
  return z.math().unary(kind, z, z.math().with_element(z.type(), part_type(z.type().element())));
}

// ---- functions of one operand

// The cotangent of x, from that of y = f(x) and from x or y.
struct Formula {
  Expr (*of)(Expr ct, Expr v, Type x) = nullptr;
  enum class From : uint8_t { kOperand, kResult, kNothing } from = From::kOperand;
};

constexpr OpColumn<Formula> make_formulas() {
  using enum OpKind;
  OpColumn<Formula> column;
  auto of_operand = [&](OpKind kind, Expr (*of)(Expr, Expr, Type)) {
    column.add({of, Formula::From::kOperand}, {kind});
  };
  auto of_result = [&](OpKind kind, Expr (*of)(Expr, Expr, Type)) { column.add({of, Formula::From::kResult}, {kind}); };
  auto linear = [&](OpKind kind, Expr (*of)(Expr, Expr, Type)) { column.add({of, Formula::From::kNothing}, {kind}); };

  of_result(kTanh, [](Expr ct, Expr y, Type) { return (ct + ct * y) * (1.0 - y); });
  of_result(kLogistic, [](Expr ct, Expr y, Type) { return ct * (y * (1.0 - y)); });
  of_result(kExponential, [](Expr ct, Expr y, Type) { return ct * y; });
  of_result(kExponentialMinusOne, [](Expr ct, Expr y, Type) { return ct * (y + 1.0); });
  of_result(kSqrt, [](Expr ct, Expr y, Type) { return ct * (0.5 / y); });
  of_result(kTan, [](Expr ct, Expr y, Type) { return ct * (y * y + 1.0); });
  of_result(kErfInv, [](Expr ct, Expr y, Type) { return ct * exp(y * y) * (std::sqrt(std::numbers::pi) / 2); });

  of_operand(kLog, [](Expr ct, Expr x, Type) { return ct / x; });
  of_operand(kLogPlusOne, [](Expr ct, Expr x, Type) { return ct / (x + 1.0); });
  of_operand(kSine, [](Expr ct, Expr x, Type) { return ct * cos(x); });
  of_operand(kCosine, [](Expr ct, Expr x, Type) { return -(ct * sin(x)); });
  of_operand(kSinh, [](Expr ct, Expr x, Type) { return ct * cosh(x); });
  of_operand(kCosh, [](Expr ct, Expr x, Type) { return ct * sinh(x); });
  of_operand(kAsin, [](Expr ct, Expr x, Type) { return ct * rsqrt(1.0 - x * x); });
  of_operand(kAcos, [](Expr ct, Expr x, Type) { return -(ct * rsqrt(1.0 - x * x)); });
  of_operand(kAtan, [](Expr ct, Expr x, Type) { return ct / (x * x + 1.0); });
  of_operand(kAsinh, [](Expr ct, Expr x, Type) { return ct * rsqrt(x * x + 1.0); });
  // Two roots: the root of the product is on another branch where the real part is negative.
  of_operand(kAcosh, [](Expr ct, Expr x, Type) { return ct * (rsqrt(x - 1.0) * rsqrt(x + 1.0)); });
  of_operand(kAtanh, [](Expr ct, Expr x, Type) { return ct / (1.0 - x) / (x + 1.0); });
  of_operand(kSquare, [](Expr ct, Expr x, Type) { return ct * (x * 2.0); });
  of_operand(kErf, [](Expr ct, Expr x, Type) { return ct * exp(-(x * x)) * (2 / std::sqrt(std::numbers::pi)); });
  of_operand(kErfc, [](Expr ct, Expr x, Type) { return ct * exp(-(x * x)) * (-2 / std::sqrt(std::numbers::pi)); });
  of_operand(kLgamma, [](Expr ct, Expr x, Type) { return ct * x.math().unary(kDigamma, x); });
  of_operand(kDigamma, [](Expr ct, Expr x, Type) { return ct * x.math().binary(kPolygamma, constant_like(x, 1), x); });
  of_operand(kRsqrt, [](Expr ct, Expr x, Type) { return ct * (rsqrt(x) / x * -0.5); });
  of_operand(kCbrt, [](Expr ct, Expr x, Type) { return ct * (x.math().unary(kCbrt, x) / x * (1.0 / 3)); });
  // Where x is 0 the sign is taken for positive; that of a complex 0 is 0.
  of_operand(kAbs, [](Expr ct, Expr x, Type type) {
    if (!is_complex(type.element())) return select(x < 0.0, -ct, ct);
    return complex_of(ct, zero_like(ct), type) * x.math().unary(kConj, x.math().unary(kSign, x));
  });

  linear(kNegate, [](Expr ct, Expr, Type) { return -ct; });
  linear(kConj, [](Expr ct, Expr, Type) { return ct.math().unary(kConj, ct); });
  linear(kReal, [](Expr ct, Expr, Type type) {
    return is_complex(type.element()) ? complex_of(ct, zero_like(ct), type) : ct;
  });
  linear(kImag, [](Expr ct, Expr, Type type) {
    return is_complex(type.element()) ? complex_of(zero_like(ct), -ct, type) : zero_like(ct);
  });
  return column;
}
constexpr OpColumn<Formula> kFormulas = make_formulas();

// x = z, where they are also equal to y: half, so that both together get all of a cotangent.
Expr share_of(Expr x, Expr y, Expr z) {
  return select(equal(x, z), select(equal(y, z), constant_like(z, 0.5), constant_like(z, 1)), zero_like(z));
}

// What a scalar that stands in for a tensor gets of the tensor's cotangent.
Value* fitted(Adjoint& a, Value* ct, Type type) {
  if (ct->type() == type) return ct;
  return a.b().reduce_sum(ct, ir::counting(ct->type().rank()));
}
Value* spread(Adjoint& a, Value* value, Type shape) {
  if (value->type().dims().size() == shape.dims().size()) return value;
  return a.b().broadcast_scalar(value, a.b().with_element(shape, value->type().element()));
}

}  // namespace

Status grad_function(Adjoint& a) {
  const Formula& formula = kFormulas[a.op().kind()];
  Value* v = formula.from == Formula::From::kOperand  ? a.operand(0)
             : formula.from == Formula::From::kResult ? a.result()
                                                      : a.ct();
  Math m(a.b());
  if (is_distance_of_logaddexp(a.op())) {
    a.add(0, (m.wrap(a.ct()) * sign(m.wrap(v))).value());
    return {};
  }
  a.add(0, formula.of(m.wrap(a.ct()), m.wrap(v), a.op().operand(0)->type()).value());
  return {};
}

Status grad_add(Adjoint& a) {
  a.add(0, a.ct());
  a.add(1, a.ct());
  return {};
}

Status grad_subtract(Adjoint& a) {
  a.add(0, a.ct());
  if (a.wanted(1)) a.add(1, a.b().negate(a.ct()));
  return {};
}

Status grad_multiply(Adjoint& a) {
  if (a.wanted(0)) a.add(0, a.b().multiply(a.ct(), a.operand(1)));
  if (a.wanted(1)) a.add(1, a.b().multiply(a.ct(), a.operand(0)));
  return {};
}

Status grad_divide(Adjoint& a) {
  if (a.wanted(0)) a.add(0, a.b().divide(a.ct(), a.operand(1)));
  if (a.wanted(1)) {
    Math m(a.b());
    const Expr ct = m.wrap(a.ct()), x = m.wrap(a.operand(0)), y = m.wrap(a.operand(1));
    a.add(1, (-(ct * x) / (y * y)).value());
  }
  return {};
}

Status grad_remainder(Adjoint& a) {
  a.add(0, a.ct());
  if (a.wanted(1)) {
    Math m(a.b());
    const Expr quotient = m.wrap(a.operand(0)) / m.wrap(a.operand(1));
    a.add(1, (-m.wrap(a.ct()) * (sign(quotient) * floor(abs(quotient)))).value());
  }
  return {};
}

Status grad_power(Adjoint& a) {
  Math m(a.b());
  const Expr ct = m.wrap(a.ct());
  if (a.wanted(0)) {
    const Expr x = m.wrap(a.operand(0)), y = m.wrap(a.operand(1));
    const Expr is_constant = equal(y, 0.0);  // x^0: 0 also at x = 0
    const Expr slope = y * pow(x, select(is_constant, constant_like(y, 1), y - 1.0));
    a.add(0, (ct * select(is_constant, zero_like(y), slope)).value());
  }
  if (a.wanted(1)) {
    const Expr x = m.wrap(a.operand(0));
    const Expr base = select(equal(x, 0.0), constant_like(x, 1), x);
    a.add(1, (ct * (log(base) * m.wrap(a.result()))).value());
  }
  return {};
}

Status grad_atan2(Adjoint& a) {
  Math m(a.b());
  const Expr y = m.wrap(a.operand(0)), x = m.wrap(a.operand(1)), ct = m.wrap(a.ct());
  const Expr square = x * x + y * y;
  if (a.wanted(0)) a.add(0, (ct * (x / square)).value());
  if (a.wanted(1)) a.add(1, (ct * (-y / square)).value());
  return {};
}

Status grad_polygamma(Adjoint& a) {
  if (a.wanted(0)) return a.refuse("the order of a polygamma function is a number, not a variable; keep it constant");
  Math m(a.b());
  const Expr n = m.wrap(a.operand(0)), x = m.wrap(a.operand(1));
  a.add(1, (m.wrap(a.ct()) * m.binary(OpKind::kPolygamma, n + 1.0, x)).value());
  return {};
}

Status grad_zeta(Adjoint& a) {
  if (a.wanted(0)) return a.refuse("only the second operand of zeta has one; keep the first constant");
  Math m(a.b());
  const Expr s = m.wrap(a.operand(0)), q = m.wrap(a.operand(1));
  a.add(1, (m.wrap(a.ct()) * (-s * m.binary(OpKind::kZeta, s + 1.0, q))).value());
  return {};
}

Status grad_extremum(Adjoint& a) {
  Math m(a.b());
  if (is_relu(a.op()) && a.wanted(0) != a.wanted(1)) {  // from the result, which is mostly kept in any case
    const int x = a.wanted(0) ? 0 : 1;
    const Expr bound = m.wrap(a.operand(1 - x)), z = m.wrap(a.result()), ct = m.wrap(a.ct());
    const Expr beyond = a.op().is(OpKind::kMaximum) ? bound < z : z < bound;
    a.add(x, select(beyond, ct, zero_like(ct)).value());
    return {};
  }
  const Expr x = m.wrap(a.operand(0)), y = m.wrap(a.operand(1)), ct = m.wrap(a.ct());
  const Expr z = m.wrap(a.result());
  if (a.wanted(0)) a.add(0, (ct * share_of(x, y, z)).value());
  if (a.wanted(1)) a.add(1, (ct * share_of(y, x, z)).value());
  return {};
}

Status grad_clamp(Adjoint& a) {
  Math m(a.b());
  const Type type = a.op().result()->type();
  const Expr low = m.wrap(spread(a, a.operand(0), type)), x = m.wrap(a.operand(1)),
             high = m.wrap(spread(a, a.operand(2), type)), ct = m.wrap(a.ct());
  const Expr none = zero_like(ct);
  if (a.wanted(0)) {
    a.add(0, fitted(a, select((x < low) & (low < high), ct, none).value(), a.op().operand(0)->type()));
  }
  if (a.wanted(1)) a.add(1, select((low < x) & (x < high), ct, none).value());
  if (a.wanted(2)) a.add(2, fitted(a, select(high < x, ct, none).value(), a.op().operand(2)->type()));
  return {};
}

Status grad_select(Adjoint& a) {
  Value* condition = a.operand(0);
  Value* none = a.b().zeros(a.ct()->type());
  if (a.wanted(1)) a.add(1, a.b().select(condition, a.ct(), none));
  if (a.wanted(2)) a.add(2, a.b().select(condition, none, a.ct()));
  return {};
}

Status grad_complex(Adjoint& a) {
  Math m(a.b());
  const Expr ct = m.wrap(a.ct());
  if (a.wanted(0)) a.add(0, part_of(OpKind::kReal, ct).value());
  if (a.wanted(1)) a.add(1, (-part_of(OpKind::kImag, ct)).value());
  return {};
}

Status grad_convert(Adjoint& a) {
  Math m(a.b());
  const Type from = a.op().operand(0)->type();
  Expr ct = m.wrap(a.ct());
  if (is_complex(ct.type().element()) && !is_complex(from.element())) ct = part_of(OpKind::kReal, ct);
  a.add(0, m.convert(ct, from.element()).value());
  return {};
}

Status grad_reduce_precision(Adjoint& a) {
  Value* ct = a.ct();
  a.add(0, a.b().like(a.op(), std::span(&ct, 1))->result());
  return {};
}

}  // namespace partita::core::transform
