// A recurrent network that follows a sequence: one layer, the mean of squared differences as its loss.
#pragma once

#include <string>

#include "partita/export.h"
#include "partita/nn/lstm.h"
#include "partita/shard.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace models {

struct LstmHints {
  std::string gates{};  // the axis that the weights' columns are divided along; empty: none
};

// xs and ys [s, b, m].
PARTITA_API Tensor lstm_loss(const nn::Lstm& w, const Tensor& xs, const Tensor& ys, const LstmHints& hints = {},
                             Where where = Where::current());

}  // namespace models
}  // namespace v1
}  // namespace partita
