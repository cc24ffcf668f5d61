// Reductions, running reductions and windows.
#include <fmt/format.h>

#include <limits>

#include "front/site.h"
#include "ir/combiner.h"
#include "partita/transform.h"

namespace partita {
inline namespace v1 {
namespace {

using core::AttrKey;
using core::Code;
using core::ElementType;
using core::OpKind;
using core::Type;
using core::Value;
using detail::Site;

// The number that changes nothing.
Value* neutral(Site& site, OpKind kind, ElementType type) {
  core::Context& context = site.context();
  const Type scalar = context.tensor(type, {});
  const bool real = core::ir::is_float(type) || core::ir::is_complex(type);
  std::byte bytes[16] = {};
  const auto as_bytes = [&](double number) {
    const Tensor one = Tensor::from_doubles(static_cast<DType>(type), {}, std::span(&number, 1));
    std::ranges::copy(one.bytes(), bytes);
  };
  switch (kind) {
    case OpKind::kMultiply: as_bytes(1); break;
    case OpKind::kAnd: as_bytes(1); break;
    case OpKind::kMaximum:
    case OpKind::kMinimum: {
      const bool smallest = kind == OpKind::kMaximum;
      const double infinity = std::numeric_limits<double>::infinity();
      // Integers: the nearest that fits is the end of the range.
      as_bytes(smallest ? (real ? -infinity : -1e30) : (real ? infinity : 1e30));
      break;
    }
    default: break;
  }
  return site.add(OpKind::kConstant, {},
                  {{AttrKey::kValue, context.dense(scalar, true, std::span(bytes, core::ir::byte_width(type)))}});
}

std::vector<std::int64_t> without(std::span<const std::int64_t> sizes, const std::vector<std::int64_t>& dims) {
  std::vector<std::int64_t> out;
  for (std::int64_t i = 0; i < std::ssize(sizes); ++i) {
    if (std::ranges::find(dims, i) == dims.end()) out.push_back(sizes[i]);
  }
  return out;
}

std::vector<std::int64_t> with_ones(std::span<const std::int64_t> sizes, const std::vector<std::int64_t>& dims) {
  std::vector<std::int64_t> out(sizes.begin(), sizes.end());
  for (std::int64_t dim : dims) out[dim] = 1;
  return out;
}

Tensor reduced(const char* name, OpKind kind, const Operand& x, const Dims& which, ReduceOptions options) {
  return detail::guarded([&] {
    Site site(name, {&x});
    Value* value = site.value(x);
    const Type type = value->type();
    const bool logical = kind == OpKind::kAnd || kind == OpKind::kOr;
    if (logical != (type.element() == ElementType::kPred)) {
      site.fail(Code::kTypesDiffer, fmt::format("of {}: {}", detail::type_text(type),
                                                logical ? "a tensor of pred is wanted, as comparisons give"
                                                        : "pred has no arithmetic; use any, all or convert"));
    }
    if (core::ir::is_complex(type.element()) && (kind == OpKind::kMaximum || kind == OpKind::kMinimum)) {
      site.fail(Code::kTypesDiffer, "complex numbers have no order");
    }
    const std::vector<std::int64_t> dims = site.dims(which, type.rank());
    Value* start = neutral(site, kind, type.element());
    Value* const operands[] = {value, start};
    const Type result = site.tensor(type.element(), without(type.dims(), dims));
    core::Op* op = site.add_op(OpKind::kReduce, operands, std::span(&result, 1),
                               {{AttrKey::kDimensions, site.context().ints(dims)}}, 1);
    site.fill_combiner(op->region(0), kind, type.element());
    Value* out = op->result();
    if (options.keepdims) out = site.reshape(out, with_ones(type.dims(), dims));
    return site.result(out);
  });
}

double count(const Operand& x, const Dims& which) {
  double count = 1;
  const Shape& shape = x.tensor().shape();
  if (which.all()) return static_cast<double>(x.tensor().num_elements());
  for (int dim : which.list()) count *= static_cast<double>(shape[dim < 0 ? dim + shape.rank() : dim]);
  return count;
}

// Value and place together: the larger, or the first of equal ones.
Tensor place_of(const char* name, const char* direction, const Operand& x, int which, ReduceOptions options) {
  return detail::guarded([&] {
    Site site(name, {&x});
    Value* value = site.value(x);
    const Type type = value->type();
    if (type.element() == ElementType::kPred || core::ir::is_complex(type.element())) {
      site.fail(Code::kTypesDiffer, fmt::format("{} has no order", detail::type_text(type)));
    }
    const std::vector<std::int64_t> dims = {site.dim(which, type.rank())};
    if (type.dim(static_cast<int>(dims[0])) == 0) site.fail(Code::kOpArguments, "the dimension is empty");
    core::Context& context = site.context();
    const Type places = site.tensor(ElementType::kS32, type.dims());
    Value* iota = site.add(OpKind::kIota, {}, {{AttrKey::kIotaDimension, context.integer(dims[0])}}, places);
    const OpKind kind = direction[0] == 'G' ? OpKind::kMaximum : OpKind::kMinimum;
    Value* const operands[] = {value, iota, neutral(site, kind, type.element()),
                               site.number(Operand(0, site.where()), ElementType::kS32)};
    const std::vector<std::int64_t> left = without(type.dims(), dims);
    const Type results[] = {site.tensor(type.element(), left), site.tensor(ElementType::kS32, left)};
    core::Op* op = site.add_op(OpKind::kReduce, operands, results, {{AttrKey::kDimensions, context.ints(dims)}}, 1);
    core::Region& body = op->region(0);
    const Type element = context.tensor(type.element(), {}), place = context.tensor(ElementType::kS32, {}),
               truth = context.tensor(ElementType::kPred, {});
    Value* a = body.add_argument(element);
    Value* at_a = body.add_argument(place);
    Value* b = body.add_argument(element);
    Value* at_b = body.add_argument(place);
    core::Builder build(body);
    const auto compare = [&](Value* left, Value* right, const char* how) {
      return build.value(OpKind::kCompare, {left, right}, truth,
                         {{AttrKey::kComparisonDirection, context.string(how)}});
    };
    // As JAX has it: a NaN wins, and the first of equal ones.
    Value* better = build.value(OpKind::kOr, {compare(a, b, direction), compare(a, a, "NE")}, truth);
    Value* same = build.value(OpKind::kAnd, {compare(a, b, "EQ"), compare(at_a, at_b, "LT")}, truth);
    Value* takes_a = build.value(OpKind::kOr, {better, same}, truth);
    Value* const out[] = {build.value(OpKind::kSelect, {better, a, b}, element),
                          build.value(OpKind::kSelect, {takes_a, at_a, at_b}, place)};
    build.ret(out);
    Value* result = op->result(1);
    if (options.keepdims) result = site.reshape(result, with_ones(type.dims(), dims));
    return site.result(result);
  });
}

// One number per dimension, as the table wants it.
std::vector<std::int64_t> per_dim(Site& site, const std::vector<std::int64_t>& given, int rank, const char* what) {
  if (given.empty()) return std::vector<std::int64_t>(rank, 1);
  if (std::ssize(given) != rank) {
    site.fail(Code::kOpArguments, fmt::format("{} {} for {} dimensions", given.size(), what, rank));
  }
  for (std::int64_t each : given) {
    if (each < 1) site.fail(Code::kOpArguments, fmt::format("{} of {}; they are 1 or more", what, each));
  }
  return given;
}

Tensor windowed(const char* name, OpKind kind, const Operand& x, const Shape& window, const WindowOptions& options) {
  return detail::guarded([&] {
    Site site(name, {&x});
    Value* value = site.value(x);
    const Type type = value->type();
    const int rank = type.rank();
    if (window.rank() != rank) {
      site.fail(Code::kOpArguments, fmt::format("a window of {} dimensions over {}", window.rank(), rank));
    }
    const std::vector<std::int64_t> sizes = per_dim(site, window.dims(), rank, "window sizes"),
                                    strides = per_dim(site, options.strides, rank, "strides"),
                                    dilations = per_dim(site, options.dilations, rank, "dilations");
    std::vector<std::int64_t> padding, dims;
    if (!options.padding.empty() && std::ssize(options.padding) != rank) {
      site.fail(Code::kOpArguments, fmt::format("padding of {} dimensions for {}", options.padding.size(), rank));
    }
    for (int i = 0; i < rank; ++i) {
      const auto [low, high] = options.padding.empty() ? std::pair<std::int64_t, std::int64_t>() : options.padding[i];
      padding.push_back(low);
      padding.push_back(high);
      const std::int64_t reach = (sizes[i] - 1) * dilations[i] + 1, whole = type.dim(i) + low + high;
      dims.push_back(whole < reach ? 0 : (whole - reach) / strides[i] + 1);
    }
    core::Context& context = site.context();
    Value* const operands[] = {value, neutral(site, kind, type.element())};
    const Type result = site.tensor(type.element(), dims);
    core::Op* op = site.add_op(OpKind::kReduceWindow, operands, std::span(&result, 1),
                               {{AttrKey::kWindowDimensions, context.ints(sizes)},
                                {AttrKey::kWindowStrides, context.ints(strides)},
                                {AttrKey::kWindowDilations, context.ints(dilations)},
                                {AttrKey::kPadding, context.ints(padding)}},
                               1);
    site.fill_combiner(op->region(0), kind, type.element());
    return site.result(op->result());
  });
}

// A window that reaches back to the beginning: what completion and lowering know to divide.
Tensor running(const char* name, OpKind kind, const Operand& x, int which, bool reverse) {
  return detail::guarded([&] {
    Site site(name, {&x});
    Value* value = site.value(x);
    const int rank = value->type().rank(), dim = site.dim(which, rank);
    const std::int64_t size = value->type().dim(dim);
    if (size == 0) return site.result(value);
    std::vector<std::int64_t> window(rank, 1);
    window[dim] = size;
    WindowOptions options;
    options.padding.resize(rank);
    options.padding[dim] = reverse ? std::pair<std::int64_t, std::int64_t>(0, size - 1)
                                   : std::pair<std::int64_t, std::int64_t>(size - 1, 0);
    return windowed(name, kind, Operand(site.result(value), site.where()), Shape(window), options);
  });
}

}  // namespace

Tensor sum(Operand x, const Dims& dims, ReduceOptions options) {
  return reduced("sum", OpKind::kAdd, x, dims, options);
}
Tensor prod(Operand x, const Dims& dims, ReduceOptions options) {
  return reduced("prod", OpKind::kMultiply, x, dims, options);
}
Tensor max(Operand x, const Dims& dims, ReduceOptions options) {
  return reduced("max", OpKind::kMaximum, x, dims, options);
}
Tensor min(Operand x, const Dims& dims, ReduceOptions options) {
  return reduced("min", OpKind::kMinimum, x, dims, options);
}
Tensor any(Operand x, const Dims& dims, ReduceOptions options) { return reduced("any", OpKind::kOr, x, dims, options); }
Tensor all(Operand x, const Dims& dims, ReduceOptions options) {
  return reduced("all", OpKind::kAnd, x, dims, options);
}

Tensor mean(Operand x, const Dims& dims, ReduceOptions options) {
  const Scope scope("", x.where());
  const Tensor total = sum(x, dims, options);
  if (!core::ir::is_float(static_cast<ElementType>(total.dtype())) &&
      !core::ir::is_complex(static_cast<ElementType>(total.dtype()))) {
    Site("mean", {&x}).fail(Code::kTypesDiffer, "of integers is a fraction; convert them first");
  }
  return total / count(x, dims);
}

Tensor variance(Operand x, const Dims& dims, ReduceOptions options) {
  const Scope scope("", x.where());
  const Tensor off = x - mean(x, dims, {.keepdims = true});
  return mean(off * off, dims, options);
}

Tensor logsumexp(Operand x, const Dims& dims, ReduceOptions options) {
  const Scope scope("", x.where());
  // What is infinite is not subtracted: inf - inf is no number. What the shift changes cancels out.
  const Tensor most = stop_gradient(max(x, dims, {.keepdims = true}), x.where());
  const Tensor shift = select(is_finite(most), most, 0);
  const Tensor total = log(sum(exp(x - shift), dims, {.keepdims = true})) + shift;
  return options.keepdims ? total : sum(total, dims);
}

Tensor argmax(Operand x, int dim, ReduceOptions options) { return place_of("argmax", "GT", x, dim, options); }
Tensor argmin(Operand x, int dim, ReduceOptions options) { return place_of("argmin", "LT", x, dim, options); }

Tensor cumsum(Operand x, int dim, bool reverse) { return running("cumsum", OpKind::kAdd, x, dim, reverse); }
Tensor cumprod(Operand x, int dim, bool reverse) { return running("cumprod", OpKind::kMultiply, x, dim, reverse); }
Tensor cummax(Operand x, int dim, bool reverse) { return running("cummax", OpKind::kMaximum, x, dim, reverse); }
Tensor cummin(Operand x, int dim, bool reverse) { return running("cummin", OpKind::kMinimum, x, dim, reverse); }

Tensor window_sum(Operand x, const Shape& window, const WindowOptions& options) {
  return windowed("window_sum", OpKind::kAdd, x, window, options);
}
Tensor window_max(Operand x, const Shape& window, const WindowOptions& options) {
  return windowed("window_max", OpKind::kMaximum, x, window, options);
}
Tensor window_min(Operand x, const Shape& window, const WindowOptions& options) {
  return windowed("window_min", OpKind::kMinimum, x, window, options);
}
Tensor window_mean(Operand x, const Shape& window, const WindowOptions& options) {
  const Scope scope("", x.where());
  return window_sum(x, window, options) / window_sum(ones_like(x), window, options);
}

}  // namespace v1
}  // namespace partita
