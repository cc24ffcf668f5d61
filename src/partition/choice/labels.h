// What one mesh axis does to a value and to an op, and the price of a reshard between two labels.
#pragma once

#include <cstdint>

#include "cost/collective_prices.h"

namespace partita::core::partition {

// On a value the axis divides a dimension (its number), or is one of these.
using Label = int8_t;
inline constexpr Label kReplicated = -1;
inline constexpr Label kUnreduced = -2;

// On an op it divides a factor (its number), nothing, or unreduced operands flow through: kFlow - k for mask k of
// Rule::linear.
using Strategy = int16_t;
inline constexpr Strategy kUndivided = -1;
inline constexpr Strategy kFlow = -2;

// The price of a reshard from one label to another; `bytes` per device with the axis gathered.
class LabelPrices {
 public:
  LabelPrices(double bytes, const AxisRef& axis, const CollectivePrices& prices) {
    const auto n = static_cast<double>(axis.size);
    const std::span<const AxisRef> along(&axis, 1);
    gathered_ = prices.of(CollectiveKind::kAllGather, bytes, n, along);
    moved_ = prices.of(CollectiveKind::kAllToAll, bytes / n, n, along);
    scattered_ = prices.of(CollectiveKind::kReduceScatter, bytes, n, along);
    reduced_ = prices.of(CollectiveKind::kAllReduce, bytes, n, along);
  }

  double operator()(Label from, Label to) const {
    if (from == to || from == kReplicated) return 0;
    if (from == kUnreduced) return to >= 0 ? scattered_ : reduced_;
    return to >= 0 ? moved_ : gathered_;  // to unreduced as well: gathered first
  }

 private:
  double gathered_ = 0, moved_ = 0, scattered_ = 0, reduced_ = 0;
};

}  // namespace partita::core::partition

namespace partita::core {
using partition::kReplicated;
using partition::kUnreduced;
}  // namespace partita::core
