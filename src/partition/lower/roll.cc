#include "partition/lower/roll.h"

#include <algorithm>
#include <charconv>

#include "partition/lower/movement.h"
#include "partition/reshard/meshes.h"

namespace partita::core::partition {
namespace {

// [start, limit) of `dim`, all of the other dimensions.
struct Part {
  const Value* source;
  int64_t start, limit;
};

// Of a slice; anything else is all of itself.
std::optional<Part> part_of(const Value* value, int dim) {
  const Op* op = value->op();
  if (op == nullptr || !op->is(OpKind::kSlice)) return Part{value, 0, value->type().dim(dim)};
  const Type from = op->operand(0)->type(), to = value->type();
  for (int d = 0; d < from.rank(); ++d) {
    if (d != dim && from.dim(d) != to.dim(d)) return std::nullopt;
    if (op->ints_attr(AttrKey::kStrides)[d] != 1) return std::nullopt;
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
  if (op.text_attr(AttrKey::kCallTargetName) != kRotateRight) return std::nullopt;
  if (op.num_operands() != 1 || op.num_results() != 1 || !op.operand(0)->type().is_tensor()) return std::nullopt;
  const std::string_view config = op.text_attr(AttrKey::kBackendConfig);
  const auto dim = number_of(config, "dimension"), amount = number_of(config, "amount");
  const Type type = op.operand(0)->type();
  if (!dim || !amount || *dim < 0 || *dim >= type.rank() || type != op.result()->type()) return std::nullopt;
  const int64_t n = type.dim(*dim);
  if (n == 0 || *amount < 0) return std::nullopt;
  return Roll{op.operand(0), static_cast<int>(*dim), (n - *amount % n) % n, n};
}

HaloExchange ring_exchange(int64_t shards, int64_t n, int64_t amount) {
  const int64_t s = ceil_div(n, shards);
  return {.shards = shards,
          .extent = n,
          .pitch = s,
          .step = s,
          .start = amount,
          .rows = s + (shards * s - n),
          .wraps = true};
}

Price rotation_price(const Op& op, const Rule& rule, const Choice& choice, const PriceWeights& weights) {
  const std::optional<Roll> roll = rotation_of(op);
  if (!roll) return {};
  const int64_t shards = shards_of(rule, rule.results[0], roll->dim, choice.axes, FactorKind::kWindow);
  if (shards == 1) return {};
  const DimHaloExchange step{roll->dim, ring_exchange(shards, roll->size, roll->amount)};
  return price_of(std::span(&step, 1), op.operand(0)->type(), *choice.operands[0], weights);
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
  Value* rows = emit_halo_exchange(b, local, dim, sharding.mesh_ptr(), axes, ring_exchange(k, n, amount));
  if (pad == 0) return rows;
  Value* near = b.slice_dim(rows, dim, 0, s);
  Value* behind = b.slice_dim(rows, dim, pad, pad + s);
  Value* first = b.add(b.shard_offset(sharding, dim, s), b.index(amount));
  return b.select(rows_inside(b, near->type(), dim, first, 0, n), near, behind);
}

// Row r is row r + amount of x repeated: each repetition has an exchange of its own.
Value* emit_wrap(LocalBuilder& b, Value* local, int64_t n, const Sharding& sharding, const Roll& roll) {
  const int dim = roll.dim;
  const int64_t k = sharding.shard_count(dim);
  const int64_t pitch = local->type().dim(dim), rows = ceil_div(roll.size, k);
  if (k == 1) {
    std::vector<Value*> parts;
    for (int64_t at = roll.amount, left = roll.size; left > 0; at = 0) {
      const int64_t taken = std::min(n - at, left);
      parts.push_back(b.slice_dim(local, dim, at, at + taken));
      left -= taken;
    }
    return b.concatenate(parts, dim);
  }
  const AxisRefs& axes = sharding.dim(dim).axes;
  Value* out = nullptr;
  for (int64_t round = 0; round * n < roll.amount + roll.size; ++round) {
    const HaloExchange exchange{
        .shards = k, .extent = n, .pitch = pitch, .step = rows, .start = roll.amount - round * n, .rows = rows};
    Value* part = emit_halo_exchange(b, local, dim, sharding.mesh_ptr(), axes, exchange);
    if (out == nullptr) {
      out = part;
      continue;
    }
    Value* first = first_row(b, sharding.mesh_ptr(), axes, exchange);
    out = b.select(rows_inside(b, part->type(), dim, first, 0, n), part, out);
  }
  return out;
}

// As many rounds as there are exchanges; beyond that the concatenate is one of many parts.
constexpr int64_t kMaxRounds = 3;

}  // namespace

std::optional<Roll> roll_of(const Op& op) {
  if (op.is(OpKind::kCustomCall)) return rotation_of(op);
  if (!op.is(OpKind::kConcatenate) || op.num_operands() < 2) return std::nullopt;
  const auto dim = static_cast<int>(op.int_attr(AttrKey::kDimension));
  std::vector<Part> parts;
  const Value* source = nullptr;
  for (int i = 0; i < op.num_operands(); ++i) {
    const std::optional<Part> part = part_of(op.operand(i), dim);
    if (!part) return std::nullopt;
    parts.push_back(*part);
    if (op.operand(i)->op() != nullptr && op.operand(i)->op()->is(OpKind::kSlice)) source = part->source;
  }
  if (source == nullptr) return std::nullopt;  // copies of something, one after the other
  const int64_t n = source->type().dim(dim), size = op.result()->type().dim(dim);
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].source != source) return std::nullopt;
    if (i > 0 && (parts[i - 1].limit != n || parts[i].start != 0)) return std::nullopt;
  }
  const int64_t amount = parts[0].start;
  if (amount == n || size < n || ceil_div(amount + size, std::max<int64_t>(n, 1)) > kMaxRounds) return std::nullopt;
  return Roll{source, dim, amount, size};
}

bool is_only_rolled(const Op& slice) {
  for (const Use* use = slice.result()->first_use(); use != nullptr; use = use->next()) {
    if (!use->op()->is(OpKind::kConcatenate) || !roll_of(*use->op())) return false;
  }
  return slice.result()->has_uses();
}

constinit const LoweringPattern kLowerRotation = {
    .lower = lower_pass, .can_divide = divides_all_but_whole, .exchange = rotation_price};

void lower_roll(LoweringState& lowering, const Op& op, const Roll& roll) {
  const Sharding* wanted = lowering.storage_sharding(op.result());
  const Sharding* reduced = lowering.pool().intern(reshard::reduced(*wanted));
  const Type type = op.result()->type();
  Value* local = lowering.get(roll.source, reduced);
  lowering.builder().set_origin(op);
  const int64_t n = roll.source->type().dim(roll.dim);
  Value* rolled = roll.size == n ? emit_roll(lowering.builder(), local, roll.dim, n, *reduced, roll.amount)
                                 : emit_wrap(lowering.builder(), local, n, *reduced, roll);
  lowering.define(op.result(), wanted, lowering.reshard(rolled, type, reduced, wanted));
}

}  // namespace partita::core::partition
