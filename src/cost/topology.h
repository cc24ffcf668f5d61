// How long a collective takes on a machine, and on which links: the one price list of seconds.
//
// For mesh x=8, y=16 on TPU v3, 8x8 chips of 2 cores, a topology has the resources `dimension 0`, `dimension 1` and
// `chip` and, unless told otherwise, the layout `x=0,y=1c`. A gather along y is one group on each line of dimension 1;
// one along x shares the links of dimension 0 with that of the other cores, and takes twice the time.
//
// Switched levels. Members of a group that share a block meet on its level first, then blocks meet further out, with
// the share of the buffer that is left to exchange:
//   gather, reduce-scatter    S (m-1)/m share / B(S) + ceil(log2 m) latency     m members or blocks that meet; share is
//                                                                               1, then 1/m of the levels within
//   all-reduce                twice that: a reduce-scatter and a gather
//   all-to-all                S (m-1)/n blocks within / B(S) + …                what goes to the members met here
//   permute                   S / B(S) + latency, on the outermost level that a pair crosses
//   B(S) = bandwidth S / (S + half_size), not below a quarter of it: small buffers go by protocols of their own
// The bytes are those of rings or pairwise exchange, which send the least; the rounds are those of trees and of halving
// and doubling, which wait the least: libraries take one or the other by size. Where links are direct (pair_bandwidth),
// a device reaches the other m-1 over as many links, and a permute has one of them.
//
// A torus. A group lies on a dimension of n chips with m members; other groups that run at the same time share its
// links: those between them along the dimension, and one for each core that is not in the group. B is link_bandwidth, R
// what of it those reach that stop at every chip (ring_efficiency).
//   gather, reduce-scatter    S (m-1)/m groups / R / (2 if wrapped) + hops latency     hops m-1 and more; n/2 wrapped
//   over k dimensions         k parts of S/k go at once, each along the dimensions in another order
//   all-to-all                the busiest link: groups cores S m/4 / B / (2 if wrapped); dimensions at once
//   broadcast                 S groups / R + hops latency, dimensions one after the other
//   permute                   messages on the busiest link, routed along one dimension after the other, the shorter way
// A permute to one side of a ring leaves the other direction to one to the other side.
// Between the cores of a chip data go meanwhile, at chip_bandwidth. A collective on a ring uses both directions of it;
// wrapped is a group only if it lies all around the dimension.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cost/hardware.h"
#include "cost/layout.h"
#include "cost/prices.h"
#include "cost/wire.h"
#include "shard/axis_ref.h"
#include "shard/mesh.h"

namespace partita::core::cost {

// The devices of a collective: as digits (place in the group -> id), of kPermute as moves, or by their ids; none of
// them: all devices.
struct GroupMembers {
  double count = 1;
  std::span<const int64_t> ids{};  // of kPermute sources and targets in turn
  bool are_pairs = false;
  const Digits* digits = nullptr;
  const ir::DeviceMoves* moves = nullptr;

  static GroupMembers of(const DeviceGroup& group, bool are_pairs);
  bool are_all() const { return ids.empty() && digits == nullptr && moves == nullptr; }
  double num_ids() const;  // that a list of them has
};

// The directions of a link, which carry data at the same time: each is a bit.
inline constexpr uint8_t kOneWay = 1, kOtherWay = 2, kBothWays = 3;

// Where a group lies: what its times depend on besides bytes. Found in time linear in the digits of the group, or the
// pieces of its axes; in its ids where it has only those; in the messages of one group on a torus.
struct GroupPlace {
  struct OnLinks {             // of a level or a dimension
    double members = 1;        // that meet there
    double sharing = 1;        // groups that share its links, this one included
    double hops = 0;           // from the first to the last
    double messages = 0;       // of pairs: on the busiest link
    uint8_t ways = kBothWays;  // of pairs: the directions in which they go
    bool wraps = false;        // lies all around
  };
  double size = 1;          // devices
  std::vector<OnLinks> on;  // by resource
};

struct CollectiveTime {
  double seconds = 0;
  std::vector<double> on;       // of them on each resource; more than the seconds together where they work at once
  std::vector<uint8_t> ways{};  // directions of each resource that are used; empty: both
  CollectiveTime& operator+=(const CollectiveTime& more);
};

// Of one kind among the same devices, all times together: what a layout is chosen for.
struct GroupUse {
  CollectiveKind kind;
  Price price;
  std::optional<AxisRefs> axes;  // of the mesh; else
  GroupMembers members;
};
std::vector<GroupUse> uses_of(const Wire& wire);

class Topology {
 public:
  // `mesh` may be null: devices are then numbered along the machine. `layout` is spelled as layout.h says; where it is
  // empty or leaves a choice, the layout is the one that takes the least time for `uses`, or for one all-reduce along
  // each axis.
  // kLayout where the devices do not fit the machine, or the layout does not say how.
  static Result<Topology> make(const Hardware& hardware, int64_t devices, const MeshPtr& mesh,
                               std::string_view layout = {}, std::span<const GroupUse> uses = {});

  // The names of levels, innermost first; of a torus, of its dimensions and of its chips.
  const std::vector<std::string>& resources() const { return resources_; }
  // As layout.h spells it; empty where there is no torus.
  std::string layout() const;
  const std::optional<Layout>& on_torus() const { return on_torus_; }
  int64_t devices() const { return devices_; }

  // Of the devices along axes of the mesh; of a permute, each sends to the next.
  GroupPlace place(CollectiveKind kind, std::span<const AxisRef> axes) const;
  GroupPlace place(const GroupMembers& members) const;
  GroupPlace place(const Collective& collective) const;

  // `price` are the bytes that a device sends, and how often it is launched.
  CollectiveTime time(CollectiveKind kind, const Price& price, const GroupPlace& place) const;
  // All its times together.
  CollectiveTime time(const Collective& collective) const;
  std::vector<CollectiveTime> times(const Wire& wire) const;  // of each of its collectives
  CollectiveTime time(const GroupUse& use) const;

 private:
  Topology() = default;
  // Of all, or of those where every axis has dimensions of its own; the one at hand where there is none.
  Layout best_layout(std::span<const GroupUse> uses, bool whole) const;
  int64_t position_of(int64_t id) const;
  std::vector<int64_t> positions_of(const GroupMembers& members) const;
  std::optional<Digits> ids_by_position() const;
  GroupPlace place_of_pairs(const GroupMembers& members) const;  // on a torus

  std::vector<NetworkLevel> levels_;
  std::optional<Torus> torus_;
  int64_t devices_ = 1;
  MeshPtr mesh_;               // null where it does not divide the devices
  bool has_replicas_ = false;  // beside those of the mesh, as the outermost axis of the layout
  std::optional<Layout> on_torus_;
  std::vector<std::string> resources_;
};

}  // namespace partita::core::cost

namespace partita::core {
using cost::Topology;
}  // namespace partita::core
