#include "api/late_choices.h"

#include <fmt/format.h>

#include "api/impl.h"
#include "ir/names.h"

namespace partita {
inline namespace v1 {
namespace detail {
namespace {

using core::Attr;
using core::AttrKey;
using core::AttrKind;

const std::string* new_name(const AxisNames& names, std::string_view axis) {
  for (const auto& [from, to] : names) {
    if (from == axis) return &to;
  }
  return nullptr;
}

void rename(std::vector<core::shard::UnboundAxis>& axes, const AxisNames& names) {
  std::erase_if(axes, [&](core::shard::UnboundAxis& axis) {
    const std::string* name = new_name(names, axis.name);
    if (name == nullptr) return false;
    axis.name = *name;
    return name->empty();
  });
}

// Names of axes are all that stands in quotes there.
std::string renamed_text(std::string_view text, const AxisNames& names) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t open = text.find('"', at);
    const size_t close = open == std::string_view::npos ? open : text.find('"', open + 1);
    if (close == std::string_view::npos) return out += text.substr(at);
    const std::string_view axis = text.substr(open + 1, close - open - 1);
    const std::string* name = new_name(names, axis);
    if (name != nullptr && name->empty()) {
      fail(core::Code::kManualForm, fmt::format("axis \"{}\" is manual; it must stand for one of the mesh", axis));
    }
    out += fmt::format("{}\"{}\"", text.substr(at, open - at), name != nullptr ? std::string_view(*name) : axis);
    at = close + 1;
  }
  return out;
}

// <@mesh, […]> with other axes.
std::string renamed_sharding(std::string_view text, const AxisNames& names) {
  const size_t begin = text.find('['), end = text.rfind('>');
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return std::string(text);
  core::Result<core::UnboundSharding> sharding = core::shard::parse_unbound_sharding(text.substr(begin, end - begin));
  if (!sharding.ok()) return std::string(text);  // the hint reader says what is wrong
  return fmt::format("{}{}{}", text.substr(0, begin), sdy_text(with_axes(std::move(*sharding), names)),
                     text.substr(end));
}

Attr renamed_groups(core::Context& context, Attr groups, const AxisNames& names) {
  const Attr axes = groups.get("axes");
  if (!axes || !axes.is(AttrKind::kOpaque)) return groups;
  return context.with_entry(groups, "axes", context.opaque_attr(renamed_text(axes.text(), names)));
}

void rename_axes(core::Op& op, const AxisNames& names) {
  core::Context& context = op.module().context();
  if (const Attr sharding = op.attr(AttrKey::kSharding); sharding && sharding.is(AttrKind::kOpaque)) {
    op.set_attr(AttrKey::kSharding, context.opaque_attr(renamed_sharding(sharding.text(), names)));
  }
  for (AttrKey key : {AttrKey::kInShardings, AttrKey::kOutShardings, AttrKey::kManualAxes}) {
    const Attr text = op.attr(key);
    if (text && text.is(AttrKind::kOpaque)) op.set_attr(key, context.opaque_attr(renamed_text(text.text(), names)));
  }
  if (const Attr groups = op.attr(AttrKey::kReplicaGroups); groups && groups.is(AttrKind::kDict)) {
    op.set_attr(AttrKey::kReplicaGroups, renamed_groups(context, groups, names));
  }
}

}  // namespace

core::UnboundSharding with_axes(core::UnboundSharding sharding, const AxisNames& names) {
  for (core::shard::UnboundDim& dim : sharding.dims) {
    rename(dim.axes, names);
    if (dim.axes.empty() && !dim.open) dim.priority.reset();  // a priority of nothing
  }
  rename(sharding.pinned, names);
  rename(sharding.unreduced, names);
  return sharding;
}

void rename_axes(core::Module& module, const AxisNames& names) {
  if (names.empty()) return;
  for (core::Function* function : module.functions()) {
    core::ir::walk(function->body(), [&](core::Op& op) { rename_axes(op, names); });
  }
}

void donate_arguments(core::Function& entry, const std::vector<int>& leaves, const std::vector<int>& donated) {
  const int count = leaves.empty() ? entry.num_arguments() : static_cast<int>(leaves.size());
  std::vector<bool> taken(entry.result_types().size(), false);
  core::Context& context = entry.module().context();
  for (int argument : donated) {
    if (argument < 0 || argument >= count) {
      fail(core::Code::kBadInput, fmt::format("argument {} is to be donated, and there are {}", argument, count));
    }
    int first = 0;
    for (int i = 0; i < argument; ++i) first += leaves.empty() ? 1 : leaves[i];
    const int end = first + (leaves.empty() ? 1 : leaves[argument]);
    for (int leaf = first; leaf < end; ++leaf) {
      size_t result = 0;
      while (result < taken.size() && (taken[result] || entry.result_types()[result] != entry.argument(leaf)->type())) {
        ++result;
      }
      const bool found = result < taken.size();
      if (found) taken[result] = true;
      entry.set_argument_attrs(
          leaf,
          context.with_entry(
              entry.argument_attrs(leaf), found ? core::hlo_names::kAliasingOutput : core::hlo_names::kBufferDonor,
              found ? context.integer(static_cast<std::int64_t>(result), "i32") : context.boolean(true)));
    }
  }
}

}  // namespace detail
}  // namespace v1
}  // namespace partita
