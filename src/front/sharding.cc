// Hints in traced functions. They name the mesh "mesh", which is the one that compile() is given.
#include <fmt/format.h>

#include <algorithm>

#include "front/site.h"
#include "partita/shard.h"

namespace partita {
inline namespace v1 {
namespace {

using core::AttrKey;
using core::Code;
using core::OpKind;
using core::Value;
using detail::Site;

}  // namespace

Tensor shard(const Tensor& x, const Sharding& sharding, Where where) {
  return detail::guarded([&] {
    const Operand operand(x, where);
    Site site("shard", {&operand});
    Value* value = site.value(operand);
    if (sharding.is_none()) site.fail(Code::kShardingForm, "the sharding says nothing");
    if (sharding.rank() != value->type().rank()) {
      site.fail(Code::kShardingRank,
                fmt::format("{} has {} dimensions, the sharding {} has {}", detail::type_text(value->type()),
                            value->type().rank(), sharding.str(), sharding.rank()));
    }
    const std::string text = sdy_text(detail::Access::get<detail::ShardingImpl>(sharding).sharding);
    return site.result(
        site.add(OpKind::kShardingConstraint, {value},
                 {{AttrKey::kSharding, site.context().opaque_attr(fmt::format("#sdy.sharding<@mesh, {}>", text))}}));
  });
}

Tensor mesh_split(const Tensor& x, const Mesh& mesh, const std::vector<int>& axes, const MeshSplitOptions& options,
                  Where where) {
  return detail::guarded([&] {
    const Operand operand(x, where);
    Site site("mesh_split", {&operand});
    const int rank = site.value(operand)->type().rank();
    const std::vector<MeshAxis> all = mesh.axes();
    if (std::ssize(axes) != rank) {
      site.fail(Code::kDimsMapping, fmt::format("{} numbers for {} dimensions", axes.size(), rank));
    }
    Sharding sharding(rank);
    for (int i = 0; i < rank; ++i) {
      if (axes[i] == -1) continue;
      if (axes[i] < 0 || axes[i] >= std::ssize(all)) {
        site.fail(Code::kDimsMapping,
                  fmt::format("axis {} of a mesh that has {}; -1 stands for none", axes[i], all.size()));
      }
      if (std::count(axes.begin(), axes.end(), axes[i]) > 1) {
        site.fail(Code::kAxisUsedTwice, fmt::format("axis {} divides two dimensions", axes[i]));
      }
      sharding = sharding.split(i, {all[axes[i]].name});
    }
    for (int dim : options.unspecified) sharding = sharding.open(site.dim(dim, rank));
    return shard(x, sharding, where);
  });
}

void shard_as(const Tensor& a, const Tensor& b, Where where) {
  detail::guarded([&] {
    const Operand left(a, where), right(b, where);
    Site site("shard_as", {&left, &right});
    Value* const values[] = {site.value(left), site.value(right)};
    if (values[0]->type().rank() != values[1]->type().rank()) {
      site.fail(Code::kShapesDiffer, fmt::format("{} and {} differ in rank", a.type_text(), b.type_text()));
    }
    const int group = site.trace().next_group();
    for (Value* value : values) {
      site.add_op(OpKind::kShardingGroup, std::span(&value, 1), {},
                  {{AttrKey::kGroupId, site.context().integer(group)}});
    }
  });
}

Tensor barrier(const Tensor& x, Direction allowed, Where where) {
  return detail::guarded([&] {
    const Operand operand(x, where);
    Site site("barrier", {&operand});
    const char* word = allowed == Direction::kForward    ? "FORWARD"
                       : allowed == Direction::kBackward ? "BACKWARD"
                                                         : "NONE";
    return site.result(site.add(OpKind::kPropagationBarrier, {site.value(operand)},
                                {{AttrKey::kAllowedDirection, site.context().string(word)}}));
  });
}

}  // namespace v1
}  // namespace partita
