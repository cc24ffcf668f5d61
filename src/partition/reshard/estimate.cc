#include "partition/reshard/estimate.h"

#include <algorithm>

#include "partition/reshard/meshes.h"

namespace partita::core::partition::reshard {
namespace {

// One piece of an axis, and which dimension it divides before and after.
struct Piece {
  static constexpr int kReplicated = -1, kUnreduced = -2;  // none
  AxisRef axis;
  int before = kReplicated;
  int after = kReplicated;
};

class Pieces {
 public:
  Pieces(const Sharding& from, const Sharding& to) {
    read(from, &Piece::before);
    read(to, &Piece::after);
  }
  const std::vector<Piece>& all() const { return pieces_; }

 private:
  using Side = decltype(&Piece::before);

  void read(const Sharding& sharding, Side side) {
    for (int d = 0; d < sharding.rank(); ++d) {
      for (const AxisRef& axis : sharding.dim(d).axes) put(axis, side, d);
    }
    for (const AxisRef& axis : sharding.unreduced_axes()) put(axis, side, Piece::kUnreduced);
  }

  void put(const AxisRef& axis, Side side, int place) {
    for (size_t i = 0; i < pieces_.size(); ++i) {
      if (pieces_[i].axis == axis) {
        pieces_[i].*side = place;
        return;
      }
      if (!overlaps(pieces_[i].axis, axis)) continue;
      // Cut both where the other's bounds fall. Of (1)6 and (1)4 no part is one of the other: gathered, and sliced
      // anew.
      Piece piece = pieces_[i];
      const AxisRefs theirs = split_at(std::span(&piece.axis, 1), std::span(&axis, 1));
      const AxisRefs mine = split_at(std::span(&axis, 1), std::span(&piece.axis, 1));
      if (theirs.size() == 1 && mine.size() == 1) continue;
      pieces_.erase(pieces_.begin() + static_cast<std::ptrdiff_t>(i));
      for (const AxisRef& part : theirs) pieces_.push_back({part, piece.before, piece.after});
      for (const AxisRef& part : mine) put(part, side, place);
      return;
    }
    Piece piece{axis};
    piece.*side = place;
    pieces_.push_back(piece);
  }

  std::vector<Piece> pieces_;
};

// Whether the axes that stay on a dimension keep their place: they lead before and after. Of x:(2)4, x:(2)2 leads.
bool keeps_order(const AxisRefs& before, const AxisRefs& after, bool in_pieces = false) {
  size_t common = 0;
  while (common < before.size() && common < after.size() && before[common] == after[common]) ++common;
  for (size_t i = common; i < before.size(); ++i) {
    if (!overlaps(after, before[i])) continue;
    return !in_pieces && keeps_order(split_at(before, after), split_at(after, before), true);
  }
  return true;
}

// Whether finer shards are no parts of the coarser ones: 2 rows on 4 devices are cut behind each row, and not, as
// on 2, with two devices to a row.
bool moves_boundaries(int64_t size, int64_t before, int64_t after) {
  return after > before && before > 1 && (size % before != 0 || size % after != 0);
}

// How much larger shards are than if all sizes were even: 4 rows on 16 devices are 16.
double padding_factor(std::span<const int64_t> shape, const Sharding& sharding) {
  double factor = 1;
  for (int d = 0; d < sharding.rank(); ++d) {
    const int64_t n = shape[d], shards = sharding.shard_count(d);
    const int64_t padded = (n + shards - 1) / shards * shards;
    if (n > 0) factor *= static_cast<double>(padded) / static_cast<double>(n);
  }
  return factor;
}

// Adds up what is sent.
struct SentBytes {
  using Sum = Price;
  Price of(CollectiveKind kind, double full, double n, const AxisRefs&) const {
    return collective_price(kind, full, n);
  }
  Price of_part(double part, double n, const AxisRefs&) const { return cost::gather_price(part, n); }
  bool is_less(const Price& a, const Price& b) const { return a.bytes < b.bytes; }
};
// Adds up prices.
struct Priced {
  using Sum = double;
  const CollectivePrices& prices;
  bool knows_axes;
  double of(CollectiveKind kind, double full, double n, const AxisRefs& axes) const {
    return prices.of(kind, full, n, knows_axes ? std::span<const AxisRef>(axes) : std::span<const AxisRef>());
  }
  double of_part(double part, double n, const AxisRefs& axes) const {
    return prices.by_time() ? of(CollectiveKind::kAllGather, part * n, n, axes)
                            : prices.weights().of(cost::gather_price(part, n));
  }
  bool is_less(double a, double b) const { return a < b; }
};

// In how many shards a tensor is divided.
double parts_of(const Sharding& sharding) {
  double parts = 1;
  for (int d = 0; d < sharding.rank(); ++d) parts *= static_cast<double>(sharding.shard_count(d));
  return parts;
}

// Collectives one after the other on a shard, whose size they change.
template <typename Prices>
class Sequence {
 public:
  Sequence(double local, const Prices& prices) : local_(local), prices_(prices) {}

