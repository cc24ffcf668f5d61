// Values from nothing.
#include <fmt/format.h>

#include "front/site.h"
#include "transform/grad/remat.h"

namespace partita {
inline namespace v1 {
namespace {

using core::AttrKey;
using core::Code;
using core::ElementType;
using core::OpKind;
using detail::Site;

}  // namespace

Tensor full(DType type, const Shape& shape, double value, Where where) {
  return detail::guarded([&] {
    Site site("full", where);
    const auto element = static_cast<ElementType>(type);
    site.tensor(element, shape.dims());
    if (type == pred) {
      if (value != 0 && value != 1) site.fail(Code::kNumber, fmt::format("{} is no value of pred", value));
      const std::byte byte = static_cast<std::byte>(value != 0);
      core::Value* scalar =
          site.add(OpKind::kConstant, {},
                   {{AttrKey::kValue, site.context().dense(site.tensor(element, {}), true, std::span(&byte, 1))}});
      return site.result(site.broadcast_to(scalar, shape.dims()));
    }
    return site.result(site.number(Operand(value, where), element, shape.dims()));
  });
}

Tensor zeros(DType type, const Shape& shape, Where where) { return full(type, shape, 0, where); }
Tensor ones(DType type, const Shape& shape, Where where) { return full(type, shape, 1, where); }
Tensor zeros_like(Operand x) { return full(x.tensor().dtype(), x.tensor().shape(), 0, x.where()); }
Tensor ones_like(Operand x) { return full(x.tensor().dtype(), x.tensor().shape(), 1, x.where()); }

Tensor iota(DType type, const Shape& shape, int dim, Where where) {
  return detail::guarded([&] {
    Site site("iota", where);
    const int at = site.dim(dim, shape.rank());
    if (type == pred) site.fail(Code::kTypesDiffer, "pred does not count");
    return site.result(site.add(OpKind::kIota, {}, {{AttrKey::kIotaDimension, site.context().integer(at)}},
                                site.tensor(static_cast<ElementType>(type), shape.dims())));
  });
}

Tensor one_hot(Operand indices, std::int64_t classes, DType type) {
  const Scope scope("", indices.where());
  std::vector<std::int64_t> dims = indices.tensor().shape().dims();
  const Tensor spread = expand_dims(indices, -1);
  dims.push_back(classes);
  return convert(equal(spread, iota(spread.dtype(), Shape(dims), -1)), type);
}

Tensor named(Operand x, std::string_view name) {
  return detail::guarded([&] {
    Site site("named", {&x});
    core::Value* value = site.value(x);
    for (const char c : name) {
      if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.' && c != '-') {
        site.fail(Code::kOpArguments, fmt::format("'{}' is no name: letters, digits, '_', '.' and '-' make one", name));
      }
    }
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) || name[0] == '-') {
      site.fail(Code::kOpArguments, fmt::format("'{}' is no name: it begins with a letter or '_'", name));
    }
    return site.result(site.mark(value, core::transform::kNamed, name));
  });
}

std::vector<Tensor> optimization_barrier(const std::vector<Operand>& values) {
  return detail::guarded([&] {
    Site site("optimization_barrier", values, Where());
    std::vector<core::Value*> operands;
    std::vector<core::Type> types;
    for (const Operand& value : values) {
      operands.push_back(site.value(value));
      types.push_back(operands.back()->type());
    }
    core::Op* op = site.add_op(OpKind::kOptimizationBarrier, operands, types);
    std::vector<Tensor> out;
    for (core::Value* result : op->results()) out.push_back(site.result(result));
    return out;
  });
}

}  // namespace v1
}  // namespace partita
