#include "partita/models/moe_lm.h"

#include "models/blocks.h"
#include "partita/nn/cross_entropy.h"
#include "partita/nn/dense.h"
#include "partita/nn/hint.h"
#include "partita/nn/rms_norm.h"
#include "partita/ops.h"
#include "partita/program.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace models {
namespace {

MoeLayer init_moe_layers(const MoeConfig& config, const Key& key) {
  const TransformerConfig& c = config.base;
  const std::vector<Key> keys = split(key, 4);
  return {detail::init_attention(c, keys[0]),
          ones(f32, {c.layers, c.model}),
          nn::init_weight(keys[1], {c.layers, c.model, config.experts}, c.model),
          {nn::init_weight(keys[2], {c.layers, config.experts, c.model, c.hidden}, c.model),
           nn::init_weight(keys[3], {c.layers, config.experts, c.hidden, c.model}, c.hidden)}};
}

Tensor expert_block(const Tensor& h, const MoeLayer& w, const MoeConfig& config, const MoeLmHints& hints) {
  const TransformerConfig& c = config.base;
  const Tensor x = nn::rms_norm(h, w.norm);
  const Tensor scores = einsum("gsm,me->gse", {x, convert(w.gate, c.type)});
  const nn::Gate gate = nn::top2_gate(scores, config.capacity);
  const nn::Experts experts = {convert(w.experts.in, c.type), convert(w.experts.out, c.type)};
  return nn::hinted(h + nn::moe(x, gate, experts, c.activation, hints.moe), hints.base.stream);
}

Tensor layers_of(Tensor h, const MoeLayers& w, const MoeConfig& config, const MoeLmHints& hints) {
  if (w.dense) h = named(transformer_layer(h, *w.dense, config.base, hints.base), "between");
  h = detail::attention_block(h, w.moe.attention, config.base, hints.base);
  return expert_block(h, w.moe, config, hints);
}

MoeLayers hinted_stacks(const MoeLayers& layers, const MoeLmHints& hints) {
  MoeLayers out = layers;
  if (out.dense) out.dense = detail::hinted_layers(*out.dense, hints.base);
  out.moe.attention = detail::hinted_attention(layers.moe.attention, hints.base);
  out.moe.experts = {detail::hinted_stack(layers.moe.experts.in, hints.win),
                     detail::hinted_stack(layers.moe.experts.out, hints.wout)};
  return out;
}

}  // namespace

MoeLmHints MoeLmHints::experts_only(const std::string& x) {
  const std::string rows = x + ",-";
  MoeLmHints hints;
  hints.base.ids = Sharding(rows);
  hints.base.stream = hints.base.hidden = hints.base.logits = Sharding(rows + ",-");
  hints.base.heads = Sharding(rows + ",-,-");
  hints.win = hints.wout = Sharding(rows + ",-");
  hints.moe = {
      .groups = Sharding(rows + ",-"), .experts = Sharding(rows + ",-,-"), .before = Sharding("-," + rows + ",-")};
  return hints;
}

MoeLm init_moe(const MoeConfig& config, const Key& key, Where where) {
  const Scope scope("init_moe", where);
  const std::vector<Key> keys = split(key, 3);
  MoeLm p;
  p.embed = nn::init_weight(keys[0], {config.base.vocab, config.base.model}, config.base.model);
  if (config.alternate) p.layers.dense = detail::init_layers(config.base, keys[1]);
  p.layers.moe = init_moe_layers(config, keys[2]);
  p.norm = ones(f32, {config.base.model});
  return p;
}

MoeLm moe_specs(const MoeConfig& config) {
  return abstract([&](const Key& key) { return init_moe(config, key); }, key_of(0));
}

Tensor moe_loss(const MoeLm& p, const Tensor& ids, const Tensor& next, const MoeConfig& config, const MoeLmHints& hints,
                Where where) {
  const Scope scope("moe_lm", where);
  const auto layers = [&](const Tensor& h, const MoeLayers& w) { return layers_of(h, w, config, hints); };
  const Tensor table = convert(nn::hinted(p.embed, hints.base.embed), config.base.type);
  const MoeLayers stacks = detail::converted(hinted_stacks(p.layers, hints), config.base);
  const Tensor start = detail::embedded(table, ids, hints.base);
  const Tensor h = detail::through_layers(layers, start, stacks, config.base);
  return nn::cross_entropy(detail::logits(h, p.norm, table, hints.base), next);
}

}  // namespace models
}  // namespace v1
}  // namespace partita
