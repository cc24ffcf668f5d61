// fft over the last one to three dimensions, as transforms of lines one dimension after the other.
//
// Real transforms are real along the last dimension only: RFFT starts there and goes on with ordinary transforms of the
// others; IRFFT does the others first.
#include "eval/math/fft.h"

#include <complex>

#include "eval/op_families.h"
#include "eval/ops/elements.h"
#include "eval/ops/strided.h"

namespace partita {
namespace {

using Complex = std::complex<double>;
using Workspace = math::FftPlan::Workspace;

// Transforms all lines along one dimension of a dense tensor.
void transform_dimension(std::vector<Complex>& values, Dims dims, size_t dimension, bool inverse) {
  if (product(dims) == 0) return;
  math::FftPlan plan(static_cast<size_t>(dims[dimension]));
  Workspace workspace;
  int64_t inner = product(dims.subspan(dimension + 1)), outer = product(dims.first(dimension));
  for (int64_t o = 0; o < outer; ++o) {
    for (int64_t i = 0; i < inner; ++i) {
      plan.transform(values.data() + o * dims[dimension] * inner + i, inverse, workspace, static_cast<size_t>(inner));
    }
  }
}

void give(OpCall& call, const std::vector<Complex>& values) {
  call.give(tensor_from(call.result_type(), ElementType::kC128, values.data()));
}

std::vector<Complex> complex_operand(const Tensor& operand) {
  Elements elements(operand, ElementType::kC128);
  return {elements.as<Complex>(), elements.as<Complex>() + operand.size()};
}

}  // namespace

Status eval_fft(OpCall& call) {
  const Tensor& operand = call.operands[0];
  std::string_view kind = call.op.text_attr(AttrKey::kFftType);
  Dims lengths = call.op.ints_attr(AttrKey::kFftLength);
  Dims in_dims = operand.type().dims(), out_dims = call.result_type().dims();
  size_t rank = in_dims.size(), first = rank - lengths.size();
  if (lengths.empty() || call.result_type().num_elements() == 0) {
    call.give(tensor_from(call.result_type(), operand.type().element(), operand.raw()));
    return {};
  }
  Workspace workspace;
  if (kind == "FFT" || kind == "IFFT") {
    std::vector<Complex> values = complex_operand(operand);
    for (size_t d = rank; d-- > first;) transform_dimension(values, in_dims, d, kind == "IFFT");
    give(call, values);
  } else if (kind == "RFFT") {
    Elements real(operand, ElementType::kF64);
    std::vector<Complex> values(static_cast<size_t>(call.result_type().num_elements()));
    math::FftPlan plan(static_cast<size_t>(lengths.back()));
    int64_t lines = product(in_dims.first(rank - 1));
    for (int64_t i = 0; i < lines; ++i) {
      plan.real_forward(real.as<double>() + i * in_dims.back(), values.data() + i * out_dims.back(), workspace);
    }
    for (size_t d = rank - 1; d-- > first;) transform_dimension(values, out_dims, d, false);
    give(call, values);
  } else {  // IRFFT
    std::vector<Complex> values = complex_operand(operand);
    for (size_t d = first; d + 1 < rank; ++d) transform_dimension(values, in_dims, d, true);
    std::vector<double> real(static_cast<size_t>(call.result_type().num_elements()));
    math::FftPlan plan(static_cast<size_t>(lengths.back()));
    int64_t lines = product(out_dims.first(rank - 1));
    for (int64_t i = 0; i < lines; ++i) {
      plan.real_inverse(values.data() + i * in_dims.back(), real.data() + i * out_dims.back(), workspace);
    }
    call.give(tensor_from(call.result_type(), ElementType::kF64, real.data()));
  }
  return {};
}

}  // namespace partita
