#include "partition/lower/fallback.h"

#include <fmt/format.h>

#include "complete/factor_axes.h"

namespace partita::core::partition {

std::optional<Diagnostic> fallback_of(const Op& op, const Rule& rule, std::span<const Sharding* const> operands,
                                      std::span<const Sharding* const> results, const FactorAxes& computed,
                                      const LoweringCapabilities& capabilities) {
  auto gathers = [&](int tensor, const Sharding* storage) {
    if (tensor >= rule.num_tensors()) return false;  // the rule has no factors for it
    const FactorAxes axes = complete::axes_on_factors(rule, rule.tensor(tensor), storage, nullptr);
    for (size_t f = 0; f < axes.size(); ++f) {
      const int64_t shards = total_size(axes[f]);
      if (shards == 1 || rule.factors[f].kind == FactorKind::kWhole || !computed[f].empty()) continue;
      if (!capabilities.can_divide(op, rule, f, shards)) return true;
    }
    return false;
  };
  int tensor = 0;
  for (std::span<const Sharding* const> side : {operands, results}) {
    for (const Sharding* storage : side) {
      if (!gathers(tensor++, storage)) continue;
      return op.module().error_at_op(
          op, Code::kFallback,
          fmt::format("{} brings together a divided dimension ({})", op.info().mlir, to_string(rule)));
    }
  }
  return std::nullopt;
}

}  // namespace partita::core::partition
