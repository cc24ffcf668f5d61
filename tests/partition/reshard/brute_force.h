// The cheapest way between all shardings of a mesh, by looking at everything: every state, every step.
//
// Written apart from the planner. Sizes are even. An atom of size k is replicated, unreduced, or owns a digit of a
// dimension of n: that from c to c·k, where c·k divides n (c = 1 is the most major). A state is legal where the digits
// of a dimension fit together: one ends where, or above where, the other begins, by a whole factor. Costs are bytes
// sent per device, in units of one element.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <queue>
#include <vector>

#include "shard/sharding.h"

namespace partita::core::testing {

class BruteForce {
 public:
  BruteForce(MeshPtr mesh, AxisRefs atoms, std::vector<int64_t> shape, bool with_unreduced)
      : mesh_(std::move(mesh)), atoms_(std::move(atoms)), shape_(std::move(shape)), with_unreduced_(with_unreduced) {
    for (size_t d = 0; d < shape_.size(); ++d) {
      for (int64_t c = 1; c <= shape_[d]; ++c) {
        if (shape_[d] % c == 0) digits_.push_back({static_cast<int>(d), c});
      }
    }
    std::vector<int> places(atoms_.size());
    collect_states(places, 0);
    for (size_t s = 0; s < states_.size(); ++s) by_key_[permute_key(states_[s])].push_back(static_cast<int>(s));
    edges_.resize(states_.size());
    for (size_t s = 0; s < states_.size(); ++s) add_edges(s);
  }

  size_t state_count() const { return states_.size(); }

  // All states that a sharding can spell, with the sharding.
  std::vector<std::pair<int, Sharding>> shardings() const {
    std::vector<std::pair<int, Sharding>> out;
    for (size_t s = 0; s < states_.size(); ++s) {
      Sharding::Spec spec;
      bool flat = true;
      for (size_t d = 0; d < shape_.size(); ++d) {
        std::map<int64_t, size_t> order;
        for (size_t a = 0; a < atoms_.size(); ++a) {
          if (on_dim(states_[s][a], d)) order[digit(states_[s][a]).begin] = a;
        }
        DimSharding dim;
        int64_t next = 1;
        for (const auto& [begin, a] : order) {
          flat = flat && begin == next;
          next = begin * atoms_[a].size;
          dim.axes.push_back(atoms_[a]);
        }
        spec.dims.push_back(std::move(dim));
      }
      for (size_t a = 0; a < atoms_.size(); ++a) {
        if (states_[s][a] == kU) spec.unreduced.push_back(atoms_[a]);
      }
      if (flat) out.push_back({static_cast<int>(s), Sharding::make(mesh_, std::move(spec)).value()});
    }
    return out;
  }

  // Bit set of the atoms that are unreduced in a state.
  size_t unreduced(int state) const {
    size_t out = 0;
    for (size_t a = 0; a < atoms_.size(); ++a) out |= size_t{states_[state][a] == kU} << a;
    return out;
  }

  // To every state, declaring only these atoms unreduced. (Without the limit a sum with zeros would stand in for other
  // transfers: it is not exact for floats.)
  std::vector<double> distances(int from, size_t may_unreduce) const {
    std::vector<double> best(states_.size(), std::numeric_limits<double>::infinity());
    using Item = std::pair<double, int>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
    best[from] = 0;
    open.push({0, from});
    while (!open.empty()) {
      const auto [cost, s] = open.top();
      open.pop();
      if (cost > best[s]) continue;
      auto reach = [&](int to, double step) {
        if (cost + step < best[to]) {
          best[to] = cost + step;
          open.push({cost + step, to});
        }
      };
      for (const Edge& edge : edges_[s]) {
        if ((edge.unreduced & ~may_unreduce) == 0) reach(edge.to, edge.cost);
      }
      for (int to : by_key_.at(permute_key(states_[s]))) {
        reach(to, local(states_[s]));
      }
    }
    return best;
  }

 private:
  static constexpr int kR = -1;
  static constexpr int kU = -2;
  using State = std::vector<int>;  // by atom: an index into digits_, kR or kU
  struct DigitPlace {
    int dim;
    int64_t begin;
  };
  struct Edge {
    int to;
    double cost;
    size_t unreduced = 0;  // atoms that it declares unreduced
  };

  const DigitPlace& digit(int place) const { return digits_[place]; }
  bool on_dim(int place, size_t d) const { return place >= 0 && digit(place).dim == static_cast<int>(d); }

  // Whether the atoms' digits at these places lie beside each other in one reading of the dimension.
  bool fit(size_t a, int place_a, size_t b, int place_b) const {
    if (place_a < 0 || place_b < 0 || digit(place_a).dim != digit(place_b).dim) return true;
    const int64_t end_a = digit(place_a).begin * atoms_[a].size;
    const int64_t end_b = digit(place_b).begin * atoms_[b].size;
    return (digit(place_b).begin % end_a == 0) || (digit(place_a).begin % end_b == 0);
  }
  bool room(size_t a, int place) const {
    return place < 0 || shape_[digit(place).dim] % (digit(place).begin * atoms_[a].size) == 0;
  }

