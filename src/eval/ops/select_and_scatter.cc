// select_and_scatter: in every window of the operand one element is selected, and the source's element for that window
// is scattered to its place.
//
//   operand [1 5 2 3], windows of 2, select "greater or equal", source [10 20], scatter "add"  ->  [0 10 0 20]
//
// `select` compares the element chosen so far with the next one; padding is never chosen.
#include "eval/op_families.h"
#include "eval/ops/ordered_updates.h"
#include "eval/strided.h"
#include "ir/views.h"

namespace partita::core::eval {
namespace {

constexpr int64_t kNone = -1;

// For every window, in order, the offset of the selected element, or kNone where the window holds only padding. All
// windows advance together, one element at a time.
Result<std::vector<int64_t>> selected_offsets(OpCall& call, Dims source_dims) {
  RegionProgram select(call.op.region(0), call.machine);
  const Tensor& tensor = call.operands[0];
  Elements operand(tensor, select.argument_element(0));
  Dims dims = tensor.type().dims();
  std::vector<int64_t> strides = row_major_strides(dims);
  std::vector<WindowDim> window = window_of(call.op);
  std::vector<int64_t> window_dims;
  for (const WindowDim& w : window) window_dims.push_back(w.size);

  size_t windows = product(source_dims);
  int width = byte_width(operand.type());
  std::vector<int64_t> chosen(windows, kNone);
  std::vector<int64_t> contested, current, candidate;
  std::vector<std::byte> left(windows * static_cast<size_t>(width)), right(left.size()), keeps(windows);
  for (Odometer element(window_dims); windows > 0 && element.valid(); element.next()) {
    contested.clear(), current.clear(), candidate.clear();
    size_t i = 0;
    for (Odometer at(source_dims); at.valid(); at.next(), ++i) {
      int64_t offset = 0;
      bool inside = true;
      for (size_t d = 0; inside && d < dims.size(); ++d) {
        int64_t position = at.index()[d] * window[d].stride + element.index()[d] - window[d].padding_low;
        inside = position >= 0 && position < dims[d];
        offset += position * strides[d];
      }
      if (!inside) continue;
      if (chosen[i] == kNone) {
        chosen[i] = offset;
        continue;
      }
      contested.push_back(static_cast<int64_t>(i));
      current.push_back(chosen[i]);
      candidate.push_back(offset);
    }
    if (contested.empty()) continue;
    gather_elements(width, operand.data(), current, left.data());
    gather_elements(width, operand.data(), candidate, right.data());
    const void* arguments[] = {left.data(), right.data()};
    void* results[] = {keeps.data()};
    PARTITA_CHECK_OK(select.run(arguments, results, contested.size()));
    for (size_t j = 0; j < contested.size(); ++j) {
      if (keeps[j] == std::byte{0}) chosen[contested[j]] = candidate[j];
    }
  }
  return chosen;
}

}  // namespace

Status eval_select_and_scatter(OpCall& call) {
  Combiner body(call.op.region(1), call.machine);
  PARTITA_ASSIGN(std::vector<int64_t> targets, selected_offsets(call, call.operands[1].type().dims()));
  int64_t size = call.result_type().num_elements();
  std::vector<Elements> source = body.inputs(call, 1);
  Columns results = body.initial(body.inputs(call, 2), size);
  OrderedUpdates queue(body, results, size, source);
  for (size_t i = 0; i < targets.size(); ++i) {
    if (targets[i] != kNone) PARTITA_CHECK_OK(queue.add(targets[i], static_cast<int64_t>(i)));
  }
  PARTITA_CHECK_OK(queue.flush());
  body.give_results(call, results);
  return {};
}

}  // namespace partita::core::eval
