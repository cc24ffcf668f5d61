// fft over the last one to three dimensions. What is in front of them is a batch of equal blocks.
#include "eval/math/fft.h"

#include <algorithm>
#include <complex>

#include "eval/op_families.h"
#include "eval/ops/elements.h"
#include "eval/strided.h"

namespace partita::core::eval {
namespace {

template <typename T>
Tensor transformed(std::string_view kind, const Tensor& operand, Type result_type, Dims lengths) {
  using Complex = std::complex<T>;
  Tensor result = Tensor::make(result_type);
  const std::vector<size_t> sizes(lengths.begin(), lengths.end());
  const Dims result_dims = result_type.dims();
  const auto batch = static_cast<size_t>(product(result_dims.first(result_dims.size() - lengths.size())));
  if (kind == "RFFT") {
    math::real_fft<T>(operand.as<T>().data(), result.as_mutable<Complex>().data(), batch, sizes);
  } else if (kind == "IRFFT") {
    math::inverse_real_fft<T>(operand.as<Complex>(), result.as_mutable<T>().data(), batch, sizes);
  } else {
    std::ranges::copy(operand.as<Complex>(), result.as_mutable<Complex>().begin());
    math::fft<T>(result.as_mutable<Complex>().data(), batch, sizes, kind == "IFFT");
  }
  return result;
}

}  // namespace

Status eval_fft(OpCall& call) {
  const Tensor& operand = call.operands[0];
  const Type result_type = call.result_type();
  const Dims lengths = call.op.ints_attr(AttrKey::kFftLength);
  if (lengths.empty()) {
    call.give(operand.with_type(result_type));
  } else if (result_type.num_elements() == 0) {
    call.give(Tensor::make(result_type));
  } else if (part_type(operand.type().element()) == ElementType::kF32) {
    call.give(transformed<float>(call.op.text_attr(AttrKey::kFftType), operand, result_type, lengths));
  } else {
    call.give(transformed<double>(call.op.text_attr(AttrKey::kFftType), operand, result_type, lengths));
  }
  return {};
}

}  // namespace partita::core::eval
