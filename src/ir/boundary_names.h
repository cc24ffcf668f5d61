// How a local program says what its arguments and results are globally: frontend attributes on them
// (partition/local/boundary.h).
#pragma once

#include <string_view>

namespace partita::core::ir::boundary_names {

inline constexpr std::string_view kGlobal = "partita.global";      // tensor<7x8xf32>
inline constexpr std::string_view kSharding = "partita.sharding";  // <mesh<["x"=4]>, [{"x"}, {}]>

}  // namespace partita::core::ir::boundary_names
