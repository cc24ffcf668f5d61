// A mesh: devices laid out along named axes.
//
//   mesh ["x"=4, "y"=2]: position 5 is x=2, y=1 (the last axis is the fastest), and by default device 5.
//
// An order of devices may be given: the id at each position. A *maximal* mesh has no axes and one
// device of any id: shardings on it put all of the tensor there. Meshes do not know their names: a module maps names to
// meshes, and several names may stand for equal meshes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "shard/device_order.h"

namespace partita::core::shard {

struct MeshAxis {
  std::string name;
  int64_t size = 1;
  friend bool operator==(const MeshAxis&, const MeshAxis&) = default;
};

class Mesh;
// Shardings share their mesh; it never changes.
using MeshPtr = std::shared_ptr<const Mesh>;

class Mesh {
 public:
  Mesh() = default;  // no axes, device 0: sdy's placeholder `<[]>`

  // Without an order devices are 0..n-1. Fails with kMeshForm or kDeviceList. The order is made canonical.
  static Result<Mesh> make(std::vector<MeshAxis> axes, std::optional<DeviceOrder> order = std::nullopt);
  static Mesh maximal(int64_t device_id);

  bool is_maximal() const { return maximal_; }
  // The only device of a maximal mesh.
  int64_t maximal_device() const { return order_.id_at(0); }

  const std::vector<MeshAxis>& axes() const { return axes_; }
  int axis_count() const { return std::ssize(axes_); }
  const MeshAxis& axis(int index) const { return axes_[index]; }
  std::optional<int> axis_index(std::string_view name) const;
  // Number of positions between neighbours along the axis.
  int64_t axis_stride(int index) const { return strides_[index]; }

  int64_t device_count() const { return order_.count(); }
  const DeviceOrder& order() const { return order_; }

  // Coordinate on each axis of a device; nothing where the mesh does not hold it.
  std::optional<std::vector<int64_t>> coordinates(int64_t device_id) const;
  int64_t device_at(std::span<const int64_t> coordinates) const;

  friend bool operator==(const Mesh& a, const Mesh& b) {
    return a.maximal_ == b.maximal_ && a.axes_ == b.axes_ && a.order_ == b.order_;
  }
  size_t hash() const;

 private:
  std::vector<MeshAxis> axes_;
  std::vector<int64_t> strides_;
  DeviceOrder order_;
  bool maximal_ = false;
};

// Equal as values; equal pointers are the quick case.
bool same_mesh(const MeshPtr& a, const MeshPtr& b);

}  // namespace partita::core::shard

namespace partita::core {
using shard::Mesh;
using shard::MeshAxis;
using shard::MeshPtr;
}  // namespace partita::core
