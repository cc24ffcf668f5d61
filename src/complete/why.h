// Why a value is sharded as it is: for each axis the hint it came from and the ops it travelled along.
//
//   %h: tensor<8x32xf32> is [x, y]
//     x on dimension 0
//       along dot_general at layer.mlir:9 from %x [x, -]
//       which has a hint: argument 0 at layer.mlir:3
//     not taken: y on dimension 0, proposed along add at layer.mlir:10 from %b [y]: the axis is in use here
#pragma once

#include <string>

#include "complete/completion.h"

namespace partita::core::complete {

// "a hint on argument 0: [x, -] at model.mlir:3"
std::string described(const Module& module, const Hint& hint);

std::string why(const Module& module, const Function& entry, const Completion& completion, const NamedValue& value);
// The same as an object: {"name", "type", "sharding", "shard", "axes": [{"axis", "dim", "steps": [{"op", "place",
// "from", "sharding"}], "hint"}], "not_taken": […]}.
std::string why_json(const Module& module, const Function& entry, const Completion& completion,
                     const NamedValue& value);

}  // namespace partita::core::complete
