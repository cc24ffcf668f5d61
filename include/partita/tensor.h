// Tensors as values: an element type, a shape, and elements on the host; or, inside of a function that is traced, a
// value of the program that is being made.
//
//   Tensor x = Tensor::of({2, 3}, {1.f, 2.f, 3.f, 4.f, 5.f, 6.f});
//   Tensor w = Tensor::from_doubles(bf16, {3}, std::vector<double>{0.5, 1, 2});
//   float sum = 0;
//   for (float element : x.data<float>()) sum += element;
//   Tensor like_x = Tensor::spec(f32, {2, 3});     // a type only
//
// A Tensor is one pointer; copies share the elements, which never change. Elements are row-major and dense; those below
// 8 bits take a byte each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "partita/export.h"
#include "partita/handle.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {

enum class DType : unsigned char {
  kPred,
  kS2,
  kS4,
  kS8,
  kS16,
  kS32,
  kS64,
  kU2,
  kU4,
  kU8,
  kU16,
  kU32,
  kU64,
  kF4E2M1FN,
  kF6E2M3FN,
  kF6E3M2FN,
  kF8E3M4,
  kF8E4M3,
  kF8E4M3FN,
  kF8E4M3FNUZ,
  kF8E4M3B11FNUZ,
  kF8E5M2,
  kF8E5M2FNUZ,
  kF8E8M0FNU,
  kF16,
  kBF16,
  kF32,
  kF64,
  kC64,
  kC128,
};

inline constexpr DType pred = DType::kPred;
inline constexpr DType s8 = DType::kS8, s16 = DType::kS16, s32 = DType::kS32, s64 = DType::kS64;
inline constexpr DType u8 = DType::kU8, u16 = DType::kU16, u32 = DType::kU32, u64 = DType::kU64;
inline constexpr DType f16 = DType::kF16, bf16 = DType::kBF16, f32 = DType::kF32, f64 = DType::kF64;
inline constexpr DType c64 = DType::kC64, c128 = DType::kC128;

PARTITA_API const char* name_of(DType type);  // "f32", "s32", "pred": HLO's words
PARTITA_API int bytes_of(DType type);         // of one element, as a Tensor holds it

// The element type of a C++ type, where there is one.
template <typename T>
inline constexpr bool has_dtype = false;
template <typename T>
inline constexpr DType dtype_of = DType::kPred;
// clang-format off
template <> inline constexpr bool has_dtype<bool> = true;
template <> inline constexpr bool has_dtype<std::int8_t> = true;
template <> inline constexpr bool has_dtype<std::int16_t> = true;
template <> inline constexpr bool has_dtype<std::int32_t> = true;
template <> inline constexpr bool has_dtype<std::int64_t> = true;
template <> inline constexpr bool has_dtype<std::uint8_t> = true;
template <> inline constexpr bool has_dtype<std::uint16_t> = true;
template <> inline constexpr bool has_dtype<std::uint32_t> = true;
template <> inline constexpr bool has_dtype<std::uint64_t> = true;
template <> inline constexpr bool has_dtype<float> = true;
template <> inline constexpr bool has_dtype<double> = true;
template <> inline constexpr DType dtype_of<bool> = DType::kPred;
template <> inline constexpr DType dtype_of<std::int8_t> = DType::kS8;
template <> inline constexpr DType dtype_of<std::int16_t> = DType::kS16;
template <> inline constexpr DType dtype_of<std::int32_t> = DType::kS32;
template <> inline constexpr DType dtype_of<std::int64_t> = DType::kS64;
template <> inline constexpr DType dtype_of<std::uint8_t> = DType::kU8;
template <> inline constexpr DType dtype_of<std::uint16_t> = DType::kU16;
template <> inline constexpr DType dtype_of<std::uint32_t> = DType::kU32;
template <> inline constexpr DType dtype_of<std::uint64_t> = DType::kU64;
template <> inline constexpr DType dtype_of<float> = DType::kF32;
template <> inline constexpr DType dtype_of<double> = DType::kF64;
// clang-format on

template <typename T>
concept Element = has_dtype<T>;

// Sizes of the dimensions; {} is a scalar.
class Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<std::int64_t> dims) : dims_(dims) {}
  explicit Shape(std::span<const std::int64_t> dims) : dims_(dims.begin(), dims.end()) {}
  explicit Shape(std::vector<std::int64_t> dims) : dims_(static_cast<std::vector<std::int64_t>&&>(dims)) {}

  int rank() const { return static_cast<int>(dims_.size()); }
  std::int64_t operator[](int dim) const { return dims_[static_cast<std::size_t>(dim)]; }
  const std::vector<std::int64_t>& dims() const { return dims_; }
  friend bool operator==(const Shape& a, const Shape& b) { return a.dims_ == b.dims_; }

 private:
  std::vector<std::int64_t> dims_;
};

class PARTITA_API Tensor {
 public:
  Tensor() = default;  // empty: no type; what a token is given as

  // A type without elements.
  static Tensor spec(DType type, const Shape& shape);
  static Tensor zeros(DType type, const Shape& shape);
  // The elements as they are in memory.
  static Tensor from_bytes(DType type, const Shape& shape, std::span<const std::byte> bytes);
  // Rounded to the type: to nearest even where it is a float, towards zero where it is an integer. Complex numbers get
  // no imaginary part.
  static Tensor from_doubles(DType type, const Shape& shape, std::span<const double> elements);

  template <Element T>
  static Tensor of(const Shape& shape, std::span<const T> elements) {
    return from_bytes(dtype_of<T>, shape, std::as_bytes(elements));
  }
  template <Element T>
  static Tensor of(const Shape& shape, const std::vector<T>& elements) {
    return of(shape, std::span<const T>(elements));
  }
  template <Element T>
  static Tensor of(const Shape& shape, std::initializer_list<T> elements) {
    return of(shape, std::span<const T>(elements.begin(), elements.size()));
  }
  template <Element T>
  static Tensor scalar(T element) {
    return of(Shape(), std::span<const T>(&element, 1));
  }

  bool is_empty() const { return handle_.get() == nullptr; }
  bool is_spec() const;    // a type only
  bool is_traced() const;  // a value of a program; its elements are known when that runs
  DType dtype() const;     // what is asked of an empty tensor throws Error
  const Shape& shape() const;
  std::int64_t num_elements() const;
  std::string type_text() const;  // "f32[2,3]"

  // What is asked of a tensor without elements throws Error.
  std::span<const std::byte> bytes() const;
  std::vector<double> to_doubles() const;  // of complex numbers the real parts
  // T must be the element type: f32 as float.
  template <Element T>
  std::span<const T> data() const {
    const std::span<const std::byte> all = bytes_as(dtype_of<T>);
    return {reinterpret_cast<const T*>(all.data()), all.size() / sizeof(T)};
  }
  double item() const;  // the only element

  // What a program does cannot depend on an element while it is traced: select, cond and while_loop are for that.
  explicit operator bool() const = delete;

 private:
  friend struct detail::Access;
  std::span<const std::byte> bytes_as(DType type) const;

  detail::Handle handle_;
};

}  // namespace v1
}  // namespace partita
