// One program under several meshes and on several machines.
//
//   --sweep 'mesh=x=8,y=16|x=16,y=8' 'hardware=tpu_v3|tpu_v4'         four runs, the last key changing fastest
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "ir/program.h"

namespace partita::core::tools {

struct SweepAxis {
  std::string key;                  // "mesh" or "hardware"
  std::vector<std::string> values;  // at least one
};

// kUsage where a text is no KEY=VALUE|VALUE, or a key is unknown or given twice.
Result<std::vector<SweepAxis>> parse_sweep(const std::vector<std::string>& texts);

// All combinations, as the values of the axes in their order.
std::vector<std::vector<std::string>> combinations(const std::vector<SweepAxis>& axes);

// Gives the axes of the module's mesh other sizes: "x=16,y=8". kUsage where the module's mesh, the first it declares,
// has other axes.
Status resize_mesh(Module& module, const std::string& mesh);

}  // namespace partita::core::tools
