// Attributes: immutable trees of plain data, interned in a Context.
//
// The attributes an op's definition names (its inherent ones) have one canonical form each, given by the op table:
// `dimensions = dense<[0, 1]> : tensor<2xi64>`, `array<i64: 0, 1>` and HLO's `dimensions={0,1}` are all kInts [0, 1].
// Everything else an input carries is kept as it was written and handed back by the writers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/name.h"
#include "ir/type.h"

namespace partita::core::ir {

enum class AttrKind : uint8_t {
  kUnit,
  kBool,
  kInt,     // as_int, with the suffix it was written with: "i64", "i32", "index"
  kFloat,   // as_float, with its suffix: "f32", "f64"
  kString,  // text; also every enumeration: "LT", "HIGHEST"
  kSymbol,  // text: a function or mesh, without the @
  kType,    // as_type
  kInts,    // ints, with the suffix of its elements: array<i64: 1, 2>; booleans are 0 and 1 with suffix "i1"
  kArray,   // elements
  kDict,    // entries, sorted by name
  kDense,   // literal
  kOpaque,  // text: an attribute of a dialect we keep but do not look into, as written: #sdy.sharding<…>
};

using Blob = std::vector<std::byte>;

// The data of a constant: row-major elements of byte_width each, or one element where all are the same. Shared, never
// changed; NaN and -0 are compared by their bits.
struct Literal {
  Type type;
  bool splat = false;
  std::shared_ptr<const Blob> data;
};

struct AttrNode;
struct NamedAttr;

class Attr {
 public:
  Attr() = default;
  explicit Attr(const AttrNode* node) : node_(node) {}

  explicit operator bool() const { return node_ != nullptr; }
  friend bool operator==(Attr a, Attr b) { return a.node_ == b.node_; }
  const void* id() const { return node_; }

  AttrKind kind() const;
  bool is(AttrKind k) const { return node_ != nullptr && kind() == k; }

  bool as_bool() const { return as_int() != 0; }
  int64_t as_int() const;
  double as_float() const;
  std::string_view text() const;
  Name name() const;  // text() as an interned name
  Type as_type() const;
  std::span<const int64_t> ints() const;
  std::span<const Attr> elements() const;
  std::span<const NamedAttr> entries() const;
  const Literal& literal() const;
  Name suffix() const;

  // The entry of a dictionary, or an empty Attr.
  Attr get(std::string_view name) const;

 private:
  const AttrNode* node_ = nullptr;
};

struct NamedAttr {
  Name name;
  Attr value;
  friend bool operator==(const NamedAttr&, const NamedAttr&) = default;
};

struct AttrNode {
  AttrKind kind;
  int64_t integer = 0;
  double real = 0;
  Name text{};
  Name suffix{};
  Type type{};
  std::span<const int64_t> ints{};
  std::span<const Attr> elements{};
  std::span<const NamedAttr> entries{};
  const Literal* literal = nullptr;
};

inline AttrKind Attr::kind() const { return node_->kind; }
inline int64_t Attr::as_int() const { return node_->integer; }
inline double Attr::as_float() const { return node_->real; }
inline std::string_view Attr::text() const { return node_->text.text(); }
inline Name Attr::name() const { return node_->text; }
inline Type Attr::as_type() const { return node_->type; }
inline std::span<const int64_t> Attr::ints() const { return node_->ints; }
inline std::span<const Attr> Attr::elements() const { return node_->elements; }
inline std::span<const NamedAttr> Attr::entries() const { return node_->entries; }
inline const Literal& Attr::literal() const { return *node_->literal; }
inline Name Attr::suffix() const { return node_->suffix; }

}  // namespace partita::core::ir

namespace partita::core {
using ir::Attr;
using ir::AttrKind;
using ir::Blob;
using ir::Literal;
using ir::NamedAttr;
}  // namespace partita::core
