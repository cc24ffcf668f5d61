// Makes rings, of n = 5 devices here, for the one at position p. A gather: partial products of shards as they come by,
// from both sides.
//
//   a  = own of the next, b = own of the previous
//   y  = part(own, p)
//   a' = a of the next, b' = b of the previous          sent while the products below are made
//   y += part(a, p+1), y += part(b, p-1)
//   y += part(a', p+2), y += part(b', p-2)
//
// `part` is the product of what belongs to one shard; `+=` adds it up where the dimension is contracted, and else
// writes it to its place. A scattered sum: the accumulators go round, and each is sent while the other's product is
// made.
//
//   a  = part(p-2) of the next
//   b  = part(p+2) of the previous
//   a' = a + part(p-1) of the next
//   b' = b + part(p+1) of the previous
//   y  = a' + b' + part(p)
//
// Each direction has half of the steps, and n-1 shards are sent in all, as many bytes as by the collective. Larger
// rings have a loop of two such steps a trip.
#include <algorithm>
#include <array>
#include <functional>

#include "optimize/collective.h"
#include "optimize/overlap.h"

namespace partita::core::optimize {
namespace {

Type with_dim(TensorBuilder& b, Type type, int dim, int64_t size) {
  std::vector<int64_t> dims(type.dims().begin(), type.dims().end());
  dims[dim] = size;
  return b.with_dims(type, dims);
}

// The first element of a shard of a dimension.
Value* scaled_index(TensorBuilder& b, Value* shard, int64_t part) {
  return part == 1 ? shard : b.multiply(shard, index_constant(b, part));
}

std::vector<Value*> starts_at(TensorBuilder& b, int rank, int dim, Value* start) {
  Value* zero = rank > 1 ? index_constant(b, 0) : nullptr;
  std::vector<Value*> starts(rank, zero);
  starts[dim] = start;
  return starts;
}

Value* take_part(TensorBuilder& b, Value* value, int dim, int64_t part, Value* start) {
  const Type type = with_dim(b, value->type(), dim, part);
  return b.dynamic_slice(value, starts_at(b, type.rank(), dim, start), type.dims());
}

Value* pad_end(TensorBuilder& b, Value* value, int dim, int64_t size) {
  const Type type = value->type();
  if (type.dim(dim) == size) return value;
  std::vector<int64_t> none(type.rank(), 0), high(type.rank(), 0);
  high[dim] = size - type.dim(dim);
  return b.pad(value, b.zeros(b.tensor(type.element(), {})), none, high, none);
}

// `fill`, a scalar, in place of what lies at `whole` or behind, of a part that starts at `start`.
Value* mask_end(TensorBuilder& b, Value* value, int dim, Value* start, int64_t whole, Value* fill) {
  const Type type = value->type(), line = b.tensor(ElementType::kS64, std::array{type.dim(dim)});
  Value* place = b.add(b.iota(line, 0), b.broadcast_scalar(start, line));
  Value* inside = b.compare(place, "LT", b.broadcast_scalar(index_constant(b, whole), line));
  const int64_t at = dim;
  inside = b.broadcast(inside, b.with_element(type, ElementType::kPred), {&at, 1});
  return b.select(inside, value, b.broadcast_scalar(fill, type));
}

// What a link makes of a part.
Value* apply_link(TensorBuilder& b, const RingLink& link, Value* value) {
  const Op& op = *link.op;
  switch (op.kind()) {
    case OpKind::kConvert: return b.convert(value, op.result()->type().element());
    case OpKind::kTranspose: return b.transpose(value, op.ints_attr(AttrKey::kPermutation));
    case OpKind::kReshape: {
      std::vector<int64_t> dims(op.result()->type().dims().begin(), op.result()->type().dims().end());
      int64_t others = 1;
      for (int d = 0; d < std::ssize(dims); ++d) others *= d != link.to ? dims[d] : 1;
      dims[link.to] = value->type().num_elements() / others;
      return b.reshape(value, dims);
    }
    default: return value;  // padding is cut off, or added, elsewhere
  }
}

// Two steps of a ring in each trip: `step` is told the counter and what to add to it, and gives the values as they are
// behind it. Runs 2 · trips steps, for counters from 1.
using RingStep = std::function<void(TensorBuilder& b, std::vector<Value*>& values, Value* counter, int64_t further)>;

void ring_loop(TensorBuilder& b, std::vector<Value*>& values, int64_t trips, const RingStep& step) {
  if (trips == 0) return;
  std::vector<Value*> inits = {index_constant(b, 1)};
  inits.insert(inits.end(), values.begin(), values.end());
  std::vector<Type> types;
  for (const Value* init : inits) types.push_back(init->type());
  Op* loop = b.op(OpKind::kWhile, inits, types, {}, 2);
  for (int r = 0; r < 2; ++r) {
    for (Type type : types) loop->region(r).add_argument(type);
  }
  TensorBuilder condition(loop->region(0));
  condition.set_origin_of(b);
  Value* goes_on = condition.compare(loop->region(0).argument(0), "LT", index_constant(condition, 1 + 2 * trips));
  condition.ret({&goes_on, 1});
  TensorBuilder body(loop->region(1));
  body.set_origin_of(b);
  Value* counter = loop->region(1).argument(0);
  std::vector<Value*> now(loop->region(1).arguments().begin() + 1, loop->region(1).arguments().end());
  step(body, now, counter, 0);
  step(body, now, counter, 1);
  now.insert(now.begin(), body.add(counter, index_constant(body, 2)));
  body.ret(now);
  for (size_t i = 0; i < values.size(); ++i) values[i] = loop->result(static_cast<int>(i) + 1);
}

// ---- gathers

// What becomes of the shards that come by: a product, or the gathered value itself.
class GatherRing {
 public:
  GatherRing(const RingCandidate& candidate, const Ring& ring) : candidate_(candidate), ring_(ring) {}