  void slice(double n) { local_ /= n; }
  // `padding`: how much larger the shard is while it is sent. `axes`: along which, where that is known.
  void add(CollectiveKind kind, double n, double padding = 1, const AxisRefs& axes = {}) {
    if (kind == CollectiveKind::kAllGather) {
      sum_ += prices_.of_part(local_, n, axes);
      local_ *= n;
    } else {
      sum_ += prices_.of(kind, local_ * padding, n, axes);
      if (kind == CollectiveKind::kReduceScatter) local_ /= n;
    }
  }
  typename Prices::Sum sum() const { return sum_; }

 private:
  double local_;
  const Prices& prices_;
  typename Prices::Sum sum_{};
};

template <typename Prices>
typename Prices::Sum estimate_by(std::span<const int64_t> shape, int element_bits, const Sharding& from,
                                 const Sharding& to, const Prices& prices);

// Between meshes that have no axes in common: resharded to the target's numbers of shards, and permuted once.
template <typename Prices>
typename Prices::Sum estimate_across(double global_bytes, const Sharding& from, const Sharding& to,
                                     const Prices& prices) {
  Sequence steps(global_bytes / parts_of(from), prices);
  if (!from.unreduced_axes().empty()) {
    steps.add(CollectiveKind::kAllReduce, static_cast<double>(total_size(from.unreduced_axes())));
  }
  double finer = 1, coarser = 1;
  for (int d = 0; d < from.rank(); ++d) {
    const double ratio = static_cast<double>(to.shard_count(d)) / static_cast<double>(from.shard_count(d));
    (ratio > 1 ? finer : coarser) *= std::max(ratio, 1 / ratio);
  }
  const double turned = std::min(finer, coarser), gathered = coarser / turned;
  steps.slice(finer / turned);
  if (turned > 1) steps.add(CollectiveKind::kAllToAll, turned);
  steps.add(CollectiveKind::kPermute, 1);
  if (gathered > 1) steps.add(CollectiveKind::kAllGather, gathered);
  return steps.sum();
}

// Between one device and a mesh: a value on one device is unreduced over the mesh, the other devices having the
// identity; a value wanted by one device is gathered on all.
template <typename Prices>
typename Prices::Sum estimate_of_maximal(std::span<const int64_t> shape, int element_bits, double global_bytes,
                                         const Sharding& from, const Sharding& to, const Prices& prices) {
  using Sum = typename Prices::Sum;
  const Sum moved = prices.of(CollectiveKind::kPermute, global_bytes, 1, {});
  if (from.is_maximal() && to.is_maximal()) return from == to ? Sum() : moved;
  const bool within =
      from.is_maximal() ? devices_within(from.mesh(), to.mesh()) : devices_within(to.mesh(), from.mesh());
  const Sum price = within ? Sum() : moved;
  if (to.is_maximal()) {
    return price + estimate_by(shape, element_bits, from, replicated_like(from, from.rank()), prices);
  }
  Sharding::Spec spec = replicated_like(to, to.rank()).spec();
  spec.unreduced = complement(to.mesh(), to.manual_axes());
  return price + estimate_by(shape, element_bits, Sharding::make(to.mesh_ptr(), std::move(spec)).value(), to, prices);
}

template <typename Prices>
typename Prices::Sum estimate_by(std::span<const int64_t> shape, int element_bits, const Sharding& from,
                                 const Sharding& to, const Prices& prices) {
  double elements = 1;
  for (int64_t n : shape) elements *= static_cast<double>(n);
  const double global_bytes = elements * element_bits / 8;
  if (from.is_maximal() || to.is_maximal()) {
    return estimate_of_maximal(shape, element_bits, global_bytes, from, to, prices);
  }
  if (!same_mesh(from.mesh_ptr(), to.mesh_ptr())) {
    const bool same = same_devices(from.mesh(), to.mesh());
    if (const std::optional<Sharding> here = same ? on_mesh(to, to.rank(), from.mesh_ptr()) : std::nullopt) {
      return estimate_by(shape, element_bits, from, *here, prices);
    }
    const auto gathered = estimate_by(shape, element_bits, from, replicated_like(from, to.rank()), prices);
    if (!same || from.is_replicated()) return gathered;
    const auto permuted = estimate_across(global_bytes, from, to, prices);
    return prices.is_less(permuted, gathered) ? permuted : gathered;
  }
  Pieces pieces(from, to);
  double sliced = 1;
  AxisRefs scattered, turned, reduced, gathered;
  for (const Piece& piece : pieces.all()) {
    if (piece.before == piece.after) continue;
    if (piece.before == Piece::kReplicated) {
      if (piece.after >= 0) sliced *= static_cast<double>(piece.axis.size);
    } else if (piece.before == Piece::kUnreduced) {
      (piece.after >= 0 ? scattered : reduced).push_back(piece.axis);
    } else if (piece.after >= 0) {
      turned.push_back(piece.axis);
    } else if (piece.after == Piece::kReplicated) {
      gathered.push_back(piece.axis);
    }
  }
  AxisRefs permuted;
  bool is_permuted = false;
  for (int d = 0; d < from.rank(); ++d) {
    if (keeps_order(from.dim(d).axes, to.dim(d).axes) &&
        !moves_boundaries(shape[d], from.shard_count(d), to.shard_count(d))) {
      continue;
    }
    is_permuted = true;
    permuted = to.dim(d).axes;
  }
  Sequence steps(global_bytes / parts_of(from), prices);
  auto add = [&](CollectiveKind kind, const AxisRefs& axes, double padding = 1) {
    const auto n = static_cast<double>(total_size(axes));
    if (n > 1) steps.add(kind, n, padding, axes);
  };
  steps.slice(sliced);
  add(CollectiveKind::kReduceScatter, scattered);
  if (!turned.empty()) add(CollectiveKind::kAllToAll, turned, padding_factor(shape, to));
  if (is_permuted) steps.add(CollectiveKind::kPermute, 1, 1, permuted);
  add(CollectiveKind::kAllReduce, reduced);
  add(CollectiveKind::kAllGather, gathered);
  return steps.sum();
}

}  // namespace

Price estimate(std::span<const int64_t> shape, int element_bits, const Sharding& from, const Sharding& to) {
  return estimate_by(shape, element_bits, from, to, SentBytes());
}

double estimate(std::span<const int64_t> shape, int element_bits, const Sharding& from, const Sharding& to,
                const CollectivePrices& prices) {
  return estimate_by(shape, element_bits, from, to,
                     Priced{prices, prices.knows(from.mesh_ptr()) && from.mesh_ptr() == to.mesh_ptr()});
}

}  // namespace partita::core::partition::reshard
