#include "partition/reshard/plan.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

#include "brute_force.h"
#include "simulate.h"

namespace partita::core::partition::reshard {
namespace {

using testing::BruteForce;
using testing::simulate;

MeshPtr mesh_of(const std::vector<int64_t>& sizes) {
  std::vector<MeshAxis> axes;
  for (size_t i = 0; i < sizes.size(); ++i) axes.push_back({std::string(1, static_cast<char>('x' + i)), sizes[i]});
  return std::make_shared<const Mesh>(Mesh::make(std::move(axes)).value());
}

struct Gap {
  int64_t pairs = 0;
  int64_t above = 0;
  double worst = 1;
  double sum = 0;
  std::string worst_pair;
};

// Every pair of shardings: the cost against the least there is; every `run_every`-th also executed.
void compare(const std::vector<int64_t>& sizes, AxisRefs atoms, const std::vector<int64_t>& shape, bool with_unreduced,
             int64_t run_every) {
  const MeshPtr mesh = mesh_of(sizes);
  const BruteForce all(mesh, std::move(atoms), shape, with_unreduced);
  const auto shardings = all.shardings();
  Gap gap;
  double seconds = 0;
  for (const auto& [from_state, from] : shardings) {
    std::map<size_t, std::vector<double>> distances;  // by what may become unreduced
    for (const auto& [to_state, to] : shardings) {
      const auto begin = std::chrono::steady_clock::now();
      const Plan plan = plan_reshard(shape, 32, from, to);
      seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      const size_t unreduced = all.unreduced(to_state);
      auto least = distances.find(unreduced);
      if (least == distances.end()) least = distances.emplace(unreduced, all.distances(from_state, unreduced)).first;
      const double wanted = 4 * least->second[to_state];
      ASSERT_GE(plan.bytes, wanted - 1e-6) << to_string(from) << " -> " << to_string(to) << "\n" << to_string(plan);
      const double ratio = wanted > 0 ? plan.bytes / wanted : 1;
      ++gap.pairs;
      gap.sum += ratio;
      if (plan.bytes > wanted + 1e-6) ++gap.above;
      if (ratio > gap.worst) {
        gap.worst = ratio;
        gap.worst_pair = to_string(from) + " -> " + to_string(to) + "\n" + to_string(plan);
      }
      if (gap.pairs % run_every == 0) {
        ASSERT_EQ(simulate(plan, shape, from, to), "") << to_string(from) << " -> " << to_string(to) << "\n"
                                                       << to_string(plan);
      }
    }
  }
  std::string name;
  for (int64_t size : sizes) name += (name.empty() ? "" : "x") + std::to_string(size);
  std::printf(
      "%s rank %zu%s: %lld pairs, %zu states, %.1f us per plan; above the least: %lld, at most %.4f, mean %.6f\n",
      name.c_str(), shape.size(), with_unreduced ? " unreduced" : "", static_cast<long long>(gap.pairs),
      all.state_count(), 1e6 * seconds / static_cast<double>(gap.pairs), static_cast<long long>(gap.above), gap.worst,
      gap.sum / static_cast<double>(gap.pairs));
  EXPECT_EQ(gap.above, 0) << gap.worst_pair;
}

AxisRefs whole_axes(const std::vector<int64_t>& sizes) {
  const MeshPtr mesh = mesh_of(sizes);
  AxisRefs out;
  for (int a = 0; a < mesh->axis_count(); ++a) out.push_back(whole_axis(*mesh, a));
  return out;
}

TEST(ReshardPlan, least_cost_on_2) {
  compare({2}, whole_axes({2}), {8}, true, 1);
  compare({2}, whole_axes({2}), {8, 8}, true, 1);
  compare({2}, whole_axes({2}), {8, 8, 8}, true, 1);
}

TEST(ReshardPlan, least_cost_on_4) {
  const AxisRefs halves = {{0, 1, 2}, {0, 2, 2}};
  compare({4}, halves, {8}, true, 1);
  compare({4}, halves, {8, 8}, true, 1);
  compare({4}, halves, {8, 8, 8}, true, 3);
}

TEST(ReshardPlan, least_cost_on_2x2) {
  compare({2, 2}, whole_axes({2, 2}), {8}, true, 1);
  compare({2, 2}, whole_axes({2, 2}), {8, 8}, true, 1);
  compare({2, 2}, whole_axes({2, 2}), {8, 8, 8}, true, 3);
}

TEST(ReshardPlan, least_cost_on_2x3) {
  compare({2, 3}, whole_axes({2, 3}), {12}, true, 1);
  compare({2, 3}, whole_axes({2, 3}), {12, 12}, true, 1);
  compare({2, 3}, whole_axes({2, 3}), {12, 12, 12}, true, 7);
}

TEST(ReshardPlan, least_cost_on_2x2x2) {
  compare({2, 2, 2}, whole_axes({2, 2, 2}), {16}, true, 1);
  compare({2, 2, 2}, whole_axes({2, 2, 2}), {8, 8}, true, 7);
  compare({2, 2, 2}, whole_axes({2, 2, 2}), {8, 8, 8}, true, 97);
}

// ---- Pairs by name.

// "x*y,-" on a mesh whose axes are x, y, z; "!z" behind it for unreduced axes.
Sharding sharding(const MeshPtr& mesh, const std::string& text) {
  Sharding::Spec spec;
  spec.dims.emplace_back();
  AxisRefs* into = &spec.dims.back().axes;
  for (char c : text) {
    if (c == ',') into = &spec.dims.emplace_back().axes;
    if (c == '!') into = &spec.unreduced;
    if (c >= 'x' && c <= 'z') into->push_back(whole_axis(*mesh, c - 'x'));
  }
  return Sharding::make(mesh, std::move(spec)).value();
}

// The kinds of steps that send something, and the bytes as a part of the tensor.
void expect_plan(const std::vector<int64_t>& sizes, const std::vector<int64_t>& shape, const std::string& from,
                 const std::string& to, const std::string& steps, double part) {
  const MeshPtr mesh = mesh_of(sizes);
  const Plan plan = plan_reshard(shape, 32, sharding(mesh, from), sharding(mesh, to));
  double whole = 4;
  for (int64_t n : shape) whole *= static_cast<double>(n);
  std::string kinds;
  for (const Step& step : plan.steps) {
    if (step.launches > 0) kinds += (kinds.empty() ? "" : " ") + std::string(step_name(step.kind));
  }
  EXPECT_EQ(kinds, steps) << from << " -> " << to << "\n" << to_string(plan);
  EXPECT_NEAR(plan.bytes / whole, part, 5e-4) << from << " -> " << to << "\n" << to_string(plan);
  EXPECT_EQ(simulate(plan, shape, sharding(mesh, from), sharding(mesh, to)), "");
  const auto [in, out] = std::pair(layout_of(sharding(mesh, from), shape), layout_of(sharding(mesh, to), shape));
  double larger = 0;
  for (const Layout& layout : {in, out}) {
    double bytes = 4;
    for (int64_t n : layout.local_shape()) bytes *= static_cast<double>(n);
    larger = std::max(larger, bytes);
  }
  EXPECT_LE(plan.peak_bytes, larger) << from << " -> " << to;
}

TEST(ReshardPlan, no_step_through_full_replication) {
  const std::vector<int64_t> cube = {48, 48, 48};
  expect_plan({4, 2}, cube, "y,-,x", "-,xy,-", "all-to-all", 7. / 64);
  expect_plan({2, 2, 2}, cube, "x,y,z", "xyz,-,-", "all-to-all", .09375);
  expect_plan({2, 2, 2}, cube, "xyz,-,-", "x,y,z", "all-to-all", .09375);
  expect_plan({2, 2, 2}, cube, "x,y,z", "y,z,x", "permute", .125);
  expect_plan({2, 3, 2}, cube, "x,y,z", "y,z,x", "all-to-all all-to-all all-to-all", .1736);
  expect_plan({2, 2}, {48}, "xy", "yx", "permute", .25);
  expect_plan({2, 3}, {48}, "xy", "yx", "permute", 1. / 6);
  expect_plan({2, 2}, {48, 48}, "xy,-", "x,y", "all-to-all", .125);
  expect_plan({2, 2}, {48, 48}, "x,y", "y,x", "permute", .25);
  expect_plan({2, 2}, {48, 48}, "xy,-", "y,x", "all-to-all all-to-all", .25);
  expect_plan({2, 3}, {48}, "x", "y", "permute all-gather", 1. / 3);
  expect_plan({4, 6}, {48}, "x", "y", "permute all-gather", 1. / 6);
  expect_plan({2, 2, 2}, {48, 48}, "x,-", "y,-", "permute", .5);
  expect_plan({2, 2, 2}, cube, "x,-,-", "-,y,-", "all-gather", .25);
  expect_plan({8, 8}, {64, 64}, "x,-", "y,x", "permute", 1. / 64);
  expect_plan({2, 2}, {48, 48}, "-,y", "yx,-", "all-to-all", .125);
  expect_plan({2, 2, 2}, {48, 48}, "xyz,-", "z,y", "all-to-all all-to-all all-gather", .28125);
  // Two are parked at once.
  expect_plan({2, 3, 2}, {48, 48}, "y,zx", "z,yx", "all-to-all all-to-all all-to-all", 1600. / 9216);
}

TEST(ReshardPlan, sums_are_reduced_where_they_are_small) {
  expect_plan({2}, {8, 8}, "-,-!x", "-,x", "reduce-scatter", .5);
  expect_plan({2, 2}, {8}, "-!xy", "y", "reduce-scatter all-reduce", 1);
  expect_plan({2, 2}, {8}, "-!xy", "-!y", "all-reduce", 1);
  expect_plan({2, 2}, {8, 8}, "y,-!x", "-,y", "reduce-scatter all-to-all all-gather", .625);
  expect_plan({4, 4}, {16, 16}, "-,-!xy", "x,y", "reduce-scatter", 15. / 16);
  expect_plan({4}, {16}, "-", "-!x", "", 0);
  expect_plan({4}, {16}, "x", "-!x", "", 0);
  // One that is idle takes the place of one that is not.
  expect_plan({2, 2, 2}, {48}, "yz", "z!x", "permute", .25);
}

TEST(ReshardPlan, uneven_boundaries_move) {
  expect_plan({2, 2}, {10}, "xy", "x", "re-tile all-gather", .4);
  expect_plan({2, 2}, {10}, "x", "xy", "re-tile", .1);
  // What is at its place, but in other tiles, may be gathered and cut anew: 8 bytes, and 12 if it is re-tiled.
  const MeshPtr mesh = mesh_of({2, 2, 2});
  const Plan plan = plan_reshard(std::vector<int64_t>{10}, 32, sharding(mesh, "xyz"), sharding(mesh, "x!yz"));
  EXPECT_EQ(plan.bytes, 8) << to_string(plan);
}

TEST(ReshardPlan, nothing_to_do) {
  expect_plan({2, 2}, {8, 8}, "x,y", "x,y", "", 0);
  expect_plan({2, 2}, {8, 8}, "-,-", "xy,-", "", 0);
  expect_plan({1, 2}, {8, 8}, "x,y", "-,yx", "", 0);
  // A 4x2 mesh and the same devices as 2x4 in another order: b is x.
  const MeshPtr other = std::make_shared<const Mesh>(
      Mesh::make({{"a", 2}, {"b", 4}}, DeviceOrder::listed({0, 2, 4, 6, 1, 3, 5, 7}).value()).value());
  const Sharding from = sharding(mesh_of({4, 2}), "x");
  const Sharding to =
      Sharding::make(other, {{{{whole_axis(*other, 1)}, false, {}}}, {}, {}, ReductionKind::kSum, {}}).value();
  EXPECT_TRUE(plan_reshard(std::vector<int64_t>{16}, 32, from, to).steps.empty());
}

TEST(ReshardPlan, slow_links_are_spared) {
  // x is eight times slower; z is idle. Sliced along z, moved, gathered along z: 1.375 against 4 for the permute.
  const MeshPtr mesh = mesh_of({2, 2, 4});
  MeshCosts costs;
  costs.axes = {{0, 8}, {0, 8}, {0, 1}};
  const std::vector<int64_t> shape = {64, 64};
  const Plan plan = plan_reshard(shape, 8, sharding(mesh, "x,-"), sharding(mesh, "y,-"), costs);
  EXPECT_NEAR(plan.cost / (64 * 64), 1.375, .01) << to_string(plan);
  // Wherever the fast one stands among them.
  costs.axes = {{0, 8}, {0, 1}, {0, 8}};
  const Plan turned =
      plan_reshard(shape, 8, sharding(mesh_of({2, 4, 2}), "x,-"), sharding(mesh_of({2, 4, 2}), "z,-"), costs);
  EXPECT_NEAR(turned.cost / (64 * 64), 1.375, .01) << to_string(turned);
  // A launch costs as much as a megabyte: small tensors are gathered.
  costs.axes = {{1e6, 1}, {1e6, 1}, {1e6, 1}};
  EXPECT_EQ(plan_reshard(shape, 8, sharding(mesh, "xy,-"), sharding(mesh, "y,x"), costs).launches, 1);
}

// The number of devices does not matter, nor do axes that are not used.
TEST(ReshardPlan, costs_nothing_per_device) {
  const std::vector<int64_t> shape = {1 << 16, 1 << 16};
  for (int64_t size : {int64_t{4}, int64_t{1024}}) {
    const MeshPtr mesh = mesh_of({16, size, 4});
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 100; ++i) plan_reshard(shape, 32, sharding(mesh, "xy,z"), sharding(mesh, "yz,x"));
    const double us = 1e4 * std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::printf("%lld devices: %.1f us\n", static_cast<long long>(mesh->device_count()), us);
    EXPECT_LT(us, 20'000);
  }
}

TEST(ReshardPlan, remembered) {
  const MeshPtr mesh = mesh_of({4, 2});
  Planner planner;
  const std::vector<int64_t> shape = {64, 64};
  const Plan& first = planner.plan(shape, 32, sharding(mesh, "x,y"), sharding(mesh, "y,x"));
  EXPECT_EQ(&first, &planner.plan(shape, 32, sharding(mesh_of({4, 2}), "x,y"), sharding(mesh, "y,x")));
  EXPECT_NE(&first, &planner.plan(shape, 16, sharding(mesh, "x,y"), sharding(mesh, "y,x")));
  EXPECT_EQ(planner.wire_bytes(shape, 32, sharding(mesh, "x,y"), sharding(mesh, "y,x")), first.bytes);
  struct Common {
    const char *from, *to;
  };
  for (const Common& pair : {Common{"x,y", "x,y"},
                             {"-,-", "x,y"},
                             {"x,y", "-,-"},
                             {"x,y", "x,-"},
                             {"x,-", "-,x"},
                             {"xy,-", "x,y"},
                             {"-,-!x", "x,-"},
                             {"-,-!x", "-,-"},
                             {"y,-!x", "y,-"},
                             {"y,-!x", "y,x"}}) {
    const Sharding from = sharding(mesh, pair.from);
    const Sharding to = sharding(mesh, pair.to);
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 1000; ++i) plan_reshard(shape, 32, from, to);
    const auto middle = std::chrono::steady_clock::now();
    for (int i = 0; i < 1000; ++i) planner.wire_bytes(shape, 32, from, to);
    const auto end = std::chrono::steady_clock::now();
    std::printf("%s -> %s: %.2f us planned, %.3f us remembered\n", pair.from, pair.to,
                1e3 * std::chrono::duration<double>(middle - begin).count(),
                1e3 * std::chrono::duration<double>(end - middle).count());
  }
}

}  // namespace
}  // namespace partita::core::partition::reshard
