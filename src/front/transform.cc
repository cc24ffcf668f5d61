// Derivatives: the walk back is transform/grad's; here are the values it starts from, and the user's line.
#include "partita/transform.h"

#include <fmt/format.h>

#include "api/call_handlers.h"
#include "api/late_choices.h"
#include "api/save_policy.h"
#include "front/order.h"
#include "front/regions.h"
#include "transform/grad/activity.h"
#include "transform/grad/gradient.h"
#include "transform/grad/remat.h"

namespace partita {
inline namespace v1 {
namespace detail {
namespace {

using core::AttrKey;
using core::Code;
using core::OpKind;
using core::Type;
using core::Value;

bool is_differentiable_type(Type type) {
  return core::ir::is_float(type.element()) || core::ir::is_complex(type.element());
}

// Null where nothing depends on an input.
std::vector<Value*> cotangents_of(Site& site, const std::vector<Value*>& inputs, const std::vector<Value*>& outputs,
                                  const std::vector<Value*>& cotangents, const GradOptions& options) {
  core::Region& region = site.trace().region();
  for (const Value* input : inputs) {
    if (input->op() == nullptr || input->op()->parent() != &region) {
      site.fail(Code::kNotDifferentiable,
                "the function was called in another loop or branch than its gradient is asked for in");
    }
  }
  if (inputs.empty()) return {};
  core::front::order_by_values(region, inputs[0]->op()->previous(), outputs);
  core::Op* last = region.last();
  site.trace().set_source();
  // Rules of manual code and its collectives speak of devices: those of the axes that are known here.
  core::Module& module = site.trace().module();
  const core::MeshPtr mesh = site.trace().manual_mesh();
  if (mesh != nullptr) {
    fill_groups(module, *mesh);
    declare_mesh(module, *mesh);
  }
  const CallHandlers handlers(options.calls);
  core::GradOptions how;
  if (!options.calls.empty()) how.calls = core::driver::call_gradients(handlers);
  core::Result<std::optional<core::ElementType>> accumulate = type_of_sums(options.accumulate);
  if (!accumulate.ok()) site.fail(accumulate.error().diagnostic.code, accumulate.error().diagnostic.message);
  how.accumulate = *accumulate;
  core::Result<std::vector<Value*>> found = core::transform::append_vjp(region, inputs, outputs, cotangents, how);
  if (mesh != nullptr) {
    module.meshes().pop_back();
    name_exchanges(module, *mesh);
  }
  if (!found.ok()) {
    fail_on_the_way(site, std::move(found).error().diagnostic,
                    fmt::format("on the way from here, where {} is asked for", site.op()));
  }
  set_where_behind(site, region, last);
  return std::move(*found);
}

Value* zeros_of(Site& site, Type type) { return site.number(Operand(0, site.where()), type.element(), type.dims()); }

TreeLeaves filled(Site& site, const std::vector<Value*>& values, const std::vector<Type>& types) {
  TreeLeaves out;
  for (size_t i = 0; i < values.size(); ++i) {
    out.push_back(site.result(values[i] != nullptr ? values[i] : zeros_of(site, types[i])));
  }
  return out;
}

void check_types(Site& site, const std::vector<Value*>& given, const std::vector<Type>& wanted, const char* what) {
  if (given.size() != wanted.size()) {
    site.fail(Code::kTreesDiffer, fmt::format("{} {} for {} tensors", given.size(), what, wanted.size()));
  }
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (given[i]->type() == wanted[i]) continue;
    site.fail(Code::kTypesDiffer, fmt::format("one of the {} is {}, what it belongs to is {}", what,
                                              type_text(given[i]->type()), type_text(wanted[i])));
  }
}

}  // namespace

TreeLeaves leaves_to_differentiate(const char* op, const TreeLeaves& leaves, const std::vector<std::string>& names,
                                   Where where) {
  return guarded([&] {
    Site site(op, where);
    if (leaves.empty()) site.fail(Code::kNotDifferentiable, "the first argument has no tensors");
    TreeLeaves out;
    for (size_t i = 0; i < leaves.size(); ++i) {
      Value* value = site.value(Operand(leaves[i], where));
      if (!is_differentiable_type(value->type())) {
        site.fail(
            Code::kNotDifferentiable,
            fmt::format("{} of the first argument is {}: only floats have derivatives; make it an argument of its "
                        "own behind the first",
                        names[i].empty() ? "the tensor" : names[i], type_text(value->type())));
      }
      out.push_back(site.result(site.mark(value, core::transform::kLeaf)));
    }
    return out;
  });
}

TreeLeaves pulled_back(const char* op, const TreeLeaves& marked, const TreeLeaves& outputs,
                       const TreeLeaves& cotangents, const GradOptions& options, Where where) {
  return guarded([&] {
    Site site(op, where);
    const std::vector<Value*> in = values_of(site, marked), out = values_of(site, outputs),
                              cts = values_of(site, cotangents);
    check_types(site, cts, types_of(out), "cotangents");
    return filled(site, cotangents_of(site, in, out, cts, options), types_of(in));
  });
}

TreeLeaves gradient(const char* op, const TreeLeaves& marked, const Tensor& loss, const GradOptions& options,
                    Where where) {
  return guarded([&] {
    Site site(op, where);
    Value* value = site.value(Operand(loss, where));
    if (value->type().rank() != 0 || !core::ir::is_float(value->type().element())) {
      site.fail(Code::kNotDifferentiable, fmt::format("the loss is {}, a float scalar is wanted; sum or mean make one",
                                                      type_text(value->type())));
    }
    const std::vector<Value*> in = values_of(site, marked);
    Value* one = site.number(Operand(1, site.where()), value->type().element());
    const std::vector<Value*> found = cotangents_of(site, in, {value}, {one}, options);
    if (std::ranges::all_of(found, [](const Value* each) { return each == nullptr; })) {
      site.trace().warn(site.where(), Code::kZeroGradient,
                        fmt::format("{}: the loss does not depend on the first argument; its gradient is zero", op));
    }
    return filled(site, found, types_of(in));
  });
}

// A gradient is linear in the cotangent it is given; its own gradient is the derivative forward.
TreeLeaves pushed_forward(const TreeLeaves& marked, const TreeLeaves& outputs, const TreeLeaves& tangents,
                          const GradOptions& options, Where where) {
  return guarded([&] {
    Site site("jvp", where);
    const std::vector<Value*> in = values_of(site, marked), out = values_of(site, outputs),
                              along = values_of(site, tangents);
    check_types(site, along, types_of(in), "tangents");
    std::vector<Value*> any;
    for (const Value* each : out) any.push_back(site.mark(zeros_of(site, each->type()), core::transform::kLeaf));
    const std::vector<Value*> back = cotangents_of(site, in, out, any, options);
    std::vector<Value*> linear, directions;
    for (size_t i = 0; i < back.size(); ++i) {
      if (back[i] == nullptr) continue;
      linear.push_back(back[i]);
      directions.push_back(along[i]);
    }
    return filled(site, cotangents_of(site, any, linear, directions, options), types_of(out));
  });
}

TreeLeaves checkpointed(const TreeLeaves& in, const Save& save, Where where, LeavesToLeaves body) {
  return guarded([&] {
    Site site("checkpoint", where);
    if (policy_text(save) == "all") return body(in);  // nothing is computed again
    const std::vector<Value*> operands = values_of(site, in);
    core::Context& context = site.context();
    UnfinishedOp op(site.add_op(OpKind::kBlock, operands, {},
                                {{AttrKey::kBlockKind, context.string(core::transform::kCheckpoint)},
                                 {AttrKey::kSave, context.string(policy_text(save))}},
                                1));
    const std::vector<Value*> given =
        fill_region(site, op->region(0), "the checkpointed part", types_of(operands), body);
    if (save.predicate() != nullptr) core::transform::mark_saved(op->region(0), kept_by(save));
    return results_of(site, op.finish(types_of(given)));
  });
}

TreeLeaves with_own_gradient(const TreeLeaves& in, const std::size_t& results, Where where, LeavesToLeaves forward,
                             LeavesToLeaves backward) {
  return guarded([&] {
    Site site("custom_vjp", where);
    const std::vector<Value*> operands = values_of(site, in);
    UnfinishedOp op(site.add_op(OpKind::kBlock, operands, {},
                                {{AttrKey::kBlockKind, site.context().string(core::transform::kCustomVjp)}}, 2));
    const std::vector<Type> given =
        types_of(fill_region(site, op->region(0), "the forward part of custom_vjp", types_of(operands), forward));
    const std::vector<Type> own(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(results));
    std::vector<Type> taken(given.begin() + static_cast<std::ptrdiff_t>(results), given.end());
    taken.insert(taken.end(), own.begin(), own.end());
    const std::vector<Value*> cts =
        fill_region(site, op->region(1), "the backward part of custom_vjp", taken, backward);
    check_types(site, cts, types_of(operands), "cotangents");
    // What the backward part needs is given by the block, too; how much of it that is stands in its attribute.
    op->set_attr(AttrKey::kSave, site.context().integer(static_cast<std::int64_t>(given.size() - results)));
    TreeLeaves out = results_of(site, op.finish(given));
    out.resize(results);
    return out;
  });
}

Tensor without_gradient(const Tensor& x, Where where) {
  return guarded([&] {
    const Operand operand(x, where);
    Site site("stop_gradient", {&operand});
    return site.result(site.mark(site.value(operand), core::transform::kStopGradient));
  });
}

}  // namespace detail
}  // namespace v1
}  // namespace partita
