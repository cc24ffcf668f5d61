// How long one collective and one op take on a hardware: what the price list says, at its rates.
//
//   a collective   its bytes at the bandwidth of the levels it crosses, and a message's latency for each of its rounds
//   an op          the longer of its operations at their rate and its bytes at the memory's, and the latency of an op
//
// An all-gather of 320 bytes among 8 devices, in blocks of 4: 3/4 of the buffer within the blocks, in 2 rounds; 1/8 of
// it between the two, in one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cost/hardware.h"
#include "cost/prices.h"
#include "ir/program.h"
#include "shard/axis_ref.h"
#include "shard/mesh.h"

namespace partita::core::cost {

// The networks of a hardware; of a torus its chips and, as one, the links between them.
std::vector<NetworkLevel> network_levels(const Hardware& hardware);

// The devices of a collective.
struct GroupMembers {
  double count = 1;
  std::span<const int64_t> ids;  // of kPermute sources and targets in turn; empty: all devices
  int64_t devices = 1;           // in all
};

// Seconds on each level of the hardware, in their order; `price` are the bytes that a device sends and how often it is
// launched.
std::vector<double> collective_seconds(CollectiveKind kind, const Price& price, const GroupMembers& members,
                                       const Hardware& hardware);
// The same over axes of a mesh: of the group that its first device is in.
std::vector<double> collective_seconds(CollectiveKind kind, const Price& price, const Mesh& mesh,
                                       std::span<const AxisRef> axes, const Hardware& hardware);

// Of one run of an op that reads and writes this many bytes of memory. Collectives compute nothing here.
double op_seconds(const Op& op, double bytes, bool is_fused, const Hardware& hardware);

}  // namespace partita::core::cost
