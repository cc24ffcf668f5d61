// Manual code. JAX's rule, which is right for any body: the cotangent of a result is divided by the sizes of the manual
// axes its sharding leaves out, as all devices along these hold the same; that of an operand is summed over those its
// sharding leaves out, as all devices along these read it.
//
// The backward pass is another manual computation, which computes the forward one again as far as it needs it.
#include <algorithm>

#include "ir/manual_edges.h"
#include "ir/names.h"
#include "ir/replica_groups.h"
#include "shard/spelling_sdy.h"
#include "transform/grad/backward.h"
#include "transform/grad/exchange.h"
#include "transform/grad/rules.h"

namespace partita::core::transform {
namespace {

// Manual axes along which all devices have the same part.
AxisRefs left_out(const ManualEdge& edge) {
  AxisRefs used = edge.sharding.sharded_axes();
  used.insert(used.end(), edge.sharding.unreduced_axes().begin(), edge.sharding.unreduced_axes().end());
  return outside(edge.axes, used);
}

// What comes from a result: all devices that have it share it alike.
Value* shared(TensorBuilder& b, Value* ct, const ManualEdge& edge) {
  const int64_t devices = total_size(left_out(edge));
  return devices == 1 ? ct : b.divide(ct, b.splat(ct->type(), static_cast<double>(devices)));
}
// What goes to an operand: all devices that read it.
Value* summed(TensorBuilder& b, Value* ct, const ManualEdge& edge) {
  const AxisRefs axes = left_out(edge);
  if (total_size(axes) == 1) return ct;
  return all_reduce_sum(b, std::span(&ct, 1), Exchange::along(b.context(), edge.sharding.mesh(), axes))[0];
}

Attr list_of(const Module& module, const std::vector<Sharding>& shardings) {
  const NamedMeshes meshes = ir::declared_meshes(module);
  auto name_of = [&](const MeshPtr& mesh) {
    for (const auto& [name, declared] : meshes) {
      if (same_mesh(declared, mesh)) return name;
    }
    return std::string();
  };
  return module.context().opaque_attr(shard::sdy_sharding_list(shardings, name_of));
}

bool has_effects(Op& op) {
  if (op.info().has(kSideEffects) || op.bool_attr(AttrKey::kHasSideEffect)) return true;
  bool found = false;
  for (int r = 0; r < op.num_regions(); ++r) {
    walk(op.region(r), [&](const Op& inner) {
      found = found || inner.info().has(kSideEffects) || inner.bool_attr(AttrKey::kHasSideEffect);
    });
  }
  return found;
}

void erase_unused(Region& region) {
  for (Op* op = region.last(); op != nullptr;) {
    Op* previous = op->previous();
    if (!op->info().has(kTerminator) && op->is_unused()) op->erase();
    op = previous;
  }
}

Status check(Adjoint& a, const ir::ManualBorder& border) {
  Op& op = a.op();
  if (has_effects(op)) {
    return a.refuse("its body has effects, and would run twice; move these out of the manual code");
  }
  for (Value* value : captured_values(op)) {
    if (a.wanted(value)) return a.refuse("its body uses a tensor from outside; make it an operand");
  }
  for (int i = 0; i < op.num_operands(); ++i) {
    if (a.wanted(i) && !border.in[i].sharding.unreduced_axes().empty()) {
      return a.refuse("an operand goes in unreduced, so that its parts are nobody's; reduce it before");
    }
  }
  for (const auto& [sharding, axes] : border.out) {
    if (!sharding.unreduced_axes().empty() && sharding.reduction() != ReductionKind::kSum) {
      return a.refuse("a result comes out as parts of something else than a sum; reduce it in the body");
    }
  }
  return {};
}

}  // namespace

Status grad_manual_computation(Adjoint& a) {
  Op& op = a.op();
  Region& body = op.region(0);
  PARTITA_ASSIGN(const ir::ManualBorder border, ir::border_of(op, ir::declared_meshes(op.module())));
  PARTITA_CHECK_OK(check(a, border));

  std::vector<int> given, wanted;  // results that have cotangents, operands that get some
  std::vector<Type> types;
  for (int i = 0; i < op.num_results(); ++i) {
    if (a.ct(i) != nullptr && a.wanted(body.terminator()->operand(i))) given.push_back(i);
  }
  for (int i = 0; i < op.num_operands(); ++i) {
    if (!a.wanted(i)) continue;
    wanted.push_back(i);
    types.push_back(op.operand(i)->type());
  }
  Op* back =
      a.b().op(OpKind::kManualComputation, {}, types, {{AttrKey::kManualAxes, op.attr(AttrKey::kManualAxes)}}, 1);
  const TensorBuilder behind = a.b();
  a.b() = TensorBuilder(back);  // for forward values that it takes
  a.b().set_origin(op);

  Region& region = back->region(0);
  Module::ValueMap map;
  for (Value* value : captured_values(op)) map.set(value, a.use(value));
  for (Value* argument : body.arguments()) {
    Value* again = region.add_argument(argument->type(), argument->name());
    map.set(argument, again);
    if (a.wanted(argument)) a.backward().activity().mark(again);
  }
  op.module().clone_region(body, region, map);
  const std::vector<Op*> ops = ops_of(region);
  a.backward().activity().follow(ops);

  Backward inner(TensorBuilder(region), a.backward());
  SameRegion values;
  inner.set_values(values);
  inner.builder().set_origin(op);
  TensorBuilder& b = inner.builder();
  const std::vector<Value*> returned = region.terminator()->operands();
  for (int i : given) {
    Value* ct = region.add_argument(returned[i]->type());
    inner.add(returned[i], shared(b, ct, border.out[i]));
  }
  PARTITA_CHECK_OK(inner.walk(ops));
  std::vector<Value*> found;
  for (int i : wanted) {
    Value* ct = inner.ct(region.argument(i));
    found.push_back(ct != nullptr ? summed(b, ct, border.in[i]) : b.zeros(region.argument(i)->type()));
  }
  region.terminator()->set_operands(found);
  erase_unused(region);

  // Only what is still used goes in.
  std::vector<Value*> operands;
  std::vector<Sharding> in, out;
  for (int i = op.num_operands() - 1; i >= 0; --i) {
    if (!region.argument(i)->has_uses()) {
      region.erase_argument(i);
      continue;
    }
    operands.push_back(a.operand(i));
    in.push_back(border.in[i].sharding);
  }
  std::reverse(operands.begin(), operands.end());
  std::reverse(in.begin(), in.end());
  for (int i : given) {
    operands.push_back(a.ct(i));
    Sharding::Spec spec = border.out[i].sharding.spec();
    spec.unreduced.clear();
    PARTITA_ASSIGN(Sharding reduced, Sharding::make(border.out[i].sharding.mesh_ptr(), std::move(spec)));
    in.push_back(std::move(reduced));
  }
  for (int i : wanted) out.push_back(border.in[i].sharding);
  back->set_operands(operands);
  back->set_attr(AttrKey::kInShardings, list_of(op.module(), in));
  back->set_attr(AttrKey::kOutShardings, list_of(op.module(), out));
  a.b() = behind;
  for (size_t k = 0; k < wanted.size(); ++k) a.add(wanted[k], back->result(static_cast<int>(k)));
  return {};
}

// A call that enters comes back by one that leaves, and the other way round. What each value is on either side is said
// by sdy's attributes, or by the shardings of the values themselves.
Status grad_manual_call(Adjoint& a) {
  Op& op = a.op();
  Module& module = op.module();
  Context& context = a.context();
  TensorBuilder& b = a.b();
  const std::string_view target = op.text_attr(AttrKey::kCallTargetName);
  const bool entering = call_targets::enters_manual_code(target), sdy = target.starts_with(call_targets::kSdyPrefix);
  PARTITA_ASSIGN(const std::vector<ManualEdge> edges,
                 ir::edges_of_call(op, ir::declared_meshes(module), ir::device_counts(*op.function()).partitions));
  auto call = [&](Value* operand, std::string_view to, Type type, std::string_view attribute, Attr value) {
    Op* made = b.op(OpKind::kCustomCall, std::span(&operand, 1), std::span(&type, 1),
                    {{AttrKey::kCallTargetName, context.string(to)}});
    made->set_discardable_attribute(attribute, value);
    return made->result();
  };
  const std::string_view back = entering ? (sdy ? call_targets::kLocalToGlobal : call_targets::kShardToFull)
                                         : (sdy ? call_targets::kGlobalToLocal : call_targets::kFullToShard);
  for (int i = 0; i < op.num_results(); ++i) {
    if (!a.wanted(i) || a.ct(i) == nullptr) continue;
    if (!edges[i].sharding.unreduced_axes().empty()) {
      return a.refuse("a value crosses the border of manual code unreduced; reduce it before");
    }
    const Type type = op.operand(i)->type();
    Value* ct = entering ? summed(b, a.ct(i), edges[i]) : shared(b, a.ct(i), edges[i]);
    if (sdy) {
      const Attr given = op.discardable_attribute(hlo_names::kFrontendAttributes);
      Attr attrs = context.with_entry({}, sdy_names::kManualAxes, given.get(sdy_names::kManualAxes));
      attrs = context.with_entry(attrs, entering ? sdy_names::kOutShardings : sdy_names::kInShardings,
                                 context.string(list_of(module, {edges[i].sharding}).text()));
      a.add(i, call(ct, back, type, hlo_names::kFrontendAttributes, attrs));
      continue;
    }
    auto text_of = [&](const Value* value, const char* otherwise) {
      const std::optional<HloLeaf> leaf = ir::hlo_leaf(value);
      return context.string(leaf ? shard::to_text(*leaf) : otherwise);
    };
    ct = call(ct, call_targets::kSharding, ct->type(), hlo_names::kSharding,
              text_of(op.result(i), entering ? "{manual}" : "{replicated}"));
    a.add(i,
          call(ct, back, type, hlo_names::kSharding, text_of(op.operand(i), entering ? "{replicated}" : "{manual}")));
  }
  return {};
}

}  // namespace partita::core::transform