  void make(int64_t unrolled) {
    Op* first = candidate_.products.front().dot;
    TensorBuilder b(first);
    Value* own = candidate_.collective->operand(0);
    skipped_.assign(candidate_.products.size(), 0);
    if (candidate_.products.size() == 1 && !candidate_.assembled) own = link_ahead(b, own);
    for (const RingProduct& product : candidate_.products) others_.push_back(other_operand(b, product));

    const int64_t n = ring_.size(), pairs = (n - 1) / 2;
    const bool extra = n % 2 == 0;  // the one opposite comes from one side only
    std::vector<Value*> values = {ring_.from_next(b, own)};
    if (pairs > 0) values.push_back(ring_.from_previous(b, own));
    const size_t held = values.size();
    begin(b, own, values);
    const int64_t trips = n <= unrolled || pairs < 3 ? 0 : (pairs - 1) / 2;
    auto step = [&](TensorBuilder& at, std::vector<Value*>& now, Value* counter, int64_t k, bool sends_next,
                    bool sends_previous) {
      Value *next = now[0], *previous = now[1];
      if (sends_next) now[0] = ring_.from_next(at, next);
      if (sends_previous) now[1] = ring_.from_previous(at, previous);
      take_in_both(at, next, {k, counter, false}, previous, {-k, counter, true}, now, held);
    };
    ring_loop(b, values, trips, [&](TensorBuilder& at, std::vector<Value*>& now, Value* counter, int64_t further) {
      step(at, now, counter, further, true, true);
    });
    for (int64_t k = 1 + 2 * trips; k <= pairs; ++k) step(b, values, nullptr, k, k < pairs || extra, k < pairs);
    if (extra) take_in(b, values[0], {n / 2, nullptr, false}, values, held);
    finish(b, values, held);
  }

 private:
  // Links that make nothing larger are followed once, before anything is sent.
  Value* link_ahead(TensorBuilder& b, Value* own) {
    const RingProduct& product = candidate_.products.front();
    for (const RingLink& link : product.links) {
      const bool widens = link.op->is(OpKind::kConvert) && bit_width(link.op->result()->type().element()) >
                                                               bit_width(link.op->operand(0)->type().element());
      if (widens) break;
      own = apply_link(b, link, own);
      ++skipped_[0];
    }
    return own;
  }

  bool is_padded(const RingProduct& product) const { return product.whole != ring_.size() * product.part; }

  Value* other_operand(TensorBuilder& b, const RingProduct& product) const {
    const int side = 1 - product.operand;
    Value* other = product.dot->operand(side);
    return product.role.kind == DimRole::Kind::kFree
               ? other
               : pad_end(b, other, product.role.of(side), ring_.size() * product.part);
  }

  // Sums of narrow floats are rounded once, as those of one product are.
  static Type sum_type(TensorBuilder& b, const RingProduct& product, Type type) {
    const bool narrow = is_float(type.element()) && bit_width(type.element()) < 32;
    if (product.role.kind != DimRole::Kind::kContracting || !narrow || product.dot->has_attr(AttrKey::kAlgorithm)) {
      return type;
    }
    return b.with_element(type, ElementType::kF32);
  }

  // The shard as the product has it, without what padding holds where that would be summed up.
  Value* linked(TensorBuilder& b, size_t i, Value* shard, Value* start) const {
    const RingProduct& product = candidate_.products[i];
    for (size_t k = skipped_[i]; k < product.links.size(); ++k) shard = apply_link(b, product.links[k], shard);
    if (product.role.kind != DimRole::Kind::kContracting || !is_padded(product)) return shard;
    Value* zero = b.zeros(b.tensor(shard->type().element(), {}));
    return mask_end(b, shard, product.role.of(product.operand), start, product.whole, zero);
  }

