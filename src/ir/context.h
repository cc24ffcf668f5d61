// The home of everything interned: names, types, attributes, attribute lists. It outlives the modules made with it.
// Not for several threads at once: only readers and passes intern, the evaluator's devices do not.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>

#include "base/name.h"
#include "ir/attr.h"
#include "ir/op_table.h"
#include "ir/type.h"

namespace partita::core::ir {

// An inherent attribute of an op, by its key in the op table.
struct KeyedAttr {
  AttrKey key;
  Attr value;
  friend bool operator==(const KeyedAttr&, const KeyedAttr&) = default;
};

// The inherent attributes of an op, sorted by key; interned.
using AttrList = std::span<const KeyedAttr>;

class Context {
 public:
  Context();
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  Name name(std::string_view text);  // the empty text gives the empty name

  // Dimensions must have passed checked_element_count.
  Type tensor(ElementType element, std::span<const int64_t> dims);
  Type tensor(ElementType element, std::initializer_list<int64_t> dims);
  // The same with sizes that may be dynamic, and with what its elements stand for, where it is quantised.
  Type tensor(ElementType element, std::span<const int64_t> dims, const Quantization* quantization);
  Type with_dims(Type tensor, std::span<const int64_t> dims);
  Type buffer(ElementType element, std::span<const int64_t> dims);
  Type token();
  Type opaque();
  Type future(std::span<const Type> parts);

  Attr unit();
  Attr boolean(bool value);
  Attr integer(int64_t value, std::string_view suffix = "i64");
  Attr real(double value, std::string_view suffix = "f64");
  Attr string(std::string_view text);
  Attr symbol(std::string_view text);
  Attr type(Type type);
  Attr ints(std::span<const int64_t> values, std::string_view suffix = "i64");
  Attr ints(std::initializer_list<int64_t> values);
  Attr array(std::span<const Attr> elements);
  Attr dict(std::span<const NamedAttr> entries);  // any order; a repeated name keeps its last value
  Attr opaque_attr(std::string_view text);
  // data holds num_elements elements, or one where splat.
  Attr dense(Type type, bool splat, std::shared_ptr<const Blob> data);
  Attr dense(Type type, bool splat, std::span<const std::byte> data);

  // `dictionary` (or an empty Attr) with one entry set, or removed where value is empty.
  Attr with_entry(Attr dictionary, std::string_view name, Attr value);

  // Sorted by key; a repeated key keeps its last value; empty values are dropped.
  AttrList attr_list(std::span<const KeyedAttr> attrs);

  size_t bytes_reserved() const;

 private:
  struct Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace partita::core::ir

namespace partita::core {
using ir::AttrList;
using ir::Context;
using ir::KeyedAttr;
}  // namespace partita::core
