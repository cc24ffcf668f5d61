// Reader: the entry point, modules and meshes, and where reading goes on after an error.
#include <fmt/format.h>

#include <algorithm>

#include "text/stablehlo/reader.h"
#include "text/stablehlo/stablehlo.h"

namespace partita::core::text {

std::unique_ptr<Module> parse_stablehlo(Context& context, const std::shared_ptr<const SourceText>& source, size_t begin,
                                        size_t end, Diagnostics& diagnostics) {
  return stablehlo::Reader(context, source, begin, end, diagnostics).read();
}

namespace stablehlo {

Reader::Reader(Context& context, std::shared_ptr<const SourceText> source, size_t begin, size_t end,
               Diagnostics& diagnostics)
    : Assembler(context, std::move(source), diagnostics),
      lexer_(source_->text(), begin, end),
      begin_(source_->text().data() + begin),
      scopes_(end - begin) {}

std::unique_ptr<Module> Reader::read() {
  const size_t errors = diagnostics_.error_count();
  module_ = std::make_unique<Module>(context_);
  module_->set_source(source_);
  module_->set_format(TextFormat::kStableHlo);
  if (lexer_.starts_with("\xEF\xBB\xBF")) lexer_.move_to(lexer_.raw() + 3);
  find_aliases();
  while (!lexer_.at_end() && !diagnostics_.full()) {
    const char* start = lexer_.position();
    if (!parse_top_level(false)) recover_top_level(start);
  }
  if (diagnostics_.error_count() == errors) check_symbols();
  if (diagnostics_.error_count() == errors) resolve_groups();
  if (diagnostics_.error_count() != errors) return nullptr;
  return std::move(module_);
}

Attr Reader::read_attribute(std::string_view text) {
  lexer_ = Lexer(source_->text(), offset_of(text.data()), offset_of(text.data() + text.size()));
  Attr value = parse_attribute();
  if (!value || lexer_.at_end()) return value;
  fail_here("the end of the attribute");
  return {};
}

bool Reader::read_type(std::string_view text, SpelledType& out) {
  lexer_ = Lexer(source_->text(), offset_of(text.data()), offset_of(text.data() + text.size()));
  return parse_type(out) && (lexer_.at_end() || fail_here("the end of the type"));
}

bool Reader::read_quantized(std::string_view text, QuantizedElement& out) {
  lexer_ = Lexer(source_->text(), offset_of(text.data()), offset_of(text.data() + text.size()));
  return parse_quantized_element(out) && (lexer_.at_end() || fail_here("the end of the type"));
}

// --- Mistakes --------------------------------------------------------------------------------------------------------

bool Reader::fail_here(std::string_view expected) {
  if (lexer_.at_end()) return fail_at_end(fmt::format("expected {}, found the end of the text", expected));
  std::string_view found = lexer_.peek_word();
  if (found.empty()) found = {lexer_.raw(), 1};
  constexpr size_t kMost = 40;
  const bool printable = found.size() > 1 || (found[0] > ' ' && found[0] < 127);
  return fail(lexer_.raw(), Code::kSyntax,
              printable ? fmt::format("expected {}, found '{}'", expected, found.substr(0, kMost))
                        : fmt::format("expected {}", expected));
}

bool Reader::fail_at_end(std::string_view what) {
  if (!gave_up_) fail(lexer_.raw(), Code::kSyntax, std::string(what));
  gave_up_ = true;
  return false;
}

bool Reader::expect(char c, std::string_view where) {
  return lexer_.accept(c) || fail_here(fmt::format("'{}' {}", c, where));
}

bool Reader::expect(std::string_view punctuation, std::string_view where) {
  return lexer_.accept(punctuation) || fail_here(fmt::format("'{}' {}", punctuation, where));
}

bool Reader::can_nest(int depth, std::string_view what) {
  return depth < kMaxDepth ||
         fail(lexer_.position(), Code::kTooDeep, fmt::format("{} are nested more than {} deep", what, kMaxDepth));
}

// After a mistake: from the start of the op to the first line that can begin another, outside all of its brackets.
void Reader::recover_op(const char* start) {
  const char* const end = lexer_.end();
  if (gave_up_) return lexer_.move_to(end);
  if (find_next_op(start, true)) return;
  // Brackets do not match: the next line that looks like an op will do. Not again and again over a long text.
  constexpr int kMostBlind = 20;
  if (blind_recoveries_++ < kMostBlind && find_next_op(start, false)) return;
  gave_up_ = true;
  lexer_.move_to(end);
}

bool Reader::find_next_op(const char* start, bool outside_brackets) {
  const char* const end = lexer_.end();
  int depth = 0;
  for (const char* at = start; at < end; ++at) {
    switch (*at) {
      case '"': {
        lexer_.move_to(at);
        std::string_view inside;
        if (lexer_.string(inside)) at = lexer_.raw() - 1;
        break;
      }
      case '/':
        if (at + 1 < end && at[1] == '/') {
          while (at + 1 < end && at[1] != '\n') ++at;
        }
        break;
      case '{':
      case '(':
      case '[': ++depth; break;
      case '}':
        if (depth == 0 && at > start) {
          lexer_.move_to(at);
          return true;
        }
        [[fallthrough]];
      case ')':
      case ']': depth = std::max(0, depth - 1); break;
      case '\n': {
        if (depth != 0 && outside_brackets) break;
        lexer_.move_to(at);
        const char c = lexer_.peek();
        std::string_view word = lexer_.peek_word();
        const bool is_op = word.find('.') != std::string_view::npos || word == "return" || word == "call";
        if (c == '%' || c == '"' || c == '}' || is_op) return true;
        break;
      }
      default: break;
    }
  }
  return false;
}

void Reader::recover_top_level(const char* start) {
  const char* const end = lexer_.end();
  if (gave_up_) return lexer_.move_to(end);
  std::string_view text(start, end - start);
  // The next line that starts a function, mesh or alias.
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    std::string_view line = text.substr(at + 1);
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    for (std::string_view word : {"func.func", "\"func.func\"", "sdy.mesh", "#", "!"}) {
      if (line.starts_with(word)) return lexer_.move_to(line.data());
    }
  }
  lexer_.move_to(end);
}

// --- Module ----------------------------------------------------------------------------------------------------------

bool Reader::parse_top_level(bool in_module) {
  const char* at = lexer_.position();
  const char c = lexer_.peek();
  if (c == '#' || c == '!') return parse_alias_definition();
  if (lexer_.starts_with("{-#")) return skip_resources();
  if (c == '"') {
    std::string_view name;
    if (!lexer_.string(name)) return fail(at, Code::kSyntax, "the string has no closing quote on its line");
    if (name == "func.func") return parse_generic_function();
    if (name == "sdy.mesh") return parse_generic_mesh();
    if (name == "builtin.module" && !in_module) return parse_generic_module();
    return fail(at, Code::kSyntax, fmt::format("expected a function or mesh, found \"{}\"", name));
  }
  std::string_view word = lexer_.word();
  if (word == "func.func" || word == "func") return parse_function();
  if (word == "sdy.mesh") return parse_mesh();
  if (word == "module" || word == "builtin.module") {
    if (in_module || has_module_ || !module_->functions().empty()) {
      return fail(at, Code::kSyntax, "one program is one module; separate programs by a line '// -----'");
    }
    return parse_module();
  }
  lexer_.move_to(at);
  return fail_here(in_module ? "a function, a mesh or '}'" : "a module, function or mesh");
}

// module @name attributes {…} {…}
bool Reader::parse_module() {
  has_module_ = true;
  if (lexer_.peek() == '@') {
    std::string name;
    if (!parse_symbol(name)) return false;
    module_->set_name(context_.name(name));
  }
  std::vector<NamedAttr> attrs;
  if (lexer_.accept_word("attributes") && !parse_dict(attrs)) return false;
  set_module_attrs(std::move(attrs));
  Attr location;
  return parse_module_body() && parse_optional_location(location);
}

bool Reader::parse_module_body() {
  if (!expect('{', "before the module's functions")) return false;
  while (!lexer_.accept('}')) {
    if (diagnostics_.full()) return false;
    if (lexer_.at_end()) return fail_at_end("the text ends inside the module; a '}' is missing");
    const char* start = lexer_.position();
    if (!parse_top_level(true)) recover_top_level(start);
  }
  return true;
}

// "builtin.module"() <{…}> ({^bb0: …}) {…} : () -> ()
bool Reader::parse_generic_module() {
  has_module_ = true;
  std::vector<NamedAttr> attrs;
  if (!expect("(", "after the op's name") || !expect(')', "after '('")) return false;
  if (lexer_.accept('<') && (!parse_dict(attrs) || !expect('>', "after the properties"))) return false;
  if (!expect('(', "before the region")) return false;
  // The region's block may have a label.
  const char* at = lexer_.position();
  if (lexer_.accept('{') && lexer_.accept('^')) {
    lexer_.name();
    lexer_.accept('(') && lexer_.accept(')');
    if (!expect(':', "after the block's name")) return false;
    while (!lexer_.accept('}')) {
      if (diagnostics_.full()) return false;
      if (lexer_.at_end()) return fail_at_end("the text ends inside the module; a '}' is missing");
      const char* start = lexer_.position();
      if (!parse_top_level(true)) recover_top_level(start);
    }
  } else {
    lexer_.move_to(at);
    if (!parse_module_body()) return false;
  }
  if (!expect(')', "after the region")) return false;
  if (lexer_.peek() == '{' && !parse_dict(attrs)) return false;
  set_module_attrs(std::move(attrs));
  Signature signature;
  Attr location;
  return expect(':', "before the op's type") && parse_signature(signature) && parse_optional_location(location);
}

// {-# … #-}: dense_resource looks into it when it needs to.
bool Reader::skip_resources() {
  const char* at = lexer_.position();
  std::string_view text(at, lexer_.end() - at);
  const size_t close = text.find("#-}");
  if (close == std::string_view::npos) return fail(at, Code::kSyntax, "the resources have no closing '#-}'");
  lexer_.move_to(at + close + 3);
  return true;
}

// --- Meshes ----------------------------------------------------------------------------------------------------------

// sdy.mesh @name = <["x"=4]> {…}
bool Reader::parse_mesh() {
  const char* at = lexer_.position();
  std::string name;
  if (!parse_symbol(name) || !expect('=', "after the mesh's name")) return false;
  Attr mesh = lexer_.peek() == '#' ? parse_attribute() : parse_stripped("", "");
  std::vector<NamedAttr> attrs;
  Attr location;
  if (!mesh || (lexer_.peek() == '{' && !parse_dict(attrs)) || !parse_optional_location(location)) return false;
  return add_mesh(name, mesh, attrs, at);
}

bool Reader::parse_generic_mesh() {
  const char* at = lexer_.position();
  std::vector<NamedAttr> attrs;
  if (!expect('(', "after the op's name") || !expect(')', "after '('")) return false;
  if (lexer_.accept('<') && (!parse_dict(attrs) || !expect('>', "after the properties"))) return false;
  if (lexer_.peek() == '{' && !parse_dict(attrs)) return false;
  Signature signature;
  Attr location;
  if (!expect(':', "before the op's type") || !parse_signature(signature) || !parse_optional_location(location))
    return false;
  Attr name = find_attr(attrs, "sym_name"), mesh = find_attr(attrs, "mesh");
  if (!name.is(AttrKind::kString) || !mesh) return fail(at, Code::kBadAttribute, "a mesh has a sym_name and a mesh");
  erase_attrs(attrs, {"sym_name", "mesh"});
  return add_mesh(name.text(), mesh, attrs, at);
}

}  // namespace stablehlo
}  // namespace partita::core::text
