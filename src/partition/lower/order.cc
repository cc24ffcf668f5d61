// sort along a divided dimension: each device sorts its rows, then a network over the devices in which partners swap
// shards, sort both and keep their half.
//
//   3 devices:  [5 9 | 1 7 | 2 _]  sorted: [5 9 | 1 7 | 2 _]
//   0 with 2:   [2 5 | 1 7 | 9 _]   0 with 1: [1 2 | 5 7 | 9 _]   1 with 2: [1 2 | 5 7 | 9 _]
//
// Where the program uses the first K rows only (a slice of a sort is an old way to write top-k), each device's
// first K are gathered and sorted again; what is behind them is not computed.
//
// Batcher's merge exchange (Knuth 5.2.2 M), for any number of devices. Every row carries its place: of rows that
// compare equal the one that stood first goes first, so that the result is that of a stable sort on any mesh, and rows
// that are padding go last. Where another dimension can be divided instead, or few devices take part, moving or
// gathering is cheaper: the choice is by cost.
#include <algorithm>

#include "partition/local/collectives.h"
#include "partition/lower/lowering_patterns.h"
#include "partition/lower/top_k.h"

namespace partita::core::partition {
namespace {

// Devices c with (c & bit) == value and c + distance are partners.
struct ExchangeRound {
  int64_t bit, value, distance;
};

std::vector<ExchangeRound> network(int64_t shards) {
  std::vector<ExchangeRound> rounds;
  int64_t top = 1;
  while (2 * top < shards) top *= 2;
  for (int64_t p = top; p > 0; p /= 2) {
    rounds.push_back({p, 0, p});
    for (int64_t q = top; q != p; q /= 2) rounds.push_back({p, p, q - p});
  }
  return rounds;
}

int sorted_dim(const Op& op) {
  const int64_t dim = op.int_attr(AttrKey::kDimension, -1);
  return static_cast<int>(dim < 0 ? dim + op.operand(0)->type().rank() : dim);
}

// How many of the first rows are used.
int64_t rows_looked_at(const Op& op) {
  const int dim = sorted_dim(op);
  int64_t rows = 0;
  for (int i = 0; i < op.num_results(); ++i) {
    for (const Use* use = op.result(i)->first_use(); use != nullptr; use = use->next()) {
      const Op& user = *use->op();
      if (!user.is(OpKind::kSlice)) return op.operand(0)->type().dim(dim);
      rows = std::max(rows, user.ints_attr(AttrKey::kLimitIndices)[dim]);
    }
  }
  return rows;
}

// Rows that each device gives to a gather instead of taking part in the network; 0 where that is not less.
int64_t rows_gathered(const Op& op, int64_t shards, int64_t tile) {
  const int64_t kept = std::min(rows_looked_at(op), tile);
  return kept * (shards - 1) < std::ssize(network(shards)) * tile ? kept : 0;
}

// The narrowest type that counts so far.
ElementType place_type(int64_t rows) {
  return rows < INT16_MAX ? ElementType::kS16 : rows < INT32_MAX ? ElementType::kS32 : ElementType::kS64;
}

class DividedSort {
 public:
  DividedSort(LocalBuilder& b, const LocalOp& local)
      : b_(b),
        op_(local.op),
        dim_(sorted_dim(local.op)),
        sharding_(local.operand_sharding(0)),
        size_(local.op.operand(0)->type().dim(dim_)),
        tile_(local.operands[0]->type().dim(dim_)),
        padded_(LocalBuilder::is_padded(local.op.operand(0)->type(), sharding_, dim_)),
        columns_(local.operands) {
    b_.prepare_regions(op_);
    const int64_t shards = sharding_.shard_count(dim_);
    const ElementType place = place_type(tile_ * shards);
    const Type places = b_.tensor(place, columns_[0]->type().dims());
    Value* offset = b_.convert(b_.shard_offset(sharding_, dim_, tile_), place);
    columns_.push_back(b_.value(OpKind::kAdd, {b_.iota(places, dim_), b_.broadcast_scalar(offset, places)}, places));
  }

