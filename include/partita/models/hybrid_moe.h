// The GSPMD paper's hybrid of Table 7: few large experts, divided along one axis, each of them along the other; dense
// layers between them are divided as models/transformer_lm.h's finalized().
//
//   models::MoeConfig config{.base = {.layers = 4}, .experts = 8, .capacity = 64, .alternate = true};
//   Tensor loss = models::moe_loss(p, ids, next, config, models::hybrid_hints("x", "y"));
#pragma once

#include <string>

#include "partita/export.h"
#include "partita/models/moe_lm.h"

namespace partita {
inline namespace v1 {
namespace models {

// Batches and experts along x; heads, hidden values and what goes between layers along y too.
PARTITA_API MoeLmHints hybrid_hints(const std::string& x, const std::string& y);

}  // namespace models
}  // namespace v1
}  // namespace partita
