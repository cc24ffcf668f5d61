// Shardings, manual code and device groups in HLO's words.
#pragma once

#include "base/result.h"
#include "ir/program.h"
#include "shard/axis_groups.h"
#include "text/common/write_options.h"

namespace partita::core::text {

// sdy attributes become tile assignments, and stay beside them as
// frontend attributes unless annotations are kMhlo; manual computations become conversions between full and shard
// shapes.
Status decompose_shardings(Module& module, Annotations annotations);

// Device groups that name axes of a mesh as iota or list; other forms stay.
Result<Attr> hlo_groups(const Module& module, Attr groups);
Attr plain_groups(Context& context, const AxisGroups& groups);

}  // namespace partita::core::text
