// Plans as programs: run on all devices at once by the evaluator, and their collectives counted.
#include "partition/reshard/emit.h"

#include <gtest/gtest.h>

#include "../../shard/random_shardings.h"
#include "cost/wire.h"
#include "eval/evaluate.h"
#include "ir/verify.h"
#include "random_pairs.h"
#include "simulate.h"

namespace partita::core::partition::reshard {
namespace {

using testing::Random;
using testing::simulation::Array;
using testing::simulation::Simulation;

constexpr int64_t kGarbage = -123456789;

// Groups name devices 0 to n-1, so these must be the mesh's.
MeshPtr mesh_without_gaps(Random& random, bool any_order) {
  for (;;) {
    MeshPtr mesh = testing::small_mesh(random, any_order);
    const std::vector<int64_t> ids = mesh->order().to_list();
    if (*std::max_element(ids.begin(), ids.end()) < mesh->device_count()) return mesh;
  }
}

void run(const std::vector<int64_t>& shape, const Sharding& from, const Sharding& to, DeviceIds ids) {
  const Plan plan = plan_reshard(shape, 32, from, to);
  std::string text = to_string(from) + " -> " + to_string(to) + "\n" + to_string(plan);
  for (int64_t n : shape) text = std::to_string(n) + " " + text;

  Context context;
  Module module(context);
  const Type in = context.tensor(ElementType::kS32, layout_of(from, shape).local_shape());
  const Type out = context.tensor(ElementType::kS32, layout_of(to, shape).local_shape());
  Function* function = module.add_function(context.name("main"), std::vector<Type>{in}, std::vector<Type>{out});
  LocalBuilder b(*function, ids);
  Value* result = emit(b, plan, function->argument(0));
  ASSERT_EQ(result->type(), out) << text;
  b.op(OpKind::kReturn, std::span(&result, 1), {});
  Diagnostics diagnostics;
  verify(module, diagnostics);
  ASSERT_EQ(diagnostics.error_count(), 0u) << text << diagnostics.render_all();

  EXPECT_NEAR(cost::wire_of(*function, nullptr).bytes, plan.bytes, .5) << text;

  Simulation simulation(shape, from, to);
  int64_t devices = 0;
  for (const Mesh* mesh : {&from.mesh(), &to.mesh()}) {
    for (int64_t position = 0; position < mesh->device_count(); ++position) {
      devices = std::max(devices, mesh->order().id_at(position) + 1);
    }
  }
  std::vector<std::vector<Tensor>> inputs;
  for (int64_t device = 0; device < devices; ++device) {
    Tensor tensor = Tensor::make(in);
    const auto found = simulation.arrays().find(device);
    for (size_t i = 0; i < static_cast<size_t>(tensor.size()); ++i) {
      const int64_t value = found == simulation.arrays().end() ? kGarbage : found->second[i];
      tensor.as_mutable<int32_t>()[i] = static_cast<int32_t>(value);
    }
    inputs.push_back({std::move(tensor)});
  }
  const bool partitions = ids == DeviceIds::kPartition;
  auto results = evaluate_on_grid(module, *function, partitions ? 1 : devices, partitions ? devices : 1,
                                  std::move(inputs), {}, diagnostics);
  ASSERT_TRUE(results.ok()) << text << results.error().diagnostic.message;
  std::map<int64_t, Array> arrays;
  for (int64_t device = 0; device < devices; ++device) {
    const std::span<const int32_t> values = (*results)[device][0].as<int32_t>();
    arrays[device] = {values.begin(), values.end()};
  }
  ASSERT_EQ(simulation.check(std::move(arrays)), "") << text;
}

TEST(ReshardEmit, one_mesh) {
  Random random(17);
  for (int round = 0; round < 500 && !HasFatalFailure(); ++round) {
    const testing::PairOptions options{static_cast<int>(random.number(0, 3)), 20, random.chance(40)};
    const MeshPtr mesh = mesh_without_gaps(random, random.chance(50));
    AxisRefs manual;
    if (random.chance(15)) manual.push_back(whole_axis(*mesh, 0));
    const Sharding from = testing::random_sharding(random, mesh, manual, options);
    const Sharding to = testing::random_sharding(random, mesh, manual, options);
    run(testing::random_shape(random, options), from, to,
        random.chance(20) ? DeviceIds::kReplica : DeviceIds::kPartition);
  }
}

TEST(ReshardEmit, two_meshes) {
  Random random(18);
  for (int round = 0; round < 200 && !HasFatalFailure(); ++round) {
    const testing::PairOptions options{static_cast<int>(random.number(0, 3)), 20, random.chance(30)};
    const Sharding from = testing::random_sharding(random, mesh_without_gaps(random, true), {}, options);
    const Sharding to = testing::random_sharding(random, mesh_without_gaps(random, true), {}, options);
    run(testing::random_shape(random, options), from, to, DeviceIds::kPartition);
  }
}

TEST(ReshardEmit, one_device) {
  Random random(19);
  for (int round = 0; round < 40 && !HasFatalFailure(); ++round) {
    const testing::PairOptions options{static_cast<int>(random.number(0, 3)), 8, random.chance(30)};
    const Sharding spread = testing::random_sharding(random, mesh_without_gaps(random, true), {}, options);
    const Sharding one = Sharding::maximal(random.number(0, 9));
    const std::vector<int64_t> shape = testing::random_shape(random, options);
    run(shape, spread, one, DeviceIds::kPartition);
    run(shape, one, spread, DeviceIds::kPartition);
    run(shape, one, Sharding::maximal(random.number(0, 9)), DeviceIds::kPartition);
  }
}

}  // namespace
}  // namespace partita::core::partition::reshard
