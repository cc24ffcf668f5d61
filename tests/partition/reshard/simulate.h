// Runs a plan on simulated devices by what its steps mean, with garbage in all padding, and says what went wrong.
//
// Devices hold arrays. A step may only move elements between the devices its definition allows, and no more of them
// than it says it sends; between steps arrays keep their meaning whatever the reading. At the end every device must
// hold exactly what the target's sharding says.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "partition/reshard/plan.h"

namespace partita::core::testing::simulation {

using partition::reshard::DimLayout;
using partition::reshard::Hop;
using partition::reshard::Layout;
using partition::reshard::Step;
using partition::reshard::StepKind;
using partition::reshard::TileDigit;

inline constexpr double kElementBytes = 4;
inline constexpr int64_t kGarbage = -1'000'000'000;

using Coordinates = std::vector<int64_t>;
using Array = std::vector<int64_t>;  // by local position, row-major

inline int64_t size_of(const std::vector<int64_t>& shape) {
  int64_t size = 1;
  for (int64_t n : shape) size *= n;
  return size;
}

// The element at each position of a device's array, row-major over the global shape; -1 for padding.
inline std::vector<int64_t> elements(const partition::reshard::Layout& layout, const Coordinates& at) {
  std::vector<int64_t> out = {0};
  for (const partition::reshard::DimLayout& dim : layout.dims) {
    std::vector<int64_t> next;
    for (int64_t prefix : out) {
      for (int64_t position = 0; position < dim.local_size(); ++position) {
        const int64_t e = partition::reshard::element_at(*layout.mesh, dim, at, position);
        next.push_back(prefix < 0 || e < 0 ? -1 : prefix * dim.extent + e);
      }
    }
    out = std::move(next);
  }
  return out;
}

inline int64_t linear(const Mesh& mesh, const AxisRefs& refs, const Coordinates& at) {
  int64_t out = 0;
  for (const AxisRef& ref : refs) out = out * ref.size + ref_coordinate(mesh, ref, at);
  return out;
}

inline Coordinates coordinates(const Mesh& mesh, int64_t position) {
  Coordinates at(mesh.axis_count());
  for (int a = 0; a < mesh.axis_count(); ++a) {
    at[a] = position / mesh.axis_stride(a) % mesh.axis(a).size;
  }
  return at;
}

inline AxisRefs owners(const partition::reshard::Layout& layout) {
  AxisRefs out;
  for (const partition::reshard::DimLayout& dim : layout.dims) {
    for (const TileDigit& digit : dim.digits) {
      if (!digit.is_local()) out.push_back(digit.owner);
    }
  }
  return out;
}

class Simulation {
 public:
  Simulation(const std::vector<int64_t>& shape, const Sharding& from, const Sharding& to)
      : shape_(shape), from_(from), to_(to), layout_(partition::reshard::layout_of(from, shape)) {
    for (const Device& device : devices(from.mesh())) {
      Array array;
      for (int64_t e : elements(layout_, device.at)) array.push_back(e < 0 ? garbage() : part(e, device.at));
      arrays_[device.id] = std::move(array);
    }
  }

  std::string run(const partition::reshard::Plan& plan) {
    for (const Step& step : plan.steps) {
      if (std::string problem = same_meaning(step.before); !problem.empty()) return problem;
      layout_ = step.before;
      if (!apply(step)) return std::string(partition::reshard::step_name(step.kind)) + ": " + problem_;
      layout_ = step.after;
    }
    return check_target();
  }

  // By device id: what each holds at the beginning; whether these are what the target says.
  const std::map<int64_t, Array>& arrays() const { return arrays_; }
  std::string check(std::map<int64_t, Array> arrays) {
    arrays_ = std::move(arrays);
    return check_target();
  }

 private:
  struct Device {
    int64_t id;
    Coordinates at;
  };
  static std::vector<Device> devices(const Mesh& mesh) {
    std::vector<Device> out;
    for (int64_t p = 0; p < mesh.device_count(); ++p) out.push_back({mesh.order().id_at(p), coordinates(mesh, p)});
    return out;
  }

  int64_t garbage() { return kGarbage - ++garbage_count_; }

  // Every manual coordinate has a tensor of its own.
  int64_t value(int64_t e, const Mesh& mesh, const AxisRefs& manual, const Coordinates& at) const {
    return 1 + e + 100'000 * linear(mesh, manual, at);
  }
  int64_t part(int64_t e, const Coordinates& at) const {
    const Mesh& mesh = from_.mesh();
    const int64_t whole = value(e, mesh, from_.manual_axes(), at);
    const int64_t count = total_size(from_.unreduced_axes());
    const int64_t index = linear(mesh, from_.unreduced_axes(), at);
    if (from_.reduction() == ReductionKind::kMax) return index == e % count ? whole : whole - 1 - index;
    return index > 0 ? index * 7 + e : whole - (count - 1) * e - 7 * count * (count - 1) / 2;
  }
  static int64_t identity(ReductionKind kind) { return kind == ReductionKind::kMax ? INT64_MIN / 2 : 0; }
  static int64_t combine(ReductionKind kind, int64_t a, int64_t b) {
    return kind == ReductionKind::kMax ? std::max(a, b) : a + b;
  }

