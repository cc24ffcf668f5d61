#include "partita/models/lstm.h"

#include "partita/ops.h"
#include "partita/scope.h"

namespace partita {
inline namespace v1 {
namespace models {

Tensor lstm_loss(const nn::Lstm& w, const Tensor& xs, const Tensor& ys, const LstmHints& hints, Where where) {
  const Scope scope("lstm", where);
  nn::Lstm own = w;
  if (!hints.gates.empty()) {
    own.bias = shard(w.bias, Sharding(1).split(0, {hints.gates}));
    own.recurrent = shard(w.recurrent, Sharding(2).split(1, {hints.gates}));
    own.input = shard(w.input, Sharding(2).split(1, {hints.gates}));
  }
  const Tensor error = nn::lstm(xs, own, where) - ys;
  return mean(error * error);
}

}  // namespace models
}  // namespace v1
}  // namespace partita
