#include "cost/topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "base/maps.h"
#include "cost/op_prices.h"
#include "cost/torus.h"
#include "cost/torus_messages.h"
#include "shard/axis_groups.h"

namespace partita::core::cost {
namespace {

using OnLinks = GroupPlace::OnLinks;

// Of the bandwidth, what small buffers still reach.
constexpr double kLeastShare = 0.25;
// A layout is chosen by groups given as lists only up to this size: others are too many to look at for each candidate.
constexpr double kMaxListed = 4096;
// Likewise messages, of those that are followed on every chip of a dimension.
constexpr double kMaxFollowed = 1024;

// ---- switched levels

// In how many blocks of so many devices the numbers lie that these digits, the largest first, make from `first` on. In
// their order such numbers grow, so that two of them which follow each other may share a block, and others may not.
int64_t blocks_of(std::span<const Digit> digits, int64_t first, int64_t block) {
  if (digits.empty()) return 1;
  const Digit& digit = digits.front();
  const std::span<const Digit> below = digits.subspan(1);
  int64_t last = 0;  // what the digits below make at the most
  for (const Digit& minor : below) last += (minor.size - 1) * minor.to;
  const int64_t period = block / std::gcd(block, digit.to);  // where the digits lie in the blocks as before
  int64_t blocks = 0;
  for (int64_t value = 0; value < std::min(digit.size, period); ++value) {
    const int64_t begin = (first + value % block * (digit.to % block)) % block;
    const int64_t times = (digit.size - value - 1) / period + 1;
    blocks += times * blocks_of(below, begin, block);
    const bool shares = (begin + last) / block == (begin + digit.to) / block;  // with the next value of the digit
    if (shares) blocks -= times - (value == (digit.size - 1) % period ? 1 : 0);
  }
  return blocks;
}

// In how many blocks of so many devices the members lie.
double blocks_of(const GroupMembers& members, int64_t devices, int64_t block) {
  if (block <= 0) return 1;
  if (members.are_all()) return std::ceil(static_cast<double>(devices) / static_cast<double>(block));
  if (members.digits != nullptr) {
    Digits digits = *members.digits;
    std::sort(digits.begin(), digits.end(), [](const Digit& a, const Digit& b) { return a.to > b.to; });
    return static_cast<double>(blocks_of(digits, 0, block));
  }
  std::vector<int64_t> blocks;
  for (int64_t id : members.ids) blocks.push_back(id / block);
  std::sort(blocks.begin(), blocks.end());
  return static_cast<double>(std::unique(blocks.begin(), blocks.end()) - blocks.begin());
}

// Pairs that stay in a block go over its level; the slowest of them are waited for.
size_t outermost_of_pairs(std::span<const int64_t> pairs, std::span<const NetworkLevel> levels) {
  size_t outermost = 0;
  for (size_t i = 0; i + 1 < pairs.size(); i += 2) {
    size_t level = 0;
    while (level + 1 < levels.size() && pairs[i] / levels[level].devices != pairs[i + 1] / levels[level].devices) {
      ++level;
    }
    outermost = std::max(outermost, level);
  }
  return outermost;
}

// The same of moves; nothing where blocks end within digits.
std::optional<size_t> outermost_of_moves(const ir::DeviceMoves& moves, std::span<const NetworkLevel> levels) {
  size_t level = 0;
  for (; level + 1 < levels.size(); ++level) {
    const std::optional<bool> leaves = moves.change(levels[level].devices, std::numeric_limits<int64_t>::max());
    if (!leaves) return std::nullopt;
    if (!*leaves) break;
  }
  return level;
}

// Where each member sends to the next: the level on which they all meet.
size_t outermost_of_ring(const GroupMembers& members, int64_t devices, std::span<const NetworkLevel> levels) {
  size_t level = 0;
  while (level + 1 < levels.size() && blocks_of(members, devices, levels[level].devices) > 1) ++level;
  return level;
}

// The ids that digits or moves stand for.
std::vector<int64_t> listed(const GroupMembers& members) {
  if (members.moves != nullptr) return listed_pairs(*members.moves);
  std::vector<int64_t> ids(members.ids.begin(), members.ids.end());
  for (int64_t place = 0; members.digits != nullptr && place < static_cast<int64_t>(members.count); ++place) {
    ids.push_back(map_number(*members.digits, place));
  }
  return ids;
}

GroupPlace switched_place(std::span<const NetworkLevel> levels, const GroupMembers& members, int64_t devices) {
  GroupPlace out{members.count, std::vector<OnLinks>(levels.size())};
  if (members.are_pairs) {
    std::optional<size_t> level;
    if (members.moves != nullptr) level = outermost_of_moves(*members.moves, levels);
    out.on[level ? *level : outermost_of_pairs(listed(members), levels)].messages = 1;
    return out;
  }
  double blocks = members.count;  // that the level below has made of the group; at first every device is one
  for (size_t level = 0; level < levels.size() && blocks > 1; ++level) {
    const double next = std::min(blocks, blocks_of(members, devices, levels[level].devices));
    out.on[level].members = blocks / next;
    blocks = next;
  }
  return out;
}

// Seconds for `sent` bytes of a device, of a buffer that has `buffer` in one launch.
double sending_time(const NetworkLevel& level, double sent, double buffer, double bandwidth) {
  const double share = level.half_size > 0 ? std::max(buffer / (buffer + level.half_size), kLeastShare) : 1;
  return sent / (bandwidth * share);
}

// Over direct links a device reaches only those it exchanges with.
double bandwidth_among(const NetworkLevel& level, double members) {
  return level.pair_bandwidth > 0 ? std::min(level.bandwidth, level.pair_bandwidth * (members - 1)) : level.bandwidth;
}

CollectiveTime switched_time(std::span<const NetworkLevel> levels, CollectiveKind kind, const Price& price,
                             const GroupPlace& place) {
  CollectiveTime out{0, std::vector<double>(levels.size())};
  const double launches = std::max(price.launches, 1.0);
  if (kind == CollectiveKind::kPermute) {
    for (size_t i = 0; i < levels.size(); ++i) {
      if (place.on[i].messages == 0) continue;
      out.on[i] = sending_time(levels[i], price.bytes, price.bytes / launches, bandwidth_among(levels[i], 2)) +
                  price.launches * levels[i].latency;
    }
  } else if (place.size > 1) {
    const double n = place.size, full = full_bytes(kind, price.bytes, n);
    const double times = kind == CollectiveKind::kAllReduce ? 2 : 1;
    double within = 1;  // devices of a block that have met already
    for (size_t i = 0; i < levels.size(); ++i) {
      const double meet = place.on[i].members;
      if (meet <= 1) continue;
      // Of an all-to-all, what goes to those that are met here; of the others, what is left of the buffer.
      const bool is_whole = kind == CollectiveKind::kAllToAll || kind == CollectiveKind::kBroadcast;
      const double buffer = is_whole ? full : full / within;
      const double sent = kind == CollectiveKind::kAllToAll    ? full * (meet - 1) * within / n
                          : kind == CollectiveKind::kBroadcast ? buffer
                                                               : times * buffer * (meet - 1) / meet;
      out.on[i] = sending_time(levels[i], sent, buffer / launches, bandwidth_among(levels[i], meet)) +
                  price.launches * times * std::ceil(std::log2(meet)) * levels[i].latency;
      within *= meet;
    }
  }
  for (double seconds : out.on) out.seconds += seconds;
  return out;
}

AxisRefs shifted(std::span<const AxisRef> axes, int by) {
  AxisRefs out(axes.begin(), axes.end());
  for (AxisRef& ref : out) ref.axis += by;
  return out;
}

}  // namespace

CollectiveTime& CollectiveTime::operator+=(const CollectiveTime& more) {
  seconds += more.seconds;
  on.resize(std::max(on.size(), more.on.size()));
  for (size_t i = 0; i < more.on.size(); ++i) on[i] += more.on[i];
  return *this;
}

std::vector<GroupUse> uses_of(const Wire& wire) {
  std::vector<GroupUse> uses;
  std::map<std::pair<CollectiveKind, const DeviceGroup*>, size_t> known;
  for (const Collective& collective : wire.collectives) {
    CollectiveKind kind = *collective_kind(collective.op->kind());
    double launches = collective.times;
    // The messages of a ring together are what a gather along its axes sends, and lie well where that does.
    if (kind == CollectiveKind::kPermute && collective.group->refs) {
      kind = CollectiveKind::kAllGather;
      launches /= std::max(1.0, static_cast<double>(total_size(*collective.group->refs) - 1));
    }
    auto [at, is_new] = known.try_emplace({kind, collective.group}, uses.size());
    if (is_new) {
      uses.push_back(
          {kind, {}, collective.group->refs, GroupMembers::of(*collective.group, kind == CollectiveKind::kPermute)});
    }
    uses[at->second].price += {collective.bytes, launches};
  }
  return uses;
}

Result<Topology> Topology::make(const Hardware& hardware, int64_t devices, const MeshPtr& mesh, std::string_view layout,
                                std::span<const GroupUse> uses) {
  const size_t first = std::min(layout.find_first_not_of(' '), layout.size());
  const std::string_view trimmed = layout.substr(first, layout.find_last_not_of(' ') + 1 - first);
  const bool usual = trimmed == kUsualLayout;
  Topology out;
  out.levels_ = hardware.levels;
  out.torus_ = hardware.torus;
  out.devices_ = std::max<int64_t>(devices, 1);
  if (mesh != nullptr && mesh->axis_count() > 0 && out.devices_ % mesh->device_count() == 0) out.mesh_ = mesh;
  out.has_replicas_ = out.mesh_ != nullptr && out.devices_ > mesh->device_count();
  if (!out.torus_) {
    if (!layout.empty() && !usual) {
      const SourceText source("layout", std::string(layout));
      return Error{error_at(source, 0, Code::kLayout, "devices that any switch connects need no layout")};
    }
    for (const NetworkLevel& level : out.levels_) out.resources_.push_back(level.name);
    return out;
  }
  for (size_t d = 0; d < out.torus_->dims.size(); ++d) out.resources_.push_back(fmt::format("dimension {}", d));
  out.resources_.emplace_back("chip");
  std::vector<MeshAxis> axes;
  if (out.has_replicas_) axes.push_back({"replicas", out.devices_ / mesh->device_count()});
  if (out.mesh_ != nullptr) axes.insert(axes.end(), mesh->axes().begin(), mesh->axes().end());
  if (axes.empty()) axes.push_back({"devices", out.devices_});
  const bool names_slice = trimmed.ends_with(':');
  if (!layout.empty() && !names_slice && !usual) {
    PARTITA_ASSIGN(out.on_torus_, parse_layout(layout, axes, *out.torus_, out.devices_));
    return out;
  }
  PARTITA_ASSIGN(const Slice slice,
                 names_slice ? parse_slice(layout, *out.torus_, out.devices_) : slice_of(*out.torus_, out.devices_));
  out.on_torus_ = row_major_layout(axes, slice);
  if (out.mesh_ != nullptr) out.on_torus_ = out.best_layout(uses, usual);
  return out;
}

Layout Topology::best_layout(std::span<const GroupUse> uses, bool whole) const {
  std::vector<GroupUse> given;
  const std::vector<int64_t>& dims = on_torus_->slice.dims;
  const auto longest = static_cast<double>(*std::max_element(dims.begin(), dims.end()));
  for (const GroupUse& use : uses) {
    const ir::DeviceMoves* moves = use.members.moves;
    const bool is_short =
        moves != nullptr ? followed_pairs(*moves) * longest <= kMaxFollowed : use.members.num_ids() <= kMaxListed;
    if (use.axes || is_short) given.push_back(use);
  }
  const int assumed = given.empty() ? mesh_->axis_count() : 0;
  for (int a = 0; a < assumed; ++a) {
    const auto size = static_cast<double>(mesh_->axis(a).size);
    given.push_back({CollectiveKind::kAllReduce,
                     collective_price(CollectiveKind::kAllReduce, 1e6, size),
                     AxisRefs{whole_axis(*mesh_, a)},
                     {}});
  }
  Topology trial = *this;
  std::optional<Layout> best;
  double least = 0;
  for (Layout& candidate : candidate_layouts(on_torus_->axes, on_torus_->slice)) {
    if (whole && !has_whole_dimensions(candidate)) continue;
    trial.on_torus_ = std::move(candidate);
    double seconds = 0;
    for (const GroupUse& use : given) seconds += trial.time(use).seconds;
    if (best && seconds >= least) continue;
    best = std::move(trial.on_torus_);
    least = seconds;
  }
  return best ? *best : *on_torus_;
}

std::vector<CollectiveTime> Topology::times(const Wire& wire) const {
  std::vector<CollectiveTime> out;
  PointerMap<const DeviceGroup*, GroupPlace> places;
  for (const Collective& collective : wire.collectives) {
    auto known = places.find(collective.group);
    if (known == places.end()) known = places.emplace(collective.group, place(collective)).first;
    out.push_back(time(*collective_kind(collective.op->kind()), {collective.bytes, collective.times}, known->second));
  }
  return out;
}

std::string Topology::layout() const { return on_torus_ ? to_string(*on_torus_) : std::string(); }

int64_t Topology::position_of(int64_t id) const {
  id = std::max<int64_t>(id, 0) % devices_;
  if (mesh_ == nullptr) return id;
  const int64_t count = mesh_->device_count();
  return id / count * count + mesh_->order().position_of(id % count).value_or(id % count);
}

GroupPlace Topology::place(CollectiveKind kind, std::span<const AxisRef> axes) const {
  const bool are_pairs = kind == CollectiveKind::kPermute;
  if (on_torus_ && !are_pairs) {
    if (auto found = torus_place(*on_torus_, shifted(axes, has_replicas_ ? 1 : 0))) return *found;
  }
  if (mesh_ == nullptr) return place(GroupMembers{.count = static_cast<double>(devices_), .are_pairs = are_pairs});
  GroupMembers members{.count = static_cast<double>(total_size(axes))};
  const std::optional<Digits> digits = shard::digits_along(*mesh_, axes);
  std::vector<int64_t> ids;
  if (digits) {
    members.digits = &*digits;
  } else {
    members.ids = ids = devices_along(*mesh_, axes, mesh_->order().id_at(0));
  }
  if (!are_pairs) return place(members);
  if (!on_torus_) {
    GroupPlace out{members.count, std::vector<OnLinks>(levels_.size())};
    out.on[outermost_of_ring(members, devices_, levels_)].messages = 1;
    return out;
  }
  const std::vector<int64_t> ring = listed(members);
  std::vector<int64_t> pairs;  // each to the next
  for (size_t i = 0; i < ring.size(); ++i) pairs.insert(pairs.end(), {ring[i], ring[(i + 1) % ring.size()]});
  GroupPlace out = place(GroupMembers{.count = members.count, .ids = pairs, .are_pairs = true});
  // The other groups send as well, over the same links.
  const GroupPlace group = place(members);
  const double cores = static_cast<double>(on_torus_->slice.cores) / group.on.back().members;
  for (size_t d = 0; d + 1 < out.on.size(); ++d) out.on[d].messages *= group.on[d].sharing * cores;
  return out;
}

GroupMembers GroupMembers::of(const DeviceGroup& group, bool are_pairs) {
  return {.count = static_cast<double>(group.size),
          .ids = group.ids,
          .are_pairs = are_pairs,
          .digits = group.digits ? &*group.digits : nullptr,
          .moves = group.moves ? &*group.moves : nullptr};
}

double GroupMembers::num_ids() const {
  if (moves == nullptr) return digits != nullptr ? count : static_cast<double>(ids.size());
  double places = 0;
  for (const PlaceRun& run : moves->runs) places += static_cast<double>(run.count);
  return 2 * places * static_cast<double>(moves->devices / moves->group_size);
}

GroupPlace Topology::place(const GroupMembers& members) const {
  if (!on_torus_) return switched_place(levels_, members, devices_);
  GroupPlace out = members.are_pairs   ? place_of_pairs(members)
                   : members.are_all() ? whole_torus(*on_torus_)
                                       : torus_place_of(*on_torus_, positions_of(members));
  out.size = members.count;
  return out;
}

std::vector<int64_t> Topology::positions_of(const GroupMembers& members) const {
  std::vector<int64_t> positions = listed(members);
  for (int64_t& at : positions) at = position_of(at);
  return positions;
}

GroupPlace Topology::place_of_pairs(const GroupMembers& members) const {
  GroupPlace out;
  const bool is_short = members.num_ids() <= 2.0 * shard::kMaxListedDevices;
  if (members.moves != nullptr && followed_pairs(*members.moves) <= shard::kMaxListedDevices) {
    const std::optional<Digits> ids = ids_by_position();
    std::optional<std::vector<OnLinks>> routed;
    if (ids) routed = routed_moves(*on_torus_, *members.moves, *ids);
    if (routed) {
      out.on = std::move(*routed);
      return out;
    }
  }
  if (is_short) out.on = routed_pairs(*on_torus_, positions_of(members));
  // A message whose ends nothing tells, or which is one of too many, goes to a neighbour.
  if (members.are_all() || !is_short) {
    out.on.resize(on_torus_->slice.dims.size() + 1);
    out.on.front().messages = out.on.front().hops = 1;
  }
  return out;
}

// The layout's axes are those of the mesh, and replicas before them.
std::optional<Digits> Topology::ids_by_position() const {
  if (mesh_ == nullptr) return shard::normalized({{devices_, 1, 1}});
  if (mesh_->order().is_listed()) return std::nullopt;
  const int64_t count = mesh_->device_count();
  Digits out = {{devices_ / count, count, count}};
  out.insert(out.end(), mesh_->order().digits().begin(), mesh_->order().digits().end());
  return shard::normalized(out);
}

GroupPlace Topology::place(const Collective& collective) const {
  const bool are_pairs = collective_kind(collective.op->kind()) == CollectiveKind::kPermute;
  if (on_torus_ && collective.group->refs && mesh_ != nullptr && !are_pairs) {
    return place(*collective_kind(collective.op->kind()), *collective.group->refs);
  }
  return place(GroupMembers::of(*collective.group, are_pairs));
}

CollectiveTime Topology::time(CollectiveKind kind, const Price& price, const GroupPlace& place) const {
  if (on_torus_) return torus_time(*torus_, on_torus_->slice, kind, price, place);
  return switched_time(levels_, kind, price, place);
}

CollectiveTime Topology::time(const Collective& collective) const {
  return time(*collective_kind(collective.op->kind()), {collective.bytes, collective.times}, place(collective));
}

CollectiveTime Topology::time(const GroupUse& use) const {
  const bool are_pairs = use.kind == CollectiveKind::kPermute;
  return time(use.kind, use.price, use.axes && !are_pairs ? place(use.kind, *use.axes) : place(use.members));
}

}  // namespace partita::core::cost
