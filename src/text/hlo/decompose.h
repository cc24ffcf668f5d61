// Expands what has no single HLO instruction into several; works on a copy of the module before it is written.
//
//   chlo.square %x                  multiply(x, x)
//   broadcast_in_dim 1x4 to 3x4     reshape, broadcast
//   while that uses an outer %w     %w is carried through the loop
//   sdy.sharding_constraint         custom-call @Sharding with a tile assignment
//
// After it every op has an opcode, no region uses values of the regions around it, and shardings are texts HLO takes.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ir/program.h"
#include "shard/axis_groups.h"
#include "text/common/write_options.h"

namespace partita::core::text {

// All steps below on a copy. kNoHloForm at an op that has no HLO form.
Result<std::unique_ptr<Module>> copy_for_hlo(const Module& module, Annotations annotations, std::string_view entry);

// Ops without an opcode, or of a form their opcode does not have (decompose_ops.cc, and decompose_math.cc for CHLO's
// functions).
Status decompose_ops(Module& module);

// Regions (decompose_captures.cc). Values that a while captures become part of its state; those of a branch of a
// conditional become its arguments, and operands of the conditional in the order of the branches; other regions
// get copies of the constants they use, and expressions of constants. Anything else used there is an error: HLO has no
// way to pass it.
Status decompose_captures(Module& module);

// --- attributes whose HLO spelling needs more than their text (decompose_attributes.cc)

// Attributes HLO has no place for become frontend attributes mlir.NAME; what only concerns the caller of a program
// (jax.*, layout modes, result names) is dropped. Locations become op_name and source lines of metadata.
void decompose_attributes(Module& module);
std::string hlo_dot_algorithm(Attr algorithm);        // dot_bf16_bf16_f32_x3; empty where HLO has no such
std::string hlo_output_aliases(Attr aliases);         // {{0}: (1, {})}
std::string hlo_custom_call_schedule(Attr schedule);  // SCHEDULE_EARLIEST
std::vector<int64_t> integers_of(Attr attr);          // of a list of integers in any form

}  // namespace partita::core::text
