// Attributes, types and locations as entries of bytecode: what the entries.cc and builtin.cc of the reader decode. Each
// gives the number of its entry.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/maps.h"
#include "ir/program.h"
#include "text/bytecode/layouts.h"
#include "text/bytecode/tables.h"

namespace partita::core::text::bytecode {

class Encoder {
 public:
  explicit Encoder(Tables& tables) : tables_(tables) {}

  uint64_t attr(Attr attr);
  uint64_t type(Type type);
  uint64_t location(Attr location);  // unknown where it is empty
  uint64_t function_type(std::span<const Type> arguments, std::span<const Type> results);
  uint64_t element(ElementType element);
  uint64_t array(std::span<const uint64_t> elements);
  uint64_t dict(std::span<const std::pair<std::string_view, uint64_t>> entries);  // sorted by name
  uint64_t string(std::string_view text);
  uint64_t of_type(uint64_t type);  // the attribute that is a type
  uint64_t elided(Type type, std::string_view resource);

  // Shared with VHLO: the fields of a struct from its text, elements of a literal, numbers. False where the text is not
  // that struct.
  bool struct_fields(const StructLayout& layout, std::string_view text, Bytes& out);
  static void elements(const Literal& literal, Bytes& out);
  static void integer(int64_t value, std::string_view suffix, Bytes& out);
  static void real(double value, ElementType element, Bytes& out);

 private:
  uint64_t builtin(const Bytes& bytes) { return tables_.attr("builtin", true, bytes.text()); }
  uint64_t text_attr(std::string_view dialect, std::string_view text);
  uint64_t text_type(std::string_view dialect, std::string_view text);
  uint64_t make(Attr attr);
  uint64_t opaque(std::string_view text);
  uint64_t symbol(std::string_view text);
  uint64_t ints(Attr attr);
  uint64_t integer_type(std::string_view suffix);
  uint64_t tensor(std::span<const int64_t> dims, uint64_t element);
  uint64_t make_type(Type type);
  uint64_t location_text(std::string_view text);
  std::optional<uint64_t> make_location(std::string_view& text, int depth);

  Tables& tables_;
  PointerMap<const void*, uint64_t> attrs_, types_, locations_;
};

}  // namespace partita::core::text::bytecode
