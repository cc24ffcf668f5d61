// Shapes, and slices with bounds that are known.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

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

// All of one type; numbers are not among them.
std::vector<Value*> parts_of(Site& site, const std::vector<Operand>& parts) {
  if (parts.empty()) site.fail(Code::kOpArguments, "of nothing");
  std::vector<Value*> values;
  for (const Operand& part : parts) {
    site.common_type({&parts[0], &part});
    values.push_back(site.value(part));
  }
  return values;
}

Value* sliced(Site& site, Value* value, const std::vector<std::int64_t>& starts,
              const std::vector<std::int64_t>& limits, const std::vector<std::int64_t>& strides) {
  core::Context& context = site.context();
  return site.add(OpKind::kSlice, {value},
                  {{AttrKey::kStartIndices, context.ints(starts)},
                   {AttrKey::kLimitIndices, context.ints(limits)},
                   {AttrKey::kStrides, context.ints(strides)}});
}

// Along one dimension, everything of the others.
Value* sliced(Site& site, Value* value, int dim, std::int64_t start, std::int64_t limit, std::int64_t stride) {
  const Type type = value->type();
  std::vector<std::int64_t> starts(type.rank(), 0), limits(type.dims().begin(), type.dims().end()),
      strides(type.rank(), 1);
  starts[dim] = start;
  limits[dim] = limit;
  strides[dim] = stride;
  return sliced(site, value, starts, limits, strides);
}

// As Python reads bounds, but for those outside, which are errors.
std::int64_t bound(Site& site, std::int64_t given, std::int64_t size) {
  const std::int64_t counted = given < 0 ? given + size : given;
  if (counted < 0 || counted > size) {
    site.fail(Code::kOpArguments, fmt::format("{} lies outside of a dimension of {}", given, size));
  }
  return counted;
}

}  // namespace

Tensor reshape(Operand x, const Shape& shape) {
  return detail::guarded([&] {
    Site site("reshape", {&x});
    Value* value = site.value(x);
    std::vector<std::int64_t> dims = shape.dims();
    std::int64_t known = 1;
    int open = -1;
    for (int i = 0; i < std::ssize(dims); ++i) {
      if (dims[i] == -1 && open < 0) {
        open = i;
      } else if (dims[i] < 0 || __builtin_mul_overflow(known, dims[i], &known)) {
        site.fail(Code::kShapesDiffer, fmt::format("[{}] is no shape; one size may be -1", fmt::join(dims, ",")));
      }
    }
    const std::int64_t count = value->type().num_elements();
    if (open >= 0 && known > 0 && count % known == 0) dims[open] = known = count / known;
    if (open >= 0) known = std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>());
    if (known != count) {
      site.fail(Code::kShapesDiffer,
                fmt::format("{} has {} elements, [{}] has another number", detail::type_text(value->type()), count,
                            fmt::join(shape.dims(), ",")));
    }
    return site.result(site.reshape(value, dims));
  });
}

Tensor transpose(Operand x, const std::vector<int>& order) {
  return detail::guarded([&] {
    Site site("transpose", {&x});
    Value* value = site.value(x);
    const int rank = value->type().rank();
    std::vector<std::int64_t> all;
    if (order.empty()) {
      for (int i = rank - 1; i >= 0; --i) all.push_back(i);
    } else {
      if (std::ssize(order) != rank) {
        site.fail(Code::kNoDimension, fmt::format("an order of {} dimensions for {}", order.size(), rank));
      }
      site.dims(Dims(order), rank);
      for (int each : order) all.push_back(site.dim(each, rank));
    }
    return site.result(site.transpose(value, all));
  });
}

Tensor swap_dims(Operand x, int a, int b) {
  return detail::guarded([&] {
    Site site("swap_dims", {&x});
    Value* value = site.value(x);
    std::vector<std::int64_t> order(value->type().rank());
    std::iota(order.begin(), order.end(), 0);
    std::swap(order[site.dim(a, value->type().rank())], order[site.dim(b, value->type().rank())]);
    return site.result(site.transpose(value, order));
  });
}

Tensor move_dim(Operand x, int from, int to) {
  return detail::guarded([&] {
    Site site("move_dim", {&x});
    Value* value = site.value(x);
    const int rank = value->type().rank(), source = site.dim(from, rank), target = site.dim(to, rank);
    std::vector<std::int64_t> order(rank);
    std::iota(order.begin(), order.end(), 0);
    order.erase(order.begin() + source);
    order.insert(order.begin() + target, source);
    return site.result(site.transpose(value, order));
  });
}

Tensor broadcast_to(Operand x, const Shape& shape) {
  return detail::guarded([&] {
    Site site("broadcast_to", {&x});
    Value* value = site.value(x);
    const Type type = value->type();
    bool fits = shape.rank() >= type.rank();
    for (int i = 0; fits && i < type.rank(); ++i) {
      fits = type.dim(i) == 1 || type.dim(i) == shape[shape.rank() - type.rank() + i];
    }
    if (!fits) {
      site.fail(Code::kShapesDiffer,
                fmt::format("{} does not broadcast to [{}]", detail::type_text(type), fmt::join(shape.dims(), ",")));
    }
    return site.result(site.broadcast_to(value, shape.dims()));
  });
}

