// The universal way, which is always valid: gather, compute whole, slice. It is told where an op takes it although its
// rule could divide the dimension:
//
//   %1 = shift %0[x, -]      rule: a b -> a b | window a      the lowering pattern cannot exchange halos: x is gathered
//
// Dimensions that the rule wants whole do not count, nor those that are gathered because that moves less.
#pragma once

#include <optional>
#include <span>

#include "base/diagnostics.h"
#include "partition/choice/strategy_selector.h"

namespace partita::core::partition {

// The kFallback that tells of it, at the op; nothing where the op stays divided. `operands` and `results` are how the
// values are stored, null for what is no tensor.
std::optional<Diagnostic> fallback_of(const Op& op, const Rule& rule, std::span<const Sharding* const> operands,
                                      std::span<const Sharding* const> results, const FactorAxes& computed,
                                      const LoweringCapabilities& capabilities);

}  // namespace partita::core::partition
