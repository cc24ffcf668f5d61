#include "cost/wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/maps.h"
#include "cost/op_prices.h"
#include "cost/trips.h"
#include "ir/boundary_names.h"
#include "ir/names.h"
#include "ir/replica_groups.h"
#include "shard/axis_groups.h"

namespace partita::core::cost {
namespace {

// HLO's send gives a word of context beside the data.
constexpr double kSendContext = 4;

double bytes_on_wire(const Op& op, int64_t group) {
  double buffer = op.is(OpKind::kSend) ? kSendContext : 0;
  for (const Value* value : op.is(OpKind::kSend) ? op.operands() : op.results()) {
    if (!value->type().is_tensor() || value->type().element() == ElementType::kF8E8M0FNU) continue;
    buffer += bytes_of(value->type());
  }
  const auto n = static_cast<double>(std::max<int64_t>(group, 1));
  const CollectiveKind kind = *collective_kind(op.kind());
  // What comes out of a reduce-scatter is a part.
  return kind == CollectiveKind::kReduceScatter ? sent_bytes_of_part(buffer, n) : sent_bytes(kind, buffer, n);
}

// The ids of the first group of the listed or the iota form; none where all devices form one group.
std::vector<int64_t> first_group(Attr groups) {
  if (is_iota_groups(groups)) {
    std::span<const int64_t> dims = groups.get("iota_dims").ints();
    const Attr perm = groups.get("iota_perm");
    std::vector<int64_t> ids;
    for (int64_t position = 0; position < groups.get("iota_shape").ints()[1]; ++position) {
      int64_t rest = position, id = 0;
      for (size_t k = dims.size(); k-- > 0;) {
        const size_t d = perm ? static_cast<size_t>(perm.ints()[k]) : k;
        int64_t stride = 1;
        for (size_t minor = d + 1; minor < dims.size(); ++minor) stride *= dims[minor];
        id += rest % dims[d] * stride;
        rest /= dims[d];
      }
      ids.push_back(id);
    }
    return ids;
  }
  if (groups.is(AttrKind::kArray) && !groups.elements().empty()) {
    std::span<const int64_t> ids = groups.elements()[0].ints();
    return {ids.begin(), ids.end()};
  }
  return {};
}

class Counter {
 public:
  Counter(const Function& local, const MeshPtr& mesh)
      : module_(local.module()), mesh_(mesh), devices_(device_count(module_)) {}

  Wire count(const Region& program) {
    walk_counted(program, 1, [&](const Op& op, double times) {
      if (sends_data(op)) add(op, times);
      if (op.is(OpKind::kWhile)) look_at(op);
    });
    for (auto& [key, use] : uses_) wire_.uses.push_back(use);
    std::stable_sort(wire_.uses.begin(), wire_.uses.end(),
                     [](const WireUse& a, const WireUse& b) { return a.bytes > b.bytes; });
    return std::move(wire_);
  }

 private:
  void look_at(const Op& loop) {
    const TripCount count = trip_count_of(loop);
    if (count.from == TripCount::From::kProgram) return;
    bool matters = false;
    for (int r = 0; r < loop.num_regions(); ++r) {
      walk(loop.region(r), [&](const Op& op) { matters |= sends_data(op) || matrix_operations(op) > 0; });
    }
    if (matters)
      (count.from == TripCount::From::kNothing ? wire_.unknown_trip_counts : wire_.guessed_trip_counts)
          .push_back(&loop);
  }

  void add(const Op& op, double times) {
    const DeviceGroup& group = group_of(op);
    const double bytes = bytes_on_wire(op, group.size) * times;
    wire_.collectives.push_back({&op, &group, times, bytes});
    WireUse& use = uses_.try_emplace({op.kind(), group.along}, WireUse{op.kind(), &group}).first->second;
    use.count += times;
    use.bytes += bytes;
    wire_.count += times;
    wire_.bytes += bytes;
  }

  const DeviceGroup& group_of(const Op& op) {
    const Attr pairs = op.attr(AttrKey::kSourceTargetPairs);
    const Attr named = pairs ? pairs : op.attr(AttrKey::kReplicaGroups);
    auto [at, is_new] = known_.try_emplace(named.id(), nullptr);
    if (!is_new) return *at.value();
    at.value() = wire_.groups.emplace_back(std::make_unique<DeviceGroup>()).get();
    DeviceGroup& group = *at.value();
    if (pairs) {
      group.ids.assign(pairs.ints().begin(), pairs.ints().end());
      group.size = devices_;
      group.axes = varying(group.ids, 2, mesh_);
      if (belongs_to_ring(op)) group.refs = axes_of(group);
    } else if (named && is_mesh_groups(named)) {
      by_axes(group, named);
    } else {
      group.ids = first_group(named);
      group.size = group.ids.empty() ? devices_ : static_cast<int64_t>(group.ids.size());
      group.axes = varying(group.ids, group.ids.size(), mesh_);
      group.refs = whole_axes(group);
    }
    group.along = described(group, static_cast<bool>(pairs), static_cast<bool>(named));
    return group;
  }

