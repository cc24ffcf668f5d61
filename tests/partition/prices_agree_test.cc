// What choosing believes that a reshard costs, what the estimate and the planner say, and what the report counts of the
// program that comes out: one price list, so the same number, for each kind of collective.
#include <gtest/gtest.h>

#include "cost/wire.h"
#include "partition/choice/labels.h"
#include "partition/reshard/emit.h"
#include "partition/reshard/estimate.h"

namespace partita::core::partition {
namespace {

struct Placed {
  Label label;
  Sharding sharding;
};

Placed placed(const MeshPtr& mesh, Label label) {
  Sharding::Spec spec;
  spec.dims.resize(2);
  const AxisRef x = whole_axis(*mesh, 0);
  if (label >= 0) spec.dims[label].axes.push_back(x);
  if (label == kUnreduced) spec.unreduced.push_back(x);
  return {label, Sharding::make(mesh, std::move(spec)).value()};
}

// Of the program that brings a value from one sharding to the other.
Price counted(const std::vector<int64_t>& shape, ElementType element, const Sharding& from, const Sharding& to,
              const reshard::Plan& plan) {
  Context context;
  Module module(context);
  const Type in = context.tensor(element, reshard::layout_of(from, shape).local_shape());
  const Type out = context.tensor(element, reshard::layout_of(to, shape).local_shape());
  Function* function = module.add_function(context.name("main"), std::vector<Type>{in}, std::vector<Type>{out});
  LocalBuilder b(*function, DeviceIds::kPartition);
  Value* result = reshard::emit(b, plan, function->argument(0));
  b.op(OpKind::kReturn, std::span(&result, 1), {});
  const Wire wire = cost::wire_of(*function, from.mesh_ptr());
  return {wire.bytes, wire.count};
}

TEST(PricesAgree, ChoosingEstimatePlanAndReport) {
  const std::vector<int64_t> shape = {240, 480};
  for (int64_t n : {2, 3, 4, 5, 6, 8, 12}) {
    const MeshPtr mesh = std::make_shared<const Mesh>(Mesh::make({{"x", n}}).value());
    for (ElementType element : {ElementType::kF32, ElementType::kBF16, ElementType::kPred, ElementType::kS4}) {
      const double whole = 240 * 480 * cost::packed_bytes(element);
      for (Label from_label : {Label{0}, Label{1}, kReplicated, kUnreduced}) {
        for (Label to_label : {Label{0}, Label{1}, kReplicated}) {
          const Placed from = placed(mesh, from_label), to = placed(mesh, to_label);
          const std::string pair = to_string(from.sharding) + " -> " + to_string(to.sharding);
          const double chosen =
              LabelPrices(whole, shard::whole_axis(*mesh, 0), CollectivePrices())(from.label, to.label);
          const Price estimated = reshard::estimate(shape, cost::packed_bits(element), from.sharding, to.sharding);
          const reshard::Plan plan =
              reshard::plan_reshard(shape, cost::packed_bits(element), from.sharding, to.sharding);
          EXPECT_DOUBLE_EQ(chosen, kDefaultWeights.of(estimated)) << pair;
          EXPECT_DOUBLE_EQ(plan.bytes, estimated.bytes) << pair;
          EXPECT_EQ(plan.launches, estimated.launches) << pair;
          const Price reported = counted(shape, element, from.sharding, to.sharding, plan);
          EXPECT_DOUBLE_EQ(reported.bytes, estimated.bytes) << pair;
          EXPECT_EQ(reported.launches, estimated.launches) << pair;
        }
      }
    }
  }
}

// Axes that share a dimension: in another order they are permuted, and finer shards are parts of the coarser ones only
// where sizes are even.
TEST(PricesAgree, OrdersOfAxesAndBoundaries) {
  const MeshPtr mesh = std::make_shared<const Mesh>(Mesh::make({{"x", 2}, {"y", 3}}).value());
  const AxisRef x = whole_axis(*mesh, 0), y = whole_axis(*mesh, 1);
  auto on = [&](AxisRefs axes) {
    Sharding::Spec spec;
    spec.dims.resize(1);
    spec.dims[0].axes = std::move(axes);
    return Sharding::make(mesh, std::move(spec)).value();
  };
  for (const auto& [from, to] :
       {std::pair(on({x, y}), on({y, x})), std::pair(on({y, x}), on({x, y})), std::pair(on({x}), on({x, y})),
        std::pair(on({y}), on({y, x})), std::pair(on({x, y}), on({x}))}) {
    const std::string pair = to_string(from) + " -> " + to_string(to);
    const std::vector<int64_t> even = {48}, uneven = {47};
    const Price estimated = reshard::estimate(even, 32, from, to);
    const reshard::Plan plan = reshard::plan_reshard(even, 32, from, to);
    EXPECT_DOUBLE_EQ(plan.bytes, estimated.bytes) << pair;
    EXPECT_EQ(plan.launches, estimated.launches) << pair;
    EXPECT_GT(reshard::estimate(uneven, 32, from, to).bytes, 0) << pair;
  }
}

// Between one device and a mesh, and between meshes of the same devices.
TEST(PricesAgree, MaximalShardingsAndTwoMeshes) {
  const std::vector<int64_t> shape = {240, 480};
  const MeshPtr mesh = std::make_shared<const Mesh>(Mesh::make({{"x", 4}}).value());
  const MeshPtr other = std::make_shared<const Mesh>(Mesh::make({{"a", 2}, {"b", 2}}).value());
  Sharding::Spec on_b;
  on_b.dims.resize(2);
  on_b.dims[1].axes = {whole_axis(*other, 0), whole_axis(*other, 1)};
  const Sharding columns = Sharding::make(other, std::move(on_b)).value();
  const Sharding rows = placed(mesh, 0).sharding, whole = placed(mesh, kReplicated).sharding;
  for (const auto& [from, to] : {std::pair(rows, Sharding::maximal(2)), std::pair(whole, Sharding::maximal(2)),
                                 std::pair(Sharding::maximal(2), rows), std::pair(Sharding::maximal(2), whole),
                                 std::pair(rows, Sharding::maximal(7)), std::pair(Sharding::maximal(7), whole),
                                 std::pair(Sharding::maximal(1), Sharding::maximal(2)), std::pair(rows, columns)}) {
    const std::string pair = to_string(from) + " -> " + to_string(to);
    const Price estimated = reshard::estimate(shape, 32, from, to);
    const reshard::Plan plan = reshard::plan_reshard(shape, 32, from, to);
    EXPECT_DOUBLE_EQ(plan.bytes, estimated.bytes) << pair;
    EXPECT_EQ(plan.launches, estimated.launches) << pair;
    EXPECT_DOUBLE_EQ(counted(shape, ElementType::kF32, from, to, plan).bytes, estimated.bytes) << pair;
  }
}

}  // namespace
}  // namespace partita::core::partition
