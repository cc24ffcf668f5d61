// Reader: types and the signatures of ops, (tensor<2xf32>) -> tensor<2xf32>.
#include <fmt/format.h>

#include <charconv>

#include "text/stablehlo/quantized.h"
#include "text/stablehlo/reader.h"

namespace partita::core::text::stablehlo {

namespace {

// From the < to its partner; a type's text has no strings. Empty where there is none.
std::string_view angle_brackets(const char* from, const char* end) {
  int depth = 0;
  for (const char* at = from; at < end; ++at) {
    if (*at == '<') ++depth;
    if (*at == '>' && --depth == 0) return {from, static_cast<size_t>(at + 1 - from)};
    if (*at == '\n' || *at == '"') break;
  }
  return {};
}

}  // namespace

bool Reader::parse_type(SpelledType& out) {
  const char* at = lexer_.position();
  if (lexer_.peek() == '!') return parse_dialect_type(out);
  std::string_view word = lexer_.word();
  if (word.empty()) return fail_here("a type");
  if (word == "tensor" || word == "memref") {
    if (lexer_.raw_char() != '<' && lexer_.peek() != '<') return fail_here("'<' of the type");
    std::string_view body = angle_brackets(lexer_.raw(), lexer_.end());
    if (!body.empty()) {
      std::string_view text(at, body.data() + body.size() - at);
      if (auto known = types_.find(text); known != types_.end()) {
        out = known->second;
        lexer_.move_to(text.data() + text.size());
        return true;
      }
    }
    if (!parse_shaped_type(word, out)) return false;
    types_.emplace(std::string_view(at, lexer_.raw() - at), out);
    return true;
  }
  if (word == "tuple") {
    if (!can_nest(type_depth_, "types")) return false;
    if (!expect('<', "after tuple")) return false;
    ++type_depth_;
    std::vector<SpelledType> parts;
    bool ok = parse_type_list('>', parts);
    --type_depth_;
    if (ok) out = tuple_of(std::move(parts));
    return ok;
  }
  return fail(at, Code::kBadType, fmt::format("'{}' is not the type of a value in a tensor program", word));
}

bool Reader::parse_plain_type(Type& out, std::string_view what) {
  const char* at = lexer_.position();
  SpelledType spelled;
  if (!parse_type(spelled)) return false;
  if (spelled.tuple != nullptr) return fail(at, Code::kBadType, fmt::format("{} cannot have a tuple type", what));
  out = spelled.type;
  return true;
}

// Comma-separated, up to and with the closing character.
bool Reader::parse_type_list(char close, std::vector<SpelledType>& out) {
  if (lexer_.accept(close)) return true;
  do {
    SpelledType& type = out.emplace_back();
    if (!parse_type(type)) return false;
  } while (lexer_.accept(','));
  return expect(close, "after the types");
}

// #stablehlo.bounds<16, ?>, or as MHLO has it #mhlo.type_extensions<bounds = [16, ?]>: the sizes of dynamic dimensions
// get their bounds.
bool Reader::parse_bounds(std::vector<int64_t>& dims) {
  const char* at = lexer_.position();
  const Attr encoding = parse_attribute();
  if (!encoding) return false;
  return add_bounds(encoding, dims) ||
         fail(at, Code::kUnsupportedType, "encodings of a type other than bounds are not supported");
}

// !quant.uniform<i8:f32, 0.5:3>, at the !.
bool Reader::parse_quantized_element(QuantizedElement& out) {
  const char* at = lexer_.position();
  lexer_.move_to(at + 1);
  const std::string_view name = lexer_.name();
  if (name != "quant.uniform") {
    return fail(at, Code::kUnsupportedType,
                fmt::format("!{} is no element type here; of quantised ones !quant.uniform is", name));
  }
  std::string why;
  return parse_quantized(lexer_, out, why) || fail(at, Code::kBadType, why);
}

// tensor<4x8xf32>, at the <. A dimension may be `?`, with a bound in the encoding.
bool Reader::parse_shaped_type(std::string_view keyword, SpelledType& out) {
  if (!expect('<', "after the keyword of the type")) return false;
  std::vector<int64_t> dims;
  const char* dims_at = lexer_.position();
  while (true) {
    const char c = lexer_.peek();
    if (c == '?') {
      lexer_.accept('?');
      dims.push_back(ir::kDynamic);
      if (lexer_.raw_char() != 'x') return fail_here("'x' after the dimension");
      lexer_.move_to(lexer_.raw() + 1);
      continue;
    }
    if (c == '*') return fail(lexer_.raw(), Code::kUnsupportedType, "tensors without a rank are not supported");
    if (!is_class(c, kDigit)) break;
    const char* at = lexer_.position();
    std::string_view digits = lexer_.digits();
    int64_t size = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), size).ec != std::errc()) {
      return fail(at, Code::kBadType, fmt::format("the dimension {} is too large", digits));
    }
    dims.push_back(size);
    if (lexer_.raw_char() != 'x') return fail_here("'x' after the dimension");
    lexer_.move_to(lexer_.raw() + 1);
  }
  const char* at = lexer_.position();
  std::optional<ElementType> element;
  std::optional<QuantizedElement> quantized;
  std::string_view word;
  if (lexer_.peek() == '!') {
    if (!parse_quantized_element(quantized.emplace())) return false;
    element = quantized->storage;
  } else if (word = lexer_.word(); word.empty()) {
    return fail_here("an element type");
  } else if (word == "complex") {
    if (!expect('<', "after complex")) return false;
    std::string_view part = lexer_.word();
    if (!expect('>', "after the part of a complex type")) return false;
    if (part == "f32") element = ElementType::kC64;
    if (part == "f64") element = ElementType::kC128;
  } else {
    element = ir::element_type_from_mlir(word);
    // Signed integers have two spellings.
    if (!element && word.starts_with("si")) element = ir::element_type_from_mlir(word.substr(1));
    if (word == "index") element = ElementType::kS64;  // shapes: as wide
  }
  if (!element) return fail(at, Code::kBadType, fmt::format("'{}' is not an element type", word));
  if (lexer_.peek() == ',') {
    // A memref's layout or memory space, a tensor's encoding.
    if (keyword == "tensor") {
      lexer_.accept(',');
      if (!parse_bounds(dims)) return false;
    }
    while (lexer_.accept(',')) {
      if (!parse_attribute()) return false;
    }
  }
  if (!expect('>', "at the end of the type")) return false;
  if (!has_possible_size(dims)) {
    return fail(dims_at, Code::kBadType, "the type has more elements than any memory holds");
  }
  if (quantized) {
    if (const std::string why = quantized->mistake(dims); !why.empty()) return fail(at, Code::kBadType, why);
  }
  out.type = keyword == "tensor" ? context_.tensor(*element, dims, quantized ? quantized->quantization() : nullptr)
                                 : context_.buffer(*element, dims);
  return true;
}

