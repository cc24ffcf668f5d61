#include "partition/choice/pairwise.h"

#include <algorithm>
#include <deque>
#include <limits>

namespace partita {

int PairwiseProblem::add_node(std::vector<double> costs) {
  nodes_.push_back(std::move(costs));
  return num_nodes() - 1;
}

void PairwiseProblem::add_edge(int a, int b, std::vector<double> table) { edges_.push_back({a, b, std::move(table)}); }

double PairwiseProblem::cost(const std::vector<int>& labels) const {
  double sum = 0;
  for (size_t i = 0; i < nodes_.size(); ++i) sum += nodes_[i][static_cast<size_t>(labels[i])];
  for (const Edge& e : edges_) {
    size_t width = nodes_[static_cast<size_t>(e.b)].size();
    sum += e.table[static_cast<size_t>(labels[static_cast<size_t>(e.a)]) * width +
                   static_cast<size_t>(labels[static_cast<size_t>(e.b)])];
  }
  return sum;
}

namespace {

// A table between two nodes, seen from the smaller one.
struct Bond {
  int a, b;  // a < b
  std::vector<double> table;
  bool alive = true;

  double at(int node, int label, int other_label, size_t b_width) const {
    int la = node == a ? label : other_label;
    int lb = node == a ? other_label : label;
    return table[static_cast<size_t>(la) * b_width + static_cast<size_t>(lb)];
  }
};

class Solver {
 public:
  Solver(const std::vector<std::vector<double>>& nodes) : nodes_(nodes), bonds_of_(nodes.size()), gone_(nodes.size()) {}

  void bond(int a, int b, const std::vector<double>& table) {
    if (a > b) {
      std::vector<double> turned(table.size());
      size_t wa = width(a), wb = width(b);
      for (size_t i = 0; i < wa; ++i) {
        for (size_t j = 0; j < wb; ++j) turned[j * wa + i] = table[i * wb + j];
      }
      bond(b, a, turned);
      return;
    }
    if (a == b) {
      for (size_t l = 0; l < width(a); ++l) nodes_[static_cast<size_t>(a)][l] += table[l * width(a) + l];
      return;
    }
    for (int known : bonds_of_[static_cast<size_t>(a)]) {
      Bond& other = bonds_[static_cast<size_t>(known)];
      if (other.b != b && other.a != b) continue;
      for (size_t i = 0; i < table.size(); ++i) other.table[i] += table[i];
      return;
    }
    auto index = static_cast<int>(bonds_.size());
    bonds_.push_back({a, b, table});
    bonds_of_[static_cast<size_t>(a)].push_back(index);
    bonds_of_[static_cast<size_t>(b)].push_back(index);
  }

  void eliminate() {
    std::deque<int> queue;
    for (int i = 0; i < static_cast<int>(nodes_.size()); ++i) queue.push_back(i);
    while (!queue.empty()) {
      int node = queue.front();
      queue.pop_front();
      if (gone_[static_cast<size_t>(node)]) continue;
      std::vector<int>& mine = bonds_of_[static_cast<size_t>(node)];
      if (mine.size() > 2) continue;
      std::vector<int> neighbours;
      for (int bond : mine) neighbours.push_back(other(bond, node));
      remove(node, neighbours);
      for (int n : neighbours) queue.push_back(n);
    }
  }

  // Labels of the core by message passing, starting from `labels`; then of all others.
  void solve(std::vector<int>& labels, int sweeps, double gap) {
    std::vector<int> core;
    for (int i = 0; i < static_cast<int>(nodes_.size()); ++i) {
      if (!gone_[static_cast<size_t>(i)]) core.push_back(i);
    }
    if (!core.empty()) pass_messages(core, labels, sweeps, gap);
    for (auto step = removed_.rbegin(); step != removed_.rend(); ++step) {
      size_t at = 0;
      for (int n : step->neighbours) at = at * width(n) + static_cast<size_t>(labels[static_cast<size_t>(n)]);
      labels[static_cast<size_t>(step->node)] = step->best[at];
    }
  }

