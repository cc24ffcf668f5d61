// reduce_window as the specification has it: pad and dilate the inputs with the initial values, then reduce every
// window. All windows advance together: one step combines the accumulators of all with the same element of each.
//
//   [1 2 3 4], window 2, stride 1, padding 1 0, sum:   padded [0 1 2 3 4]
//   acc = [0 0 0 0];  acc += [0 1 2 3];  acc += [1 2 3 4]   ->  [1 3 5 7]
#include <algorithm>
#include <string>

#include "eval/op_families.h"
#include "eval/ops/combiner.h"
#include "eval/strided.h"
#include "ir/views.h"

namespace partita::core::eval {
namespace {

struct PaddedShape {
  std::vector<int64_t> dims, low, interior;
  // In elements of the padded tensor: from one window to the next, and from one element of a window to the next.
  std::vector<int64_t> window_strides, element_strides;
};

PaddedShape padded_shape(Dims dims, std::span<const WindowDim> window) {
  PaddedShape shape;
  for (size_t d = 0; d < dims.size(); ++d) {
    const WindowDim& w = window[d];
    int64_t dilated = dims[d] == 0 ? 0 : (dims[d] - 1) * w.base_dilation + 1;
    shape.dims.push_back(std::max<int64_t>(0, dilated + w.padding_low + w.padding_high));
    shape.low.push_back(w.padding_low);
    shape.interior.push_back(w.base_dilation - 1);
  }
  std::vector<int64_t> strides = row_major_strides(shape.dims);
  for (size_t d = 0; d < dims.size(); ++d) {
    shape.window_strides.push_back(strides[d] * window[d].stride);
    shape.element_strides.push_back(strides[d] * window[d].window_dilation);
  }
  return shape;
}

}  // namespace

Status eval_reduce_window(OpCall& call) {
  Combiner body(call.op.region(0), call.machine);
  int count = num_inputs(call.op);
  Dims dims = call.operands[0].type().dims();
  std::vector<WindowDim> window = window_of(call.op);
  PaddedShape padded = padded_shape(dims, window);
  Dims out_dims = call.result_type().dims();
  int64_t outputs = product(out_dims);

  std::vector<Elements> inputs = body.inputs(call, 0), init = body.inputs(call, count);
  Columns sums = body.initial(init, outputs);
  if (outputs > 0) {
    std::optional<int64_t> padded_size = ir::checked_element_count(padded.dims);
    constexpr int64_t kLimit = int64_t{1} << 34;
    if (!padded_size || *padded_size > kLimit) {
      return call.fail(Code::kResourceLimit, "reduce_window pads its operand to more than 2^34 elements");
    }
    Columns sources = body.initial(init, *padded_size);
    Columns slices = body.columns(outputs);
    std::vector<int64_t> dense = row_major_strides(out_dims);
    std::vector<StridedCopy> copies;
    std::vector<const std::byte*> elements;
    std::vector<int64_t> window_dims;
    for (const WindowDim& w : window) window_dims.push_back(w.size);
    for (int i = 0; i < count; ++i) {
      size_t c = i;
      copy_padded(body.width(i), dims, inputs[c].data(), padded.low, padded.interior, padded.dims, sources[c].data());
      copies.emplace_back(body.width(i), out_dims, padded.window_strides, dense);
      elements.push_back(slices[c].data());
    }
    for (Odometer at(window_dims); at.valid(); at.next()) {
      int64_t start = 0;
      for (size_t d = 0; d < dims.size(); ++d) start += at.index()[d] * padded.element_strides[d];
      for (int i = 0; i < count; ++i) {
        size_t c = i;
        copies[c](sources[c].data() + start * body.width(i), slices[c].data());
      }
      PARTITA_CHECK_OK(body.combine(sums, 0, elements, outputs));
    }
  }
  body.give_results(call, sums);
  return {};
}

}  // namespace partita::core::eval
