#include "api/late_choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "api/impl.h"
#include "ir/device_pairs.h"
#include "ir/names.h"
#include "ir/replica_groups.h"
#include "shard/axis_groups.h"
#include "shard/scanner.h"
#include "shard/spelling_sdy.h"

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

// Calls visit(name, "=size" or nothing) for each of "x=4,y".
template <typename Visit>
void for_each_axis(std::string_view list, const Visit& visit) {
  while (!list.empty()) {
    const std::string_view one = list.substr(0, list.find(','));
    const size_t equals = std::min(one.find('='), one.size());
    visit(one.substr(0, equals), one.substr(equals));
    list.remove_prefix(std::min(one.size() + 1, list.size()));
  }
}

std::string renamed_list(std::string_view list, const AxisNames& names) {
  std::string out;
  for_each_axis(list, [&](std::string_view axis, std::string_view size) {
    const std::string* name = new_name(names, axis);
    out += fmt::format("{}{}{}", out.empty() ? "" : ",", name != nullptr ? std::string_view(*name) : axis, size);
  });
  return out;
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
  for (std::string_view key : {kAxesOfCollective, kManualSizes}) {
    const Attr axes = op.discardable_attribute(key);
    if (axes && axes.is(AttrKind::kString)) {
      op.set_discardable_attribute(key, context.string(renamed_list(axes.text(), names)));
    }
  }
}

// One or several axes of a mesh; fails where it has not all of them.
core::shard::AxisRefs axes_of(const core::Op& op, std::string_view list, const core::Mesh& mesh) {
  core::shard::AxisRefs axes;
  for_each_axis(list, [&](std::string_view name, std::string_view size) {
    const std::optional<int> axis = mesh.axis_index(name);
    if (!axis || (!size.empty() && size != fmt::format("={}", mesh.axis(*axis).size))) {
      fail(op.module().error_at_op(
          op, core::Code::kManualForm,
          !axis ? fmt::format("manual code is along axis \"{}\", which the mesh does not have", name)
                : fmt::format("manual code was traced for {}{}, the mesh has {} there", name, size,
                              mesh.axis(*axis).size)));
    }
    axes.push_back(core::shard::AxisRef{*axis, 1, mesh.axis(*axis).size});
  });
  return axes;
}

using Groups = std::vector<std::vector<std::int64_t>>;

Groups groups_along(const core::Mesh& mesh, const core::shard::AxisRefs& axes) {
  Groups groups;
  std::vector<bool> seen(mesh.device_count(), false);
  for (std::int64_t device = 0; device < mesh.device_count(); ++device) {
    if (seen[device]) continue;
    groups.push_back(core::shard::devices_along(mesh, axes, device));
    for (std::int64_t member : groups.back()) seen[member] = true;
  }
  return groups;
}

void bind_collective(core::Op& op, const core::Mesh& mesh) {
  core::Context& context = op.module().context();
  const Groups groups = groups_along(mesh, axes_of(op, op.discardable_attribute(kAxesOfCollective).text(), mesh));
  if (!op.is(core::OpKind::kCollectivePermute)) {
    op.set_attr(AttrKey::kReplicaGroups, core::ir::list_groups(context, groups));
    return;
  }
  std::vector<std::int64_t> pairs;
  for (const std::vector<std::int64_t>& group : groups) {
    for (std::int64_t place : op.discardable_attribute(kPairsAlongAxes).ints()) pairs.push_back(group[place]);
  }
  op.set_attr(AttrKey::kSourceTargetPairs, context.ints(pairs));
}

// Calls fits(groups, names) with the groups along axes of the mesh, until it says yes. Manual code has few axes.
template <typename Fits>
void try_axes(const core::Mesh& mesh, const Fits& fits) {
  std::vector<int> order(mesh.axis_count());
  std::iota(order.begin(), order.end(), 0);
  do {
    core::shard::AxisRefs axes;
    std::string names;
    for (int axis : order) {
      axes.push_back(core::shard::AxisRef{axis, 1, mesh.axis(axis).size});
      names += fmt::format("{}{}", names.empty() ? "" : ",", mesh.axis(axis).name);
      if (fits(groups_along(mesh, axes), names)) return;
    }
  } while (std::ranges::next_permutation(order).found);
}

