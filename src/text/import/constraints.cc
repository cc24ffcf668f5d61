#include "text/import/constraints.h"

#include "ir/builder.h"
#include "ir/names.h"
#include "text/common/sharding_text.h"

namespace partita::core::text {
namespace {

// The parts of `…[a, b]…`: what the outermost square brackets hold, apart at commas that stand in no further brackets.
std::vector<std::string_view> parts_of_list(std::string_view text) {
  std::vector<std::string_view> parts;
  size_t at = text.find('[');
  if (at == std::string_view::npos) return parts;
  size_t from = ++at;
  int depth = 0;
  bool quoted = false;
  auto take = [&] {
    std::string_view part = text.substr(from, at - from);
    while (part.starts_with(' ')) part.remove_prefix(1);
    if (!part.empty()) parts.push_back(part);
    from = at + 1;
  };
  for (; at < text.size(); ++at) {
    char c = text[at];
    if (quoted) {
      if (c == '\\') ++at;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '<' || c == '[' || c == '{' || c == '(') {
      ++depth;
    } else if (depth > 0 && (c == '>' || c == ']' || c == '}' || c == ')')) {
      if (c != '>' || text[at - 1] != '-') --depth;
    } else if (depth == 0 && (c == ',' || c == ']')) {
      take();
      if (c == ']') break;
    }
  }
  return parts;
}

}  // namespace

StatedSharding stated_sharding(Attr attrs) {
  if (!attrs) return {};
  return {attrs.get(sdy_names::kSharding), attrs.get(hlo_names::kSharding)};
}

std::vector<StatedSharding> stated_shardings(Context& context, Attr list, int count) {
  std::vector<StatedSharding> out(count);
  if (!list.is(AttrKind::kOpaque)) return out;
  std::vector<std::string_view> parts = parts_of_list(list.text());
  for (size_t i = 0; i < out.size() && i < parts.size(); ++i) out[i].sdy = context.opaque_attr(parts[i]);
  return out;
}

std::vector<StatedSharding> stated_result_shardings(const Op& op) {
  Context& context = op.module().context();
  std::vector<StatedSharding> out =
      stated_shardings(context, op.discardable_attribute(sdy_names::kSharding), op.num_results());
  if (Attr tiles = op.discardable_attribute(hlo_names::kSharding); tiles.is(AttrKind::kString)) {
    std::vector<std::string> parts = split_sharding(tiles.text(), op.num_results());
    for (size_t i = 0; i < out.size(); ++i) {
      if (!parts[i].empty() && parts[i] != "{unknown}") out[i].mhlo = context.string(parts[i]);
    }
  }
  return out;
}

Value* constrained(Op& op, Value* value, const StatedSharding& sharding) {
  Type type = value->type();
  if (!type.is_tensor()) return value;
  Builder builder(&op);
  if (sharding.sdy)
    value = builder.value(OpKind::kShardingConstraint, {value}, type, {{AttrKey::kSharding, sharding.sdy}});
  if (sharding.mhlo) {
    Op* call = builder.op(OpKind::kCustomCall, std::span(&value, 1), std::span(&type, 1),
                          {{AttrKey::kCallTargetName, builder.context().string(call_targets::kSharding)}});
    call->set_discardable_attribute(hlo_names::kSharding, sharding.mhlo);
    value = call->result();
  }
  return value;
}

}  // namespace partita::core::text
