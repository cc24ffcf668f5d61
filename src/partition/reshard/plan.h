// How a value gets from one sharding to another: the cheapest list of local slices and collectives.
//
//   mesh ["x"=4, "y"=2], [y, -, x] -> [-, x*y, -]: one all-to-all over x and y, 7/64 of the tensor per device
//   n = 10 on ["x"=2, "y"=2], [x*y] -> [x]: re-tile (10 in tiles 6/3 -> 5/3), all-gather over y
//
// A pure function of shape, element size, both shardings and the costs of the links; it does not look at devices one by
// one unless a mesh lists them. `Planner` remembers what it has planned. How it searches: search.h.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "partition/reshard/layout.h"
#include "partition/reshard/retile.h"
#include "shard/sharding.h"

namespace partita::core::partition::reshard {

// What a collective costs: alpha once per launch, beta per byte that a device sends. Where links differ, the larger
// alpha of the axes counts, and each byte at the slowest link it crosses.
struct LinkCost {
  double alpha = 0;
  double beta = 1;
  friend bool operator==(const LinkCost&, const LinkCost&) = default;
};
struct MeshCosts {
  LinkCost other;              // of axes without an entry; by default the cost is the number of bytes
  std::vector<LinkCost> axes;  // by axis of the source's mesh

  const LinkCost& of(int axis) const { return axis < std::ssize(axes) ? axes[axis] : other; }
  friend bool operator==(const MeshCosts&, const MeshCosts&) = default;
};

enum class StepKind {
  kSlice,          // replicated axes take local digits: each device keeps its part
  kAllGather,      // digits of `axes` become local
  kAllToAll,       // `axes` leave their digits for digits that were local
  kPermute,        // the same tiles, held by other devices; the only step that may change meshes
  kReduceScatter,  // unreduced axes take local digits
  kAllReduce,      // unreduced axes become replicated
  kUnreduce,  // replicated or sharded axes become unreduced: identity on all but coordinate 0, or outside the tile;
              // or the one device of a maximal mesh becomes one of `after.mesh`, with the identity on all others
  kRetile,    // boundaries of the tiles of one dimension move
};
std::string_view step_name(StepKind kind);

// Except for kRetile and maximal meshes, and for kPermute where one dimension's digits are regrouped, `before` and
// `after` have the same digits with other owners. kRetile changes the tiles of `dim`.
struct Step {
  StepKind kind = StepKind::kSlice;
  Layout before;
  Layout after;
  AxisRefs axes;          // it runs over; of kPermute and kRetile those whose coordinates differ between partners
  int dim = -1;           // kRetile
  std::vector<Hop> hops;  // kRetile: one permute each
  double bytes = 0;       // sent per device
  int launches = 0;
};

struct Plan {
  std::vector<Step> steps;
  double cost = 0;   // by MeshCosts
  double bytes = 0;  // sent per device
  int launches = 0;
  double peak_bytes = 0;   // the largest local value on the way, both ends included
  bool exhausted = false;  // the search was cut short: a cheaper plan may exist
};
std::string to_string(const Plan& plan);  // one step per line, for people and tests

// The caller owns it; not for several threads at once.
class Planner {
 public:
  explicit Planner(MeshCosts costs = {});
  ~Planner();
  Planner(const Planner&) = delete;
  Planner& operator=(const Planner&) = delete;

  // Both shardings fit the rank of the shape, and have the same manual axes: those are untouched, and the shape is the
  // one inside them. `element_bits` is the size of an element in memory. The result lives as long as the planner.
  const Plan& plan(std::span<const int64_t> shape, int element_bits, const Sharding& from, const Sharding& to);
  double cost(std::span<const int64_t> shape, int element_bits, const Sharding& from, const Sharding& to);
  double wire_bytes(std::span<const int64_t> shape, int element_bits, const Sharding& from, const Sharding& to);

 private:
  struct Cache;
  std::unique_ptr<Cache> cache_;
};

// The same without a cache.
Plan plan_reshard(std::span<const int64_t> shape, int element_bits, const Sharding& from, const Sharding& to,
                  const MeshCosts& costs = {});

}  // namespace partita::core::partition::reshard
