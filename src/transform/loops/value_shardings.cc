#include "transform/loops/value_shardings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "ir/build/tensor_builder.h"
#include "ir/names.h"
#include "shard/spelling_hlo.h"

namespace partita::core::transform {
namespace {

// The entries of [<@mesh, [{"x"}, {}]>, …], as they are written.
std::vector<std::string> entries_of(std::string_view list) {
  std::vector<std::string> entries(1);
  int depth = 0;
  for (char c : list) {
    const bool closes = c == ']' || c == '}' || c == '>';
    if (closes && --depth == 0) break;
    if (depth == 1 && c == ',') {
      entries.emplace_back();
    } else if (depth > 1 || (depth == 1 && c != ' ')) {
      entries.back() += c;
    }
    if (c == '[' || c == '{' || c == '<') ++depth;
  }
  return entries;
}

std::vector<std::string> sdy_entries(Attr list) {
  const std::string_view text = list.text();
  return entries_of(text.substr(std::min(text.find('['), text.size())));
}

Attr sdy_shardings(Context& context, Attr given, std::span<const Type> results, std::span<const int> to) {
  const std::vector<std::string> old = sdy_entries(given);
  if (old.size() != to.size()) return {};
  const std::string mesh = old[0].substr(0, old[0].find(", ["));
  std::vector<std::string> all;
  for (const Type& type : results) {
    const std::vector<std::string_view> open(type.is_tensor() ? type.rank() : 0, "{?}");
    all.push_back(fmt::format("{}, [{}]>", mesh, fmt::join(open, ", ")));
  }
  for (size_t i = 0; i < to.size(); ++i) {
    if (to[i] >= 0) all[to[i]] = old[i];
  }
  return context.opaque_attr(fmt::format("#sdy.sharding_per_value<[{}]>", fmt::join(all, ", ")));
}

Attr hlo_shardings(Context& context, Attr given, std::span<const Type> results, std::span<const int> to) {
  const Result<HloSharding> old = shard::parse_hlo_sharding(given.text());
  if (!old.ok() || old->leaves.size() != to.size()) return {};
  HloSharding all{.is_tuple = true, .leaves = {}};
  TileSharding unknown;
  unknown.kind = TileKind::kUnknown;
  all.leaves.resize(results.size(), unknown);
  for (size_t i = 0; i < to.size(); ++i) {
    if (to[i] >= 0) all.leaves[to[i]] = old->leaves[i];
  }
  return context.string(shard::to_text(all));
}

bool says_anything(std::span<const int> to) {
  return std::any_of(to.begin(), to.end(), [](int i) { return i >= 0; });
}

}  // namespace

void set_value_shardings(Op& op, const Op& from, std::span<const int> to) {
  Context& context = op.module().context();
  std::vector<Type> results;
  for (const Value* result : op.results()) results.push_back(result->type());
  if (Attr given = from.discardable_attribute(ir::sdy_names::kSharding)) {
    op.set_discardable_attribute(ir::sdy_names::kSharding,
                                 says_anything(to) ? sdy_shardings(context, given, results, to) : Attr());
  }
  if (Attr given = from.discardable_attribute(ir::hlo_names::kSharding)) {
    op.set_discardable_attribute(ir::hlo_names::kSharding,
                                 says_anything(to) ? hlo_shardings(context, given, results, to) : Attr());
  }
}

Value* with_value_sharding(Op& op, int i, Value* value) {
  if (!value->type().is_tensor() || value->type().rank() == 0) return value;
  TensorBuilder b(&op);
  b.set_origin(op);
  const Type type = value->type();
  if (Attr given = op.discardable_attribute(ir::sdy_names::kSharding)) {
    const std::vector<std::string> all = sdy_entries(given);
    if (std::ssize(all) != op.num_results()) return value;
    const Attr own = b.context().opaque_attr("#sdy.sharding" + all[i]);
    return b.value(OpKind::kShardingConstraint, {value}, type, {{AttrKey::kSharding, own}});
  }
  if (Attr given = op.discardable_attribute(ir::hlo_names::kSharding)) {
    const Result<HloSharding> all = shard::parse_hlo_sharding(given.text());
    if (!all.ok() || std::ssize(all->leaves) != op.num_results()) return value;
    const TileSharding* tiles = std::get_if<TileSharding>(&all->leaves[i]);
    if (tiles != nullptr && tiles->kind == TileKind::kUnknown) return value;
    value = b.value(OpKind::kCustomCall, {value}, type,
                    {{AttrKey::kCallTargetName, b.context().string(call_targets::kSharding)}});
    value->op()->set_discardable_attribute(
        ir::hlo_names::kSharding,
        b.context().string(shard::to_text(HloSharding{.is_tuple = false, .leaves = {all->leaves[i]}})));
  }
  return value;
}

}  // namespace partita::core::transform
