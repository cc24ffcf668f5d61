// A completed program for people: a line per value, its sharding in axis names.
//
//     %x        argument 0    tensor<8x16xf32>   [x, -]   hint
//     %h        dot_general   tensor<8x32xf32>   [x, y]
//     %w#0      while         tensor<8x32xf32>   [x, y]
//       %next     add           tensor<8x32xf32>   [x, y]
//     out0                    tensor<8x32xf32>   [x, -]   hint
#pragma once

#include <string>

#include "complete/completion.h"

namespace partita::core::complete {

// Every value of the function in program order, those of regions indented; ends in a newline.
std::string listing(const Module& module, const Function& entry, const Completion& completion);

}  // namespace partita::core::complete
