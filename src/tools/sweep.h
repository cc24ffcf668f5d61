// One program under several meshes, with several batches and on several machines.
//
//   --sweep 'mesh=x=8,y=16|x=16,y=8' --sweep 'hardware=tpu_v3|tpu_v4'         four runs, the last key changing fastest
//   --sweep 'mesh=x=8,y=16|x=16,y=8' 'hardware=tpu_v3|tpu_v4'                 the same
//   --sweep 'batch=arg0.0:8|16|32'              dimension 0 of argument 0, and all that it is part of
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "driver/compilation.h"
#include "ir/program.h"

namespace partita::core::tools {

struct SweepAxis {
  std::string key;                  // "mesh", "batch" or "hardware"
  std::vector<std::string> values;  // at least one; of a batch, whole numbers above zero
  std::string place;                // of a batch, where it is: "arg0.0"; empty: to be found
};

// Whether the text begins like one: "batch=8|16", no name of a file.
bool is_sweep_axis(std::string_view text);
// kUsage where a text is no KEY=VALUE|VALUE, or a key is unknown or given twice.
Result<std::vector<SweepAxis>> parse_sweep(const std::vector<std::string>& texts);

// All combinations, as the values of the axes in their order.
std::vector<std::vector<std::string>> combinations(const std::vector<SweepAxis>& axes);

// Gives the axes of the module's mesh other sizes: "x=16,y=8". kUsage where the module's mesh, the first it declares,
// has other axes.
Status resize_mesh(Module& module, const std::string& mesh);

// Gives the program another batch: the dimension that `place` names ("arg0.0", "x.1"), or that the arguments of
// integers begin with. kUsage where there is none, an op cannot have another, or the program is partitioned already.
Status resize_program_batch(Compilation& program, const std::string& place, int64_t size);

}  // namespace partita::core::tools
