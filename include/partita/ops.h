// What programs are made of. Inside of a function that is traced (program.h) or evaluated (run.h) each of these adds to
// the program; outside it throws Error.
//
//   Tensor norm(Tensor x) {
//     return x * rsqrt(mean(x * x, -1, {.keepdims = true}) + 1e-6);
//   }
//
// Shapes broadcast as NumPy's do. Element types never change by themselves: f32 + bf16 is an error, convert(x, f32)
// says it. C++ numbers take the type of the tensor beside them, where they are one of its values. Dimensions count from
// the end where they are negative. There is no ==: equal(x, y).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/export.h"
#include "partita/scope.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {

// A tensor or a number, with the line that gave it to an op.
class Operand {
 public:
  Operand(const Tensor& tensor, Where where = Where::current()) : tensor_(tensor), where_(where) {}
  Operand(double number, Where where = Where::current()) : kind_(kReal), real_(number), where_(where) {}
  Operand(float number, Where where = Where::current()) : Operand(static_cast<double>(number), where) {}
  Operand(int number, Where where = Where::current()) : Operand(static_cast<long long>(number), where) {}
  Operand(unsigned number, Where where = Where::current()) : Operand(static_cast<long long>(number), where) {}
  Operand(long number, Where where = Where::current()) : Operand(static_cast<long long>(number), where) {}
  Operand(unsigned long number, Where where = Where::current()) : Operand(static_cast<long long>(number), where) {}
  Operand(long long number, Where where = Where::current()) : kind_(kInteger), integer_(number), where_(where) {}
  Operand(bool number, Where where = Where::current()) = delete;  // full(pred, …) says it

  bool is_tensor() const { return kind_ == kTensor; }
  bool is_integer() const { return kind_ == kInteger; }
  const Tensor& tensor() const { return tensor_; }
  double real() const { return kind_ == kInteger ? static_cast<double>(integer_) : real_; }
  std::int64_t integer() const { return integer_; }
  Where where() const { return where_; }

 private:
  enum Kind : unsigned char { kTensor, kReal, kInteger };
  Tensor tensor_;
  Kind kind_ = kTensor;
  double real_ = 0;
  std::int64_t integer_ = 0;
  Where where_;
};

// Dimensions of a tensor: one, a few, or all where none is said.
class Dims {
 public:
  Dims() = default;
  Dims(int dim) : all_(false), dims_{dim} {}
  Dims(std::initializer_list<int> dims) : all_(false), dims_(dims) {}
  Dims(std::vector<int> dims) : all_(false), dims_(static_cast<std::vector<int>&&>(dims)) {}

  bool all() const { return all_; }
  const std::vector<int>& list() const { return dims_; }

 private:
  bool all_ = true;
  std::vector<int> dims_;
};

// ---- pointwise

PARTITA_API Tensor operator+(Operand a, Operand b);
PARTITA_API Tensor operator-(Operand a, Operand b);
PARTITA_API Tensor operator*(Operand a, Operand b);
PARTITA_API Tensor operator/(Operand a, Operand b);  // of integers: towards zero
PARTITA_API Tensor operator%(Operand a, Operand b);  // the sign is that of a
PARTITA_API Tensor operator-(Operand x);
PARTITA_API Tensor operator<(Operand a, Operand b);
PARTITA_API Tensor operator<=(Operand a, Operand b);
PARTITA_API Tensor operator>(Operand a, Operand b);
PARTITA_API Tensor operator>=(Operand a, Operand b);
PARTITA_API Tensor operator&(Operand a, Operand b);
PARTITA_API Tensor operator|(Operand a, Operand b);
PARTITA_API Tensor operator^(Operand a, Operand b);
PARTITA_API Tensor operator~(Operand x);  // "not", of pred too

PARTITA_API Tensor less(Operand a, Operand b);
PARTITA_API Tensor less_equal(Operand a, Operand b);
PARTITA_API Tensor greater(Operand a, Operand b);
PARTITA_API Tensor greater_equal(Operand a, Operand b);
PARTITA_API Tensor equal(Operand a, Operand b);
PARTITA_API Tensor not_equal(Operand a, Operand b);

