#include "shard/mesh.h"

#include <fmt/format.h>

#include <functional>

#include "shard/hashing.h"

namespace partita::core::shard {

Result<Mesh> Mesh::make(std::vector<MeshAxis> axes, std::optional<DeviceOrder> order) {
  Mesh mesh;
  int64_t count = 1;
  mesh.strides_.resize(axes.size());
  for (size_t i = axes.size(); i-- > 0;) {
    if (axes[i].name.empty()) return failure(Code::kMeshForm, "a mesh axis has an empty name");
    if (axes[i].size < 1) {
      return failure(Code::kMeshForm,
                     fmt::format("axis \"{}\" has size {}, at least 1 is wanted", axes[i].name, axes[i].size));
    }
    for (size_t j = 0; j < i; ++j) {
      if (axes[j].name == axes[i].name)
        return failure(Code::kMeshForm, fmt::format("two axes are named \"{}\"", axes[i].name));
    }
    mesh.strides_[i] = count;
    if (axes[i].size > kMaxDevices / count) return failure(Code::kMeshForm, "the mesh has more than 2^40 devices");
    count *= axes[i].size;
  }
  if (order && order->count() != count) {
    return failure(Code::kDeviceList,
                   fmt::format("the mesh has {} devices, the device list {}", count, order->count()));
  }
  mesh.axes_ = std::move(axes);
  mesh.order_ = order ? order->canonical() : DeviceOrder::iota(count);
  return mesh;
}

Mesh Mesh::maximal(int64_t device_id) {
  PARTITA_INVARIANT(device_id >= 0, "a device id is negative");
  Mesh mesh;
  // One id is a list unless it is 0, which iota spells: equal meshes must have equal orders.
  mesh.order_ = DeviceOrder::listed({device_id}).value().canonical();
  mesh.maximal_ = true;
  return mesh;
}

std::optional<int> Mesh::axis_index(std::string_view name) const {
  for (size_t i = 0; i < axes_.size(); ++i) {
    if (axes_[i].name == name) return static_cast<int>(i);
  }
  return std::nullopt;
}

std::optional<std::vector<int64_t>> Mesh::coordinates(int64_t device_id) const {
  const std::optional<int64_t> position = order_.position_of(device_id);
  if (!position) return std::nullopt;
  std::vector<int64_t> out(axes_.size());
  for (size_t i = 0; i < axes_.size(); ++i) out[i] = *position / strides_[i] % axes_[i].size;
  return out;
}

int64_t Mesh::device_at(std::span<const int64_t> coordinates) const {
  int64_t position = 0;
  for (size_t i = 0; i < axes_.size(); ++i) position += coordinates[i] * strides_[i];
  return order_.id_at(position);
}

size_t Mesh::hash() const {
  size_t seed = hash_of(maximal_, order_.hash());
  for (const MeshAxis& axis : axes_) {
    for (char c : axis.name) seed = hash_of(c, seed);
    seed = hash_of(axis.size, seed);
  }
  return seed;
}

bool same_mesh(const MeshPtr& a, const MeshPtr& b) { return a == b || (a && b && *a == *b); }

}  // namespace partita::core::shard
