// A description of the devices a program runs on, as data: JSON files, some of them part of the program.
//
//   { "memory_bandwidth": 3.35e12, "matrix_flops": {"f32": 495e12, "bf16": 989e12}, "vector_flops": 67e12,
//     "products": {"efficiency": 0.85, "tile_rows": 128, "tile_columns": 128, "units": 132},
//     "overheads": {"kernel": 1.7e-6, "launch": 7e-6},
//     "levels": [{"name": "NVLink", "devices": 8, "bandwidth": 370e9, "latency": 3e-6}, {"name": "InfiniBand", …}] }
//
// Only the rates of memory, of products by element type and of other operations, and one of "levels" and "torus", have
// to be there; the rest says how far a device stays below its rates. Bytes, seconds and operations per second
// throughout. docs/hardware.md has every field, with the formula it stands in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cost/compiler_traits.h"
#include "ir/element_type.h"

namespace partita::core::cost {

// A switched network: any two devices of a block talk at full speed. Devices 0 … n-1, n … 2n-1, … are a block each; the
// next level joins several such blocks.
struct NetworkLevel {
  std::string name;
  int64_t devices = 0;        // n; 0, in the last: any number
  double bandwidth = 0;       // bytes per second that a device sends
  double latency = 0;         // seconds for a message
  double half_size = 0;       // bytes of a buffer at which half the bandwidth is reached; 0: always all of it
  double pair_bandwidth = 0;  // between two devices, where links are direct (a full mesh); 0: all of it
};

// Chips in a grid with links to their neighbours: 32 x 32 chips of 2 cores are 2048 devices.
struct Torus {
  std::vector<int64_t> dims;  // of the largest machine, in chips: {32, 32}
  int64_t cores = 1;          // devices of a chip
  double chip_bandwidth = 0;  // bytes per second that a device sends to the others of its chip; 0 where there is one
  double link_bandwidth = 0;  // bytes per second of a link, each direction
  double hop_latency = 0;     // seconds from a chip to its neighbour
  // The dimensions of a slice close to rings if all of them are multiples of this (4: whole cubes, joined by optical
  // switches); 0: a dimension does if it is the machine's full one.
  int64_t wrap_multiple = 0;
  // All-to-alls send both ways round a ring; else they take as long as on a line.
  bool exchange_wraps = true;
  // Of link_bandwidth, what collectives reach whose data stop in the memory of every chip on their way: gathers, sums
  // and broadcasts. All-to-alls and permutes are passed on by the chips between.
  double ring_efficiency = 1;
};

// Dots, and convolutions as products of m x k by k x n: tiles of the result are dealt out to the units.
//
//   128x128 tiles on 132 units: 2048x2048 are 256 tiles, 2 rounds, as if there were 264 of them
struct Products {
  double efficiency = 1;      // of matrix_flops that the largest reach
  int64_t tile_rows = 1;      // of the result, computed at once; m is padded to them
  int64_t tile_columns = 1;   // likewise n
  int64_t small_tile = 0;     // rows or columns of a tile where the result has at most so many; 0: none
  int64_t depth_tile = 1;     // k is padded to a multiple
  double ramp = 0;            // terms of a contraction that pass before a unit is busy: time grows by (k + ramp) / k
  int64_t units = 1;          // processors that tiles are dealt out to
  bool splits_depth = false;  // k is divided where m or n is at most small_tile and tiles do not fill the units
};

struct Convolutions {
  double overhead = 0;         // seconds of each, layout changes included
  double patch_bandwidth = 0;  // bytes per second of gathered patches: output positions x window x input features x
                               // element size; 0: no limit
  int64_t kernels = 1;         // that are launched for each
  double foreign_term = 0;     // seconds for a term of a weight gradient whose window is the image and that no library
                               // kernel exists for; 0: as others
};

// Bytes per second, read and written together, that ops of a kind reach; 0: as memory_bandwidth.
struct MemoryRates {
  double efficiency = 1;  // of memory_bandwidth that a large elementwise op reaches
  double reduce = 0;
  double transpose = 0;
  double gather = 0;
  double scatter = 0;
  double narrow_scatter = 0;  // of elements of less than 32 bits, which atomic additions have to compare and swap
  double copy = 0;            // slices taken out of stacked buffers or put into them
  double sort = 0;            // elements x log2 of their number, per second
  double fft = 0;
};

// Seconds that pass whatever an op computes.
struct Overheads {
  double kernel = 0;        // of each kernel on the device, besides what it computes and moves
  double gap = 0;           // on the device, between kernels that are launched one by one: those that are not in a loop
  double launch = 0;        // on the host, for each kernel that is not in a loop
  double step = 0;          // on the host, for each step
  double sort = 0;          // of each sort, besides its comparisons; half of it for a top-k
  double loop = 0;          // on the device, for each iteration of a loop, by itself
  double unknown_loop = 0;  // the same where the host must look whether to go on
};

struct Hardware {
  std::string name;
  double memory = 0;                                         // bytes; 0 where it is unknown
  double memory_bandwidth = 0;                               // bytes per second
  std::vector<std::pair<std::string, double>> matrix_flops;  // by element type; what is not named has f32's
  double vector_flops = 0;                                   // operations per second of everything else
  double op_latency = 0;  // seconds for each op that is run, however small: overheads.kernel where only that is given,
                          // and the other way round
  Products products;
  Convolutions convolutions;
  MemoryRates rates;  // "memory_rates"
  Overheads overheads;
  CompilerTraits compiler;           // of the compiler that programs run through
  double collective_copy = 0;        // times that the larger buffer of a collective is read or written around it
  bool overlaps = true;              // collectives run beside computation
  std::vector<NetworkLevel> levels;  // these, the innermost first,
  std::optional<Torus> torus;        // or this

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
// What programs are partitioned for where nobody says.
inline constexpr std::string_view kDefaultHardware = "h100";
const Hardware& default_hardware();

}  // namespace partita::core::cost

namespace partita::core {
using cost::Hardware;
}  // namespace partita::core
