// Elements of a tensor under another element type, for evaluators that compute in a wider one.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "eval/tensor.h"

namespace partita::core::eval {

// The elements of a tensor as `type`, row-major: the tensor's own memory where it has that type already, else a
// converted copy. Copies share.
class Elements {
 public:
  Elements(const Tensor& tensor, ElementType type);

  ElementType type() const { return type_; }
  const std::byte* data() const { return blob_->data(); }
  template <typename T>
  const T* as() const {
    return reinterpret_cast<const T*>(data());
  }

 private:
  ElementType type_;
  std::shared_ptr<const Blob> blob_;
};

// Of a real number itself; std::conj makes a complex number of it.
template <typename T>
T conjugate(T x) {
  return x;
}
template <typename T>
std::complex<T> conjugate(std::complex<T> x) {
  return std::conj(x);
}

// As `convert` does it: integers wrap, floats round once.
void convert_elements(ElementType from_type, const void* from, ElementType to_type, void* to, int64_t count);

// A tensor of the type whose elements are `count` values of `from_type`, converted.
Tensor tensor_from(Type type, ElementType from_type, const void* from);

}  // namespace partita::core::eval
