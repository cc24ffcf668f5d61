// A pair of shardings of one mesh, written so that a plan is a path of small states.
//
// Mesh axes are cut into *atoms* that no boundary falls into, and the digits both shardings read a dimension in are
// common *slots*; a state has a slot for each atom.
//
//   ["x"=4, "y"=2], [x] -> [y]:  atoms x:(1)2, x:(2)2, y;  slots of dimension 0: 2, 2;  x1 and x2 sit in them, y wants
//   the first
//
// Two readings of a dimension may differ in more than owners:
//   - in tiles, where sizes are uneven: the source's and the target's tiles are two *variants* of the same slots;
//   - in sizes, 2·3 against 3·2: then there are two lists of slots, completed to the same product by further slots, and
//     four variants: source tiles, common tiles in the source's sizes, common tiles in the target's, target tiles.
// Spare slots below all others are room to park atoms in, as many of each size as there are atoms, or as fit.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "partition/reshard/plan.h"

namespace partita::core::partition::reshard {

// Where an atom is: the index of a slot, or one of these.
using Place = uint8_t;
inline constexpr Place kReplicated = 255;
inline constexpr Place kUnreducedFrom = 254;  // unreduced as the source is
inline constexpr Place kUnreducedTo = 253;    // unreduced as the target is, where that is another reduction
inline constexpr int kMaxSlots = 64;
inline constexpr int kMaxAtoms = 40;  // all that 2^40 devices can have
inline constexpr int kMaxVariantDims = 8;
inline constexpr int kMaxVariants = 4;

struct Atom {
  AxisRef ref;
  LinkCost link;
  Place source = kReplicated;
  Place goal = kReplicated;

  bool is_idle() const { return source == kReplicated && goal == kReplicated; }
};

struct Slot {
  int dim = 0;
  int64_t size = 1;
  std::array<int64_t, kMaxVariants> tile = {};
  bool spare = false;       // below all others, no atom's goal
  bool completing = false;  // no atom's goal, needed to change the sizes of a dimension
};

struct ProblemDim {
  int64_t extent = 0;
  int variants = 1;
  int variant_index = -1;                     // into State::variant where there are several
  size_t common = 0;                          // slots that both lists begin with
  size_t spares = 0;                          // slots that both lists end with
  std::array<std::vector<uint8_t>, 2> slots;  // the second only where sizes differ

  bool regroups() const { return variants == kMaxVariants; }
  int list_of(int variant) const { return regroups() && variant >= 2 ? 1 : 0; }
};

struct Problem {
  std::vector<Atom> atoms;
  std::vector<Slot> slots;
  std::vector<ProblemDim> dims;
  MeshPtr mesh;
  double element_bytes = 0;
  ReductionKind source_reduction = ReductionKind::kSum;  // of kUnreducedFrom
  ReductionKind target_reduction = ReductionKind::kSum;  // of kUnreducedTo
  AxisRefs manual;
};

// Nothing where the axes of the two cannot be cut into common atoms ("x":(1)2 against "x":(1)3 of 6), or where there is
// more than a state can hold. Both are on one mesh, not maximal.
std::optional<Problem> make_problem(std::span<const int64_t> shape, int element_bits, const Sharding& from,
                                    const Sharding& to, const MeshCosts& costs);

}  // namespace partita::core::partition::reshard
