#include "partita/models/transformer_lm.h"

#include "models/blocks.h"
#include "partita/nn/cross_entropy.h"
#include "partita/nn/dense.h"
#include "partita/nn/hint.h"
#include "partita/ops.h"
#include "partita/program.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace models {
namespace {

// A sharding of dimensions by axes; "" divides nothing.
Sharding by(std::initializer_list<std::string> axes) {
  Sharding sharding(static_cast<int>(axes.size()));
  int dim = 0;
  for (const std::string& axis : axes) {
    if (!axis.empty()) sharding = sharding.split(dim, {axis});
    ++dim;
  }
  return sharding;
}

// Weights along both axes, as all of the paper's ways have them.
TransformerHints weights_2d(const std::string& x, const std::string& y) {
  return {.embed = by({y, x}), .qkv = by({x, y, ""}), .wo = by({y, "", x}), .win = by({x, y}), .wout = by({y, x})};
}

}  // namespace

Save save_products(bool scores) {
  std::vector<std::string> names = {"q", "k", "v", "attended", "middle", "hidden", "combine", "between"};
  if (scores) names.push_back("scores");
  return Save::names(names);
}

TransformerHints TransformerHints::data_parallel(const std::string& x) { return {.ids = by({x, ""})}; }

TransformerHints TransformerHints::fsdp(const std::string& x) {
  return {.ids = by({x, ""}),
          .embed = by({x, ""}),
          .qkv = by({x, "", ""}),
          .wo = by({"", "", x}),
          .win = by({x, ""}),
          .wout = by({"", x})};
}

TransformerHints TransformerHints::megatron(const std::string& x, const std::string& y) {
  return {.ids = by({x, ""}),
          .embed = by({y, ""}),
          .qkv = by({"", y, ""}),
          .heads = by({x, "", y, ""}),
          .wo = by({y, "", ""}),
          .win = by({"", y}),
          .hidden = by({x, "", y}),
          .wout = by({y, ""})};
}

TransformerHints TransformerHints::attempt1(const std::string& x, const std::string& y) {
  TransformerHints hints = weights_2d(x, y);
  hints.stream = by({"", "", x});
  hints.heads = by({"", "", y, ""});
  hints.hidden = hints.logits = by({"", "", y});
  return hints;
}

TransformerHints TransformerHints::attempt2(const std::string& x, const std::string& y) {
  TransformerHints hints = weights_2d(x, y);
  hints.ids = by({x, ""});
  hints.stream = by({x, "", ""});
  hints.heads = by({x, "", y, ""});
  hints.hidden = hints.logits = by({x, "", y});
  return hints;
}

TransformerHints TransformerHints::finalized(const std::string& x, const std::string& y) {
  TransformerHints hints = attempt2(x, y);
  hints.stream = by({x, "", y});
  return hints;
}

TransformerLm init_transformer(const TransformerConfig& config, const Key& key, Where where) {
  const Scope scope("init_transformer", where);
  const auto [embed, layers] = split2(key);
  return {nn::init_weight(embed, {config.vocab, config.model}, config.model), detail::init_layers(config, layers),
          ones(f32, {config.model})};
}

TransformerLm transformer_specs(const TransformerConfig& config) {
  return abstract([&](const Key& key) { return init_transformer(config, key); }, key_of(0));
}

Tensor transformer_layer(const Tensor& h, const TransformerLayer& w, const TransformerConfig& config,
                         const TransformerHints& hints, Where where) {
  const Scope scope("transformer_layer", where);
  return detail::ffn_block(detail::attention_block(h, w.attention, config, hints), w.norm, w.ffn, config, hints);
}

Tensor transformer_logits(const TransformerLm& p, const Tensor& ids, const TransformerConfig& config,
                          const TransformerHints& hints, Where where) {
  const Scope scope("transformer", where);
  const auto layer = [&](const Tensor& h, const TransformerLayer& w) { return transformer_layer(h, w, config, hints); };
  const Tensor table = convert(nn::hinted(p.embed, hints.embed), config.type);
  const TransformerLayer layers = detail::converted(detail::hinted_layers(p.layers, hints), config);
  const Tensor h = detail::through_layers(layer, detail::embedded(table, ids, hints), layers, config);
  return detail::logits(h, p.norm, table, hints);
}

Tensor transformer_loss(const TransformerLm& p, const Tensor& ids, const Tensor& next, const TransformerConfig& config,
                        const TransformerHints& hints, Where where) {
  const Scope scope("transformer", where);
  return nn::cross_entropy(transformer_logits(p, ids, config, hints), next);
}

}  // namespace models
}  // namespace v1
}  // namespace partita
