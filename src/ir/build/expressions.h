// Formulas over tensors, written as formulas.
//
//   Math m(op);                       // new ops stand before `op`
//   Expr x = m.wrap(op->operand(0));
//   op->result()->replace_all_uses_with((x * x + 1.0).value());
//
// Numbers become constants of the other operand's type. All operands of an op have one shape; comparisons give pred.
#pragma once

#include <span>

#include "ir/builder.h"

namespace partita::core::ir {

class Math;

class Expr {
 public:
  Expr(Math* math, Value* value) : math_(math), value_(value) {}
  Value* value() const { return value_; }
  Type type() const { return value_->type(); }
  Math& math() const { return *math_; }

 private:
  Math* math_;
  Value* value_;
};

class Math {
 public:
  explicit Math(Op* before) : builder_(before) {}
  explicit Math(const Builder& builder) : builder_(builder) {}

  Expr wrap(Value* value) { return {this, value}; }
  Expr number(double value, Type type);
  Expr bits(uint64_t bits, Type type);  // an integer of a type of at most 64 bits
  Expr unary(OpKind kind, Expr x);
  Expr unary(OpKind kind, Expr x, Type result);
  Expr binary(OpKind kind, Expr a, Expr b);
  Expr compare(const char* direction, Expr a, Expr b);
  Expr select(Expr condition, Expr a, Expr b);
  Expr convert(Expr x, ElementType element);
  Expr bitcast(Expr x, ElementType element);
  Type with_element(Type type, ElementType element);
  Builder& builder() { return builder_; }

 private:
  Builder builder_;
};

inline Expr operator+(Expr a, Expr b) { return a.math().binary(OpKind::kAdd, a, b); }
inline Expr operator-(Expr a, Expr b) { return a.math().binary(OpKind::kSubtract, a, b); }
inline Expr operator*(Expr a, Expr b) { return a.math().binary(OpKind::kMultiply, a, b); }
inline Expr operator/(Expr a, Expr b) { return a.math().binary(OpKind::kDivide, a, b); }
inline Expr operator+(Expr a, double b) { return a + a.math().number(b, a.type()); }
inline Expr operator-(Expr a, double b) { return a - a.math().number(b, a.type()); }
inline Expr operator*(Expr a, double b) { return a * a.math().number(b, a.type()); }
inline Expr operator/(Expr a, double b) { return a / a.math().number(b, a.type()); }
inline Expr operator+(double a, Expr b) { return b.math().number(a, b.type()) + b; }
inline Expr operator-(double a, Expr b) { return b.math().number(a, b.type()) - b; }
inline Expr operator*(double a, Expr b) { return b.math().number(a, b.type()) * b; }
inline Expr operator/(double a, Expr b) { return b.math().number(a, b.type()) / b; }
inline Expr operator-(Expr a) { return a.math().unary(OpKind::kNegate, a); }
inline Expr operator&(Expr a, Expr b) { return a.math().binary(OpKind::kAnd, a, b); }
inline Expr operator|(Expr a, Expr b) { return a.math().binary(OpKind::kOr, a, b); }
inline Expr operator<(Expr a, double b) { return a.math().compare("LT", a, a.math().number(b, a.type())); }
inline Expr operator<=(Expr a, double b) { return a.math().compare("LE", a, a.math().number(b, a.type())); }
inline Expr operator>(Expr a, double b) { return a.math().compare("GT", a, a.math().number(b, a.type())); }
inline Expr operator<(Expr a, Expr b) { return a.math().compare("LT", a, b); }
inline Expr equal(Expr a, Expr b) { return a.math().compare("EQ", a, b); }
inline Expr equal(Expr a, double b) { return equal(a, a.math().number(b, a.type())); }
inline Expr differ(Expr a, Expr b) { return a.math().compare("NE", a, b); }

inline Expr abs(Expr x) { return x.math().unary(OpKind::kAbs, x); }
inline Expr cos(Expr x) { return x.math().unary(OpKind::kCosine, x); }
inline Expr exp(Expr x) { return x.math().unary(OpKind::kExponential, x); }
inline Expr floor(Expr x) { return x.math().unary(OpKind::kFloor, x); }
inline Expr log(Expr x) { return x.math().unary(OpKind::kLog, x); }
inline Expr log1p(Expr x) { return x.math().unary(OpKind::kLogPlusOne, x); }
inline Expr sign(Expr x) { return x.math().unary(OpKind::kSign, x); }
inline Expr sin(Expr x) { return x.math().unary(OpKind::kSine, x); }
inline Expr sqrt(Expr x) { return x.math().unary(OpKind::kSqrt, x); }
inline Expr pow(Expr x, Expr y) { return x.math().binary(OpKind::kPower, x, y); }
inline Expr remainder(Expr x, double y) { return x.math().binary(OpKind::kRemainder, x, x.math().number(y, x.type())); }
inline Expr select(Expr condition, Expr a, Expr b) { return a.math().select(condition, a, b); }

// Horner's rule, the highest power first.
Expr polynomial(Expr x, std::span<const double> coefficients);

}  // namespace partita::core::ir

namespace partita::core {
using ir::Expr;
using ir::Math;
}  // namespace partita::core
