#include "partition/local/local_builder.h"

#include <algorithm>
#include <map>

#include "ir/build/element_bytes.h"
#include "ir/names.h"
#include "ir/nesting.h"
#include "ir/views.h"
#include "partition/local/collectives.h"
#include "partition/local/renumber.h"

namespace partita::core::partition {
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
  struct Groups {
    MeshPtr mesh;
    AxisRefs axes;
    int64_t copies;
    Attr names;
  };
  std::vector<Groups> groups;
  Value* id = nullptr;
};

LocalBuilder::LocalBuilder(Function& function, DeviceIds ids)
    : function_(function), ids_(ids), place_{&function.body(), nullptr}, prologue_(std::make_unique<Prologue>()) {}
LocalBuilder::~LocalBuilder() = default;

Context& LocalBuilder::context() const { return function_.module().context(); }
Module& LocalBuilder::module() const { return function_.module(); }

Attr LocalBuilder::device_groups(const MeshPtr& mesh, std::span<const AxisRef> axes, int64_t copies) {
  for (const Prologue::Groups& known : prologue_->groups) {
    if (known.mesh == mesh && known.copies == copies && std::ranges::equal(known.axes, axes)) return known.names;
  }
  const Attr names = partition::device_groups(context(), *mesh, axes, copies);
  prologue_->groups.push_back({mesh, AxisRefs(axes.begin(), axes.end()), copies, names});
  return names;
}

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
  if (from.discardable_attributes()) {
    Attr extra = from.discardable_attributes();
    // Attributes about the global tensor: shardings, and layouts of shapes that are smaller now.
    for (std::string_view name :
         {sdy_names::kSharding, sdy_names::kShardingRule, hlo_names::kSharding, hlo_names::kLayout}) {
      extra = context().with_entry(extra, name, {});
    }
    made->set_discardable_attributes(extra);
  }
  made->set_location(from.location());
  made->set_offset(from.offset());
  for (int r = 0; r < from.num_regions(); ++r) {
    Module::ValueMap map;
    map_captured(from.region(r), from, map);
    for (const Value* argument : from.region(r).arguments()) {
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

namespace {}  // namespace

void LocalBuilder::map_captured(const Region& region, const Op& top, Module::ValueMap& map) const {
  walk(region, [&](const Op& op) {
    for (int i = 0; i < op.num_operands(); ++i) {
      const Value* value = op.operand(i);
      if (!is_inside(value, top) && captured_) map.set(value, captured_(value));
    }
  });
}

void LocalBuilder::prepare_regions(const Op& op) const {
  Module::ValueMap unused;
  for (int r = 0; r < op.num_regions(); ++r) map_captured(op.region(r), op, unused);
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
  map_captured(region, *region.parent_op(), map);
  for (int i = 0; i < region.num_arguments(); ++i) map.set(region.argument(i), arguments[i]);
  for (const Op& inner : region) {
    if (!inner.is(OpKind::kReturn)) module().clone_op(inner, *place_.region, map, place_.before);
  }
  std::vector<Value*> results;
  for (const Value* result : region.terminator()->operands()) results.push_back(map.get(result));
  return results;
}

// ---- types

Type LocalBuilder::tensor(ElementType element, std::span<const int64_t> dims) const {
  return context().tensor(element, dims);
}
Type LocalBuilder::index() const { return context().tensor(ElementType::kS64, {}); }
Type LocalBuilder::local(Type global, const Sharding& sharding) const {
  if (!is_shaped(global)) return global;
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
  return splat_bits(type, identity_bytes(type.element(), kind));
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
      std::vector<int64_t> table(n, 0);
      for (int64_t p = 0; p < order.count(); ++p) table[order.id_at(p)] = p;
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

}  // namespace partita::core::partition
