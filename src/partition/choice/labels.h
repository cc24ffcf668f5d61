// What one mesh axis does to a value and to an op, and the price of a reshard between two labels.
#pragma once

#include <cstdint>

#include "cost/prices.h"

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

// The price of a reshard from one label to another; `bytes` per device with the axis (of size n) gathered.
class LabelPrices {
 public:
  LabelPrices(double bytes, double n, const PriceWeights& weights)
      : gathered_(weights.of(collective_price(CollectiveKind::kAllGather, bytes, n))),
        moved_(weights.of(collective_price(CollectiveKind::kAllToAll, bytes / n, n))),
        scattered_(weights.of(collective_price(CollectiveKind::kReduceScatter, bytes, n))),
        reduced_(weights.of(collective_price(CollectiveKind::kAllReduce, bytes, n))) {}

  double operator()(Label from, Label to) const {
    if (from == to || from == kReplicated) return 0;
    if (from == kUnreduced) return to >= 0 ? scattered_ : reduced_;
    return to >= 0 ? moved_ : gathered_;  // to unreduced as well: gathered first
  }

 private:
  double gathered_, moved_, scattered_, reduced_;
};

}  // namespace partita::core::partition

namespace partita::core {
using partition::kReplicated;
using partition::kUnreduced;
}  // namespace partita::core
