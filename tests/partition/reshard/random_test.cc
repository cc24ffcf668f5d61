// Plans between random shardings, executed: any sizes, pieces of axes, orders of devices, meshes, sums on the way.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

#include "partition/reshard/plan.h"
#include "random_pairs.h"
#include "simulate.h"

namespace partita::reshard {
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

}  // namespace
}  // namespace partita::reshard
