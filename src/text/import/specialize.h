// Programs with dynamic dimensions become static ones: where the arguments of a function have sizes, those of all
// values behind them follow.
//
//   func @main(%x: tensor<?x4xf32>)                        @main with x = 8x4
//     %n = get_dimension_size %x, dim = 0                    %n = 8
//     %s = concatenate %n, 4                                 %s = [8, 4]
//     %y = dynamic_broadcast_in_dim %v, %s : tensor<?x4xf32>  %y = broadcast_in_dim %v : tensor<8x4xf32>
//
// Shape code is folded to constants, dynamic ops become their static twins, checks of shapes (@shape_assertion, as
// jax.export writes them) are done here.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "ir/program.h"

namespace partita::core::text {

// Whether every type in the function is static.
bool is_static(const Function& function);
// The argument gets these sizes. Why it cannot have them; empty where it can.
std::string give_shape(Value& argument, std::span<const int64_t> dims);
// False where an argument is still dynamic, or a size does not follow: kDynamicOp at its place.
bool specialize(Function& function, Diagnostics& diagnostics);

}  // namespace partita::core::text
