// Two programs, or one under two sets of options: which collectives came, went, grew and shrank, and what that does to
// the time of a step and to memory.
//
//   - all-reduce along x     %dw   model.mlir:40   98.0 MiB                    dot_general makes %dw as …
//   + reduce-scatter along x %dw   model.mlir:40              49.0 MiB         …
//
// Collectives are matched by what they are for (their cause) and the line they come from; where hints have changed the
// cause, by kind, axes and line; each is matched once.
#pragma once

#include <string>
#include <vector>

#include "simulate/simulation.h"

namespace partita::core::simulate {

struct CollectiveSide {
  size_t number = 0;  // from 1; 0 where there is none on this side
  std::string kind, along, name, place, cause;
  double times = 0, bytes = 0, seconds = 0;
};

struct CollectiveChange {
  enum class Kind : uint8_t { kSame, kCame, kWent, kGrew, kShrank, kOther };  // kOther: as many bytes, another time
  Kind kind = Kind::kSame;
  CollectiveSide a, b;
};
std::string_view change_name(CollectiveChange::Kind kind);  // "came"

struct FigureChange {
  std::string what, unit;  // of "bytes", "seconds", "operations", "" (a count)
  double a = 0, b = 0;
};

struct OpChange {
  std::string what;  // "dot_general"
  double times_a = 0, times_b = 0, seconds_a = 0, seconds_b = 0;
};

struct Difference {
  std::string name_a, name_b;
  std::vector<FigureChange> figures;
  std::vector<CollectiveChange> collectives;  // those that changed, the most bytes first; then those that did not
  std::vector<OpChange> ops;                  // the largest change of time first
};

// Causes are compared where the reports have them.
Difference difference_of(const Simulation& a, const Simulation& b);
// `top` rows of each list; those that did not change are counted.
std::string difference_table(const Difference& difference, size_t top);
std::string difference_json(const Difference& difference);

}  // namespace partita::core::simulate
