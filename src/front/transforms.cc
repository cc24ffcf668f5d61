// Order, transforms, linear algebra and convolution.
#include <fmt/format.h>

#include <algorithm>

#include "front/site.h"

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

// Sorts all values by the first.
core::Op* sorted(Site& site, const std::vector<Value*>& values, int dim, bool descending) {
  core::Context& context = site.context();
  std::vector<Type> types;
  for (const Value* value : values) types.push_back(value->type());
  const ElementType key = types[0].element();
  if (core::ir::is_complex(key)) site.fail(Code::kTypesDiffer, "complex numbers have no order");
  core::Op* op =
      site.add_op(OpKind::kSort, values, types,
                  {{AttrKey::kDimension, context.integer(dim)}, {AttrKey::kIsStable, context.boolean(true)}}, 1);
  core::Region& body = op->region(0);
  for (const Type& type : types) {
    body.add_argument(context.tensor(type.element(), {}));
    body.add_argument(context.tensor(type.element(), {}));
  }
  core::Builder build(body);
  // TOTALORDER has a place for NaN.
  Value* less =
      build.value(OpKind::kCompare, {body.argument(0), body.argument(1)}, context.tensor(ElementType::kPred, {}),
                  {{AttrKey::kComparisonDirection, context.string(descending ? "GT" : "LT")},
                   {AttrKey::kCompareType, core::ir::is_float(key) ? context.string("TOTALORDER") : core::Attr()}});
  build.ret(std::span(&less, 1));
  return op;
}

Tensor transformed(const char* name, const char* kind, const Operand& x, const std::vector<std::int64_t>& sizes,
                   int dims) {
  return detail::guarded([&] {
    Site site(name, {&x});
    Value* value = site.value(x);
    const Type type = value->type();
    if (dims < 1 || dims > 3 || dims > type.rank()) {
      site.fail(Code::kNoDimension,
                fmt::format("over {} dimensions of {}; one, two or three are possible", dims, detail::type_text(type)));
    }
    std::vector<std::int64_t> lengths = sizes;
    if (lengths.empty()) lengths.assign(type.dims().end() - dims, type.dims().end());
    return site.result(site.add(
        OpKind::kFft, {value},
        {{AttrKey::kFftType, site.context().string(kind)}, {AttrKey::kFftLength, site.context().ints(lengths)}}));
  });
}

// Where the letters of "b01f" stand.
struct ConvLayout {
  std::int64_t batch = -1, features = -1;
  std::vector<std::int64_t> spatial;
};

ConvLayout layout_of(Site& site, std::string_view text, char batch, char features, int rank) {
  ConvLayout out;
  out.spatial.assign(std::max(rank - 2, 0), -1);
  for (int i = 0; i < std::ssize(text); ++i) {
    const int number = text[i] - '0';
    if (text[i] == batch) {
      out.batch = i;
    } else if (text[i] == features) {
      out.features = i;
    } else if (number >= 0 && number < rank - 2) {
      out.spatial[number] = i;
    }
  }
  if (std::ssize(text) != rank || out.batch < 0 || out.features < 0 ||
      std::ranges::find(out.spatial, -1) != out.spatial.end()) {
    site.fail(Code::kOpArguments,
              fmt::format("\"{}\" does not name {} dimensions, '{}', '{}' and one digit for each other", text, rank,
                          batch, features));
  }
  return out;
}

}  // namespace

Tensor sort(Operand x, int dim, SortOptions options) {
  return detail::guarded([&] {
    Site site("sort", {&x});
    Value* value = site.value(x);
    return site.result(sorted(site, {value}, site.dim(dim, value->type().rank()), options.descending)->result());
  });
}

Tensor argsort(Operand x, int dim, SortOptions options) {
  return detail::guarded([&] {
    Site site("argsort", {&x});
    Value* value = site.value(x);
    const int at = site.dim(dim, value->type().rank());
    Value* places = site.add(OpKind::kIota, {}, {{AttrKey::kIotaDimension, site.context().integer(at)}},
                             site.tensor(ElementType::kS32, value->type().dims()));
    return site.result(sorted(site, {value, places}, at, options.descending)->result(1));
  });
}

TopK top_k(Operand x, std::int64_t k) {
  return detail::guarded([&]() -> TopK {
    Site site("top_k", {&x});
    Value* value = site.value(x);
    const Type type = value->type();
    const int last = site.dim(-1, type.rank());
    if (k < 0 || k > type.dim(last)) {
      site.fail(Code::kOpArguments, fmt::format("{} of a dimension of {}", k, type.dim(last)));
    }
    std::vector<std::int64_t> sizes(type.dims().begin(), type.dims().end());
    sizes[last] = k;
    const Type types[] = {site.tensor(type.element(), sizes), site.tensor(ElementType::kS32, sizes)};
    core::Op* op = site.add_op(OpKind::kTopK, std::span(&value, 1), types, {{AttrKey::kK, site.context().integer(k)}});
    return {site.result(op->result(0)), site.result(op->result(1))};
  });
}

Tensor fft(Operand x, int dims) { return transformed("fft", "FFT", x, {}, dims); }
Tensor ifft(Operand x, int dims) { return transformed("ifft", "IFFT", x, {}, dims); }
Tensor rfft(Operand x, int dims) { return transformed("rfft", "RFFT", x, {}, dims); }
Tensor irfft(Operand x, const std::vector<std::int64_t>& sizes) {
  return transformed("irfft", "IRFFT", x, sizes, static_cast<int>(sizes.size()));
}

