// Source and target devices of a collective-permute, from the layouts before and after it.
#include <algorithm>

#include "partition/reshard/emit.h"

namespace partita::core::partition::reshard {
namespace {

// What distinguishes devices: the tile they hold, the part of a sum, the manual region.
struct Role {
  std::vector<int64_t> key;
  int64_t device = 0;
  friend bool operator<(const Role& a, const Role& b) { return a.key != b.key ? a.key < b.key : a.device < b.device; }
};

std::vector<Role> roles(const Layout& layout) {
  const Mesh& mesh = *layout.mesh;
  std::vector<AxisRefs> numbers;
  for (const DimLayout& dim : layout.dims) {
    AxisRefs& axes = numbers.emplace_back();
    for (const TileDigit& digit : dim.digits) {
      if (!digit.is_local()) axes.push_back(digit.owner);
    }
  }
  numbers.push_back(layout.unreduced);
  numbers.push_back(layout.manual);
  std::vector<Role> out;
  for (int64_t position = 0; position < mesh.device_count(); ++position) {
    Role role{{}, mesh.order().id_at(position)};
    for (const AxisRefs& axes : numbers) {
      int64_t number = 0;
      for (const AxisRef& ref : axes) number = number * ref.size + position / ref_stride(mesh, ref) % ref.size;
      role.key.push_back(number);
    }
    out.push_back(std::move(role));
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::vector<std::pair<int64_t, int64_t>> permute_pairs(const Step& step) {
  const std::vector<Role> sources = roles(step.before);
  const std::vector<Role> targets = roles(step.after);
  std::vector<std::pair<int64_t, int64_t>> pairs;
  size_t s = 0;
  for (size_t t = 0; t < targets.size();) {
    // Runs of one key on both sides.
    const std::vector<int64_t>& key = targets[t].key;
    std::vector<int64_t> have, want;
    for (; t < targets.size() && targets[t].key == key; ++t) want.push_back(targets[t].device);
    while (s < sources.size() && sources[s].key < key) ++s;
    for (; s < sources.size() && sources[s].key == key; ++s) have.push_back(sources[s].device);
    PARTITA_INVARIANT(have.size() >= want.size(), "a permute has no source for a tile");
    std::vector<int64_t> others, lacking;
    std::set_difference(have.begin(), have.end(), want.begin(), want.end(), std::back_inserter(others));
    std::set_difference(want.begin(), want.end(), have.begin(), have.end(), std::back_inserter(lacking));
    for (int64_t device : want) {
      if (std::binary_search(lacking.begin(), lacking.end(), device)) continue;
      pairs.emplace_back(device, device);
    }
    for (size_t i = 0; i < lacking.size(); ++i) pairs.emplace_back(others[i], lacking[i]);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace partita::core::partition::reshard
