// Reader: one op in generic or pretty form, from its result names to the op in its region.
#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "text/stablehlo/reader.h"

namespace partita::core::text::stablehlo {

OpParts& Reader::parts_at_depth() {
  const auto depth = static_cast<size_t>(region_depth_);
  while (parts_.size() <= depth) parts_.emplace_back();
  return parts_[depth];
}

bool Reader::parse_op(Region& region) {
  OpParts& parts = parts_at_depth();
  parts.clear();
  if (parse_result_names(parts) && parse_op_body(region, parts)) return true;
  // Later uses of what it would have defined are not mistakes of their own.
  for (const ResultName& result : parts.names) scopes_.define(result.name, Slot());
  return false;
}

bool Reader::parse_op_body(Region& region, OpParts& parts) {
  parts.at = lexer_.position();
  if (lexer_.peek() == '"') {
    std::string_view name;
    if (!lexer_.string(name)) return fail(parts.at, Code::kSyntax, "the string has no closing quote on its line");
    return find_op(name, parts) && parse_generic(region, parts);
  }
  std::string_view name = lexer_.word();
  if (name.empty()) return fail_here("an op");
  return find_op(name, parts) && parse_pretty(region, parts);
}

// %a, %b:2 =
bool Reader::parse_result_names(OpParts& parts) {
  if (lexer_.peek() != '%') return true;
  do {
    const char* at = lexer_.position();
    std::string_view name;
    if (!parse_value_name(name, "the %name of a result")) return false;
    int count = 1;
    if (lexer_.accept(':')) {
      std::string_view digits = lexer_.digits();
      std::from_chars(digits.data(), digits.data() + digits.size(), count);
      constexpr int kMostResults = 1 << 20;
      if (digits.empty() || count < 1 || count > kMostResults) {
        return fail(at, Code::kSyntax, "expected the number of results after ':'");
      }
    }
    parts.names.push_back({name, count, at});
  } while (lexer_.accept(','));
  return expect('=', "after the results' names");
}

bool Reader::parse_value_name(std::string_view& out, std::string_view what) {
  if (!lexer_.accept('%')) return fail_here(what);
  out = lexer_.name();
  return !out.empty() || fail_here("a name after '%'");
}

// %x, which is the first of several results, or %x#1; a tuple gives the values it is made of.
bool Reader::parse_operand(std::vector<Value*>& out) {
  const char* at = lexer_.position();
  std::string_view name;
  if (!parse_value_name(name, "an operand")) return false;
  int index = 0;
  if (lexer_.raw_char() == '#') {
    lexer_.accept('#');
    std::string_view digits = lexer_.digits();
    if (std::from_chars(digits.data(), digits.data() + digits.size(), index).ec != std::errc()) {
      return fail_here("the number of a result after '#'");
    }
  }
  const Slot* slot = scopes_.find(name);
  if (slot == nullptr) return fail(at, Code::kUnknownValue, fmt::format("%{} is not defined before this use", name));
  if (slot->broken()) return false;
  const int count = slot->group ? static_cast<int>(slot->group->types.size()) : slot->count;
  if (index >= count) {
    return fail(at, Code::kUnknownValue, fmt::format("%{} has {} results, there is no #{}", name, count, index));
  }
  if (slot->group == nullptr) {
    out.push_back(index == 0 ? slot->first : slot->first->op()->result(index));
    return true;
  }
  auto from = slot->group->values.begin();
  for (int i = 0; i < index; ++i) from += static_cast<ptrdiff_t>(flat_count(slot->group->types[i]));
  const auto share = static_cast<ptrdiff_t>(flat_count(slot->group->types[index]));
  out.insert(out.end(), from, from + share);
  return true;
}

// Behind the opening bracket.
bool Reader::parse_operands(char close, std::vector<Value*>& out) {
  if (lexer_.accept(close)) return true;
  do {
    if (!parse_operand(out)) return false;
  } while (lexer_.accept(','));
  return expect(close, "after the operands");
}

bool Reader::parse_attr_dict(OpParts& parts) {
  if (!expect('{', "at the start of the attributes")) return false;
  if (lexer_.accept('}')) return true;
  do {
    const char* at = lexer_.position();
    std::string_view name;
    std::string storage;
    if (!parse_attr_name(name, storage)) return false;
    Attr value = lexer_.accept('=') ? parse_attribute() : context_.unit();
    if (!value || !add_attr(parts, name, value, at)) return false;
  } while (lexer_.accept(','));
  return expect('}', "after the attributes");
}

bool Reader::parse_optional_attr_dict(OpParts& parts) { return lexer_.peek() != '{' || parse_attr_dict(parts); }

// "dialect.op"(%a, %b) <{properties}> ({region}, {region}) {attributes} : (T, U) -> V
bool Reader::parse_generic(Region& region, OpParts& parts) {
  if (!expect('(', "before the operands") || !parse_operands(')', parts.operands)) return false;
  if (lexer_.peek() == '[') return fail_here("no successors: a region has one block");
  if (lexer_.peek() == '<') {
    lexer_.accept('<');
    if (!parse_attr_dict(parts) || !expect('>', "after the properties")) return false;
  }
  if (lexer_.accept('(')) {
    begin_op(region, parts);
    if (!parse_regions(parts)) return false;
  }
  if (!parse_optional_attr_dict(parts)) return false;
  if (!expect(':', "before the op's type")) return false;
  parts.signature.clear();
  const char* at = lexer_.position();
  if (lexer_.peek() != '(') return fail_here("the operands' types in parentheses");
  if (!parse_signature(parts.signature)) return false;
  if (!parts.signature.has_arrow) return fail(at, Code::kSyntax, "expected '->' and the results' types");
  return parse_optional_location(parts.location) && finish_op(region, parts);
}

bool Reader::check_operands(OpParts& parts) {
  const Signature& signature = parts.signature;
  if (signature.operands.size() != parts.operands.size()) {
    return fail(signature.at ? signature.at : parts.at, Code::kTypeMismatch,
                fmt::format("the operands of {} are {}, their types {}", op_info(parts.kind).mlir,
                            parts.operands.size(), signature.operands.size()));
  }
  for (size_t i = 0; i < parts.operands.size(); ++i) {
    const Type own = parts.operands[i]->type();
    if (own == signature.operands[i]) continue;
    return fail(signature.operand_at[i], Code::kTypeMismatch,
                fmt::format("operand {} has type {}, here it is written as {}", i, own.to_string(),
                            signature.operands[i].to_string()));
  }
  return true;
}

bool Reader::finish_op(Region& region, OpParts& parts) { return check_operands(parts) && assemble(region, parts); }

bool Reader::bind_results(OpParts& parts, Op& op) {
  const std::vector<SpelledType>& spelled = parts.signature.spelled_results;
  if (spelled.size() != parts.signature.results.size() || (spelled.size() == 1 && spelled[0].tuple != nullptr)) {
    if (parts.names.size() == 1) op.set_name(context_.name(parts.names[0].name));
    return bind_group(parts, {spelled, op.results()});
  }
  if (parts.names.empty()) return true;
  int next = 0;
  for (const ResultName& result : parts.names) {
    if (next + result.count > op.num_results()) break;
    if (!define(result.name, result.at, {.first = op.result(next), .group = nullptr, .count = result.count}))
      return false;
    Name name = context_.name(result.name);
    if (result.count == 1) {
      op.result(next)->set_name(name);
    } else if (parts.names.size() == 1) {
      op.set_name(name);
    }
    next += result.count;
  }
  int named = 0;
  for (const ResultName& result : parts.names) named += result.count;
  if (named == op.num_results()) return true;
  return fail(parts.names[0].at, Code::kResultCount,
              fmt::format("{} results are named, {} has {}", named, op.info().mlir, op.num_results()));
}

// Results of which some are tuples.
bool Reader::bind_group(OpParts& parts, Group group) {
  if (parts.names.empty()) return true;
  size_t named = 0;
  for (const ResultName& result : parts.names) named += static_cast<size_t>(result.count);
  if (named != group.types.size()) {
    return fail(parts.names[0].at, Code::kResultCount,
                fmt::format("{} results are named, the op has {}", named, group.types.size()));
  }
  auto type = group.types.begin();
  auto value = group.values.begin();
  for (const ResultName& result : parts.names) {
    Group& own = groups_.emplace_back();
    size_t values = 0;
    for (int i = 0; i < result.count; ++i) values += flat_count(type[i]);
    own.types.assign(type, type + result.count);
    own.values.assign(value, value + static_cast<ptrdiff_t>(values));
    type += result.count;
    value += static_cast<ptrdiff_t>(values);
    if (!define(result.name, result.at, {.first = nullptr, .group = &own})) return false;
  }
  return true;
}

bool Reader::define(std::string_view name, const char* at, Slot slot) {
  if (scopes_.define(name, slot)) return true;
  return fail(at, Code::kRedefinition, fmt::format("%{} is defined already", name));
}

// --- Regions ---------------------------------------------------------------------------------------------------------

bool Reader::parse_regions(OpParts& parts) {
  const bool isolated = is_isolated(parts);
  do {
    if (!parse_region(module_->add_region(*parts.op), isolated)) return false;
  } while (lexer_.accept(','));
  return expect(')', "after the regions");
}

bool Reader::parse_region(Region& region, bool isolated) {
  if (!can_nest(region_depth_, "regions") || !expect('{', "at the start of a region")) return false;
  scopes_.enter(isolated);
  bool ok = true;
  if (lexer_.accept('^')) {
    lexer_.name();
    if (lexer_.accept('(')) ok = parse_block_arguments(region);
    ok = ok && expect(':', "after the block's arguments");
  }
  ok = ok && parse_block(region);
  scopes_.leave();
  return ok;
}

bool Reader::parse_block(Region& region) {
  ++region_depth_;
  bool ok = true;
  while (!lexer_.accept('}')) {
    if (lexer_.at_end()) {
      ok = fail_at_end("the text ends inside a region; a '}' is missing");
      break;
    }
    if (lexer_.peek() == '^') {
      ok = fail(lexer_.raw(), Code::kSyntax, "a region has one block in a tensor program");
      break;
    }
    const char* start = lexer_.position();
    if (parse_op(region)) continue;
    if (diagnostics_.full()) {
      ok = false;
      break;
    }
    recover_op(start);
  }
  --region_depth_;
  return ok;
}

bool Reader::parse_block_arguments(Region& region) {
  std::vector<Attr>* locations = std::exchange(argument_locations_, nullptr);  // blocks inside have others
  if (lexer_.accept(')')) return true;
  do {
    const char* at = lexer_.position();
    std::string_view name;
    if (!parse_value_name(name, "an argument")) return false;
    SpelledType type;
    if (!expect(':', "after the argument's name") || !parse_type(type)) return false;
    Attr location;
    if (!parse_optional_location(location) || !define_argument(region, name, at, type)) return false;
    if (locations != nullptr) locations->push_back(location);
  } while (lexer_.accept(','));
  return expect(')', "after the arguments");
}

bool Reader::define_argument(Region& region, std::string_view name, const char* at, const SpelledType& type) {
  const Group* group = nullptr;
  Value* first = add_argument(region, name, type, &group);
  return define(name, at, {.first = first, .group = group});
}

}  // namespace partita::core::text::stablehlo
