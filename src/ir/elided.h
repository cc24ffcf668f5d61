// Constants whose elements the text leaves out, as MLIR's printer does with large ones on request:
//
//   stablehlo.constant dense_resource<__elided__> : tensor<1024x1024xf32>
//
// Such a constant is a custom call of this target, without operands and with the resource as its configuration: no pass
// looks into it, no two are taken for one, and nobody can evaluate it.
#pragma once

#include <string_view>

namespace partita::core::ir {

inline constexpr std::string_view kElidedConstant = "partita.elided_constant";

}  // namespace partita::core::ir

namespace partita::core {
using ir::kElidedConstant;
}  // namespace partita::core
