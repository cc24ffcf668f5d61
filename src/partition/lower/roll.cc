#include "partition/lower/roll.h"

#include <algorithm>
#include <charconv>

#include "partition/lower/fetch.h"
#include "partition/reshard/meshes.h"

namespace partita {
namespace {

// [start, limit) of `dim`, all of the other dimensions.
struct Part {
  const Value* source;
  int64_t start, limit;
};

std::optional<Part> part_of(const Value* value, int dim) {
  const Op* op = value->op();
  if (op == nullptr || !op->is(OpKind::kSlice)) return std::nullopt;
  const Type from = op->operand(0)->type(), to = value->type();
  for (int d = 0; d < from.rank(); ++d) {
    if (d != dim && from.dim(d) != to.dim(d)) return std::nullopt;
    if (op->ints_attr(AttrKey::kStrides)[static_cast<size_t>(d)] != 1) return std::nullopt;
  }
  const auto at = static_cast<size_t>(dim);
  return Part{op->operand(0), op->ints_attr(AttrKey::kStartIndices)[at], op->ints_attr(AttrKey::kLimitIndices)[at]};
}

// The number after `key=` in "dimension=0,amount=2".
std::optional<int64_t> number_of(std::string_view config, std::string_view key) {
  for (size_t at = 0; at < config.size();) {
    size_t end = std::min(config.find(',', at), config.size());
    std::string_view entry = config.substr(at, end - at);
    at = end + 1;
    if (!entry.starts_with(key) || entry.size() <= key.size() || entry[key.size()] != '=') continue;
    entry.remove_prefix(key.size() + 1);
    int64_t number = 0;
    auto [last, error] = std::from_chars(entry.data(), entry.data() + entry.size(), number);
    if (error != std::errc() || last != entry.data() + entry.size()) return std::nullopt;
    return number;
  }
  return std::nullopt;
}

std::optional<Roll> rotation_of(const Op& op) {
  if (op.text_attr(AttrKey::kCallTargetName) != "_SPMDInternalOp_RotateRight") return std::nullopt;
  if (op.num_operands() != 1 || op.num_results() != 1 || !op.operand(0)->type().is_tensor()) return std::nullopt;
  const std::string_view config = op.text_attr(AttrKey::kBackendConfig);
  const auto dim = number_of(config, "dimension"), amount = number_of(config, "amount");
  const Type type = op.operand(0)->type();
  if (!dim || !amount || *dim < 0 || *dim >= type.rank() || type != op.result()->type()) return std::nullopt;
  const int64_t n = type.dim(static_cast<int>(*dim));
  if (n == 0 || *amount < 0) return std::nullopt;
  return Roll{op.operand(0), static_cast<int>(*dim), (n - *amount % n) % n};
}

Value* emit_roll(LocalBuilder& b, Value* local, int dim, int64_t n, const Sharding& sharding, int64_t amount) {
  const int64_t k = sharding.shard_count(dim), s = local->type().dim(dim);
  if (k == 1) {
    std::vector<Value*> parts = {b.slice_dim(local, dim, amount, n), b.slice_dim(local, dim, 0, amount)};
    return b.concatenate(parts, dim);
  }
  // The ring has padding at its end: rows behind it come that much later.
  const int64_t pad = k * s - n;
  const AxisRefs& axes = sharding.dim(dim).axes;
  const Fetch ring{.shards = k, .extent = n, .pitch = s, .step = s, .start = amount, .rows = s + pad, .wraps = true};
  Value* rows = emit_fetch(b, local, dim, sharding.mesh_ptr(), axes, ring);
  if (pad == 0) return rows;
  Value* near = b.slice_dim(rows, dim, 0, s);
  Value* behind = b.slice_dim(rows, dim, pad, pad + s);
  Value* first = b.add(b.shard_offset(sharding, dim, s), b.index(amount));
  return b.select(rows_inside(b, near->type(), dim, first, 0, n), near, behind);
}

}  // namespace

std::optional<Roll> roll_of(const Op& op) {
  if (op.is(OpKind::kCustomCall)) return rotation_of(op);
  if (!op.is(OpKind::kConcatenate) || op.num_operands() != 2) return std::nullopt;
  const auto dim = static_cast<int>(op.int_attr(AttrKey::kDimension));
  const std::optional<Part> first = part_of(op.operand(0), dim), second = part_of(op.operand(1), dim);
  if (!first || !second || first->source != second->source) return std::nullopt;
  const int64_t n = first->source->type().dim(dim);
  if (first->limit != n || second->start != 0 || first->start != second->limit || first->start == n) {
    return std::nullopt;
  }
  return Roll{first->source, dim, first->start};
}

bool is_only_rolled(const Op& slice) {
  for (const Use* use = slice.result()->first_use(); use != nullptr; use = use->next()) {
    if (!use->op()->is(OpKind::kConcatenate) || !roll_of(*use->op())) return false;
  }
  return slice.result()->has_uses();
}

void lower_roll(Lowering& lowering, const Op& op, const Roll& roll) {
  const Sharding* wanted = lowering.stored(op.result());
  const Sharding* whole = lowering.pool().intern(reshard::reduced(*wanted));
  const Type type = op.result()->type();
  Value* local = lowering.get(roll.source, whole);
  lowering.builder().set_origin(op);
  Value* rolled = emit_roll(lowering.builder(), local, roll.dim, type.dim(roll.dim), *whole, roll.amount);
  lowering.define(op.result(), wanted, lowering.reshard(rolled, type, whole, wanted));
}

}  // namespace partita