PARTITA_API Tensor maximum(Operand a, Operand b);
PARTITA_API Tensor minimum(Operand a, Operand b);
PARTITA_API Tensor pow(Operand a, Operand b);
PARTITA_API Tensor atan2(Operand y, Operand x);
PARTITA_API Tensor complex(Operand real, Operand imaginary);
PARTITA_API Tensor next_after(Operand a, Operand b);
PARTITA_API Tensor shift_left(Operand x, Operand bits);
PARTITA_API Tensor shift_right(Operand x, Operand bits);             // zeros come in
PARTITA_API Tensor shift_right_arithmetic(Operand x, Operand bits);  // the sign comes in
PARTITA_API Tensor clamp(Operand low, Operand x, Operand high);
// where(c, a, b): a where c holds, else b.
PARTITA_API Tensor select(Operand condition, Operand a, Operand b);
PARTITA_API Tensor where(Operand condition, Operand a, Operand b);

PARTITA_API Tensor abs(Operand x);
PARTITA_API Tensor acos(Operand x);
PARTITA_API Tensor acosh(Operand x);
PARTITA_API Tensor asin(Operand x);
PARTITA_API Tensor asinh(Operand x);
PARTITA_API Tensor atan(Operand x);
PARTITA_API Tensor atanh(Operand x);
PARTITA_API Tensor cbrt(Operand x);
PARTITA_API Tensor ceil(Operand x);
PARTITA_API Tensor conj(Operand x);
PARTITA_API Tensor cos(Operand x);
PARTITA_API Tensor cosh(Operand x);
PARTITA_API Tensor count_leading_zeros(Operand x);
PARTITA_API Tensor digamma(Operand x);
PARTITA_API Tensor erf(Operand x);
PARTITA_API Tensor erfc(Operand x);
PARTITA_API Tensor erf_inv(Operand x);
PARTITA_API Tensor exp(Operand x);
PARTITA_API Tensor expm1(Operand x);
PARTITA_API Tensor floor(Operand x);
PARTITA_API Tensor imag(Operand x);
PARTITA_API Tensor is_finite(Operand x);
PARTITA_API Tensor is_inf(Operand x);
PARTITA_API Tensor is_nan(Operand x);
PARTITA_API Tensor lgamma(Operand x);
PARTITA_API Tensor log(Operand x);
PARTITA_API Tensor log1p(Operand x);
PARTITA_API Tensor population_count(Operand x);
PARTITA_API Tensor real(Operand x);
PARTITA_API Tensor round(Operand x);  // halves to even
PARTITA_API Tensor rsqrt(Operand x);
PARTITA_API Tensor sigmoid(Operand x);
PARTITA_API Tensor sign(Operand x);
PARTITA_API Tensor sin(Operand x);
PARTITA_API Tensor sinh(Operand x);
PARTITA_API Tensor sqrt(Operand x);
PARTITA_API Tensor square(Operand x);
PARTITA_API Tensor tan(Operand x);
PARTITA_API Tensor tanh(Operand x);
PARTITA_API Tensor reduce_precision(Operand x, int exponent_bits, int mantissa_bits);

PARTITA_API Tensor relu(Operand x);
PARTITA_API Tensor silu(Operand x);
PARTITA_API Tensor softplus(Operand x);
struct GeluOptions {
  bool approximate = true;  // by tanh
};
PARTITA_API Tensor gelu(Operand x, GeluOptions options = {});
PARTITA_API Tensor softmax(Operand x, int dim = -1);
PARTITA_API Tensor log_softmax(Operand x, int dim = -1);

// To nearest even, towards zero where it is an integer; pred: whether it is not zero.
PARTITA_API Tensor convert(Operand x, DType type);
PARTITA_API Tensor bitcast(Operand x, DType type);

// ---- reductions

struct ReduceOptions {
  bool keepdims = false;  // as dimensions of size 1
};
PARTITA_API Tensor sum(Operand x, const Dims& dims = {}, ReduceOptions options = {});
PARTITA_API Tensor prod(Operand x, const Dims& dims = {}, ReduceOptions options = {});
PARTITA_API Tensor max(Operand x, const Dims& dims = {}, ReduceOptions options = {});
PARTITA_API Tensor min(Operand x, const Dims& dims = {}, ReduceOptions options = {});
PARTITA_API Tensor any(Operand x, const Dims& dims = {}, ReduceOptions options = {});
PARTITA_API Tensor all(Operand x, const Dims& dims = {}, ReduceOptions options = {});
PARTITA_API Tensor mean(Operand x, const Dims& dims = {}, ReduceOptions options = {});
PARTITA_API Tensor variance(Operand x, const Dims& dims = {}, ReduceOptions options = {});  // of the population
PARTITA_API Tensor logsumexp(Operand x, const Dims& dims = {}, ReduceOptions options = {});
// s32: the first where several are; a NaN counts as the largest and the smallest.
PARTITA_API Tensor argmax(Operand x, int dim = -1, ReduceOptions options = {});
PARTITA_API Tensor argmin(Operand x, int dim = -1, ReduceOptions options = {});

