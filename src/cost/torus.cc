#include "cost/torus.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cost/locations.h"

namespace partita::core::cost {
namespace {

using OnLinks = GroupPlace::OnLinks;

void close_ring(OnLinks& on, int64_t chips, bool wraps) {
  on.wraps = wraps && on.members > 1 && on.members * on.sharing == static_cast<double>(chips);
  if (on.wraps) on.hops = std::floor(static_cast<double>(chips) / 2);
}

// Of a twisted slice: a ring along a short dimension closes only where the group has what lies further along the long
// ones, too; else its last chip and its first are not neighbours.
void open_twisted(const Slice& slice, std::vector<OnLinks>& on) {
  if (!slice.twisted) return;
  bool has_long = true;
  for (size_t d = 0; d < slice.dims.size(); ++d) {
    has_long &= slice.is_short(d) || on[d].members == static_cast<double>(slice.dims[d]);
  }
  for (size_t d = 0; d < slice.dims.size() && !has_long; ++d) {
    if (!slice.is_short(d) || !on[d].wraps) continue;
    on[d].wraps = false;
    on[d].hops = static_cast<double>(slice.dims[d] - 1);
  }
}

// Of a twisted slice of k x k x 2k or k x 2k x 2k chips: links that a message to any chip goes over, as a mean over
// chips, and at the most. Messages go the shortest ways, all alike, and all links carry as much.
struct TwistedPaths {
  double mean = 0;
  double longest = 0;
};
TwistedPaths twisted_paths(const Slice& slice) {
  const auto k = static_cast<double>(*std::min_element(slice.dims.begin(), slice.dims.end()));
  double short_dims = 0;
  for (size_t d = 0; d < slice.dims.size(); ++d) short_dims += slice.is_short(d) ? 1 : 0;
  return {(short_dims == 2 ? 7.0 / 8 : 35.0 / 32) * k - 1 / (4 * k), 3 * k / 2};
}

bool has_all_chips(const Slice& slice, const GroupPlace& place) {
  for (size_t d = 0; d < slice.dims.size(); ++d) {
    if (place.on[d].members != static_cast<double>(slice.dims[d])) return false;
  }
  return true;
}

// How many other cores of the chips run groups of their own.
double groups_by_cores(const Slice& slice, const GroupPlace& place) {
  return static_cast<double>(slice.cores) / place.on.back().members;
}

// ---- groups by ids

// The coordinates of a group on a dimension: runs of neighbours, and other groups in the gaps between them.
OnLinks on_dimension(std::vector<int64_t> at, int64_t chips, bool wraps) {
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  OnLinks on;
  on.members = static_cast<double>(at.size());
  if (at.size() < 2) return on;
  int64_t gap = 1, run = 1;
  for (size_t i = 1; i < at.size(); ++i) gap = std::max(gap, at[i] - at[i - 1]);
  while (static_cast<size_t>(run) < at.size() && at[run] == at[run - 1] + 1) ++run;
  on.sharing = std::ceil(static_cast<double>(gap) / static_cast<double>(run));
  on.hops = static_cast<double>(at.back() - at.front());
  close_ring(on, chips, wraps);
  return on;
}

// ---- times

struct TorusCosts {
  const Torus& torus;
  const Slice& slice;
  const GroupPlace& place;
  double launches;

