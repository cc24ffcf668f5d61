#include "cost/torus_messages.h"

#include <algorithm>
#include <utility>

#include "cost/locations.h"

namespace partita::core::cost {
namespace {

using OnLinks = GroupPlace::OnLinks;

// Messages over the links of a dimension in one direction, on all its lines.
class LinkLoads {
 public:
  // `chips` with the ends of lines.
  explicit LinkLoads(int64_t chips) : chips_(chips) {}

  // Over the links behind chips `from` to `to` - 1; chips are numbered along the lines, each with one behind its end.
  void add(int64_t from, int64_t to) {
    if (!sums_.empty()) {
      change(from, to);
      return;
    }
    added_.emplace_back(from, to);
    // Few messages are sorted; where they go over most links, their changes are summed up by place.
    if (chips_ > kMostByPlace * std::ssize(added_)) return;
    sums_.resize(chips_);
    for (const auto& [begin, end] : added_) change(begin, end);
    added_.clear();
  }

  int64_t most() {
    int64_t now = 0, most = 0;
    for (int64_t more : sums_) most = std::max(most, now += more);
    std::vector<std::pair<int64_t, int64_t>> changes;
    for (const auto& [begin, end] : added_) changes.insert(changes.end(), {{begin, 1}, {end, -1}});
    std::sort(changes.begin(), changes.end());
    for (const auto& [at, more] : changes) most = std::max(most, now += more);
    return most;
  }

 private:
  static constexpr int64_t kMostByPlace = 8;  // places for each message

  void change(int64_t from, int64_t to) {
    ++sums_[from];
    --sums_[to];
  }

  int64_t chips_;
  std::vector<std::pair<int64_t, int64_t>> added_;
  std::vector<int64_t> sums_;  // of messages that begin and end at a place; empty as long as they are few
};

// What is alike for messages that are followed once: they begin and end further along a dimension by each of these
// numbers of chips, and so many are on the cores of a chip.
struct Alike {
  std::vector<std::vector<int64_t>> shifts;  // by dimension
  int64_t on_cores = 1;
};

// Routes messages along one dimension after the other.
class Router {
 public:
  Router(const Slice& slice, const Alike& alike) : slice_(slice), alike_(alike), on_(slice.dims.size() + 1) {
    for (int64_t dim : slice.dims) {
      const LinkLoads none(slice.devices() / slice.cores / dim * (dim + 1));
      loads_.insert(loads_.end(), 2, none);
    }
  }

  void send(const std::vector<int64_t>& from, const std::vector<int64_t>& to) {
    const size_t dims = slice_.dims.size();
    const bool same_chip = std::equal(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(dims), to.begin());
    if (same_chip && from[dims] != to[dims]) {
      on_[dims].messages = 1;
      on_[dims].hops = 1;
    }
    here_ = from;
    for (size_t d = 0; d < dims; ++d) {
      if (here_[d] == to[d]) continue;
      const int64_t line = line_along(d);
      for (int64_t shift : alike_.shifts[d]) along(d, line, from[d] + shift, to[d] + shift);
      here_[d] = to[d];
    }
  }

  std::vector<OnLinks> result() {
    for (size_t d = 0; d < slice_.dims.size(); ++d) {
      const int64_t up = loads_[2 * d].most(), down = loads_[2 * d + 1].most();
      on_[d].messages = static_cast<double>(std::max(up, down) * alike_.on_cores);
      on_[d].ways = static_cast<uint8_t>((up > 0 ? kOneWay : 0) | (down > 0 ? kOtherWay : 0));
    }
    return std::move(on_);
  }

 private:
  int64_t line_along(size_t d) const {
    int64_t line = 0;
    for (size_t other = 0; other < slice_.dims.size(); ++other) {
      if (other != d) line = line * slice_.dims[other] + here_[other];
    }
    return line;
  }

  void along(size_t d, int64_t line, int64_t at, int64_t target) {
    const int64_t n = slice_.dims[d], up = target - at;
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
  }

  const Slice& slice_;
  const Alike& alike_;
  std::vector<int64_t> here_;     // of the message at hand
  std::vector<LinkLoads> loads_;  // two for each dimension: up and down
  std::vector<OnLinks> on_;
};

// ---- moves

// The coordinates of one number after the other: a digit of the number is a part of one coordinate.
class Walk {
 public:
  Walk(const Digits& digits, const Slice& slice) : coordinates_(slice.dims.size() + 1) {
    const std::vector<int64_t> strides = location_strides(slice);
    for (const Digit& digit : digits) {
      const size_t place =
          std::find_if(strides.begin(), strides.end(), [&](int64_t s) { return s <= digit.to; }) - strides.begin();
      parts_.push_back({digit.size, digit.from, digit.to / strides[place], place, 0});
    }
    std::sort(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) { return a.from < b.from; });
  }

  void begin(int64_t number) {
    std::fill(coordinates_.begin(), coordinates_.end(), 0);
    for (Part& part : parts_) {
      part.value = number / part.from % part.size;
      coordinates_[part.place] += part.value * part.step;
    }
  }
  void next() {
    for (Part& part : parts_) {
      coordinates_[part.place] += part.step;
      if (++part.value < part.size) return;
      coordinates_[part.place] -= part.size * part.step;
      part.value = 0;
    }
  }
  const std::vector<int64_t>& at() const { return coordinates_; }

