// top_k, 2 of [3 9 4 | 9 1 7] on two devices:  (9@1 4@2) and (9@3 7@5), gathered: 9@1 4@2 9@3 7@5, sorted: 9@1 9@3.
//
// Parts stand in the order of devices, which is that of places, and sorting is stable: of equal elements the first one
// comes first. Padding is behind everything, and behind its equals by its place.
#include "partition/lower/top_k.h"

#include <algorithm>

#include "ir/numeric/float_formats.h"
#include "partition/local/collectives.h"

namespace partita::core::partition {
namespace {

// In total order the negative NaN with all bits set is the smallest, its positive twin the largest.
Value* last_in_order(LocalBuilder& b, Type scalar, bool largest) {
  const ElementType element = scalar.element();
  if (!is_float(element)) return b.identity(scalar, largest ? ReductionKind::kMax : ReductionKind::kMin);
  const int bits = bit_width(element);
  const uint64_t ones = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  const uint64_t pattern = largest ? ones : ones >> 1;
  return b.splat_bits(scalar, std::as_bytes(std::span(&pattern, 1)).first(byte_width(element)));
}

std::vector<Value*> sorted(LocalBuilder& b, std::span<Value* const> columns, int dim, bool largest) {
  std::vector<Type> types, arguments;
  for (Value* column : columns) {
    types.push_back(column->type());
    const Type scalar = b.tensor(column->type().element(), {});
    arguments.insert(arguments.end(), {scalar, scalar});
  }
  const KeyedAttr attrs[] = {{AttrKey::kDimension, b.context().integer(dim)},
                             {AttrKey::kIsStable, b.context().boolean(true)}};
  Op* sort = b.op(OpKind::kSort, columns, types, attrs, 1);
  b.fill(sort->region(0), arguments, [&](std::span<Value* const> args) {
    Value* before = b.compare(args[0], largest ? "GT" : "LT", args[1]);
    if (is_float(args[0]->type().element())) {
      before->op()->set_attr(AttrKey::kCompareType, b.context().string("TOTALORDER"));
    }
    return std::vector<Value*>{before};
  });
  return sort->results();
}

}  // namespace

bool has_last_in_order(ElementType element) {
  if (!is_float(element)) return !is_complex(element);
  const FloatSpecials specials = float_format(element).specials;
  return specials != FloatSpecials::kNanNegativeZero && specials != FloatSpecials::kNanOnlyNoZero;
}

std::vector<Value*> lower_divided_top_k(LoweringState& lowering, const LocalOp& local, bool largest) {
  LocalBuilder& b = lowering.builder();
  const Type global = local.op.operand(0)->type();
  const Sharding& sharding = local.operand_sharding(0);
  const int last = global.rank() - 1;
  const int64_t wanted = local.op.result(0)->type().dim(last), tile = local.operands[0]->type().dim(last);
  const int64_t kept = std::min(wanted, tile);
  Value* fill = last_in_order(b, b.tensor(global.element(), {}), largest);
  Value* operand = b.mask_padding(local.operands[0], global, sharding, last, fill);
  std::vector<int64_t> dims(operand->type().dims().begin(), operand->type().dims().end());
  dims.back() = kept;
  const ElementType places = local.op.result(1)->type().element();
  const Type types[] = {b.tensor(global.element(), dims), b.tensor(places, dims)};
  const KeyedAttr attrs[] = {{AttrKey::kK, b.context().integer(kept)},
                             {AttrKey::kLargest, b.context().boolean(largest)}};
  std::vector<Value*> columns = b.op(OpKind::kTopK, std::span(&operand, 1), types, attrs)->results();
  Value* offset = b.convert(b.shard_offset(sharding, last, tile), places);
  columns[1] = b.value(OpKind::kAdd, {columns[1], b.broadcast_scalar(offset, types[1])}, types[1]);
  for (Value*& column : columns) {
    column = all_gather(b, column, last, sharding.mesh_ptr(), sharding.dim(last).axes);
  }
  columns = sorted(b, columns, last, largest);
  for (Value*& column : columns) column = b.slice_dim(column, last, 0, wanted);
  return columns;
}

Price top_k_price(const Op& op, const Choice& choice) {
  const Type type = op.operand(0)->type();
  const Sharding& sharding = *choice.operands[0];
  const int last = type.rank() - 1;
  const int64_t shards = last < 0 ? 1 : sharding.shard_count(last);
  if (shards == 1) return {};
  double rows = 1;
  const std::vector<int64_t> local = sharding.local_shape(type.dims());
  for (int d = 0; d < last; ++d) rows *= static_cast<double>(local[d]);
  const int64_t kept = std::min(op.result(0)->type().dim(last), local[last]);
  const double width = cost::packed_bytes(type.element()) + cost::packed_bytes(op.result(1)->type().element());
  return {cost::sent_bytes_of_part(rows * static_cast<double>(kept) * width, static_cast<double>(shards)), 2};
}

}  // namespace partita::core::partition