Tensor expand_dims(Operand x, const Dims& dims) {
  return detail::guarded([&] {
    Site site("expand_dims", {&x});
    Value* value = site.value(x);
    const int rank = value->type().rank() + static_cast<int>(dims.list().size());
    const std::vector<std::int64_t> added = site.dims(dims.all() ? Dims(std::vector<int>()) : dims, rank);
    std::vector<std::int64_t> sizes;
    int next = 0;
    for (int i = 0; i < rank; ++i) {
      sizes.push_back(std::ranges::find(added, i) != added.end() ? 1 : value->type().dim(next++));
    }
    return site.result(site.reshape(value, sizes));
  });
}

Tensor squeeze(Operand x, const Dims& dims) {
  return detail::guarded([&] {
    Site site("squeeze", {&x});
    Value* value = site.value(x);
    const Type type = value->type();
    const std::vector<std::int64_t> dropped = site.dims(dims, type.rank());
    std::vector<std::int64_t> sizes;
    for (int i = 0; i < type.rank(); ++i) {
      const bool drops = std::ranges::find(dropped, i) != dropped.end();
      if (drops && type.dim(i) != 1 && !dims.all()) {
        site.fail(Code::kShapesDiffer, fmt::format("dimension {} has size {}, not 1", i, type.dim(i)));
      }
      if (!drops || type.dim(i) != 1) sizes.push_back(type.dim(i));
    }
    return site.result(site.reshape(value, sizes));
  });
}

Tensor reverse(Operand x, const Dims& dims) {
  return detail::guarded([&] {
    Site site("reverse", {&x});
    Value* value = site.value(x);
    return site.result(site.add(OpKind::kReverse, {value},
                                {{AttrKey::kDimensions, site.context().ints(site.dims(dims, value->type().rank()))}}));
  });
}

Tensor concatenate(const std::vector<Operand>& parts, int dim) {
  return detail::guarded([&] {
    Site site("concatenate", parts, Where());
    const std::vector<Value*> values = parts_of(site, parts);
    const int at = site.dim(dim, values[0]->type().rank());
    for (const Value* value : values) {
      const Type first = values[0]->type(), type = value->type();
      bool fits = type.rank() == first.rank();
      for (int i = 0; fits && i < type.rank(); ++i) fits = i == at || type.dim(i) == first.dim(i);
      if (!fits) {
        site.fail(Code::kShapesDiffer, fmt::format("{} and {} differ in more than dimension {}",
                                                   detail::type_text(first), detail::type_text(type), at));
      }
    }
    if (values.size() == 1) return site.result(values[0]);
    return site.result(site.add(OpKind::kConcatenate, values, {{AttrKey::kDimension, site.context().integer(at)}}));
  });
}

Tensor stack(const std::vector<Operand>& parts, int dim) {
  return detail::guarded([&] {
    Site site("stack", parts, Where());
    const std::vector<Value*> values = parts_of(site, parts);
    const int at = site.dim(dim, values[0]->type().rank() + 1);
    std::vector<Operand> spread;
    for (Value* value : values) {
      if (value->type() != values[0]->type()) {
        site.fail(Code::kShapesDiffer, fmt::format("{} and {} differ", detail::type_text(values[0]->type()),
                                                   detail::type_text(value->type())));
      }
      std::vector<std::int64_t> sizes(value->type().dims().begin(), value->type().dims().end());
      sizes.insert(sizes.begin() + at, 1);
      spread.emplace_back(site.result(site.reshape(value, sizes)), site.where());
    }
    return concatenate(spread, at);
  });
}

std::vector<Tensor> split(Operand x, int parts, int dim) {
  return detail::guarded([&] {
    Site site("split", {&x});
    Value* value = site.value(x);
    const int at = site.dim(dim, value->type().rank());
    const std::int64_t size = value->type().dim(at);
    if (parts < 1 || size % parts != 0) {
      site.fail(Code::kShapesDiffer, fmt::format("a dimension of {} does not divide into {} parts", size, parts));
    }
    std::vector<Tensor> out;
    for (int i = 0; i < parts; ++i) {
      out.push_back(site.result(sliced(site, value, at, i * (size / parts), (i + 1) * (size / parts), 1)));
    }
    return out;
  });
}

