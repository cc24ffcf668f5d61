// Prefix, subset, refinement and merge of two shardings of one tensor (declared in sharding.h).
#include <algorithm>

#include "shard/sharding.h"

namespace partita::core::shard {
namespace {

bool comparable(const Sharding& a, const Sharding& b) {
  return a.rank() == b.rank() && same_mesh(a.mesh_ptr(), b.mesh_ptr());
}

// Manual and unreduced axes are part of a value's meaning; shardings that differ in them describe different values.
bool same_meaning(const Sharding& a, const Sharding& b) {
  return a.manual_axes() == b.manual_axes() && a.unreduced_axes() == b.unreduced_axes() &&
         a.reduction() == b.reduction();
}

std::optional<int32_t> earlier(std::optional<int32_t> a, std::optional<int32_t> b) {
  if (!a || !b) return std::nullopt;  // none is p0, the earliest
  return std::min(a, b);
}

// Combines dimension by dimension; `pick` chooses the axes of a dimension, or nothing where it cannot.
template <typename Pick>
std::optional<Sharding> combined(const Sharding& a, const Sharding& b, Pick pick) {
  if (!comparable(a, b) || !same_meaning(a, b)) return std::nullopt;
  Sharding::Spec spec = a.spec();
  for (int d = 0; d < a.rank(); ++d) {
    DimSharding& dim = spec.dims[d];
    const AxisRefs* axes = pick(a.dim(d).axes, b.dim(d).axes);
    if (axes == nullptr) return std::nullopt;
    dim.axes = *axes;
    dim.open = a.dim(d).open && b.dim(d).open;
    dim.priority = earlier(a.dim(d).priority, b.dim(d).priority);
    if (dim.axes.empty() && !dim.open) dim.priority.reset();
  }
  // Pins of both hold; a pin on an axis that the other shards is a contradiction, and make() finds it.
  for (const AxisRef& x : a.pinned_replicated()) {
    for (const AxisRef& y : b.pinned_replicated()) {
      if (!can_coexist(x, y)) return std::nullopt;
    }
  }
  for (const AxisRef& ref : outside(b.pinned_replicated(), a.pinned_replicated())) spec.replicated.push_back(ref);
  Result<Sharding> made = Sharding::make(a.mesh_ptr(), std::move(spec));
  if (!made.ok()) return std::nullopt;
  return std::move(made).value();
}

}  // namespace

bool is_prefix(const Sharding& a, const Sharding& b) {
  if (!comparable(a, b)) return false;
  for (int d = 0; d < a.rank(); ++d) {
    if (!is_prefix(a.dim(d).axes, b.dim(d).axes)) return false;
  }
  return true;
}

bool is_subset(const Sharding& a, const Sharding& b) {
  if (!comparable(a, b)) return false;
  for (int d = 0; d < a.rank(); ++d) {
    for (const AxisRef& ref : a.dim(d).axes) {
      if (ref.size > 1 && !covers(b.dim(d).axes, ref)) return false;
    }
  }
  return true;
}

std::optional<Sharding> common_refinement(const Sharding& a, const Sharding& b) {
  return combined(a, b, [](const AxisRefs& x, const AxisRefs& y) -> const AxisRefs* {
    if (is_prefix(x, y)) return &y;
    return is_prefix(y, x) ? &x : nullptr;
  });
}

std::optional<Sharding> merged(const Sharding& a, const Sharding& b) {
  return combined(a, b, [](const AxisRefs& x, const AxisRefs& y) -> const AxisRefs* {
    if (total_size(x) == 1) return &y;
    return total_size(y) == 1 || same_digits(x, y) ? &x : nullptr;
  });
}

}  // namespace partita::core::shard
