// Ops that move elements: slices and updates at places known later, pads, concatenations, gather, scatter.
#include <algorithm>

#include "engine/lowering.h"
#include "engine/pointwise.h"
#include "engine/steps.h"
#include "ir/combiner.h"
#include "ir/views.h"

namespace partita::core::engine {

bool Lowering::lower_move(const Op& op) {
  switch (op.kind()) {
    case OpKind::kDynamicSlice: {
      const View operand = view_of(*op.operand(0));
      views_[op.result()] = dynamic_window(op, 1, operand, op.ints_attr(AttrKey::kSliceSizes));
      return true;
    }
    case OpKind::kDynamicUpdateSlice: {
      if (is_there(op)) {
        views_[op.result()] = view_of(*op.operand(0));
        return true;
      }
      View update = view_of(*op.operand(1));
      View result = copy_to_overwrite(op, 0, {&update});
      copy(update, dynamic_window(op, 2, result, update.dims), &op);
      return true;
    }
    case OpKind::kConcatenate: {
      const View result = make(*op.result());
      const int64_t dim = op.int_attr(AttrKey::kDimension);
      View part = result;
      for (const Value* operand : op.operands()) {
        const View from = view_of(*operand);
        part.dims[dim] = from.dims[dim];
        copy(from, part, &op);
        part.place.offset += from.dims[dim] * part.strides[dim] * part.width();
      }
      return true;
    }
    case OpKind::kPad: {
      const View from = view_of(*op.operand(0)), value = view_of(*op.operand(1));
      emit(std::make_unique<PadStep>(&op, from, value, op.ints_attr(AttrKey::kEdgePaddingLow),
                                     op.ints_attr(AttrKey::kInteriorPadding), make(*op.result())));
      return true;
    }
    case OpKind::kGather: return lower_gather(op);
    case OpKind::kScatter: return lower_scatter(op);
    case OpKind::kReduceWindow: return lower_window(op);
    case OpKind::kSelectAndScatter: return lower_select_and_scatter(op);
    default: return false;
  }
}

View Lowering::dynamic_window(const Op& op, int first_index, const View& of, Ints sizes) {
  View out = of;
  out.dims.assign(sizes.begin(), sizes.end());
  if (sizes.empty()) return out;
  std::vector<View> starts;
  for (int i = first_index; i < op.num_operands(); ++i) starts.push_back(view_of(*op.operand(i)));
  out.place.reg = program_.registers++;
  windows_.resize(program_.registers);
  windows_[out.place.reg] = &op;
  emit(std::make_unique<OffsetStep>(&op, std::move(starts), of, sizes, out.place.reg));
  return out;
}

View Lowering::copy_to_overwrite(const Op& op, int operand, std::vector<View*> others) {
  const View from = view_of(*op.operand(operand));
  const auto found = destinations_.find(op.result(operand));
  const bool elsewhere = found != destinations_.end() && found->second.guard == nullptr &&
                         found->second.view.place.buffer != from.place.buffer;
  if (!elsewhere && may_overwrite(*op.operand(operand))) {
    for (View* other : others) {
      if (other->place.buffer == from.place.buffer) *other = copied(*other, &op);
    }
    views_[op.result(operand)] = from;
    return from;
  }
  const View to = make(*op.result(operand));
  for (View* other : others) {
    if (other->place.buffer == to.place.buffer) *other = copied(*other, &op);
  }
  copy(from, to, &op);
  return to;
}

View Lowering::copied(const View& view, const Op* op) {
  View out = view;
  out.strides = dense_strides(view.dims);
  out.place = {new_buffer(view.bytes()), 0, -1};
  copy(view, out, op);
  return out;
}

namespace {

// The index vectors as the last dimension, whatever dimension they are.
View with_vectors_last(const View& indices, int64_t vector_dim) {
  View out = indices;
  if (vector_dim == indices.rank()) {
    out.dims.push_back(1);
    out.strides.push_back(0);
    return out;
  }
  std::vector<int64_t> order;
  for (int d = 0; d < indices.rank(); ++d) {
    if (d != vector_dim) order.push_back(d);
  }
  order.push_back(vector_dim);
  return transposed(indices, order);
}

// The dimension of the batch (those of the indices but for the vectors) that is dimension d of the indices.
int64_t in_batch(int64_t d, int64_t vector_dim) { return d < vector_dim ? d : d - 1; }

}  // namespace

bool Lowering::lower_gather(const Op& op) {
  const ir::GatherDims dims = ir::gather_dims(op);
  const View operand = view_of(*op.operand(0));
  if (operand.num_elements() == 0 || op.result()->type().num_elements() == 0) return false;
  const View result = make(*op.result());
  WindowIndices indices;
  indices.indices = with_vectors_last(view_of(*op.operand(1)), dims.index_vector_dim);
  for (int64_t d : dims.start_index_map) {
    indices.strides.push_back(operand.strides[d]);
    indices.most.push_back(operand.dims[d] - dims.slice_sizes[d]);
  }
  indices.batch_strides.assign(indices.indices.rank() - 1, 0);
  for (size_t i = 0; i < dims.operand_batching_dims.size(); ++i) {
    indices.batch_strides[in_batch(dims.start_indices_batching_dims[i], dims.index_vector_dim)] +=
        operand.strides[dims.operand_batching_dims[i]];
  }
  View from = operand, to = result;
  from.dims.clear(), from.strides.clear(), to.dims.clear(), to.strides.clear();
  size_t next = 0;
  for (int d = 0; d < operand.rank(); ++d) {
    if (ir::contains(dims.collapsed_slice_dims, d) || ir::contains(dims.operand_batching_dims, d)) continue;
    from.dims.push_back(dims.slice_sizes[d]);
    from.strides.push_back(operand.strides[d]);
    to.dims.push_back(dims.slice_sizes[d]);
    to.strides.push_back(result.strides[dims.offset_dims[next++]]);
  }
  std::vector<int64_t> batch_strides;
  for (int d = 0; d < result.rank(); ++d) {
    if (!ir::contains(dims.offset_dims, d)) batch_strides.push_back(result.strides[d]);
  }
  emit(std::make_unique<GatherStep>(&op, std::move(indices), from, to, std::move(batch_strides)));
  return true;
}

bool Lowering::lower_scatter(const Op& op) {
  if (op.num_results() != 1) return false;
  const ElementType element = op.result()->type().element();
  if (op.operand(2)->type().element() != element) return false;
  if (op.region(0).argument(0)->type().element() != element) return false;
  const bool overwrites = ir::is_overwrite(op.region(0));
  const std::optional<OpKind> kind = ir::simple_combiner(op.region(0));
  const std::optional<loop::Combiner> combiner = kind ? combiner_for(*kind) : std::nullopt;
  if (!overwrites && (!combiner || is_complex(element) || bit_width(element) < 8)) return false;
  if (op.result()->type().num_elements() == 0) return false;
  const ir::ScatterDims dims = ir::scatter_dims(op);
  // Of windows that may lie partly outside some elements count: those are the evaluator's.
  size_t window_dim = 0;
  for (int d = 0; d < op.operand(0)->type().rank(); ++d) {
    if (ir::contains(dims.inserted_window_dims, d) || ir::contains(dims.input_batching_dims, d)) continue;
    const int64_t size = op.operand(2)->type().dim(static_cast<int>(dims.update_window_dims[window_dim++]));
    if (size != 1 && ir::contains(dims.scatter_dims_to_operand_dims, d)) return false;
    if (size > op.operand(0)->type().dim(d)) return false;
  }
  WindowIndices indices;
  indices.indices = with_vectors_last(view_of(*op.operand(1)), dims.index_vector_dim);
  View update = view_of(*op.operand(2));
  View* const others[] = {&indices.indices, &update};
  const View operand = copy_to_overwrite(op, 0, {others[0], others[1]});
  indices.clamps = false;
  indices.batch_strides.assign(indices.indices.rank() - 1, 0);
  for (size_t i = 0; i < dims.input_batching_dims.size(); ++i) {
    indices.batch_strides[in_batch(dims.scatter_indices_batching_dims[i], dims.index_vector_dim)] +=
        operand.strides[dims.input_batching_dims[i]];
  }
  View to = operand, from = update;
  from.dims.clear(), from.strides.clear(), to.dims.clear(), to.strides.clear();
  std::vector<int64_t> window_sizes(operand.rank(), 1);
  size_t next = 0;
  for (int d = 0; d < operand.rank(); ++d) {
    if (ir::contains(dims.inserted_window_dims, d) || ir::contains(dims.input_batching_dims, d)) continue;
    const int64_t u = dims.update_window_dims[next++];
    window_sizes[d] = update.dims[u];
    to.dims.push_back(update.dims[u]);
    to.strides.push_back(operand.strides[d]);
    from.dims.push_back(update.dims[u]);
    from.strides.push_back(update.strides[u]);
  }
  for (int64_t d : dims.scatter_dims_to_operand_dims) {
    indices.strides.push_back(operand.strides[d]);
    indices.most.push_back(operand.dims[d] - window_sizes[d]);
  }
  std::vector<int64_t> batch_strides;
  for (int d = 0; d < update.rank(); ++d) {
    if (!ir::contains(dims.update_window_dims, d)) batch_strides.push_back(update.strides[d]);
  }
  std::shared_ptr<const loop::Kernel> combine;
  if (!overwrites) {
    loop::Program program;
    program.dims = to.dims;
    std::vector<int64_t> to_strides = to.strides, from_strides = from.strides;
    if (program.dims.empty()) {
      program.dims = {1};
      to_strides = from_strides = {0};
    }
    const int left = program.load(program.add_buffer(element, to_strides));
    const int right = program.load(program.add_buffer(element, from_strides));
    program.store(program.add_buffer(element, to_strides), add_combination(program, *combiner, left, right));
    combine = loop::compile(program);
  }
  auto step = std::make_unique<ScatterStep>(&op, std::move(indices), to, from, std::move(batch_strides), combine);
  if (combine != nullptr) step->computes.emplace_back(op.result(), operand);
  emit(std::move(step));
  return true;
}

}  // namespace partita::core::engine
