// The fallback, which is always valid: gather, compute unsharded, slice. It is reported where the rule of the op could
// divide the dimension:
//
//   %1 = shift %0[x, -]      rule: a b -> a b | window a      the lowering pattern cannot exchange halos: x is gathered
//
// Dimensions whose factor is whole by the rule do not count, nor those that are gathered because that moves less.
#pragma once

#include <optional>
#include <span>

#include "base/diagnostics.h"
#include "partition/choice/strategy_selector.h"

namespace partita::core::partition {

// The kFallback diagnostic at the op; nothing where the op stays divided. `operands` and `results` are storage
// shardings, null for what is no tensor.
std::optional<Diagnostic> fallback_of(const Op& op, const Rule& rule, std::span<const Sharding* const> operands,
                                      std::span<const Sharding* const> results, const FactorAxes& computed,
                                      const LoweringCapabilities& capabilities);

}  // namespace partita::core::partition
