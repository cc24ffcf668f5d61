#include "partita/nn/moe.h"

#include "nn/widen.h"
#include "partita/nn/hint.h"
#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace nn {
namespace {

// One choice of each token.
struct Choice {
  Tensor expert;  // [g, s, e]: 1 at the one that is chosen
  Tensor slot;    // [g, s, c]: 1 at its place there; nowhere, where there is no room
  Tensor weight;  // [g, s]
};

// Of the best of `left`; `taken`: how many places of each expert are not free any more, s32 [g, 1, e].
Choice choice(const Tensor& weights, const Tensor& left, Operand taken, std::int64_t capacity, DType type) {
  const Tensor expert = one_hot(argmax(left), weights.shape()[2], s32);
  const Tensor place = sum((cumsum(expert, 1) - 1 + taken) * expert, -1);
  const Tensor mask = convert(expert, weights.dtype());
  return {mask, one_hot(place, capacity, type), sum(weights * mask, -1)};
}

// The share of tokens that each expert is the first choice of, times the weight it is given, over all experts.
Tensor imbalance(const Tensor& weights, const Tensor& mask) {
  const double experts = static_cast<double>(weights.shape()[2]);
  return mean(mean(weights, 1) * mean(mask, 1)) * (experts * experts);
}

// [g, s, e, c]
Tensor spread(const Choice& choice, const Tensor& weight, DType type) {
  return expand_dims(convert(expand_dims(weight, -1) * choice.expert, type), 3) * expand_dims(choice.slot, 2);
}

Gate gate_of(const Tensor& combine, const Tensor& weights, const Choice& first) {
  const Tensor kept = named(combine, "combine");
  return {convert(kept > 0, kept.dtype()), kept, imbalance(weights, first.expert)};
}

}  // namespace

Gate top1_gate(const Tensor& logits, std::int64_t capacity, Where where) {
  const Scope scope("top1_gate", where);
  const DType type = logits.dtype();
  const Tensor weights = softmax(detail::widened(logits));
  const Choice first = choice(weights, weights, 0, capacity, type);
  return gate_of(spread(first, first.weight, type), weights, first);
}

Gate top2_gate(const Tensor& logits, std::int64_t capacity, Where where) {
  const Scope scope("top2_gate", where);
  const DType type = logits.dtype();
  const Tensor weights = softmax(detail::widened(logits));
  const Choice first = choice(weights, weights, 0, capacity, type);
  const Tensor taken = sum(convert(first.expert, s32), 1, {.keepdims = true});
  const Choice second = choice(weights, weights * (1 - first.expert), taken, capacity, type);
  const Tensor total = first.weight + second.weight + 1e-9;
  const Tensor combine = spread(first, first.weight / total, type) + spread(second, second.weight / total, type);
  return gate_of(combine, weights, first);
}

Tensor moe(const Tensor& x, const Gate& gate, const Experts& w, Activation kind, const MoeHints& hints, Where where) {
  const Scope scope("moe", where);
  const Tensor sent = hinted(einsum("gsec,gsm->egcm", {gate.dispatch, x}), hints.before);
  const Tensor there = hinted(sent, hints.experts);
  const Tensor hidden = named(hinted(einsum("egcm,emh->egch", {there, w.in}), hints.hidden), "hidden");
  const Tensor out = hinted(einsum("egch,ehm->egcm", {activation(hidden, kind), w.out}), hints.experts);
  return hinted(einsum("gsec,egcm->gsm", {gate.combine, hinted(out, hints.before)}), hints.groups);
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
