// Types, attributes and literals as MLIR writes them, for both formats: HLO keeps some of them as texts.
#pragma once

#include <compare>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "ir/program.h"

namespace partita::core::text {

// No state but the text.
class AttrWriter {
 public:
  explicit AttrWriter(std::string& out) : out_(out) {}

  void type(Type type);
  void types(std::span<const Value* const> values);
  void integer(int64_t value);
  void ints(std::span<const int64_t> values);  // 0, 1, 2
  void string(std::string_view text);          // quoted, escaped
  void symbol(std::string_view name);          // @name, or @"odd name"
  void key(std::string_view name);             // name, or "odd name"
  void attr(Attr attr);
  void dict(Attr dictionary);            // {a = 1, b}
  void literal(const Literal& literal);  // dense<…> : type
  void braced(Attr dictionary);          // " {a = 1, b}", or nothing
  // A two-dimensional literal of 64-bit integers: padding, groups, pairs.
  void matrix(std::span<const int64_t> values, int64_t rows, int64_t columns);
  void groups(Attr groups);

  // The inherent attributes of an op in generic form, without braces; true where any was written.
  bool inherent(const Op& op);
  // What stands in braces behind them: the discardable attributes, and inherent ones that the dialect does not know.
  Attr further(const Op& op);

 private:
  void elements(const Literal& literal);
  void nested(const Literal& literal, int dim, int64_t& index);
  void element(const Literal& literal, int64_t index);
  void hex(const Literal& literal);
  void named(const Op& op, AttrKey key, bool& first);
  void structured(const Op& op, bool& first);
  void begin(std::string_view name, bool& first);
  template <typename Write>
  void once(AttrForm form, Attr list, const Write& write);

  std::string& out_;
  struct ListKey {
    AttrForm form;
    const void* list;
    auto operator<=>(const ListKey&) const = default;
  };
  std::map<ListKey, std::string> lists_;  // of devices, as they are written
};

// What the dialect calls the enumeration behind an attribute.
std::string_view enum_mnemonic(AttrKey key);
std::string mlir_attribute_text(Attr attr);  // as StableHLO text has it

}  // namespace partita::core::text
