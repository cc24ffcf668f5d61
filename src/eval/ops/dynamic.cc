// Slices whose place is a value of the program, and the sizes of dimensions.
#include <algorithm>

#include "eval/op_families.h"
#include "eval/strided.h"

namespace partita::core::eval {
namespace {

// Where the window of the given size starts in the operand, as an element offset.
int64_t window_start(Dims dims, Dims window, std::span<const Tensor> indices) {
  std::vector<int64_t> strides = row_major_strides(dims);
  int64_t start = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    start += std::clamp<int64_t>(index_values(indices[d])[0], 0, dims[d] - window[d]) * strides[d];
  }
  return start;
}

}  // namespace

Status eval_dynamic_slice(OpCall& call) {
  const Tensor& operand = call.operands[0];
  Dims dims = operand.type().dims();
  Tensor out = Tensor::make(call.result_type());
  Dims window = out.type().dims();
  if (out.size() > 0) {
    int64_t start = window_start(dims, window, call.operands.subspan(1));
    copy_strided(byte_width(operand.type().element()), window, {bytes_of(operand, start), row_major_strides(dims)},
                 {mutable_bytes_of(out), row_major_strides(window)});
  }
  call.give(std::move(out));
  return {};
}

Status eval_dynamic_update_slice(OpCall& call) {
  const Tensor& update = call.operands[1];
  Dims window = update.type().dims();
  if (update.size() == 0) {
    call.give(call.operands[0]);
    return {};
  }
  // Where nobody else holds the operand, as in a loop that fills a buffer, it is updated where it is.
  bool sole = call.operands[0].is_unshared();
  Tensor out = sole ? call.operands[0] : call.operands[0].unshared();
  Dims dims = out.type().dims();
  int64_t start = window_start(dims, window, call.operands.subspan(2));
  copy_strided(byte_width(update.type().element()), window, {bytes_of(update), row_major_strides(window)},
               {mutable_bytes_of(out, start), row_major_strides(dims)});
  call.give(std::move(out));
  return {};
}

Status eval_get_dimension_size(OpCall& call) {
  int dim = call.op.int_attr(AttrKey::kDimension);
  Tensor out = Tensor::make(call.result_type());
  out.as_mutable<int32_t>()[0] = static_cast<int32_t>(call.operands[0].type().dim(dim));
  call.give(std::move(out));
  return {};
}

Status eval_set_dimension_size(OpCall& call) {
  int64_t size = integer_at(call.operands[1]);
  int64_t dim = call.operands[0].type().dim(call.op.int_attr(AttrKey::kDimension));
  if (size != dim) {
    return call.fail(Code::kCannotEvaluate, "set_dimension_size to " + std::to_string(size) + " of a dimension of " +
                                                std::to_string(dim) + ": dynamic sizes are not evaluated");
  }
  call.give(call.operands[0].with_type(call.result_type()));
  return {};
}

}  // namespace partita::core::eval
