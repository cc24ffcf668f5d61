#include "cost/wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "ir/replica_groups.h"
#include "ir/trip_count.h"

namespace partita {
namespace {

bool is_counted(const Op& op) {
  switch (op.kind()) {
    case OpKind::kAllReduce:
    case OpKind::kAllGather:
    case OpKind::kReduceScatter:
    case OpKind::kAllToAll:
    case OpKind::kRaggedAllToAll:
    case OpKind::kCollectivePermute:
    case OpKind::kCollectiveBroadcast:
    case OpKind::kCollectiveReduce:
    case OpKind::kSend: return true;
    default: return false;
  }
}

double bytes_on_wire(const Op& op, int64_t group) {
  double buffer = 0;
  for (const Value* value : op.is(OpKind::kSend) ? op.operands() : op.results()) {
    if (!value->type().is_tensor() || value->type().element() == ElementType::kF8E8M0FNU) continue;
    buffer += bytes_of(value->type());
  }
  const auto n = static_cast<double>(std::max<int64_t>(group, 1));
  switch (op.kind()) {
    case OpKind::kAllReduce: return 2 * (n - 1) / n * buffer;
    case OpKind::kAllGather:
    case OpKind::kAllToAll:
    case OpKind::kRaggedAllToAll: return (n - 1) / n * buffer;
    case OpKind::kReduceScatter: return (n - 1) * buffer;  // of the result, a part of what comes in
    default: return buffer;
  }
}

// The ids of the first group; none where they cannot be told, or all devices meet.
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

// What HLO says beside a loop: known_trip_count={"n":"12"}.
std::optional<int64_t> stated_trip_count(const Op& loop) {
  const Attr config = loop.extra() ? loop.extra("mhlo.backend_config") : Attr();
  if (!config.is(AttrKind::kString)) return std::nullopt;
  const std::string_view text = config.text();
  size_t at = text.find("known_trip_count");
  if (at == std::string_view::npos) return std::nullopt;
  at = text.find_first_of("0123456789", at);
  int64_t count = 0;
  if (at == std::string_view::npos) return std::nullopt;
  std::from_chars(text.data() + at, text.data() + text.size(), count);
  return count;
}

class Counter {
 public:
  Counter(const Function& local, const MeshPtr& mesh) : mesh_(mesh) {
    for (const char* name : {"mhlo.num_partitions", "mhlo.num_replicas"}) {
      const Attr count = local.module().extra(name);
      if (count.is(AttrKind::kInt)) devices_ *= std::max<int64_t>(count.as_int(), 1);
    }
  }

  void count(const Region& region, int64_t times) {
    for (const Op& op : region) {
      if (is_counted(op)) add(op, times);
      int64_t trips = 1;
      if (op.is(OpKind::kWhile)) {
        std::optional<int64_t> known = known_trip_count(op);
        if (!known) known = stated_trip_count(op);
        if (!known && meets(op)) ++wire_.unknown_trips;
        trips = known.value_or(1);
      }
      for (int r = 0; r < op.num_regions(); ++r) count(op.region(r), times * trips);
    }
  }

  Wire finish() {
    for (auto& [key, use] : uses_) wire_.uses.push_back(std::move(use));
    std::stable_sort(wire_.uses.begin(), wire_.uses.end(),
                     [](const WireUse& a, const WireUse& b) { return a.bytes > b.bytes; });
    return std::move(wire_);
  }

 private:
  static bool meets(const Op& loop) {
    bool found = false;
    for (int r = 0; r < loop.num_regions(); ++r) {
      walk(loop.region(r), [&](const Op& op) { found |= is_counted(op); });
    }
    return found;
  }

  void add(const Op& op, int64_t times) {
    std::vector<int64_t> ids;
    int64_t size = devices_;
    std::string along;
    if (std::span<const int64_t> pairs = op.ints_attr(AttrKey::kSourceTargetPairs); !pairs.empty()) {
      along = varying(pairs, 2);
    } else if (!op.is(OpKind::kSend)) {
      ids = first_group(op.attr(AttrKey::kReplicaGroups));
      if (!ids.empty()) size = static_cast<int64_t>(ids.size());
      along = ids.empty() ? "among all" : varying(ids, ids.size());
      if (along.empty() && size > 1) along = fmt::format("in groups of {}", size);
    }
    const double bytes = bytes_on_wire(op, size) * static_cast<double>(times);
    WireUse& use = uses_.try_emplace({op.kind(), along}, WireUse{op.kind(), along}).first->second;
    use.count += times;
    use.bytes += bytes;
    wire_.count += times;
    wire_.bytes += bytes;
  }

  // The axes along which the devices of a group differ, or those of each pair of a list of pairs.
  std::string varying(std::span<const int64_t> ids, size_t each) const {
    if (mesh_ == nullptr || mesh_->axis_count() == 0) return {};
    const int64_t places = mesh_->device_count();
    std::vector<bool> varies(static_cast<size_t>(mesh_->axis_count()));
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
    std::string names = replicas ? "replicas" : "";
    for (size_t a = 0; a < varies.size(); ++a) {
      if (varies[a]) names += (names.empty() ? "" : ", ") + mesh_->axis(static_cast<int>(a)).name;
    }
    return names.empty() ? names : "along " + names;
  }

  const MeshPtr& mesh_;
  int64_t devices_ = 1;
  Wire wire_;
  std::map<std::pair<OpKind, std::string>, WireUse> uses_;
};

}  // namespace

Wire wire_of(const Function& local, const MeshPtr& mesh) {
  Counter counter(local, mesh);
  counter.count(local.body(), 1);
  return counter.finish();
}

double bytes_of(Type type) {
  if (!type || !type.is_tensor()) return 0;
  const int bits = type.element() == ElementType::kPred ? 8 : bit_width(type.element());
  return static_cast<double>(type.num_elements()) * bits / 8;
}

std::string bytes_text(double bytes) {
  constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{:.0f} bytes", bytes);
  size_t unit = 0;
  for (bytes /= 1024; bytes >= 1024 && unit + 1 < std::size(kUnits); ++unit) bytes /= 1024;
  return fmt::format("{:.2f} {}", bytes, kUnits[unit]);
}

std::string wire_table(const Wire& wire) {
  std::string text;
  auto line = [&](std::string_view what, std::string_view along, int64_t count, double bytes) {
    text += fmt::format("  {:<22}{:<16}{:>8}  {:>12}\n", what, along, count, bytes_text(bytes));
  };
  for (const WireUse& use : wire.uses) {
    std::string_view name = op_info(use.kind).mlir;
    line(name.substr(name.find('.') + 1), use.along, use.count, use.bytes);
  }
  line("in all", "", wire.count, wire.bytes);
  if (wire.unknown_trips > 0) text += fmt::format("  ({} loops with unknown trips count once)\n", wire.unknown_trips);
  return text;
}

}  // namespace partita
