// The bytes of one number of an element type, as constants hold them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ir/element_type.h"
#include "shard/reduction_kind.h"

namespace partita::core::ir {

using Bytes = std::vector<std::byte>;

// The low bytes of an integer.
Bytes integer_bytes(ElementType element, int64_t value);
// The number in the element type.
Bytes element_bytes(ElementType element, double value);
// What changes nothing under a combiner: -0.0 for a sum of floats, the lowest number for a maximum, …
Bytes identity_bytes(ElementType element, ReductionKind kind);

}  // namespace partita::core::ir
