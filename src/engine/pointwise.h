// Ops that become instructions of fused loops.
#pragma once

#include <optional>
#include <span>

#include "engine/loop/program.h"
#include "ir/program.h"

namespace partita::core::engine {

// Computed element by element, iota included. Where a loop has no instruction of the kind it calls the evaluator's.
bool is_pointwise(const Op& op);
// One input, combined by a plain op.
bool is_fusible_reduce(const Op& op);
std::optional<loop::Combiner> combiner_for(OpKind kind);
// What leaves elements as they are, as it is stored; nothing where the type has no such (narrow ones are not asked
// for).
bool is_identity_of(loop::Combiner combiner, ElementType type, const void* value);

// The op as an instruction (or two) over values of the program. Not for iota.
int add_instruction(loop::Program& program, const Op& op, std::span<const int> operands);
// Two values combined.
int add_combination(loop::Program& program, loop::Combiner combiner, int a, int b);

// The one element a constant or a broadcast of one consists of, or null.
const void* splat_element(const Value& value);

}  // namespace partita::core::engine
