// A description of the devices a program runs on, as data: JSON files, some of them part of the program.
//
//   { "memory_bandwidth": 3.35e12, "matrix_flops": {"f32": 495e12, "bf16": 989e12}, "vector_flops": 67e12,
//     "levels": [{"name": "NVLink", "devices": 8, "bandwidth": 450e9, "latency": 3e-6}, {"name": "InfiniBand", …}] }
//
// docs/cost.md has the fields.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "ir/element_type.h"

namespace partita::core::cost {

// Devices 0 … n-1, n … 2n-1, … of a level communicate over it; the next one joins several such blocks.
struct NetworkLevel {
  std::string name;
  int64_t devices = 0;   // n; 0, in the last: any number
  double bandwidth = 0;  // bytes per second that a device sends
  double latency = 0;    // seconds for a message
};

struct Hardware {
  std::string name;
  double memory = 0;                                         // bytes; 0 where it is unknown
  double memory_bandwidth = 0;                               // bytes per second
  std::vector<std::pair<std::string, double>> matrix_flops;  // by element type; what is not named has f32's
  double vector_flops = 0;
  double op_latency = 0;  // seconds for each op that is run, however small
  std::vector<NetworkLevel> levels;

  // Operations per second of dots and convolutions of this type: "bf16", else "f8" for its kin, else "f32".
  double matrix_rate(ElementType type) const;
};

// `text` is that of `file`. kDescription with the place in it where it is not JSON, or lacks something.
Result<Hardware> parse_hardware(std::string_view text, const std::string& file);

// Those that are part of the program: "h100", … in the order of their names.
std::vector<std::string> known_hardware();
// The text of one of them; empty where there is none of this name.
std::string_view hardware_text(std::string_view name);
std::string hardware_names();  // h100, h200, …
// One that is part of the program, by its name, or that of a file. kCannotRead where it is neither.
Result<Hardware> load_hardware(const std::string& name_or_path);

}  // namespace partita::core::cost

namespace partita::core {
using cost::Hardware;
}  // namespace partita::core
