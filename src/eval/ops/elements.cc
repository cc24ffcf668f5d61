#include "eval/ops/elements.h"

#include <cassert>

#include "eval/pointwise.h"

namespace partita::core::eval {

void convert_elements(ElementType from_type, const void* from, ElementType to_type, void* to, int64_t count) {
  if (count == 0) return;
  if (from_type == to_type) {
    std::memcpy(to, from, count * byte_width(to_type));
    return;
  }
  std::optional<BoundKernel> convert = find_kernel(OpKind::kConvert, {}, {&from_type, 1}, to_type);
  assert(convert && "every element type converts to every other");
  const void* operands[] = {from};
  convert->run(operands, to, count);
}

Elements::Elements(const Tensor& tensor, ElementType type) : type_(type), blob_(tensor.shared()) {
  ElementType from = tensor.type().element();
  if (from == type) return;
  auto converted = std::make_shared<Blob>(tensor.size() * byte_width(type));
  convert_elements(from, tensor.raw(), type, converted->data(), tensor.size());
  blob_ = std::move(converted);
}

Tensor tensor_from(Type type, ElementType from_type, const void* from) {
  Tensor out = Tensor::make(type);
  convert_elements(from_type, from, type.element(), out.mutable_raw(), out.size());
  return out;
}

}  // namespace partita::core::eval
