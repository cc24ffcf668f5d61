// What a Save means inside.
#pragma once

#include <string>

#include "partita/save.h"
#include "transform/grad/gradient.h"
#include "transform/grad/remat.h"

namespace partita {
inline namespace v1 {
namespace detail {

std::string policy_text(const Save& save);  // as SavePolicy reads it
// Its predicate, as it is asked about ops; the Save must outlive it. Empty where there is none.
core::transform::KeepsResult kept_by(const Save& save);
void set_policy(core::GradOptions& options, const Save& save);

// GradOptions::accumulate, which is a type of floats.
core::Result<std::optional<core::ElementType>> type_of_sums(std::optional<DType> type);

}  // namespace detail
}  // namespace v1
}  // namespace partita