  // The product of what a shard has to do with.
  Value* part_of(TensorBuilder& b, size_t i, Value* shard, Value* start_of_shard) {
    const RingProduct& product = candidate_.products[i];
    const DimRole& role = product.role;
    Value* start = role.kind == DimRole::Kind::kFree ? nullptr : scaled_index(b, start_of_shard, product.part);
    Value* other = others_[i];
    const int side = 1 - product.operand;
    if (start != nullptr) other = take_part(b, other, role.of(side), product.part, start);
    Value* operands[2];
    operands[product.operand] = linked(b, i, shard, start);
    operands[side] = other;
    Type type = sum_type(b, product, product.dot->result()->type());
    if (role.result >= 0) type = with_dim(b, type, role.result, product.part);
    return b.like(*product.dot, operands, {&type, 1})->result();
  }

  Value* written(TensorBuilder& b, Value* into, Value* part, int dim, Value* start) {
    return b.dynamic_update_slice(into, part, starts_at(b, part->type().rank(), dim, start));
  }

  // The device's own shard: where sums begin.
  void begin(TensorBuilder& b, Value* own, std::vector<Value*>& values) {
    Value* index = ring_.shard(b, {});
    for (size_t i = 0; i < candidate_.products.size(); ++i) {
      const RingProduct& product = candidate_.products[i];
      Value* part = part_of(b, i, own, index);
      if (product.role.kind != DimRole::Kind::kContracting) {
        const int dim = product.role.result;
        Value* all = b.zeros(with_dim(b, part->type(), dim, ring_.size() * product.part));
        part = written(b, all, part, dim, scaled_index(b, index, product.part));
      }
      values.push_back(part);
    }
    if (!candidate_.assembled) return;
    values.push_back(b.zeros(candidate_.collective->result()->type()));
    assemble(b, own, index, values.back());
  }
  int gathered_dim() const { return static_cast<int>(candidate_.collective->int_attr(AttrKey::kAllGatherDim)); }

  void take_in(TensorBuilder& b, Value* shard, const Ring::Offset& offset, std::vector<Value*>& values, size_t held) {
    Value* index = ring_.shard(b, offset);
    for (size_t i = 0; i < candidate_.products.size(); ++i) add_part(b, i, shard, index, values[held + i]);
    if (candidate_.assembled) assemble(b, shard, index, values.back());
  }
  void take_in_both(TensorBuilder& b, Value* next, const Ring::Offset& above, Value* previous,
                    const Ring::Offset& below, std::vector<Value*>& values, size_t held) {
    Value* indices[] = {ring_.shard(b, above), ring_.shard(b, below)};
    for (size_t i = 0; i < candidate_.products.size(); ++i) {
      if (candidate_.paired && candidate_.products[i].role.kind == DimRole::Kind::kContracting) {
        add_pair(b, i, {next, previous}, indices, values[held + i]);
        continue;
      }
      add_part(b, i, next, indices[0], values[held + i]);
      add_part(b, i, previous, indices[1], values[held + i]);
    }
    if (!candidate_.assembled) return;
    assemble(b, next, indices[0], values.back());
    assemble(b, previous, indices[1], values.back());
  }

  void add_part(TensorBuilder& b, size_t i, Value* shard, Value* index, Value*& sum) {
    const RingProduct& product = candidate_.products[i];
    Value* part = part_of(b, i, shard, index);
    sum = product.role.kind == DimRole::Kind::kContracting
              ? b.add(sum, part)
              : written(b, sum, part, product.role.result, scaled_index(b, index, product.part));
  }
  void assemble(TensorBuilder& b, Value* shard, Value* index, Value*& all) {
    const int dim = gathered_dim();
    all = written(b, all, shard, dim, scaled_index(b, index, shard->type().dim(dim)));
  }

  // One product of both, twice as deep: the sum is read and written once for two shards.
  void add_pair(TensorBuilder& b, size_t i, std::array<Value*, 2> shards, Value* const* indices, Value*& sum) {
    const RingProduct& product = candidate_.products[i];
    const int side = 1 - product.operand;
    std::array<Value*, 2> others = {};
    for (size_t k = 0; k < 2; ++k) {
      Value* start = scaled_index(b, indices[k], product.part);
      shards[k] = linked(b, i, shards[k], start);
      others[k] = take_part(b, others_[i], product.role.of(side), product.part, start);
    }
    Value* operands[2];
    operands[product.operand] = b.concatenate(shards, product.role.of(product.operand));
    operands[side] = b.concatenate(others, product.role.of(side));
    const Type type = sum->type();
    sum = b.add(sum, b.like(*product.dot, operands, {&type, 1})->result());
  }

