#include "shard/axis_ref.h"

#include <fmt/format.h>

#include <algorithm>

namespace partita::core::shard {

AxisRef whole_axis(const Mesh& mesh, int axis) { return {axis, 1, mesh.axis(axis).size}; }

bool is_whole(const Mesh& mesh, const AxisRef& ref) { return ref.pre == 1 && ref.size == mesh.axis(ref.axis).size; }

int64_t ref_stride(const Mesh& mesh, const AxisRef& ref) {
  return mesh.axis_stride(ref.axis) * (mesh.axis(ref.axis).size / ref.end());
}

int64_t ref_coordinate(const Mesh& mesh, const AxisRef& ref, std::span<const int64_t> coordinates) {
  return coordinates[ref.axis] / (mesh.axis(ref.axis).size / ref.end()) % ref.size;
}

bool overlaps(const AxisRef& a, const AxisRef& b) {
  return a.axis == b.axis && (a == b || std::max(a.pre, b.pre) < std::min(a.end(), b.end()));
}

bool contains(const AxisRef& a, const AxisRef& b) {
  return a.axis == b.axis && a.pre <= b.pre && b.end() <= a.end() && can_coexist(a, b);
}

bool is_prefix(const AxisRef& a, const AxisRef& b) {
  return a.axis == b.axis && a.pre == b.pre && b.size % a.size == 0;
}

bool can_coexist(const AxisRef& a, const AxisRef& b) {
  if (a.axis != b.axis) return true;
  int64_t bounds[] = {a.pre, a.end(), b.pre, b.end()};
  std::sort(std::begin(bounds), std::end(bounds));
  return bounds[1] % bounds[0] == 0 && bounds[2] % bounds[1] == 0 && bounds[3] % bounds[2] == 0;
}

bool can_join(const AxisRef& a, const AxisRef& b) { return a.axis == b.axis && a.end() == b.pre; }

int64_t total_size(std::span<const AxisRef> refs) {
  int64_t size = 1;
  for (const AxisRef& ref : refs) size *= ref.size;
  return size;
}

AxisRefs joined(std::span<const AxisRef> refs) {
  AxisRefs out;
  out.reserve(refs.size());
  for (const AxisRef& ref : refs) {
    if (!out.empty() && ref.size > 1 && can_join(out.back(), ref)) {
      out.back().size *= ref.size;
    } else {
      out.push_back(ref);
    }
  }
  return out;
}

namespace {

AxisRefs digits_only(std::span<const AxisRef> refs) {
  AxisRefs out;
  for (const AxisRef& ref : refs) {
    if (ref.size > 1) out.push_back(ref);
  }
  return joined(out);
}

// Whether that is what they are already.
bool are_digits(std::span<const AxisRef> refs) {
  for (size_t i = 0; i < refs.size(); ++i) {
    if (refs[i].size <= 1 || (i > 0 && can_join(refs[i - 1], refs[i]))) return false;
  }
  return true;
}

bool is_prefix_of_digits(std::span<const AxisRef> x, std::span<const AxisRef> y) {
  if (x.empty()) return true;
  if (x.size() > y.size()) return false;
  return std::equal(x.begin(), x.end() - 1, y.begin()) && is_prefix(x.back(), y[x.size() - 1]);
}

}  // namespace

bool is_prefix(std::span<const AxisRef> a, std::span<const AxisRef> b) {
  if (are_digits(a) && are_digits(b)) return is_prefix_of_digits(a, b);
  return is_prefix_of_digits(digits_only(a), digits_only(b));
}

bool same_digits(std::span<const AxisRef> a, std::span<const AxisRef> b) { return digits_only(a) == digits_only(b); }

AxisRefs sorted_set(std::span<const AxisRef> refs) {
  AxisRefs out(refs.begin(), refs.end());
  if (out.size() < 2) return out;
  std::sort(out.begin(), out.end());
  return joined(out);
}

bool covers(std::span<const AxisRef> set, const AxisRef& ref) {
  for (const AxisRef& member : sorted_set(set)) {
    if (contains(member, ref)) return true;
  }
  return false;
}

bool overlaps(std::span<const AxisRef> set, const AxisRef& ref) {
  return std::any_of(set.begin(), set.end(), [&](const AxisRef& member) { return overlaps(member, ref); });
}

AxisRefs complement(const Mesh& mesh, std::span<const AxisRef> refs) {
  AxisRefs all;
  for (int axis = 0; axis < mesh.axis_count(); ++axis) all.push_back(whole_axis(mesh, axis));
  return joined(outside(all, refs));
}

AxisRefs split_at(std::span<const AxisRef> refs, std::span<const AxisRef> others) {
  AxisRefs out;
  out.reserve(refs.size());
  std::vector<int64_t> bounds;
  for (AxisRef rest : refs) {
    bounds.clear();
    for (const AxisRef& other : others) {
      if (other.axis != rest.axis) continue;
      bounds.push_back(other.pre);
      bounds.push_back(other.end());
    }
    std::sort(bounds.begin(), bounds.end());
    for (int64_t bound : bounds) {
      if (bound <= rest.pre || bound >= rest.end()) continue;
      if (bound % rest.pre != 0 || rest.end() % bound != 0) continue;  // (1)6 cannot be cut at 4
      out.push_back({rest.axis, rest.pre, bound / rest.pre});
      rest = {rest.axis, bound, rest.end() / bound};
    }
    out.push_back(rest);
  }
  return out;
}

AxisRefs disjoint_pieces(std::span<const AxisRef> refs) {
  AxisRefs different(refs.begin(), refs.end());
  std::sort(different.begin(), different.end());
  different.erase(std::unique(different.begin(), different.end()), different.end());
  const auto cut = std::adjacent_find(different.begin(), different.end(),
                                      [](const AxisRef& a, const AxisRef& b) { return a.axis == b.axis; });
  if (cut == different.end()) return different;  // one piece of each axis, as nearly always
  AxisRefs pieces = split_at(refs, refs);
  std::sort(pieces.begin(), pieces.end());
  AxisRefs out;
  for (const AxisRef& piece : pieces) {
    if (!overlaps(out, piece)) out.push_back(piece);
  }
  return out;
}

AxisRefs inside(std::span<const AxisRef> refs, std::span<const AxisRef> set) {
  AxisRefs out;
  for (const AxisRef& piece : split_at(refs, set)) {
    if (overlaps(set, piece)) out.push_back(piece);
  }
  return joined(out);
}

AxisRefs outside(std::span<const AxisRef> refs, std::span<const AxisRef> set) {
  AxisRefs out;
  for (const AxisRef& piece : split_at(refs, set)) {
    if (!overlaps(set, piece)) out.push_back(piece);
  }
  return joined(out);
}

std::string to_string(const Mesh& mesh, const AxisRef& ref) {
  const std::string& name = mesh.axis(ref.axis).name;
  return is_whole(mesh, ref) ? name : fmt::format("{}:({}){}", name, ref.pre, ref.size);
}

Status AxisUses::add(const AxisRef& ref) {
  if (ref.axis < 0 || ref.axis >= mesh_.axis_count()) {
    return failure(Code::kUnknownAxis,
                   fmt::format("the mesh has {} axes, there is no axis {}", mesh_.axis_count(), ref.axis));
  }
  const MeshAxis& axis = mesh_.axis(ref.axis);
  const bool whole = is_whole(mesh_, ref);
  if (ref.pre < 1 || (ref.size < 2 && !whole) || ref.pre > axis.size || ref.size > axis.size ||
      axis.size % ref.end() != 0) {
    return failure(Code::kSubAxes,
                   fmt::format("({}){} is not a piece of axis \"{}\": both numbers multiplied must divide {}, "
                               "and the size must be at least 2",
                               ref.pre, ref.size, axis.name, axis.size));
  }
  for (const AxisRef& other : seen_) {
    if (overlaps(other, ref)) {
      if (other == ref)
        return failure(Code::kAxisUsedTwice, fmt::format("axis \"{}\" is used twice", to_string(mesh_, ref)));
      return failure(Code::kSubAxes,
                     fmt::format("\"{}\" overlaps \"{}\"", to_string(mesh_, ref), to_string(mesh_, other)));
    }
    if (!can_coexist(other, ref)) {
      return failure(Code::kSubAxes, fmt::format("\"{}\" and \"{}\" cannot be cut from one axis together",
                                                 to_string(mesh_, ref), to_string(mesh_, other)));
    }
  }
  seen_.push_back(ref);
  return {};
}

}  // namespace partita::core::shard