 private:
  size_t width(int node) const { return nodes_[static_cast<size_t>(node)].size(); }
  int other(int bond, int node) const {
    const Bond& b = bonds_[static_cast<size_t>(bond)];
    return b.a == node ? b.b : b.a;
  }
  double at(int bond, int node, int label, int other_label) const {
    const Bond& b = bonds_[static_cast<size_t>(bond)];
    return b.at(node, label, other_label, width(b.b));
  }

  struct Removed {
    int node;
    std::vector<int> neighbours;
    std::vector<int> best;  // by labels of the neighbours
  };

  void remove(int node, const std::vector<int>& neighbours) {
    const std::vector<double>& own = nodes_[static_cast<size_t>(node)];
    const std::vector<int> mine = bonds_of_[static_cast<size_t>(node)];
    Removed step{node, neighbours, {}};
    const size_t w0 = neighbours.empty() ? 1 : width(neighbours[0]);
    const size_t w1 = neighbours.size() < 2 ? 1 : width(neighbours[1]);
    std::vector<double> table(w0 * w1);
    step.best.resize(w0 * w1);
    for (size_t i = 0; i < w0; ++i) {
      for (size_t j = 0; j < w1; ++j) {
        double least = std::numeric_limits<double>::infinity();
        int best = 0;
        for (size_t l = 0; l < own.size(); ++l) {
          double c = own[l];
          if (!neighbours.empty()) c += at(mine[0], node, static_cast<int>(l), static_cast<int>(i));
          if (neighbours.size() > 1) c += at(mine[1], node, static_cast<int>(l), static_cast<int>(j));
          if (c < least) {
            least = c;
            best = static_cast<int>(l);
          }
        }
        table[i * w1 + j] = least;
        step.best[i * w1 + j] = best;
      }
    }
    gone_[static_cast<size_t>(node)] = true;
    for (int bond : mine) {
      bonds_[static_cast<size_t>(bond)].alive = false;
      std::vector<int>& theirs = bonds_of_[static_cast<size_t>(other(bond, node))];
      theirs.erase(std::find(theirs.begin(), theirs.end(), bond));
    }
    bonds_of_[static_cast<size_t>(node)].clear();
    if (neighbours.size() == 1) {
      for (size_t i = 0; i < w0; ++i) nodes_[static_cast<size_t>(neighbours[0])][i] += table[i];
    } else if (neighbours.size() == 2) {
      bond(neighbours[0], neighbours[1], table);
    }
    removed_.push_back(std::move(step));
  }

  // ---- the core

  double core_cost(const std::vector<int>& core, const std::vector<int>& labels) const {
    double sum = 0;
    for (int n : core) {
      sum += nodes_[static_cast<size_t>(n)][static_cast<size_t>(labels[static_cast<size_t>(n)])];
      for (int bond : bonds_of_[static_cast<size_t>(n)]) {
        int m = other(bond, n);
        if (n < m) sum += at(bond, n, labels[static_cast<size_t>(n)], labels[static_cast<size_t>(m)]);
      }
    }
    return sum;
  }

  // Each node in turn takes its best label given the others.
  void improve(const std::vector<int>& core, std::vector<int>& labels) const {
    for (int round = 0; round < 8; ++round) {
      bool changed = false;
      for (int n : core) {
        double least = std::numeric_limits<double>::infinity();
        int best = labels[static_cast<size_t>(n)];
        for (int l = 0; l < static_cast<int>(width(n)); ++l) {
          double c = nodes_[static_cast<size_t>(n)][static_cast<size_t>(l)];
          for (int bond : bonds_of_[static_cast<size_t>(n)]) {
            c += at(bond, n, l, labels[static_cast<size_t>(other(bond, n))]);
          }
          if (c < least - 1e-9) {
            least = c;
            best = l;
          }
        }
        changed = changed || best != labels[static_cast<size_t>(n)];
        labels[static_cast<size_t>(n)] = best;
      }
      if (!changed) return;
    }
  }

