// Types of values: tensors, tokens, and the few others that real programs carry. Interned in a Context, so that
// equality is a pointer comparison.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "ir/element_type.h"

namespace partita::core::ir {

enum class TypeKind : uint8_t {
  kTensor,
  kToken,   // orders side effects
  kFuture,  // what async_start gives: stands for the types in parts()
  kBuffer,  // memref in StableHLO, b(shape) in HLO: a tensor that is updated in place
  kOpaque,  // HLO's opaque[]
};

struct TypeNode;

// A dimension below zero is dynamic: its size is known when the program runs, up to its bound where it has one. Such
// types stand in programs that were read and are not specialised yet (text/import/specialize.h); no later layer sees
// them.
inline constexpr int64_t kDynamic = INT64_MIN;  // without a bound
constexpr int64_t bounded_size(int64_t bound) { return -1 - bound; }
constexpr bool is_dynamic(int64_t size) { return size < 0; }
constexpr int64_t bound_of(int64_t size) { return -1 - size; }  // of a dynamic one that is not kDynamic

// What integers of a quantised tensor stand for: (stored - zero point) * scale, with one scale for all of them or one
// for each index of a dimension. Gone after import (text/import/dequantize.h), as dynamic dimensions are.
struct Quantization {
  ElementType expressed{};
  int dimension = -1;        // along which scales differ; -1: one for all
  int64_t min = 0, max = 0;  // of what is stored
  std::span<const double> scales;
  std::span<const int64_t> zero_points;
};

class Type {
 public:
  Type() = default;
  explicit Type(const TypeNode* node) : node_(node) {}

  explicit operator bool() const { return node_ != nullptr; }
  friend bool operator==(Type a, Type b) { return a.node_ == b.node_; }
  const void* id() const { return node_; }

  TypeKind kind() const;
  bool is_tensor() const { return kind() == TypeKind::kTensor; }
  bool is_token() const { return kind() == TypeKind::kToken; }

  // For tensors and buffers.
  ElementType element() const;
  std::span<const int64_t> dims() const;
  int rank() const { return std::ssize(dims()); }
  int64_t dim(int i) const { return dims()[i]; }
  int64_t num_elements() const;
  int64_t byte_size() const { return num_elements() * byte_width(element()); }
  bool is_static() const;                    // every dimension has a size
  const Quantization* quantization() const;  // null: elements are what they are

  // For futures.
  std::span<const Type> parts() const;

  // As StableHLO writes it: tensor<4x8xf32>, !stablehlo.token.
  std::string to_string() const;

 private:
  const TypeNode* node_ = nullptr;
};

struct TypeNode {
  TypeKind kind;
  ElementType element;
  std::span<const int64_t> dims;
  std::span<const Type> parts;
  int64_t num_elements;
  const Quantization* quantization = nullptr;
};

inline TypeKind Type::kind() const { return node_->kind; }
inline ElementType Type::element() const { return node_->element; }
inline std::span<const int64_t> Type::dims() const { return node_->dims; }
inline const Quantization* Type::quantization() const { return node_->quantization; }
inline int64_t Type::num_elements() const { return node_->num_elements; }
inline std::span<const Type> Type::parts() const { return node_->parts; }

// No dimension is dynamic and nothing is quantised, in the type and its parts: what all layers after import work on.
bool is_plain(Type type);

// The product of the dimensions, or nothing where a dimension is negative or the product passes kMaxElements.
inline constexpr int64_t kMaxElements = int64_t{1} << 56;
std::optional<int64_t> checked_element_count(std::span<const int64_t> dims);

}  // namespace partita::core::ir

namespace partita::core {
using ir::Type;
using ir::TypeKind;
}  // namespace partita::core
