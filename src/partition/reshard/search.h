// The cheapest path through the states of a Problem.
//
// A* over all steps; the lower bound is what a device must receive in any case. From every state reached there is one
// direct path to the goal (reduce, gather what is misplaced, slice). The cheapest of these is an upper bound: it ends
// the search as soon as no lower bound is below it (at once for slices, gathers, one all-to-all, one reduce-scatter),
// and is the answer where the search is cut short. Before that the most promising direct paths are improved: large
// meshes and uneven sizes have more states than can be visited.
//
// Slices into final places cost nothing and make all that follows smaller: they are part of every step.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "partition/reshard/problem.h"

namespace partita::core::partition::reshard {

struct State {
  std::array<Place, kMaxAtoms> place = {};
  std::array<uint8_t, kMaxVariantDims> variant = {};
  friend bool operator==(const State&, const State&) = default;
};

struct Move {
  StepKind kind = StepKind::kSlice;
  uint64_t atoms = 0;  // those whose place changes; of a re-tile those that divide the dimension
  int dim = -1;        // kRetile
  State before;        // the same elements as after the move before it, maybe in another reading of the digits
  State after;
  double bytes = 0;
  double cost = 0;
  int launches = 0;
};

struct Path {
  std::vector<Move> moves;
  double cost = 0;
  bool exhausted = false;
};

Path cheapest_path(const Problem& problem);

}  // namespace partita::core::partition::reshard
