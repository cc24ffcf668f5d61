// Reader: one op in generic or pretty form, from its result names to the op in its region.
#include <fmt/format.h>

#include <charconv>

#include "ir/replica_groups.h"
#include "text/stablehlo/reader.h"

namespace partita::core::text::stablehlo {

void OpParts::clear() {
  broadcasting = {};
  names.clear();
  operands.clear();
  attrs.clear();
  discardable.clear();
  segments.clear();
  signature.clear();
  location = Attr();
  op = nullptr;
  attrs_in_op = 0;
}

namespace {

using OpNames = TextMap<OpKind>;

const OpNames& op_names() {
  static const OpNames names = [] {
    OpNames all;
    for (int i = 0; i < kOpKindCount; ++i) all.emplace(op_info(static_cast<OpKind>(i)).mlir, static_cast<OpKind>(i));
    return all;
  }();
  return names;
}

constexpr std::string_view kFusion = "mhlo.fusion";

std::optional<OpKind> kind_of(std::string_view name) {
  const OpNames& names = op_names();
  if (auto at = names.find(name); at != names.end()) return at->second;
  return ir::op_from_mlir(name);
}

}  // namespace

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

bool Reader::find_op(std::string_view name, OpParts& parts) {
  if (std::optional<OpKind> kind = kind_of(name)) {
    parts.kind = *kind;
    return true;
  }
  if (name.starts_with("chlo.broadcast_")) {
    parts.broadcasting = name.substr(15);
    for (std::string_view dialect : {"stablehlo.", "chlo."}) {
      if (std::optional<OpKind> kind = kind_of(std::string(dialect) + std::string(parts.broadcasting))) {
        parts.kind = *kind;
        return true;
      }
    }
  }
  if (name == "arith.constant") {  // of a tensor: what MLIR's own folding makes
    parts.kind = OpKind::kConstant;
    return true;
  }
  // XLA's mark around ops that make one kernel; a region that may use what stands around it.
  if (name == kFusion) {
    parts.kind = OpKind::kNamedComputation;
    parts.attrs.push_back({AttrKey::kName, context_.string(kFusion)});
    return true;
  }
  if (name == "chlo.minimum_broadcast_shapes") {
    return fail(
        parts.at, Code::kDynamicOp,
        "chlo.minimum_broadcast_shapes is for shapes that only the running program knows; export with static ones");
  }
  if (name == "module" || name == "builtin.module" || name == "func.func" || name == "func") {
    return fail(parts.at, Code::kSyntax, fmt::format("'{}' cannot stand inside a function", name));
  }
  return fail(parts.at, Code::kUnknownOp, fmt::format("no op is called '{}'", name));
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

Op* Reader::begin_op(Region& region, OpParts& parts) {
  parts.op = module_->add_op(region, parts.kind, parts.operands, {}, parts.attrs);
  parts.op->set_offset(lexer_.offset_of(parts.at));
  parts.attrs_in_op = parts.attrs.size();
  return parts.op;
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

bool Reader::finish_op(Region& region, OpParts& parts) {
  if (!check_operands(parts)) return false;
  if (!parts.broadcasting.empty()) return finish_broadcasting(region, parts);
  if (parts.kind == OpKind::kTuple) return finish_tuple(parts);
  if (parts.kind == OpKind::kGetTupleElement) return finish_tuple_element(parts);
  if (parts.kind == OpKind::kScan && parts.segments.size() == 2) {
    parts.attrs.push_back({AttrKey::kNumCarries, context_.integer(parts.segments[1])});
  }
  if (parts.kind == OpKind::kCall || parts.kind == OpKind::kComposite) {
    for (const KeyedAttr& attr : parts.attrs) {
      if (attr.value.is(AttrKind::kSymbol)) symbol_uses_.push_back({attr.value.name(), parts.at});
    }
  }
  for (const KeyedAttr& attr : parts.attrs) {
    if (attr.key != AttrKey::kValue || !is_elided(attr.value)) continue;
    if (!finish_elided(parts, attr.value)) return false;
    break;
  }
  Op* op = parts.op;
  if (op == nullptr) {
    op = module_->add_op(region, parts.kind, parts.operands, parts.signature.results, parts.attrs);
    op->set_offset(lexer_.offset_of(parts.at));
  } else {
    module_->add_results(*op, parts.signature.results);
    for (size_t i = parts.attrs_in_op; i < parts.attrs.size(); ++i)
      op->set_attr(parts.attrs[i].key, parts.attrs[i].value);
  }
  if (!parts.discardable.empty()) op->set_discardable_attributes(context_.dict(parts.discardable));
  if (parts.location) op->set_location(parts.location);
  if (op->info().has(kCollective) && is_mesh_groups(op->attr(AttrKey::kReplicaGroups))) mesh_group_ops_.push_back(op);
  return bind_results(parts, *op);
}

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

// A constant whose elements are not in the text is a call that nobody can evaluate; everything else works on its type.
bool Reader::finish_elided(OpParts& parts, Attr value) {
  if (parts.kind != OpKind::kConstant && parts.kind != OpKind::kSdyConstant) {
    return fail(parts.at, Code::kBadLiteral,
                fmt::format("the elements of {} are not in the text, and {} needs them", value.text(),
                            op_info(parts.kind).mlir));
  }
  if (parts.signature.results.size() != 1 || parts.signature.results[0] != elided_type_) {
    return fail(parts.at, Code::kTypeMismatch, fmt::format("the constant is of type {}", elided_type_.to_string()));
  }
  parts.kind = OpKind::kCustomCall;
  parts.attrs = {{AttrKey::kCallTargetName, context_.string(kElidedConstant)},
                 {AttrKey::kBackendConfig, context_.string(value.text())}};
  return true;
}

// A tuple is a name for its parts, no op.
bool Reader::finish_tuple(OpParts& parts) {
  Signature& signature = parts.signature;
  if (signature.spelled_results.size() != 1 || signature.spelled_results[0].tuple == nullptr ||
      signature.results != signature.operands) {
    return fail(signature.at ? signature.at : parts.at, Code::kTypeMismatch,
                "a tuple's type is made of its operands' types");
  }
  return bind_group(parts, {signature.spelled_results, parts.operands});
}

bool Reader::finish_tuple_element(OpParts& parts) {
  Signature& signature = parts.signature;
  if (signature.spelled_operands.size() != 1 || signature.spelled_operands[0].tuple == nullptr || parts.attrs.empty()) {
    return fail(parts.at, Code::kBadAttribute, "get_tuple_element takes a tuple and an index");
  }
  const std::vector<SpelledType>& elements = signature.spelled_operands[0].tuple->parts;
  const int64_t index = parts.attrs[0].value.as_int();
  if (index < 0 || index >= std::ssize(elements)) {
    return fail(parts.at, Code::kBadAttribute,
                fmt::format("the tuple has {} elements, there is no {}", elements.size(), index));
  }
  auto from = parts.operands.begin();
  for (int64_t i = 0; i < index; ++i) from += static_cast<ptrdiff_t>(flat_count(elements[i]));
  const SpelledType& type = elements[index];
  std::vector<Value*> values(from, from + static_cast<ptrdiff_t>(flat_count(type)));
  std::vector<Type> types;
  append_flat(type, types);
  if (signature.results != types) {
    return fail(signature.at ? signature.at : parts.at, Code::kTypeMismatch,
                fmt::format("element {} of the tuple has another type", index));
  }
  return bind_group(parts, {{type}, std::move(values)});
}

bool Reader::define(std::string_view name, const char* at, Slot slot) {
  if (scopes_.define(name, slot)) return true;
  return fail(at, Code::kRedefinition, fmt::format("%{} is defined already", name));
}

// --- Regions ---------------------------------------------------------------------------------------------------------

bool Reader::parse_regions(OpParts& parts) {
  const bool isolated = parts.kind == OpKind::kManualComputation ||
                        (parts.kind == OpKind::kNamedComputation && parts.op->text_attr(AttrKey::kName) != kFusion);
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
  if (lexer_.accept(')')) return true;
  do {
    const char* at = lexer_.position();
    std::string_view name;
    if (!parse_value_name(name, "an argument")) return false;
    SpelledType type;
    if (!expect(':', "after the argument's name") || !parse_type(type)) return false;
    Attr location;
    if (!parse_optional_location(location) || !define_argument(region, name, at, type)) return false;
  } while (lexer_.accept(','));
  return expect(')', "after the arguments");
}

bool Reader::define_argument(Region& region, std::string_view name, const char* at, const SpelledType& type) {
  if (type.tuple == nullptr) {
    return define(name, at, {.first = region.add_argument(type.type, context_.name(name))});
  }
  Group& group = groups_.emplace_back();
  group.types = {type};
  for (Type part : type.tuple->flat) {
    std::string part_name = fmt::format("{}.{}", name, group.values.size());
    group.values.push_back(region.add_argument(part, context_.name(part_name)));
  }
  return define(name, at, {.first = nullptr, .group = &group});
}

}  // namespace partita::core::text::stablehlo