  void finish(TensorBuilder& b, std::vector<Value*>& values, size_t held) {
    for (size_t i = 0; i < candidate_.products.size(); ++i) {
      const RingProduct& product = candidate_.products[i];
      Value*& result = values[held + i];
      if (product.role.result >= 0) result = b.slice_dim(result, product.role.result, 0, product.whole);
      result = b.convert(result, product.dot->result()->type().element());
    }
    // The first of them is the place where the builder stands.
    for (size_t i = candidate_.products.size(); i-- > 0;) replace_result(*candidate_.products[i].dot, values[held + i]);
    if (candidate_.assembled) replace_result(*candidate_.collective, values.back());
  }

  const RingCandidate& candidate_;
  const Ring& ring_;
  std::vector<size_t> skipped_;  // of each product: links that were followed ahead
  std::vector<Value*> others_;   // of each product
};

// ---- scattered sums

class ScatterRing {
 public:
  ScatterRing(const RingCandidate& candidate, const Ring& ring)
      : scatter_(*candidate.collective), products_(candidate.products), ring_(ring) {}

  void make(int64_t unrolled) {
    TensorBuilder b(&scatter_);
    for (const RingProduct& product : products_) {
      for (int side = 0; side < 2; ++side) {
        const int dim = product.role.of(side);
        Value* operand = product.dot->operand(side);
        operands_.push_back(dim < 0 ? operand : pad_end(b, operand, dim, ring_.size() * product.part));
      }
    }
    const int64_t n = ring_.size(), down = n / 2, up = (n - 1) / 2;
    // One goes down, to the previous device in each step, and one up; both end where their shard belongs.
    std::vector<Value*> values = {ring_.from_next(b, part_of(b, {-down}))};
    if (up > 0) values.push_back(ring_.from_previous(b, part_of(b, {up})));
    if (down > up && up > 0) values[0] = ring_.from_next(b, b.add(values[0], part_of(b, {-up})));
    auto step = [&](TensorBuilder& at, std::vector<Value*>& now, Value* counter, int64_t k) {
      now[0] = ring_.from_next(at, at.add(now[0], part_of(at, {k - up, counter, false})));
      now[1] = ring_.from_previous(at, at.add(now[1], part_of(at, {up - k, counter, true})));
    };
    const int64_t trips = n <= unrolled || up < 3 ? 0 : (up - 1) / 2;
    ring_loop(b, values, trips, step);
    for (int64_t k = 1 + 2 * trips; k < up; ++k) step(b, values, nullptr, k);
    Value* sum = b.add(values[0], part_of(b, {}));
    if (up > 0) sum = b.add(values[1], sum);
    replace_result(scatter_, masked(b, sum));
  }

 private:
  // Of all products together.
  Value* part_of(TensorBuilder& b, const Ring::Offset& offset) {
    Value* index = ring_.shard(b, offset);
    Value* sum = nullptr;
    for (size_t i = 0; i < products_.size(); ++i) {
      const RingProduct& product = products_[i];
      Value* start = scaled_index(b, index, product.part);
      Value* operands[2];
      for (int side = 0; side < 2; ++side) {
        const int dim = product.role.of(side);
        Value* operand = operands_[2 * i + static_cast<size_t>(side)];
        operands[side] = dim < 0 ? operand : take_part(b, operand, dim, product.part, start);
      }
      const Type type = with_dim(b, product.dot->result()->type(), product.role.result, product.part);
      Value* part = b.like(*product.dot, operands, {&type, 1})->result();
      for (const RingLink& link : product.links) part = apply_link(b, link, part);
      sum = sum == nullptr ? part : b.add(sum, part);
    }
    return sum;
  }

  // Padding is what the program has made it.
  Value* masked(TensorBuilder& b, Value* sum) {
    const RingProduct& product = products_.front();
    for (const RingLink& link : product.links) {
      if (!link.op->is(OpKind::kPad)) continue;
      const auto dim = static_cast<int>(scatter_.int_attr(AttrKey::kScatterDimension));
      Value* fill = b.convert(link.op->operand(1), sum->type().element());
      Value* start = scaled_index(b, ring_.shard(b, {}), product.part);
      return mask_end(b, sum, dim, start, product.whole, fill);
    }
    return sum;
  }

  Op& scatter_;
  const std::vector<RingProduct>& products_;
  const Ring& ring_;
  std::vector<Value*> operands_;  // two of each product
};

}  // namespace

void make_ring(const RingCandidate& candidate, int64_t unrolled) {
  std::optional<Ring> ring = Ring::of(*candidate.collective);
  ring->place_in(*candidate.collective->function());
  if (candidate.is_gather()) {
    GatherRing(candidate, *ring).make(unrolled);
  } else {
    ScatterRing(candidate, *ring).make(unrolled);
  }
}

}  // namespace partita::core::optimize