  // Seconds for so many bytes on the busiest link of a dimension.
  double on_link(size_t d, double bytes, bool both_ways = true) const {
    return bytes / torus.link_bandwidth / (place.on[d].wraps && both_ways ? 2 : 1);
  }
  // The same where what is passed on stops at every chip.
  double from_chip_to_chip(size_t d, double bytes) const { return on_link(d, bytes) / torus.ring_efficiency; }
  double waiting(size_t d) const { return launches * place.on[d].hops * torus.hop_latency; }
};

// A gather or a reduce-scatter of `full` bytes.
CollectiveTime gather_time(const TorusCosts& costs, double full) {
  const GroupPlace& place = costs.place;
  const double cores = groups_by_cores(costs.slice, place);
  CollectiveTime out{0, std::vector<double>(place.on.size())};
  std::vector<size_t> dims;
  double chips = 1;
  for (size_t d = 0; d + 1 < place.on.size(); ++d) {
    if (place.on[d].members > 1) dims.push_back(d);
    chips *= place.on[d].members;
  }
  const auto k = static_cast<double>(dims.size());
  // Part j goes along dimension j first, then j+1, …: in each round every part is on another dimension.
  std::vector<double> gathered(dims.size(), full / k / chips);
  for (size_t round = 0; round < dims.size(); ++round) {
    double longest = 0;
    for (size_t j = 0; j < dims.size(); ++j) {
      const size_t d = dims[(j + round) % dims.size()];
      const OnLinks& on = place.on[d];
      gathered[j] *= on.members;
      const double seconds =
          costs.from_chip_to_chip(d, gathered[j] * (on.members - 1) / on.members * on.sharing * cores) +
          costs.waiting(d);
      out.on[d] += seconds;
      longest = std::max(longest, seconds);
    }
    out.seconds += longest;
  }
  if (const double members = place.on.back().members; members > 1) {
    out.on.back() =
        full * (members - 1) / members / costs.torus.chip_bandwidth + costs.launches * costs.torus.hop_latency;
    out.seconds = std::max(out.seconds, out.on.back());
  }
  return out;
}

// Every device sends an equal part of `full` bytes to each member; what crosses the middle of a dimension decides.
CollectiveTime all_to_all_time(const TorusCosts& costs, double full) {
  const GroupPlace& place = costs.place;
  CollectiveTime out{0, std::vector<double>(place.on.size())};
  double waiting = 0;
  if (costs.slice.twisted && has_all_chips(costs.slice, place)) {
    const TwistedPaths paths = twisted_paths(costs.slice);
    // Six links leave a chip.
    out.seconds = full * static_cast<double>(costs.slice.cores) * paths.mean / 6 / costs.torus.link_bandwidth;
    waiting = costs.launches * paths.longest * costs.torus.hop_latency;
    for (size_t d = 0; d < costs.slice.dims.size(); ++d) out.on[d] = out.seconds + waiting;
    if (const double members = place.on.back().members; members > 1) {
      out.on.back() =
          full * (members - 1) / place.size / costs.torus.chip_bandwidth + costs.launches * costs.torus.hop_latency;
    }
    out.seconds = std::max(out.seconds + waiting, out.on.back());
    return out;
  }
  for (size_t d = 0; d + 1 < place.on.size(); ++d) {
    const OnLinks& on = place.on[d];
    if (on.members < 2) continue;
    const double near = std::floor(on.members / 2), far = on.members - near;
    const double crossing = near * full * far / on.members;
    const double crosses = crossing * on.sharing * static_cast<double>(costs.slice.cores);
    const double busy = costs.on_link(d, crosses, costs.torus.exchange_wraps);
    out.seconds = std::max(out.seconds, busy);
    out.on[d] = busy + costs.waiting(d);
    waiting += costs.waiting(d);
  }
  if (const double members = place.on.back().members; members > 1) {
    out.on.back() =
        full * (members - 1) / place.size / costs.torus.chip_bandwidth + costs.launches * costs.torus.hop_latency;
  }
  out.seconds = std::max(out.seconds + waiting, out.on.back());
  return out;
}

CollectiveTime broadcast_time(const TorusCosts& costs, double full) {
  const GroupPlace& place = costs.place;
  CollectiveTime out{0, std::vector<double>(place.on.size())};
  for (size_t d = 0; d + 1 < place.on.size(); ++d) {
    const OnLinks& on = place.on[d];
    if (on.members < 2) continue;
    const double bytes = full * on.sharing * groups_by_cores(costs.slice, place);
    out.on[d] = bytes / (costs.torus.link_bandwidth * costs.torus.ring_efficiency) + costs.waiting(d);
    out.seconds += out.on[d];
  }
  if (place.on.back().members > 1) {
    out.on.back() = full / costs.torus.chip_bandwidth + costs.launches * costs.torus.hop_latency;
    out.seconds = std::max(out.seconds, out.on.back());
  }
  return out;
}

CollectiveTime permute_time(const TorusCosts& costs, double bytes) {
  CollectiveTime out{0, std::vector<double>(costs.place.on.size())};
  for (const OnLinks& on : costs.place.on) out.ways.push_back(on.ways);
  double waiting = 0;
  for (size_t d = 0; d + 1 < out.on.size(); ++d) {
    const double busy = costs.place.on[d].messages * bytes / costs.torus.link_bandwidth;
    out.seconds = std::max(out.seconds, busy);
    out.on[d] = busy + costs.waiting(d);
    waiting += costs.waiting(d);
  }
  if (costs.place.on.back().messages > 0) {
    out.on.back() = bytes / costs.torus.chip_bandwidth + costs.launches * costs.torus.hop_latency;
  }
  out.seconds = std::max(out.seconds + waiting, out.on.back());
  return out;
}

}  // namespace

std::optional<GroupPlace> torus_place(const Layout& layout, std::span<const AxisRef> axes) {
  const Slice& slice = layout.slice;
  GroupPlace out{static_cast<double>(total_size(axes)), std::vector<OnLinks>(slice.dims.size() + 1)};
  std::vector<int64_t> below = slice.dims;  // chips between neighbours of the next digit and those of the last
  below.push_back(slice.cores);
  for (const LayoutPiece& piece : layout.pieces) {
    OnLinks& on = out.on[piece.place];
    // The digits of the piece: cut where pieces of the group begin and end.
    std::vector<int64_t> cuts = {piece.ref.pre, piece.ref.end()};
    for (const AxisRef& ref : axes) {
      if (ref.axis != piece.ref.axis) continue;
      for (int64_t cut : {ref.pre, ref.end()}) {
        if (cut > piece.ref.pre && cut < piece.ref.end()) cuts.push_back(cut);
      }
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    for (size_t i = 0; i + 1 < cuts.size(); ++i) {
      if (cuts[i + 1] % cuts[i] != 0) return std::nullopt;
      const int64_t size = cuts[i + 1] / cuts[i];
      below[piece.place] /= size;
      const bool is_member = std::any_of(axes.begin(), axes.end(), [&](const AxisRef& ref) {
        return ref.axis == piece.ref.axis && ref.pre <= cuts[i] && ref.end() >= cuts[i + 1];
      });
      if (is_member) {
        on.members *= static_cast<double>(size);
        on.hops += static_cast<double>((size - 1) * below[piece.place]);
      } else if (on.members > 1) {
        on.sharing *= static_cast<double>(size);
      }
    }
  }
  double found = 1;
  for (const OnLinks& on : out.on) found *= on.members;
  if (found != out.size) return std::nullopt;
  for (size_t d = 0; d < slice.dims.size(); ++d) close_ring(out.on[d], slice.dims[d], slice.wraps[d]);
  open_twisted(slice, out.on);
  return out;
}

GroupPlace whole_torus(const Layout& layout) {
  AxisRefs all;
  for (size_t a = 0; a < layout.axes.size(); ++a) all.push_back({static_cast<int32_t>(a), 1, layout.axes[a].size});
  return *torus_place(layout, all);
}

GroupPlace torus_place_of(const Layout& layout, std::span<const int64_t> positions) {
  const Slice& slice = layout.slice;
  const size_t dims = slice.dims.size();
  GroupPlace out{static_cast<double>(positions.size()), {}};
  // Each coordinate once.
  std::vector<std::vector<int64_t>> coordinates(dims + 1);
  std::vector<std::vector<bool>> seen(dims + 1);
  for (size_t d = 0; d <= dims; ++d) seen[d].resize(d < dims ? slice.dims[d] : slice.cores);
  const Locations locations(layout);
  std::vector<int64_t> at;
  for (int64_t position : positions) {
    locations.find(position, at);
    for (size_t d = 0; d <= dims; ++d) {
      if (!seen[d][at[d]]) coordinates[d].push_back(at[d]);
      seen[d][at[d]] = true;
    }
  }
  for (size_t d = 0; d < dims; ++d) {
    out.on.push_back(on_dimension(std::move(coordinates[d]), slice.dims[d], slice.wraps[d]));
  }
  out.on.push_back(on_dimension(std::move(coordinates[dims]), slice.cores, false));
  open_twisted(slice, out.on);
  return out;
}

CollectiveTime torus_time(const Torus& torus, const Slice& slice, CollectiveKind kind, const Price& price,
                          const GroupPlace& place) {
  const TorusCosts costs{torus, slice, place, price.launches};
  if (kind == CollectiveKind::kPermute) return permute_time(costs, price.bytes);
  if (place.size < 2) return {0, std::vector<double>(place.on.size())};
  const double full = full_bytes(kind, price.bytes, place.size);
  switch (kind) {
    case CollectiveKind::kAllToAll: return all_to_all_time(costs, full);
    case CollectiveKind::kBroadcast: return broadcast_time(costs, full);
    default: break;
  }
  CollectiveTime once = gather_time(costs, full);
  if (kind == CollectiveKind::kAllReduce) once += CollectiveTime(once);
  return once;
}

}  // namespace partita::core::cost
