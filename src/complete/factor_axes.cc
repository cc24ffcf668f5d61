#include "complete/factor_axes.h"

#include <numeric>

namespace partita::core::complete {
namespace {

AxisRef major_part(const AxisRef& axis, int64_t size) { return {axis.axis, axis.pre, size}; }
AxisRef minor_part(const AxisRef& axis, int64_t major) { return {axis.axis, axis.pre * major, axis.size / major}; }

// The axes of one dimension dealt out to its factors, major to minor. Returns what belongs to none.
AxisRefs deal(const Rule& rule, const DimFactors& factors, AxisRefs axes, FactorAxes& out) {
  if (factors.size() == 1) {
    out[factors[0]] = std::move(axes);
    return {};
  }
  size_t at = 0;
  for (int factor : factors) {
    int64_t room = rule.factors[factor].size;
    AxisRefs& mine = out[factor];
    while (at < axes.size() && room > 1) {
      AxisRef& axis = axes[at];
      if (room % axis.size == 0) {
        mine.push_back(axis);
        room /= axis.size;
        ++at;
      } else if (axis.size % room == 0) {
        mine.push_back(major_part(axis, room));
        axis = minor_part(axis, room);
        room = 1;
      } else {
        return {axes.begin() + static_cast<std::ptrdiff_t>(at), axes.end()};
      }
    }
    if (room > 1) break;  // this factor has room left, so nothing lies on the more minor ones
  }
  return {axes.begin() + static_cast<std::ptrdiff_t>(at), axes.end()};
}

}  // namespace

FactorAxes axes_on_factors(const Rule& rule, const TensorFactors& tensor, const Sharding* sharding,
                           const AxisRefs* hidden) {
  FactorAxes out(rule.factors.size());
  if (sharding == nullptr || sharding->is_maximal()) return out;
  for (size_t d = 0; d < tensor.size() && d < sharding->dims().size(); ++d) {
    const AxisRefs& axes = sharding->dims()[d].axes;
    if (axes.empty() || tensor[d].empty()) continue;
    deal(rule, tensor[d], hidden != nullptr ? outside(axes, *hidden) : axes, out);
  }
  return out;
}

Extension::Extension(const Rule& rule, const TensorFactors& tensor, const Sharding* current, MeshPtr mesh,
                     const Growth& growth)
    : rule_(rule), tensor_(tensor), current_(current), mesh_(std::move(mesh)), growth_(growth) {}

void Extension::refuse(int dim, int factor, const AxisRef& axis, std::string_view reason) {
  refused_.push_back({dim, factor, axis, reason});
}

bool Extension::is_free(const AxisRef& axis) const {
  for (const AxisRef& other : used_) {
    if (other.axis == axis.axis && (overlaps(other, axis) || !can_coexist(other, axis))) return false;
  }
  return true;
}

bool Extension::append(int dim, int factor, const AxisRef& axis, int64_t capacity, bool exact) {
  if (!is_free(axis)) {
    refuse(dim, factor, axis, "the axis is in use here");
    return false;
  }
  AxisRef part = axis;
  if (exact && capacity % axis.size != 0) {
    if (axis.size % capacity != 0 || capacity <= 1) {
      refuse(dim, factor, axis, "the axis does not divide it");
      return false;
    }
    part = major_part(axis, capacity);
  }
  DimSharding& target = spec_.dims[dim];
  int64_t n = growth_.type.dim(dim);
  int64_t shards = total_size(target.axes) * part.size;
  if (growth_.even_only && (n == 0 || n % shards != 0)) {
    refuse(dim, factor, axis, "at the boundary of the program a shard may not be padded");
    return false;
  }
  if (rule_.factors[factor].kind == FactorKind::kWindow && 4 * n < 3 * shards) {
    refuse(dim, factor, axis, "too small to be divided so often");
    return false;
  }
  target.axes.push_back(part);
  used_.push_back(part);
  changed_ = true;
  return part == axis;
}

void Extension::extend_dim(int dim, const FactorAxes& wanted) {
  const DimFactors& factors = tensor_[dim];
  FactorAxes mine(rule_.factors.size());
  const AxisRefs& have = spec_.dims[dim].axes;
  AxisRefs left = deal(rule_, factors, growth_.hidden != nullptr ? outside(have, *growth_.hidden) : have, mine);
  const bool open = spec_.dims[dim].open;
  // Axes that belong to no factor lie below all others: nothing can be put between.
  bool blocked = !left.empty();
  for (size_t k = 0; k < factors.size(); ++k) {
    int factor = factors[k];
    const AxisRefs& held = mine[factor];
    const AxisRefs& want = wanted[factor];
    const bool compound = factors.size() > 1;
    int64_t room = rule_.factors[factor].size / std::max<int64_t>(1, total_size(held));
    bool minor_free = true;  // nothing may lie on the more minor factors
    for (size_t m = k + 1; m < factors.size(); ++m) minor_free = minor_free && mine[factors[m]].empty();
    if (!is_prefix(held, want)) {
      if (!is_prefix(want, held)) refuse(dim, factor, want.front(), "other axes are on this dimension");
      if (compound && room > 1) return;
      continue;
    }
    AxisRefs further = outside(want, held);
    if (!further.empty() && (!open || blocked || !minor_free)) {
      refuse(dim, factor, further.front(),
             !open ? "the dimension is closed by a hint" : "other axes are on this dimension");
      return;
    }
    for (const AxisRef& axis : further) {
      if (!append(dim, factor, axis, room, compound)) return;
      if (compound) room /= axis.size;
    }
    if (compound && room > 1) return;
  }
}

std::optional<Sharding> Extension::towards(const FactorAxes& wanted) {
  if (current_ != nullptr && current_->is_maximal()) return std::nullopt;
  if (current_ == nullptr) {
    DimSharding open;
    open.open = true;
    spec_.dims.assign(growth_.type.rank(), open);
  } else {
    spec_ = current_->spec();
  }
  for (const DimSharding& dim : spec_.dims) used_.insert(used_.end(), dim.axes.begin(), dim.axes.end());
  for (const AxisRefs* set : {&spec_.replicated, &spec_.unreduced, &spec_.manual}) {
    used_.insert(used_.end(), set->begin(), set->end());
  }
  if (growth_.hidden != nullptr) used_.insert(used_.end(), growth_.hidden->begin(), growth_.hidden->end());
  for (size_t d = 0; d < tensor_.size() && d < spec_.dims.size(); ++d) {
    if (!tensor_[d].empty()) extend_dim(d, wanted);
  }
  if (!changed_) return std::nullopt;
  Result<Sharding> made = Sharding::make(mesh_, std::move(spec_));
  PARTITA_INVARIANT(made.ok(), "an extended sharding is not one: " + made.error().diagnostic.message);
  return std::move(*made);
}

}  // namespace partita::core::complete
