// gather: one window of the operand for every index vector, placed where the result's batch dimensions say.
//
//   operand 3x4, indices [[2], [0]] along dimension 0, slices 1x4  ->  rows 2 and 0
#include <algorithm>

#include "eval/op_families.h"
#include "eval/ops/index_vectors.h"
#include "eval/strided.h"
#include "ir/views.h"

namespace partita::core::eval {

Status eval_gather(OpCall& call) {
  const Tensor& operand = call.operands[0];
  GatherDims g = gather_dims(call.op);
  Tensor out = Tensor::make(call.result_type());
  if (out.size() == 0 || operand.size() == 0) {  // windows of no rows hold nothing that could be read
    call.give(std::move(out));
    return {};
  }
  Dims dims = operand.type().dims();
  std::vector<int64_t> from = row_major_strides(dims);
  std::vector<int64_t> to = row_major_strides(out.type().dims());

  // The window's dimensions in order are the result's offset dimensions.
  std::vector<int64_t> window, window_from, window_to, batch_to;
  for (size_t d = 0; d < dims.size(); ++d) {
    int64_t dim = static_cast<int64_t>(d);
    if (std::ranges::count(g.collapsed_slice_dims, dim) || std::ranges::count(g.operand_batching_dims, dim)) continue;
    window_to.push_back(to[g.offset_dims[window.size()]]);
    window.push_back(g.slice_sizes[d]);
    window_from.push_back(from[d]);
  }
  for (size_t d = 0; d < to.size(); ++d) {
    if (!std::ranges::count(g.offset_dims, static_cast<int64_t>(d))) batch_to.push_back(to[d]);
  }
  StridedCopy copy_window(byte_width(operand.type().element()), window, window_from, window_to);

  IndexVectors indices(call.operands[1], g.index_vector_dim);
  for (Odometer at(indices.batch_dims()); at.valid(); at.next()) {
    Dims vector = indices.at(at.index());
    int64_t source = 0, target = 0;
    for (size_t i = 0; i < vector.size(); ++i) {
      size_t d = g.start_index_map[i];
      source += std::clamp<int64_t>(vector[i], 0, dims[d] - g.slice_sizes[d]) * from[d];
    }
    for (size_t i = 0; i < g.operand_batching_dims.size(); ++i) {
      size_t batch = indices.batch_position(g.start_indices_batching_dims[i]);
      source += at.index()[batch] * from[g.operand_batching_dims[i]];
    }
    for (size_t i = 0; i < batch_to.size(); ++i) target += at.index()[i] * batch_to[i];
    copy_window(bytes_of(operand, source), mutable_bytes_of(out, target));
  }
  call.give(std::move(out));
  return {};
}

}  // namespace partita::core::eval
