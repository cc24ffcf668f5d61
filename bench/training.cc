#include "training.h"

#include "partita/models/transformer_lm.h"
#include "partita/optim/adamw.h"
#include "partita/optim/train_step.h"
#include "partita/partita.h"

namespace partita::core::bench {

std::string training_step(int x, int y) {
  const models::TransformerConfig config{.layers = 64,
                                         .model = 8192,
                                         .hidden = 32768,
                                         .heads = 64,
                                         .depth = 128,
                                         .vocab = 65536,
                                         .type = bf16,
                                         .convert_once = true};
  const auto hints = models::TransformerHints::finalized("x", "y");
  const auto loss = [&](const models::TransformerLm& p, Tensor ids, Tensor next) {
    return models::transformer_loss(p, ids, next, config, hints);
  };
  const auto params = models::transformer_specs(config);
  const optim::AdamW adam{.correct_bias = false};
  const auto state = abstract([&](const models::TransformerLm& p) { return adam.init(p); }, params);
  const Tensor ids = Tensor::spec(s32, {1024, 1024});
  return trace(optim::train_step(loss, adam), params, state, ids, ids)
      .text(TextOptions{.mesh = v1::Mesh({{"x", x}, {"y", y}})});
}

}  // namespace partita::core::bench
