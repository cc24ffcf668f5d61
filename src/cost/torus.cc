#include "cost/torus.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

// ---- pairs

// Messages over the links of a dimension in one direction, on all its lines.
class LinkLoads {
 public:
  // Over the links behind chips `from` to `to` - 1; chips are numbered along the lines, each with one behind its end.
  void add(int64_t from, int64_t to) {
    changes_.emplace_back(from, 1);
    changes_.emplace_back(to, -1);
  }
  // `chips` with the ends of lines. Where messages go over most links, their changes are summed up by place.
  int64_t most(int64_t chips) {
    if (chips > kMostByPlace * std::ssize(changes_))
      std::sort(changes_.begin(), changes_.end());
    else
      add_up(chips);
    int64_t now = 0, most = 0;
    for (const auto& [at, change] : changes_) most = std::max(most, now += change);
    return most;
  }

 private:
  static constexpr int64_t kMostByPlace = 4;  // places for each change

  void add_up(int64_t chips) {
    std::vector<int64_t> sums(chips);
    for (const auto& [at, change] : changes_) sums[at] += change;
    changes_.clear();
    for (int64_t at = 0; at < chips; ++at) changes_.emplace_back(at, sums[at]);
  }

  std::vector<std::pair<int64_t, int64_t>> changes_;
};

// Coordinates of positions, as Layout::location has them, for many of them.
class Locations {
 public:
  explicit Locations(const Layout& layout) : places_(layout.slice.dims.size() + 1) {
    std::vector<int64_t> strides(layout.axes.size());
    int64_t stride = 1;
    for (size_t a = layout.axes.size(); a-- > 0; stride *= layout.axes[a].size) strides[a] = stride;
    std::vector<int64_t> inside(places_, 1);  // of the pieces that are further inside of a place
    for (size_t p = layout.pieces.size(); p-- > 0;) {
      const LayoutPiece& piece = layout.pieces[p];
      const int64_t below = layout.axes[piece.ref.axis].size / piece.ref.end();
      parts_.push_back({strides[piece.ref.axis] * below, piece.ref.size, piece.place, inside[piece.place]});
      inside[piece.place] *= piece.ref.size;
    }
  }

  void find(int64_t position, std::vector<int64_t>& out) const {
    out.assign(places_, 0);
    for (const Part& part : parts_) out[part.place] += position / part.stride % part.size * part.inside;
  }

 private:
  struct Part {
    int64_t stride, size;
    int place;
    int64_t inside;
  };
  size_t places_;
  std::vector<Part> parts_;
};

// Routes messages along one dimension after the other.
class Router {
 public:
  explicit Router(const Slice& slice) : slice_(slice), loads_(slice.dims.size() * 2), on_(slice.dims.size() + 1) {}

  // Moves `from` to where `to` is, but for the core.
  void send(std::vector<int64_t>& from, const std::vector<int64_t>& to) {
    const size_t dims = slice_.dims.size();
    const bool same_chip = std::equal(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(dims), to.begin());
    if (same_chip && from[dims] != to[dims]) {
      on_[dims].messages = 1;
      on_[dims].hops = 1;
    }
    for (size_t d = 0; d < dims; ++d) along(d, from, to[d]);
  }

  std::vector<OnLinks> result() {
    for (size_t d = 0; d < slice_.dims.size(); ++d) {
      const int64_t chips = slice_.devices() / slice_.cores / slice_.dims[d] * (slice_.dims[d] + 1);
      const int64_t up = loads_[2 * d].most(chips), down = loads_[2 * d + 1].most(chips);
      on_[d].messages = static_cast<double>(std::max(up, down));
      on_[d].ways = static_cast<uint8_t>((up > 0 ? kOneWay : 0) | (down > 0 ? kOtherWay : 0));
    }
    return std::move(on_);
  }

 private:
  void along(size_t d, std::vector<int64_t>& here, int64_t target) {
    const int64_t n = slice_.dims[d], at = here[d], up = target - at;
    if (up == 0) return;
    int64_t line = 0;
    for (size_t other = 0; other < slice_.dims.size(); ++other) {
      if (other != d) line = line * slice_.dims[other] + here[other];
    }
    const int64_t begin = line * (n + 1), low = begin + std::min(at, target), high = begin + std::max(at, target);
    LinkLoads &forward = loads_[2 * d], &back = loads_[2 * d + 1];
    int64_t hops = std::abs(up);
    // The other way round is shorter; of two ways alike, neighbours go in different directions.
    const bool alike = 2 * hops == n, goes_down = at % 2 == 1;
    // Around a twisted ring a message would come out elsewhere, no nearer.
    if (slice_.wraps[d] && !slice_.is_short(d) && (alike ? goes_down == (up > 0) : 2 * hops > n)) {
      LinkLoads& around = up > 0 ? back : forward;
      around.add(begin, low);
      around.add(high, begin + n);
      hops = n - hops;
    } else {
      (up > 0 ? forward : back).add(low, high);
    }
    on_[d].hops = std::max(on_[d].hops, static_cast<double>(hops));
    here[d] = target;
  }

  const Slice& slice_;
  std::vector<LinkLoads> loads_;  // two for each dimension: up and down
  std::vector<OnLinks> on_;
};

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
          costs.on_link(d, gathered[j] * (on.members - 1) / on.members * on.sharing * cores) + costs.waiting(d);
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
    out.on[d] = full * on.sharing * groups_by_cores(costs.slice, place) / costs.torus.link_bandwidth + costs.waiting(d);
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

GroupPlace torus_place_of(const Layout& layout, std::span<const int64_t> positions, bool are_pairs) {
  const Slice& slice = layout.slice;
  const size_t dims = slice.dims.size();
  GroupPlace out{static_cast<double>(positions.size()), {}};
  const Locations locations(layout);
  if (are_pairs) {
    Router router(slice);
    std::vector<int64_t> from, to;
    for (size_t i = 0; i + 1 < positions.size(); i += 2) {
      locations.find(positions[i], from);
      locations.find(positions[i + 1], to);
      router.send(from, to);
    }
    out.on = router.result();
    return out;
  }
  // Each coordinate once.
  std::vector<std::vector<int64_t>> coordinates(dims + 1);
  std::vector<std::vector<bool>> seen(dims + 1);
  for (size_t d = 0; d <= dims; ++d) seen[d].resize(d < dims ? slice.dims[d] : slice.cores);
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