PARTITA_API Tensor cumsum(Operand x, int dim, bool reverse = false);
PARTITA_API Tensor cumprod(Operand x, int dim, bool reverse = false);
PARTITA_API Tensor cummax(Operand x, int dim, bool reverse = false);
PARTITA_API Tensor cummin(Operand x, int dim, bool reverse = false);

// Over windows, as pooling has them. One number per dimension of x.
struct WindowOptions {
  std::vector<std::int64_t> strides{};                           // empty: 1
  std::vector<std::pair<std::int64_t, std::int64_t>> padding{};  // low and high; empty: none
  std::vector<std::int64_t> dilations{};                         // empty: 1
};
PARTITA_API Tensor window_sum(Operand x, const Shape& window, const WindowOptions& options = {});
PARTITA_API Tensor window_max(Operand x, const Shape& window, const WindowOptions& options = {});
PARTITA_API Tensor window_min(Operand x, const Shape& window, const WindowOptions& options = {});
// What lies outside does not count.
PARTITA_API Tensor window_mean(Operand x, const Shape& window, const WindowOptions& options = {});

// ---- layout

// One size may be -1: what is left.
PARTITA_API Tensor reshape(Operand x, const Shape& shape);
// Dimension i of the result is dimension `order`[i] of x; nothing: all of them reversed.
PARTITA_API Tensor transpose(Operand x, const std::vector<int>& order = {});
PARTITA_API Tensor swap_dims(Operand x, int a, int b);
PARTITA_API Tensor move_dim(Operand x, int from, int to);
PARTITA_API Tensor broadcast_to(Operand x, const Shape& shape);
PARTITA_API Tensor expand_dims(Operand x, const Dims& dims);   // as numbered in the result
PARTITA_API Tensor squeeze(Operand x, const Dims& dims = {});  // dimensions of size 1; nothing: all that are
PARTITA_API Tensor reverse(Operand x, const Dims& dims);
PARTITA_API Tensor concatenate(const std::vector<Operand>& parts, int dim);
PARTITA_API Tensor stack(const std::vector<Operand>& parts, int dim = 0);
PARTITA_API std::vector<Tensor> split(Operand x, int parts, int dim);
PARTITA_API Tensor tile(Operand x, const std::vector<std::int64_t>& times);  // one for each dimension
PARTITA_API Tensor repeat_rows(Operand x, std::int64_t times, int dim);      // each one, behind itself
struct Padding {
  std::int64_t low = 0, high = 0, interior = 0;  // negative ones cut off
};
// One entry for each dimension.
PARTITA_API Tensor pad(Operand x, const std::vector<Padding>& padding, Operand value = 0);

// ---- slices

// From start up to and without limit, both as Python counts them: negative ones from the end.
PARTITA_API Tensor slice(Operand x, int dim, std::int64_t start, std::int64_t limit, std::int64_t stride = 1);
PARTITA_API Tensor slice(Operand x, const std::vector<std::int64_t>& starts, const std::vector<std::int64_t>& limits,
                         const std::vector<std::int64_t>& strides = {});
// Row `index` of a dimension, which goes.
PARTITA_API Tensor row(Operand x, std::int64_t index, int dim = 0);
// Starts are scalars, one for each dimension, and are moved so that nothing lies outside.
PARTITA_API Tensor dynamic_slice(Operand x, const std::vector<Operand>& starts, const Shape& sizes);
PARTITA_API Tensor dynamic_update_slice(Operand x, Operand update, const std::vector<Operand>& starts);
PARTITA_API Tensor dynamic_row(Operand x, Operand index, int dim = 0);

// Rows of x along dim, by number; indices outside are moved to the nearest row. [.., dim, ..] by [indices..] gives
// [.., indices.., ..].
PARTITA_API Tensor take(Operand x, Operand indices, int dim = 0);
// Of each place the element of x that the index names along dim: all other dimensions are the same.
PARTITA_API Tensor take_along(Operand x, Operand indices, int dim);
// x with updates added to its rows along dimension 0: updates are [indices.., row..]; indices outside do nothing.
PARTITA_API Tensor scatter_add(Operand x, Operand indices, Operand updates);

