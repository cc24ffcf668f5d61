// Extends a combiner by an identity: a first column of booleans marks the elements that are valid, and of two elements
// of which one is valid that one is taken. Associative where the body is.
//
//   (valid a, a) ∘ (valid b, b)  =  (valid a or valid b,  both valid ? body(a, b) : valid a ? a : b)
#pragma once

#include <span>

#include "partition/local/local_builder.h"

namespace partita::core::partition {

// Fills the region of a reduction whose first column is the booleans; `values` are the types of the others, as
// scalars, and `body` is the region of the global op. Regions that capture values need LocalBuilder::prepare_regions.
void fill_combiner_with_identity(LocalBuilder& b, Region& region, const Region& body, std::span<const Type> values);

}  // namespace partita::core::partition