  void pass_messages(const std::vector<int>& core, std::vector<int>& labels, int sweeps, double gap) {
    // Two messages per bond: [0] towards a, [1] towards b.
    std::vector<std::vector<double>> messages(2 * bonds_.size());
    std::vector<double> gamma(nodes_.size(), 1);
    for (int n : core) {
      int earlier = 0, later = 0;
      for (int bond : bonds_of_[static_cast<size_t>(n)]) ++(other(bond, n) < n ? earlier : later);
      gamma[static_cast<size_t>(n)] = 1.0 / std::max({earlier, later, 1});
      for (int bond : bonds_of_[static_cast<size_t>(n)]) {
        const Bond& b = bonds_[static_cast<size_t>(bond)];
        messages[2 * static_cast<size_t>(bond)].assign(width(b.a), 0);
        messages[2 * static_cast<size_t>(bond) + 1].assign(width(b.b), 0);
      }
    }
    auto message_to = [&](int bond, int node) -> std::vector<double>& {
      return messages[2 * static_cast<size_t>(bond) + (bonds_[static_cast<size_t>(bond)].a == node ? 0 : 1)];
    };
    std::vector<int> best = labels;
    improve(core, best);
    double least = core_cost(core, best);
    std::vector<double> belief;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      double bound = 0;
      for (int direction = 0; direction < 2; ++direction) {
        bound = 0;
        for (size_t k = 0; k < core.size(); ++k) {
          int n = direction == 0 ? core[k] : core[core.size() - 1 - k];
          belief = nodes_[static_cast<size_t>(n)];
          for (int bond : bonds_of_[static_cast<size_t>(n)]) {
            const std::vector<double>& in = message_to(bond, n);
            for (size_t l = 0; l < belief.size(); ++l) belief[l] += in[l];
          }
          double low = *std::min_element(belief.begin(), belief.end());
          for (double& b : belief) b -= low;
          bound += low;
          for (int bond : bonds_of_[static_cast<size_t>(n)]) {
            int m = other(bond, n);
            if ((m > n) != (direction == 0)) continue;
            const std::vector<double>& in = message_to(bond, n);
            std::vector<double>& out = message_to(bond, m);
            double floor = std::numeric_limits<double>::infinity();
            for (size_t lm = 0; lm < out.size(); ++lm) {
              double value = std::numeric_limits<double>::infinity();
              for (size_t l = 0; l < belief.size(); ++l) {
                double c = gamma[static_cast<size_t>(n)] * belief[l] - in[l] +
                           at(bond, n, static_cast<int>(l), static_cast<int>(lm));
                value = std::min(value, c);
              }
              out[lm] = value;
              floor = std::min(floor, value);
            }
            for (double& o : out) o -= floor;
            bound += floor;
          }
        }
      }
      if (sweep % 5 != 4 && sweep + 1 != sweeps) continue;
      std::vector<int> trial = labels;
      decode(core, message_to, trial);
      improve(core, trial);
      double c = core_cost(core, trial);
      if (c < least) {
        least = c;
        best = trial;
      }
      if (least - bound <= gap * std::max(1.0, least)) break;
    }
    labels = best;
  }

  // In order, each node the best given the labels before it and the messages from behind.
  template <typename MessageTo>
  void decode(const std::vector<int>& core, const MessageTo& message_to, std::vector<int>& labels) const {
    for (int n : core) {
      double least = std::numeric_limits<double>::infinity();
      for (int l = 0; l < static_cast<int>(width(n)); ++l) {
        double c = nodes_[static_cast<size_t>(n)][static_cast<size_t>(l)];
        for (int bond : bonds_of_[static_cast<size_t>(n)]) {
          int m = other(bond, n);
          c += m < n ? at(bond, n, l, labels[static_cast<size_t>(m)]) : message_to(bond, n)[static_cast<size_t>(l)];
        }
        if (c < least) {
          least = c;
          labels[static_cast<size_t>(n)] = l;
        }
      }
    }
  }

  std::vector<std::vector<double>> nodes_;
  std::vector<Bond> bonds_;
  std::vector<std::vector<int>> bonds_of_;  // of those that are alive
  std::vector<bool> gone_;
  std::vector<Removed> removed_;
};

}  // namespace

std::vector<int> PairwiseProblem::minimise(const std::vector<int>& start, const Options& options) const {
  Solver solver(nodes_);
  for (const Edge& e : edges_) solver.bond(e.a, e.b, e.table);
  solver.eliminate();
  std::vector<int> labels = start;
  solver.solve(labels, options.sweeps, options.gap);
  return cost(labels) < cost(start) ? labels : start;
}

}  // namespace partita
