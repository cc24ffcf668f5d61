#include "partition/choice/axes.h"

#include <algorithm>

#include "base/maps.h"

namespace partita::core::partition {
namespace {

constexpr size_t kMaxOrderedAtoms = 3;  // six orders; for more atoms only the given order and its reverse

void simplify(AxisRefs& axes) { axes = disjoint_pieces(axes); }

// Each sharding on the mesh, and how many values have it.
struct Stored {
  const Sharding* sharding;
  double count;
};

std::vector<Stored> shardings_on(const FoldedGraph& graph, const MeshPtr& mesh) {
  std::vector<Stored> out;
  PointerMap<const Sharding*, size_t> known;
  for (const FoldedNode& node : graph.nodes) {
    if (node.storage_sharding->is_maximal() || node.storage_sharding->mesh_ptr() != mesh) continue;
    auto [at, fresh] = known.try_emplace(node.storage_sharding, out.size());
    if (fresh) out.push_back({node.storage_sharding, 0});
    out[at->second].count += node.count;
  }
  return out;
}

}  // namespace

AxisRefs find_atoms(const FoldedGraph& graph, const MeshPtr& mesh) {
  const std::vector<Stored> shardings = shardings_on(graph, mesh);
  AxisRefs all;
  for (const Stored& stored : shardings) {
    const Sharding& s = *stored.sharding;
    for (const AxisRefs* set : {&s.manual_axes(), &s.unreduced_axes()}) all.insert(all.end(), set->begin(), set->end());
    for (const DimSharding& dim : s.dims()) all.insert(all.end(), dim.axes.begin(), dim.axes.end());
    if (all.size() > 64) simplify(all);
  }
  simplify(all);
  std::erase_if(all, [](const AxisRef& axis) { return axis.size == 1; });
  const size_t n = all.size();
  std::vector<double> before(n * n, 0);
  for (const Stored& stored : shardings) {
    for (const DimSharding& dim : stored.sharding->dims()) {
      for (size_t p = 0; p < dim.axes.size(); ++p) {
        for (size_t q = p + 1; q < dim.axes.size(); ++q) {
          for (size_t i = 0; i < n; ++i) {
            for (size_t j = 0; j < n; ++j) {
              if (i != j && overlaps(all[i], dim.axes[p]) && overlaps(all[j], dim.axes[q])) {
                before[i * n + j] += stored.count;
              }
            }
          }
        }
      }
    }
  }
  std::vector<size_t> order(n);
  for (size_t i = 0; i < n; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t i, size_t j) { return before[i * n + j] > before[j * n + i]; });
  AxisRefs atoms;
  for (size_t i : order) atoms.push_back(all[i]);
  return atoms;
}

std::vector<AxisRefs> orders_of(const AxisRefs& atoms) {
  std::vector<AxisRefs> out = {atoms};
  AxisRefs other = atoms;
  if (atoms.size() <= kMaxOrderedAtoms) {
    std::vector<size_t> places(atoms.size());
    for (size_t i = 0; i < places.size(); ++i) places[i] = i;
    while (std::next_permutation(places.begin(), places.end())) {
      for (size_t i = 0; i < places.size(); ++i) other[i] = atoms[places[i]];
      out.push_back(other);
    }
  } else {
    std::reverse(other.begin(), other.end());
    out.push_back(other);
  }
  return out;
}

}  // namespace partita::core::partition