bool Reader::parse_dialect_type(SpelledType& out) {
  const char* at = lexer_.position();
  lexer_.move_to(at + 1);
  std::string_view name = lexer_.name();
  if (name == "stablehlo.token" || name == "mhlo.token") {
    out.type = context_.token();
    return true;
  }
  if (name == "mhlo.opaque" || name == "stablehlo.opaque") {
    out.type = context_.opaque();
    return true;
  }
  if (name == "stablehlo.future" || name == "mhlo.async_bundle") {
    if (!can_nest(type_depth_, "types")) return false;
    if (!expect('<', "after the type's name")) return false;
    ++type_depth_;
    std::vector<SpelledType> parts;
    bool ok = parse_type_list('>', parts);
    --type_depth_;
    if (!ok) return false;
    std::vector<Type> flat;
    for (const SpelledType& part : parts) append_flat(part, flat);
    out.type = context_.future(flat);
    return true;
  }
  if (name.starts_with("quant.")) {
    return fail(at, Code::kBadType,
                "a quantised type is the element of a tensor: tensor<4x!quant.uniform<i8:f32, 0.5>>");
  }
  if (name.find('.') == std::string_view::npos && lexer_.raw_char() != '<') {
    Alias* alias = resolve_alias({at, name.size() + 1}, at);
    if (alias == nullptr) return false;
    if (alias->type.empty()) return fail(at, Code::kBadType, fmt::format("!{} does not stand for a type", name));
    out = alias->type;
    return true;
  }
  return fail(at, Code::kBadType, fmt::format("!{} is not the type of a value in a tensor program", name));
}

bool Reader::add_operand_type(Signature& out) {
  const char* at = lexer_.position();
  SpelledType& type = out.spelled_operands.emplace_back();
  if (!parse_type(type)) return false;
  append_flat(type, out.operands);
  out.operand_at.resize(out.operands.size(), at);
  return true;
}

// Behind an arrow: T, (T, U) or ().
bool Reader::parse_result_types(Signature& out) {
  if (lexer_.accept('(')) {
    if (!parse_type_list(')', out.spelled_results)) return false;
  } else {
    if (!parse_type(out.spelled_results.emplace_back())) return false;
  }
  for (const SpelledType& type : out.spelled_results) append_flat(type, out.results);
  return true;
}

// (T, U) -> R, or T, U -> R, or T, U. What a list without an arrow means depends on the op.
bool Reader::parse_signature(Signature& out) {
  out.at = lexer_.position();
  if (lexer_.accept('(')) {
    if (!lexer_.accept(')')) {
      do {
        if (!add_operand_type(out)) return false;
      } while (lexer_.accept(','));
      if (!expect(')', "after the operands' types")) return false;
    }
  } else {
    do {
      if (!add_operand_type(out)) return false;
    } while (lexer_.accept(','));
  }
  if (lexer_.accept("->")) {
    out.has_arrow = true;
    return parse_result_types(out);
  }
  return true;
}

}  // namespace partita::core::text::stablehlo
