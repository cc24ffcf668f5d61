#include "cost/wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
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

// The first group of the iota form: place in it -> id. Nothing where it ends within a digit.
std::optional<Digits> first_of_iota(Attr groups) {
  const std::span<const int64_t> dims = groups.get("iota_dims").ints();
  const Attr perm = groups.get("iota_perm");
  int64_t left = groups.get("iota_shape").ints()[1], places = 1;
  Digits digits;  // the smallest first
  for (size_t k = dims.size(); k-- > 0 && left > 1;) {
    const size_t d = perm ? static_cast<size_t>(perm.ints()[k]) : k;
    int64_t stride = 1;
    for (size_t minor = d + 1; minor < dims.size(); ++minor) stride *= dims[minor];
    const int64_t size = std::min(dims[d], left);
    if (left % size != 0) return std::nullopt;
    digits.push_back({size, places, stride});
    places *= size;
    left /= size;
  }
  return Digits(digits.rbegin(), digits.rend());
}

// The ids of the first group; none where all devices form one.
std::vector<int64_t> first_listed(Attr groups) {
  const auto listed = ir::expand_groups(groups);
  return listed && !listed->empty() ? listed->front() : std::vector<int64_t>();
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
      group.moves = ir::DeviceMoves::of(pairs);
      group.size = devices_;
      group.axes = axes_of_pairs(group, pairs);
      if (belongs_to_ring(op)) group.refs = axes_of(group);
    } else if (named && is_mesh_groups(named)) {
      by_axes(group, named);
    } else {
      if (is_iota_groups(named)) group.digits = first_of_iota(named);
      if (!group.digits) group.ids = first_listed(named);
      group.size = group.digits        ? named.get("iota_shape").ints()[1]
                   : group.ids.empty() ? devices_
                                       : std::ssize(group.ids);
      group.axes = axes_of_group(group);
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
    group.digits = shard::digits_along(*groups->mesh, groups->axes);
    if (!group.digits) group.ids = devices_along(*groups->mesh, groups->axes, groups->mesh->order().id_at(0));
    for (const AxisRef& axis : groups->axes) group.axes.push_back(to_string(*groups->mesh, axis));
    if (same_mesh(groups->mesh, mesh_)) group.refs = groups->axes;
  }

  static bool is_of_all(const DeviceGroup& group) { return group.ids.empty() && !group.digits && !group.moves; }

  // The axes that a group varies along.
  std::optional<AxisRefs> axes_of(const DeviceGroup& group) const {
    if (mesh_ == nullptr || mesh_->device_count() != devices_) return std::nullopt;
    AxisRefs refs;
    for (int a = 0; a < mesh_->axis_count(); ++a) {
      const bool varies = std::find(group.axes.begin(), group.axes.end(), mesh_->axis(a).name) != group.axes.end();
      if (varies || is_of_all(group)) refs.push_back(whole_axis(*mesh_, a));
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
    if (is_of_all(group)) return "among all";
    return group.size > 1 ? fmt::format("in groups of {}", group.size) : "";
  }

  // The axes along which the devices of a group differ.
  std::vector<std::string> axes_of_group(DeviceGroup& group) const {
    auto by_digits = [&](int64_t low, int64_t high) -> std::optional<bool> {
      return std::any_of(group.digits->begin(), group.digits->end(), [&](const Digit& digit) {
        return digit.size > 1 && digit.to < high && low < digit.to * digit.size;
      });
    };
    if (group.digits) {
      if (auto axes = varying(by_digits)) return *axes;
      for (int64_t place = 0; place < group.size; ++place) group.ids.push_back(map_number(*group.digits, place));
      group.digits.reset();
    }
    return varying(group.ids, group.ids.size());
  }
  // Those along which the devices of a pair do. Of pairs whose digits do not end where axes do, lists them.
  std::vector<std::string> axes_of_pairs(DeviceGroup& group, Attr pairs) const {
    if (group.moves) {
      if (auto axes = varying([&](int64_t low, int64_t high) { return group.moves->change(low, high); })) return *axes;
    }
    group.moves.reset();
    group.ids = ir::listed_pairs(pairs);
    return varying(group.ids, 2);
  }

  std::vector<std::string> names_of(bool replicas, const std::vector<bool>& varies) const {
    std::vector<std::string> names;
    if (replicas) names.emplace_back("replicas");
    for (size_t a = 0; a < varies.size(); ++a) {
      if (varies[a]) names.push_back(mesh_->axis(static_cast<int>(a)).name);
    }
    return names;
  }

  // Those of which `changes(low, high)` says that the digit id / low % (high / low) changes along them. Nothing where
  // it does not know, or the ids of the mesh have no digits.
  template <typename Changes>
  std::optional<std::vector<std::string>> varying(const Changes& changes) const {
    if (mesh_ == nullptr || mesh_->axis_count() == 0) return std::vector<std::string>();
    std::vector<bool> varies(mesh_->axis_count());
    for (int a = 0; a < mesh_->axis_count(); ++a) {
      const AxisRef axis = whole_axis(*mesh_, a);
      const std::optional<Digits> digits = shard::digits_along(*mesh_, {&axis, 1});
      if (!digits) return std::nullopt;
      for (const Digit& digit : *digits) {
        const std::optional<bool> change = changes(digit.to, digit.to * digit.size);
        if (!change) return std::nullopt;
        if (*change) varies[a] = true;
      }
    }
    const std::optional<bool> replicas = changes(mesh_->device_count(), std::numeric_limits<int64_t>::max());
    if (!replicas) return std::nullopt;
    return names_of(*replicas, varies);
  }

  // Of lists: each so many devices, one after the other, are a group.
  std::vector<std::string> varying(std::span<const int64_t> ids, size_t each) const {
    if (mesh_ == nullptr || mesh_->axis_count() == 0 || each < 2) return {};
    const int64_t places = mesh_->device_count();
    std::vector<bool> varies(mesh_->axis_count());
    bool replicas = false;
    for (size_t first = 0; first + each <= ids.size(); first += each) {
      const auto from = mesh_->coordinates(ids[first] % places);
      for (size_t i = first + 1; i < first + each; ++i) {
        replicas |= ids[i] / places != ids[first] / places;
        const auto here = mesh_->coordinates(ids[i] % places);
        for (size_t a = 0; from && here && a < varies.size(); ++a) {
          if ((*from)[a] != (*here)[a]) varies[a] = true;
        }
      }
    }
    return names_of(replicas, varies);
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
