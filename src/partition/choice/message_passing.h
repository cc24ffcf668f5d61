// Sequential tree-reweighted message passing (TRW-S) on what elimination leaves of a pairwise problem.
//
// Sweeps visit the nodes in order, forward and back. A node adds its own costs and the incoming messages, and sends to
// each neighbour ahead what that neighbour's labels would cost. The messages give a lower bound that never falls;
// labels are decoded from them now and then, improved node by node and a forest of nodes at a time, and the best are
// kept.
#pragma once

#include <cstddef>
#include <vector>

namespace partita::core::partition {

class MessagePassing {
 public:
  // Nodes and edges in any order of calls, a < b; each pair of nodes at most once. table[label of a * width of b +
  // label of b].
  int add_node(const double* costs, int width);
  void add_edge(int a, int b, const double* table);

  // Improves on `labels`, one per node, until the bound is very near the cost or the limit on sweeps is reached, which
  // is lower for large problems.
  void solve(std::vector<int>& labels);

 private:
  // Tables and messages are rows of lanes, so that loops over labels take several at a time; lanes beyond the width
  // cost infinity.
  struct Node {
    int width;
    int lanes;
    size_t costs;
    size_t first_arc = 0, num_arcs = 0;
    double weight = 1;  // of its messages: 1 / the number of neighbours ahead or behind, whichever is more
  };
  // One side of an edge.
  struct Arc {
    int other;
    size_t out_table;  // a row of the other's lanes for each label of this node
    size_t in_table;   // a row of this node's lanes for each label of the other
    size_t in, out;    // messages
  };
  struct Edge {
    int a, b;
    size_t table, turned;
  };

  void lay_out();
  double cost(const std::vector<int>& labels) const;
  void improve(std::vector<int>& labels);
  void decode(std::vector<int>& labels);
  // Forests of nodes, and labels by them (forest_descent.cc).
  struct Forest {
    struct Place {
      int node;
      const Arc* above;  // to the node that it hangs on, which is placed before it; null for a root
      size_t sums;       // where its labels' begin
    };
    std::vector<Place> order;
    std::vector<size_t> sums_of;  // by node: kOutside where it is not in the forest
    size_t num_sums = 0;
  };
  static constexpr size_t kOutside = static_cast<size_t>(-1);
  Forest forest_from(size_t first) const;
  void descend(const Forest& forest, std::vector<int>& labels);
  double polish(std::vector<int>& labels, double least);
  double sweep(bool forward);
  double believe(const Node& node);
  double send(const Node& from, const Arc& arc);
  const Arc* arcs_of(const Node& node) const { return arcs_.data() + node.first_arc; }

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Arc> arcs_;
  std::vector<double> numbers_;  // costs and tables
  std::vector<double> messages_;
  std::vector<double> belief_;
  std::vector<Forest> forests_;  // once they were asked for
  std::vector<double> sums_;     // of descend
};

}  // namespace partita::core::partition
