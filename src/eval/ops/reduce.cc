// reduce: accumulators for all elements of the result, combined with one slice of the inputs after the other in
// ascending order of the reduced index.
//
//   input 3x4 reduced over dimension 0:  acc[4] = init;  acc = body(acc, row 0);  …  acc = body(acc, row 2)
#include <algorithm>

#include "eval/op_families.h"
#include "eval/ops/combiner.h"
#include "eval/strided.h"
#include "ir/views.h"

namespace partita::core::eval {
namespace {

// Result elements handled at a time: their reduced elements are copied side by side, and should stay in the cache.
constexpr int64_t kResultsAtOnce = 1024;

}  // namespace

Status eval_reduce(OpCall& call) {
  Combiner body(call.op.region(0), call.machine);
  int count = num_inputs(call.op);
  Dims dims = call.operands[0].type().dims();
  Dims reduced = call.op.ints_attr(AttrKey::kDimensions);
  std::vector<int64_t> strides = row_major_strides(dims);
  std::vector<int64_t> reduced_dims, reduced_strides, kept_dims, kept_strides;
  for (size_t d = 0; d < dims.size(); ++d) {
    bool is_reduced = std::ranges::count(reduced, static_cast<int64_t>(d)) > 0;
    (is_reduced ? reduced_dims : kept_dims).push_back(dims[d]);
    (is_reduced ? reduced_strides : kept_strides).push_back(strides[d]);
  }
  int64_t kept = product(kept_dims), steps = product(reduced_dims);

  std::vector<Elements> inputs = body.inputs(call, 0);
  Columns sums = body.initial(body.inputs(call, count), kept);

  // Where every kept element and every reduced element starts in an input.
  auto offsets = [](Dims sizes, Dims distances) {
    std::vector<int64_t> result;
    for (Odometer at(sizes); at.valid(); at.next()) {
      int64_t offset = 0;
      for (size_t d = 0; d < sizes.size(); ++d) offset += at.index()[d] * distances[d];
      result.push_back(offset);
    }
    return result;
  };
  std::vector<int64_t> kept_offsets = offsets(kept_dims, kept_strides);
  std::vector<int64_t> step_offsets = offsets(reduced_dims, reduced_strides);

  Columns slice = body.columns(std::min(kept, kResultsAtOnce));
  std::vector<const std::byte*> elements(count);
  for (int64_t first = 0; first < kept; first += kResultsAtOnce) {
    int64_t n = std::min(kResultsAtOnce, kept - first);
    // Often a block is one run of memory: nothing to copy.
    bool dense = true;
    for (int64_t i = 1; dense && i < n; ++i) {
      dense = kept_offsets[first + i] == kept_offsets[first] + i;
    }
    for (int64_t step = 0; step < steps; ++step) {
      int64_t start = step_offsets[step];
      for (int i = 0; i < count; ++i) {
        size_t c = i;
        int width = body.width(i);
        if (dense) {
          elements[c] = inputs[c].data() + (start + kept_offsets[first]) * width;
        } else {
          elements[c] = slice[c].data();
          gather_elements(width, inputs[c].data() + start * width, std::span(kept_offsets).subspan(first, n),
                          slice[c].data());
        }
      }
      PARTITA_CHECK_OK(body.combine(sums, first, elements, n));
    }
  }
  body.give_results(call, sums);
  return {};
}

Status eval_map(OpCall& call) {
  RegionProgram body(call.op.region(0), call.machine);
  std::vector<Elements> inputs;
  std::vector<const void*> arguments;
  for (size_t i = 0; i < call.operands.size(); ++i) {
    inputs.emplace_back(call.operands[i], body.argument_element(i));
    arguments.push_back(inputs.back().data());
  }
  Tensor out = Tensor::make(call.result_type());
  void* results[] = {out.mutable_raw()};
  if (out.size() > 0) PARTITA_CHECK_OK(body.run(arguments.data(), results, out.size()));
  call.give(std::move(out));
  return {};
}

}  // namespace partita::core::eval
