// Random shapes and shardings for plans. Everything follows from the seed.
#pragma once

#include "../../shard/random_shardings.h"

namespace partita::core::testing {

struct PairOptions {
  int rank = 2;
  int64_t max_size = 20;
  bool unreduced = false;
};

inline std::vector<int64_t> random_shape(Random& random, const PairOptions& options) {
  std::vector<int64_t> shape;
  for (int d = 0; d < options.rank; ++d) shape.push_back(random.chance(3) ? 0 : random.number(1, options.max_size));
  return shape;
}

// Pieces of all axes but those, dealt out to dimensions, to a sum, or to nothing.
inline Sharding random_sharding(Random& random, const MeshPtr& mesh, const AxisRefs& manual,
                                const PairOptions& options) {
  AxisRefs pieces;
  for (const AxisRef& ref : complement(*mesh, manual)) {
    int64_t pre = ref.pre;
    for (int64_t size : random.factors(ref.size, random.number(1, 2))) {
      if (size > 1) pieces.push_back({ref.axis, pre, size});
      pre *= size;
    }
  }
  random.shuffle(pieces);
  Sharding::Spec spec;
  spec.manual = manual;
  spec.dims.resize(options.rank);
  spec.reduction = random.chance(50) ? ReductionKind::kSum : ReductionKind::kMax;
  for (const AxisRef& ref : pieces) {
    const int64_t place = random.number(0, options.rank + 1);
    if (place < options.rank) spec.dims[place].axes.push_back(ref);
    if (place == options.rank && options.unreduced) spec.unreduced.push_back(ref);
  }
  return Sharding::make(mesh, std::move(spec)).value();
}

inline MeshPtr small_mesh(Random& random, bool any_order) {
  static const std::vector<std::vector<int64_t>> kSizes = {{2},    {4},       {6},       {8},    {2, 2}, {2, 3},
                                                           {4, 2}, {2, 2, 2}, {2, 3, 2}, {4, 4}, {6, 2}, {3, 3}};
  std::vector<MeshAxis> axes;
  int64_t count = 1;
  for (int64_t size : random.one_of(kSizes)) {
    axes.push_back({std::string(1, static_cast<char>('p' + axes.size())), size});
    count *= size;
  }
  if (!any_order) return std::make_shared<const Mesh>(Mesh::make(std::move(axes)).value());
  return std::make_shared<const Mesh>(Mesh::make(std::move(axes), random.order(count)).value());
}

}  // namespace partita::core::testing
