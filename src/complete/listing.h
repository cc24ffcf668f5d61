// A completed program for people: a line per value, its sharding in axis names.
//
//         %x        argument 0 params['x']   tensor<8x16xf32>   [x, -]   hint
//     :7  %h        dot_general              tensor<8x32xf32>   [x, y]         layer/dot
//     :8  %w#0      while                    tensor<8x32xf32>   [x, y]
//     :9    %next   add                      tensor<8x32xf32>   [x, y]
//         out0      result 0                 tensor<8x32xf32>   [x, -]   hint
#pragma once

#include <string>

#include "complete/completion.h"

namespace partita::core::complete {

// Every value of the function in program order, those of regions indented, with the lines they stand in (as options
// take them) and the scopes of their ops; ends in a newline.
std::string listing(const Module& module, const Function& entry, const Completion& completion);
// The same as an object: {"function", "file", "meshes", "values": [{"name", "op", "type", "sharding", "hint", "line",
// "scope", "depth"}]}.
std::string listing_json(const Module& module, const Function& entry, const Completion& completion);

}  // namespace partita::core::complete
