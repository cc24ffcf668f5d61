// How unlikely the right classes are, on average.
//
//   Tensor loss = nn::cross_entropy(shard(logits, "x,-,y"), next);
//
// Meant with classes divided or not: where they are, each device needs three numbers per row from the others.
#pragma once

#include "partita/export.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

// logits [.., v], classes [..] of an integer type, each from 0 to v - 1: the mean of -log softmax(logits)[class], a
// scalar, computed in f32 where logits are narrower.
PARTITA_API Tensor cross_entropy(const Tensor& logits, const Tensor& classes, Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
