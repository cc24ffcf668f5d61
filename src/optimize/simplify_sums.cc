// Sums over devices.
#include <vector>

#include "ir/boundary_names.h"
#include "ir/builder.h"
#include "ir/names.h"
#include "ir/numeric/float_formats.h"
#include "optimize/collective.h"
#include "optimize/effects.h"
#include "optimize/simplify.h"
#include "shard/spelling_sdy.h"

namespace partita::core::optimize {

bool Simplifier::is_same_in_groups(const Value* value, const Op& collective) const {
  std::vector<const Value*> pending = {value};
  for (int looked_at = 0; !pending.empty(); ++looked_at) {
    const Value* at = pending.back();
    const Op* op = at->op();
    pending.pop_back();
    // What loops carry is not followed, and nothing far.
    if (looked_at > 64) return false;
    if (op == nullptr) {
      if (is_same_argument(at, collective)) continue;
      return false;
    }
    switch (op->kind()) {
      case OpKind::kAllReduce:
      case OpKind::kAllGather:
        if (same_groups(*op, collective)) continue;
        return false;
      case OpKind::kPartitionId:
      case OpKind::kReplicaId: return false;
      default: break;
    }
    if (!is_pure(*op) || op->info().has(kCollective) || op->num_regions() > 0) return false;
    for (int i = 0; i < op->num_operands(); ++i) pending.push_back(op->operand(i));
  }
  return true;
}

// Arguments of the program say how they are sharded: devices that differ only along other axes have the same.
bool Simplifier::is_same_argument(const Value* argument, const Op& collective) const {
  const Function& entry = *module_.entry();
  if (argument->region() != &entry.body() || !numbers_ || !numbers_->names(collective)) return false;
  const Attr attrs = entry.argument_attrs(argument->index());
  const Attr frontend = attrs ? attrs.get(ir::hlo_names::kFrontendAttributes) : Attr();
  const Attr text = frontend.is(AttrKind::kDict) ? frontend.get(ir::boundary_names::kSharding) : Attr();
  if (!text.is(AttrKind::kString)) return false;
  const Result<Sharding> sharding =
      shard::parse_sdy_sharding(text.text(), [](std::string_view) -> MeshPtr { return nullptr; });
  if (!sharding.ok() || sharding->is_maximal() || !sharding->unreduced_axes().empty()) return false;
  const Mesh& mesh = sharding->mesh();
  if (!mesh.order().is_iota() || mesh.device_count() != numbers_->devices) return false;
  const Attr groups = collective.attr(AttrKey::kReplicaGroups);
  for (const AxisRef& axis : sharding->sharded_axes()) {
    const std::optional<DeviceIndex> above = DeviceIndex::of_id(numbers_->devices).divided(ref_stride(mesh, axis));
    const std::optional<DeviceIndex> digit = above ? above->remainder(axis.size) : std::nullopt;
    if (!digit || !optimize::is_same_in_groups(*digit, groups, *numbers_)) return false;
  }
  return true;
}

namespace {

// The float that all elements of a constant are.
std::optional<double> number_everywhere(const Value* value) {
  const Op* op = value->op();
  while (op != nullptr && op->is(OpKind::kBroadcastInDim)) op = op->operand(0)->op();
  if (op == nullptr || !op->is(OpKind::kConstant)) return std::nullopt;
  const Literal& literal = op->attr(AttrKey::kValue).literal();
  if (!literal.splat && literal.type.num_elements() != 1) return std::nullopt;
  double number = 0;
  ir::decode(literal.type.element(), literal.data->data(), &number, 1);
  return number;
}

}  // namespace

// What the gradient of manual code makes: a cotangent is divided among the devices that have the same, and summed
// again.
Value* Simplifier::undivided(Value* value, int64_t n, Op& before) const {
  Op* op = value->op();
  if (op == nullptr) return nullptr;
  switch (op->kind()) {
    case OpKind::kDivide: return number_everywhere(op->operand(1)) == static_cast<double>(n) ? op->operand(0) : nullptr;
    case OpKind::kMultiply:
      for (int i : {0, 1}) {
        // Exact for powers of two alone.
        if ((n & (n - 1)) == 0 && number_everywhere(op->operand(i)) == 1.0 / static_cast<double>(n)) {
          return op->operand(1 - i);
        }
      }
      return nullptr;
    case OpKind::kNegate:
    case OpKind::kReshape:
    case OpKind::kTranspose:
    case OpKind::kReverse:
    case OpKind::kSlice:
    case OpKind::kBroadcastInDim: {
      Value* moved = undivided(op->operand(0), n, before);
      return moved != nullptr ? Builder(&before).like(*op, std::span(&moved, 1))->result() : nullptr;
    }
    default: return nullptr;
  }
}

// The sum of n times the same is n times it; the greatest of the same is the same.
Value* Simplifier::sum_of_same(Op& reduce) {
  const std::optional<int64_t> members = group_size(reduce);
  const std::optional<OpKind> reducer = reducer_of(reduce);
  if (reduce.num_results() != 1 || !members || !reducer) return nullptr;
  Value* x = reduce.operand(0);
  if (x->type() != reduce.result()->type()) return nullptr;
  const ElementType element = x->type().element();
  const bool numbers = is_integer(element) || is_float(element);
  switch (*reducer) {
    case OpKind::kMaximum:
    case OpKind::kMinimum:
    case OpKind::kAnd:
    case OpKind::kOr: break;
    case OpKind::kAdd:
      if (numbers) break;
      [[fallthrough]];
    default: return nullptr;
  }
  if (!is_same_in_groups(x, reduce)) return nullptr;
  if (*reducer != OpKind::kAdd) {
    replace_result(reduce, x);
    return x;
  }
  if (is_float(element)) {
    if (Value* whole = undivided(x, *members, reduce)) {
      replace_result(reduce, whole);
      return whole;
    }
  }
  Builder b(&reduce);
  // As an integer of 64 bits, which is exact, and then as what is added.
  Value* count = b.scalar(ElementType::kS64, static_cast<double>(*members));
  count = b.value(OpKind::kConvert, {count}, context().tensor(element, {}));
  Value* factor =
      b.value(OpKind::kBroadcastInDim, {count}, x->type(), {{AttrKey::kBroadcastDimensions, context().ints({})}});
  Value* product = b.value(OpKind::kMultiply, {x, factor}, x->type());
  replace_result(reduce, product);
  return product;
}

// Two sums are added before they are sent.
Value* Simplifier::added_sums(Op& add) {
  Op *a = add.operand(0)->op(), *b = add.operand(1)->op();
  if (a == nullptr || b == nullptr || a == b || a->kind() != b->kind()) return nullptr;
  if (!a->is(OpKind::kAllReduce) && !a->is(OpKind::kReduceScatter)) return nullptr;
  for (const Op* sum : {a, b}) {
    if (sum->num_results() != 1 || !sum->result()->has_one_use() || sum->parent() != add.parent()) return nullptr;
    if (reducer_of(*sum) != OpKind::kAdd) return nullptr;
  }
  if (!same_groups(*a, *b) || a->attr(AttrKey::kScatterDimension) != b->attr(AttrKey::kScatterDimension))
    return nullptr;
  Value *x = a->operand(0), *y = b->operand(0);
  if (x->type() != y->type() || x->type().element() != add.result()->type().element()) return nullptr;
  Value* local = Builder(&add).value(add.kind(), {x, y}, x->type());
  const KeyedAttr scatter[] = {{AttrKey::kScatterDimension, a->attr(AttrKey::kScatterDimension)}};
  const bool scatters = a->is(OpKind::kReduceScatter);
  Op* made = make_collective(*a, a->kind(), {&local, 1}, std::vector{add.result()->type()},
                             scatters ? std::span<const KeyedAttr>(scatter) : std::span<const KeyedAttr>(), &add);
  replace_result(add, made->result());
  return made->result();
}

}  // namespace partita::core::optimize
