#include "partition/choice/pairwise_solver.h"

#include <algorithm>
#include <cmath>
#include <ranges>

#include "partition/choice/lanes.h"

namespace partita::core::partition {

PairwiseSolver::PairwiseSolver(const PairwiseProblem& problem)
    : nodes_(problem.nodes_),
      costs_(problem.costs_),
      first_end_(nodes_.size(), kNone),
      degree_(nodes_.size(), 0),
      gone_(nodes_.size(), false),
      stale_(nodes_.size(), true) {
  tables_.reserve(2 * problem.tables_.size());
  bonds_.reserve(problem.edges_.size());
  for (const PairwiseProblem::Edge& e : problem.edges_) bond(e.a, e.b, problem.tables_.data() + e.first);
}

void PairwiseSolver::reduce() {
  std::vector<int> queue(nodes_.size());
  for (size_t i = 0; i < queue.size(); ++i) queue[i] = static_cast<int>(i);
  eliminate(queue);
  for (int round = 0; round < kPruneRounds; ++round) {
    queue.clear();
    if (!prune(queue)) return;
    eliminate(queue);
  }
}

void PairwiseSolver::solve(std::vector<int>& labels) {
  MessagePassing core;
  std::vector<int> place(nodes_.size(), -1), core_labels;
  std::vector<std::vector<int>> kept;  // by node of the core, its labels that are left
  std::vector<double> numbers;
  for (int i = 0; i < std::ssize(nodes_); ++i) {
    if (gone_[i]) continue;
    std::vector<int>& mine = kept.emplace_back();
    numbers.clear();
    int now = 0;
    for (int l = 0; l < width(i); ++l) {
      if (costs(i)[l] == kInfinity) continue;
      if (l == labels[i]) now = std::ssize(mine);
      mine.push_back(l);
      numbers.push_back(costs(i)[l]);
    }
    place[i] = core.add_node(numbers.data(), numbers.size());
    core_labels.push_back(now);
  }
  for (const Bond& b : bonds_) {
    const int from = place[b.a], to = place[b.b];
    if (from < 0 || to < 0) continue;
    numbers.clear();
    for (int i : kept[from]) {
      const double* row = tables_.data() + b.first + static_cast<ptrdiff_t>(i) * width(b.b);
      for (int j : kept[to]) numbers.push_back(row[j]);
    }
    core.add_edge(from, to, numbers.data());
  }
  core.solve(core_labels);
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (place[i] < 0) continue;
    const auto at = static_cast<size_t>(place[i]);
    labels[i] = kept[at][core_labels[at]];
  }
  for (const Removed& step : std::views::reverse(removed_)) labels[step.node] = best_label(step, labels);
}

void PairwiseSolver::eliminate(std::vector<int>& queue) {
  for (size_t at = 0; at < queue.size(); ++at) {
    int node = queue[at];
    if (gone_[node] || degree_[node] > 2) continue;
    remove(node);
    for (uint32_t end : removed_.back().ends) {
      if (end == kNone) continue;
      const int neighbour = ends_[end ^ 1].node;
      if (degree_[neighbour] <= 2) queue.push_back(neighbour);
    }
  }
}

bool PairwiseSolver::prune(std::vector<int>& freed) {
  bool any = false;
  for (int node = 0; node < std::ssize(nodes_); ++node) {
    if (gone_[node] || !stale_[node]) continue;
    stale_[node] = false;
    double* own = costs(node);
    int left = 0, last = 0;
    bool fewer = false;
    take_sample(node);
    for (int l = 0; l < width(node); ++l) {
      if (own[l] == kInfinity) continue;
      // A label that is cheaper in the sample is not dominated, which rejects most of them at once. Sums of the sample
      // are rounded: what is nearly equal is looked at.
      const double cheapest = sample_[l] + 1e-9 * std::abs(sample_[l]);
      for (int k = 0; k < width(node); ++k) {
        if (k == l || own[k] == kInfinity || cheapest < sample_[k] || !is_dominated(node, l, k)) continue;
        own[l] = kInfinity;
        fewer = true;
        break;
      }
      if (own[l] == kInfinity) continue;
      ++left;
      last = l;
    }
    any = any || fewer;
    if (left == 1) {
      settle(node, last, freed);
    } else if (fewer) {
      for (uint32_t e = first_end_[node]; e != kNone; e = ends_[e].next) {
        stale_[ends_[e ^ 1].node] = true;
      }
    }
  }
  return any;
}

