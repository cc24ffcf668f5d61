// Attribute structs, flattened into the fields the op table has:
//
//   #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
//   #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>     input, kernel and output; or raw, as fields
//   #stablehlo.channel_handle<handle = 1, type = 0>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "text/common/dimension_numbers.h"
#include "text/stablehlo/assembler.h"

namespace partita::core::text::stablehlo {
namespace {

bool read_int(Lexer& lexer, int64_t& out) {
  std::string_view text = lexer.number();
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

bool read_ints(Lexer& lexer, std::vector<int64_t>& out) {
  if (!lexer.accept('[')) return false;
  if (lexer.accept(']')) return true;
  do {
    if (!read_int(lexer, out.emplace_back())) return false;
  } while (lexer.accept(','));
  return lexer.accept(']');
}

// The name the op table gives a field.
std::optional<AttrKey> field_key(std::string_view name) {
  if (name == "handle") return AttrKey::kChannelId;
  if (name == "type") return AttrKey::kChannelType;
  return ir::attr_key_from_text(name);
}

// [b, 0, 1, f]: where the letters stand, and the spatial dimensions in their order.
struct DimLabels {
  int64_t first = -1, second = -1;
  std::vector<int64_t> spatial;
};

bool read_labels(Lexer& lexer, char first, char second, DimLabels& out) {
  if (!lexer.accept('[')) return false;
  std::vector<std::pair<int64_t, int64_t>> numbered;
  int64_t position = 0;
  do {
    int64_t number = 0;
    if (is_class(lexer.peek(), kDigit)) {
      if (!read_int(lexer, number)) return false;
      numbered.push_back({number, position});
    } else if (lexer.peek() == first && out.first < 0) {
      lexer.accept(first);
      out.first = position;
    } else if (lexer.peek() == second && out.second < 0) {
      lexer.accept(second);
      out.second = position;
    } else if (!lexer.accept('?')) {
      return false;
    }
    ++position;
  } while (lexer.accept(','));
  if (!lexer.accept(']') || out.first < 0 || out.second < 0) return false;
  out.spatial.assign(numbered.size(), -1);
  for (auto [number, where] : numbered) {
    if (number >= std::ssize(numbered) || out.spatial[number] >= 0) return false;
    out.spatial[number] = where;
  }
  return true;
}

}  // namespace

bool add_bounds(Attr encoding, std::span<int64_t> dims) {
  if (!encoding.is(AttrKind::kOpaque)) return false;
  std::string_view text = encoding.text();
  for (std::string_view head : {"#stablehlo.bounds<", "#mhlo.type_extensions<bounds = ["}) {
    if (!text.starts_with(head) || !text.ends_with('>')) continue;
    Lexer lexer(text, head.size(), text.size() - 1);
    for (int64_t& dim : dims) {
      if (&dim != dims.data() && !lexer.accept(',')) return false;
      if (lexer.accept('?')) continue;
      int64_t bound = 0;
      if (!read_int(lexer, bound) || bound < 0 || bound == INT64_MAX) return false;
      if (ir::is_dynamic(dim)) dim = ir::bounded_size(bound);
    }
    lexer.accept(']');
    return lexer.at_end();
  }
  return false;
}

bool has_possible_size(std::span<const int64_t> dims) {
  std::vector<int64_t> known;
  for (int64_t dim : dims) {
    if (!ir::is_dynamic(dim)) known.push_back(dim);
  }
  return ir::checked_element_count(known).has_value();
}

bool Assembler::parse_conv_dims(Lexer& lexer, Fields& out) {
  DimLabels input, kernel, output;
  if (!read_labels(lexer, 'b', 'f', input) || !lexer.accept('x') || !read_labels(lexer, 'i', 'o', kernel) ||
      !lexer.accept("->") || !read_labels(lexer, 'b', 'f', output)) {
    return false;
  }
  out.push_back({AttrKey::kInputBatchDimension, context_.integer(input.first)});
  out.push_back({AttrKey::kInputFeatureDimension, context_.integer(input.second)});
  out.push_back({AttrKey::kInputSpatialDimensions, context_.ints(input.spatial)});
  out.push_back({AttrKey::kKernelInputFeatureDimension, context_.integer(kernel.first)});
  out.push_back({AttrKey::kKernelOutputFeatureDimension, context_.integer(kernel.second)});
  out.push_back({AttrKey::kKernelSpatialDimensions, context_.ints(kernel.spatial)});
  out.push_back({AttrKey::kOutputBatchDimension, context_.integer(output.first)});
  out.push_back({AttrKey::kOutputFeatureDimension, context_.integer(output.second)});
  out.push_back({AttrKey::kOutputSpatialDimensions, context_.ints(output.spatial)});
  return true;
}

const Assembler::Fields* Assembler::struct_fields(Attr value) {
  if (!value.is(AttrKind::kOpaque)) return nullptr;
  if (auto known = structs_.find(value.id()); known != structs_.end()) return &known->second;
  std::string_view text = value.text();
  const size_t open = text.find('<');
  if (open == std::string_view::npos || !text.ends_with('>')) return nullptr;
  Lexer lexer(text, open + 1, text.size() - 1);
  Fields fields;
  if (lexer.peek() == '[') {
    if (!parse_conv_dims(lexer, fields)) return nullptr;
  } else {
    lexer.accept_word("raw");
    while (!lexer.at_end()) {
      std::optional<AttrKey> key = field_key(lexer.word());
      if (!key || !lexer.accept('=')) return nullptr;
      if (lexer.peek() == '[') {
        std::vector<int64_t> ints;
        if (!read_ints(lexer, ints)) return nullptr;
        fields.push_back({*key, context_.ints(ints)});
      } else {
        int64_t number = 0;
        if (!read_int(lexer, number)) return nullptr;
        fields.push_back({*key, context_.integer(number)});
      }
      if (!lexer.accept(',')) break;
    }
  }
  if (!lexer.at_end()) return nullptr;
  return &structs_.emplace(value.id(), std::move(fields)).first->second;
}

bool Assembler::add_struct(OpParts& parts, Attr value, const char* at) {
  const Fields* fields = struct_fields(value);
  if (fields == nullptr) {
    return fail(at, Code::kBadAttribute, "the dimension numbers or channel do not follow their grammar");
  }
  for (const KeyedAttr& field : *fields) {
    if (find_attr_spec(parts.kind, field.key) == nullptr) {
      return fail(at, Code::kBadAttribute,
                  fmt::format("{} has no {}", op_info(parts.kind).mlir, attr_key_text(field.key)));
    }
    if (!add_key(parts, field.key, field.value, at)) return false;
  }
  for (const AttrSpec& spec : op_info(parts.kind).attrs) {
    auto is_this = [&](const KeyedAttr& attr) { return attr.key == spec.key; };
    if (!is_dimension_number(spec.key) || std::ranges::any_of(parts.attrs, is_this)) continue;
    parts.attrs.push_back({spec.key, spec.form == AttrForm::kInts ? context_.ints({}) : context_.integer(0)});
  }
  return true;
}

}  // namespace partita::core::text::stablehlo
