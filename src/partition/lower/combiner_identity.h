// A combiner given an identity that it may not have: a first column says which elements count, and of two that do not
// both count the one that does is taken. Associative where the body is.
//
//   (valid a, a) ∘ (valid b, b)  =  (valid a or valid b,  both valid ? body(a, b) : valid a ? a : b)
#pragma once

#include <span>

#include "partition/local/local_builder.h"

namespace partita::core::partition {

// Fills the region of a reduction whose first column is that of booleans; `values` are the types of the others, as
// scalars, and `body` is the region of the global op. Regions that look around need LocalBuilder::prepare_regions.
void fill_combiner_with_identity(LocalBuilder& b, Region& region, const Region& body, std::span<const Type> values);

}  // namespace partita::core::partition
