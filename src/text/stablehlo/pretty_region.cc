// Forms of ops whose regions have a syntax of their own: while, reduce, scan.
#include <fmt/format.h>

#include "text/stablehlo/reader.h"

namespace partita::core::text::stablehlo {

// while(%i = %a, %s = %b) : T, U attributes {…} cond {…} do {…}
bool Reader::parse_while(Region& region, OpParts& parts) {
  struct Argument {
    std::string_view name;
    const char* at;
    size_t values;  // how many it is made of
  };
  std::vector<Argument> arguments;
  if (!expect('(', "after while")) return false;
  if (!lexer_.accept(')')) {
    do {
      const char* at = lexer_.position();
      std::string_view name;
      if (!parse_value_name(name, "an argument of the loop")) return false;
      const size_t before = parts.operands.size();
      if (!expect('=', "after the argument's name") || !parse_operand(parts.operands)) return false;
      arguments.push_back({name, at, parts.operands.size() - before});
    } while (lexer_.accept(','));
    if (!expect(')', "after the loop's arguments")) return false;
  }
  Signature& signature = parts.signature;
  if (lexer_.accept(':') && !parse_signature(signature)) return false;
  if (!signature.has_arrow) {
    signature.spelled_results = signature.spelled_operands;
    signature.results = signature.operands;
  }
  if (signature.spelled_operands.size() != arguments.size()) {
    return fail(signature.at ? signature.at : parts.at, Code::kTypeMismatch,
                fmt::format("the loop has {} arguments, and {} types are written for them", arguments.size(),
                            signature.spelled_operands.size()));
  }
  if (!check_operands(parts)) return false;
  if (lexer_.accept_word("attributes") && !parse_attr_dict(parts)) return false;
  begin_op(region, parts);
  for (std::string_view word : {"cond", "do"}) {
    if (!lexer_.accept_word(word)) return fail_here(fmt::format("'{}' and a region", word));
    if (!can_nest(region_depth_, "regions") || !expect('{', "before the region")) return false;
    Region& body = module_->add_region(*parts.op);
    scopes_.enter(false);
    bool ok = true;
    for (size_t i = 0; ok && i < arguments.size(); ++i) {
      ok = define_argument(body, arguments[i].name, arguments[i].at, signature.spelled_operands[i]);
    }
    ok = ok && parse_block(body);
    scopes_.leave();
    if (!ok) return false;
  }
  return parse_optional_location(parts.location) && finish_op(region, parts);
}

// reduce(%x init: %a), (%y init: %b) applies stablehlo.add across dimensions = [1] {…} : …
// reduce(%x init: %a), (%y init: %b) across dimensions = [1] {…} : … reducer(%p: T, %q: T) (%r: U, %s: U) {…}
bool Reader::parse_reduce(Region& region, OpParts& parts) {
  std::vector<Value*> inits;
  do {
    if (!expect('(', "before an input of reduce") || !parse_operand(parts.operands)) return false;
    if (!lexer_.accept_word("init") || !lexer_.accept(':')) return fail_here("init:");
    if (!parse_operand(inits) || !expect(')', "after the initial value")) return false;
  } while (lexer_.accept(','));
  parts.operands.insert(parts.operands.end(), inits.begin(), inits.end());
  std::string_view combiner;
  const char* combiner_at = nullptr;
  if (lexer_.accept_word("applies")) {
    combiner_at = lexer_.position();
    combiner = lexer_.word();
  }
  if (!lexer_.accept_word("across") || !lexer_.accept_word("dimensions") || !lexer_.accept('=')) {
    return fail_here("across dimensions =");
  }
  const char* at = lexer_.position();
  std::vector<int64_t> dimensions;
  if (!parse_int_list(dimensions)) return false;
  if (!add_key(parts, AttrKey::kDimensions, context_.ints(dimensions), at) || !parse_optional_attr_dict(parts)) {
    return false;
  }
  if (!expect(':', "before the op's type") || !parse_signature(parts.signature)) return false;
  if (!parts.signature.has_arrow) return fail(parts.signature.at, Code::kSyntax, "expected (operands) -> results");
  // Before the region, which is built from the operands' types.
  if (!check_operands(parts)) return false;
  begin_op(region, parts);
  if (combiner_at != nullptr ? !apply_reducer(parts, combiner, combiner_at) : !parse_reducer(parts)) return false;
  return parse_optional_location(parts.location) && finish_op(region, parts);
}

// Each pair of parentheses holds the running and the new value of one input; the region takes all running values first.
bool Reader::parse_reducer(OpParts& parts) {
  if (!lexer_.accept_word("reducer")) return fail_here("'reducer' and its arguments");
  struct Argument {
    std::string_view name;
    const char* at;
    SpelledType type;
  };
  std::vector<Argument> running, incoming;
  while (lexer_.accept('(')) {
    for (std::vector<Argument>* list : {&running, &incoming}) {
      Argument& argument = list->emplace_back();
      argument.at = lexer_.position();
      if (!parse_value_name(argument.name, "an argument of the reducer")) return false;
      if (!expect(':', "after the argument's name") || !parse_type(argument.type)) return false;
      Attr location;
      if (!parse_optional_location(location)) return false;
      const bool first = list == &running;
      if (!expect(first ? ',' : ')', "after the argument")) return false;
    }
  }
  if (!can_nest(region_depth_, "regions") || !expect('{', "before the reducer's region")) return false;
  Region& body = module_->add_region(*parts.op);
  scopes_.enter(false);
  bool ok = true;
  for (const std::vector<Argument>* list : {&running, &incoming}) {
    for (const Argument& argument : *list) {
      ok = ok && define_argument(body, argument.name, argument.at, argument.type);
    }
  }
  ok = ok && parse_block(body);
  scopes_.leave();
  return ok;
}

// A region of one op on two scalars.
bool Reader::apply_reducer(OpParts& parts, std::string_view name, const char* at) {
  std::optional<OpKind> kind = ir::op_from_mlir(name);
  if (!kind) return fail(at, Code::kUnknownOp, fmt::format("no op is called '{}'", name));
  if (parts.operands.size() != 2 || op_info(*kind).min_operands != 2) {
    return fail(at, Code::kSyntax, "applies takes an op of two operands, for one input");
  }
  if (!parts.operands[1]->type().is_tensor()) return fail(at, Code::kSyntax, "only tensors can be reduced");
  const Type scalar = context_.with_dims(parts.operands[1]->type(), {});
  Region& body = module_->add_region(*parts.op);
  Value* const arguments[] = {body.add_argument(scalar), body.add_argument(scalar)};
  Op* combine = module_->add_op(body, *kind, arguments, std::span(&scalar, 1));
  combine->set_offset(lexer_.offset_of(at));
  Value* const result = combine->result();
  module_->add_op(body, OpKind::kReturn, std::span(&result, 1), {})->set_offset(lexer_.offset_of(at));
  return true;
}

// scan(%x) inits(%c) dimension=0 attributes {…} {^bb0(…): …} : …
bool Reader::parse_scan(Region& region, OpParts& parts) {
  if (!expect('(', "before the inputs") || !parse_operands(')', parts.operands)) return false;
  const size_t inputs = parts.operands.size();
  if (!lexer_.accept_word("inits")) return fail_here("inits(…)");
  if (!expect('(', "before the initial values") || !parse_operands(')', parts.operands)) return false;
  const auto carries = static_cast<int64_t>(parts.operands.size() - inputs);
  parts.attrs.push_back({AttrKey::kNumCarries, context_.integer(carries)});
  bool is_item = true;
  do {
    lexer_.accept(',');
    if (lexer_.peek_word() == "attributes") break;
    if (!parse_item(parts, is_item)) return false;
  } while (is_item);
  if (lexer_.accept_word("attributes") && !parse_attr_dict(parts)) return false;
  begin_op(region, parts);
  if (!parse_region(module_->add_region(*parts.op), false)) return false;
  return parse_tail(parts) && parse_optional_location(parts.location) && finish_op(region, parts);
}

}  // namespace partita::core::text::stablehlo