Tensor cholesky(Operand x, bool lower) {
  return detail::guarded([&] {
    Site site("cholesky", {&x});
    return site.result(
        site.add(OpKind::kCholesky, {site.value(x)}, {{AttrKey::kLower, site.context().boolean(lower)}}));
  });
}

Tensor triangular_solve(Operand a, Operand b, const TriangularSolveOptions& options) {
  return detail::guarded([&] {
    Site site("triangular_solve", {&a, &b});
    site.common_type({&a, &b});
    core::Context& context = site.context();
    const char* transpose = options.conjugate && options.transpose ? "ADJOINT"
                            : options.transpose                    ? "TRANSPOSE"
                                                                   : "NO_TRANSPOSE";
    if (options.conjugate && !options.transpose) {
      site.fail(Code::kOpArguments, "conjugate without transpose; use conj(a)");
    }
    return site.result(site.add(OpKind::kTriangularSolve, {site.value(a), site.value(b)},
                                {{AttrKey::kLeftSide, context.boolean(options.left)},
                                 {AttrKey::kLower, context.boolean(options.lower)},
                                 {AttrKey::kUnitDiagonal, context.boolean(options.unit_diagonal)},
                                 {AttrKey::kTransposeA, context.string(transpose)}}));
  });
}

Tensor conv(Operand x, Operand kernel, const ConvOptions& options) {
  return detail::guarded([&] {
    Site site("conv", {&x, &kernel});
    site.common_type({&x, &kernel});
    Value* value = site.value(x);
    Value* window = site.value(kernel);
    const int rank = value->type().rank(), spatial = rank - 2;
    if (spatial < 0 || spatial > 8 || window->type().rank() != rank) {
      site.fail(Code::kShapesDiffer, fmt::format("{} with a kernel {}: both have batch or features out, features in "
                                                 "and spatial dimensions",
                                                 detail::type_text(value->type()), detail::type_text(window->type())));
    }
    const std::string digits = std::string("01234567").substr(0, spatial);
    const std::string text =
        options.layout.empty() ? fmt::format("b{0}f,{0}fo->b{0}o", digits) : std::string(options.layout);
    const size_t comma = text.find(','), arrow = text.find("->");
    if (comma == std::string::npos || arrow == std::string::npos || arrow < comma) {
      site.fail(Code::kOpArguments, fmt::format("layout \"{}\" is not like \"b01f,01fo->b01o\"", text));
    }
    const ConvLayout in = layout_of(site, std::string_view(text).substr(0, comma), 'b', 'f', rank),
                     weights =
                         layout_of(site, std::string_view(text).substr(comma + 1, arrow - comma - 1), 'o', 'f', rank),
                     out = layout_of(site, std::string_view(text).substr(arrow + 2), 'b', 'o', rank);
    const auto numbers = [&](const std::vector<std::int64_t>& given, const char* what) {
      if (!given.empty() && std::ssize(given) != spatial) {
        site.fail(Code::kOpArguments, fmt::format("{} {} for {} spatial dimensions", given.size(), what, spatial));
      }
      return given.empty() ? std::vector<std::int64_t>(spatial, 1) : given;
    };
    std::vector<std::int64_t> padding(2 * spatial, 0);
    if (!options.padding.empty() && std::ssize(options.padding) != spatial) {
      site.fail(Code::kOpArguments,
                fmt::format("padding of {} dimensions for {} spatial ones", options.padding.size(), spatial));
    }
    for (int i = 0; i < std::ssize(options.padding); ++i) {
      padding[2 * i] = options.padding[i].first;
      padding[2 * i + 1] = options.padding[i].second;
    }
    core::Context& c = site.context();
    return site.result(site.add(OpKind::kConvolution, {value, window},
                                {{AttrKey::kWindowStrides, c.ints(numbers(options.strides, "strides"))},
                                 {AttrKey::kPadding, c.ints(padding)},
                                 {AttrKey::kLhsDilation, c.ints(numbers(options.lhs_dilation, "dilations"))},
                                 {AttrKey::kRhsDilation, c.ints(numbers(options.rhs_dilation, "dilations"))},
                                 {AttrKey::kInputBatchDimension, c.integer(in.batch)},
                                 {AttrKey::kInputFeatureDimension, c.integer(in.features)},
                                 {AttrKey::kInputSpatialDimensions, c.ints(in.spatial)},
                                 {AttrKey::kKernelInputFeatureDimension, c.integer(weights.features)},
                                 {AttrKey::kKernelOutputFeatureDimension, c.integer(weights.batch)},
                                 {AttrKey::kKernelSpatialDimensions, c.ints(weights.spatial)},
                                 {AttrKey::kOutputBatchDimension, c.integer(out.batch)},
                                 {AttrKey::kOutputFeatureDimension, c.integer(out.features)},
                                 {AttrKey::kOutputSpatialDimensions, c.ints(out.spatial)},
                                 {AttrKey::kFeatureGroupCount, c.integer(options.feature_groups)},
                                 {AttrKey::kBatchGroupCount, c.integer(options.batch_groups)}}));
  });
}

}  // namespace v1
}  // namespace partita
