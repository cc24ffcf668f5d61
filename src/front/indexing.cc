// Slices and rows whose places are computed.
#include <fmt/format.h>

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

// Scalars of one integer type; numbers are given the type of the tensors beside them.
std::vector<Value*> starts_of(Site& site, const std::vector<Operand>& starts, int rank) {
  if (std::ssize(starts) != rank) {
    site.fail(Code::kOpArguments, fmt::format("{} starts for {} dimensions", starts.size(), rank));
  }
  ElementType type = ElementType::kS32;
  const Operand* first = nullptr;
  for (const Operand& start : starts) {
    if (!start.is_tensor()) continue;
    if (first == nullptr) first = &start;
    type = site.common_type({first, &start});
  }
  std::vector<Value*> values;
  for (const Operand& start : starts) {
    values.push_back(site.value(start, type));
    if (values.back()->type().rank() != 0 || !core::ir::is_integer(type)) {
      site.fail(Code::kOpArguments,
                fmt::format("a start is {}; integer scalars are wanted", detail::type_text(values.back()->type())));
    }
  }
  return values;
}

void check_indices(Site& site, const Value* indices) {
  if (!core::ir::is_integer(indices->type().element())) {
    site.fail(Code::kTypesDiffer, fmt::format("the indices are {}, not integers", detail::type_text(indices->type())));
  }
}

std::vector<std::int64_t> counted(std::int64_t from, std::int64_t count) {
  std::vector<std::int64_t> out(count);
  std::iota(out.begin(), out.end(), from);
  return out;
}

// Indices as vectors of one number each.
Value* with_vector_dim(Site& site, Value* indices) {
  std::vector<std::int64_t> sizes(indices->type().dims().begin(), indices->type().dims().end());
  sizes.push_back(1);
  return site.reshape(indices, sizes);
}

Value* gathered(Site& site, Value* x, Value* indices, const GatherOptions& options) {
  core::Context& context = site.context();
  return site.add(OpKind::kGather, {x, indices},
                  {{AttrKey::kOffsetDims, context.ints(options.offset_dims)},
                   {AttrKey::kCollapsedSliceDims, context.ints(options.collapsed_slice_dims)},
                   {AttrKey::kOperandBatchingDims, context.ints(options.operand_batching_dims)},
                   {AttrKey::kStartIndicesBatchingDims, context.ints(options.start_indices_batching_dims)},
                   {AttrKey::kStartIndexMap, context.ints(options.start_index_map)},
                   {AttrKey::kIndexVectorDim, context.integer(options.index_vector_dim)},
                   {AttrKey::kSliceSizes, context.ints(options.slice_sizes)},
                   {AttrKey::kIndicesAreSorted, context.boolean(options.indices_are_sorted)}});
}

}  // namespace

Tensor dynamic_slice(Operand x, const std::vector<Operand>& starts, const Shape& sizes) {
  return detail::guarded([&] {
    Site site("dynamic_slice", {&x});
    Value* value = site.value(x);
    const Type type = value->type();
    std::vector<Value*> operands = {value};
    for (Value* start : starts_of(site, starts, type.rank())) operands.push_back(start);
    bool fits = sizes.rank() == type.rank();
    for (int i = 0; fits && i < type.rank(); ++i) fits = sizes[i] >= 0 && sizes[i] <= type.dim(i);
    if (!fits) {
      site.fail(Code::kShapesDiffer,
                fmt::format("[{}] does not lie inside of {}", fmt::join(sizes.dims(), ","), detail::type_text(type)));
    }
    return site.result(
        site.add(OpKind::kDynamicSlice, operands, {{AttrKey::kSliceSizes, site.context().ints(sizes.dims())}}));
  });
}

Tensor dynamic_update_slice(Operand x, Operand update, const std::vector<Operand>& starts) {
  return detail::guarded([&] {
    Site site("dynamic_update_slice", {&x, &update});
    site.common_type({&x, &update});
    Value* value = site.value(x);
    Value* part = site.value(update);
    const Type type = value->type(), small = part->type();
    bool fits = small.rank() == type.rank();
    for (int i = 0; fits && i < type.rank(); ++i) fits = small.dim(i) <= type.dim(i);
    if (!fits) {
      site.fail(Code::kShapesDiffer,
                fmt::format("{} does not lie inside of {}", detail::type_text(small), detail::type_text(type)));
    }
    std::vector<Value*> operands = {value, part};
    for (Value* start : starts_of(site, starts, type.rank())) operands.push_back(start);
    return site.result(site.add(OpKind::kDynamicUpdateSlice, operands));
  });
}