// StableHLO's own, with all it can say.
struct GatherOptions {
  std::vector<std::int64_t> offset_dims{}, collapsed_slice_dims{}, operand_batching_dims{},
      start_indices_batching_dims{}, start_index_map{};
  std::int64_t index_vector_dim = 0;
  std::vector<std::int64_t> slice_sizes{};
  bool indices_are_sorted = false;
};
PARTITA_API Tensor gather(Operand x, Operand indices, const GatherOptions& options);

// ---- products

struct EinsumOptions {
  std::optional<DType> type{};  // of the result, in which products are summed; nothing: that of the operands
  // Pairs of operands to multiply, each by its place in the list that is left; results go to the end of it. Nothing:
  // from left to right.
  std::vector<std::pair<int, int>> order{};
};
// "bsm,mnd->bsnd": letters are dimensions, those that do not stand behind the arrow are summed. "...": whatever
// dimensions come there. A letter twice in one operand is its diagonal: "ii->" is a trace.
PARTITA_API Tensor einsum(std::string_view equation, const std::vector<Operand>& operands,
                          const EinsumOptions& options = {});
// As NumPy has it: vectors, matrices, and stacks of matrices that broadcast.
PARTITA_API Tensor matmul(Operand a, Operand b, const EinsumOptions& options = {});
PARTITA_API Tensor dot(Operand a, Operand b,
                       const EinsumOptions& options = {});  // the last dimension of a, the first of b

struct ConvOptions {
  std::vector<std::int64_t> strides{};                           // one for each spatial dimension; empty: 1
  std::vector<std::pair<std::int64_t, std::int64_t>> padding{};  // low and high; empty: none
  std::vector<std::int64_t> lhs_dilation{}, rhs_dilation{};      // empty: 1
  std::int64_t feature_groups = 1, batch_groups = 1;
  // Names of dimensions: b batch, f features in, o features out, digits spatial ones. Empty: b01f,01fo->b01o.
  std::string_view layout{};
};
PARTITA_API Tensor conv(Operand x, Operand kernel, const ConvOptions& options = {});

// ---- values from nothing

PARTITA_API Tensor full(DType type, const Shape& shape, double value, Where where = Where::current());
PARTITA_API Tensor zeros(DType type, const Shape& shape, Where where = Where::current());
PARTITA_API Tensor ones(DType type, const Shape& shape, Where where = Where::current());
PARTITA_API Tensor zeros_like(Operand x);
PARTITA_API Tensor ones_like(Operand x);
PARTITA_API Tensor iota(DType type, const Shape& shape, int dim = 0, Where where = Where::current());
// 1 where the last dimension's place is the index, else 0.
PARTITA_API Tensor one_hot(Operand indices, std::int64_t classes, DType type = f32);

// ---- order

struct SortOptions {
  bool descending = false;
};
PARTITA_API Tensor sort(Operand x, int dim = -1, SortOptions options = {});
PARTITA_API Tensor argsort(Operand x, int dim = -1, SortOptions options = {});  // s32; equal ones keep their order
struct TopK {
  Tensor values, indices;  // the largest first; s32
};
PARTITA_API TopK top_k(Operand x, std::int64_t k);  // of the last dimension

// ---- transforms and linear algebra

PARTITA_API Tensor fft(Operand x, int dims = 1);  // over the last dimensions
PARTITA_API Tensor ifft(Operand x, int dims = 1);
PARTITA_API Tensor rfft(Operand x, int dims = 1);
PARTITA_API Tensor irfft(Operand x, const std::vector<std::int64_t>& sizes);  // of the last dimensions of the result
PARTITA_API Tensor cholesky(Operand x, bool lower = true);
struct TriangularSolveOptions {
  bool left = true;  // a·x = b, else x·a = b
  bool lower = true;
  bool unit_diagonal = false;
  bool transpose = false, conjugate = false;  // of a
};
PARTITA_API Tensor triangular_solve(Operand a, Operand b, const TriangularSolveOptions& options = {});

// What was computed before this stays before it, and nothing is computed again behind it.
PARTITA_API std::vector<Tensor> optimization_barrier(const std::vector<Operand>& values);

struct CustomCallOptions {
  std::string_view backend_config{};
  bool has_side_effect = false;  // it stays where nobody needs what it gives
};
// A call of something that only the host knows (custom_call.h), which gives tensors of these types.
PARTITA_API std::vector<Tensor> custom_call(std::string_view target, const std::vector<Operand>& operands,
                                            const std::vector<Tensor>& results, const CustomCallOptions& options = {},
                                            Where where = Where::current());

// The value under a name of its own, as hints, listings and Compiled::explain know it.
PARTITA_API Tensor named(Operand x, std::string_view name);

}  // namespace v1
}  // namespace partita
