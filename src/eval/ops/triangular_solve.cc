// triangular_solve in the order of XLA's: rounding errors grow with the condition of the matrix, so that a better
// algorithm would differ from XLA's results as much as a worse one.
//
// Seen as M x = b for every vector b, where M is a, transposed or not: the matrix falls into diagonal blocks of up to
// 128. Each block is inverted, and from the first block to the last (or back, where M is upper triangular)
//
//   x[block] = inverse of the block * (b[block] - M[block][solved] x[solved])
//
// Many small matrices are solved directly, row by row.
#include <cmath>
#include <complex>

#include "eval/op_families.h"
#include "eval/ops/elements.h"
#include "eval/strided.h"

namespace partita::core::eval {
namespace {

constexpr int64_t kRowsInBlock = 128;

template <typename T>
struct Matrix {
  int64_t n;
  std::vector<T> data;
  explicit Matrix(int64_t size) : n(size), data(size * size) {}
  T& operator()(int64_t i, int64_t j) { return data[i * n + j]; }
  const T& operator()(int64_t i, int64_t j) const { return data[i * n + j]; }
};

float fused(float a, float b, float c) { return std::fma(a, b, c); }
double fused(double a, double b, double c) { return std::fma(a, b, c); }
template <typename P>
std::complex<P> fused(std::complex<P> a, std::complex<P> b, std::complex<P> c) {
  P re = std::fma(a.real(), b.real(), -(a.imag() * b.imag()));
  P im = std::fma(a.imag(), b.real(), a.real() * b.imag());
  return {re + c.real(), im + c.imag()};
}

// Σ term(k) * other(k) over [first, last), in two sums of every other term for matrices, in one for vectors.
template <typename T, typename Left, typename Right>
T dot(int64_t first, int64_t last, bool two_sums, const Left& left, const Right& right) {
  T sums[2] = {};
  for (int64_t k = first; k < last; ++k) {
    T& sum = sums[two_sums ? (k - first) % 2 : 0];
    sum = fused(left(k), right(k), sum);
  }
  return sums[0] + sums[1];
}

// The inverse of the block [start, end) of a, which has zeros outside its triangle. Columns are scaled to a diagonal of
// ones first; then row i of the inverse is minus row i times the rows already inverted, with -1 on the diagonal of
// those that are not.
template <typename T>
Matrix<T> inverted_block(const Matrix<T>& a, int64_t start, int64_t end, bool lower) {
  int64_t n = end - start;
  Matrix<T> inverse(n);
  for (int64_t i = 0; i < n; ++i) inverse(i, i) = T(-1);
  std::vector<T> row(n), scaled(row.size());
  for (int64_t step = 0; step < n; ++step) {
    int64_t i = lower ? step : n - 1 - step;
    if (step == 0) {
      inverse(i, i) = T(1);
      continue;
    }
    for (int64_t k = 0; k < n; ++k) scaled[k] = a(start + i, start + k) / a(start + k, start + k);
    auto quotient = [&](int64_t k) { return scaled[k]; };
    for (int64_t j = 0; j < n; ++j) {
      auto solved = [&](int64_t k) { return inverse(k, j); };
      row[j] = -dot<T>(0, n, false, quotient, solved);
    }
    for (int64_t j = 0; j < n; ++j) inverse(i, j) = row[j];
  }
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < n; ++j) inverse(i, j) /= a(start + i, start + i);
  }
  return inverse;
}

// A matrix as it meets the vectors.
struct View {
  bool turned, conjugated;
  template <typename T>
  T operator()(const Matrix<T>& m, int64_t i, int64_t j) const {
    T value = turned ? m(j, i) : m(i, j);
    return conjugated ? conjugate(value) : value;
  }
};

struct Vectors {
  int64_t count, step, vector_step;  // element i of vector v lies at i * step + v * vector_step
};

template <typename T>
void solve_directly(const Matrix<T>& a, View view, bool forward, bool unit, Vectors vectors, T* x) {
  for (int64_t v = 0; v < vectors.count; ++v) {
    T* vector = x + v * vectors.vector_step;
    auto at = [&](int64_t k) { return vector[k * vectors.step]; };
    for (int64_t s = 0; s < a.n; ++s) {
      int64_t i = forward ? s : a.n - 1 - s;
      auto row = [&](int64_t k) { return view(a, i, k); };
      T known = dot<T>(forward ? 0 : i + 1, forward ? i : a.n, false, row, at);
      T rest = at(i) - known;
      vector[i * vectors.step] = unit ? rest : rest / view(a, i, i);
    }
  }
}

