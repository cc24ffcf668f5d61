// Manual code: functions on shards, and what devices exchange in them. Groups of devices follow from axes at the end of
// the trace, and again where the mesh is known (api/late_choices.h).
#include <fmt/format.h>

#include <algorithm>

#include "api/late_choices.h"
#include "front/order.h"
#include "front/regions.h"
#include "ir/replica_groups.h"
#include "partita/shard.h"

namespace partita {
inline namespace v1 {
namespace {

using core::AttrKey;
using core::Code;
using core::ElementType;
using core::OpKind;
using core::Type;
using core::Value;
using detail::Site;
using detail::Trace;

const MeshAxis* find_axis(const std::vector<MeshAxis>& axes, std::string_view name) {
  const auto at = std::ranges::find(axes, name, &MeshAxis::name);
  return at != axes.end() ? &*at : nullptr;
}

// The shape of a shard: dimensions are divided by the manual axes among those of the sharding.
Type shard_type(Site& site, Type type, const Sharding& sharding, const std::vector<MeshAxis>& manual) {
  if (sharding.is_none() || sharding.rank() != type.rank()) {
    site.fail(Code::kShardingRank,
              fmt::format("{} has {} dimensions, its sharding {}", detail::type_text(type), type.rank(),
                          sharding.is_none() ? std::string("says nothing")
                                             : fmt::format("{} has {}", sharding.str(), sharding.rank())));
  }
  std::vector<std::int64_t> dims(type.dims().begin(), type.dims().end());
  for (int i = 0; i < type.rank(); ++i) {
    for (const std::string& name : sharding.axes(i)) {
      const MeshAxis* axis = find_axis(manual, name);
      if (axis == nullptr) continue;
      if (dims[i] % axis->size != 0) {
        site.fail(Code::kShapesDiffer, fmt::format("dimension {} of {} does not divide by {}={}; pad it before", i,
                                                   detail::type_text(type), axis->name, axis->size));
      }
      dims[i] /= axis->size;
    }
  }
  return site.tensor(type.element(), dims);
}

Type global_type(Site& site, Type type, const Sharding& sharding, const std::vector<MeshAxis>& manual) {
  std::vector<std::int64_t> dims(type.dims().begin(), type.dims().end());
  if (sharding.is_none() || sharding.rank() != type.rank()) shard_type(site, type, sharding, manual);
  for (int i = 0; i < type.rank(); ++i) {
    for (const std::string& name : sharding.axes(i)) {
      if (const MeshAxis* axis = find_axis(manual, name)) dims[i] *= axis->size;
    }
  }
  return site.tensor(type.element(), dims);
}

// One for each tensor, of which one may be for all.
const Sharding& of_tensor(Site& site, const std::vector<Sharding>& all, size_t i, size_t count, const char* what) {
  if (all.size() != count && all.size() != 1) {
    site.fail(Code::kOpArguments, fmt::format("{} has {} shardings for {} tensors", what, all.size(), count));
  }
  return all[all.size() == 1 ? 0 : i];
}

std::string sharding_list(const std::vector<const Sharding*>& all) {
  std::string out;
  for (const Sharding* sharding : all) {
    out += fmt::format("{}<@mesh, {}>", out.empty() ? "" : ", ",
                       sdy_text(detail::Access::get<detail::ShardingImpl>(*sharding).sharding));
  }
  return fmt::format("#sdy.sharding_per_value<[{}]>", out);
}

struct Axes {
  std::string list;  // "x,y"
  std::int64_t size = 1;
};

Axes manual_axes(Site& site, std::string_view text) {
  Axes out;
  const std::vector<int> manuals = site.trace().open_manuals();
  if (manuals.empty()) {
    site.fail(Code::kOutsideManual, "outside of manual code devices exchange nothing by themselves; use manual(f, …)");
  }
  while (!text.empty()) {
    std::string_view name = text.substr(0, text.find(','));
    text.remove_prefix(std::min(name.size() + 1, text.size()));
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    const MeshAxis* axis = nullptr;
    std::string known;
    for (int number : manuals) {
      const std::vector<MeshAxis>& axes = site.trace().manual(number).axes;
      if (axis == nullptr) axis = find_axis(axes, name);
      for (const MeshAxis& each : axes) known += fmt::format("{}{}", known.empty() ? "" : ", ", each.name);
    }
    if (axis == nullptr) {
      site.fail(Code::kOutsideManual, fmt::format("axis '{}' is not manual here; {} {}", name, known,
                                                  known.find(',') == std::string::npos ? "is" : "are"));
    }
    out.list += fmt::format("{}{}", out.list.empty() ? "" : ",", name);
    out.size *= axis->size;
  }
  if (out.list.empty()) site.fail(Code::kOutsideManual, "along no axis");
  return out;
}

// Placeholders: fill_groups knows the devices.
core::Attr no_groups(Site& site) { return core::ir::list_groups(site.context(), {{0}}); }

core::Op* collective(Site& site, OpKind kind, Value* value, Type result, const Axes& axes,
                     std::initializer_list<core::KeyedAttr> attrs, int regions) {
  core::Op* op = site.add_op(kind, std::span(&value, 1), std::span(&result, 1), attrs, regions);
  core::Context& context = site.context();
  op->set_attr(AttrKey::kChannelId, context.integer(1));
  op->set_attr(AttrKey::kChannelType, context.integer(1));
  op->set_discardable_attribute(detail::kAxesOfCollective, context.string(axes.list));
  return op;
}

Tensor reduced_over(const char* name, OpKind kind, const Tensor& x, std::string_view text, Where where) {
  return detail::guarded([&] {
    const Operand operand(x, where);
    Site site(name, {&operand});
    Value* value = site.value(operand);
    const Axes axes = manual_axes(site, text);
    core::Op* op = collective(
        site, OpKind::kAllReduce, value, value->type(), axes,
        {{AttrKey::kReplicaGroups, no_groups(site)}, {AttrKey::kUseGlobalDeviceIds, site.context().boolean(true)}}, 1);
    site.fill_combiner(op->region(0), kind, value->type().element());
    return site.result(op->result());
  });
}

}  // namespace

namespace detail {

std::vector<Tensor> manual_leaves(const std::vector<Tensor>& in, const ManualOptions& options, Where where,
                                  FunctionRef<std::vector<Tensor>(const std::vector<Tensor>&)> body) {
  return guarded([&] {
    Site site("manual", where);
    core::Context& context = site.context();
    const std::vector<MeshAxis> axes = options.axes.axes();
    if (axes.empty()) site.fail(Code::kOpArguments, "along no axis; give them with their sizes, {.axes = \"x=4\"}");
    std::vector<Value*> operands;
    std::vector<const Sharding*> ins, outs;
    for (size_t i = 0; i < in.size(); ++i) {
      operands.push_back(site.value(Operand(in[i], where)));
      ins.push_back(&of_tensor(site, options.in, i, in.size(), ".in"));
    }
    UnfinishedOp op(site.add_op(OpKind::kManualComputation, operands, {}, {}, 1));
    const int number = site.trace().add_manual({&op->region(0), axes, {}});
    std::vector<Value*> given;
    {
      core::Region& region = op->region(0);
      const CurrentRegion current(site.trace(), region, "manual code", where, number);
      std::vector<Tensor> shards;
      for (size_t i = 0; i < in.size(); ++i) {
        shards.push_back(site.result(region.add_argument(shard_type(site, operands[i]->type(), *ins[i], axes))));
      }
      for (const Tensor& result : body(shards)) given.push_back(site.value(Operand(result, where)));
      site.add_op(OpKind::kReturn, given, {});
      core::front::order_by_results(region);
    }
    std::vector<Type> types;
    for (size_t i = 0; i < given.size(); ++i) {
      outs.push_back(&of_tensor(site, options.out, i, given.size(), ".out"));
      types.push_back(global_type(site, given[i]->type(), *outs[i], axes));
    }
    std::string names, sizes;
    for (const MeshAxis& axis : axes) {
      names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", axis.name);
      sizes += fmt::format("{}{}={}", sizes.empty() ? "" : ",", axis.name, axis.size);
    }
    std::vector<Sharding> places;
    for (const auto& [axis, value] : site.trace().manual(number).places) {
      places.push_back(Sharding(1).split(0, {axis}));
    }
    for (const Sharding& place : places) ins.push_back(&place);
    op->set_attr(AttrKey::kInShardings, context.opaque_attr(sharding_list(ins)));
    op->set_attr(AttrKey::kOutShardings, context.opaque_attr(sharding_list(outs)));
    op->set_attr(AttrKey::kManualAxes, context.opaque_attr(fmt::format("#sdy<manual_axes{{{}}}>", names)));
    op->set_discardable_attribute(kManualSizes, context.string(sizes));
    return results_of(site, op.finish(types));
  });
}

}  // namespace detail

Tensor psum(const Tensor& x, std::string_view axes, Where where) {
  return reduced_over("psum", OpKind::kAdd, x, axes, where);
}
Tensor pmax(const Tensor& x, std::string_view axes, Where where) {
  return reduced_over("pmax", OpKind::kMaximum, x, axes, where);
}
Tensor pmin(const Tensor& x, std::string_view axes, Where where) {
  return reduced_over("pmin", OpKind::kMinimum, x, axes, where);
}
Tensor pmean(const Tensor& x, std::string_view text, Where where) {
  const Tensor total = psum(x, text, where);
  const Scope scope("", where);
  Site site("pmean", where);
  return total / static_cast<double>(manual_axes(site, text).size);
}

Tensor all_gather(const Tensor& x, std::string_view text, int dim, Where where) {
  return detail::guarded([&] {
    const Operand operand(x, where);
    Site site("all_gather", {&operand});
    Value* value = site.value(operand);
    const Axes axes = manual_axes(site, text);
    const int at = site.dim(dim, value->type().rank());
    std::vector<std::int64_t> dims(value->type().dims().begin(), value->type().dims().end());
    dims[at] *= axes.size;
    core::Op* op = collective(site, OpKind::kAllGather, value, site.tensor(value->type().element(), dims), axes,
                              {{AttrKey::kAllGatherDim, site.context().integer(at)},
                               {AttrKey::kReplicaGroups, no_groups(site)},
                               {AttrKey::kUseGlobalDeviceIds, site.context().boolean(true)}},
                              0);
    return site.result(op->result());
  });
}

Tensor reduce_scatter(const Tensor& x, std::string_view text, int dim, Where where) {
  return detail::guarded([&] {
    const Operand operand(x, where);
    Site site("reduce_scatter", {&operand});
    Value* value = site.value(operand);
    const Axes axes = manual_axes(site, text);
    const int at = site.dim(dim, value->type().rank());
    std::vector<std::int64_t> dims(value->type().dims().begin(), value->type().dims().end());
    if (dims[at] % axes.size != 0) {
      site.fail(Code::kShapesDiffer,
                fmt::format("dimension {} of {} does not divide by {}", at, x.type_text(), axes.size));
    }
    dims[at] /= axes.size;
    core::Op* op = collective(site, OpKind::kReduceScatter, value, site.tensor(value->type().element(), dims), axes,
                              {{AttrKey::kScatterDimension, site.context().integer(at)},
                               {AttrKey::kReplicaGroups, no_groups(site)},
                               {AttrKey::kUseGlobalDeviceIds, site.context().boolean(true)}},
                              1);
    site.fill_combiner(op->region(0), OpKind::kAdd, value->type().element());
    return site.result(op->result());
  });
}

Tensor all_to_all(const Tensor& x, std::string_view text, int split, int concat, Where where) {
  return detail::guarded([&] {
    const Operand operand(x, where);
    Site site("all_to_all", {&operand});
    Value* value = site.value(operand);
    const Axes axes = manual_axes(site, text);
    const int from = site.dim(split, value->type().rank()), to = site.dim(concat, value->type().rank());
    std::vector<std::int64_t> dims(value->type().dims().begin(), value->type().dims().end());
    if (dims[from] % axes.size != 0) {
      site.fail(Code::kShapesDiffer,
                fmt::format("dimension {} of {} does not divide by {}", from, x.type_text(), axes.size));
    }
    dims[from] /= axes.size;
    dims[to] *= axes.size;
    core::Op* op = collective(site, OpKind::kAllToAll, value, site.tensor(value->type().element(), dims), axes,
                              {{AttrKey::kSplitDimension, site.context().integer(from)},
                               {AttrKey::kConcatDimension, site.context().integer(to)},
                               {AttrKey::kSplitCount, site.context().integer(axes.size)},
                               {AttrKey::kReplicaGroups, no_groups(site)}},
                              0);
    return site.result(op->result());
  });
}

Tensor ppermute(const Tensor& x, std::string_view text, const std::vector<std::pair<int, int>>& pairs, Where where) {
  return detail::guarded([&] {
    const Operand operand(x, where);
    Site site("ppermute", {&operand});
    Value* value = site.value(operand);
    const Axes axes = manual_axes(site, text);
    std::vector<std::int64_t> flat;
    std::vector<int> sent(axes.size, 0), got(axes.size, 0);
    for (const auto& [from, to] : pairs) {
      if (from < 0 || to < 0 || from >= axes.size || to >= axes.size || sent[from]++ > 0 || got[to]++ > 0) {
        site.fail(Code::kOpArguments,
                  fmt::format("{} to {}: places are 0 to {}, and each sends and gets once", from, to, axes.size - 1));
      }
      flat.push_back(from);
      flat.push_back(to);
    }
    core::Op* op = collective(site, OpKind::kCollectivePermute, value, value->type(), axes,
                              {{AttrKey::kSourceTargetPairs, site.context().ints(std::vector<std::int64_t>())}}, 0);
    op->set_discardable_attribute(detail::kPairsAlongAxes, site.context().ints(flat));
    return site.result(op->result());
  });
}

Tensor axis_index(std::string_view axis, Where where) {
  return detail::guarded([&] {
    Site site("axis_index", where);
    const Axes axes = manual_axes(site, axis);
    if (axes.list.find(',') != std::string::npos) site.fail(Code::kOutsideManual, "of one axis at a time");
    for (int number : site.trace().open_manuals()) {
      Trace::Manual& manual = site.trace().manual(number);
      if (find_axis(manual.axes, axes.list) == nullptr) continue;
      for (const auto& [name, value] : manual.places) {
        if (name == axes.list) return site.result(site.reshape(value, {}));
      }
      if (number != site.trace().open_manuals()[0]) {
        site.fail(Code::kOutsideManual, "of an axis of manual code further out; ask for it there, and hand it on");
      }
      // Numbers along the axis, of which each device has its own: an argument more.
      core::Op* around = manual.body->parent_op();
      core::Builder before(around);
      core::Context& context = site.context();
      Value* all = before.value(OpKind::kIota, {}, context.tensor(ElementType::kS32, {axes.size}),
                                {{AttrKey::kIotaDimension, context.integer(0)}});
      site.trace().set_where(*all->op(), site.where());
      std::vector<Value*> operands = around->operands();
      operands.push_back(all);
      around->set_operands(operands);
      Value* mine = manual.body->add_argument(context.tensor(ElementType::kS32, {1}));
      manual.places.emplace_back(axes.list, mine);
      return site.result(site.reshape(mine, {}));
    }
    site.fail(Code::kOutsideManual, "outside of manual code");
  });
}

std::int64_t axis_size(std::string_view axis, Where where) {
  Site site("axis_size", where);
  return manual_axes(site, axis).size;
}

}  // namespace v1
}  // namespace partita
