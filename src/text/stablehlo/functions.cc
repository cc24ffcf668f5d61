// Functions, in the form they are printed in and in the generic one.
#include <fmt/format.h>

#include <algorithm>

#include "ir/names.h"
#include "text/stablehlo/reader.h"

namespace partita::core::text::stablehlo {

// func.func private @name(%a: T {…}) -> (U {…}) attributes {…} {…}
bool Reader::parse_function() {
  const bool is_private = lexer_.accept_word("private") || lexer_.accept_word("nested");
  if (!is_private) lexer_.accept_word("public");
  const char* at = lexer_.position();
  std::string name;
  if (lexer_.peek() != '@') return fail_here("the @name of the function");
  if (!parse_symbol(name)) return false;
  Function* function = start_function(name, at);
  if (function == nullptr) return false;
  function->set_private(is_private);
  scopes_.enter(true);
  bool ok = parse_function_arguments(*function) && parse_function_results(*function);
  std::vector<NamedAttr> attrs;
  if (ok && lexer_.accept_word("attributes")) ok = parse_dict(attrs);
  if (ok && lexer_.peek() != '{') {
    ok = fail(at, Code::kSyntax, fmt::format("@{} has no body; a program must hold all it calls", name));
  }
  if (ok && !attrs.empty()) function->set_discardable_attributes(context_.dict(attrs));
  ok = ok && expect('{', "before the body") && parse_block(function->body());
  scopes_.leave();
  Attr location;
  if (!ok || !parse_optional_location(location)) return false;
  if (location) function->set_location(location);
  return true;
}

bool Reader::parse_function_arguments(Function& function) {
  if (!expect('(', "before the arguments")) return false;
  if (lexer_.accept(')')) return true;
  do {
    const char* at = lexer_.position();
    std::string_view name;
    SpelledType type;
    if (lexer_.peek() == '%') {
      if (!parse_value_name(name, "an argument") || !expect(':', "after the argument's name")) return false;
    }
    if (!parse_type(type)) return false;
    std::vector<NamedAttr> attrs;
    Attr location;
    if ((lexer_.peek() == '{' && !parse_dict(attrs)) || !parse_optional_location(location)) return false;
    const int first = function.num_arguments();
    // A declaration names no arguments; what follows will tell that it has no body.
    if (name.empty()) continue;
    if (!define_argument(function.body(), name, at, type)) return false;
    const Attr dict = with_name_of(attrs.empty() ? Attr() : context_.dict(attrs), location);
    if (!dict) continue;
    for (int i = first; i < function.num_arguments(); ++i) {
      function.set_argument_attrs(i, type.tuple ? attrs_of_part(dict, i - first) : dict);
    }
  } while (lexer_.accept(','));
  return expect(')', "after the arguments");
}

bool Reader::parse_function_results(Function& function) {
  if (!lexer_.accept("->")) return true;
  std::vector<Type> types;
  const bool several = lexer_.accept('(');
  if (!several || !lexer_.accept(')')) {
    do {
      SpelledType type;
      if (!parse_type(type)) return false;
      const size_t first = types.size();
      append_flat(type, types);
      if (!several) break;
      if (lexer_.peek() != '{') continue;
      std::vector<NamedAttr> attrs;
      if (!parse_dict(attrs)) return false;
      Attr dict = context_.dict(attrs);
      for (size_t i = first; i < types.size(); ++i) {
        function.set_result_attrs(i, type.tuple ? attrs_of_part(dict, i - first) : dict);
      }
    } while (lexer_.accept(','));
    if (several && !expect(')', "after the results")) return false;
  }
  function.set_result_types(std::move(types));
  return true;
}

// "func.func"() <{function_type = (T) -> U, sym_name = "f", arg_attrs = […]}> ({^bb0(%a: T): …}) {…} : () -> ()
bool Reader::parse_generic_function() {
  const char* at = lexer_.position();
  if (!expect('(', "after the op's name") || !expect(')', "after '('")) return false;
  std::vector<NamedAttr> attrs;
  FunctionType type;
  if (lexer_.accept('<') && (!parse_function_dict(attrs, type) || !expect('>', "after the properties"))) return false;
  Function* function = module_->add_function(Name(), {}, {});
  argument_locations_ = &type.locations;
  if (!expect('(', "before the region") || !parse_region(function->body(), true)) return false;
  argument_locations_ = nullptr;
  if (!expect(')', "after the region")) return false;
  if (lexer_.peek() == '{' && !parse_function_dict(attrs, type)) return false;
  Signature signature;
  Attr location;
  if (!expect(':', "before the op's type") || !parse_signature(signature) || !parse_optional_location(location))
    return false;
  return finish_function(*function, std::move(attrs), type, location, at);
}

// A dictionary whose function_type is read as types.
bool Reader::parse_function_dict(std::vector<NamedAttr>& attrs, FunctionType& type) {
  if (!expect('{', "at the start of a dictionary")) return false;
  if (lexer_.accept('}')) return true;
  do {
    std::string_view name;
    std::string storage;
    if (!parse_attr_name(name, storage)) return false;
    if (name == "function_type") {
      Signature signature;
      const char* at = lexer_.position();
      if (!expect('=', "after the attribute's name") || !parse_signature(signature)) return false;
      if (!signature.has_arrow) return fail(at, Code::kSyntax, "expected a function type");
      type = {signature.spelled_operands, signature.spelled_results};
      continue;
    }
    Attr value = lexer_.accept('=') ? parse_attribute() : context_.unit();
    if (!value) return false;
    attrs.push_back({context_.name(name), value});
  } while (lexer_.accept(','));
  return expect('}', "at the end of the dictionary");
}

}  // namespace partita::core::text::stablehlo
