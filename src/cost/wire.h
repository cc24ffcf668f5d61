// What a device of a local program sends: every collective with its bytes on the wire and the axes it runs along.
//
//   %g = all_gather %w : 2x8xf32 -> 8x8xf32 along x=4, in a loop that runs 12 times        12 times, 12 * 3/4 * 256
//   bytes
//
// What a collective sends is in the price list (prices.h). A loop counts as often as it runs, every branch of a
// conditional once. Scales of blocks (f8E8M0FNU), a 32nd of what they scale, are left out.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cost/prices.h"
#include "cost/units.h"
#include "ir/device_pairs.h"
#include "ir/program.h"
#include "shard/axis_ref.h"
#include "shard/mesh.h"

namespace partita::core::cost {

// The devices of a collective; shared by all collectives with the same groups.
struct DeviceGroup {
  int64_t size = 1;  // of the first group
  // Its devices: by their digits (place in the group -> id) where they have them, else listed; neither: all devices. Of
  // a permute who sends to whom, in all groups.
  std::optional<Digits> digits;
  std::optional<ir::DeviceMoves> moves;
  std::vector<int64_t> ids;       // of a permute sources and targets in turn
  std::vector<std::string> axes;  // "x", "y"; "replicas" where it goes beyond the mesh; empty where nothing tells
  std::optional<AxisRefs> refs;   // of the mesh, where exactly the devices along these form it, or are a ring
  std::string along;              // for people: "along x, y", "among all", "in groups of 4"
};

struct Collective {
  const Op* op = nullptr;
  const DeviceGroup* group = nullptr;
  double times = 1;  // per run of the program
  double bytes = 0;  // sent by a device, all times together
};

// All of one kind along the same axes.
struct WireUse {
  OpKind kind;
  const DeviceGroup* group = nullptr;  // one of them
  double count = 0;
  double bytes = 0;
};

struct Wire {
  std::vector<Collective> collectives;  // in the order of the program
  std::vector<WireUse> uses;            // by kind and axes, the most bytes first
  double count = 0;
  double bytes = 0;
  std::vector<const Op*> unknown_trip_counts;  // loops with collectives or matrix operations that count as one trip
  std::vector<const Op*> guessed_trip_counts;  // those whose trip count is guessed from a constant of their condition
  std::vector<std::unique_ptr<DeviceGroup>> groups;
};

// `mesh` names the axes; null where nothing does. Groups that name a mesh of their own need none.
Wire wire_of(const Function& local, const MeshPtr& mesh);

// Devices that the module says it runs on: replicas times partitions.
int64_t device_count(const Module& module);

// Whether devices exchange data in it: what wire_of counts.
bool sends_data(const Op& op);
// Whether a permute is a message of a ring around a product, as our passes mark it.
bool belongs_to_ring(const Op& permute);
// "all-reduce": HLO's word, which is what options and reports call a kind of collective.
std::string_view collective_name(OpKind kind);

// A line for each use, and one for all.
std::string wire_table(const Wire& wire);

}  // namespace partita::core::cost

namespace partita::core {
using cost::Collective;
using cost::Wire;
}  // namespace partita::core