Tensor tile(Operand x, const std::vector<std::int64_t>& times) {
  return detail::guarded([&] {
    Site site("tile", {&x});
    Value* value = site.value(x);
    const Type type = value->type();
    if (std::ssize(times) != type.rank()) {
      site.fail(Code::kOpArguments, fmt::format("{} numbers for {} dimensions", times.size(), type.rank()));
    }
    std::vector<std::int64_t> spread, at, sizes;
    for (int i = 0; i < type.rank(); ++i) {
      if (times[i] < 0) site.fail(Code::kOpArguments, fmt::format("{} times", times[i]));
      spread.push_back(times[i]);
      at.push_back(std::ssize(spread));
      spread.push_back(type.dim(i));
      sizes.push_back(times[i] * type.dim(i));
    }
    Value* wide = site.add(OpKind::kBroadcastInDim, {value}, {{AttrKey::kBroadcastDimensions, site.context().ints(at)}},
                           site.tensor(type.element(), spread));
    return site.result(site.reshape(wide, sizes));
  });
}

Tensor repeat_rows(Operand x, std::int64_t times, int dim) {
  return detail::guarded([&] {
    Site site("repeat_rows", {&x});
    Value* value = site.value(x);
    const Type type = value->type();
    const int which = site.dim(dim, type.rank());
    if (times < 0) site.fail(Code::kOpArguments, fmt::format("{} times", times));
    std::vector<std::int64_t> spread(type.dims().begin(), type.dims().end()), at(type.rank()), sizes = spread;
    spread.insert(spread.begin() + which + 1, times);
    sizes[which] *= times;
    for (int i = 0; i < type.rank(); ++i) at[i] = i <= which ? i : i + 1;
    Value* wide = site.add(OpKind::kBroadcastInDim, {value}, {{AttrKey::kBroadcastDimensions, site.context().ints(at)}},
                           site.tensor(type.element(), spread));
    return site.result(site.reshape(wide, sizes));
  });
}

Tensor pad(Operand x, const std::vector<Padding>& padding, Operand value) {
  return detail::guarded([&] {
    Site site("pad", {&x, &value});
    Value* padded = site.value(x);
    if (std::ssize(padding) != padded->type().rank()) {
      site.fail(Code::kOpArguments,
                fmt::format("padding of {} dimensions for {}", padding.size(), padded->type().rank()));
    }
    const ElementType type = site.common_type({&x, &value});
    std::vector<std::int64_t> low, high, interior;
    for (const Padding& each : padding) {
      low.push_back(each.low);
      high.push_back(each.high);
      interior.push_back(each.interior);
    }
    core::Context& context = site.context();
    Value* fill = value.is_tensor()            ? site.value(value)
                  : type == ElementType::kPred ? site.convert(site.number(value, ElementType::kS32), ElementType::kPred)
                                               : site.number(value, type);
    return site.result(site.add(OpKind::kPad, {padded, fill},
                                {{AttrKey::kEdgePaddingLow, context.ints(low)},
                                 {AttrKey::kEdgePaddingHigh, context.ints(high)},
                                 {AttrKey::kInteriorPadding, context.ints(interior)}}));
  });
}

// ---- slices

Tensor slice(Operand x, int dim, std::int64_t start, std::int64_t limit, std::int64_t stride) {
  return detail::guarded([&] {
    Site site("slice", {&x});
    Value* value = site.value(x);
    const int at = site.dim(dim, value->type().rank());
    const std::int64_t size = value->type().dim(at), from = bound(site, start, size), to = bound(site, limit, size);
    if (to < from || stride < 1) {
      site.fail(Code::kOpArguments, fmt::format("nothing lies from {} to {} in steps of {}", start, limit, stride));
    }
    return site.result(sliced(site, value, at, from, to, stride));
  });
}

Tensor slice(Operand x, const std::vector<std::int64_t>& starts, const std::vector<std::int64_t>& limits,
             const std::vector<std::int64_t>& strides) {
  return detail::guarded([&] {
    Site site("slice", {&x});
    Value* value = site.value(x);
    const Type type = value->type();
    if (std::ssize(starts) != type.rank() || std::ssize(limits) != type.rank() ||
        (!strides.empty() && std::ssize(strides) != type.rank())) {
      site.fail(Code::kOpArguments, fmt::format("one start, limit and stride for each of {} dimensions", type.rank()));
    }
    std::vector<std::int64_t> from, to;
    for (int i = 0; i < type.rank(); ++i) {
      from.push_back(bound(site, starts[i], type.dim(i)));
      to.push_back(bound(site, limits[i], type.dim(i)));
    }
    return site.result(
        sliced(site, value, from, to, strides.empty() ? std::vector<std::int64_t>(type.rank(), 1) : strides));
  });
}

Tensor row(Operand x, std::int64_t index, int dim) {
  return detail::guarded([&] {
    Site site("row", {&x});
    Value* value = site.value(x);
    const int at = site.dim(dim, value->type().rank());
    const std::int64_t size = value->type().dim(at), from = index < 0 ? index + size : index;
    if (from < 0 || from >= size) {
      site.fail(Code::kOpArguments, fmt::format("row {} of a dimension of {}", index, size));
    }
    Value* part = sliced(site, value, at, from, from + 1, 1);
    std::vector<std::int64_t> sizes(part->type().dims().begin(), part->type().dims().end());
    sizes.erase(sizes.begin() + at);
    return site.result(site.reshape(part, sizes));
  });
}

}  // namespace v1
}  // namespace partita
