// The column of the op table that says how an op runs on a device, as far as memory, fusion and the order of ops ask.
// What it computes and moves is in op_prices.h.
#pragma once

#include "ir/op_table.h"

namespace partita::core::cost {

struct RunClass {
  bool fusible = false;       // each element comes from elements of the operands: part of a loop over another op's
  bool expensive = false;     // an element costs too much to be computed more than once
  bool in_place = false;      // results may lie where operands of the same size lay that nobody needs any more
  bool passes_on = false;     // results are the operands under another name or type
  bool heavy = false;         // takes long enough for a collective to be hidden behind it
  bool runs_regions = false;  // its regions are code that runs as often as it says, not a function of elements
};

const RunClass& run_class(OpKind kind);

}  // namespace partita::core::cost
