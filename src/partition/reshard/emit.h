// A plan as ops of the local program.
//
//   {x,-} -> {-,x} of 8x8 on ["x"=4]:  all_to_all(split 1, concat 0)
//   {x}   -> {xy}  of 12 on 2x2:       dynamic_slice at 3·y
//
// Where the digit that changes owners is the last of its dimension, collectives act on the dimension as it is;
// otherwise a reshape makes it a dimension of its own (after a pad, where tiles do not fill the one above), and another
// undoes that.
#pragma once

#include "partition/local/local_builder.h"
#include "partition/reshard/plan.h"

namespace partita::core::partition::reshard {

// `local` is what a device holds of the value in the plan's first layout; the result is what it holds in the last one.
// Padding stays garbage.
Value* emit(LocalBuilder& builder, const Plan& plan, Value* local);

// Who sends to whom in a step of kind kPermute, by device id; each device at most once on either side. Devices that
// have what they need keep it, where the step leaves a choice.
Attr permute_pairs(const LocalBuilder& b, const Step& step);

}  // namespace partita::core::partition::reshard