// Places in the first group, where the pairs are the same in all groups.
std::optional<std::vector<std::int64_t>> pairs_in(const Groups& groups, std::span<const std::int64_t> pairs) {
  std::vector<std::int64_t> places, all;
  for (size_t i = 0; i < pairs.size(); i += 2) {
    const auto from = std::ranges::find(groups[0], pairs[i]), to = std::ranges::find(groups[0], pairs[i + 1]);
    if (from == groups[0].end() || to == groups[0].end()) continue;
    places.insert(places.end(), {from - groups[0].begin(), to - groups[0].begin()});
  }
  for (const std::vector<std::int64_t>& group : groups) {
    for (std::int64_t place : places) all.push_back(group[place]);
  }
  if (!std::ranges::equal(all, pairs)) return std::nullopt;
  return places;
}

// What a gradient makes of an op that names axes has devices alone.
void name_exchange(core::Op& op, const core::Mesh& mesh) {
  core::Context& context = op.module().context();
  if (op.is(core::OpKind::kManualComputation) && !op.discardable_attribute(kManualSizes)) {
    std::string sizes;
    for (const core::MeshAxis& axis : mesh.axes()) {
      const std::string name = fmt::format("\"{}\"", axis.name);
      if (op.attr(AttrKey::kManualAxes).text().find(name) == std::string_view::npos) continue;
      sizes += fmt::format("{}{}={}", sizes.empty() ? "" : ",", axis.name, axis.size);
    }
    op.set_discardable_attribute(kManualSizes, context.string(sizes));
  }
  if (op.discardable_attribute(kAxesOfCollective)) return;
  if (op.is(core::OpKind::kCollectivePermute)) {
    try_axes(mesh, [&](const Groups& groups, const std::string& names) {
      const auto pairs = pairs_in(groups, core::ir::listed_pairs(op));
      if (!pairs) return false;
      op.set_discardable_attribute(kAxesOfCollective, context.string(names));
      op.set_discardable_attribute(kPairsAlongAxes, context.ints(*pairs));
      return true;
    });
  } else if (op.has_attr(AttrKey::kReplicaGroups)) {
    const auto own = core::ir::expand_groups(op.attr(AttrKey::kReplicaGroups));
    try_axes(mesh, [&](const Groups& groups, const std::string& names) {
      if (!own || groups != *own) return false;
      op.set_discardable_attribute(kAxesOfCollective, context.string(names));
      return true;
    });
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

void fill_groups(core::Module& module, const core::Mesh& mesh) {
  for (core::Function* function : module.functions()) {
    core::ir::walk(function->body(), [&](core::Op& op) {
      if (op.discardable_attribute(kAxesOfCollective)) bind_collective(op, mesh);
      if (const Attr sizes = op.discardable_attribute(kManualSizes)) axes_of(op, sizes.text(), mesh);
    });
  }
}

void name_exchanges(core::Module& module, const core::Mesh& mesh) {
  for (core::Function* function : module.functions()) {
    core::ir::walk(function->body(), [&](core::Op& op) { name_exchange(op, mesh); });
  }
}

void bind_collectives(core::Module& module, const core::Mesh& mesh) {
  fill_groups(module, mesh);
  for (core::Function* function : module.functions()) {
    core::ir::walk(function->body(), [&](core::Op& op) {
      for (std::string_view key : {kAxesOfCollective, kPairsAlongAxes, kManualSizes}) {
        if (op.discardable_attribute(key)) op.set_discardable_attribute(key, Attr());
      }
    });
  }
}

void declare_mesh(core::Module& module, const core::Mesh& mesh) {
  core::Context& context = module.context();
  module.meshes().push_back({context.name("mesh"), context.opaque_attr(core::shard::sdy_mesh_body(mesh)), {}});
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
