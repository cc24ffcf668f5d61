#include "text/read.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "text/bytecode/bytecode.h"
#include "text/bytecode/exported.h"
#include "text/proto/hlo_proto.h"

namespace partita::core::text {
namespace {

// Parts between lines that start with `// -----`.
std::vector<TextRange> split_at_marks(std::string_view text) {
  std::vector<TextRange> parts;
  size_t begin = 0;
  for (size_t at = text.find("// -----"); at != std::string_view::npos; at = text.find("// -----", at + 8)) {
    if (at != 0 && text[at - 1] != '\n') continue;
    parts.push_back({begin, at});
    size_t line_end = text.find('\n', at);
    begin = line_end == std::string_view::npos ? text.size() : line_end + 1;
  }
  parts.push_back({begin, text.size()});
  return parts;
}

// The first byte that is neither white space nor inside a comment.
size_t skip_blank(std::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    if (std::string_view(" \t\r\n").find(text[i]) != std::string_view::npos) {
      ++i;
    } else if (text.substr(i, 3) == "\xEF\xBB\xBF") {
      i += 3;
    } else if (text.substr(i, 2) == "//") {
      size_t end = text.find('\n', i);
      i = end == std::string_view::npos ? text.size() : end + 1;
    } else if (text.substr(i, 2) == "/*") {
      size_t end = text.find("*/", i + 2);
      i = end == std::string_view::npos ? text.size() : end + 2;
    } else {
      break;
    }
  }
  return i;
}

// The part of a binary program that is read; nothing where it is text.
std::optional<std::string_view> binary_program(std::string_view bytes) {
  if (is_bytecode(bytes)) return bytes;
  if (std::optional<std::string_view> module = exported_module(bytes)) return module;
  return find_hlo_proto(bytes);
}

bool starts_with_word(std::string_view text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  return text.size() == word.size() ||
         std::string_view(" \t\r\n@{(<%").find(text[word.size()]) != std::string_view::npos;
}

}  // namespace

TextFormat sniff_format(std::string_view text) {
  std::string_view rest = text.substr(skip_blank(text));
  if (starts_with_word(rest, "HloModule") || starts_with_word(rest, "ENTRY")) return TextFormat::kHlo;
  for (std::string_view word : {"module", "func.func", "builtin.module", "sdy.mesh"}) {
    if (starts_with_word(rest, word)) return TextFormat::kStableHlo;
  }
  if (rest.empty() || std::string_view("\"#!{@").find(rest[0]) != std::string_view::npos) return TextFormat::kStableHlo;
  // A computation: `name {`, `%name (x: f32[2]) -> f32[2] {`.
  size_t i = rest[0] == '%' ? 1 : 0;
  while (i < rest.size() &&
         (isalnum(static_cast<unsigned char>(rest[i])) || rest[i] == '_' || rest[i] == '.' || rest[i] == '-'))
    ++i;
  size_t next = i + skip_blank(rest.substr(i));
  bool computation = i > 0 && next < rest.size() && (rest[next] == '{' || rest[next] == '(');
  return computation ? TextFormat::kHlo : TextFormat::kStableHlo;
}

std::vector<TextRange> split_programs(const SourceText& source, Diagnostics& diagnostics) {
  std::vector<TextRange> programs;
  std::string_view text = source.text();
  if (text.size() >= kNoOffset) {
    diagnostics.add(error_at(source, kNoOffset, Code::kTooLarge, "the text is larger than 4 GiB"));
    return programs;
  }
  if (std::optional<std::string_view> binary = binary_program(text)) {
    const auto begin = static_cast<size_t>(binary->data() - text.data());
    programs.push_back({begin, begin + binary->size()});
    return programs;
  }
  if (size_t bad = base::find_non_text(text); bad < text.size()) {
    diagnostics.add(error_at(source, static_cast<SourceOffset>(bad), Code::kNotText,
                             fmt::format("byte 0x{:02X} is not UTF-8 text", static_cast<unsigned char>(text[bad]))));
    return programs;
  }
  for (TextRange part : split_at_marks(text)) {
    std::string_view program = text.substr(part.begin, part.end - part.begin);
    if (skip_blank(program) < program.size()) programs.push_back(part);
  }
  if (programs.empty()) {
    diagnostics.add(error_at(source, 0, Code::kEmptyInput, "there is no program in this input"));
  }
  return programs;
}

std::unique_ptr<Module> parse_program(Context& context, const std::shared_ptr<const SourceText>& source,
                                      TextRange range, Diagnostics& diagnostics) {
  const size_t errors = diagnostics.error_count();
  const std::string_view program = std::string_view(source->text()).substr(range.begin, range.end - range.begin);
  auto* parse = is_bytecode(program)                        ? parse_bytecode
                : find_hlo_proto(program)                   ? parse_hlo_proto
                : sniff_format(program) == TextFormat::kHlo ? parse_hlo
                                                            : parse_stablehlo;
  std::unique_ptr<Module> module = parse(context, source, range.begin, range.end, diagnostics);
  return diagnostics.error_count() > errors ? nullptr : std::move(module);
}

}  // namespace partita::core::text
