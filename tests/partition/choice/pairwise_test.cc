// The minimiser against trying everything.
#include "partition/choice/pairwise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace partita::core::partition {
namespace {

struct Sample {
  PairwiseProblem problem;
  std::vector<int> widths;
};

Sample random_problem(std::mt19937& random, int nodes, double density) {
  Sample sample;
  for (int i = 0; i < nodes; ++i) {
    std::vector<double> costs(1 + random() % 4);
    for (double& c : costs) c = static_cast<double>(random() % 100);
    sample.problem.add_node(costs);
    sample.widths.push_back(std::ssize(costs));
  }
  for (int i = 0; i < nodes; ++i) {
    for (int j = 0; j < nodes; ++j) {
      if (i == j || static_cast<double>(random() % 1000) >= 1000 * density) continue;
      for (double& c : sample.problem.add_edge(i, j)) c = static_cast<double>(random() % 100);
    }
  }
  return sample;
}

double solved(const Sample& sample, const std::vector<int>& start) {
  return sample.problem.cost(sample.problem.minimise(start));
}

double least_of_all(const Sample& sample) {
  std::vector<int> labels(sample.widths.size(), 0);
  double least = sample.problem.cost(labels);
  while (true) {
    size_t i = 0;
    while (i < labels.size() && ++labels[i] == sample.widths[i]) labels[i++] = 0;
    if (i == labels.size()) return least;
    least = std::min(least, sample.problem.cost(labels));
  }
}

TEST(Pairwise, ChainsAndRingsAreSolvedExactly) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const int n = 2 + static_cast<int>(random() % 6);
    Sample sample = random_problem(random, n, 0);
    const bool ring = random() % 2 == 0;
    for (int i = 0; i + 1 < n + (ring ? 1 : 0); ++i) {
      for (double& c : sample.problem.add_edge(i, (i + 1) % n)) c = static_cast<double>(random() % 100);
    }
    std::vector<int> start(n, 0);
    EXPECT_EQ(solved(sample, start), least_of_all(sample)) << "round " << round;
  }
}

TEST(Pairwise, DenseProblemsComeNear) {
  std::mt19937 random(2);
  double found = 0, least = 0;
  for (int round = 0; round < 200; ++round) {
    const int n = 4 + static_cast<int>(random() % 4);
    Sample sample = random_problem(random, n, 0.4);
    std::vector<int> start;
    for (int width : sample.widths) start.push_back(static_cast<int>(random() % static_cast<unsigned>(width)));
    const double cost = solved(sample, start);
    EXPECT_LE(cost, sample.problem.cost(start));
    const double best = least_of_all(sample);
    EXPECT_GE(cost, best);
    found += cost;
    least += best;
  }
  EXPECT_LE(found, 1.03 * least);
}

// Two labels, and neighbours of a grid that want to agree: the bound of the messages reaches the least, far beyond what
// elimination and single nodes can do.
TEST(Pairwise, GridsOfAgreeingNeighboursAreSolved) {
  constexpr int kRows = 8, kColumns = 40;
  std::mt19937 random(6);
  auto dice = [&](unsigned sides) { return static_cast<double>(random() % sides); };
  for (int round = 0; round < 5; ++round) {
    PairwiseProblem problem;
    std::vector<double> favour(kRows * kColumns), down(kRows * kColumns), right(kRows * kColumns);
    for (int i = 0; i < kRows * kColumns; ++i) {
      favour[i] = dice(100) - 50;
      down[i] = dice(60);
      right[i] = dice(60);
      const double costs[2] = {std::max(favour[i], 0.0), std::max(-favour[i], 0.0)};
      problem.add_node(costs);
    }
    auto agree = [&](int a, int b, double price) {
      std::span<double> table = problem.add_edge(a, b);
      table[1] = table[2] = price;
    };
    // Column by column: node c * kRows + r.
    for (int i = 0; i < kRows * kColumns; ++i) {
      if (i % kRows + 1 < kRows) agree(i, i + 1, down[i]);
      if (i + kRows < kRows * kColumns) agree(i, i + kRows, right[i]);
    }
    // The least, by all labels of one column after the other.
    std::vector<double> least(1 << kRows, 0);
    for (int c = 0; c < kColumns; ++c) {
      std::vector<double> next(1 << kRows, 1e300);
      for (int now = 0; now < 1 << kRows; ++now) {
        double own = 0;
        for (int r = 0; r < kRows; ++r) {
          const int i = c * kRows + r, label = now >> r & 1;
          own += label == 0 ? std::max(favour[i], 0.0) : std::max(-favour[i], 0.0);
          if (r + 1 < kRows && (now >> (r + 1) & 1) != label) own += down[i];
        }
        for (int before = 0; before < (c == 0 ? 1 : 1 << kRows); ++before) {
          double between = 0;
          for (int r = 0; c > 0 && r < kRows; ++r) {
            if (((before ^ now) >> r & 1) != 0) between += right[(c - 1) * kRows + r];
          }
          next[now] = std::min(next[now], (c == 0 ? 0 : least[before]) + between + own);
        }
      }
      least = std::move(next);
    }
    const double best = *std::min_element(least.begin(), least.end());
    const double found = problem.cost(problem.minimise(std::vector<int>(kRows * kColumns, 0)));
    EXPECT_GE(found, best);
    EXPECT_LE(found, 1.0001 * best) << "round " << round;
  }
}

// Whatever the start, no node alone has a better label than the one it got.
TEST(Pairwise, NoSingleLabelCanBeImproved) {
  std::mt19937 random(4);
  for (int round = 0; round < 200; ++round) {
    const int n = 6 + static_cast<int>(random() % 20);
    const Sample sample = random_problem(random, n, 0.3);
    std::vector<int> start;
    for (int width : sample.widths) start.push_back(static_cast<int>(random() % static_cast<unsigned>(width)));
    const std::vector<int> labels = sample.problem.minimise(start);
    const double cost = sample.problem.cost(labels);
    for (int i = 0; i < n; ++i) {
      std::vector<int> other = labels;
      for (int l = 0; l < sample.widths[i]; ++l) {
        other[i] = l;
        EXPECT_GE(sample.problem.cost(other), cost) << "round " << round << ", node " << i;
      }
    }
  }
}

TEST(Pairwise, LongChainsAreLinear) {
  // Labels 0 and 1 in a chain that must agree; the far end wants 1 a little more than the near one wants 0.
  PairwiseProblem problem;
  const int n = 20000;
  for (int i = 0; i < n; ++i) {
    const double costs[2] = {i == n - 1 ? 3.0 : 0.0, i == 0 ? 2.0 : 0.0};
    problem.add_node(costs);
    if (i == 0) continue;
    std::span<double> table = problem.add_edge(i - 1, i);
    table[1] = table[2] = 10;
  }
  std::vector<int> labels = problem.minimise(std::vector<int>(n, 0));
  EXPECT_EQ(std::count(labels.begin(), labels.end(), 1), n);
}

}  // namespace
}  // namespace partita::core::partition
