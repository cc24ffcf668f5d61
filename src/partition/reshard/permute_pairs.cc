// Source and target devices of a collective-permute, from the layouts before and after it.
#include <algorithm>

#include "partition/local/collectives.h"
#include "partition/reshard/emit.h"

namespace partita::core::partition::reshard {
namespace {

// What distinguishes devices: the tile they hold, the part of a sum, the manual region.
struct Role {
  std::vector<int64_t> key;
  int64_t device = 0;
  friend bool operator<(const Role& a, const Role& b) { return a.key != b.key ? a.key < b.key : a.device < b.device; }
};

std::vector<Role> roles(const Layout& layout) {
  const Mesh& mesh = *layout.mesh;
  std::vector<AxisRefs> numbers;
  for (const DimLayout& dim : layout.dims) {
    AxisRefs& axes = numbers.emplace_back();
    for (const TileDigit& digit : dim.digits) {
      if (!digit.is_local()) axes.push_back(digit.owner);
    }
  }
  numbers.push_back(layout.unreduced);
  numbers.push_back(layout.manual);
  std::vector<Role> out;
  for (int64_t position = 0; position < mesh.device_count(); ++position) {
    Role role{{}, mesh.order().id_at(position)};
    for (const AxisRefs& axes : numbers) {
      int64_t number = 0;
      for (const AxisRef& ref : axes) number = number * ref.size + position / ref_stride(mesh, ref) % ref.size;
      role.key.push_back(number);
    }
    out.push_back(std::move(role));
  }
  std::sort(out.begin(), out.end());
  return out;
}

// The same as digits. Where all shards have as many holders before as after, a device's position is a number with a
// digit for each place of a key, before and after, and others that tell holders of one key apart:
//
//   dimension on x, then on y, both of 4         x y -> y x: position digits (4 of x) and (4 of y) change places
//
// The device that is to hold a key takes it from the one with the same digits elsewhere, so that devices that have what
// they need keep it.
class PositionDigits {
 public:
  explicit PositionDigits(const Step& step) : before_(step.before), after_(step.after) {}

  // Source position -> target position; nothing where the bounds of digits do not divide one another.
  std::optional<Digits> run() {
    if (!read() || !cut()) return std::nullopt;
    Digits out;
    for (size_t i = 0; i + 1 < cuts_.size(); ++i)
      out.push_back({cuts_[i + 1] / cuts_[i], source_of(cuts_[i]), cuts_[i]});
    std::sort(out.begin(), out.end(), [](const Digit& a, const Digit& b) { return a.from > b.from; });
    return out;
  }

 private:
  struct Moved {
    int64_t size, from, to;  // strides of positions
  };

  static std::vector<AxisRefs> numbers(const Layout& layout) {
    std::vector<AxisRefs> out;
    for (const DimLayout& dim : layout.dims) {
      AxisRefs& axes = out.emplace_back();
      for (const TileDigit& digit : dim.digits) {
        if (!digit.is_local()) axes.push_back(digit.owner);
      }
    }
    out.push_back(layout.unreduced);
    out.push_back(layout.manual);
    return out;
  }

  // Pairs up the digits of the numbers that make a key, from the minor ones on.
  bool read() {
    const std::vector<AxisRefs> from = numbers(before_), to = numbers(after_);
    if (from.size() != to.size()) return false;
    for (size_t n = 0; n < from.size(); ++n) {
      if (total_size(from[n]) != total_size(to[n])) return false;
      std::vector<AxisRef> have(from[n].begin(), from[n].end()), want(to[n].begin(), to[n].end());
      int64_t have_left = 1, want_left = 1;  // of the last digit, still to be paired up
      int64_t source = 0, target = 0;
      while (true) {
        if (have_left == 1) {
          if (have.empty()) break;
          source = ref_stride(*before_.mesh, have.back()), have_left = have.back().size, have.pop_back();
          if (have_left == 1) continue;
        }
        if (want_left == 1) {
          if (want.empty()) break;
          target = ref_stride(*after_.mesh, want.back()), want_left = want.back().size, want.pop_back();
          if (want_left == 1) continue;
        }
        const int64_t size = std::min(have_left, want_left);
        if (have_left % size != 0 || want_left % size != 0) return false;
        moved_.push_back({size, source, target});
        source *= size, target *= size;
        have_left /= size, want_left /= size;
      }
    }
    return true;
  }

