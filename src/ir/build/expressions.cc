#include "ir/build/expressions.h"

#include <cstring>

#include "ir/numeric/float_formats.h"

namespace partita::core::ir {

Expr Math::bits(uint64_t bits, Type type) {
  std::byte bytes[8];
  std::memcpy(bytes, &bits, sizeof bytes);
  std::span<const std::byte> element(bytes, byte_width(type.element()));
  return wrap(builder_.constant(builder_.context().dense(type, true, element)));
}

Expr Math::number(double value, Type type) {
  if (!is_complex(type.element())) return bits(encode_one(type.element(), value), type);
  int half = byte_width(type.element()) / 2;
  std::byte bytes[16] = {};
  uint64_t encoded = encode_one(part_type(type.element()), value);
  std::memcpy(bytes, &encoded, half);
  std::span<const std::byte> element(bytes, 2 * half);
  return wrap(builder_.constant(builder_.context().dense(type, true, element)));
}

Type Math::with_element(Type type, ElementType element) { return builder_.context().tensor(element, type.dims()); }

Expr Math::unary(OpKind kind, Expr x) { return unary(kind, x, x.type()); }
Expr Math::unary(OpKind kind, Expr x, Type result) { return wrap(builder_.value(kind, {x.value()}, result)); }
Expr Math::binary(OpKind kind, Expr a, Expr b) { return wrap(builder_.value(kind, {a.value(), b.value()}, a.type())); }

Expr Math::compare(const char* direction, Expr a, Expr b) {
  return wrap(builder_.value(OpKind::kCompare, {a.value(), b.value()}, with_element(a.type(), ElementType::kPred),
                             {{AttrKey::kComparisonDirection, builder_.context().string(direction)}}));
}

Expr Math::select(Expr condition, Expr a, Expr b) {
  return wrap(builder_.value(OpKind::kSelect, {condition.value(), a.value(), b.value()}, a.type()));
}

Expr Math::convert(Expr x, ElementType element) {
  if (x.type().element() == element) return x;
  return unary(OpKind::kConvert, x, with_element(x.type(), element));
}

Expr Math::bitcast(Expr x, ElementType element) {
  return unary(OpKind::kBitcastConvert, x, with_element(x.type(), element));
}

Expr polynomial(Expr x, std::span<const double> coefficients) {
  Expr sum = x.math().number(coefficients[0], x.type());
  for (double coefficient : coefficients.subspan(1)) sum = sum * x + coefficient;
  return sum;
}

}  // namespace partita::core::ir