// What each label costs with the neighbours at the first label that each of them has left.
void PairwiseSolver::take_sample(int node) {
  const int wide = width(node);
  sample_.assign(costs(node), costs(node) + wide);
  for (uint32_t e = first_end_[node]; e != kNone; e = ends_[e].next) {
    const int other = ends_[e ^ 1].node, first = first_left(other);
    const double* table = tables_.data() + bonds_[e >> 1].first;
    const bool leads = (e & 1) == 0;
    const double* from = leads ? table + first : table + static_cast<ptrdiff_t>(first) * wide;
    const int step = leads ? width(other) : 1;
    for (int l = 0; l < wide; ++l) sample_[l] += from[static_cast<ptrdiff_t>(l) * step];
  }
}

bool PairwiseSolver::is_dominated(int node, int label, int by) const {
  const int wide = width(node);
  double least = costs(node)[label] - costs(node)[by];
  for (uint32_t e = first_end_[node]; e != kNone; e = ends_[e].next) {
    const int other = ends_[e ^ 1].node, others = width(other);
    const double* table = tables_.data() + bonds_[e >> 1].first;
    const bool leads = (e & 1) == 0;
    const double* its = leads ? table + static_cast<ptrdiff_t>(label) * others : table + label;
    const double* better = leads ? table + static_cast<ptrdiff_t>(by) * others : table + by;
    const int step = leads ? 1 : wide;
    const double* left = costs(other);
    double difference = kInfinity;
    for (int o = 0; o < others; ++o, its += step, better += step) {
      if (left[o] != kInfinity) difference = std::min(difference, *its - *better);
    }
    least += difference;
  }
  return least >= 0;
}

int PairwiseSolver::first_left(int node) const {
  const double* own = costs(node);
  return static_cast<int>(std::find_if(own, own + width(node), [](double c) { return c != kInfinity; }) - own);
}

void PairwiseSolver::settle(int node, int label, std::vector<int>& freed) {
  uint32_t next = kNone;
  for (uint32_t e = first_end_[node]; e != kNone; e = next) {
    next = ends_[e].next;
    const int other = ends_[e ^ 1].node;
    for (int o = 0; o < width(other); ++o) costs(other)[o] += at(e, label, o);
    unlink(e ^ 1);
    unlink(e);
    stale_[other] = true;
    freed.push_back(other);
  }
  gone_[node] = true;
  for (int l = 0; l < width(node); ++l) {
    if (l != label) costs(node)[l] = kInfinity;
  }
  removed_.push_back({node, {kNone, kNone}});
}

void PairwiseSolver::bond(int a, int b, const double* table) {
  const int wa = width(a), wb = width(b);
  if (a == b) {
    for (int l = 0; l < wa; ++l) costs(a)[l] += table[l * wa + l];
    return;
  }
  const bool turned = a > b;
  const int low = turned ? b : a, high = turned ? a : b;
  Bond* known = nullptr;
  int from = degree_[low] <= degree_[high] ? low : high;
  for (uint32_t e = first_end_[from]; e != kNone && known == nullptr; e = ends_[e].next) {
    if (ends_[e ^ 1].node == (from == low ? high : low)) known = &bonds_[e >> 1];
  }
  if (known == nullptr) {
    auto end = static_cast<uint32_t>(ends_.size());
    bonds_.push_back({low, high, tables_.size()});
    if (turned) {
      tables_.resize(tables_.size() + static_cast<size_t>(wa) * static_cast<size_t>(wb), 0);
    } else {
      tables_.insert(tables_.end(), table, table + static_cast<ptrdiff_t>(wa) * wb);
    }
    for (int node : {low, high}) {
      ends_.push_back({node, kNone, first_end_[node]});
      if (ends_.back().next != kNone) ends_[ends_.back().next].previous = end;
      first_end_[node] = end++;
      ++degree_[node];
    }
    if (!turned) return;
    known = &bonds_.back();
  }
  double* sum = tables_.data() + known->first;
  if (!turned) {
    for (int i = 0; i < wa * wb; ++i) sum[i] += table[i];
  } else {
    for (int i = 0; i < wa; ++i) {
      for (int j = 0; j < wb; ++j) sum[j * wa + i] += table[i * wb + j];
    }
  }
}

