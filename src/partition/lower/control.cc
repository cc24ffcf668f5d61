// Loops, branches and manual code. What they carry keeps one sharding; predicates are replicated, so that
// all of them take the same way and the collectives inside meet.
#include <fmt/format.h>

#include "ir/names.h"
#include "partition/choice/loop_carries.h"
#include "partition/lower/lowering_state.h"

namespace partita::core::partition {

Status LoweringState::lower_while(const Op& op) {
  const std::vector<int> kept = kept_carries(op);
  std::vector<Value*> inits;
  std::vector<const Sharding*> carried;
  std::vector<Type> types;
  for (int i : kept) {
    carried.push_back(storage_sharding(op.result(i)));
    inits.push_back(get(op.operand(i), carried.back()));
    types.push_back(inits.back()->type());
  }
  builder_.set_origin(op);
  Op* made = builder_.op(OpKind::kWhile, inits, types, op.attrs(), 2);
  made->set_name(op.name());
  const LocalBuilder::Place after = builder_.place();
  scopes_.back().place = {made->parent(), made};
  for (int r = 0; r < 2; ++r) {
    for (size_t k = 0; k < kept.size(); ++k) {
      const Value* argument = op.region(r).argument(kept[k]);
      define(argument, carried[k], made->region(r).add_argument(types[k], argument->name()));
    }
    PARTITA_CHECK_OK(lower_region(op.region(r), made->region(r)));
    const Op& ret = *op.region(r).terminator();
    if (r == 0) {
      std::vector<const Value*> predicate = {ret.operand(0)};
      lower_return(ret, predicate, std::vector<const Sharding*>{replicated(ret.operand(0))});
    } else {
      std::vector<const Value*> values;
      for (int i : kept) values.push_back(ret.operand(i));
      lower_return(ret, values, carried);
    }
  }
  builder_.set_place(after);
  for (size_t k = 0; k < kept.size(); ++k) {
    define(op.result(kept[k]), carried[k], made->result(k));
  }
  return {};
}

Status LoweringState::lower_branches(const Op& op) {
  Value* which = get(op.operand(0), replicated(op.operand(0)));
  std::vector<const Sharding*> wanted;
  std::vector<Type> types;
  for (int i = 0; i < op.num_results(); ++i) {
    wanted.push_back(storage_sharding(op.result(i)));
    Type type = op.result(i)->type();
    types.push_back(wanted.back() != nullptr ? builder_.local(type, *wanted.back()) : type);
  }
  builder_.set_origin(op);
  Op* made = builder_.op(op.kind(), std::span(&which, 1), types, op.attrs(), op.num_regions());
  made->set_name(op.name());
  const LocalBuilder::Place after = builder_.place();
  scopes_.back().place = {made->parent(), made};
  for (int r = 0; r < op.num_regions(); ++r) {
    PARTITA_CHECK_OK(lower_region(op.region(r), made->region(r)));
    const Op& ret = *op.region(r).terminator();
    lower_return(ret, ret.operands(), wanted);
  }
  builder_.set_place(after);
  for (int i = 0; i < op.num_results(); ++i) define(op.result(i), wanted[i], made->result(i));
  return {};
}

namespace {

// A sharding inside manual code as it is outside: the manual axes that the boundary's sharding has on dimensions come
// first, and what is unreduced over manual axes at the boundary stays so.
Sharding outside_of(const Sharding& inside, const Sharding& boundary) {
  Sharding::Spec spec = inside.spec();
  for (int d = 0; d < boundary.rank(); ++d) {
    AxisRefs manual = shard::inside(boundary.dim(d).axes, inside.manual_axes());
    AxisRefs& axes = spec.dims[d].axes;
    axes.insert(axes.begin(), manual.begin(), manual.end());
  }
  const AxisRefs unreduced = shard::inside(boundary.unreduced_axes(), inside.manual_axes());
  if (!unreduced.empty()) spec.reduction = boundary.reduction();
  spec.unreduced.insert(spec.unreduced.end(), unreduced.begin(), unreduced.end());
  spec.manual = boundary.manual_axes();
  Result<Sharding> made = Sharding::make(inside.mesh_ptr(), std::move(spec));
  PARTITA_INVARIANT(made.ok(), "a boundary of manual code has no sharding: " + made.error().diagnostic.message);
  return std::move(*made);
}

// How a value crosses the boundary: as it is inside, but for free axes below manual ones that do not divide their
// shards evenly. 110 over x=2 and y=2 are parts of 28, 28, 28 and 26; inside, where x is manual, 55 and 55 over y are
// 28, 27, 28 and 27.
Sharding crossing(const Sharding& inside, const Sharding& boundary, Type type_inside) {
  Sharding::Spec spec = inside.spec();
  for (int d = 0; d < boundary.rank(); ++d) {
    AxisRefs& axes = spec.dims[d].axes;
    const bool is_manual = !shard::inside(boundary.dim(d).axes, inside.manual_axes()).empty();
    if (is_manual && type_inside.dim(d) % total_size(axes) != 0) axes.clear();
  }
  Result<Sharding> made = Sharding::make(inside.mesh_ptr(), std::move(spec));
  PARTITA_INVARIANT(made.ok(), "nothing crosses into manual code: " + made.error().diagnostic.message);
  return std::move(*made);
}

// Manual code sees the padding of its shard, and may rely on zeros there.
Value* with_zeros_beyond(LocalBuilder& b, Value* local, Type global, Type type_inside, const Sharding& full) {
  for (int d = 0; d < full.rank(); ++d) {
    if (global.dim(d) == type_inside.dim(d) || !LocalBuilder::is_padded(global, full, d)) continue;
    local = b.mask_padding(local, global, full, d, b.splat(b.tensor(global.element(), {}), 0));
  }
  return local;
}

// The sharding of a value at a boundary of code that is manual on this mesh: the hint's, if there is one, since
// completion may have added axes that are manual on the other side. The boundary's own hint comes before others on the
// value: where manual code is inside of manual code, those are about the boundary around it. A value that completion
// has on another mesh is replicated here.
const Sharding* boundary_of(const Completion& completion, const Op& op, const Value* value, const Sharding* stored,
                            const MeshPtr& mesh, ShardingPool& pool) {
  const Hint* found = nullptr;
  for (const Hint& hint : completion.hints()) {
    if (hint.value != value || hint.sharding == nullptr || hint.sharding->mesh_ptr() != mesh) continue;
    if (hint.op == &op) return hint.sharding;
    if (found == nullptr && hint.place != Hint::Place::kManual) found = &hint;
  }
  if (found != nullptr) return found->sharding;
  return stored->mesh_ptr() == mesh ? stored : pool.intern(Sharding::replicated(mesh, stored->rank()));
}

}  // namespace

// The body is local already along its manual axes: it is lowered in place, along the other axes.
Status LoweringState::lower_manual(const Op& op) {
  const Region& body = op.region(0);
  std::vector<const Sharding*> left(op.num_results(), nullptr);  // shardings at the boundary, by result
  for (const Hint& hint : completion_.hints()) {
    if (hint.place != Hint::Place::kManual || hint.op != &op) continue;
    if (hint.index >= op.num_operands()) {
      left[hint.index - op.num_operands()] = hint.sharding;
      continue;
    }
    const Value* argument = body.argument(hint.index);
    if (storage_sharding(argument) == nullptr) continue;
    Sharding::Spec boundary = hint.sharding->spec();
    boundary.manual = storage_sharding(op.operand(hint.index))->manual_axes();
    Result<Sharding> made = Sharding::make(hint.sharding->mesh_ptr(), std::move(boundary));
    if (!made.ok()) return std::move(made).error();
    const Sharding* entering = pool().intern(crossing(*storage_sharding(argument), *made, argument->type()));
    const Sharding* full = pool().intern(outside_of(*entering, *made));
    Value* local = get(op.operand(hint.index), full);
    local = with_zeros_beyond(builder_, local, op.operand(hint.index)->type(), argument->type(), *full);
    define(argument, entering, local);
  }
  for (int i = 0; i < op.num_operands(); ++i) {
    if (copies_[body.argument(i)->id()].empty()) define(body.argument(i), nullptr, get(op.operand(i), nullptr));
  }
  // In place: copies of captured values may be made right here.
  const LocalBuilder::Place here = builder_.place();
  scopes_.push_back({&body, here});
  for (const Op& inner : body) {
    if (inner.is(OpKind::kReturn)) break;
    builder_.set_origin(inner);
    PARTITA_CHECK_OK(lower_op(inner));
    scopes_.back().place = builder_.place();
  }
  const Op& ret = *body.terminator();
  for (int i = 0; i < op.num_results(); ++i) {
    const Sharding* result = storage_sharding(op.result(i));
    if (result == nullptr) {
      define(op.result(i), nullptr, get(ret.operand(i), nullptr));
      continue;
    }
    // The boundary's sharding with the free axes that completion added; completion may store the result divided by
    // manual axes as well, or on another mesh.
    const Sharding* boundary = left[i] != nullptr ? left[i] : result;
    const bool same_mesh = boundary->mesh_ptr() == result->mesh_ptr();
    const AxisRefs& manual = storage_sharding(ret.operand(i))->manual_axes();
    Sharding::Spec spec, as_left = boundary->spec();
    if (same_mesh) spec = result->spec();
    spec.dims.resize(as_left.dims.size());
    for (DimSharding& dim : spec.dims) dim.axes = outside(dim.axes, manual);
    spec.unreduced = outside(spec.unreduced, manual);
    spec.manual = manual;
    Result<Sharding> inside = Sharding::make(boundary->mesh_ptr(), std::move(spec));
    if (!inside.ok()) return std::move(inside).error();
    as_left.manual = same_mesh ? result->manual_axes() : AxisRefs();
    Result<Sharding> made = Sharding::make(boundary->mesh_ptr(), std::move(as_left));
    if (!made.ok()) return std::move(made).error();
    const Sharding* leaving = pool().intern(crossing(*inside, *made, ret.operand(i)->type()));
    define(op.result(i), pool().intern(outside_of(*leaving, *made)), get(ret.operand(i), leaving));
  }
  scopes_.pop_back();
  return {};
}

// A conversion between full and shard shapes moves nothing: the same bytes under another type.
Status LoweringState::lower_conversion(const Op& op) {
  const std::string_view target = op.text_attr(AttrKey::kCallTargetName);
  const bool entering = call_targets::enters_manual_code(target);
  for (int i = 0; i < op.num_results() && i < op.num_operands(); ++i) {
    const Value* operand = op.operand(i);
    const Value* result = op.result(i);
    if (storage_sharding(result) == nullptr) {
      define(result, nullptr, get(operand, nullptr));
      continue;
    }
    if (entering) {
      const Sharding* boundary = boundary_of(completion_, op, operand, storage_sharding(operand),
                                             storage_sharding(result)->mesh_ptr(), pool());
      const Sharding* inside = pool().intern(crossing(*storage_sharding(result), *boundary, result->type()));
      const Sharding* full = pool().intern(outside_of(*inside, *boundary));
      PARTITA_CHECK_OK(check_boundary(op, operand->type(), *full, result->type(), *inside));
      Value* local = get(operand, full);
      define(result, inside, with_zeros_beyond(builder_, local, operand->type(), result->type(), *full));
      continue;
    }
    const MeshPtr& mesh = storage_sharding(operand)->mesh_ptr();
    const Sharding* boundary = boundary_of(completion_, op, result, storage_sharding(result), mesh, pool());
    const AxisRefs& manual = storage_sharding(operand)->manual_axes();
    Sharding::Spec spec = (storage_sharding(result)->mesh_ptr() == mesh ? storage_sharding(result) : boundary)->spec();
    for (DimSharding& dim : spec.dims) dim.axes = outside(dim.axes, manual);
    spec.unreduced = outside(spec.unreduced, manual);
    spec.manual = manual;
    Result<Sharding> inside = Sharding::make(mesh, std::move(spec));
    PARTITA_INVARIANT(inside.ok(), "manual code leaves in no sharding: " + inside.error().diagnostic.message);
    const Sharding* leaving = pool().intern(crossing(*inside, *boundary, operand->type()));
    const Sharding* full = pool().intern(outside_of(*leaving, *boundary));
    PARTITA_CHECK_OK(check_boundary(op, result->type(), *full, operand->type(), *leaving));
    define(result, full, get(operand, leaving));
  }
  return {};
}

Status LoweringState::check_boundary(const Op& op, Type full, const Sharding& outside, Type shard,
                                     const Sharding& inside) const {
  const Type wanted = builder_.local(full, outside), have = builder_.local(shard, inside);
  if (wanted == have) return {};
  return Error{module_.error_at_op(
      op, Code::kManualForm,
      fmt::format("{} lies as {} outside of manual code, and {} is not what a device has of it along the manual axes",
                  full.to_string(), to_string(outside), shard.to_string()))};
}

}  // namespace partita::core::partition