  std::string same_meaning(const partition::reshard::Layout& next) const {
    if (next.local_shape() != layout_.local_shape()) return "the local shape changes between steps";
    for (const Device& device : devices(*next.mesh)) {
      const auto before = layout_.mesh->coordinates(device.id);
      if (!before) return "a device appears between steps";
      if (elements(next, device.at) != elements(layout_, *before)) return "elements change between steps";
    }
    return "";
  }

  // element -> value of what a device holds now.
  using Held = std::map<int64_t, int64_t>;
  Held held(const Device& device) const {
    Held out;
    const std::vector<int64_t> list = elements(layout_, device.at);
    const Array& array = arrays_.at(device.id);
    for (size_t i = 0; i < list.size(); ++i) {
      if (list[i] >= 0) out[list[i]] = array[i];
    }
    return out;
  }

  bool fail(std::string why) {
    problem_ = std::move(why);
    return false;
  }

  bool apply(const Step& step) {
    const std::vector<Device> all = devices(*step.before.mesh);
    std::map<int64_t, Held> old;
    for (const Device& device : all) old[device.id] = held(device);
    std::map<int64_t, Array> made;
    if (step.kind == partition::reshard::StepKind::kPermute) {
      if (!permute(step, made)) return false;
    } else if (step.before.mesh->is_maximal()) {
      if (step.kind != partition::reshard::StepKind::kUnreduce) return fail("no step of a value on one device");
      const Array& whole = arrays_.at(all[0].id);
      for (const Device& device : devices(*step.after.mesh)) {
        made[device.id] = device.id == all[0].id ? whole : Array(whole.size(), identity(step.after.reduction));
      }
    } else {
      for (const Device& device : all) {
        Array array;
        std::map<int64_t, int64_t> received;  // by device
        for (int64_t e : elements(step.after, device.at)) {
          if (e < 0) {
            array.push_back(garbage());
            continue;
          }
          const std::optional<int64_t> got = take(step, all, device, e, old, received);
          if (!got) return fail("an element is not where it may come from");
          array.push_back(*got);
        }
        if (std::ssize(array) != size_of(step.after.local_shape())) return fail("wrong local size");
        if (!within_bytes(step, received)) return fail("more is sent than counted");
        made[device.id] = std::move(array);
      }
    }
    arrays_ = std::move(made);
    return true;
  }

  bool within_bytes(const Step& step, const std::map<int64_t, int64_t>& received) const {
    int64_t total = 0;
    const auto group = static_cast<double>(shard::total_size(step.axes));
    for (const auto& [device, count] : received) {
      total += count;
      if (step.kind == partition::reshard::StepKind::kAllToAll &&
          static_cast<double>(count) * kElementBytes > step.bytes / (group - 1) + .5) {
        return false;
      }
    }
    const bool gathers =
        step.kind == partition::reshard::StepKind::kAllToAll || step.kind == partition::reshard::StepKind::kAllGather ||
        step.kind == partition::reshard::StepKind::kRetile || step.kind == partition::reshard::StepKind::kPermute;
    return !gathers || static_cast<double>(total) * kElementBytes <= step.bytes + .5;
  }