void PairwiseSolver::unlink(uint32_t end) {
  const End& e = ends_[end];
  if (e.previous != kNone) {
    ends_[e.previous].next = e.next;
  } else {
    first_end_[e.node] = e.next;
  }
  if (e.next != kNone) ends_[e.next].previous = e.previous;
  --degree_[e.node];
}

const double* PairwiseSolver::rows_at(uint32_t end, std::vector<double>& rows) const {
  const Bond& bond = bonds_[end >> 1];
  const double* table = tables_.data() + bond.first;
  if ((end & 1) == 0) return table;
  const int others = width(bond.a), wide = width(bond.b);
  rows.resize(static_cast<size_t>(others) * static_cast<size_t>(wide));
  for (int o = 0; o < others; ++o) {
    for (int l = 0; l < wide; ++l) rows[l * others + o] = table[o * wide + l];
  }
  return rows.data();
}

void PairwiseSolver::remove(int node) {
  uint32_t mine[2] = {kNone, kNone};
  int neighbours[2] = {-1, -1};
  int count = 0;
  for (uint32_t e = first_end_[node]; e != kNone; e = ends_[e].next) {
    mine[count] = e;
    neighbours[count++] = ends_[e ^ 1].node;
  }
  gone_[node] = true;
  removed_.push_back({node, {mine[0], mine[1]}});
  const int wide = width(node);
  const double* own = costs(node);
  if (count == 1) {
    const int w = width(neighbours[0]);
    const double* rows = rows_at(mine[0], rows_);
    least_.assign(static_cast<size_t>(w), kInfinity);
    for (int l = 0; l < wide; ++l, rows += w) {
      for (int i = 0; i < w; ++i) least_[i] = std::min(least_[i], own[l] + rows[i]);
    }
  } else if (count == 2) {
    // The least over its labels for each pair of labels of the neighbours, a row at a time.
    const int w0 = width(neighbours[0]), w1 = width(neighbours[1]);
    const double* first = rows_at(mine[0], rows_);
    const double* second = rows_at(mine[1], other_rows_);
    least_.assign(static_cast<size_t>(w0) * static_cast<size_t>(w1), kInfinity);
    for (int l = 0; l < wide; ++l, first += w0, second += w1) {
      if (own[l] == kInfinity) continue;
      double* row = least_.data();
      for (int i = 0; i < w0; ++i, row += w1) lower_by_row(row, own[l] + first[i], second, w1);
    }
  }
  for (int i = 0; i < count; ++i) {
    unlink(mine[i] ^ 1);
    unlink(mine[i]);
    stale_[neighbours[i]] = true;
  }
  if (count == 1) {
    double* sum = costs(neighbours[0]);
    for (int i = 0; i < width(neighbours[0]); ++i) sum[i] += least_[i];
  } else if (count == 2) {
    bond(neighbours[0], neighbours[1], least_.data());
  }
}

int PairwiseSolver::best_label(const Removed& step, const std::vector<int>& labels) const {
  const double* own = costs(step.node);
  double least = kInfinity;
  int best = 0;
  for (int l = 0; l < width(step.node); ++l) {
    double c = own[l];
    for (uint32_t end : step.ends) {
      if (end != kNone) c += at(end, l, labels[ends_[end ^ 1].node]);
    }
    if (c < least) {
      least = c;
      best = l;
    }
  }
  return best;
}

}  // namespace partita::core::partition