 private:
  struct Part {
    int64_t size, from, step;
    size_t place;
    int64_t value;
  };
  std::vector<Part> parts_;  // the smallest first
  std::vector<int64_t> coordinates_;
};

// Every device of a group sends, to where its digits are in the other groups.
bool moves_all(const ir::DeviceMoves& moves) {
  return moves.runs.size() == 1 && moves.runs[0] == PlaceRun{0, 0, moves.group_size};
}

// Numbers of devices as moves count them -> numbers of locations, cut where dimensions and groups end.
std::optional<Digits> locations_of(Digits ids_by_number, const Digits& ids, const Layout& layout, int64_t group_size) {
  const std::optional<Digits> positions = aligned(std::move(ids_by_number), ids);
  if (!positions) return std::nullopt;
  std::optional<Digits> out = aligned(*positions, positions_by_location(layout));
  if (!out || !cut_source(*out, group_size)) return std::nullopt;
  for (int64_t stride : location_strides(layout.slice)) {
    if (!cut_target(*out, stride)) return std::nullopt;
  }
  return out;
}

// The digits that are left, as those of numbers without gaps.
void close_gaps(Digits& digits) {
  std::sort(digits.begin(), digits.end(), [](const Digit& a, const Digit& b) { return a.from < b.from; });
  int64_t stride = 1;
  for (Digit& digit : digits) {
    digit.from = stride;
    stride *= digit.size;
  }
}

// Takes out the digits that are alike in sources and targets and that no run counts over.
Alike take_alike(Digits& sources, Digits& targets, const Slice& slice, int64_t counted) {
  Alike out{std::vector<std::vector<int64_t>>(slice.dims.size(), {0}), 1};
  const std::vector<int64_t> strides = location_strides(slice);
  for (const Digit& digit : Digits(sources)) {
    const auto same = std::find(targets.begin(), targets.end(), digit);
    if (digit.from < counted || same == targets.end()) continue;
    targets.erase(same);
    sources.erase(std::find(sources.begin(), sources.end(), digit));
    size_t place = 0;
    while (strides[place] > digit.to) ++place;
    if (place == slice.dims.size()) {
      out.on_cores *= digit.size;
      continue;
    }
    std::vector<int64_t> shifts;
    for (int64_t shift : out.shifts[place]) {
      for (int64_t value = 0; value < digit.size; ++value) shifts.push_back(shift + value * digit.to / strides[place]);
    }
    out.shifts[place] = std::move(shifts);
  }
  return out;
}

}  // namespace

std::vector<OnLinks> routed_pairs(const Layout& layout, std::span<const int64_t> positions) {
  const Alike none{std::vector<std::vector<int64_t>>(layout.slice.dims.size(), {0}), 1};
  Router router(layout.slice, none);
  const Locations locations(layout);
  std::vector<int64_t> from, to;
  for (size_t i = 0; i + 1 < positions.size(); i += 2) {
    locations.find(positions[i], from);
    locations.find(positions[i + 1], to);
    router.send(from, to);
  }
  return router.result();
}

std::optional<std::vector<OnLinks>> routed_moves(const Layout& layout, const ir::DeviceMoves& moves,
                                                 const Digits& ids) {
  if (moves.devices != layout.slice.devices()) return std::nullopt;
  std::optional<Digits> sources = locations_of(moves.sources, ids, layout, moves.group_size);
  std::optional<Digits> targets = locations_of(moves.targets, ids, layout, moves.group_size);
  if (!sources || !targets) return std::nullopt;
  // Where digits of one end within digits of the other, they are not alike, and all are followed.
  for (const Digit& digit : Digits(*targets)) cut_source(*sources, digit.from);
  for (const Digit& digit : Digits(*sources)) cut_source(*targets, digit.from);
  const bool all = moves_all(moves);
  const Alike alike = take_alike(*sources, *targets, layout.slice, all ? 1 : moves.group_size);
  close_gaps(*sources);
  close_gaps(*targets);
  int64_t numbers = 1;
  for (const Digit& digit : *sources) numbers *= digit.size;
  const PlaceRun every{0, 0, numbers};
  const std::span<const PlaceRun> runs = all ? std::span(&every, 1) : std::span<const PlaceRun>(moves.runs);
  const int64_t group = all ? numbers : moves.group_size;
  Router router(layout.slice, alike);
  Walk from(*sources, layout.slice), to(*targets, layout.slice);
  for (int64_t first = 0; first < numbers; first += group) {
    for (const PlaceRun& run : runs) {
      from.begin(first + run.from);
      to.begin(first + run.to);
      for (int64_t k = 0; k < run.count; ++k, from.next(), to.next()) router.send(from.at(), to.at());
    }
  }
  return router.result();
}

double followed_pairs(const ir::DeviceMoves& moves) {
  double in_group = 0;
  for (const PlaceRun& run : moves.runs) in_group += static_cast<double>(run.count);
  const bool alike = moves.sources == moves.targets;
  return alike && !moves_all(moves) ? in_group : in_group * static_cast<double>(moves.devices / moves.group_size);
}

}  // namespace partita::core::cost