  // The value of an element after the step on a device; nothing where the step does not bring it.
  std::optional<int64_t> take(const Step& step, const std::vector<Device>& all, const Device& device, int64_t e,
                              const std::map<int64_t, Held>& old, std::map<int64_t, int64_t>& received) const {
    const Held& own = old.at(device.id);
    const auto mine = own.find(e);
    const Mesh& mesh = *step.before.mesh;
    auto in_group = [&](const Device& other) {
      const AxisRefs rest = complement(mesh, step.axes);
      return linear(mesh, rest, other.at) == linear(mesh, rest, device.at);
    };
    switch (step.kind) {
      case partition::reshard::StepKind::kSlice: return mine == own.end() ? std::nullopt : std::optional(mine->second);
      case partition::reshard::StepKind::kUnreduce: {
        // Sharded axes keep what they have; of those that were replicated coordinate 0 does.
        const AxisRefs sharded = shard::sorted_set(owners(step.before));
        const bool keeps = linear(mesh, outside(step.axes, sharded), device.at) == 0;
        return keeps && mine != own.end() ? mine->second : identity(step.after.reduction);
      }
      case partition::reshard::StepKind::kAllReduce:
      case partition::reshard::StepKind::kReduceScatter: {
        int64_t out = identity(step.before.reduction);
        for (const Device& other : all) {
          if (!in_group(other)) continue;
          const auto theirs = old.at(other.id).find(e);
          if (theirs == old.at(other.id).end()) return std::nullopt;
          out = combine(step.before.reduction, out, theirs->second);
        }
        return out;
      }
      case partition::reshard::StepKind::kAllGather:
      case partition::reshard::StepKind::kAllToAll:
        if (mine != own.end()) return mine->second;
        for (const Device& other : all) {
          const auto theirs = old.at(other.id).find(e);
          if (!in_group(other) || theirs == old.at(other.id).end()) continue;
          ++received[other.id];
          return theirs->second;
        }
        return std::nullopt;
      case partition::reshard::StepKind::kRetile: {
        if (mine != own.end()) return mine->second;
        AxisRefs tiles;
        for (const partition::reshard::TileDigit& digit : step.before.dims[step.dim].digits)
          tiles.push_back(digit.owner);
        for (const Device& other : all) {
          const auto theirs = old.at(other.id).find(e);
          if (!in_group(other) || theirs == old.at(other.id).end()) continue;
          const int64_t shift = linear(mesh, tiles, device.at) - linear(mesh, tiles, other.at);
          const bool hops = std::any_of(step.hops.begin(), step.hops.end(),
                                        [&](const partition::reshard::Hop& h) { return h.shift == shift; });
          if (!hops) return std::nullopt;
          ++received[other.id];
          return theirs->second;
        }
        return std::nullopt;
      }
      default: return std::nullopt;
    }
  }

  // Devices that hold the same elements stand in for each other, except that each part of an unreduced value must go to
  // one of its own.
  bool permute(const Step& step, std::map<int64_t, Array>& made) {
    const AxisRefs manual = to_.manual_axes();
    using Key = std::pair<int64_t, std::vector<int64_t>>;  // manual coordinate, elements
    auto order = [&](const partition::reshard::Layout& layout) {
      std::map<Key, std::vector<std::pair<int64_t, int64_t>>> out;  // (part, id), sorted
      for (const Device& device : devices(*layout.mesh)) {
        const int64_t tensor = manual.empty() ? 0 : linear(*layout.mesh, manual, device.at);
        out[{tensor, elements(layout, device.at)}].push_back(
            {linear(*layout.mesh, layout.unreduced, device.at), device.id});
      }
      for (auto& [key, list] : out) std::sort(list.begin(), list.end());
      return out;
    };
    const auto before = order(step.before);
    if (step.before.local_shape() != step.after.local_shape()) return fail("local shapes differ");
    for (const auto& [key, list] : order(step.after)) {
      const auto found = before.find(key);
      if (found == before.end()) return fail("no device holds what is wanted");
      if (found->second.size() < list.size()) return fail("a device would have to send twice");
      for (size_t i = 0; i < list.size(); ++i) made[list[i].second] = arrays_.at(found->second[i].second);
    }
    return true;
  }

  std::string check_target() const {
    const partition::reshard::Layout target = partition::reshard::layout_of(to_, shape_);
    const Mesh& mesh = to_.mesh();
    const std::vector<Device> all = devices(mesh);
    std::map<std::pair<int64_t, int64_t>, std::vector<int64_t>> parts;  // (rest of the mesh, position)
    std::map<std::pair<int64_t, int64_t>, int64_t> expected;
    const AxisRefs rest = complement(mesh, to_.unreduced_axes());
    for (const Device& device : all) {
      const auto found = arrays_.find(device.id);
      if (found == arrays_.end()) return "a device of the target holds nothing";
      const std::vector<int64_t> list = elements(target, device.at);
      if (list.size() != found->second.size()) return "the local size is not the target's";
      for (size_t i = 0; i < list.size(); ++i) {
        if (list[i] < 0) continue;
        const std::pair<int64_t, int64_t> key = {linear(mesh, rest, device.at), static_cast<int64_t>(i)};
        parts[key].push_back(found->second[i]);
        expected[key] = value(list[i], mesh, to_.manual_axes(), device.at);
      }
    }
    for (const auto& [key, list] : parts) {
      int64_t out = identity(to_.reduction());
      for (int64_t v : list) out = combine(to_.reduction(), out, v);
      if (out != expected[key]) return "a device holds a wrong value";
    }
    return "";
  }

  const std::vector<int64_t>& shape_;
  const Sharding& from_;
  const Sharding& to_;
  partition::reshard::Layout layout_;
  std::map<int64_t, Array> arrays_;  // by device id
  int64_t garbage_count_ = 0;
  std::string problem_;
};

}  // namespace partita::core::testing::simulation

namespace partita::core::testing {

// Empty where all is well. Elements are 4 bytes; the reduction of unreduced axes is a sum or a maximum.
inline std::string simulate(const partition::reshard::Plan& plan, const std::vector<int64_t>& shape,
                            const Sharding& from, const Sharding& to) {
  return simulation::Simulation(shape, from, to).run(plan);
}

}  // namespace partita::core::testing
