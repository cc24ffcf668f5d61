// Slices at positions known only when the program runs, along a divided dimension.
//
//   dynamic_slice 10 -> 4 at 5, on 3 devices of 4 elements:  [. . . .]  [5 6 7 .]  [8 . . .]
//
// The start is clamped once, against the global size. Each device cuts out the piece of the slice it may own, puts it
// at its place among identities, and the result is an unreduced value: the operand is neither moved nor copied. An
// update is written by each owner, element by element where the slice lies on its shard.
#include <algorithm>

#include "partition/lower/indices.h"
#include "partition/lower/lowering_patterns.h"

namespace partita::core::partition {
namespace {

// A divided dimension along which the slice is smaller than the operand.
struct OwnedDim {
  int dim;
  int64_t size;   // of the slice
  int64_t tile;   // of the operand's shard
  int64_t piece;  // the most a shard has of the slice
  Value* at;      // where a device looks for its piece
  Value* shift;   // where the piece begins in the slice; may lie outside of it
};

struct LocalStarts {
  std::vector<Value*> starts;
  std::vector<int64_t> sizes;
  std::vector<OwnedDim> owned;
};

bool is_owned(const LocalOp& local, Type global_slice, int d) {
  return local.operand_sharding(0).shard_count(d) > 1 && global_slice.dim(d) != local.op.operand(0)->type().dim(d);
}
bool has_owned(const LocalOp& local, Type global_slice) {
  for (int d = 0; d < global_slice.rank(); ++d) {
    if (is_owned(local, global_slice, d)) return true;
  }
  return false;
}

// `sizes` are those of the local slice, `first` the operand that is the first start.
LocalStarts local_starts(LocalBuilder& b, const LocalOp& local, int first, Type global_slice, Ints sizes) {
  LocalStarts out;
  out.sizes.assign(sizes.begin(), sizes.end());
  Type global = local.op.operand(0)->type(), shard = local.operands[0]->type();
  const Sharding& sharding = local.operand_sharding(0);
  for (int d = 0; d < global.rank(); ++d) {
    Value* start = wide_index(b, local.operands[first + d]);
    out.starts.push_back(start);
    int64_t size = global_slice.dim(d), tile = shard.dim(d);
    if (!is_owned(local, global_slice, d)) continue;
    start = b.clamp(start, 0, global.dim(d) - size);
    int64_t piece = std::min(size, tile);
    Value* offset = b.shard_offset(sharding, d, tile);
    Value* at = b.clamp(b.sub(start, offset), 0, tile - piece);
    out.starts.back() = at;
    out.sizes[d] = piece;
    out.owned.push_back({d, size, tile, piece, at, b.sub(b.add(offset, at), start)});
  }
  return out;
}

Value* both(LocalBuilder& b, Value* x, Value* y) { return x == nullptr ? y : b.value(OpKind::kAnd, {x, y}, x->type()); }

// Whether the device owns the one element of each slice of size 1; null where there is none.
Value* owns_elements(LocalBuilder& b, const std::vector<OwnedDim>& dims) {
  Value* owns = nullptr;
  for (const OwnedDim& dim : dims) {
    if (dim.size == 1) owns = both(b, owns, b.compare(dim.shift, "EQ", b.index(0)));
  }
  return owns;
}

std::vector<Value*> lower_dynamic_slice(LoweringState& lowering, const LocalOp& local) {
  LocalBuilder& b = lowering.builder();
  Type global = local.op.result()->type();
  if (!has_owned(local, global)) return lower_pass(lowering, local);
  const Sharding& result = local.result_sharding(0);
  LocalStarts slice = local_starts(b, local, 1, global, b.local(global, result).dims());
  Value* piece = b.dynamic_slice(local.operands[0], slice.starts, slice.sizes);
  const ElementType element = global.element();
  std::vector<Value*> places(slice.starts.size(), b.index(0));
  std::vector<int64_t> room = slice.sizes, first(slice.sizes.size(), 0), last = slice.sizes;
  bool placed = false;
  for (const OwnedDim& dim : slice.owned) {
    if (dim.size <= 1) continue;
    placed = true;
    auto d = static_cast<size_t>(dim.dim);
    // Room on both sides: what lies outside of the slice goes there.
    room[d] = dim.size + 2 * dim.piece;
    first[d] = dim.piece;
    last[d] = dim.piece + dim.size;
    places[d] = b.add(dim.shift, b.index(dim.piece));
  }
  if (placed) {
    Value* neutral = b.identity(b.tensor(element, room), result.reduction());
    piece = b.slice(b.dynamic_update_slice(neutral, piece, places), first, last);
  }
  if (Value* owns = owns_elements(b, slice.owned)) {
    piece = b.select(owns, piece, b.identity(piece->type(), result.reduction()));
  }
  return {piece};
}

std::vector<Value*> lower_dynamic_update_slice(LoweringState& lowering, const LocalOp& local) {
  LocalBuilder& b = lowering.builder();
  Value* operand = local.operands[0];
  Value* update = local.operands[1];
  if (!has_owned(local, local.op.operand(1)->type())) return lower_pass(lowering, local);
  LocalStarts slice = local_starts(b, local, 2, local.op.operand(1)->type(), update->type().dims());
  Value* mask = nullptr;
  for (const OwnedDim& dim : slice.owned) {
    if (dim.size <= 1) continue;
    Value* fill = b.splat(b.tensor(update->type().element(), {}), 0);
    update = b.pad_dim(update, dim.dim, dim.piece, dim.piece, fill);
    update = b.dynamic_slice_dim(update, dim.dim, b.add(dim.shift, b.index(dim.piece)), dim.piece);
  }
  Type positions = b.tensor(ElementType::kS64, slice.sizes);
  for (const OwnedDim& dim : slice.owned) {
    if (dim.size <= 1) continue;
    Value* position =
        b.value(OpKind::kAdd, {b.iota(positions, dim.dim), b.broadcast_scalar(dim.shift, positions)}, positions);
    mask = both(b, mask, b.compare(position, "GE", b.broadcast_scalar(b.index(0), positions)));
    mask = both(b, mask, b.compare(position, "LT", b.broadcast_scalar(b.index(dim.size), positions)));
  }
  Value* old = b.dynamic_slice(operand, slice.starts, slice.sizes);
  if (mask != nullptr) update = b.select(mask, update, old);
  if (Value* owns = owns_elements(b, slice.owned)) update = b.select(owns, update, old);
  return {b.dynamic_update_slice(operand, update, slice.starts)};
}

}  // namespace

constinit const LoweringPattern kLowerDynamicSlice = {.lower = lower_dynamic_slice,
                                                      .can_divide = divides_pass_and_reduce};
constinit const LoweringPattern kLowerDynamicUpdateSlice = {.lower = lower_dynamic_update_slice,
                                                            .can_divide = divides_pass};

}  // namespace partita::core::partition
