#include "partition/choice/pairwise.h"

#include "partition/choice/pairwise_solver.h"

namespace partita::core::partition {

void PairwiseProblem::reserve(size_t nodes, size_t edges, size_t entries) {
  nodes_.reserve(nodes);
  edges_.reserve(edges);
  tables_.reserve(edges * entries);
}

int PairwiseProblem::add_node(std::span<const double> costs) {
  nodes_.push_back({static_cast<uint32_t>(costs_.size()), static_cast<int>(costs.size())});
  costs_.insert(costs_.end(), costs.begin(), costs.end());
  return num_nodes() - 1;
}

std::span<double> PairwiseProblem::add_edge(int a, int b) {
  edges_.push_back({a, b, tables_.size()});
  auto size = static_cast<size_t>(width(a)) * static_cast<size_t>(width(b));
  tables_.resize(tables_.size() + size);
  return {tables_.data() + edges_.back().first, size};
}

void PairwiseProblem::add_edge(int a, int b, std::span<const double> table) {
  edges_.push_back({a, b, tables_.size()});
  tables_.insert(tables_.end(), table.begin(), table.end());
}

double PairwiseProblem::cost(const std::vector<int>& labels) const {
  double sum = 0;
  for (size_t i = 0; i < nodes_.size(); ++i) sum += costs_[nodes_[i].first + labels[i]];
  for (const Edge& e : edges_) {
    const int at = labels[e.a] * width(e.b) + labels[e.b];
    sum += tables_[e.first + at];
  }
  return sum;
}

std::vector<int> PairwiseProblem::minimise(const std::vector<int>& start) const {
  PairwiseSolver solver(*this);
  solver.reduce();
  std::vector<int> labels = start;
  solver.solve(labels);
  return cost(labels) < cost(start) ? labels : start;
}

}  // namespace partita::core::partition
