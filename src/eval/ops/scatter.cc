// scatter: every index vector names where a window of the updates goes; an element whose place lies outside the input
// is left out, the rest of its window is not. Index vectors are taken in ascending order, and the elements of a window
// within them.
#include <algorithm>

#include "eval/op_families.h"
#include "eval/ops/index_vectors.h"
#include "eval/ops/ordered_updates.h"
#include "eval/strided.h"
#include "ir/views.h"

namespace partita::core::eval {
namespace {

// Where the elements of a window lie, relative to its first: the same for all windows.
struct Window {
  std::vector<int64_t> dims;        // per input dimension; 1 for those the updates do not have
  std::vector<int64_t> in_input;    // per element
  std::vector<int64_t> in_updates;  // per element
};

Window window_of_updates(const ScatterDims& s, Type input, Type updates) {
  std::vector<int64_t> input_strides = row_major_strides(input.dims());
  std::vector<int64_t> update_strides = row_major_strides(updates.dims());
  Window window;
  std::vector<int64_t> steps;  // in the updates, per input dimension
  size_t next = 0;
  for (int64_t d = 0; d < input.rank(); ++d) {
    bool absent = ir::contains(s.inserted_window_dims, d) || ir::contains(s.input_batching_dims, d);
    size_t update_dim = absent ? 0 : static_cast<size_t>(s.update_window_dims[next++]);
    window.dims.push_back(absent ? 1 : updates.dims()[update_dim]);
    steps.push_back(absent ? 0 : update_strides[update_dim]);
  }
  for (Odometer at(window.dims); at.valid(); at.next()) {
    int64_t in_input = 0, in_updates = 0;
    for (size_t d = 0; d < steps.size(); ++d) {
      in_input += at.index()[d] * input_strides[d];
      in_updates += at.index()[d] * steps[d];
    }
    window.in_input.push_back(in_input);
    window.in_updates.push_back(in_updates);
  }
  return window;
}

}  // namespace

Status eval_scatter(OpCall& call) {
  Combiner body(call.op.region(0), call.machine);
  int count = num_inputs(call.op);
  ScatterDims s = scatter_dims(call.op);
  Type input = call.operands[0].type(), updates = call.operands[count + 1].type();
  Dims dims = input.dims();
  std::vector<int64_t> strides = row_major_strides(dims), update_strides = row_major_strides(updates.dims());

  std::vector<Elements> inputs = body.inputs(call, 0), sources = body.inputs(call, count + 1);
  Columns results;
  for (int i = 0; i < count; ++i) {
    const std::byte* data = inputs[i].data();
    results.emplace_back(data, data + input.num_elements() * body.width(i));
  }

  Window window = window_of_updates(s, input, updates);
  std::vector<int64_t> batch_strides;
  for (int64_t d = 0; d < updates.rank(); ++d) {
    if (!ir::contains(s.update_window_dims, d)) batch_strides.push_back(update_strides[d]);
  }

  OrderedUpdates queue(body, results, input.num_elements(), sources);
  IndexVectors indices(call.operands[count], s.index_vector_dim);
  std::vector<int64_t> start(dims.size());
  for (Odometer at(indices.batch_dims()); at.valid(); at.next()) {
    std::ranges::fill(start, 0);
    Dims vector = indices.at(at.index());
    for (size_t i = 0; i < vector.size(); ++i) {
      // Far outside stays far outside, without overflowing.
      start[s.scatter_dims_to_operand_dims[i]] = std::clamp<int64_t>(vector[i], -ir::kMaxElements, ir::kMaxElements);
    }
    for (size_t i = 0; i < s.input_batching_dims.size(); ++i) {
      start[s.input_batching_dims[i]] = at.index()[indices.batch_position(s.scatter_indices_batching_dims[i])];
    }
    bool whole = true;
    int64_t target = 0, source = 0;
    for (size_t d = 0; d < dims.size(); ++d) {
      whole = whole && start[d] >= 0 && start[d] + window.dims[d] <= dims[d];
    }
    for (size_t i = 0; i < batch_strides.size(); ++i) source += at.index()[i] * batch_strides[i];
    if (whole) {
      for (size_t d = 0; d < dims.size(); ++d) target += start[d] * strides[d];
      for (size_t e = 0; e < window.in_input.size(); ++e) {
        PARTITA_CHECK_OK(queue.add(target + window.in_input[e], source + window.in_updates[e]));
      }
      continue;
    }
    size_t e = 0;
    for (Odometer inside(window.dims); inside.valid(); inside.next(), ++e) {
      bool within = true;
      target = 0;
      for (size_t d = 0; within && d < dims.size(); ++d) {
        int64_t i = start[d] + inside.index()[d];
        within = i >= 0 && i < dims[d];
        target += within ? i * strides[d] : 0;
      }
      if (within) PARTITA_CHECK_OK(queue.add(target, source + window.in_updates[e]));
    }
  }
  PARTITA_CHECK_OK(queue.flush());
  body.give_results(call, results);
  return {};
}

}  // namespace partita::core::eval
