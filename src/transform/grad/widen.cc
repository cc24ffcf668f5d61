#include "transform/grad/widen.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

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

// Shardings of an op with other results, of which `to` has the old ones: the rest is open. Nothing where there is not
// one for each of the old.
Attr sdy_shardings(Context& context, Attr given, std::span<const Type> results, std::span<const int> to) {
  const std::string_view text = given.text();
  const std::vector<std::string> old = entries_of(text.substr(std::min(text.find('['), text.size())));
  if (old.size() != to.size()) return {};
  const std::string mesh = old[0].substr(0, old[0].find(", ["));
  std::vector<std::string> all;
  for (const Type& type : results) {
    const std::vector<std::string_view> open(type.is_tensor() ? type.rank() : 0, "{?}");
    all.push_back(fmt::format("{}, [{}]>", mesh, fmt::join(open, ", ")));
  }
  for (size_t i = 0; i < to.size(); ++i) all[to[i]] = old[i];
  return context.opaque_attr(fmt::format("#sdy.sharding_per_value<[{}]>", fmt::join(all, ", ")));
}

Attr hlo_shardings(Context& context, Attr given, std::span<const Type> results, std::span<const int> to) {
  const Result<HloSharding> old = shard::parse_hlo_sharding(given.text());
  if (!old.ok() || old->leaves.size() != to.size()) return {};
  HloSharding all{.is_tuple = true, .leaves = {}};
  TileSharding unknown;
  unknown.kind = TileKind::kUnknown;
  all.leaves.resize(results.size(), unknown);
  for (size_t i = 0; i < to.size(); ++i) all.leaves[to[i]] = old->leaves[i];
  return context.string(shard::to_text(all));
}

}  // namespace

Op* replace_op(Op& op, std::span<Value* const> operands, std::span<const Type> results, std::span<const int> to) {
  Op* made = op.module().add_op(*op.parent(), op.kind(), operands, results, op.attrs(), op.num_regions(), &op);
  made->set_discardable_attributes(op.discardable_attributes());
  if (results.size() != to.size()) {
    Context& context = op.module().context();
    if (Attr given = op.discardable_attribute(ir::sdy_names::kSharding)) {
      made->set_discardable_attribute(ir::sdy_names::kSharding, sdy_shardings(context, given, results, to));
    }
    if (Attr given = op.discardable_attribute(ir::hlo_names::kSharding)) {
      made->set_discardable_attribute(ir::hlo_names::kSharding, hlo_shardings(context, given, results, to));
    }
  }
  made->set_name(op.name());
  made->set_location(op.location());
  made->set_offset(op.offset());
  for (int i = 0; i < op.num_results(); ++i) {
    made->result(to[i])->set_name(op.result(i)->name());
    op.result(i)->replace_all_uses_with(made->result(to[i]));
  }
  for (int r = 0; r < op.num_regions(); ++r) {
    Region &from = op.region(r), &region = made->region(r);
    for (Value* argument : from.arguments()) {
      argument->replace_all_uses_with(region.add_argument(argument->type(), argument->name()));
    }
    while (Op* first = from.first()) first->move_to_end(region);
  }
  op.erase();
  return made;
}

}  // namespace partita::core::transform
