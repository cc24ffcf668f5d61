// The column of the op table that holds the gradient rules.
#pragma once

#include <string_view>

#include "transform/grad/rules.h"

namespace partita::core::transform {

struct GradEntry {
  GradRule rule = nullptr;
  // Without a rule: why the derivative is zero, or why there is none and what to do instead.
  std::string_view zero;
  std::string_view refused;

  constexpr GradEntry() = default;
  constexpr GradEntry(GradRule of) : rule(of) {}  // NOLINT: implicit by intent
};

const GradEntry& grad_entry(OpKind kind);

// Whether the derivative of the op is zero wherever there is one.
bool is_zero(const Op& op);

Status apply_rule(Adjoint& adjoint);

}  // namespace partita::core::transform
