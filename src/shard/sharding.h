// How a tensor is divided over a mesh: for each dimension the axes it is divided along, major to minor.
//
//   mesh ["x"=4, "y"=2], sharding [{"x"}, {"y"}] of a 10x6 tensor: shards of 3x3 (10/4 rounded up), and the device
//   at x=2, y=1 holds rows 6..8, columns 3..5. The device at x=3 holds one row; the rest of its shard is padding.
//
// An axis (or a piece of it) is used once: by a dimension, or as manual, unreduced, or pinned as replicated. What is
// left is replicated. An immutable value; build one with Sharding::make, or change `Spec` and make again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "shard/axis_ref.h"
#include "shard/mesh.h"
#include "shard/reduction_kind.h"

namespace partita::core::shard {

std::string_view reduction_name(ReductionKind kind);  // "sum", "max", …
std::optional<ReductionKind> reduction_by_name(std::string_view name);

struct DimSharding {
  AxisRefs axes;
  bool open = false;                // completion may add axes below these
  std::optional<int32_t> priority;  // p0 is taken first; none means p0
  friend bool operator==(const DimSharding&, const DimSharding&) = default;
};

// The part of one dimension that a device holds. A shard is `tile` long on every device; the first `size` of it are
// elements offset..offset+size-1 of the tensor, the rest is padding. Where n < offset the size is 0 and offset is n.
struct DimSlice {
  int64_t offset = 0;
  int64_t size = 0;
  int64_t tile = 0;
  friend bool operator==(const DimSlice&, const DimSlice&) = default;
};

class Sharding {
 public:
  static constexpr int32_t kMaxPriority = 1'000'000;

  // The parts of a sharding, to build one or to change one.
  struct Spec {
    std::vector<DimSharding> dims;
    AxisRefs replicated;  // pinned: completion may not use them here
    AxisRefs unreduced;
    ReductionKind reduction = ReductionKind::kSum;
    AxisRefs manual;
    friend bool operator==(const Spec&, const Spec&) = default;
  };

  // Checks and brings into canonical form: adjacent pieces joined, sets sorted by mesh position. Fails with
  // kUnknownAxis, kAxisUsedTwice, kSubAxes, kPriority, or kShardingForm (a maximal mesh takes no axes).
  static Result<Sharding> make(MeshPtr mesh, Spec spec);
  // Nothing sharded; `open` leaves every dimension to completion.
  static Sharding replicated(MeshPtr mesh, int rank, bool open = false);
  static Sharding maximal(int64_t device_id);
  // Every axis manual.
  static Sharding manual(MeshPtr mesh, int rank);
  // Every axis unreduced.
  static Sharding unreduced(MeshPtr mesh, int rank, ReductionKind kind = ReductionKind::kSum);

  const MeshPtr& mesh_ptr() const { return mesh_; }
  const Mesh& mesh() const { return *mesh_; }
  const Spec& spec() const { return spec_; }
  // A maximal sharding has no dimensions and fits a tensor of any rank.
  bool is_maximal() const { return mesh_->is_maximal(); }
  int rank() const { return std::ssize(spec_.dims); }
  const std::vector<DimSharding>& dims() const { return spec_.dims; }
  const DimSharding& dim(int index) const { return spec_.dims[index]; }
  const AxisRefs& pinned_replicated() const { return spec_.replicated; }
  const AxisRefs& unreduced_axes() const { return spec_.unreduced; }
  ReductionKind reduction() const { return spec_.reduction; }
  const AxisRefs& manual_axes() const { return spec_.manual; }

  // kShardingRank where a tensor of this rank cannot have the sharding.
  Status check_rank(int tensor_rank) const;

  int64_t shard_count(int dim) const { return total_size(spec_.dims[dim].axes); }
  // No dimension is sharded, nothing is unreduced or manual, not maximal. Pinned and open do not count.
  bool is_replicated() const;
  // Axes some dimension uses, in no dimension's order: a sorted set.
  AxisRefs sharded_axes() const;
  // Axes over which every device holds the same: neither sharded, unreduced nor manual. A sorted set.
  AxisRefs replicated_axes() const;

  // The shape of every shard: each dimension divided by its shard count, rounded up.
  std::vector<int64_t> local_shape(std::span<const int64_t> shape) const;
  // The same, dividing only along axes within `over`: what a region manual over these axes sees. Other axes do
  // not divide.
  std::vector<int64_t> local_shape(std::span<const int64_t> shape, std::span<const AxisRef> over) const;

  // Which shard of the dimension sits at these mesh coordinates (Mesh::coordinates): 0..shard_count-1.
  int64_t shard_index(int dim, std::span<const int64_t> coordinates) const;
  // What sits at these coordinates; one entry per dimension of the shape. A maximal sharding holds all.
  std::vector<DimSlice> slices(std::span<const int64_t> shape, std::span<const int64_t> coordinates) const;
  std::vector<DimSlice> slices(std::span<const int64_t> shape, std::span<const int64_t> coordinates,
                               std::span<const AxisRef> over) const;

  // The same sharding on an equal mesh.
  Sharding on(MeshPtr equal_mesh) const { return Sharding(std::move(equal_mesh), spec_); }
  // This sharding with only the axes within `over` left in its dimensions, in their order; all else is dropped.
  Sharding restricted_to(std::span<const AxisRef> over) const;

  friend bool operator==(const Sharding& a, const Sharding& b) {
    return a.spec_ == b.spec_ && same_mesh(a.mesh_, b.mesh_);
  }
  size_t hash() const;

 private:
  Sharding(MeshPtr mesh, Spec spec) : mesh_(std::move(mesh)), spec_(std::move(spec)) {}

  MeshPtr mesh_;
  Spec spec_;
};

// For people: [x*y, -, z?] with what else there is: " manual(p) unreduced sum(q) pinned(r)". "-" is not sharded, "?" is
// open, "!1" a priority. A maximal sharding is "device 3".
std::string to_string(const Sharding& sharding);

// The paper's API: mapping[d] is the mesh axis that divides dimension d, or -1. Dimensions in `unspecified` are open.
// kDimsMapping for a number that is no axis or no dimension, kAxisUsedTwice for a repeated one.
Result<Sharding> mesh_split(MeshPtr mesh, std::span<const int64_t> mapping, std::span<const int64_t> unspecified = {});

// ---- Comparing shardings of one tensor. All are false (or nothing) for different meshes or ranks.

// Each dimension of a is divided along the beginning of what divides b: b's shards lie within a's where sizes are even.
bool is_prefix(const Sharding& a, const Sharding& b);
// Each dimension of b uses at least a's axes, in any order.
bool is_subset(const Sharding& a, const Sharding& b);
// The coarsest sharding that both are prefixes of. Nothing where the orders differ, an axis would be used twice, or
// manual or unreduced axes differ.
std::optional<Sharding> common_refinement(const Sharding& a, const Sharding& b);
// The paper's merge: S where every device has a's offset along every dimension a shards, and b's along every one b
// shards. A dimension both shard must be divided alike; then S takes from each what it has. Nothing where no sharding
// of this mesh is such an S. Open dimensions and priorities are no obstacle: they are completion's concern. A
// dimension is open where both are.
std::optional<Sharding> merged(const Sharding& a, const Sharding& b);

}  // namespace partita::core::shard

namespace partita::core {
using shard::DimSharding;
using shard::DimSlice;
using shard::Sharding;
}  // namespace partita::core
