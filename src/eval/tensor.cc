#include "eval/tensor.h"

namespace partita::core::eval {

Tensor Tensor::from_literal(const Literal& literal) {
  if (!literal.splat || literal.type.num_elements() == 1) return Tensor(literal.type, literal.data);
  Tensor out = make(literal.type);
  size_t width = byte_width(literal.type.element());
  std::byte* at = static_cast<std::byte*>(out.mutable_raw());
  for (int64_t i = 0; i < out.size(); ++i, at += width) std::memcpy(at, literal.data->data(), width);
  return out;
}

std::vector<int64_t> row_major_strides(std::span<const int64_t> dims) {
  std::vector<int64_t> strides(dims.size(), 1);
  for (size_t i = dims.size(); i-- > 1;) strides[i - 1] = strides[i] * dims[i];
  return strides;
}

int64_t integer_at(const Tensor& tensor, int64_t index) {
  size_t i = index;
  switch (tensor.type().element()) {
    case ElementType::kPred:
    case ElementType::kU2:
    case ElementType::kU4:
    case ElementType::kU8: return tensor.as<uint8_t>()[i];
    case ElementType::kS2:
    case ElementType::kS4:
    case ElementType::kS8: return tensor.as<int8_t>()[i];
    case ElementType::kS16: return tensor.as<int16_t>()[i];
    case ElementType::kU16: return tensor.as<uint16_t>()[i];
    case ElementType::kS32: return tensor.as<int32_t>()[i];
    case ElementType::kU32: return tensor.as<uint32_t>()[i];
    case ElementType::kS64: return tensor.as<int64_t>()[i];
    case ElementType::kU64: return static_cast<int64_t>(tensor.as<uint64_t>()[i]);
    default: return 0;
  }
}

}  // namespace partita::core::eval
