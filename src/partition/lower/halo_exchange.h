// Halo exchange: every device obtains a run of rows of a divided dimension, from whichever devices hold them.
//
//   n = 10 on 4 devices, 3 rows each; device i wants 5 rows from 3·i - 1 on:  the last row of its left neighbour, its
//   own three, the first of its right neighbour: two permutes of one row each
//
// The exchange behind slice, pad, concatenate, reverse, roll, reshape and every window. "Rows" are slices along the
// dimension; the other dimensions are carried along. Where source and target shards are equally long all offsets are
// static; otherwise messages are placed by index arithmetic, in rounds in which no device sends or receives twice; an
// all-gather where that is cheaper.
#pragma once

#include <cstdint>

#include "partition/local/local_builder.h"

namespace partita::core::partition {

// Device i of `shards` holds rows [pitch·i, pitch·(i+1)) of a line of `extent` rows (padding beyond it) and wants
// [a_i, a_i + rows) with a_i = ceil((step·i + start) / dilation). A negative step mirrors. `wraps`: positions count
// modulo pitch·shards; only with step == pitch and dilation 1.
struct HaloExchange {
  int64_t shards = 1;
  int64_t extent = 0;
  int64_t pitch = 0;
  int64_t step = 1;
  int64_t start = 0;
  int64_t dilation = 1;
  int64_t rows = 0;
  bool wraps = false;
};

// What the exchange sends per device; `row_bytes` are those of a local row.
Price halo_exchange_price(const HaloExchange& exchange, double row_bytes, const PriceWeights& weights);

// The rows along `dim` of what the devices along the axes hold. Rows outside [0, extent) are garbage.
Value* emit_halo_exchange(LocalBuilder& b, Value* local, int dim, const MeshPtr& mesh, const AxisRefs& axes,
                          const HaloExchange& exchange);

// a_i of this device.
Value* first_row(LocalBuilder& b, const MeshPtr& mesh, const AxisRefs& axes, const HaloExchange& exchange);

// Row r of `operand` along `dim` is number first + r: those outside [low, high) become `fill` (a scalar).
Value* mask_outside(LocalBuilder& b, Value* operand, int dim, Value* first, int64_t low, int64_t high, Value* fill);
// The condition alone, of the operand's shape.
Value* rows_inside(LocalBuilder& b, Type type, int dim, Value* first, int64_t low, int64_t high);

// Rounded down, for any sign.
Value* floor_mod(LocalBuilder& b, Value* a, int64_t divisor);
Value* floor_div(LocalBuilder& b, Value* a, int64_t divisor);
int64_t floor_div(int64_t a, int64_t divisor);
inline int64_t ceil_div(int64_t a, int64_t divisor) { return -floor_div(-a, divisor); }

// Bytes of a row: of a tensor of this type with `dim` at size 1.
double row_bytes(Type local, int dim);

}  // namespace partita::core::partition
