// Better labels by many nodes at once: the nodes of a forest take the best labels that they can have together, the
// others keeping theirs.
//
//   a - b - c        in the forest: a, b, c, e        d would close a circle: it keeps its label,
//   |       |                                         and its edges are costs of the others' own
//   d ----- e
#include <algorithm>
#include <numeric>

#include "partition/choice/lanes.h"
#include "partition/choice/message_passing.h"

namespace partita::core::partition {
namespace {

constexpr double kBetter = 1e-9;

// Nodes that are connected, each set known by one of them.
class Sets {
 public:
  explicit Sets(size_t count) : above_(count) { std::iota(above_.begin(), above_.end(), 0); }
  int find(int node) {
    while (above_[node] != node) node = above_[node] = above_[above_[node]];
    return node;
  }
  void join(int a, int b) { above_[find(a)] = find(b); }

 private:
  std::vector<int> above_;
};

}  // namespace

// The nodes from `first` on, around, as long as they close no circle.
MessagePassing::Forest MessagePassing::forest_from(size_t first) const {
  Forest out;
  out.sums_of.assign(nodes_.size(), kOutside);
  constexpr size_t kInside = 0;
  Sets trees(nodes_.size());
  std::vector<int> touched;
  for (size_t k = 0; k < nodes_.size(); ++k) {
    const size_t n = (first + k) % nodes_.size();
    touched.clear();
    for (const Arc *arc = arcs_of(nodes_[n]), *end = arc + nodes_[n].num_arcs; arc != end; ++arc) {
      if (out.sums_of[arc->other] != kOutside) touched.push_back(trees.find(arc->other));
    }
    std::sort(touched.begin(), touched.end());
    if (std::adjacent_find(touched.begin(), touched.end()) != touched.end()) continue;
    out.sums_of[n] = kInside;
    for (int tree : touched) trees.join(static_cast<int>(n), tree);
  }
  std::vector<bool> placed(nodes_.size());
  auto place = [&](int node, const Arc* above) {
    placed[node] = true;
    out.order.push_back({node, above, out.num_sums});
    out.sums_of[node] = out.num_sums;
    out.num_sums += static_cast<size_t>(nodes_[node].lanes);
  };
  for (int root = 0; root < std::ssize(nodes_); ++root) {
    if (out.sums_of[root] == kOutside || placed[root]) continue;
    place(root, nullptr);
    for (size_t i = out.order.size() - 1; i < out.order.size(); ++i) {
      const int from = out.order[i].node;
      for (const Arc *arc = arcs_of(nodes_[from]), *end = arc + nodes_[from].num_arcs; arc != end; ++arc) {
        if (out.sums_of[arc->other] == kOutside || placed[arc->other]) continue;
        const Node& other = nodes_[arc->other];
        place(arc->other, std::find_if(arcs_of(other), arcs_of(other) + other.num_arcs,
                                       [&](const Arc& back) { return back.other == from; }));
      }
    }
  }
  return out;
}

void MessagePassing::descend(const Forest& forest, std::vector<int>& labels) {
  // Of a node's own costs, and those of its edges to nodes out of the forest and below it.
  sums_.resize(forest.num_sums);
  for (const Forest::Place& one : forest.order) {
    const Node& node = nodes_[one.node];
    double* sum = sums_.data() + one.sums;
    std::copy_n(numbers_.data() + node.costs, node.lanes, sum);
    for (const Arc *arc = arcs_of(node), *end = arc + node.num_arcs; arc != end; ++arc) {
      if (forest.sums_of[arc->other] != kOutside) continue;
      add_row(sum, numbers_.data() + arc->in_table + static_cast<ptrdiff_t>(labels[arc->other]) * node.lanes,
              node.lanes);
    }
  }
  for (size_t i = forest.order.size(); i-- > 0;) {
    const Forest::Place& one = forest.order[i];
    if (one.above == nullptr) continue;
    const Node& node = nodes_[one.node];
    const int labels_above = nodes_[one.above->other].width;
    double* above = sums_.data() + forest.sums_of[one.above->other];
    const double* table = numbers_.data() + one.above->in_table;  // a row for each label above
    for (int l = 0; l < labels_above; ++l, table += node.lanes) {
      above[l] += least_sum(sums_.data() + one.sums, table, node.lanes);
    }
  }
  for (const Forest::Place& one : forest.order) {
    const Node& node = nodes_[one.node];
    double* sum = sums_.data() + one.sums;
    if (one.above != nullptr) {
      add_row(sum,
              numbers_.data() + one.above->in_table + static_cast<ptrdiff_t>(labels[one.above->other]) * node.lanes,
              node.lanes);
    }
    int best = labels[one.node];  // stays, where others are no better
    for (int l = 0; l < node.width; ++l) {
      if (sum[l] < sum[best] - kBetter) best = l;
    }
    labels[one.node] = best;
  }
}

// A few forests in turn, from other nodes each, as long as one of them lowers the cost, which is returned.
double MessagePassing::polish(std::vector<int>& labels, double least) {
  constexpr size_t kForests = 4;
  constexpr size_t kDescents = 32;  // at most
  for (size_t i = forests_.size(); i < kForests; ++i) forests_.push_back(forest_from(nodes_.size() * i / kForests));
  std::vector<int> trial = labels;
  size_t in_vain = 0;
  for (size_t turn = 0; turn < kDescents && in_vain < kForests; ++turn) {
    descend(forests_[turn % kForests], trial);
    const double now = cost(trial);
    const bool lower = now < least;
    if (lower) least = now, labels = trial;
    in_vain = lower ? 0 : in_vain + 1;
  }
  return least;
}

}  // namespace partita::core::partition
