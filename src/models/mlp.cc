#include "partita/models/mlp.h"

#include "partita/nn/hint.h"
#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace models {

Mlp init_mlp(const std::vector<std::int64_t>& sizes, const Key& key, Where where) {
  const Scope scope("init_mlp", where);
  const std::vector<Key> keys = split(key, static_cast<int>(sizes.size()) - 1);
  Mlp p;
  for (std::size_t i = 0; i < keys.size(); ++i) p.layers.push_back(nn::init_dense(keys[i], sizes[i], sizes[i + 1]));
  return p;
}

Tensor mlp(const Mlp& p, const Tensor& x, nn::Activation activation, const MlpHints& hints, Where where) {
  const Scope scope("mlp", where);
  Tensor h = nn::hinted(x, hints.in);
  for (std::size_t i = 0; i < p.layers.size(); ++i) {
    const Tensor weight = nn::hinted(p.layers[i].weight, i % 2 == 0 ? hints.even : hints.odd);
    h = nn::dense(h, {weight, p.layers[i].bias});
    if (i + 1 < p.layers.size()) h = nn::activation(h, activation);
  }
  return h;
}

}  // namespace models
}  // namespace v1
}  // namespace partita
