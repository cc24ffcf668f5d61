#include "partition/local_builder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

#include "ir/numeric/float_formats.h"
#include "partition/renumber.h"

namespace partita {
namespace {

using Bytes = std::vector<std::byte>;

Bytes integer_bytes(ElementType element, int64_t value) {
  Bytes bytes(8);
  std::memcpy(bytes.data(), &value, 8);  // little-endian: the low bytes are the narrower integer
  bytes.resize(static_cast<size_t>(byte_width(element)));
  return bytes;
}

Bytes float_bytes(ElementType element, double value) {
  uint64_t bits = encode_one(element, value);
  Bytes bytes(8);
  std::memcpy(bytes.data(), &bits, 8);
  bytes.resize(static_cast<size_t>(bit_width(element) <= 8 ? 1 : bit_width(element) / 8));
  return bytes;
}

Bytes element_bytes(ElementType element, double value) {
  if (is_complex(element)) {
    ElementType part = part_type(element);
    Bytes bytes = float_bytes(part, value);
    Bytes imaginary = float_bytes(part, value == 0 ? value : 0);  // -0.0 has both parts -0.0
    bytes.insert(bytes.end(), imaginary.begin(), imaginary.end());
    return bytes;
  }
  if (is_float(element)) return float_bytes(element, value);
  return integer_bytes(element, static_cast<int64_t>(value));
}

int64_t smallest_integer(ElementType element) {
  if (element_class(element) != ElementClass::kSigned) return 0;
  return static_cast<int64_t>(~uint64_t{0} << (bit_width(element) - 1));
}
int64_t largest_integer(ElementType element) {
  if (element == ElementType::kPred) return 1;
  int bits = bit_width(element) - (element_class(element) == ElementClass::kSigned ? 1 : 0);
  return static_cast<int64_t>(bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1);
}

// The largest number of a float type: infinity where it has one.
double highest(ElementType element) {
  const FloatFormat& format = float_format(element);
  if (format.specials == FloatSpecials::kInfinityAndNan) return HUGE_VAL;
  uint64_t best = 0;
  double most = 0;
  for (uint64_t bits = 0; bits < uint64_t{1} << (format.bits() - (format.has_sign() ? 1 : 0)); ++bits) {
    double value = decode_one(element, bits);
    if (value > most) {
      most = value;
      best = bits;
    }
  }
  return decode_one(element, best);
}

bool has_negative_zero(ElementType element) {
  const FloatSpecials specials = float_format(element).specials;
  return specials != FloatSpecials::kNanNegativeZero && specials != FloatSpecials::kNanOnlyNoZero;
}

}  // namespace

std::optional<int64_t> known_index(const Value* value) {
  const Op* op = value->op();
  if (op == nullptr || !op->is(OpKind::kConstant)) return std::nullopt;
  const Literal& literal = op->attr(AttrKey::kValue).literal();
  if (literal.type.element() != ElementType::kS64 || literal.type.rank() != 0) return std::nullopt;
  int64_t number = 0;
  std::memcpy(&number, literal.data->data(), 8);
  return number;
}

struct LocalBuilder::Prologue {
  Op* last = nullptr;
  std::map<int64_t, Value*> numbers;
  std::vector<std::pair<MeshPtr, Value*>> positions;
  struct Coordinate {
    MeshPtr mesh;
    AxisRefs axes;
    Value* value;
  };
  std::vector<Coordinate> coordinates;
  Value* id = nullptr;
};

LocalBuilder::LocalBuilder(Function& function, DeviceIds ids)
    : function_(function), ids_(ids), place_{&function.body(), nullptr}, prologue_(std::make_unique<Prologue>()) {}
LocalBuilder::~LocalBuilder() = default;

Context& LocalBuilder::context() const { return function_.module().context(); }
Module& LocalBuilder::module() const { return function_.module(); }

// ---- ops in general

Op* LocalBuilder::op(OpKind kind, std::span<Value* const> operands, std::span<const Type> results,
                     std::span<const KeyedAttr> attrs, int regions) {
  Op* op = module().add_op(*place_.region, kind, operands, results, attrs, regions, place_.before);
  op->set_location(location_);
  op->set_offset(offset_);
  if (op->info().has(kCollective)) reasons_.push_back({op, reason_});
  return op;
}

Value* LocalBuilder::value(OpKind kind, std::initializer_list<Value*> operands, Type result,
                           std::initializer_list<KeyedAttr> attrs) {
  return op(kind, std::span(operands.begin(), operands.size()), std::span(&result, 1),
            std::span(attrs.begin(), attrs.size()))
      ->result();
}

Op* LocalBuilder::clone(const Op& from, std::span<Value* const> operands, std::span<const Type> results) {
  prepare_regions(from);
  if (from.is(OpKind::kPartitionId) || from.is(OpKind::kReplicaId)) return own_id(from.kind())->op();
  Op* made = op(from.kind(), operands, results, from.attrs(), from.num_regions());
  const bool meets = from.info().has(kCollective) && !from.info().has(kSideEffects);
  if (ids_ == DeviceIds::kReplica && meets) renumber_as_replicas(from, *made, replicas_, partitions_);
  if (from.extra()) {
    Attr extra = from.extra();
    // What speaks of the whole: shardings, and layouts of shapes that are smaller now.
    for (const char* name : {"sdy.sharding", "sdy.sharding_rule", "mhlo.sharding", "hlo.layout"}) {
      extra = context().with_entry(extra, name, {});
    }
    made->set_extra(extra);
  }
  made->set_location(from.location());
  made->set_offset(from.offset());
  for (int r = 0; r < from.num_regions(); ++r) {
    Module::ValueMap map;
    map_outside(from.region(r), from, map);
    for (Value* argument : from.region(r).arguments()) {
      map.set(argument, made->region(r).add_argument(argument->type(), argument->name()));
    }
    module().clone_region(from.region(r), made->region(r), map);
  }
  return made;
}

// Which partition or replica of the program this device is, as a u32 scalar.
Value* LocalBuilder::own_id(OpKind kind) {
  const Type type = context().tensor(ElementType::kU32, {});
  if (ids_ == DeviceIds::kPartition) return value(kind, {}, type);
  Value* id = value(OpKind::kReplicaId, {}, type);
  const auto partitions = [&] { return splat_bits(type, integer_bytes(ElementType::kU32, partitions_)); };
  if (kind == OpKind::kReplicaId) return value(OpKind::kDivide, {id, partitions()}, type);
  return replicas_ == 1 ? id : value(OpKind::kRemainder, {id, partitions()}, type);
}

// ---- regions

namespace {

bool is_inside(const Value* value, const Op& top) {
  const Region* region = value->is_argument() ? value->region() : value->op()->parent();
  while (region != nullptr) {
    const Op* parent = region->parent_op();
    if (parent == &top) return true;
    region = parent != nullptr ? parent->parent() : nullptr;
  }
  return false;
}

}  // namespace

void LocalBuilder::map_outside(const Region& region, const Op& top, Module::ValueMap& map) const {
  walk(region, [&](const Op& op) {
    for (int i = 0; i < op.num_operands(); ++i) {
      Value* value = op.operand(i);
      if (!is_inside(value, top) && outside_) map.set(value, outside_(value));
    }
  });
}

void LocalBuilder::prepare_regions(const Op& op) const {
  Module::ValueMap unused;
  for (int r = 0; r < op.num_regions(); ++r) map_outside(op.region(r), op, unused);
}

void LocalBuilder::fill(Region& region, std::span<const Type> arguments, const Body& body) {
  std::vector<Value*> values;
  for (Type type : arguments) values.push_back(region.add_argument(type));
  const Place here = place_;
  place_ = {&region, nullptr};
  std::vector<Value*> results = body(values);
  op(OpKind::kReturn, results, {});
  place_ = here;
}

std::vector<Value*> LocalBuilder::inline_region(const Region& region, std::span<Value* const> arguments) {
  Module::ValueMap map;
  map_outside(region, *region.parent_op(), map);
  for (int i = 0; i < region.num_arguments(); ++i) map.set(region.argument(i), arguments[static_cast<size_t>(i)]);
  for (const Op& inner : region) {
    if (!inner.is(OpKind::kReturn)) module().clone_op(inner, *place_.region, map, place_.before);
  }
  std::vector<Value*> results = region.terminator()->operands();
  for (Value*& result : results) result = map.get(result);
  return results;
}

// ---- types

Type LocalBuilder::tensor(ElementType element, std::span<const int64_t> dims) const {
  return context().tensor(element, dims);
}
Type LocalBuilder::index() const { return context().tensor(ElementType::kS64, {}); }
Type LocalBuilder::local(Type global, const Sharding& sharding) const {
  if (global.kind() != TypeKind::kTensor && global.kind() != TypeKind::kBuffer) return global;
  std::vector<int64_t> dims = sharding.local_shape(global.dims());
  return global.is_tensor() ? context().tensor(global.element(), dims) : context().buffer(global.element(), dims);
}

// ---- constants

Value* LocalBuilder::constant(Attr dense) {
  return value(OpKind::kConstant, {}, dense.literal().type, {{AttrKey::kValue, dense}});
}

Value* LocalBuilder::index(int64_t number) {
  auto [at, fresh] = prologue_->numbers.try_emplace(number, nullptr);
  if (!fresh) return at->second;
  Place here = place_;
  Region& body = function_.body();
  place_ = {&body, prologue_->last != nullptr ? prologue_->last->next() : body.first()};
  at->second = splat_bits(index(), integer_bytes(ElementType::kS64, number));
  prologue_->last = at->second->op();
  place_ = here;
  return at->second;
}

Value* LocalBuilder::splat_bits(Type type, std::span<const std::byte> element) {
  return constant(context().dense(type, true, element));
}
Value* LocalBuilder::splat(Type type, double number) { return splat_bits(type, element_bytes(type.element(), number)); }

Value* LocalBuilder::identity(Type type, ReductionKind kind) {
  const ElementType e = type.element();
  const bool floats = is_float(e);
  switch (kind) {
    case ReductionKind::kSum:
      if (floats) return splat(type, has_negative_zero(e) ? -0.0 : 0.0);
      if (is_complex(e)) return splat(type, -0.0);
      return splat_bits(type, integer_bytes(e, 0));
    case ReductionKind::kProduct:
      if (floats || is_complex(e)) return splat(type, 1.0);
      return splat_bits(type, integer_bytes(e, 1));
    case ReductionKind::kMax:
      if (floats && !float_format(e).has_sign()) return splat_bits(type, integer_bytes(e, 0));
      return floats ? splat(type, -highest(e)) : splat_bits(type, integer_bytes(e, smallest_integer(e)));
    case ReductionKind::kMin:
      return floats ? splat(type, highest(e)) : splat_bits(type, integer_bytes(e, largest_integer(e)));
    case ReductionKind::kAnd:
      return splat_bits(type, integer_bytes(e, e == ElementType::kPred                     ? 1
                                               : element_class(e) == ElementClass::kSigned ? -1
                                                                                           : largest_integer(e)));
    case ReductionKind::kOr:
    case ReductionKind::kXor: return splat_bits(type, integer_bytes(e, 0));
  }
  return nullptr;
}

// ---- index arithmetic

Value* LocalBuilder::add(Value* a, Value* b) {
  auto x = known_index(a), y = known_index(b);
  if (x && y) return index(*x + *y);
  if (x && *x == 0) return b;
  if (y && *y == 0) return a;
  return value(OpKind::kAdd, {a, b}, a->type());
}
Value* LocalBuilder::sub(Value* a, Value* b) {
  auto x = known_index(a), y = known_index(b);
  if (x && y) return index(*x - *y);
  if (y && *y == 0) return a;
  return value(OpKind::kSubtract, {a, b}, a->type());
}
Value* LocalBuilder::mul(Value* a, int64_t factor) {
  if (auto x = known_index(a)) return index(*x * factor);
  if (factor == 1) return a;
  if (factor == 0) return index(0);
  return value(OpKind::kMultiply, {a, index(factor)}, a->type());
}
Value* LocalBuilder::div(Value* a, int64_t divisor) {
  if (auto x = known_index(a)) return index(*x / divisor);
  if (divisor == 1) return a;
  return value(OpKind::kDivide, {a, index(divisor)}, a->type());
}
Value* LocalBuilder::rem(Value* a, int64_t divisor) {
  if (auto x = known_index(a)) return index(*x % divisor);
  if (divisor == 1) return index(0);
  return value(OpKind::kRemainder, {a, index(divisor)}, a->type());
}
Value* LocalBuilder::min(Value* a, Value* b) {
  auto x = known_index(a), y = known_index(b);
  if (x && y) return index(std::min(*x, *y));
  return value(OpKind::kMinimum, {a, b}, a->type());
}
Value* LocalBuilder::max(Value* a, Value* b) {
  auto x = known_index(a), y = known_index(b);
  if (x && y) return index(std::max(*x, *y));
  return value(OpKind::kMaximum, {a, b}, a->type());
}
Value* LocalBuilder::clamp(Value* a, int64_t low, int64_t high) {
  if (low >= high) return index(low);
  return min(max(a, index(low)), index(high));
}
Value* LocalBuilder::compare(Value* a, std::string_view direction, Value* b) {
  Type type = context().tensor(ElementType::kPred, a->type().dims());
  return value(OpKind::kCompare, {a, b}, type, {{AttrKey::kComparisonDirection, context().string(direction)}});
}

// ---- tensors

Value* LocalBuilder::broadcast(Value* operand, Type type, std::span<const int64_t> dims) {
  return value(OpKind::kBroadcastInDim, {operand}, type, {{AttrKey::kBroadcastDimensions, context().ints(dims)}});
}
Value* LocalBuilder::broadcast_scalar(Value* scalar, Type type) {
  return type.rank() == 0 ? scalar : broadcast(scalar, type, {});
}
Value* LocalBuilder::iota(Type type, int64_t dim) {
  return value(OpKind::kIota, {}, type, {{AttrKey::kIotaDimension, context().integer(dim)}});
}
Value* LocalBuilder::convert(Value* operand, ElementType element) {
  if (operand->type().element() == element) return operand;
  return value(OpKind::kConvert, {operand}, context().tensor(element, operand->type().dims()));
}
Value* LocalBuilder::reshape(Value* operand, std::span<const int64_t> dims) {
  Type type = context().tensor(operand->type().element(), dims);
  return type == operand->type() ? operand : value(OpKind::kReshape, {operand}, type);
}
Value* LocalBuilder::transpose(Value* operand, std::span<const int64_t> permutation) {
  std::vector<int64_t> dims;
  bool moves = false;
  for (size_t i = 0; i < permutation.size(); ++i) {
    dims.push_back(operand->type().dim(static_cast<int>(permutation[i])));
    moves = moves || permutation[i] != static_cast<int64_t>(i);
  }
  if (!moves) return operand;
  return value(OpKind::kTranspose, {operand}, context().tensor(operand->type().element(), dims),
               {{AttrKey::kPermutation, context().ints(permutation)}});
}
Value* LocalBuilder::select(Value* condition, Value* yes, Value* no) {
  return value(OpKind::kSelect, {condition, yes, no}, yes->type());
}
Value* LocalBuilder::slice(Value* operand, std::span<const int64_t> starts, std::span<const int64_t> limits) {
  std::vector<int64_t> dims, ones;
  for (size_t d = 0; d < starts.size(); ++d) {
    dims.push_back(limits[d] - starts[d]);
    ones.push_back(1);
  }
  Type type = context().tensor(operand->type().element(), dims);
  if (type == operand->type()) return operand;
  return value(OpKind::kSlice, {operand}, type,
               {{AttrKey::kStartIndices, context().ints(starts)},
                {AttrKey::kLimitIndices, context().ints(limits)},
                {AttrKey::kStrides, context().ints(ones)}});
}
Value* LocalBuilder::slice_dim(Value* operand, int dim, int64_t start, int64_t limit) {
  std::vector<int64_t> starts(operand->type().dims().size(), 0);
  std::vector<int64_t> limits(operand->type().dims().begin(), operand->type().dims().end());
  starts[static_cast<size_t>(dim)] = start;
  limits[static_cast<size_t>(dim)] = limit;
  return slice(operand, starts, limits);
}
Value* LocalBuilder::dynamic_slice(Value* operand, std::span<Value* const> starts, std::span<const int64_t> sizes) {
  Type type = context().tensor(operand->type().element(), sizes);
  if (type == operand->type()) return operand;
  std::vector<Value*> operands = {operand};
  operands.insert(operands.end(), starts.begin(), starts.end());
  KeyedAttr attr = {AttrKey::kSliceSizes, context().ints(sizes)};
  return op(OpKind::kDynamicSlice, operands, std::span(&type, 1), std::span(&attr, 1))->result();
}
Value* LocalBuilder::dynamic_slice_dim(Value* operand, int dim, Value* start, int64_t size) {
  std::vector<Value*> starts(operand->type().dims().size(), index(0));
  std::vector<int64_t> sizes(operand->type().dims().begin(), operand->type().dims().end());
  starts[static_cast<size_t>(dim)] = start;
  sizes[static_cast<size_t>(dim)] = size;
  return dynamic_slice(operand, starts, sizes);
}
Value* LocalBuilder::dynamic_update_slice(Value* operand, Value* update, std::span<Value* const> starts) {
  std::vector<Value*> operands = {operand, update};
  operands.insert(operands.end(), starts.begin(), starts.end());
  Type type = operand->type();
  return op(OpKind::kDynamicUpdateSlice, operands, std::span(&type, 1))->result();
}
Value* LocalBuilder::pad_dim(Value* operand, int dim, int64_t low, int64_t high, Value* fill) {
  if (low == 0 && high == 0) return operand;
  size_t rank = operand->type().dims().size();
  std::vector<int64_t> lows(rank, 0), highs(rank, 0), interior(rank, 0);
  std::vector<int64_t> dims(operand->type().dims().begin(), operand->type().dims().end());
  lows[static_cast<size_t>(dim)] = low;
  highs[static_cast<size_t>(dim)] = high;
  dims[static_cast<size_t>(dim)] += low + high;
  return value(OpKind::kPad, {operand, fill}, context().tensor(operand->type().element(), dims),
               {{AttrKey::kEdgePaddingLow, context().ints(lows)},
                {AttrKey::kEdgePaddingHigh, context().ints(highs)},
                {AttrKey::kInteriorPadding, context().ints(interior)}});
}
Value* LocalBuilder::concatenate(std::span<Value* const> operands, int dim) {
  if (operands.size() == 1) return operands[0];
  std::vector<int64_t> dims(operands[0]->type().dims().begin(), operands[0]->type().dims().end());
  dims[static_cast<size_t>(dim)] = 0;
  for (Value* part : operands) dims[static_cast<size_t>(dim)] += part->type().dim(dim);
  Type type = context().tensor(operands[0]->type().element(), dims);
  KeyedAttr attr = {AttrKey::kDimension, context().integer(dim)};
  return op(OpKind::kConcatenate, operands, std::span(&type, 1), std::span(&attr, 1))->result();
}

// ---- where the device stands

Value* LocalBuilder::shard_index(const MeshPtr& mesh, std::span<const AxisRef> axes) {
  if (total_size(axes) == 1) return index(0);
  AxisRefs wanted(axes.begin(), axes.end());
  for (const Prologue::Coordinate& known : prologue_->coordinates) {
    if (known.axes == wanted && same_mesh(known.mesh, mesh)) return known.value;
  }
  index(0);  // the numbers stand before what uses them
  Place here = place_;
  Region& body = function_.body();
  Op* after = prologue_->last != nullptr ? prologue_->last->next() : body.first();
  place_ = {&body, after};
  auto number = [&](int64_t n) { return splat_bits(index(), integer_bytes(ElementType::kS64, n)); };
  auto divided = [&](Value* a, int64_t n) { return n == 1 ? a : value(OpKind::kDivide, {a, number(n)}, index()); };
  auto modulo = [&](Value* a, int64_t n) { return value(OpKind::kRemainder, {a, number(n)}, index()); };
  auto times = [&](Value* a, int64_t n) { return n == 1 ? a : value(OpKind::kMultiply, {a, number(n)}, index()); };

  if (prologue_->id == nullptr) {
    prologue_->id = convert(own_id(OpKind::kPartitionId), ElementType::kS64);
  }
  Value* position = nullptr;
  for (const auto& [known, value] : prologue_->positions) {
    if (same_mesh(known, mesh)) position = value;
  }
  if (position == nullptr) {
    const DeviceOrder& order = mesh->order();
    if (order.is_iota()) {
      position = prologue_->id;
    } else if (!order.is_listed()) {
      for (const Digit& digit : order.digits()) {
        Value* part = times(modulo(divided(prologue_->id, digit.to), digit.size), digit.from);
        position = position == nullptr ? part : value(OpKind::kAdd, {position, part}, index());
      }
    } else {
      int64_t n = 1 + *std::max_element(order.ids().begin(), order.ids().end());  // ids may have gaps
      std::vector<int64_t> table(static_cast<size_t>(n), 0);
      for (int64_t p = 0; p < order.count(); ++p) table[static_cast<size_t>(order.id_at(p))] = p;
      Type type = context().tensor(ElementType::kS64, {n});
      Value* positions = constant(context().dense(type, false, std::as_bytes(std::span(table))));
      Value* one = dynamic_slice(positions, std::vector<Value*>{prologue_->id}, std::vector<int64_t>{1});
      position = reshape(one, std::vector<int64_t>{});
    }
    prologue_->positions.push_back({mesh, position});
  }
  Value* coordinate = nullptr;
  for (const AxisRef& axis : axes) {
    if (axis.size == 1) continue;
    Value* digit = divided(position, ref_stride(*mesh, axis));
    bool top = ref_stride(*mesh, axis) * axis.size == mesh->device_count();
    if (!top) digit = modulo(digit, axis.size);
    coordinate = coordinate == nullptr ? digit : value(OpKind::kAdd, {times(coordinate, axis.size), digit}, index());
  }
  prologue_->last = after != nullptr ? after->previous() : body.last();
  place_ = here;
  prologue_->coordinates.push_back({mesh, wanted, coordinate});
  return coordinate;
}

Value* LocalBuilder::shard_offset(const Sharding& sharding, int dim, int64_t tile) {
  return mul(shard_index(sharding.mesh_ptr(), sharding.dim(dim).axes), tile);
}

bool LocalBuilder::is_padded(Type global, const Sharding& sharding, int dim) {
  return global.dim(dim) % sharding.shard_count(dim) != 0;
}

Value* LocalBuilder::mask_padding(Value* operand, Type global, const Sharding& sharding, int dim, Value* fill) {
  if (!is_padded(global, sharding, dim)) return operand;
  Type type = operand->type();
  Type indices = context().tensor(ElementType::kS64, type.dims());
  Value* offset = shard_offset(sharding, dim, type.dim(dim));
  Value* rest = sub(index(global.dim(dim)), offset);
  Value* inside = compare(iota(indices, dim), "LT", broadcast_scalar(rest, indices));
  return select(inside, operand, broadcast_scalar(fill, type));
}

}  // namespace partita
