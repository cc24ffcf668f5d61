// Attributes in the one form the op table gives them, whatever they were written as.
#include <fmt/format.h>

#include <algorithm>

#include "text/stablehlo/assembler.h"

namespace partita::core::text::stablehlo {

std::optional<std::vector<int64_t>> literal_ints(const Literal& literal) {
  const ElementType element = literal.type.element();
  const ElementClass kind = element_class(element);
  if (kind == ElementClass::kFloat || kind == ElementClass::kComplex) return std::nullopt;
  constexpr int64_t kMostRepeated = 1 << 16;
  if (literal.splat && literal.type.num_elements() > kMostRepeated) return std::nullopt;
  const auto count = static_cast<size_t>(literal.type.num_elements());
  const auto width = static_cast<size_t>(byte_width(element));
  std::vector<int64_t> out(count);
  for (size_t i = 0; i < count; ++i) {
    const std::byte* at = literal.data->data() + (literal.splat ? 0 : i * width);
    uint64_t bits = 0;
    for (size_t b = 0; b < width; ++b) bits |= static_cast<uint64_t>(at[b]) << (8 * b);
    const int unused = 64 - 8 * static_cast<int>(width);
    if (kind == ElementClass::kSigned) {
      out[i] = static_cast<int64_t>(bits << unused) >> unused;
    } else {
      out[i] = static_cast<int64_t>(bits);
    }
  }
  return out;
}

std::optional<std::vector<int64_t>> ints_of(Attr value) {
  switch (value.kind()) {
    case AttrKind::kInts: return std::vector<int64_t>(value.ints().begin(), value.ints().end());
    case AttrKind::kDense: return literal_ints(value.literal());
    case AttrKind::kArray: {
      std::vector<int64_t> out;
      for (Attr element : value.elements()) {
        if (!element.is(AttrKind::kInt) && !element.is(AttrKind::kBool)) return std::nullopt;
        out.push_back(element.as_int());
      }
      return out;
    }
    default: return std::nullopt;
  }
}

namespace {

// #stablehlo<precision HIGH>, #stablehlo.x<HIGH>: the last word.
std::optional<std::string_view> enum_word(Attr value) {
  if (value.is(AttrKind::kString)) return value.text();
  if (!value.is(AttrKind::kOpaque)) return std::nullopt;
  std::string_view text = value.text();
  if (!text.ends_with('>')) return std::nullopt;
  text.remove_suffix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  size_t start = text.size();
  while (start > 0 && is_class(text[start - 1], kWordPart)) --start;
  if (start == text.size()) return std::nullopt;
  return text.substr(start);
}

// A few integers are 32 bits wide in StableHLO; all others 64.
std::string_view int_suffix(AttrKey key) {
  switch (key) {
    case AttrKey::kApiVersion:
    case AttrKey::kExponentBits:
    case AttrKey::kMantissaBits:
    case AttrKey::kIndex:
    case AttrKey::kVersion: return "i32";
    default: return "i64";
  }
}

// Of a computation's shardings and axes only the brackets are kept: #sdy.sharding_per_value<[<@mesh, [{}]>]> as
// [<@mesh, [{}]>], #sdy<manual_axes{"x"}> as {"x"}. Empty for anything else.
std::string_view stripped(AttrKey key, Attr value) {
  const bool axes = key == AttrKey::kManualAxes;
  if ((!axes && key != AttrKey::kInShardings && key != AttrKey::kOutShardings) || !value.is(AttrKind::kOpaque))
    return {};
  std::string_view text = value.text();
  const size_t from = text.find(axes ? '{' : '[');
  const size_t to = text.rfind(axes ? '}' : ']');
  if (!text.starts_with('#') || from == std::string_view::npos || to == std::string_view::npos) return {};
  return text.substr(from, to + 1 - from);
}

std::string_view form_name(AttrForm form) {
  switch (form) {
    case AttrForm::kBool: return "true or false";
    case AttrForm::kInt: return "an integer";
    case AttrForm::kFloat: return "a number";
    case AttrForm::kInts: return "a list of integers";
    case AttrForm::kBools: return "a list of booleans";
    case AttrForm::kPairs: return "pairs of integers";
    case AttrForm::kString: return "a string";
    case AttrForm::kEnum: return "one of its words";
    case AttrForm::kEnums: return "a list of its words";
    case AttrForm::kSymbol: return "the @name of a function";
    case AttrForm::kSymbols: return "a list of @names of functions";
    case AttrForm::kDense: return "a dense<…> literal";
    case AttrForm::kGroups: return "groups of devices";
    case AttrForm::kAny: return "an attribute";
  }
  return {};
}

}  // namespace

bool Assembler::add_attr(OpParts& parts, std::string_view name, Attr value, const char* at) {
  if (std::optional<AttrKey> key = ir::attr_key_from_text(name); key && find_attr_spec(parts.kind, *key)) {
    return add_key(parts, *key, value, at);
  }
  if (name.ends_with("dimension_numbers") || name == "channel_handle") return add_struct(parts, value, at);
  if (name == "operandSegmentSizes" || name == "operand_segment_sizes") {
    parts.segments = ints_of(value).value_or(std::vector<int64_t>());
    return true;
  }
  if (name == "resultSegmentSizes" || name == "result_segment_sizes") return true;
  parts.discardable.push_back({context_.name(name), value});
  return true;
}

bool Assembler::add_key(OpParts& parts, AttrKey key, Attr value, const char* at) {
  const AttrSpec* spec = find_attr_spec(parts.kind, key);
  Attr form = canonical(spec->form, key, value);
  if (!form) {
    return fail(at, Code::kBadAttribute, fmt::format("{} must be {}", attr_key_text(key), form_name(spec->form)));
  }
  for (const KeyedAttr& attr : parts.attrs) {
    if (attr.key == key) return fail(at, Code::kBadAttribute, fmt::format("{} is given twice", attr_key_text(key)));
  }
  parts.attrs.push_back({key, form});
  return true;
}

Attr Assembler::canonical(AttrForm form, AttrKey key, Attr value) {
  switch (form) {
    case AttrForm::kAny: {
      std::string_view body = stripped(key, value);
      return body.empty() ? value : context_.opaque_attr(body);
    }
    case AttrForm::kBool:
      if (value.is(AttrKind::kUnit)) return context_.boolean(true);
      if (value.is(AttrKind::kInt)) return context_.boolean(value.as_int() != 0);
      return value.is(AttrKind::kBool) ? value : Attr();
    case AttrForm::kInt: {
      if (value.is(AttrKind::kInt)) return context_.integer(value.as_int(), int_suffix(key));
      if (!value.is(AttrKind::kDense)) return {};
      std::optional<std::vector<int64_t>> one = literal_ints(value.literal());
      return one && one->size() == 1 ? context_.integer((*one)[0], int_suffix(key)) : Attr();
    }
    case AttrForm::kFloat:
      if (value.is(AttrKind::kInt)) return context_.real(static_cast<double>(value.as_int()));
      return value.is(AttrKind::kFloat) ? value : Attr();
    case AttrForm::kInts:
      if (value.is(AttrKind::kInts) && value.suffix().text() == "i64") return value;
      [[fallthrough]];
    case AttrForm::kPairs: {
      std::optional<std::vector<int64_t>> ints = ints_of(value);
      return ints ? context_.ints(*ints) : Attr();
    }
    case AttrForm::kBools: {
      std::optional<std::vector<int64_t>> ints = ints_of(value);
      if (!ints) return {};
      for (int64_t& i : *ints) i = i != 0;
      return context_.ints(*ints, "i1");
    }
    case AttrForm::kString: {
      if (value.is(AttrKind::kString)) return value;
      std::optional<std::string_view> word = enum_word(value);
      return word ? context_.string(*word) : Attr();
    }
    case AttrForm::kEnum: {
      std::optional<std::string_view> word = enum_word(value);
      return word ? context_.string(*word) : Attr();
    }
    case AttrForm::kEnums: {
      if (!value.is(AttrKind::kArray)) return {};
      std::vector<Attr> words;
      for (Attr element : value.elements()) {
        std::optional<std::string_view> word = enum_word(element);
        if (!word) return {};
        words.push_back(context_.string(*word));
      }
      return context_.array(words);
    }
    case AttrForm::kSymbol:
      if (value.is(AttrKind::kString)) return context_.symbol(value.text());
      return value.is(AttrKind::kSymbol) ? value : Attr();
    case AttrForm::kSymbols: {
      if (value.is(AttrKind::kSymbol)) return context_.array(std::span(&value, 1));
      if (!value.is(AttrKind::kArray)) return {};
      std::vector<Attr> symbols;
      for (Attr element : value.elements()) {
        if (!element.is(AttrKind::kSymbol) && !element.is(AttrKind::kString)) return {};
        symbols.push_back(context_.symbol(element.text()));
      }
      return context_.array(symbols);
    }
    case AttrForm::kDense:
      if (key == AttrKey::kValue && is_elided(value)) return value;
      return value.is(AttrKind::kDense) ? value : Attr();
    case AttrForm::kGroups: return canonical_groups(value);
  }
  return {};
}

}  // namespace partita::core::text::stablehlo
