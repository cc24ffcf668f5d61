// Forms of the sdy dialect. Shardings and axes are kept as their full attribute, #sdy.sharding<…>, though the text has
// them without the dialect's prefix.
#include <fmt/format.h>

#include "text/stablehlo/reader.h"

namespace partita::core::text::stablehlo {
namespace {

struct AxesForm {
  OpKind kind;
  AttrKey key;
  std::string_view prefix;
};

// The list before the operand of a collective.
constexpr AxesForm kAxesForms[] = {
    {OpKind::kSdyAllGather, AttrKey::kGatheringAxes, "#sdy<list_of_axis_ref_lists"},
    {OpKind::kSdyAllSlice, AttrKey::kSlicingAxes, "#sdy<list_of_axis_ref_lists"},
    {OpKind::kSdyReduceScatter, AttrKey::kReduceScatterAxes, "#sdy<list_of_axis_ref_lists"},
    {OpKind::kSdyShardedToUnreduced, AttrKey::kAxes, "#sdy<list_of_axis_ref_lists"},
    {OpKind::kSdyAllReduce, AttrKey::kReductionAxes, "#sdy<axis_ref_list"},
    {OpKind::kSdyReplicatedToUnreduced, AttrKey::kAxes, "#sdy<axis_ref_list"},
    {OpKind::kSdyAllToAll, AttrKey::kParams, "#sdy<all_to_all_param_list"},
};

}  // namespace

// Bracketed text as the attribute it abbreviates: <@mesh, []> as #sdy.sharding<@mesh, []>.
Attr Reader::parse_stripped(std::string_view prefix, std::string_view suffix) {
  std::string_view body;
  if (lexer_.peek() == '#') return parse_attribute();
  if (!parse_balanced(body)) return {};
  std::string text;
  text.reserve(prefix.size() + body.size() + suffix.size());
  text.append(prefix).append(body).append(suffix);
  return context_.opaque_attr(text);
}

bool Reader::parse_axes_item(OpParts& parts) {
  const char* at = lexer_.position();
  for (const AxesForm& form : kAxesForms) {
    if (form.kind != parts.kind) continue;
    Attr axes;
    if (parts.kind == OpKind::kSdyAllToAll && lexer_.peek() == '{') {  // the older {"x"} 0->1
      std::string_view list;
      int64_t from = 0, to = 0;
      if (!parse_balanced(list) || !parse_integer(from) || !expect("->", "between dimensions") || !parse_integer(to)) {
        return false;
      }
      axes = context_.opaque_attr(fmt::format("{}[{}: {}->{}]>", form.prefix, list, from, to));
    } else {
      axes = parse_stripped(form.prefix, ">");
    }
    if (!axes || !add_key(parts, form.key, axes, at)) return false;
    // The operand follows without a comma.
    return parse_operand(parts.operands);
  }
  return fail(at, Code::kSyntax, fmt::format("{} begins with its operand", op_info(parts.kind).mlir));
}

// manual_computation(%a) in_shardings=[<@mesh, []>] out_shardings=[…] manual_axes={"x"} (%p: T) {…} {…} : (T) -> U
// named_computation<"name">(%a) in_shardings=[…] out_shardings=[…] (%p: T) {…} {…} : (T) -> U
bool Reader::parse_computation(Region& region, OpParts& parts) {
  if (parts.kind == OpKind::kNamedComputation) {
    const char* at = lexer_.position();
    std::string name;
    if (!expect('<', "before the computation's name")) return false;
    if (lexer_.peek() != '"') return fail_here("the computation's name in quotes");
    if (!parse_string(name) || !expect('>', "after the computation's name")) return false;
    if (!add_key(parts, AttrKey::kName, context_.string(name), at)) return false;
  }
  if (!expect('(', "before the operands") || !parse_operands(')', parts.operands)) return false;
  while (is_class(lexer_.peek(), kWordStart)) {
    const char* at = lexer_.position();
    std::string_view word = lexer_.word();
    std::optional<AttrKey> key = ir::attr_key_from_text(word);
    if (!key || find_attr_spec(parts.kind, *key) == nullptr)
      return fail(at, Code::kSyntax, fmt::format("{} has no '{}'", op_info(parts.kind).mlir, word));
    if (!expect('=', "after the attribute's name")) return false;
    Attr value = parse_stripped("", "");
    if (!value || !add_key(parts, *key, value, at)) return false;
  }
  begin_op(region, parts);
  Region& body = module_->add_region(*parts.op);
  if (!can_nest(region_depth_, "regions")) return false;
  scopes_.enter(true);
  bool ok = expect('(', "before the region's arguments") && parse_block_arguments(body) &&
            expect('{', "before the region") && parse_block(body);
  scopes_.leave();
  if (!ok) return false;
  // sdy.return may be left out where it returns nothing.
  if (body.terminator() == nullptr)
    module_->add_op(body, OpKind::kReturn, {}, {})->set_offset(lexer_.offset_of(parts.at));
  return parse_tail(parts) && parse_optional_location(parts.location) && finish_op(region, parts);
}

}  // namespace partita::core::text::stablehlo
