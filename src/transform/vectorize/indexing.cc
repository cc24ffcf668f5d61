// Slices, gathers and scatters.
#include <algorithm>

#include "transform/vectorize/rules.h"

namespace partita::core::transform {
namespace {

// Starts of slices as one tensor of indices, clamped as slices clamp them: [rank], or [n, rank] where one is mapped.
Batched start_vector(Batch& v, int first, Type operand, ir::Ints sizes) {
  TensorBuilder& b = v.b();
  bool any = false;
  for (int i = first; i < v.op().num_operands(); ++i) any = any || v.is_mapped(i);
  std::vector<Value*> columns;
  for (int d = 0; d < operand.rank(); ++d) {
    Batched start = v.operand(first + d);
    const Type type = start.value->type();
    Value* low = b.splat(type, 0);
    Value* high = b.splat(type, static_cast<double>(operand.dim(d) - sizes[d]));
    start.value = b.value(OpKind::kClamp, {low, start.value, high}, type);
    Value* column = any ? as_mapped(b, start, v.size()) : start.value;
    std::vector<int64_t> shape(column->type().dims().begin(), column->type().dims().end());
    shape.push_back(1);
    columns.push_back(b.reshape(b.convert(column, ElementType::kS64), shape));
  }
  return {b.concatenate(columns, any ? 1 : 0), any};
}

}  // namespace

Status vectorize_dynamic_slice(Batch& v) {
  const Op& op = v.op();
  const Type operand = op.operand(0)->type();
  const ir::Ints sizes = op.ints_attr(AttrKey::kSliceSizes);
  TensorBuilder& b = v.b();
  bool any = false;
  for (int i = 1; i < op.num_operands(); ++i) any = any || v.is_mapped(i);
  if (!any) {
    std::vector<Value*> starts;
    for (int i = 1; i < op.num_operands(); ++i) starts.push_back(v.operand(i).value);
    Value* none = b.zeros(starts.empty() ? b.tensor(ElementType::kS32, {}) : starts[0]->type());
    starts.insert(starts.begin(), none);
    v.set(0, b.dynamic_slice(v.operand(0).value, starts, with_first(v.size(), sizes)));
    return {};
  }
  Value* starts = start_vector(v, 1, operand, sizes).value;
  const bool mapped = v.is_mapped(0);
  const int64_t first = 0;
  const std::span<const int64_t> batching = mapped ? std::span(&first, 1) : std::span<const int64_t>();
  const auto all = ir::counting(operand.rank(), 1);
  const auto index_map = ir::counting(operand.rank(), mapped ? 1 : 0);
  const auto slice = mapped ? with_first(1, sizes) : std::vector<int64_t>(sizes.begin(), sizes.end());
  v.set(0, b.gather(v.operand(0).value, starts,
                    {.offset_dims = all,
                     .collapsed_slice_dims = {},
                     .operand_batching_dims = batching,
                     .start_indices_batching_dims = batching,
                     .start_index_map = index_map,
                     .index_vector_dim = 1,
                     .slice_sizes = slice},
                    v.wider(op.result()->type())));
  return {};
}

Status vectorize_dynamic_update_slice(Batch& v) {
  const Op& op = v.op();
  const Type operand = op.operand(0)->type(), update = op.operand(1)->type();
  TensorBuilder& b = v.b();
  bool any = false;
  for (int i = 2; i < op.num_operands(); ++i) any = any || v.is_mapped(i);
  if (!any) {
    std::vector<Value*> starts;
    for (int i = 2; i < op.num_operands(); ++i) starts.push_back(v.operand(i).value);
    Value* none = b.zeros(starts.empty() ? b.tensor(ElementType::kS32, {}) : starts[0]->type());
    starts.insert(starts.begin(), none);
    v.set(0, b.dynamic_update_slice(v.mapped(0), v.mapped(1), starts));
    return {};
  }
  Value* starts = start_vector(v, 2, operand, update.dims()).value;
  const int64_t first = 0;
  const auto window = ir::counting(operand.rank(), 1);
  v.set(0, b.scatter(v.mapped(0), starts, v.mapped(1),
                     {.update_window_dims = window,
                      .inserted_window_dims = {},
                      .input_batching_dims = std::span(&first, 1),
                      .scatter_indices_batching_dims = std::span(&first, 1),
                      .scatter_dims_to_operand_dims = window,
                      .index_vector_dim = 1},
                     std::nullopt, false, true));
  return {};
}

// Both mapped: a batching dimension. The operand alone: one more window dimension, taken whole. Indices alone: one more
// dimension of indices.
Status vectorize_gather(Batch& v) {
  const Op& op = v.op();
  const ir::GatherDims dims = ir::gather_dims(op);
  const bool operand = v.is_mapped(0), indices = v.is_mapped(1);
  auto moved = [](ir::Ints list, bool move) {
    return move ? shifted(list) : std::vector<int64_t>(list.begin(), list.end());
  };
  auto offset = shifted(dims.offset_dims);
  const auto collapsed = moved(dims.collapsed_slice_dims, operand), map = moved(dims.start_index_map, operand);
  auto operand_batching = moved(dims.operand_batching_dims, operand);
  auto indices_batching = moved(dims.start_indices_batching_dims, indices);
  auto sizes = std::vector<int64_t>(dims.slice_sizes.begin(), dims.slice_sizes.end());
  if (operand && indices) {
    operand_batching.insert(operand_batching.begin(), 0);
    indices_batching.insert(indices_batching.begin(), 0);
    sizes.insert(sizes.begin(), 1);
  } else if (operand) {
    offset.insert(offset.begin(), 0);
    sizes.insert(sizes.begin(), v.size());
  }
  Value* operands[] = {v.operand(0).value, v.operand(1).value};
  Op* copy = v.like_wider(operands);
  const auto put = [&](AttrKey key, const std::vector<int64_t>& list) { copy->set_attr(key, v.context().ints(list)); };
  put(AttrKey::kOffsetDims, offset);
  put(AttrKey::kCollapsedSliceDims, collapsed);
  put(AttrKey::kOperandBatchingDims, operand_batching);
  put(AttrKey::kStartIndicesBatchingDims, indices_batching);
  put(AttrKey::kStartIndexMap, map);
  put(AttrKey::kSliceSizes, sizes);
  copy->set_attr(AttrKey::kIndexVectorDim, v.context().integer(dims.index_vector_dim + (indices ? 1 : 0)));
  if (indices) copy->set_attr(AttrKey::kIndicesAreSorted, v.context().boolean(false));
  v.set_all(*copy);
  return {};
}

// The operand and the updates are mapped in any case; indices that are, too, make a batching dimension, others write
// one more window dimension.
Status vectorize_scatter(Batch& v) {
  if (v.regions_read_mapped()) return vectorize_rows(v);
  const Op& op = v.op();
  const int inputs = ir::num_inputs(op);
  const ir::ScatterDims dims = ir::scatter_dims(op);
  const bool indices = v.is_mapped(inputs);
  auto window = shifted(dims.update_window_dims);
  const auto inserted = shifted(dims.inserted_window_dims), map = shifted(dims.scatter_dims_to_operand_dims);
  auto input_batching = shifted(dims.input_batching_dims);
  auto indices_batching = indices ? shifted(dims.scatter_indices_batching_dims)
                                  : std::vector<int64_t>(dims.scatter_indices_batching_dims.begin(),
                                                         dims.scatter_indices_batching_dims.end());
  if (indices) {
    input_batching.insert(input_batching.begin(), 0);
    indices_batching.insert(indices_batching.begin(), 0);
  } else {
    window.insert(window.begin(), 0);
  }
  std::vector<Value*> operands;
  for (int i = 0; i < op.num_operands(); ++i) operands.push_back(i == inputs ? v.operand(i).value : v.mapped(i));
  Op* copy = v.like_wider(operands);
  const auto put = [&](AttrKey key, const std::vector<int64_t>& list) { copy->set_attr(key, v.context().ints(list)); };
  put(AttrKey::kUpdateWindowDims, window);
  put(AttrKey::kInsertedWindowDims, inserted);
  put(AttrKey::kInputBatchingDims, input_batching);
  put(AttrKey::kScatterIndicesBatchingDims, indices_batching);
  put(AttrKey::kScatterDimsToOperandDims, map);
  copy->set_attr(AttrKey::kIndexVectorDim, v.context().integer(dims.index_vector_dim + (indices ? 1 : 0)));
  if (indices) copy->set_attr(AttrKey::kIndicesAreSorted, v.context().boolean(false));
  v.set_all(*copy);
  return {};
}

}  // namespace partita::core::transform
