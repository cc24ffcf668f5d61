// Rows of a table by number.
//
//   Tensor h = shard(nn::embed(shard(table, "y,x"), ids), "x,-,y");
//
// Meant with a table that is divided along its rows, its columns, or both: each device looks up what it has.
#pragma once

#include "partita/export.h"
#include "partita/tensor.h"
#include "partita/where.h"

namespace partita {
inline namespace v1 {
namespace nn {

// table [v, m], ids [..] of an integer type: [.., m].
PARTITA_API Tensor embed(const Tensor& table, const Tensor& ids, Where where = Where::current());
// Products with all rows, as logits: x [.., m] to [.., v].
PARTITA_API Tensor unembed(const Tensor& table, const Tensor& x, Where where = Where::current());

}  // namespace nn
}  // namespace v1
}  // namespace partita