Tensor dynamic_row(Operand x, Operand index, int dim) {
  const Scope scope("", x.where());
  return detail::guarded([&] {
    Site site("dynamic_row", {&x, &index});
    const Type type = site.value(x)->type();
    const int at = site.dim(dim, type.rank());
    std::vector<Operand> starts(type.rank(), Operand(0, x.where()));
    starts[at] = index;
    std::vector<std::int64_t> sizes(type.dims().begin(), type.dims().end());
    sizes[at] = 1;
    return squeeze(dynamic_slice(x, starts, Shape(sizes)), at);
  });
}

Tensor take(Operand x, Operand indices, int dim) {
  return detail::guarded([&] {
    Site site("take", {&x, &indices});
    Value* value = site.value(x);
    Value* places = site.value(indices, ElementType::kS32);
    check_indices(site, places);
    const Type type = value->type();
    const int at = site.dim(dim, type.rank()), count = places->type().rank();
    GatherOptions how;
    for (int i = 0; i < type.rank(); ++i) {
      if (i != at) how.offset_dims.push_back(i < at ? i : i - 1 + count);
    }
    how.collapsed_slice_dims = how.start_index_map = {at};
    how.index_vector_dim = count;
    how.slice_sizes.assign(type.dims().begin(), type.dims().end());
    if (how.slice_sizes[at] == 0) site.fail(Code::kOpArguments, "rows of an empty dimension");
    how.slice_sizes[at] = 1;
    return site.result(gathered(site, value, with_vector_dim(site, places), how));
  });
}

Tensor take_along(Operand x, Operand indices, int dim) {
  return detail::guarded([&] {
    Site site("take_along", {&x, &indices});
    Value* value = site.value(x);
    Value* places = site.value(indices);
    check_indices(site, places);
    const Type type = value->type(), wanted = places->type();
    const int at = site.dim(dim, type.rank());
    bool fits = wanted.rank() == type.rank();
    for (int i = 0; fits && i < type.rank(); ++i) fits = i == at || wanted.dim(i) == type.dim(i);
    if (!fits) {
      site.fail(Code::kShapesDiffer, fmt::format("{} and the indices {} differ in more than dimension {}",
                                                 detail::type_text(type), detail::type_text(wanted), at));
    }
    GatherOptions how;
    for (int i = 0; i < type.rank(); ++i) {
      if (i != at) how.operand_batching_dims.push_back(i);
    }
    how.start_indices_batching_dims = how.operand_batching_dims;
    how.collapsed_slice_dims = how.start_index_map = {at};
    how.index_vector_dim = type.rank();
    how.slice_sizes.assign(type.rank(), 1);
    return site.result(gathered(site, value, with_vector_dim(site, places), how));
  });
}

Tensor gather(Operand x, Operand indices, const GatherOptions& options) {
  return detail::guarded([&] {
    Site site("gather", {&x, &indices});
    Value* places = site.value(indices);
    check_indices(site, places);
    return site.result(gathered(site, site.value(x), places, options));
  });
}

Tensor scatter_add(Operand x, Operand indices, Operand updates) {
  return detail::guarded([&] {
    Site site("scatter_add", {&x, &indices, &updates});
    site.common_type({&x, &updates});
    Value* value = site.value(x);
    Value* places = site.value(indices);
    Value* added = site.value(updates);
    check_indices(site, places);
    const Type type = value->type();
    const int count = places->type().rank();
    std::vector<std::int64_t> wanted(places->type().dims().begin(), places->type().dims().end());
    if (type.rank() == 0) site.fail(Code::kNoDimension, "a scalar has no rows");
    wanted.insert(wanted.end(), type.dims().begin() + 1, type.dims().end());
    if (!std::ranges::equal(added->type().dims(), wanted)) {
      site.fail(Code::kShapesDiffer, fmt::format("the updates are {}, indices and rows make [{}]",
                                                 detail::type_text(added->type()), fmt::join(wanted, ",")));
    }
    core::Context& context = site.context();
    const std::vector<std::int64_t> none;
    Value* const operands[] = {value, with_vector_dim(site, places), added};
    core::Op* op = site.add_op(OpKind::kScatter, operands, std::span(&type, 1),
                               {{AttrKey::kUpdateWindowDims, context.ints(counted(count, type.rank() - 1))},
                                {AttrKey::kInsertedWindowDims, context.ints({0})},
                                {AttrKey::kInputBatchingDims, context.ints(none)},
                                {AttrKey::kScatterIndicesBatchingDims, context.ints(none)},
                                {AttrKey::kScatterDimsToOperandDims, context.ints({0})},
                                {AttrKey::kIndexVectorDim, context.integer(count)},
                                {AttrKey::kIndicesAreSorted, context.boolean(false)},
                                {AttrKey::kUniqueIndices, context.boolean(false)}},
                               1);
    site.fill_combiner(op->region(0), type.element() == ElementType::kPred ? OpKind::kOr : OpKind::kAdd,
                       type.element());
    return site.result(op->result());
  });
}

}  // namespace v1
}  // namespace partita
