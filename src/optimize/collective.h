// Reading and making collectives.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ir/program.h"

namespace partita::core::optimize {

// The number of devices of a group; nothing where groups differ in size, or it is unknown.
std::optional<int64_t> group_size(const Op& collective);

// Whether two collectives, of whatever kind, bring the same devices together in the same order and mode.
bool same_groups(const Op& a, const Op& b);

// The op that combines in an all_reduce or reduce_scatter, where it is one plain op.
std::optional<OpKind> reducer_of(const Op& collective);

// A collective of this kind in the place and mode of `like` (its groups, channel and location), on these operands;
// `further` are the attributes of its own. A reducing one takes the region of `like`.
Op* make_collective(Op& like, OpKind kind, std::span<Value* const> operands, std::span<const Type> results,
                    std::span<const KeyedAttr> further, Op* before);

// An op that is no longer used goes, and what it alone used.
void erase_unused(Op* op);

// Uses of a value become uses of another, which takes its name; the op goes if nothing else keeps it.
void replace_result(Op& op, Value* by);

}  // namespace partita::core::optimize
