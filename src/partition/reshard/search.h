// The cheapest path through the states of a Problem.
//
// A* over all steps, with what a device cannot do without as the estimate of what is left. From every state reached
// there is one plain way to the end (reduce, gather what is misplaced, slice): the cheapest of these is at hand at any
// time, ends the search as soon as nothing can be below it (at once for slices, gathers, one all-to-all, one
// reduce-scatter), and is the answer where the search is cut short. Before that the most promising of these ways are
// improved upon: large meshes and uneven sizes have more states than are worth a look.
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