  void collect_states(State& places, size_t a) {
    if (a == atoms_.size()) {
      index_[places] = std::ssize(states_);
      states_.push_back(places);
      return;
    }
    for (int place = with_unreduced_ ? kU : kR; place < std::ssize(digits_); ++place) {
      bool legal = room(a, place);
      for (size_t b = 0; b < a; ++b) legal = legal && fit(a, place, b, places[b]);
      places[a] = place;
      if (legal) collect_states(places, a + 1);
    }
  }

  double local(const State& state) const {
    double size = 1;
    for (int64_t n : shape_) size *= static_cast<double>(n);
    for (size_t a = 0; a < atoms_.size(); ++a) {
      if (state[a] >= 0) size /= static_cast<double>(atoms_[a].size);
    }
    return size;
  }

  // States between which devices only change roles: the same runs of owned digits, as many parts of a sum.
  std::vector<int64_t> permute_key(const State& state) const {
    std::vector<int64_t> key;
    int64_t parts = 1;
    for (size_t a = 0; a < atoms_.size(); ++a) parts *= state[a] == kU ? atoms_[a].size : 1;
    key.push_back(parts);
    for (size_t d = 0; d < shape_.size(); ++d) {
      std::map<int64_t, int64_t> runs;
      for (size_t a = 0; a < atoms_.size(); ++a) {
        if (on_dim(state[a], d)) runs[digit(state[a]).begin] = digit(state[a]).begin * atoms_[a].size;
      }
      key.push_back(-1);
      for (const auto& [begin, end] : runs) {
        if (key.back() == begin) {
          key.back() = end;
        } else {
          key.push_back(begin);
          key.push_back(end);
        }
      }
    }
    return key;
  }

  // Every choice of new places for the atoms in the set; `visit` gets the state after. New digits fit all old and new.
  template <typename Visit>
  void for_each_entry(const State& before, const std::vector<size_t>& set, size_t i, State& after, const Visit& visit) {
    if (i == set.size()) {
      visit(after);
      return;
    }
    const size_t a = set[i];
    for (int place = 0; place < std::ssize(digits_); ++place) {
      bool legal = room(a, place);
      for (size_t b = 0; b < atoms_.size() && legal; ++b) {
        if (before[b] >= 0) legal = fit(a, place, b, before[b]);
        if (b != a && legal) legal = fit(a, place, b, after[b]);
      }
      if (!legal) continue;
      const int old = after[a];
      after[a] = place;
      for_each_entry(before, set, i + 1, after, visit);
      after[a] = old;
    }
  }

  void add_edges(int s) {
    const State state = states_[s];
    const double b = local(state);
    auto edge = [&](const State& to, double cost) { edges_[s].push_back({index_.at(to), cost}); };
    for (size_t mask = 1; mask < (size_t{1} << atoms_.size()); ++mask) {
      std::vector<size_t> set;
      double group = 1;
      int owned = 0;
      int replicated = 0;
      int unreduced = 0;
      for (size_t a = 0; a < atoms_.size(); ++a) {
        if ((mask >> a & 1) == 0) continue;
        set.push_back(a);
        group *= static_cast<double>(atoms_[a].size);
        owned += state[a] >= 0;
        replicated += state[a] == kR;
        unreduced += state[a] == kU;
      }
      const int count = std::ssize(set);
      State to = state;
      auto all_to = [&](int place) {
        State out = state;
        for (size_t a : set) out[a] = place;
        return out;
      };
      if (owned == count) {
        edge(all_to(kR), b * (group - 1));
        State none = state;
        for (size_t a : set) none[a] = kR;
        for_each_entry(state, set, 0, none, [&](const State& after) { edge(after, b * (group - 1) / group); });
      }
      if (replicated == count) for_each_entry(state, set, 0, to, [&](const State& after) { edge(after, 0); });
      if (unreduced == count) {
        edge(all_to(kR), 2 * b * (group - 1) / group);
        for_each_entry(state, set, 0, to, [&](const State& after) { edge(after, b * (group - 1) / group); });
      }
      if (with_unreduced_ && unreduced == 0) {
        edges_[s].push_back({index_.at(all_to(kU)), 0, mask});
      }
    }
  }

  MeshPtr mesh_;
  AxisRefs atoms_;
  std::vector<int64_t> shape_;
  bool with_unreduced_;
  std::vector<DigitPlace> digits_;
  std::vector<State> states_;
  std::map<State, int> index_;
  std::map<std::vector<int64_t>, std::vector<int>> by_key_;
  std::vector<std::vector<Edge>> edges_;
};

}  // namespace partita::core::testing
