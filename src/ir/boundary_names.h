// How a local program says what its arguments and results are globally, and which of its messages belong to rings:
// frontend attributes on them (partition/local/boundary.h, optimize/ring.h).
#pragma once

#include <string_view>

namespace partita::core::ir::boundary_names {

inline constexpr std::string_view kGlobal = "partita.global";      // tensor<7x8xf32>
inline constexpr std::string_view kSharding = "partita.sharding";  // <mesh<["x"=4]>, [{"x"}, {}]>

inline constexpr std::string_view kRing = "partita.ring";  // where a message comes from: next, previous

}  // namespace partita::core::ir::boundary_names
