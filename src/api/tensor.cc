#include "partita/tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "api/impl.h"
#include "ir/numeric/float_formats.h"

namespace partita {
inline namespace v1 {
namespace {

using core::Code;
using core::ElementType;
using detail::fail;
using detail::TensorImpl;

// One enumerator for each row of ir/element_types.def, in its order.
#define ELEMENT(enumerator, mlir, hlo, bits, kind) \
  static_assert(static_cast<int>(DType::enumerator) == static_cast<int>(ElementType::enumerator));
#include "ir/element_types.def"
#undef ELEMENT

ElementType element_of(DType type) {
  if (static_cast<int>(type) >= core::ir::kElementTypeCount) {
    fail(Code::kBadInput, fmt::format("{} is no element type", static_cast<int>(type)));
  }
  return static_cast<ElementType>(type);
}

// Throws where a dimension is negative or the bytes cannot be counted.
std::int64_t elements_of(DType type, const Shape& shape) {
  std::int64_t count = 1;
  bool empty = false, fits = true;
  for (std::int64_t size : shape.dims()) {
    if (size < 0) fail(Code::kBadInput, fmt::format("a dimension of size {}", size));
    empty |= size == 0;
    fits = fits && !__builtin_mul_overflow(count, std::max<std::int64_t>(size, 1), &count);
  }
  std::int64_t bytes = 0;
  if (!fits || __builtin_mul_overflow(count, bytes_of(type), &bytes) || bytes > (std::int64_t{1} << 56)) {
    fail(Code::kBadInput, fmt::format("a tensor of {} dimensions has more elements than any machine", shape.rank()));
  }
  return empty ? 0 : count;
}

Tensor made(DType type, const Shape& shape, std::shared_ptr<const core::Blob> data) {
  return detail::Access::make<Tensor>(new TensorImpl(type, shape, std::move(data)));
}

const TensorImpl& typed(const Tensor& tensor) {
  const TensorImpl* impl = detail::Access::find<TensorImpl>(tensor);
  if (impl == nullptr) fail(Code::kBadInput, "an empty Tensor has no type");
  return *impl;
}

template <typename T>
void store(void* to, std::span<const double> elements) {
  for (size_t i = 0; i < elements.size(); ++i) {
    // A conversion of what does not fit is undefined: it becomes the nearest that does, and what is no number 0.
    constexpr double kLow = static_cast<double>(std::numeric_limits<T>::min());
    constexpr double kHigh = static_cast<double>(std::numeric_limits<T>::max());
    const double x = elements[i];
    static_cast<T*>(to)[i] = std::isnan(x) ? T{0}
                             : x <= kLow   ? std::numeric_limits<T>::min()
                             : x >= kHigh  ? std::numeric_limits<T>::max()
                                           : static_cast<T>(x);
  }
}

template <typename T>
void load(const void* from, std::span<double> elements) {
  for (size_t i = 0; i < elements.size(); ++i) elements[i] = static_cast<double>(static_cast<const T*>(from)[i]);
}

// Calls `work` with a value of the type that integers of this many bytes have.
template <typename Work>
void by_integer(ElementType type, const Work& work) {
  const bool is_signed = core::ir::element_class(type) == core::ir::ElementClass::kSigned;
  switch (core::ir::byte_width(type)) {
    case 1: return is_signed ? work(std::int8_t{}) : work(std::uint8_t{});
    case 2: return is_signed ? work(std::int16_t{}) : work(std::uint16_t{});
    case 4: return is_signed ? work(std::int32_t{}) : work(std::uint32_t{});
    default: return is_signed ? work(std::int64_t{}) : work(std::uint64_t{});
  }
}

}  // namespace

const char* name_of(DType type) {
  static constexpr const char* kNames[] = {
#define ELEMENT(enumerator, mlir, hlo, bits, kind) hlo,
#include "ir/element_types.def"
#undef ELEMENT
  };
  return kNames[static_cast<int>(element_of(type))];
}

int bytes_of(DType type) { return core::ir::byte_width(element_of(type)); }

Tensor Tensor::spec(DType type, const Shape& shape) {
  elements_of(type, shape);
  return made(type, shape, nullptr);
}

Tensor Tensor::zeros(DType type, const Shape& shape) {
  const std::int64_t bytes = elements_of(type, shape) * bytes_of(type);
  return detail::guarded([&] { return made(type, shape, std::make_shared<core::Blob>(bytes)); });
}

Tensor Tensor::from_bytes(DType type, const Shape& shape, std::span<const std::byte> bytes) {
  const std::int64_t wanted = elements_of(type, shape) * bytes_of(type);
  if (std::ssize(bytes) != wanted) {
    fail(Code::kBadInput,
         fmt::format("{} takes {} bytes, these are {}", spec(type, shape).type_text(), wanted, bytes.size()));
  }
  auto data = std::make_shared<core::Blob>(bytes.begin(), bytes.end());
  const int bits = core::ir::bit_width(element_of(type));
  if (bits < 8) {  // what stands above the element's own bits is nobody's
    const bool is_signed = core::ir::element_class(element_of(type)) == core::ir::ElementClass::kSigned;
    for (std::byte& byte : *data) {
      int value = std::to_integer<int>(byte) & ((1 << bits) - 1);
      if (type == DType::kPred) value = std::to_integer<int>(byte) != 0;
      if (is_signed && (value >> (bits - 1)) != 0) value -= 1 << bits;
      byte = static_cast<std::byte>(value & 0xFF);
    }
  }
  return made(type, shape, std::move(data));
}

Tensor Tensor::from_doubles(DType type, const Shape& shape, std::span<const double> elements) {
  if (std::ssize(elements) != elements_of(type, shape)) {
    fail(Code::kBadInput, fmt::format("{} has {} elements, these are {}", spec(type, shape).type_text(),
                                      elements_of(type, shape), elements.size()));
  }
  const ElementType element = element_of(type);
  core::Blob bytes(elements.size() * bytes_of(type));
  if (core::ir::is_complex(element)) {
    std::vector<double> pairs(2 * elements.size());
    for (size_t i = 0; i < elements.size(); ++i) pairs[2 * i] = elements[i];
    core::ir::encode(element == ElementType::kC64 ? ElementType::kF32 : ElementType::kF64, pairs.data(), bytes.data(),
                     pairs.size());
  } else if (core::ir::is_float(element)) {
    core::ir::encode(element, elements.data(), bytes.data(), elements.size());
  } else if (type == DType::kPred) {
    for (size_t i = 0; i < elements.size(); ++i) bytes[i] = static_cast<std::byte>(elements[i] != 0);
  } else {
    by_integer(element, [&](auto integer) { store<decltype(integer)>(bytes.data(), elements); });
    const int bits = core::ir::bit_width(element);
    if (bits < 8) {
      const bool is_signed = core::ir::element_class(element) == core::ir::ElementClass::kSigned;
      const int low = is_signed ? -(1 << (bits - 1)) : 0, high = (1 << (is_signed ? bits - 1 : bits)) - 1;
      for (std::byte& byte : bytes) {
        const int value = is_signed ? static_cast<std::int8_t>(byte) : std::to_integer<int>(byte);
        byte = static_cast<std::byte>(std::clamp(value, low, high) & 0xFF);
      }
    }
  }
  return made(type, shape, std::make_shared<core::Blob>(std::move(bytes)));
}

bool Tensor::is_spec() const {
  const TensorImpl* impl = detail::Access::find<TensorImpl>(*this);
  return impl != nullptr && impl->is_spec();
}
bool Tensor::is_traced() const {
  const TensorImpl* impl = detail::Access::find<TensorImpl>(*this);
  return impl != nullptr && impl->traced.trace != nullptr;
}
DType Tensor::dtype() const { return typed(*this).type; }
const Shape& Tensor::shape() const { return typed(*this).shape; }
std::int64_t Tensor::num_elements() const { return elements_of(dtype(), shape()); }

std::string Tensor::type_text() const {
  return fmt::format("{}[{}]", name_of(dtype()), fmt::join(shape().dims(), ","));
}

std::span<const std::byte> Tensor::bytes() const {
  const TensorImpl& impl = typed(*this);
  if (is_traced()) {
    core::Diagnostic d = core::base::error_without_place(
        Code::kTracedElements,
        fmt::format("this {} is a value of a program that is being traced: it has no elements before that runs; return "
                    "it from the function, or use select, cond or while_loop",
                    type_text()));
    d.file = impl.traced.made.file;
    d.place.line = impl.traced.made.line;
    fail(d);
  }
  if (impl.is_spec()) fail(Code::kBadInput, fmt::format("this {} is a type without elements", type_text()));
  return impl.bytes();
}

std::span<const std::byte> Tensor::bytes_as(DType type) const {
  if (dtype() != type) {
    fail(Code::kBadInput, fmt::format("the elements of {} are no {}", type_text(), name_of(type)));
  }
  return bytes();
}

std::vector<double> Tensor::to_doubles() const {
  const std::span<const std::byte> from = bytes();
  std::vector<double> out(num_elements());
  const ElementType element = element_of(dtype());
  if (core::ir::is_complex(element)) {
    std::vector<double> pairs(2 * out.size());
    core::ir::decode(element == ElementType::kC64 ? ElementType::kF32 : ElementType::kF64, from.data(), pairs.data(),
                     pairs.size());
    for (size_t i = 0; i < out.size(); ++i) out[i] = pairs[2 * i];
  } else if (core::ir::is_float(element)) {
    core::ir::decode(element, from.data(), out.data(), out.size());
  } else {
    by_integer(element, [&](auto integer) { load<decltype(integer)>(from.data(), out); });
  }
  return out;
}

double Tensor::item() const {
  if (num_elements() != 1) fail(Code::kBadInput, fmt::format("{} has not one element", type_text()));
  return to_doubles()[0];
}

namespace detail {

Tensor spec_of(core::Type type) {
  if (!type || !type.is_tensor()) return Tensor();
  return Tensor::spec(static_cast<DType>(type.element()), Shape(type.dims()));
}

core::Type type_of(core::Context& context, const Tensor& tensor) {
  return context.tensor(element_of(tensor.dtype()), tensor.shape().dims());
}

std::vector<core::Tensor> inner_tensors(const std::vector<core::Type>& types, const std::vector<Tensor>& given,
                                        const char* what) {
  if (given.size() != types.size()) {
    fail(Code::kBadInput, fmt::format("the number of {}s is {}, and these are {}", what, types.size(), given.size()));
  }
  std::vector<core::Tensor> out;
  for (size_t i = 0; i < types.size(); ++i) {
    if (!types[i].is_tensor()) {
      out.push_back(core::Tensor::make(types[i]));
      continue;
    }
    const Tensor wanted = spec_of(types[i]);
    const TensorImpl* impl = Access::find<TensorImpl>(given[i]);
    if (impl == nullptr || impl->type != wanted.dtype() || !(impl->shape == wanted.shape())) {
      fail(Code::kBadInput, fmt::format("{} {} is {}, it must be {}", what, i,
                                        impl == nullptr ? "empty" : given[i].type_text(), wanted.type_text()));
    }
    if (impl->is_spec()) fail(Code::kBadInput, fmt::format("{} {} is a type without elements", what, i));
    out.emplace_back(types[i], impl->blob());
  }
  return out;
}

Tensor public_tensor(const core::Tensor& tensor) {
  if (!tensor.type() || !tensor.type().is_tensor()) return Tensor();
  const core::Type type = tensor.type();
  return made(static_cast<DType>(type.element()), Shape(type.dims()), tensor.shared());
}

}  // namespace detail
}  // namespace v1
}  // namespace partita
