// Two products with an activation between them.
//
//   Tensor y = nn::ffn(x, w, nn::Activation::kGelu, "x,-,y");
//
// Meant with weights "-,y" and "y,-" (or "x,y" and "y,x", which are gathered along x), and the hidden values "x,-,y".
#pragma once

#include "partita/export.h"
#include "partita/shard.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

enum class Activation : unsigned char { kRelu, kGelu, kSilu };
PARTITA_API Tensor activation(const Tensor& x, Activation kind, Where where = Where::current());

struct Ffn {
  Tensor in, out;  // [m, h], [h, m]
};
// x [b, s, m]. What goes into the activation is named "hidden", for Save::names; `hint` is of what comes out of it.
PARTITA_API Tensor ffn(const Tensor& x, const Ffn& w, Activation kind, const Sharding& hint = {},
                       Where where = Where::current());

// activation(x·gate) · (x·in), times out.
struct GatedFfn {
  Tensor gate, in, out;  // [m, h], [m, h], [h, m]
};
PARTITA_API Tensor gated_ffn(const Tensor& x, const GatedFfn& w, Activation kind, const Sharding& hint = {},
                             Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