  void by_axes(DeviceGroup& group, Attr named) const {
    auto lookup = [&](std::string_view name) -> MeshPtr {
      for (const MeshDeclaration& declared : module_.meshes()) {
        if (declared.name.text() != name) continue;
        Result<Mesh> mesh = shard::parse_sdy_mesh(declared.mesh.text());
        if (mesh.ok()) return std::make_shared<const Mesh>(std::move(*mesh));
      }
      return nullptr;
    };
    Result<AxisGroups> groups = shard::parse_axis_groups(named.get("mesh").text(), named.get("axes").text(), lookup);
    group.size = devices_;
    if (!groups.ok()) return;
    group.size = total_size(groups->axes);
    group.ids = devices_along(*groups->mesh, groups->axes, groups->mesh->order().id_at(0));
    for (const AxisRef& axis : groups->axes) group.axes.push_back(to_string(*groups->mesh, axis));
    if (same_mesh(groups->mesh, mesh_)) group.refs = groups->axes;
  }

  // The axes that a group varies along.
  std::optional<AxisRefs> axes_of(const DeviceGroup& group) const {
    if (mesh_ == nullptr || mesh_->device_count() != devices_) return std::nullopt;
    AxisRefs refs;
    for (int a = 0; a < mesh_->axis_count(); ++a) {
      const bool varies = std::find(group.axes.begin(), group.axes.end(), mesh_->axis(a).name) != group.axes.end();
      if (varies || group.ids.empty()) refs.push_back(whole_axis(*mesh_, a));
    }
    return refs;
  }
  // Those of a group that takes all of each.
  std::optional<AxisRefs> whole_axes(const DeviceGroup& group) const {
    std::optional<AxisRefs> refs = axes_of(group);
    return refs && total_size(*refs) == group.size ? refs : std::nullopt;
  }

  static std::string described(const DeviceGroup& group, bool is_permute, bool has_groups) {
    if (!group.axes.empty()) return fmt::format("along {}", fmt::join(group.axes, ", "));
    if (is_permute || !has_groups) return {};
    if (group.ids.empty()) return "among all";
    return group.size > 1 ? fmt::format("in groups of {}", group.size) : "";
  }

  // The axes along which the devices of a group differ, or those of each pair of a list of pairs.
  static std::vector<std::string> varying(std::span<const int64_t> ids, size_t each, const MeshPtr& mesh) {
    if (mesh == nullptr || mesh->axis_count() == 0 || each < 2) return {};
    const int64_t places = mesh->device_count();
    std::vector<bool> varies(mesh->axis_count());
    bool replicas = false;
    for (size_t first = 0; first + each <= ids.size(); first += each) {
      const auto from = mesh->coordinates(ids[first] % places);
      for (size_t i = first + 1; i < first + each; ++i) {
        replicas |= ids[i] / places != ids[first] / places;
        const auto here = mesh->coordinates(ids[i] % places);
        for (size_t a = 0; from && here && a < varies.size(); ++a) {
          if ((*from)[a] != (*here)[a]) varies[a] = true;
        }
      }
    }
    std::vector<std::string> names;
    if (replicas) names.emplace_back("replicas");
    for (size_t a = 0; a < varies.size(); ++a) {
      if (varies[a]) names.push_back(mesh->axis(a).name);
    }
    return names;
  }

  const Module& module_;
  const MeshPtr& mesh_;
  int64_t devices_;
  Wire wire_;
  std::map<std::pair<OpKind, std::string>, WireUse> uses_;
  PointerMap<const void*, DeviceGroup*> known_;  // by the attribute that names the group
};

}  // namespace

int64_t device_count(const Module& module) {
  int64_t devices = 1;
  for (std::string_view name : {hlo_names::kNumPartitions, hlo_names::kNumReplicas}) {
    const Attr count = module.discardable_attribute(name);
    if (count.is(AttrKind::kInt)) devices *= std::max<int64_t>(count.as_int(), 1);
  }
  return devices;
}

bool sends_data(const Op& op) { return collective_kind(op.kind()).has_value(); }

bool belongs_to_ring(const Op& permute) {
  const Attr frontend = permute.discardable_attribute(ir::hlo_names::kFrontendAttributes);
  return frontend.is(AttrKind::kDict) && frontend.get(ir::boundary_names::kRing);
}

std::string_view collective_name(OpKind kind) { return op_info(kind).hlo; }

Wire wire_of(const Function& local, const MeshPtr& mesh) { return Counter(local, mesh).count(local.body()); }

std::string wire_table(const Wire& wire) {
  std::string text;
  auto line = [&](std::string_view what, std::string_view along, double count, double bytes) {
    text += fmt::format("  {:<22}{:<16}{:>8.0f}  {:>12}\n", what, along, count, bytes_text(bytes));
  };
  for (const WireUse& use : wire.uses) line(collective_name(use.kind), use.group->along, use.count, use.bytes);
  line("in all", "", wire.count, wire.bytes);
  if (!wire.unknown_trip_counts.empty()) {
    text += fmt::format("  ({} loops with unknown trips count once)\n", wire.unknown_trip_counts.size());
  }
  if (!wire.guessed_trip_counts.empty()) {
    text += fmt::format("  ({} loops count by a number in their condition)\n", wire.guessed_trip_counts.size());
  }
  return text;
}

}  // namespace partita::core::cost
