// A tensor value of the evaluator: a type and its elements, row-major and dense. Elements below 8 bits take a byte
// each; pred is 0 or 1. Copies share their data; writing needs a tensor that make() or unshared() gave.
#pragma once

#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "ir/attr.h"
#include "ir/type.h"

namespace partita::core::eval {

class Tensor {
 public:
  Tensor() = default;  // also stands for a token
  Tensor(Type type, std::shared_ptr<const Blob> data) : type_(type), data_(std::move(data)) {}

  // New storage, zeroed.
  static Tensor make(Type type) {
    return Tensor(type, std::make_shared<Blob>(type.is_tensor() ? type.byte_size() : 0));
  }
  static Tensor from_literal(const Literal& literal);

  Type type() const { return type_; }
  int64_t size() const { return type_.num_elements(); }
  const Blob& blob() const { return *data_; }
  const std::shared_ptr<const Blob>& shared() const { return data_; }

  const void* raw() const { return data_->data(); }
  // Only on a tensor fresh from make() or unshared(): nobody else may hold its data.
  void* mutable_raw() { return const_cast<std::byte*>(data_->data()); }

  // T is the storage type: bool for pred, int8_t for s2…s8, uint8_t for u2…u8 and narrow floats, uint16_t for f16 and
  // bf16.
  template <typename T>
  std::span<const T> as() const {
    return {static_cast<const T*>(raw()), static_cast<size_t>(size())};
  }
  template <typename T>
  std::span<T> as_mutable() {
    return {static_cast<T*>(mutable_raw()), static_cast<size_t>(size())};
  }

  // The same elements under another type of the same storage size: reshape, bitcast.
  Tensor with_type(Type type) const { return Tensor(type, data_); }
  // Nobody else holds the data, so that it may be written on.
  bool is_unshared() const {
    if (data_.use_count() != 1) return false;
    // Taking and dropping a share makes what the last other holder did, perhaps in another thread, come before.
    std::shared_ptr<const Blob>(data_).reset();
    return true;
  }
  // A copy that nobody else holds.
  Tensor unshared() const { return Tensor(type_, std::make_shared<Blob>(*data_)); }

 private:
  Type type_;
  std::shared_ptr<const Blob> data_;
};

// Strides in elements, last dimension fastest.
std::vector<int64_t> row_major_strides(std::span<const int64_t> dims);

// A scalar or index tensor's element as an integer, whatever its integer type.
int64_t integer_at(const Tensor& tensor, int64_t index = 0);

}  // namespace partita::core::eval

namespace partita::core {
using eval::Tensor;
}  // namespace partita::core