  std::vector<Value*> run() {
    columns_ = sorted(columns_);
    if (const int64_t rows = rows_gathered(op_, sharding_.shard_count(dim_), tile_); rows > 0) {
      gather_first(rows);
      columns_.pop_back();
      return columns_;
    }
    for (const ExchangeRound& round : network(sharding_.shard_count(dim_))) exchange(round);
    columns_.pop_back();
    return columns_;
  }

 private:
  std::vector<Value*> sorted(std::span<Value* const> columns) {
    std::vector<Type> types, arguments;
    for (Value* column : columns) {
      types.push_back(column->type());
      const Type scalar = b_.tensor(column->type().element(), {});
      arguments.insert(arguments.end(), {scalar, scalar});
    }
    Op* sort = b_.op(OpKind::kSort, columns, types, op_.attrs(), 1);
    b_.fill(sort->region(0), arguments, [&](std::span<Value* const> args) { return std::vector{before(args)}; });
    return sort->results();
  }

  // Left of each column, right of each column, the places last.
  Value* before(std::span<Value* const> args) {
    const Type pred = b_.tensor(ElementType::kPred, {});
    auto both = [&](OpKind kind, Value* x, Value* y) { return b_.value(kind, {x, y}, pred); };
    const size_t n = args.size() - 2;
    std::vector<Value*> forward(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(n)), backward = forward;
    for (size_t i = 0; i < n; i += 2) std::swap(backward[i], backward[i + 1]);
    Value *left = args[n], *right = args[n + 1];
    Value* less = b_.inline_region(op_.region(0), forward)[0];
    Value* greater = b_.inline_region(op_.region(0), backward)[0];
    Value* first = b_.compare(left, "LT", right);
    Value* not_greater = b_.value(OpKind::kNot, {greater}, pred);
    Value* ordered = both(OpKind::kOr, less, both(OpKind::kAnd, not_greater, first));
    if (!padded_) return ordered;
    Value* end = b_.splat(left->type(), static_cast<double>(size_));
    Value* real = both(OpKind::kAnd, b_.compare(left, "LT", end), b_.compare(right, "LT", end));
    return b_.select(real, ordered, first);  // padding has the highest places
  }

  void gather_first(int64_t rows) {
    const AxisRefs& axes = sharding_.dim(dim_).axes;
    for (Value*& column : columns_) {
      column = all_gather(b_, b_.slice_dim(column, dim_, 0, rows), dim_, sharding_.mesh_ptr(), axes);
    }
    columns_ = sorted(columns_);
    // This device's rows of the result; those behind what was gathered are anything.
    const int64_t all = columns_[0]->type().dim(dim_);
    Value* start = b_.min(b_.shard_offset(sharding_, dim_, tile_), b_.index(all));
    for (Value*& column : columns_) {
      Value* zero = b_.splat(b_.tensor(column->type().element(), {}), 0);
      column = b_.dynamic_slice_dim(b_.pad_dim(column, dim_, 0, tile_, zero), dim_, start, tile_);
    }
  }

  void exchange(const ExchangeRound& round) {
    const int64_t shards = sharding_.shard_count(dim_);
    std::vector<std::pair<int64_t, int64_t>> along;
    for (int64_t c = 0; c + round.distance < shards; ++c) {
      if ((c & round.bit) != round.value) continue;
      along.emplace_back(c, c + round.distance);
      along.emplace_back(c + round.distance, c);
    }
    const AxisRefs& axes = sharding_.dim(dim_).axes;
    const Attr pairs = pairs_along(b_, sharding_.mesh(), axes, ir::runs_of(along));
    std::vector<Value*> both;
    for (Value* column : columns_) {
      Value* parts[] = {column, collective_permute(b_, column, pairs)};
      both.push_back(b_.concatenate(parts, dim_));
    }
    both = sorted(both);
    // Which half is mine, and whether I have a partner at all.
    Value* me = b_.shard_index(sharding_.mesh_ptr(), axes);
    Value* low = is_low(me, round, shards);
    Value* high = is_low(b_.sub(me, b_.index(round.distance)), round, shards);
    Value* start = b_.select(high, b_.index(tile_), b_.index(0));
    Value* partnered = b_.value(OpKind::kOr, {low, high}, low->type());
    for (size_t i = 0; i < columns_.size(); ++i) {
      columns_[i] = b_.select(partnered, b_.dynamic_slice_dim(both[i], dim_, start, tile_), columns_[i]);
    }
  }