template <typename T>
void solve_by_blocks(const Matrix<T>& a, View view, bool forward, bool lower, Vectors vectors, T* x) {
  int64_t blocks = (a.n + kRowsInBlock - 1) / kRowsInBlock;
  bool two_sums = vectors.count > 1;
  std::vector<T> rest(kRowsInBlock);
  for (int64_t b = 0; b < blocks; ++b) {
    int64_t block = forward ? b : blocks - 1 - b;
    int64_t start = block * kRowsInBlock, end = std::min(start + kRowsInBlock, a.n);
    Matrix<T> inverse = inverted_block(a, start, end, lower);
    for (int64_t v = 0; v < vectors.count; ++v) {
      T* vector = x + v * vectors.vector_step;
      auto at = [&](int64_t k) { return vector[k * vectors.step]; };
      for (int64_t i = start; i < end; ++i) {
        auto row = [&](int64_t k) { return view(a, i, k); };
        T known = dot<T>(forward ? 0 : end, forward ? start : a.n, two_sums, row, at);
        rest[i - start] = b == 0 ? at(i) : at(i) - known;
      }
      for (int64_t i = start; i < end; ++i) {
        vector[i * vectors.step] = dot<T>(
            0, end - start, two_sums, [&](int64_t k) { return view(inverse, i - start, k); },
            [&](int64_t k) { return rest[k]; });
      }
    }
  }
}

template <typename T>
void solve(OpCall& call, ElementType type) {
  const Op& op = call.op;
  bool left = op.bool_attr(AttrKey::kLeftSide), lower = op.bool_attr(AttrKey::kLower);
  bool unit = op.bool_attr(AttrKey::kUnitDiagonal);
  bool adjoint = op.text_attr(AttrKey::kTransposeA) == "ADJOINT";
  bool transpose = adjoint || op.text_attr(AttrKey::kTransposeA) == "TRANSPOSE";
  Elements a(call.operands[0], type), b(call.operands[1], type);
  Dims dims = call.operands[1].type().dims();
  int64_t rows = dims[dims.size() - 2], columns = dims.back(), size = call.operands[1].size();
  int64_t n = left ? rows : columns;
  // x op(a) = b is op(a) transposed times the rows.
  View view{.turned = transpose == left, .conjugated = adjoint};
  Vectors vectors = left ? Vectors{columns, columns, 1} : Vectors{rows, 1, columns};
  bool forward = lower != view.turned;
  int64_t matrices = size == 0 ? 0 : size / (rows * columns);
  bool direct = n == 1 || (matrices > kRowsInBlock / 16 && n < kRowsInBlock / 4);

  std::vector<T> x(b.as<T>(), b.as<T>() + size);
  Matrix<T> triangle(n);
  for (int64_t m = 0; m < matrices; ++m) {
    const T* source = a.as<T>() + m * n * n;
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j < n; ++j) {
        bool kept = lower ? j <= i : j >= i;
        triangle(i, j) = i == j && unit ? T(1) : kept ? source[i * n + j] : T(0);
      }
    }
    T* block = x.data() + m * rows * columns;
    if (direct) {
      solve_directly(triangle, view, forward, unit, vectors, block);
    } else {
      solve_by_blocks(triangle, view, forward, lower, vectors, block);
    }
  }
  call.give(tensor_from(call.result_type(), type, x.data()));
}

}  // namespace

Status eval_triangular_solve(OpCall& call) {
  switch (call.result_type().element()) {
    case ElementType::kF64: solve<double>(call, ElementType::kF64); break;
    case ElementType::kC64: solve<std::complex<float>>(call, ElementType::kC64); break;
    case ElementType::kC128: solve<std::complex<double>>(call, ElementType::kC128); break;
    default: solve<float>(call, ElementType::kF32); break;
  }
  return {};
}

}  // namespace partita::core::eval
