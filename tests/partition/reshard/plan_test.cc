#include "partition/reshard/plan.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

#include "brute_force.h"
#include "simulate.h"

namespace partita::reshard {
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
      const double wanted = 4 * least->second[static_cast<size_t>(to_state)];
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
  compare({4}, halves, {8, 8, 8}, true, 1);
}

TEST(ReshardPlan, least_cost_on_2x2) {
  compare({2, 2}, whole_axes({2, 2}), {8}, true, 1);
  compare({2, 2}, whole_axes({2, 2}), {8, 8}, true, 1);
  compare({2, 2}, whole_axes({2, 2}), {8, 8, 8}, true, 1);
}

TEST(ReshardPlan, least_cost_on_2x3) {
  compare({2, 3}, whole_axes({2, 3}), {12}, true, 1);
  compare({2, 3}, whole_axes({2, 3}), {12, 12}, true, 1);
  compare({2, 3}, whole_axes({2, 3}), {12, 12, 12}, true, 1);
}

TEST(ReshardPlan, least_cost_on_2x2x2) {
  compare({2, 2, 2}, whole_axes({2, 2, 2}), {16}, true, 1);
  compare({2, 2, 2}, whole_axes({2, 2, 2}), {8, 8}, true, 7);
  compare({2, 2, 2}, whole_axes({2, 2, 2}), {8, 8, 8}, false, 29);
}

}  // namespace
}  // namespace partita::reshard
