// Mixtures of experts: every token goes to the one or two of many layers that a gate chooses for it.
//
//   auto gate = nn::top2_gate(einsum("gsm,me->gse", {x, w.gate}), capacity);
//   Tensor y = nn::moe(x, gate, w.experts, nn::Activation::kRelu, {.groups = "x,-,-", .experts = "x,-,-,-"});
//
// Meant with groups of tokens divided along the axis along which experts are: the exchange is an all-to-all each way.
#pragma once

#include <cstdint>

#include "partita/export.h"
#include "partita/nn/ffn.h"
#include "partita/shard.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

// Where tokens go, [g, s, e, c]: token s of group g to place c of expert e.
struct Gate {
  Tensor dispatch;  // 1 where one goes, else 0
  Tensor combine;   // with which weight it comes back
  Tensor balance;   // a scalar, 1 where all experts have the same share of tokens, else more: a loss to add
};

// Logits [g, s, e]. Each expert takes `capacity` tokens of a group, the first of them; others are passed over.
PARTITA_API Gate top1_gate(const Tensor& logits, std::int64_t capacity, Where where = Where::current());
// The two best experts of each token, whose weights add up to 1. Second choices come after all first ones.
PARTITA_API Gate top2_gate(const Tensor& logits, std::int64_t capacity, Where where = Where::current());

struct Experts {
  Tensor in, out;  // [e, m, h], [e, h, m]
};
struct MoeHints {
  Sharding groups{};            // [g, s, m]: what comes out
  Sharding experts{};           // [e, g, c, m]: at the experts, "x,-,-,-"
  Sharding before{}, hidden{};  // [e, g, c, m] before tokens are sent, "-,x,-,-"; [e, g, c, h]
};
// x [g, s, m] through the experts and back.
PARTITA_API Tensor moe(const Tensor& x, const Gate& gate, const Experts& w, Activation kind = Activation::kRelu,
                       const MoeHints& hints = {}, Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
