// The dimension numbers of dots, gathers and scatters: fields of one attribute in StableHLO, attributes of their own in
// the op table.
#pragma once

#include "ir/op_table.h"

namespace partita::core::text {

// Where such a field is not written it is empty, or zero.
bool is_dimension_number(AttrKey key);

}  // namespace partita::core::text
