#include "partita/models/conformer.h"

#include <vector>

#include "partita/nn/attention.h"
#include "partita/nn/dense.h"
#include "partita/nn/rms_norm.h"
#include "partita/ops.h"
#include "partita/program.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace models {
namespace {

Tensor attention_part(const Tensor& h, const ConformerLayer& w) {
  const Tensor x = nn::rms_norm(h, w.norm2);
  const auto projected = [&](const Tensor& wi) { return einsum("bsm,mnd->bsnd", {x, wi}); };
  const Tensor q = projected(w.wq), k = projected(w.wk), v = projected(w.wv);
  return einsum("bsnd,ndm->bsm", {nn::attention(q, k, v, {.causal = true}), w.wo});
}

// Each channel on its own, along the sequence.
Tensor along_sequence(const Tensor& x, const Tensor& kernel) {
  const std::int64_t reach = kernel.shape()[0], length = x.shape()[1];
  const Tensor wide = pad(x, {{}, {(reach - 1) / 2, reach / 2}, {}});
  Tensor sum = slice(wide, 1, 0, length) * row(kernel, 0);
  for (std::int64_t i = 1; i < reach; ++i) sum = sum + slice(wide, 1, i, i + length) * row(kernel, i);
  return sum;
}

Tensor convolution_part(const Tensor& h, const ConformerLayer& w) {
  const Tensor both = einsum("bsm,mgk->bsgk", {nn::rms_norm(h, w.norm3), w.gated});
  const Tensor gated = row(both, 0, 2) * sigmoid(row(both, 1, 2));
  return einsum("bsm,mk->bsk", {silu(nn::rms_norm(along_sequence(gated, w.kernel), w.norm4)), w.mix});
}

}  // namespace

Tensor conformer_layer(const Tensor& input, const ConformerLayer& w, Where where) {
  const Scope scope("conformer_layer", where);
  Tensor h = input + 0.5 * nn::ffn(nn::rms_norm(input, w.norm1), w.first, nn::Activation::kSilu);
  h = h + attention_part(h, w);
  h = h + convolution_part(h, w);
  h = h + 0.5 * nn::ffn(nn::rms_norm(h, w.norm5), w.second, nn::Activation::kSilu);
  return nn::rms_norm(h, w.norm6);
}

Tensor conformer(const Conformer& p, const Tensor& x, const Stages& stages, Where where) {
  const Scope scope("conformer", where);
  const ConformerLayer layers = map(p.layers, [&](const Tensor& w) { return convert(w, x.dtype()); });
  const auto layer = [](const Tensor& h, const ConformerLayer& w) { return conformer_layer(h, w); };
  return through_stages(layer, layers, x, stages);
}

Tensor conformer_loss(const Conformer& p, const Tensor& x, const Tensor& y, const Stages& stages, Where where) {
  const Scope scope("conformer", where);
  const Tensor error = convert(conformer(p, x, stages), f32) - convert(y, f32);
  return mean(error * error);
}

Conformer init_conformer(const ConformerConfig& c, const Key& key, Where where) {
  const Scope scope("init_conformer", where);
  const std::vector<Key> keys = split(key, 11);
  const auto shape = [&](std::vector<std::int64_t> dims) {
    dims.insert(dims.begin(), {c.stages, c.layers});
    return Shape(dims);
  };
  const auto weight = [&](int i, const std::vector<std::int64_t>& dims, std::int64_t fan_in) {
    return nn::init_weight(keys[static_cast<std::size_t>(i)], shape(dims), fan_in);
  };
  const Tensor norm = ones(f32, shape({c.model}));
  const std::vector<std::int64_t> in = {c.model, c.heads, c.depth};
  return {{norm,
           {weight(0, {c.model, c.hidden}, c.model), weight(1, {c.hidden, c.model}, c.hidden)},
           norm,
           weight(2, in, c.model),
           weight(3, in, c.model),
           weight(4, in, c.model),
           weight(5, {c.heads, c.depth, c.model}, c.heads * c.depth),
           norm,
           weight(6, {c.model, 2, c.model}, c.model),
           weight(7, {c.reach, c.model}, c.reach),
           norm,
           weight(8, {c.model, c.model}, c.model),
           norm,
           {weight(9, {c.model, c.hidden}, c.model), weight(10, {c.hidden, c.model}, c.hidden)},
           norm}};
}

Conformer conformer_specs(const ConformerConfig& config) {
  return abstract([&](const Key& key) { return init_conformer(config, key); }, key_of(0));
}

}  // namespace models
}  // namespace v1
}  // namespace partita
