// Manual code. JAX's rule, which is right for any body: the cotangent of a result is divided by the sizes of the manual
// axes its sharding leaves out, as all devices along these hold the same; that of an operand is summed over those its
// sharding leaves out, as all devices along these read it.
//
// The backward pass is another manual computation, which computes the forward one again as far as it needs it.
#include <algorithm>

#include "shard/spelling_sdy.h"
#include "transform/grad/backward.h"
#include "transform/grad/exchange.h"
#include "transform/grad/rules.h"

namespace partita::core::transform {
namespace {

struct NamedMesh {
  std::string name;
  MeshPtr mesh;
};

// How values go into the manual code and come out.
struct Border {
  std::vector<NamedMesh> meshes;
  MeshPtr mesh;
  std::vector<Sharding> in, out;
  AxisRefs axes;

  // Manual axes along which all devices have the same part.
  AxisRefs left_out(const Sharding& sharding) const {
    AxisRefs used = sharding.sharded_axes();
    used.insert(used.end(), sharding.unreduced_axes().begin(), sharding.unreduced_axes().end());
    return outside(axes, used);
  }
  Attr list(Context& context, const std::vector<Sharding>& shardings) const {
    return context.opaque_attr(shard::sdy_sharding_list(shardings, [&](const MeshPtr& of) {
      for (const NamedMesh& named : meshes) {
        if (same_mesh(named.mesh, of)) return named.name;
      }
      return std::string();
    }));
  }
};

Result<Border> read_border(const Op& op) {
  Border border;
  for (const MeshDeclaration& declared : op.module().meshes()) {
    PARTITA_ASSIGN(Mesh mesh, shard::parse_sdy_mesh(declared.mesh.text()));
    border.meshes.push_back({std::string(declared.name.text()), std::make_shared<const Mesh>(std::move(mesh))});
  }
  auto lookup = [&](std::string_view name) -> MeshPtr {
    for (const NamedMesh& named : border.meshes) {
      if (named.name == name) return named.mesh;
    }
    return nullptr;
  };
  auto text = [&](AttrKey key) { return op.attr(key).text(); };
  PARTITA_ASSIGN(border.in, shard::parse_sdy_sharding_per_value(text(AttrKey::kInShardings), lookup));
  PARTITA_ASSIGN(border.out, shard::parse_sdy_sharding_per_value(text(AttrKey::kOutShardings), lookup));
  PARTITA_ASSIGN(const std::vector<std::string> names, shard::parse_sdy_manual_axes(text(AttrKey::kManualAxes)));
  auto take = [&](const MeshPtr& mesh) {
    if (border.mesh == nullptr && mesh->axis_count() > 0 && manual_axes_on(*mesh, names).ok()) border.mesh = mesh;
  };
  for (const auto* list : {&border.in, &border.out}) {
    for (const Sharding& sharding : *list) take(sharding.mesh_ptr());
  }
  for (const NamedMesh& named : border.meshes) take(named.mesh);
  if (border.mesh == nullptr) border.mesh = std::make_shared<const Mesh>();
  PARTITA_ASSIGN(border.axes, manual_axes_on(*border.mesh, names));
  return border;
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

Status check(Adjoint& a, const Border& border) {
  Op& op = a.op();
  if (std::ssize(border.in) != op.num_operands() || std::ssize(border.out) != op.num_results()) {
    return a.refuse("it needs one sharding for each operand and each result");
  }
  if (has_effects(op)) {
    return a.refuse("its body has effects, and would run twice; move these out of the manual code");
  }
  for (Value* value : captured_values(op)) {
    if (a.wanted(value)) return a.refuse("its body uses a tensor from outside; make it an operand");
  }
  for (int i = 0; i < op.num_operands(); ++i) {
    if (a.wanted(i) && !border.in[i].unreduced_axes().empty()) {
      return a.refuse("an operand goes in unreduced, so that its parts are nobody's; reduce it before");
    }
  }
  for (const Sharding& sharding : border.out) {
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
  Context& context = a.context();
  PARTITA_ASSIGN(const Border border, read_border(op));
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
    const auto devices = static_cast<double>(total_size(border.left_out(border.out[i])));
    if (devices > 1) ct = b.divide(ct, b.splat(ct->type(), devices));
    inner.add(returned[i], ct);
  }
  PARTITA_CHECK_OK(inner.walk(ops));
  std::vector<Value*> found;
  for (int i : wanted) {
    Value* ct = inner.ct(region.argument(i));
    const AxisRefs axes = border.left_out(border.in[i]);
    if (ct != nullptr && total_size(axes) > 1) {
      ct = all_reduce_sum(b, std::span(&ct, 1), Exchange::along(context, *border.mesh, axes))[0];
    }
    found.push_back(ct != nullptr ? ct : b.zeros(region.argument(i)->type()));
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
    in.push_back(border.in[i]);
  }
  std::reverse(operands.begin(), operands.end());
  std::reverse(in.begin(), in.end());
  for (int i : given) {
    operands.push_back(a.ct(i));
    Sharding::Spec spec = border.out[i].spec();
    spec.unreduced.clear();
    PARTITA_ASSIGN(Sharding reduced, Sharding::make(border.out[i].mesh_ptr(), std::move(spec)));
    in.push_back(std::move(reduced));
  }
  for (int i : wanted) out.push_back(border.in[i]);
  back->set_operands(operands);
  back->set_attr(AttrKey::kInShardings, border.list(context, in));
  back->set_attr(AttrKey::kOutShardings, border.list(context, out));
  a.b() = behind;
  for (size_t k = 0; k < wanted.size(); ++k) a.add(wanted[k], back->result(static_cast<int>(k)));
  return {};
}

Status grad_manual_call(Adjoint& a) {
  return a.refuse("manual code is differentiated where it is one op; write it as sdy.manual_computation");
}

}  // namespace partita::core::transform
