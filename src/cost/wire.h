// What a device of a local program sends: bytes on the wire by kind of collective and by the axes it runs along.
//
//   %g = all_gather %w : 2x8xf32 -> 8x8xf32 along x=4, in a loop of 12 trips        12 times, 12 * 3/4 * 256 bytes
//
// Rings are assumed: of n devices an all-reduce sends 2(n-1)/n of its buffer, an all-gather, reduce-scatter or
// all-to-all (n-1)/n of the full side, anything else its buffer once. A loop counts as often as it runs, every branch
// of a conditional once. Scales of blocks (f8E8M0FNU), a 32nd of what they scale, are left out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/program.h"
#include "shard/mesh.h"

namespace partita {

struct WireUse {
  OpKind kind;
  std::string along;  // "along x, y", "along replicas"; "in groups of 4" where the mesh does not tell
  int64_t count = 0;  // per device and run of the program
  double bytes = 0;
};

struct Wire {
  std::vector<WireUse> uses;  // by kind and axes, the most bytes first
  int64_t count = 0;
  double bytes = 0;
  int64_t unknown_trips = 0;  // loops with collectives that count as one trip, since nothing tells how many
};

// `mesh` names the axes; null for programs of others.
Wire wire_of(const Function& local, const MeshPtr& mesh);

// Bytes of a tensor, densely packed: 4-bit types take half a byte; 0 for what is no tensor.
double bytes_of(Type type);

// "1.50 MiB", "12 bytes"
std::string bytes_text(double bytes);
// A line for each use, and one for all.
std::string wire_table(const Wire& wire);

}  // namespace partita
