// What a program leaves open until it is compiled: which axes of the mesh its hints mean, and whose memory may be
// taken over.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ir/program.h"
#include "shard/unbound_sharding.h"

namespace partita {
inline namespace v1 {
namespace detail {

using AxisNames = std::vector<std::pair<std::string, std::string>>;  // from, to; to may be empty: no axis

core::UnboundSharding with_axes(core::UnboundSharding sharding, const AxisNames& names);
// In all hints and manual code of the module.
void rename_axes(core::Module& module, const AxisNames& names);

// Arguments by their numbers; `leaves` has how many of the entry's each of them is, and is empty where each is one. A
// donated argument becomes the result of its type, or one whose memory is free to be used.
void donate_arguments(core::Function& entry, const std::vector<int>& leaves, const std::vector<int>& donated);

}  // namespace detail
}  // namespace v1
}  // namespace partita
