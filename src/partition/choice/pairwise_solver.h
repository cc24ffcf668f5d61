// Solves a pairwise problem: eliminates all nodes and labels it can without losing the optimum, and leaves the rest to
// message passing.
//
//   a - b - c - a, d hanging on c      d becomes costs of c; then b a table between a and c; then c costs of a; a is
//                                      decided, and c, b and d after it
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "partition/choice/pairwise.h"

namespace partita::core::partition {

// Bonds are edges of which each pair of nodes has at most one. A bond has two ends, 2·bond at the node with the smaller
// number and 2·bond + 1; the ends of a node are a linked list, from which elimination takes.
class PairwiseSolver {
 public:
  explicit PairwiseSolver(const PairwiseProblem& problem);

  // Eliminates without losing the optimum: nodes, then dominated labels, then the nodes that this freed.
  void reduce();

  // Labels of what is left, starting from `labels`; then of all that was eliminated.
  void solve(std::vector<int>& labels);

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr int kPruneRounds = 4;

  // Nodes with at most two neighbours become a table between these.
  void eliminate(std::vector<int>& queue);

  // Dominated labels (no cheaper than another one, whatever the neighbours do) get infinite cost. A node with one label
  // left adds its costs to its neighbours, which `freed` receives, and is removed. Returns whether anything changed.
  // Visits only nodes around which something has changed since the last call.
  bool prune(std::vector<int>& freed);
  bool is_dominated(int node, int label, int by) const;
  void take_sample(int node);
  int first_left(int node) const;
  void settle(int node, int label, std::vector<int>& freed);

  struct Bond {
    int a, b;      // a < b
    size_t first;  // table[label of a * width of b + label of b]
  };
  struct End {
    int node;
    uint32_t previous, next;  // ends of the same node
  };
  // Its costs and its bonds stay as they were when it went: its best label is found from them once the neighbours have
  // theirs.
  struct Removed {
    int node;
    uint32_t ends[2];  // its own ends of the bonds; kNone where there is none
  };

  int width(int node) const { return nodes_[node].width; }
  double* costs(int node) { return costs_.data() + nodes_[node].first; }
  const double* costs(int node) const { return costs_.data() + nodes_[node].first; }
  // What a label at this end costs with a label at the other.
  double at(uint32_t end, int label, int other) const {
    const Bond& b = bonds_[end >> 1];
    auto place = (end & 1) == 0 ? label * width(b.b) + other : other * width(b.b) + label;
    return tables_[b.first + place];
  }

  void bond(int a, int b, const double* table);
  void unlink(uint32_t end);
  void remove(int node);
  // The rows of the table at this end, one for each of its labels, by labels of the other; in `rows` where they are not
  // so in the table.
  const double* rows_at(uint32_t end, std::vector<double>& rows) const;
  int best_label(const Removed& step, const std::vector<int>& labels) const;

  std::vector<PairwiseProblem::Node> nodes_;
  std::vector<double> costs_;
  std::vector<Bond> bonds_;
  std::vector<double> tables_;
  std::vector<End> ends_;
  std::vector<uint32_t> first_end_;  // by node
  std::vector<int> degree_;
  std::vector<bool> gone_;
  std::vector<bool> stale_;  // since prune() looked at it
  std::vector<Removed> removed_;
  std::vector<double> rows_, other_rows_, least_;  // scratch of remove()
  std::vector<double> sample_;                     // of prune(): labels with the neighbours at some labels
};

}  // namespace partita::core::partition
