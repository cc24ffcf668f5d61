// Plans between random shardings, executed: any sizes, pieces of axes, orders of devices, meshes, sums on the way.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

#include "partition/reshard/plan.h"
#include "random_pairs.h"
#include "simulate.h"

namespace partita::core::partition::reshard {
namespace {

using testing::PairOptions;
using testing::Random;
using testing::random_shape;
using testing::random_sharding;
using testing::simulate;
using testing::small_mesh;

struct Totals {
  int64_t plans = 0;
  int64_t exhausted = 0;
  double bytes = 0;
  double seconds = 0;
  double slowest = 0;

  void print(const char* what) const {
    std::printf("%s: %lld plans, %.1f us each, at most %.0f us, %lld cut short\n", what, static_cast<long long>(plans),
                1e6 * seconds / static_cast<double>(plans), 1e6 * slowest, static_cast<long long>(exhausted));
  }
};

void run(const std::vector<int64_t>& shape, const Sharding& from, const Sharding& to, Totals& totals) {
  const auto begin = std::chrono::steady_clock::now();
  const Plan plan = plan_reshard(shape, 32, from, to);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  totals.seconds += seconds;
  totals.slowest = std::max(totals.slowest, seconds);
  totals.exhausted += plan.exhausted;
  totals.bytes += plan.bytes;
  ++totals.plans;
  std::string sizes;
  for (int64_t n : shape) sizes += std::to_string(n) + " ";
  ASSERT_EQ(simulate(plan, shape, from, to), "") << sizes << to_string(from) << " -> " << to_string(to) << "\n"
                                                 << to_string(plan);
}

TEST(ReshardRandom, one_mesh) {
  Random random(7);
  Totals totals;
  for (int round = 0; round < 1500 && !HasFatalFailure(); ++round) {
    const PairOptions options{static_cast<int>(random.number(0, 3)), 20, random.chance(40)};
    const MeshPtr mesh = small_mesh(random, false);
    AxisRefs manual;
    if (random.chance(15)) manual.push_back(whole_axis(*mesh, 0));
    const Sharding from = random_sharding(random, mesh, manual, options);
    const Sharding to = random_sharding(random, mesh, manual, options);
    run(random_shape(random, options), from, to, totals);
  }
  totals.print("one mesh");
}

TEST(ReshardRandom, two_meshes) {
  Random random(8);
  Totals totals;
  for (int round = 0; round < 400 && !HasFatalFailure(); ++round) {
    const PairOptions options{static_cast<int>(random.number(0, 3)), 20, random.chance(30)};
    const Sharding from = random_sharding(random, small_mesh(random, true), {}, options);
    const Sharding to = random_sharding(random, small_mesh(random, true), {}, options);
    run(random_shape(random, options), from, to, totals);
  }
  totals.print("two meshes");
}

TEST(ReshardRandom, one_device) {
  Random random(9);
  Totals totals;
  for (int round = 0; round < 200 && !HasFatalFailure(); ++round) {
    const PairOptions options{static_cast<int>(random.number(0, 3)), 8, random.chance(30)};
    const Sharding spread = random_sharding(random, small_mesh(random, true), {}, options);
    const Sharding one = Sharding::maximal(random.number(0, 9));
    const std::vector<int64_t> shape = random_shape(random, options);
    run(shape, spread, one, totals);
    run(shape, one, spread, totals);
    run(shape, one, Sharding::maximal(random.number(0, 9)), totals);
  }
}

// What the device that lacks most of its target lacks: no plan can send less.
double least_bytes(const std::vector<int64_t>& shape, const Sharding& from, const Sharding& to) {
  double most = 0;
  for (int64_t position = 0; position < from.mesh().device_count(); ++position) {
    const auto at = *from.mesh().coordinates(from.mesh().order().id_at(position));
    const std::vector<DimSlice> has = from.slices(shape, at);
    const std::vector<DimSlice> wants = to.slices(shape, at);
    double all = 4;
    double both = 4;
    for (size_t d = 0; d < shape.size(); ++d) {
      const int64_t begin = std::max(has[d].offset, wants[d].offset);
      const int64_t end = std::min(has[d].offset + has[d].size, wants[d].offset + wants[d].size);
      all *= static_cast<double>(wants[d].size);
      both *= static_cast<double>(std::max<int64_t>(end - begin, 0));
    }
    most = std::max(most, all - both);
  }
  return most;
}

double gathered_bytes(const std::vector<int64_t>& shape, const Sharding& from) {
  double shard = 4;
  double devices = 1;
  for (int64_t n : from.local_shape(shape)) shard *= static_cast<double>(n);
  for (int d = 0; d < from.rank(); ++d) devices *= static_cast<double>(from.shard_count(d));
  return shard * (devices - 1);
}

TEST(ReshardRandom, uneven_between_what_is_needed_and_gathering_all) {
  Random random(10);
  double bytes = 0;
  double least = 0;
  double gathered = 0;
  int shortcuts = 0;
  int pairs = 0;
  for (; pairs < 1500; ++pairs) {
    const PairOptions options{static_cast<int>(random.number(1, 3)), 0, false};
    const MeshPtr mesh = small_mesh(random, false);
    std::vector<int64_t> shape;
    for (int d = 0; d < options.rank; ++d) shape.push_back(random.number(10, 300));
    std::vector<Sharding> through;
    for (int i = 0; i < 3; ++i) through.push_back(random_sharding(random, mesh, {}, options));
    const Plan plan = plan_reshard(shape, 32, through[0], through[2]);
    const double needed = least_bytes(shape, through[0], through[2]);
    const double all = gathered_bytes(shape, through[0]);
    ASSERT_GE(plan.bytes, needed - .5) << to_string(plan);
    ASSERT_LE(plan.bytes, all + .5) << to_string(plan);
    const double detour =
        plan_reshard(shape, 32, through[0], through[1]).bytes + plan_reshard(shape, 32, through[1], through[2]).bytes;
    shortcuts += detour < .999 * plan.bytes;
    // Each pair weighs the same.
    bytes += all > 0 ? plan.bytes / all : 0;
    least += all > 0 ? needed / all : 0;
    gathered += all > 0;
  }
  std::printf("uneven: %.3f of gathering all, %.3f are needed; a way through a third sharding is shorter in %d of %d\n",
              bytes / gathered, least / gathered, shortcuts, pairs);
  EXPECT_LT(shortcuts, pairs / 20);
}

}  // namespace
}  // namespace partita::core::partition::reshard
