// A recurrent layer with a memory cell and gates.
//
//   Tensor hs = nn::lstm(xs, {shard(w.bias, "x"), shard(w.recurrent, "-,x"), shard(w.input, "-,x")});
//
// Meant with the gates' dimension divided, as above, or with the batch: then devices exchange nothing in the loop.
#pragma once

#include "partita/export.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

// Gates stand in the order input, forget, cell, output: each has h of the 4h columns.
struct Lstm {
  Tensor bias;       // [4h]
  Tensor recurrent;  // [h, 4h]
  Tensor input;      // [m, 4h]
};
struct LstmState {
  Tensor hidden, cell;  // [b, h]
};

// One step on x [b, m].
PARTITA_API LstmState lstm_step(const LstmState& state, const Tensor& x, const Lstm& w, Where where = Where::current());
// All steps of xs [s, b, m], from a state of zeros: the hidden states [s, b, h].
PARTITA_API Tensor lstm(const Tensor& xs, const Lstm& w, Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
