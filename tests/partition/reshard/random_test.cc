// Plans between random shardings, executed: any sizes, pieces of axes, orders of devices, meshes, sums on the way.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

#include "../../shard/random_shardings.h"
#include "partition/reshard/plan.h"
#include "simulate.h"

namespace partita::reshard {
namespace {

using testing::Random;
using testing::simulate;

struct Options {
  int rank = 2;
  int64_t max_size = 20;
  bool unreduced = false;
};

std::vector<int64_t> random_shape(Random& random, const Options& options) {
  std::vector<int64_t> shape;
  for (int d = 0; d < options.rank; ++d) shape.push_back(random.chance(3) ? 0 : random.number(1, options.max_size));
  return shape;
}

// Pieces of all axes but those, dealt out to dimensions, to a sum, or to nothing.
Sharding random_sharding(Random& random, const MeshPtr& mesh, const AxisRefs& manual, const Options& options) {
  AxisRefs pieces;
  for (const AxisRef& ref : complement(*mesh, manual)) {
    int64_t pre = ref.pre;
    for (int64_t size : random.factors(ref.size, static_cast<int>(random.number(1, 2)))) {
      if (size > 1) pieces.push_back({ref.axis, pre, size});
      pre *= size;
    }
  }
  random.shuffle(pieces);
  Sharding::Spec spec;
  spec.manual = manual;
  spec.dims.resize(static_cast<size_t>(options.rank));
  spec.reduction = random.chance(50) ? ReductionKind::kSum : ReductionKind::kMax;
  for (const AxisRef& ref : pieces) {
    const int64_t place = random.number(0, options.rank + 1);
    if (place < options.rank) spec.dims[static_cast<size_t>(place)].axes.push_back(ref);
    if (place == options.rank && options.unreduced) spec.unreduced.push_back(ref);
  }
  return Sharding::make(mesh, std::move(spec)).value();
}

MeshPtr small_mesh(Random& random, bool any_order) {
  static const std::vector<std::vector<int64_t>> kSizes = {{2},    {4},       {6},       {8},    {2, 2}, {2, 3},
                                                           {4, 2}, {2, 2, 2}, {2, 3, 2}, {4, 4}, {6, 2}, {3, 3}};
  std::vector<MeshAxis> axes;
  int64_t count = 1;
  for (int64_t size : random.one_of(kSizes)) {
    axes.push_back({std::string(1, static_cast<char>('p' + axes.size())), size});
    count *= size;
  }
  if (!any_order) return std::make_shared<const Mesh>(Mesh::make(std::move(axes)).value());
  return std::make_shared<const Mesh>(Mesh::make(std::move(axes), random.order(count)).value());
}

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
    const Options options{static_cast<int>(random.number(0, 3)), 20, random.chance(40)};
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
  for (int round = 0; round < 800 && !HasFatalFailure(); ++round) {
    const Options options{static_cast<int>(random.number(0, 3)), 20, random.chance(30)};
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
    const Options options{static_cast<int>(random.number(0, 3)), 8, random.chance(30)};
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
