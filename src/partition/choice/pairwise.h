// Minimises a sum of costs of labels and of pairs of labels.
//
//   a: 0, 5    b: 1, 0    edge (a, b): equal 0, different 3         best: a=0, b=0, cost 1
//
// Nodes with at most two neighbours are eliminated exactly: a chain of any length costs one pass. Dominated
// labels, which another one beats whatever the neighbours do, are dropped. What remains (the core) is solved by message
// passing (message_passing.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "partition/choice/message_passing.h"

namespace partita::core::partition {

class PairwiseProblem {
 public:
  // Room for so many nodes and edges, with tables of so many entries.
  void reserve(size_t nodes, size_t edges, size_t entries);
  // In the order of message passing; program order is a good one.
  int add_node(std::span<const double> costs);
  // table[label of a * labels of b + label of b], to be filled; valid until the next call. Several edges between two
  // nodes add up.
  std::span<double> add_edge(int a, int b);
  // The same with a table that is there already.
  void add_edge(int a, int b, std::span<const double> table);

  int num_nodes() const { return std::ssize(nodes_); }
  int width(int node) const { return nodes_[node].width; }
  double cost(const std::vector<int>& labels) const;

  // The best labels found; never worse than `start`.
  std::vector<int> minimise(const std::vector<int>& start) const;

 private:
  friend class PairwiseSolver;
  struct Node {
    uint32_t first;  // of its costs
    int width;
  };
  struct Edge {
    int a, b;
    size_t first;  // of its table
  };
  std::vector<Node> nodes_;
  std::vector<double> costs_;
  std::vector<Edge> edges_;
  std::vector<double> tables_;
};

}  // namespace partita::core::partition
