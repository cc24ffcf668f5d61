// Inside of pointwise.cc: the kernels by class of types, each in its own file, and how a loop over elements is written.
#pragma once

#include <cmath>
#include <complex>
#include <type_traits>

#include "eval/pointwise.h"
#include "ir/element_classes.h"

namespace partita::core::eval {

using Complex64 = std::complex<float>;
using Complex128 = std::complex<double>;

// Loops over n elements with an operation known at compile time: r[i] = F(a[i]) and r[i] = F(a[i], b[i]).
template <typename A, typename R, R (*F)(A)>
void unary_loop(const void* const* operands, void* result, int64_t n, const KernelArgs&) {
  const A* a = static_cast<const A*>(operands[0]);
  R* r = static_cast<R*>(result);
  for (int64_t i = 0; i < n; ++i) r[i] = F(a[i]);
}
template <typename A, typename R, R (*F)(A, A)>
void binary_loop(const void* const* operands, void* result, int64_t n, const KernelArgs&) {
  const A* a = static_cast<const A*>(operands[0]);
  const A* b = static_cast<const A*>(operands[1]);
  R* r = static_cast<R*>(result);
  for (int64_t i = 0; i < n; ++i) r[i] = F(a[i], b[i]);
}

// The kernels of one class of elements: a column of the op table that has one for each pointwise op defined for the
// class (ir/element_classes.h), and null for the rest.
class KernelColumn : public OpColumn<Kernel> {
 public:
  constexpr void add_none(ElementClasses classes) {
    for (size_t i = 0; i < kOpKindCount; ++i) {
      const auto kind = static_cast<OpKind>(i);
      if (!has(kind) && (kElementClasses[kind] & classes) == 0) add(nullptr, {kind});
    }
  }
};

// All of these take the types that are computed as they are stored, and give null where the op is not defined for them.
Kernel boolean_kernel(OpKind kind);
Kernel integer_kernel(OpKind kind, ElementType type);
Kernel float_kernel(OpKind kind, ElementType type);
Kernel complex_kernel(OpKind kind, ElementType type);
Kernel convert_kernel(ElementType from, ElementType to);
Kernel clamp_kernel(ElementType type);
Kernel select_kernel(int byte_width);

// Any types, narrow ones too.
enum class Direction { kEq, kNe, kGe, kGt, kLe, kLt };
Kernel compare_kernel(Direction direction, ElementType type);
Kernel total_order_kernel(Direction direction, ElementType type);
Kernel narrow_next_after_kernel(ElementType type);
Kernel stochastic_convert_kernel();

// What a type is computed as: f32 for narrower floats, a byte for narrower integers, else itself.
ElementType computing_type(ElementType type);
// Elements of a narrow type to those of its computing type and back, n at most a block.
void widen(ElementType type, const void* from, void* to, int64_t n, bool as_bits);
void narrow(ElementType type, const void* from, void* to, int64_t n);
inline constexpr int64_t kPointwiseBlock = 512;

// The maximum and minimum of the specification: NaN wins, and +0 is above -0.
template <typename T>
T ieee_maximum(T a, T b) {
  if (a > b) return a;
  if (b > a) return b;
  if constexpr (std::is_floating_point_v<T>) {
    if (a == b) return std::signbit(a) ? b : a;
    return a != a ? a : b;
  }
  return a;
}
template <typename T>
T ieee_minimum(T a, T b) {
  if (a < b) return a;
  if (b < a) return b;
  if constexpr (std::is_floating_point_v<T>) {
    if (a == b) return std::signbit(a) ? a : b;
    return a != a ? a : b;
  }
  return a;
}
// Complex numbers are ordered by their real, then their imaginary part; one with NaN wins.
template <typename T>
std::complex<T> lexicographic_maximum(std::complex<T> a, std::complex<T> b) {
  if (a != a) return a;
  if (b != b) return b;
  return a.real() == b.real() ? (a.imag() >= b.imag() ? a : b) : (a.real() > b.real() ? a : b);
}
template <typename T>
std::complex<T> lexicographic_minimum(std::complex<T> a, std::complex<T> b) {
  if (a != a) return a;
  if (b != b) return b;
  return a.real() == b.real() ? (a.imag() <= b.imag() ? a : b) : (a.real() < b.real() ? a : b);
}

}  // namespace partita::core::eval