  // Cuts digits until those that are paired up have no bound of another one within.
  bool cut() {
    cuts_ = {1, before_.mesh->device_count()};
    for (const Moved& m : moved_) cuts_.insert(cuts_.end(), {m.from, m.from * m.size, m.to, m.to * m.size});
    for (size_t c = 0; c < cuts_.size(); ++c) {
      for (size_t i = 0; i < moved_.size(); ++i) {
        for (const bool source : {true, false}) {
          Moved& m = moved_[i];
          const int64_t low = source ? m.from : m.to, at = cuts_[c];
          if (at <= low || at >= low * m.size) continue;
          const int64_t minor = at / low;
          if (at % low != 0 || m.size % minor != 0) return false;
          const Moved major{m.size / minor, m.from * minor, m.to * minor};
          m.size = minor;
          cuts_.insert(cuts_.end(), {major.from, major.to});
          moved_.push_back(major);
        }
      }
    }
    std::sort(cuts_.begin(), cuts_.end());
    cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
    for (size_t i = 0; i + 1 < cuts_.size(); ++i) {
      if (cuts_[i + 1] % cuts_[i] != 0) return false;
    }
    return true;
  }

  // The digit of the source that is a target's digit.
  int64_t source_of(int64_t target) const {
    auto at = std::find_if(moved_.begin(), moved_.end(), [&](const Moved& m) { return m.to == target; });
    if (at != moved_.end()) return at->from;
    // It tells holders apart: so does the digit at the end of the chain of those that take each other's places.
    int64_t source = target;
    for (size_t steps = 0; steps <= moved_.size(); ++steps) {
      at = std::find_if(moved_.begin(), moved_.end(), [&](const Moved& m) { return m.from == source; });
      if (at == moved_.end()) return source;
      source = at->to;
    }
    return source;
  }

  const Layout &before_, &after_;
  std::vector<Moved> moved_;
  std::vector<int64_t> cuts_;  // strides at which digits of positions end
};

// a: p -> x and b: x -> y, as p -> y.
std::optional<Digits> behind(const Digits& a, Digits b) {
  for (Digit& digit : b) std::swap(digit.from, digit.to);
  return shard::aligned(a, std::move(b));
}

// By id. Nothing where devices are not in one order of digits before and after.
std::optional<Digits> moved_digits(const Step& step) {
  const DeviceOrder &before = step.before.mesh->order(), &after = step.after.mesh->order();
  if (before.is_listed() || after.is_listed() || before.count() != after.count()) return std::nullopt;
  const std::optional<Digits> positions = PositionDigits(step).run();
  if (!positions || (before.is_iota() && after.is_iota())) return positions;
  Digits from_ids = before.digits();
  for (Digit& digit : from_ids) std::swap(digit.from, digit.to);
  std::sort(from_ids.begin(), from_ids.end(), [](const Digit& a, const Digit& b) { return a.from > b.from; });
  const std::optional<Digits> to_positions = behind(from_ids, *positions);
  return to_positions ? behind(*to_positions, after.digits()) : std::nullopt;
}

DevicePairs listed_pairs(const Step& step) {
  const std::vector<Role> sources = roles(step.before);
  const std::vector<Role> targets = roles(step.after);
  DevicePairs pairs;
  size_t s = 0;
  for (size_t t = 0; t < targets.size();) {
    // Runs of one key on both sides.
    const std::vector<int64_t>& key = targets[t].key;
    std::vector<int64_t> have, want;
    for (; t < targets.size() && targets[t].key == key; ++t) want.push_back(targets[t].device);
    while (s < sources.size() && sources[s].key < key) ++s;
    for (; s < sources.size() && sources[s].key == key; ++s) have.push_back(sources[s].device);
    PARTITA_INVARIANT(have.size() >= want.size(), "a permute has no source for a tile");
    std::vector<int64_t> others, lacking;
    std::set_difference(have.begin(), have.end(), want.begin(), want.end(), std::back_inserter(others));
    std::set_difference(want.begin(), want.end(), have.begin(), have.end(), std::back_inserter(lacking));
    for (int64_t device : want) {
      if (std::binary_search(lacking.begin(), lacking.end(), device)) continue;
      pairs.emplace_back(device, device);
    }
    for (size_t i = 0; i < lacking.size(); ++i) pairs.emplace_back(others[i], lacking[i]);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace

Attr permute_pairs(const LocalBuilder& b, const Step& step) {
  const bool one_replica = b.replicas() == 1;
  if (const std::optional<Digits> digits = one_replica ? moved_digits(step) : std::nullopt) {
    return ir::moves_of_digits(b.context(), *digits);
  }
  return pairs_of(b, listed_pairs(step));
}

}  // namespace partita::core::partition::reshard
