// Fourier transforms: linear and symmetric, so that fft and ifft are their own gradients. The real ones keep half of
// the last dimension; what they leave out is a conjugate of what they keep, which counts twice therefore.
#include "transform/grad/rules.h"

namespace partita::core::transform {
namespace {

// How often each place of the kept half stands in the whole: once at 0 and at n/2 of an even n, else twice.
Value* multiplicities(TensorBuilder& b, Type half, int64_t n) {
  const int64_t kept = half.dims().back(), last = half.rank() - 1;
  std::vector<int64_t> counts;
  for (int64_t k = 0; k < kept; ++k) counts.push_back(k == 0 || 2 * k == n ? 1 : 2);
  Value* numbers = b.convert(b.integers(ElementType::kS32, counts), half.element());
  return b.broadcast(numbers, half, std::span(&last, 1));
}

Value* transform(Adjoint& a, Value* operand, std::string_view kind, Type result) {
  return a.b().value(
      OpKind::kFft, {operand}, result,
      {{AttrKey::kFftType, a.context().string(kind)}, {AttrKey::kFftLength, a.op().attr(AttrKey::kFftLength)}});
}

}  // namespace

Status grad_fft(Adjoint& a) {
  TensorBuilder& b = a.b();
  const std::string_view kind = a.op().text_attr(AttrKey::kFftType);
  const ir::Ints lengths = a.op().ints_attr(AttrKey::kFftLength);
  const Type from = a.op().operand(0)->type();
  double elements = 1;
  for (int64_t length : lengths) elements *= static_cast<double>(length);
  if (from.num_elements() == 0) {
    a.add(0, b.zeros(from));
  } else if (kind == "RFFT") {
    Value* half = b.divide(b.conj(a.ct()), multiplicities(b, a.ct()->type(), lengths.back()));
    a.add(0, b.scale(transform(a, half, "IRFFT", from), elements));
  } else if (kind == "IRFFT") {
    Value* half = b.multiply(transform(a, a.ct(), "RFFT", from), multiplicities(b, from, lengths.back()));
    a.add(0, b.conj(b.scale(half, 1 / elements)));
  } else {
    a.add(0, transform(a, a.ct(), kind, from));
  }
  return {};
}

}  // namespace partita::core::transform
