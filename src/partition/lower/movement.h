// What slices, pads and windows share: halo exchanges dimension by dimension.
#pragma once

#include <optional>
#include <span>

#include "partition/lower/halo_exchange.h"
#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {

struct DimHaloExchange {
  int dim;
  HaloExchange exchange;
};

// In how many parts factors of this kind divide a dimension.
int64_t shards_of(const Rule& rule, const TensorFactors& tensor, int dim, const FactorAxes& axes, FactorKind kind);

// Pass, window, and reduce where a kind of reduction is known.
bool divides_all_but_whole(const Op& op, const Rule& rule, int factor, int64_t shards);

// The price of exchanges done one after the other on a tensor of this type.
Price price_of(std::span<const DimHaloExchange> exchanges, Type global, const Sharding& sharding,
               const PriceWeights& weights);

// Padding of one dimension as the op pad has it; `dilation` is 1 more than the interior padding. `fill` is a scalar.
Value* pad_dilated(LocalBuilder& b, Value* operand, int dim, int64_t low, int64_t high, int64_t dilation, Value* fill);

// `rows` are numbers first, first + 1, … of a line that is spread out: row r stands at dilation·r, `fill` between. The
// `length` places from place `begin` on; ceil(length / dilation) rows from ceil(begin / dilation) on are there. `phase`
// is dilation·first - begin where that is the same on every device.
Value* dilated_run(LocalBuilder& b, Value* rows, int dim, int64_t dilation, int64_t length, Value* first, Value* begin,
                   std::optional<int64_t> phase, Value* fill);

}  // namespace partita::core::partition
