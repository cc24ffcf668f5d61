// The coarsest meshes for a set of tile assignments (declared in tiles.h).
//
// Assignments are gathered in groups. A group has an order of devices and a chain of boundaries in it, each dividing
// the next; the ratios of neighbours are the axes of its mesh. An assignment joins the first group whose chain can take
// its boundaries as well.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "shard/grouped_tiles.h"
#include "shard/tiles.h"

namespace partita::core::shard {
namespace {

// A program whose assignments contradict each other this often is no real one; past the limit no time is spent on
// sharing.
constexpr size_t kMaxGroupsTried = 64;

struct Group {
  DeviceOrder order;
  std::vector<int64_t> bounds;  // ascending, from 1 to the number of devices
  MeshPtr mesh;                 // once all assignments have joined

  explicit Group(DeviceOrder devices) : order(std::move(devices)), bounds{1, order.count()} {}

  // Takes the boundaries of the assignment, or leaves everything as it was.
  bool join(const TileSharding& tile) {
    const std::optional<GroupedTiles> grouped = grouped_on(tile, order);
    if (!grouped) return false;
    const auto by_dim = digits_by_dim(*grouped, grouped->order.digits());
    if (!by_dim) return false;
    std::vector<int64_t> next = bounds;
    for (const Digits& digits : *by_dim) {
      // Where one ends another begins, or the devices end.
      for (const Digit& digit : normalized(digits)) next.push_back(digit.to);
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    for (size_t i = 1; i < next.size(); ++i) {
      if (next[i] % next[i - 1] != 0) return false;
    }
    bounds = std::move(next);
    return true;
  }

  Mesh made() const {
    std::vector<MeshAxis> axes;
    for (size_t i = bounds.size(); i-- > 1;) {
      if (bounds[i] == bounds[i - 1]) continue;  // one device: 1 and 1
      // a, b, …, z, a1, b1, …
      std::string name(1, static_cast<char>('a' + axes.size() % 26));
      if (axes.size() >= 26) name += std::to_string(axes.size() / 26);
      axes.push_back({std::move(name), bounds[i] / bounds[i - 1]});
    }
    return Mesh::make(std::move(axes), order).value();
  }
};

// An order the assignment fits, if no group does: that of the ids where its boundaries are digits of them, else its
// own.
Group own_group(const TileSharding& tile) {
  DeviceOrder order = grouped_tiles(tile).order.canonical();
  if (!order.is_listed()) {
    Group by_id(DeviceOrder::iota(order.count()));
    if (by_id.join(tile)) return by_id;
  }
  Group own(std::move(order));
  const bool joined = own.join(tile);
  PARTITA_INVARIANT(joined, "a tile assignment does not fit its own order");
  return own;
}

size_t find_or_add(std::vector<Group>& groups, const TileSharding& tile) {
  for (size_t i = 0; i < std::min(groups.size(), kMaxGroupsTried); ++i) {
    if (groups[i].join(tile)) return i;
  }
  groups.push_back(own_group(tile));
  return groups.size() - 1;
}

}  // namespace

DerivedMeshes derive_meshes(std::span<const TileSharding> tiles, int64_t device_count) {
  // Assignments that mean the same once, in an order that does not depend on the program's: orders of digits before
  // lists, frequent ones first, then by text.
  struct Use {
    bool listed = false;
    std::vector<size_t> indices;
  };
  std::map<std::string, Use> uses;  // by text
  for (size_t i = 0; i < tiles.size(); ++i) {
    if (tiles[i].kind != TileKind::kTiled) continue;
    TileSharding plain = canonical(tiles[i]);
    plain.group = {};
    plain.metadata.clear();
    // An assignment that is wholly manual, or only replicates, still tells how many devices there are.
    std::string text = to_text(plain) + " of " + std::to_string(tiles[i].order.count());
    Use& use = uses[std::move(text)];
    use.listed = plain.order.is_listed();
    use.indices.push_back(i);
  }
  std::vector<const Use*> ranked;
  for (const auto& [text, use] : uses) ranked.push_back(&use);
  std::stable_sort(ranked.begin(), ranked.end(), [](const Use* a, const Use* b) {
    return std::tuple(a->listed, b->indices.size()) < std::tuple(b->listed, a->indices.size());
  });

  std::vector<Group> groups;
  if (device_count > 0) groups.emplace_back(DeviceOrder::iota(device_count));
  constexpr size_t kMain = 0;
  std::vector<size_t> group_of(tiles.size(), kMain);
  for (const Use* use : ranked) {
    const size_t group = find_or_add(groups, tiles[use->indices.front()]);
    for (size_t i : use->indices) group_of[i] = group;
  }
  if (groups.empty()) groups.emplace_back(DeviceOrder());

  DerivedMeshes out;
  for (Group& group : groups) {
    group.mesh = std::make_shared<const Mesh>(group.made());
    out.meshes.push_back(group.mesh);
  }
  for (size_t group : group_of) out.mesh_of.push_back(groups[group].mesh);
  return out;
}

}  // namespace partita::core::shard
