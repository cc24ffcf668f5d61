#include "partita/models/staged_transformer.h"

#include <vector>

#include "models/blocks.h"
#include "partita/nn/cross_entropy.h"
#include "partita/nn/embed.h"
#include "partita/nn/rms_norm.h"
#include "partita/ops.h"
#include "partita/program.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace models {
namespace {

// The hint behind dimensions of which the first is divided along an axis.
Tensor hinted_behind(const Tensor& x, const std::string& axis, const Sharding& hint) {
  if (hint.is_none()) return x;
  const int before = x.shape().rank() - hint.rank();
  Sharding all = Sharding(x.shape().rank()).split(0, {axis});
  for (int dim = 0; dim < hint.rank(); ++dim) all = all.split(dim + before, hint.axes(dim));
  return shard(x, all);
}

TransformerLayer placed(const TransformerLayer& w, const std::string& axis, const TransformerHints& hints) {
  const auto on = [&](const Tensor& weight, const Sharding& hint) { return hinted_behind(weight, axis, hint); };
  const AttentionLayer& a = w.attention;
  return {{a.norm, on(a.wq, hints.qkv), on(a.wk, hints.qkv), on(a.wv, hints.qkv), on(a.wo, hints.wo)},
          w.norm,
          {on(w.ffn.in, hints.win), on(w.ffn.out, hints.wout)}};
}

}  // namespace

TransformerHints staged_hints(const std::string& x, const std::string& y) {
  TransformerHints hints = TransformerHints::finalized(x, y);
  const TransformerHints weights = TransformerHints::megatron(x, y);
  hints.qkv = weights.qkv;
  hints.wo = weights.wo;
  hints.win = weights.win;
  hints.wout = weights.wout;
  return hints;
}

TransformerLm init_staged_transformer(const TransformerConfig& config, std::int64_t stages, const Key& key,
                                      Where where) {
  const Scope scope("init_transformer", where);
  TransformerLm p = init_transformer(config, key, where);
  p.layers = map(p.layers, [&](const Tensor& stack) {
    std::vector<std::int64_t> sizes = stack.shape().dims();
    sizes[0] = stages;
    sizes.insert(sizes.begin() + 1, config.layers / stages);
    return reshape(stack, Shape(sizes));
  });
  return p;
}

TransformerLm staged_transformer_specs(const TransformerConfig& config, std::int64_t stages) {
  return abstract([&](const Key& key) { return init_staged_transformer(config, stages, key); }, key_of(0));
}

Tensor staged_transformer_loss(const TransformerLm& p, const Tensor& ids, const Tensor& next,
                               const TransformerConfig& config, const TransformerHints& hints, const Stages& stages,
                               Where where) {
  const Scope scope("transformer", where);
  const auto in_type = [&](const Tensor& w) { return convert(w, config.type); };
  const Tensor table = in_type(hints.embed.is_none() ? p.embed : shard(p.embed, hints.embed));
  const Tensor tokens = hinted_behind(ids, stages.axis, hints.ids);
  const Tensor x = hinted_behind(nn::embed(table, tokens), stages.axis, hints.stream);
  const auto layer = [&](const Tensor& h, const TransformerLayer& w) {
    return transformer_layer(h, w, config, hints, where);
  };
  const TransformerLayer layers = map(placed(p.layers, stages.axis, hints), in_type);
  const Tensor h = hinted_behind(through_stages(layer, layers, x, stages), stages.axis, hints.stream);
  const Tensor logits = nn::unembed(table, nn::rms_norm(h, p.norm));
  return nn::cross_entropy(hinted_behind(logits, stages.axis, hints.logits), next);
}

}  // namespace models
}  // namespace v1
}  // namespace partita