  Value* is_low(Value* c, const ExchangeRound& round, int64_t shards) {
    Value* in_range = b_.value(
        OpKind::kAnd, {b_.compare(c, "GE", b_.index(0)), b_.compare(c, "LT", b_.index(shards - round.distance))},
        b_.tensor(ElementType::kPred, {}));
    Value* digit = b_.value(OpKind::kAnd, {c, b_.index(round.bit)}, b_.index());
    Value* fits = b_.compare(digit, "EQ", b_.index(round.value));
    return b_.value(OpKind::kAnd, {in_range, fits}, in_range->type());
  }

  LocalBuilder& b_;
  const Op& op_;
  const int dim_;
  const Sharding& sharding_;
  const int64_t size_, tile_;
  const bool padded_;
  std::vector<Value*> columns_;
};

bool divides_sorted(const Op& op, const Rule& rule, int factor, int64_t shards) {
  return divides_pass(op, rule, factor, shards) || op.operand(0)->type().num_elements() > 0;
}

std::vector<Value*> lower_sort(LoweringState& lowering, const LocalOp& local) {
  if (local.op.operand(0)->type().rank() == 0) return lower_pass(lowering, local);
  if (local.operand_sharding(0).shard_count(sorted_dim(local.op)) == 1) return lower_pass(lowering, local);
  return DividedSort(lowering.builder(), local).run();
}

Price network_price(const Op& op, const Rule&, const Choice& choice, const PriceWeights&) {
  const Type type = op.operand(0)->type();
  if (type.rank() == 0) return {};
  const Sharding& sharding = *choice.operands[0];
  const int64_t shards = sharding.shard_count(sorted_dim(op));
  if (shards == 1) return {};
  double elements = 1;
  for (int64_t d : sharding.local_shape(type.dims())) elements *= static_cast<double>(d);
  double width = cost::packed_bytes(place_type(type.dim(sorted_dim(op)) + shards));
  for (int i = 0; i < op.num_operands(); ++i) width += cost::packed_bytes(op.operand(i)->type().element());
  const int64_t tile = sharding.local_shape(type.dims())[sorted_dim(op)];
  const double columns = op.num_operands() + 1;  // each sent by itself, and the places with them
  if (const int64_t rows = rows_gathered(op, shards, tile); rows > 0) {
    const double share = static_cast<double>(rows) / static_cast<double>(tile);
    return {cost::sent_bytes_of_part(share * elements * width, static_cast<double>(shards)), columns};
  }
  const auto rounds = static_cast<double>(network(shards).size());
  return rounds * Price{sent_bytes(CollectiveKind::kPermute, elements * width, static_cast<double>(shards)), columns};
}

// Of the operand's last dimension; that of the results is cut afterwards.
bool divides_top_k(const Op& op, const Rule& rule, int factor, int64_t shards) {
  if (divides_pass(op, rule, factor, shards)) return true;
  return has_factor(rule.operands[0], factor) && op.operand(0)->type().num_elements() > 0 &&
         has_last_in_order(op.operand(0)->type().element());
}

std::vector<Value*> lower_top_k(LoweringState& lowering, const LocalOp& local) {
  if (local.operand_sharding(0).shard_count(local.op.operand(0)->type().rank() - 1) == 1) {
    return lower_pass(lowering, local);
  }
  return lower_divided_top_k(lowering, local, local.op.bool_attr(AttrKey::kLargest, true));
}

}  // namespace

constinit const LoweringPattern kLowerSort = {
    .lower = lower_sort, .can_divide = divides_sorted, .exchange = network_price};
constinit const LoweringPattern kLowerTopK = {.lower = lower_top_k,
                                              .can_divide = divides_top_k,
                                              .exchange = [](const Op& op, const Rule&, const Choice& choice,
                                                             const PriceWeights&) { return top_k_price(op, choice); }};

}  // namespace partita::core::partition
