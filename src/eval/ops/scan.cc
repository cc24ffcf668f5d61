// scan: a body walks along one dimension of the inputs and hands its carries on.
//
//   input [1 2 3], carry 0, body (x, c) -> (x + c, x + c)   ->   outputs [1 3 6], carry 6
//
// Body arguments are slices of the inputs, then the carries; body results are slices of the outputs, then the carries.
// A body of scalars over slices that are none is applied to each element.
#include <algorithm>

#include "eval/machine.h"
#include "eval/op_families.h"
#include "eval/region_program.h"
#include "eval/strided.h"
#include "ir/views.h"

namespace partita::core::eval {
namespace {

// Moves the slice at one position of a dimension out of a tensor and into one.
class Slicer {
 public:
  Slicer(Type type, int64_t dimension) : width_(byte_width(type.element())) {
    std::vector<int64_t> strides = row_major_strides(type.dims());
    step_ = strides[dimension] * width_;
    for (int64_t d = 0; d < type.rank(); ++d) {
      if (d == dimension) continue;
      dims_.push_back(type.dims()[d]);
      strides_.push_back(strides[d]);
    }
  }

  int64_t slice_bytes() const { return product(dims_) * width_; }
  void take(const Tensor& from, int64_t position, std::byte* slice) const {
    copy_strided(width_, dims_, {bytes_of(from) + position * step_, strides_}, {slice, row_major_strides(dims_)});
  }
  void put(const std::byte* slice, int64_t position, Tensor& to) const {
    copy_strided(width_, dims_, {slice, row_major_strides(dims_)}, {mutable_bytes_of(to) + position * step_, strides_});
  }

 private:
  int width_;
  int64_t step_;
  std::vector<int64_t> dims_, strides_;
};

struct ScanParts {
  std::vector<Slicer> inputs, outputs;
  int64_t length = 0;  // positions
  bool reverse = false;
  int64_t position(int64_t step) const { return reverse ? length - 1 - step : step; }
};

// A body whose arguments are whole slices and carries.
Status scan_slices(OpCall& call, const ScanParts& parts, std::vector<Tensor>& carries, std::vector<Tensor>& outputs) {
  const Region& body = call.op.region(0);
  for (int64_t step = 0; step < parts.length; ++step) {
    int64_t position = parts.position(step);
    std::vector<Tensor> arguments;
    for (size_t i = 0; i < parts.inputs.size(); ++i) {
      arguments.push_back(Tensor::make(body.argument(i)->type()));
      parts.inputs[i].take(call.operands[i], position, mutable_bytes_of(arguments.back()));
    }
    std::ranges::move(carries, std::back_inserter(arguments));
    PARTITA_ASSIGN(std::vector<Tensor> results, call.machine.run_region(body, std::move(arguments)));
    for (size_t i = 0; i < outputs.size(); ++i) parts.outputs[i].put(bytes_of(results[i]), position, outputs[i]);
    carries.assign(std::make_move_iterator(results.begin() + static_cast<std::ptrdiff_t>(outputs.size())),
                   std::make_move_iterator(results.end()));
  }
  return {};
}

// A body of scalars, applied to each element of slices and carries of one shape.
Status scan_elements(OpCall& call, const ScanParts& parts, std::vector<Tensor>& carries, std::vector<Tensor>& outputs) {
  RegionProgram body(call.op.region(0), call.machine);
  for (Tensor& carry : carries) carry = carry.unshared();
  std::vector<std::vector<std::byte>> inputs, results;
  std::vector<const void*> arguments;
  std::vector<void*> targets;
  for (const Slicer& slicer : parts.inputs) {
    inputs.emplace_back(static_cast<size_t>(slicer.slice_bytes()));
    arguments.push_back(inputs.back().data());
  }
  for (const Slicer& slicer : parts.outputs) {
    results.emplace_back(static_cast<size_t>(slicer.slice_bytes()));
    targets.push_back(results.back().data());
  }
  for (Tensor& carry : carries) {
    arguments.push_back(carry.raw());
    targets.push_back(carry.mutable_raw());
  }
  int64_t count = carries.empty() ? static_cast<int64_t>(inputs[0].size()) / byte_width(body.argument_element(0))
                                  : carries[0].size();
  for (int64_t step = 0; count > 0 && step < parts.length; ++step) {
    int64_t position = parts.position(step);
    for (size_t i = 0; i < inputs.size(); ++i) parts.inputs[i].take(call.operands[i], position, inputs[i].data());
    PARTITA_CHECK_OK(body.run(arguments.data(), targets.data(), count));
    for (size_t i = 0; i < outputs.size(); ++i) parts.outputs[i].put(results[i].data(), position, outputs[i]);
  }
  return {};
}

}  // namespace

Status eval_scan(OpCall& call) {
  int64_t dimension = call.op.int_attr(AttrKey::kDimension);
  size_t num_carries = call.op.int_attr(AttrKey::kNumCarries);
  size_t num_inputs = call.operands.size() - num_carries;
  size_t num_outputs = static_cast<size_t>(call.op.num_results()) - num_carries;
  std::vector<Tensor> carries(call.operands.begin() + static_cast<std::ptrdiff_t>(num_inputs), call.operands.end());
  std::vector<Tensor> outputs;
  ScanParts parts;
  parts.reverse = call.op.bool_attr(AttrKey::kIsReverse);
  for (size_t i = 0; i < num_outputs; ++i) {
    Type type = call.result_type(i);
    outputs.push_back(Tensor::make(type));
    parts.outputs.emplace_back(type, dimension);
    parts.length = type.dim(dimension);
  }
  bool scalar_slices = true, scalar_body = true;
  for (size_t i = 0; i < num_inputs; ++i) {
    Type type = call.operands[i].type();
    parts.inputs.emplace_back(type, dimension);
    parts.length = type.dim(dimension);
    scalar_slices = scalar_slices && type.rank() == 1;
  }
  for (const Value* argument : call.op.region(0).arguments()) scalar_body = scalar_body && argument->type().rank() == 0;
  PARTITA_CHECK_OK(scalar_body && !scalar_slices ? scan_elements(call, parts, carries, outputs)
                                                 : scan_slices(call, parts, carries, outputs));
  for (Tensor& output : outputs) call.give(std::move(output));
  for (Tensor& carry : carries) call.give(std::move(carry));
  return {};
}

}  // namespace partita::core::eval
