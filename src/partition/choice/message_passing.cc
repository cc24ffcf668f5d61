#include "partition/choice/message_passing.h"

#include <algorithm>
#include <limits>

#include "partition/choice/lanes.h"

namespace partita::core::partition {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kSweepsBetweenLooks = 5;
constexpr int kPatience = 5;      // looks without better labels: by then the bound rises, and little else
constexpr int kRounds = 4;        // of improving node by node
constexpr double kNear = 0.0001;  // relative gap between bound and cost at which to stop
// A small problem may take all its sweeps; a large one is limited by the table entries it reads, or to a few sweeps.
constexpr int kSweeps = 300;
constexpr size_t kEnoughNumbers = 20'000'000;
constexpr int kFewSweeps = 30;

int lanes_for(int width) { return (width + kLanes - 1) / kLanes * kLanes; }

// out[i] = the least of row[i] + costs[l] over all rows; returns the least of all, and takes it off. The row is kept in
// registers: `kVectors` of them are a row.
template <int kVectors>
double least_of_rows(double* out, const double* costs, const double* in, const double* rows, int count) {
  Lanes least[kVectors];
  for (Lanes& part : least) part = kInfinity - Lanes{};
  for (int l = 0; l < count; ++l) {
    const Lanes cost = (costs[l] - in[l]) - Lanes{};
    for (int v = 0; v < kVectors; ++v, rows += kLanes) {
      const Lanes sum = cost + load_lanes(rows);
      least[v] = sum < least[v] ? sum : least[v];
    }
  }
  Lanes floor = least[0];
  for (int v = 1; v < kVectors; ++v) floor = least[v] < floor ? least[v] : floor;
  double low = floor[0];
  for (int i = 1; i < kLanes; ++i) low = std::min(low, floor[i]);
  const Lanes lows = low - Lanes{};
  for (int v = 0; v < kVectors; ++v) store_lanes(out + v * kLanes, least[v] - lows);
  return low;
}

}  // namespace

int MessagePassing::add_node(const double* costs, int width) {
  Node node{.width = width, .lanes = lanes_for(width), .costs = numbers_.size()};
  numbers_.insert(numbers_.end(), costs, costs + width);
  numbers_.resize(node.costs + static_cast<size_t>(node.lanes), kInfinity);
  nodes_.push_back(node);
  return std::ssize(nodes_) - 1;
}

void MessagePassing::add_edge(int a, int b, const double* table) {
  Node& na = nodes_[a];
  Node& nb = nodes_[b];
  Edge edge{a, b, numbers_.size(), 0};
  numbers_.resize(edge.table + static_cast<size_t>(na.width * nb.lanes), kInfinity);
  edge.turned = numbers_.size();
  numbers_.resize(edge.turned + static_cast<size_t>(nb.width * na.lanes), kInfinity);
  for (int i = 0; i < na.width; ++i) {
    for (int j = 0; j < nb.width; ++j) {
      const double c = table[i * nb.width + j];
      numbers_[edge.table + static_cast<size_t>(i * nb.lanes + j)] = c;
      numbers_[edge.turned + static_cast<size_t>(j * na.lanes + i)] = c;
    }
  }
  ++na.num_arcs;
  ++nb.num_arcs;
  edges_.push_back(edge);
}

// Puts the arcs of a node side by side, and their messages too.
void MessagePassing::lay_out() {
  size_t arcs = 0, widest = 0;
  for (Node& node : nodes_) {
    node.first_arc = arcs;
    arcs += node.num_arcs;
    node.num_arcs = 0;
    widest = std::max(widest, static_cast<size_t>(node.lanes));
  }
  arcs_.resize(arcs);
  size_t messages = 0;
  for (const Edge& edge : edges_) {
    Node& a = nodes_[edge.a];
    Node& b = nodes_[edge.b];
    const size_t to_a = messages, to_b = to_a + static_cast<size_t>(a.lanes);
    messages = to_b + static_cast<size_t>(b.lanes);
    arcs_[a.first_arc + a.num_arcs++] = {edge.b, edge.table, edge.turned, to_a, to_b};
    arcs_[b.first_arc + b.num_arcs++] = {edge.a, edge.turned, edge.table, to_b, to_a};
  }
  messages_.assign(messages, 0);
  belief_.resize(widest);
  for (size_t n = 0; n < nodes_.size(); ++n) {
    int ahead = 0;
    for (size_t k = 0; k < nodes_[n].num_arcs; ++k) ahead += arcs_of(nodes_[n])[k].other > static_cast<int>(n) ? 1 : 0;
    nodes_[n].weight = 1.0 / std::max({ahead, static_cast<int>(nodes_[n].num_arcs) - ahead, 1});
  }
}

void MessagePassing::solve(std::vector<int>& labels) {
  if (nodes_.empty()) return;
  lay_out();
  const int sweeps = std::min(kSweeps, std::max(kFewSweeps, static_cast<int>(kEnoughNumbers / numbers_.size())));
  improve(labels);
  double least = cost(labels);
  double last_bound = -kInfinity;
  int looks_in_vain = 0;
  for (int done = 1; done <= sweeps; ++done) {
    sweep(true);
    const double bound = sweep(false);
    if (done % kSweepsBetweenLooks != 0 && done != sweeps) continue;
    bool better = false;
    std::vector<int> trial = labels;
    decode(trial);
    improve(trial);
    double found = cost(trial);
    if (std::min(found, least) - bound > kNear * std::max(1.0, least)) found = polish(trial, found);
    if (found < least) {
      better = true;
      least = found;
      labels = trial;
    }
    const double near = kNear * std::max(1.0, least);
    looks_in_vain = better ? 0 : looks_in_vain + 1;
    if (least - bound <= near || (!better && bound - last_bound <= near / 4) || looks_in_vain >= kPatience) break;
    last_bound = bound;
  }
}

