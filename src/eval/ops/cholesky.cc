// cholesky, one matrix at a time, computed in double and rounded once.
#include <cmath>
#include <complex>
#include <limits>

#include "eval/op_families.h"
#include "eval/ops/elements.h"
#include "eval/strided.h"

namespace partita::core::eval {
namespace {

using Complex = std::complex<double>;

double real_part(double x) { return x; }
double real_part(Complex x) { return x.real(); }

// The lower factor of an n x n matrix, row by row; reads the lower triangle of `a`, of its transpose's conjugate where
// `from_upper`. Not positive definite: all NaN.
template <typename T>
void factor(int64_t n, const T* a, bool from_upper, T* l) {
  auto input = [&](int64_t i, int64_t j) { return from_upper ? conjugate(a[j * n + i]) : a[i * n + j]; };
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j <= i; ++j) {
      T sum = input(i, j);
      for (int64_t k = 0; k < j; ++k) sum -= l[i * n + k] * conjugate(l[j * n + k]);
      if (i != j) {
        l[i * n + j] = sum / l[j * n + j];
        continue;
      }
      double square = real_part(sum);
      if (!(square > 0)) {
        std::fill_n(l, n * n, T(std::numeric_limits<double>::quiet_NaN()));
        return;
      }
      l[i * n + i] = std::sqrt(square);
    }
  }
}

template <typename T>
void cholesky(OpCall& call, ElementType type) {
  Elements input(call.operands[0], type);
  Dims dims = call.operands[0].type().dims();
  int64_t n = dims.back();
  bool lower = call.op.bool_attr(AttrKey::kLower);
  std::vector<T> out(call.operands[0].size()), l(n * n);
  for (int64_t start = 0; start < call.operands[0].size(); start += n * n) {
    std::fill(l.begin(), l.end(), T{});
    factor(n, input.as<T>() + start, !lower, l.data());
    T* result = out.data() + start;
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j <= i; ++j) {
        if (lower) {
          result[i * n + j] = l[i * n + j];
        } else {
          result[j * n + i] = conjugate(l[i * n + j]);
        }
      }
    }
  }
  call.give(tensor_from(call.result_type(), type, out.data()));
}

}  // namespace

Status eval_cholesky(OpCall& call) {
  if (is_complex(call.result_type().element())) {
    cholesky<Complex>(call, ElementType::kC128);
  } else {
    cholesky<double>(call, ElementType::kF64);
  }
  return {};
}

}  // namespace partita::core::eval
