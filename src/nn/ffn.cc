#include "partita/nn/ffn.h"

#include "partita/nn/hint.h"
#include "partita/ops.h"
#include "partita/scope.h"
#include "partita/transform.h"

namespace partita {
inline namespace v1 {
namespace nn {

namespace {

Tensor applied(const Tensor& x, Activation kind) {
  switch (kind) {
    case Activation::kRelu: return relu(x);
    case Activation::kGelu: return gelu(x);
    case Activation::kSilu: return silu(x);
  }
  return x;
}

}  // namespace

Tensor activation(const Tensor& x, Activation kind, Where where) {
  const Scope scope("activation", where);
  // Pointwise and cheap: what a gradient needs is made from x again.
  return checkpoint([kind](const Tensor& in) { return applied(in, kind); }, Save::kNothing, where)(x);
}

Tensor ffn(const Tensor& x, const Ffn& w, Activation kind, const Sharding& hint, Where where) {
  const Scope scope("ffn", where);
  const Tensor hidden = named(hinted(einsum("bsm,mh->bsh", {x, w.in}), hint), "hidden");
  return einsum("bsh,hm->bsm", {activation(hidden, kind), w.out});
}

Tensor gated_ffn(const Tensor& x, const GatedFfn& w, Activation kind, const Sharding& hint, Where where) {
  const Scope scope("gated_ffn", where);
  const Tensor gate = activation(einsum("bsm,mh->bsh", {x, w.gate}), kind);
  const Tensor hidden = hinted(gate * einsum("bsm,mh->bsh", {x, w.in}), hint);
  return einsum("bsh,hm->bsm", {hidden, w.out});
}

}  // namespace nn
}  // namespace v1
}  // namespace partita
