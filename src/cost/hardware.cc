#include "cost/hardware.h"

namespace partita::core::cost {

double Hardware::matrix_rate(ElementType type) const {
  auto named = [&](std::string_view name) -> double {
    for (const auto& [known, rate] : matrix_flops) {
      if (known == name) return rate;
    }
    return 0;
  };
  const std::string_view name = mlir_spelling(part_type(type));
  if (const double rate = named(name); rate > 0) return rate;
  if (name.starts_with("f8") && named("f8") > 0) return named("f8");
  return named("f32");
}

}  // namespace partita::core::cost