double MessagePassing::cost(const std::vector<int>& labels) const {
  double sum = 0;
  for (size_t n = 0; n < nodes_.size(); ++n) sum += numbers_[nodes_[n].costs + labels[n]];
  for (const Edge& edge : edges_) {
    const int at = labels[edge.a] * nodes_[edge.b].lanes + labels[edge.b];
    sum += numbers_[edge.table + at];
  }
  return sum;
}

// Each node in turn takes its best label given the others.
void MessagePassing::improve(std::vector<int>& labels) {
  double* belief = belief_.data();
  for (int round = 0; round < kRounds; ++round) {
    bool changed = false;
    for (size_t n = 0; n < nodes_.size(); ++n) {
      const Node& node = nodes_[n];
      std::copy_n(numbers_.data() + node.costs, node.lanes, belief);
      for (const Arc *arc = arcs_of(node), *end = arc + node.num_arcs; arc != end; ++arc) {
        add_row(belief, numbers_.data() + arc->in_table + static_cast<ptrdiff_t>(labels[arc->other]) * node.lanes,
                node.lanes);
      }
      int best = labels[n];
      for (int l = 0; l < node.width; ++l) {
        if (belief[l] < belief[best] - 1e-9) best = l;
      }
      changed = changed || best != labels[n];
      labels[n] = best;
    }
    if (!changed) return;
  }
}

// Reads labels off the messages: in order, each node takes its best label given the labels of the nodes before it and
// the messages of those after it.
void MessagePassing::decode(std::vector<int>& labels) {
  double* belief = belief_.data();
  for (size_t n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    std::copy_n(numbers_.data() + node.costs, node.lanes, belief);
    for (const Arc *arc = arcs_of(node), *end = arc + node.num_arcs; arc != end; ++arc) {
      const int label = labels[arc->other];
      const bool decided = arc->other < static_cast<int>(n);
      add_row(belief,
              decided ? numbers_.data() + arc->in_table + static_cast<ptrdiff_t>(label) * node.lanes
                      : messages_.data() + arc->in,
              node.lanes);
    }
    labels[n] = static_cast<int>(std::min_element(belief, belief + node.width) - belief);
  }
}

// Adds up what each label of the node costs by itself and its neighbours' messages. Leaves in belief_ how much more
// than the least it is, in shares for the neighbours; returns the least.
double MessagePassing::believe(const Node& node) {
  double* belief = belief_.data();
  const Arc* const arcs = arcs_of(node);
  const double* messages = messages_.data();
  Lanes low = kInfinity - Lanes{};
  for (int i = 0; i < node.lanes; i += kLanes) {
    Lanes sum = load_lanes(numbers_.data() + node.costs + i);
    for (size_t k = 0; k < node.num_arcs; ++k) sum += load_lanes(messages + arcs[k].in + i);
    store_lanes(belief + i, sum);
    low = sum < low ? sum : low;
  }
  const double least = std::min(low[0], low[1]);
  const Lanes lows = least - Lanes{};
  for (int i = 0; i < node.lanes; i += kLanes) {
    store_lanes(belief + i, node.weight * (load_lanes(belief + i) - lows));
  }
  return least;
}

// Returns the bound.
double MessagePassing::sweep(bool forward) {
  double bound = 0;
  const int count = std::ssize(nodes_);
  for (int k = 0; k < count; ++k) {
    const int n = forward ? k : count - 1 - k;
    const Node& node = nodes_[n];
    const Arc* const first = arcs_of(node);
    const Arc* const end = first + node.num_arcs;
    bound += believe(node);
    for (const Arc* arc = first; arc != end; ++arc) {
      if ((arc->other > n) == forward) bound += send(node, *arc);
    }
  }
  return bound;
}

// Computes the message from a node, whose belief is in belief_, along an arc. Returns what was subtracted to normalise
// it.
double MessagePassing::send(const Node& from, const Arc& arc) {
  const Node& to = nodes_[arc.other];
  const double* in = messages_.data() + arc.in;
  double* out = messages_.data() + arc.out;
  const double* row = numbers_.data() + arc.out_table;
  switch (to.lanes / kLanes) {
    case 1: return least_of_rows<1>(out, belief_.data(), in, row, from.width);
    case 2: return least_of_rows<2>(out, belief_.data(), in, row, from.width);
    case 3: return least_of_rows<3>(out, belief_.data(), in, row, from.width);
    case 4: return least_of_rows<4>(out, belief_.data(), in, row, from.width);
    default: break;
  }
  std::fill_n(out, to.lanes, kInfinity);
  for (int l = 0; l < from.width; ++l, row += to.lanes) {
    lower_by_row(out, belief_[l] - in[l], row, to.lanes);
  }
  const double floor = *std::min_element(out, out + to.width);
  for (int o = 0; o < to.width; ++o) out[o] -= floor;
  return floor;
}

}  // namespace partita::core::partition
