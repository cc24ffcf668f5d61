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
};

inline TypeKind Type::kind() const { return node_->kind; }
inline ElementType Type::element() const { return node_->element; }
inline std::span<const int64_t> Type::dims() const { return node_->dims; }
inline int64_t Type::num_elements() const { return node_->num_elements; }
inline std::span<const Type> Type::parts() const { return node_->parts; }

// The product of the dimensions, or nothing where a dimension is negative or the product passes kMaxElements.
inline constexpr int64_t kMaxElements = int64_t{1} << 56;
std::optional<int64_t> checked_element_count(std::span<const int64_t> dims);

}  // namespace partita::core::ir

namespace partita::core {
using ir::Type;
using ir::TypeKind;
}  // namespace partita::core
