#include "partition/choice/pairwise_solver.h"

#include <algorithm>
#include <ranges>

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

void PairwiseSolver::solve(std::vector<int>& labels, MessagePassing::Memory& memory) {
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
  core.solve(core_labels, memory);
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (place[i] < 0) continue;
    const auto at = static_cast<size_t>(place[i]);
    labels[i] = kept[at][core_labels[at]];
  }
  for (const Removed& step : std::views::reverse(removed_)) {
    size_t at = 0;
    for (int n : step.neighbours) {
      if (n >= 0) at = at * static_cast<size_t>(width(n)) + static_cast<size_t>(labels[static_cast<size_t>(n)]);
    }
    labels[step.node] = best_[step.first + at];
  }
}

void PairwiseSolver::eliminate(std::vector<int>& queue) {
  for (size_t at = 0; at < queue.size(); ++at) {
    int node = queue[at];
    if (gone_[node] || degree_[node] > 2) continue;
    int neighbours[2] = {-1, -1};
    int count = 0;
    for (uint32_t e = first_end_[node]; e != kNone; e = ends_[e].next) {
      neighbours[count++] = ends_[e ^ 1].node;
    }
    remove(node, neighbours, count);
    for (int i = 0; i < count; ++i) {
      if (degree_[neighbours[i]] <= 2) queue.push_back(neighbours[i]);
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
    for (int l = 0; l < width(node); ++l) {
      if (own[l] == kInfinity) continue;
      for (int k = 0; k < width(node); ++k) {
        if (k == l || own[k] == kInfinity || !is_dominated(node, l, k)) continue;
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

bool PairwiseSolver::is_dominated(int node, int label, int by) const {
  const double* own = costs(node);
  // A quick test rejects most labels: the neighbours at the first label that each of them has left.
  double sample = own[label] - own[by];
  for (uint32_t e = first_end_[node]; e != kNone; e = ends_[e].next) {
    const int first = first_left(ends_[e ^ 1].node);
    sample += at(e, label, first) - at(e, by, first);
  }
  if (sample < 0) return false;
  double least = own[label] - own[by];
  for (uint32_t e = first_end_[node]; e != kNone; e = ends_[e].next) {
    const int other = ends_[e ^ 1].node;
    double difference = kInfinity;
    for (int o = 0; o < width(other); ++o) {
      if (costs(other)[o] != kInfinity) difference = std::min(difference, at(e, label, o) - at(e, by, o));
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
  removed_.push_back({node, {-1, -1}, best_.size()});
  best_.push_back(static_cast<uint8_t>(label));
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
    tables_.resize(tables_.size() + static_cast<size_t>(wa) * static_cast<size_t>(wb), 0);
    for (int node : {low, high}) {
      ends_.push_back({node, kNone, first_end_[node]});
      if (ends_.back().next != kNone) ends_[ends_.back().next].previous = end;
      first_end_[node] = end++;
      ++degree_[node];
    }
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

void PairwiseSolver::remove(int node, const int (&neighbours)[2], int count) {
  uint32_t mine[2] = {kNone, kNone};
  int k = 0;
  for (uint32_t e = first_end_[node]; e != kNone; e = ends_[e].next) mine[k++] = e;
  const int w0 = count > 0 ? width(neighbours[0]) : 1;
  const int w1 = count > 1 ? width(neighbours[1]) : 1;
  Removed step{node, {neighbours[0], neighbours[1]}, best_.size()};
  const size_t entries = static_cast<size_t>(w0) * static_cast<size_t>(w1);
  best_.resize(best_.size() + entries);
  scratch_.resize(entries);
  const double* own = costs(node);
  size_t at_pair = 0;
  for (int i = 0; i < w0; ++i) {
    for (int j = 0; j < w1; ++j) {
      double least = kInfinity;
      int best = 0;
      for (int l = 0; l < width(node); ++l) {
        double c = own[l];
        if (count > 0) c += at(mine[0], l, i);
        if (count > 1) c += at(mine[1], l, j);
        if (c < least) {
          least = c;
          best = l;
        }
      }
      scratch_[at_pair] = least;
      best_[step.first + at_pair++] = static_cast<uint8_t>(best);
    }
  }
  gone_[node] = true;
  for (int i = 0; i < count; ++i) {
    unlink(mine[i] ^ 1);
    unlink(mine[i]);
    stale_[neighbours[i]] = true;
  }
  if (count == 1) {
    for (int i = 0; i < w0; ++i) costs(neighbours[0])[i] += scratch_[i];
  } else if (count == 2) {
    const std::vector<double> table(scratch_.begin(), scratch_.end());
    bond(neighbours[0], neighbours[1], table.data());
  }
  removed_.push_back(step);
}

}  // namespace partita::core::partition
