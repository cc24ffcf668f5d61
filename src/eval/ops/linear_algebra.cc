// cholesky and triangular_solve, one matrix at a time, computed in double and rounded once.
#include <cmath>
#include <complex>
#include <limits>

#include "eval/op_families.h"
#include "eval/ops/elements.h"
#include "eval/ops/strided.h"

namespace partita {
namespace {

using Complex = std::complex<double>;

double conjugate(double x) { return x; }
Complex conjugate(Complex x) { return std::conj(x); }
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
  std::vector<T> out(static_cast<size_t>(call.operands[0].size())), l(static_cast<size_t>(n * n));
  for (int64_t start = 0; start < call.operands[0].size(); start += n * n) {
    std::fill(l.begin(), l.end(), T{});
    factor(n, input.as<T>() + start, !lower, l.data());
    T* result = out.data() + start;
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j <= i; ++j) {
        if (lower) {
          result[i * n + j] = l[static_cast<size_t>(i * n + j)];
        } else {
          result[j * n + i] = conjugate(l[static_cast<size_t>(i * n + j)]);
        }
      }
    }
  }
  call.give(tensor_from(call.result_type(), type, out.data()));
}

// op(a) x = b for each column of b, or x op(a) = b for each row: the same with op(a) transposed once more.
template <typename T>
void triangular_solve(OpCall& call, ElementType type) {
  const Op& op = call.op;
  bool left = op.bool_attr(AttrKey::kLeftSide), lower = op.bool_attr(AttrKey::kLower);
  bool unit = op.bool_attr(AttrKey::kUnitDiagonal);
  bool transpose = op.text_attr(AttrKey::kTransposeA) == "TRANSPOSE",
       adjoint = op.text_attr(AttrKey::kTransposeA) == "ADJOINT";
  Elements a(call.operands[0], type), b(call.operands[1], type);
  Dims dims = call.operands[1].type().dims();
  int64_t rows = dims[dims.size() - 2], columns = dims.back();
  int64_t n = left ? rows : columns, vectors = left ? columns : rows;
  // Element i of vector v of b.
  int64_t step = left ? columns : 1, vector_step = left ? 1 : columns;

  bool turned = (transpose || adjoint) != !left;
  bool forward = lower != turned;  // the matrix that meets the vector is lower triangular
  std::vector<T> x(b.as<T>(), b.as<T>() + call.operands[1].size());
  for (int64_t matrix = 0; matrix * rows * columns < call.operands[1].size(); ++matrix) {
    const T* m = a.as<T>() + matrix * n * n;
    auto at = [&](int64_t i, int64_t j) {
      T value = turned ? m[j * n + i] : m[i * n + j];
      return adjoint ? conjugate(value) : value;
    };
    for (int64_t v = 0; v < vectors; ++v) {
      T* vector = x.data() + matrix * rows * columns + v * vector_step;
      for (int64_t s = 0; s < n; ++s) {
        int64_t i = forward ? s : n - 1 - s;
        T sum = vector[i * step];
        for (int64_t t = 0; t < s; ++t) {
          int64_t j = forward ? t : n - 1 - t;
          sum -= at(i, j) * vector[j * step];
        }
        vector[i * step] = unit ? sum : sum / at(i, i);
      }
    }
  }
  call.give(tensor_from(call.result_type(), type, x.data()));
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

Status eval_triangular_solve(OpCall& call) {
  if (is_complex(call.result_type().element())) {
    triangular_solve<Complex>(call, ElementType::kC128);
  } else {
    triangular_solve<double>(call, ElementType::kF64);
  }
  return {};
}

}  // namespace partita
