#include "cost/collective_prices.h"

#include <algorithm>

#include "cost/hardware.h"

namespace partita::core::cost {
namespace {

// Full sides by which the lines are found: well below and well above the sizes at which bandwidths are reached.
constexpr double kSmall[] = {0, 1 << 16};
constexpr double kLarge[] = {1e11, 2e11};

// Of a launch, that each collective weighs besides: of ways that take the same time, the one with fewer collectives.
constexpr double kEach = 0.05;

double seconds_at(const Topology& topology, CollectiveKind kind, const GroupPlace& place, double full) {
  return topology.time(kind, {sent_bytes(kind, full, std::max(place.size, 1.0)), 1}, place).seconds;
}

}  // namespace

CollectivePrices::CollectivePrices(Topology topology, MeshPtr mesh, const PriceWeights& weights, double copies)
    : weights_(weights), topology_(std::move(topology)), mesh_(std::move(mesh)), copies_(copies) {}

const CollectivePrices::Entry& CollectivePrices::entry(CollectiveKind kind, std::span<const AxisRef> axes) const {
  for (const Entry& known : entries_) {
    if (known.kind == kind && std::equal(known.axes.begin(), known.axes.end(), axes.begin(), axes.end())) return known;
  }
  Entry made{kind, AxisRefs(axes.begin(), axes.end()), {}, {}};
  const GroupPlace place = topology_->place(kind, axes);
  auto line = [&](const double(&at)[2]) {
    const double first = seconds_at(*topology_, kind, place, at[0]),
                 second = seconds_at(*topology_, kind, place, at[1]);
    const double slope = (second - first) / (at[1] - at[0]);
    return Line{(first - slope * at[0]) / weights_.unit + kEach * weights_.launch, (slope + copies_) / weights_.unit};
  };
  made.small = line(kSmall);
  made.large = line(kLarge);
  entries_.push_back(std::move(made));
  return entries_.back();
}

double CollectivePrices::of(CollectiveKind kind, double full, double n, std::span<const AxisRef> axes) const {
  if (!topology_ || axes.empty()) return weights_.of(collective_price(kind, full, n));
  const Entry& lines = entry(kind, axes);
  return std::min(lines.small.at(full), lines.large.at(full));
}

double CollectivePrices::messages(const Price& price, std::span<const AxisRef> axes) const {
  if (!topology_ || axes.empty() || price.launches == 0) return weights_.of(price);
  const Entry& lines = entry(CollectiveKind::kPermute, axes);
  const double each = price.bytes / price.launches;
  return price.launches * std::min(lines.small.at(each), lines.large.at(each));
}

PriceWeights weights_of(const Hardware& hardware, const Topology& topology) {
  const int64_t pair[] = {0, std::min<int64_t>(1, topology.devices() - 1)};
  const GroupPlace place = topology.place(GroupMembers{.count = 2, .ids = pair, .are_pairs = true});
  const double start = seconds_at(topology, CollectiveKind::kPermute, place, kSmall[0]);
  const double end = seconds_at(topology, CollectiveKind::kPermute, place, kSmall[1]);
  PriceWeights out;
  out.unit =
      std::max((end - start) / (kSmall[1] - kSmall[0]), 1e-15) + hardware.collective_copy / hardware.memory_bandwidth;
  out.launch = start / out.unit;
  out.held = 0.1;
  return out;
}

}  // namespace partita::core::cost
