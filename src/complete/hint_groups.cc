// Sharding groups: one sharding for all members, from the hints on any of them.
//
//   %a [-?, b], %b [a, -?], %c [-, a]  in one group:  %a and %b are [a, b]; %c contradicts them and stays out
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/maps.h"
#include "complete/hint_checks.h"

namespace partita::core::complete {
namespace {

Type type_of(const Function& entry, const Hint& hint) {
  return hint.value ? hint.value->type() : entry.result_types()[hint.index];
}

Diagnostic at_offset(const Module& module, SourceOffset offset, std::string message) {
  if (module.source() && offset != kNoOffset) {
    return error_at(*module.source(), offset, Code::kShardGroup, std::move(message));
  }
  return error_without_place(Code::kShardGroup, std::move(message));
}

Diagnostic between(const Module& module, const Hint& here, const Hint& other, std::string message) {
  Diagnostic d = at_offset(module, here.offset, std::move(message));
  Diagnostic note = at_offset(module, other.offset, "another value of the group is here");
  note.severity = Severity::kNote;
  d.notes.push_back(std::move(note));
  return d;
}

bool says_axes(const Sharding& sharding) {
  return !sharding.sharded_axes().empty() || !sharding.unreduced_axes().empty() ||
         !sharding.pinned_replicated().empty();
}

// One sharding with the axes of both; nothing where they contradict each other.
std::optional<Sharding> both(const Sharding& a, const Sharding& b) {
  if (a == b) return a;
  if (a.is_maximal() || b.is_maximal() || a.manual_axes() != b.manual_axes()) return std::nullopt;
  if (!same_mesh(a.mesh_ptr(), b.mesh_ptr())) {
    if (says_axes(a) && says_axes(b)) return std::nullopt;
    if (!says_axes(a)) return both(b, Sharding::make(b.mesh_ptr(), a.spec()).value());
    return both(a, Sharding::make(a.mesh_ptr(), b.spec()).value());
  }
  Sharding::Spec spec = a.spec();
  for (int d = 0; d < a.rank(); ++d) {
    DimSharding& dim = spec.dims[d];
    const DimSharding& other = b.dim(d);
    if (!same_digits(dim.axes, other.axes)) {
      const bool grows = dim.open && is_prefix(dim.axes, other.axes);
      if (!grows && !(other.open && is_prefix(other.axes, dim.axes))) return std::nullopt;
      if (grows) dim.axes = other.axes;
    }
    dim.open = dim.open && other.open;
    dim.priority = dim.priority && other.priority ? std::min(dim.priority, other.priority) : std::nullopt;
  }
  for (const AxisRef& axis : outside(b.pinned_replicated(), a.pinned_replicated())) spec.replicated.push_back(axis);
  if (a.unreduced_axes() != b.unreduced_axes() || a.reduction() != b.reduction()) return std::nullopt;
  Result<Sharding> made = Sharding::make(a.mesh_ptr(), std::move(spec));  // fails where an axis would be used twice
  if (!made.ok()) return std::nullopt;
  return std::move(*made);
}

// Groups that share a value get one number: the least of theirs.
void unite(Hints& hints) {
  std::map<int64_t, int64_t> same_as;
  auto root = [&](int64_t group) {
    for (auto at = same_as.find(group); at != same_as.end(); at = same_as.find(group)) group = at->second;
    return group;
  };
  PointerMap<const Value*, int64_t> group_of;
  for (const Hint& hint : hints.all) {
    if (hint.group < 0 || hint.group_is_soft || hint.value == nullptr) continue;
    auto [at, fresh] = group_of.try_emplace(hint.value, hint.group);
    const int64_t a = root(at->second), b = root(hint.group);
    if (a != b) same_as[std::max(a, b)] = std::min(a, b);
  }
  for (Hint& hint : hints.all) {
    if (hint.group >= 0) hint.group = root(hint.group);
  }
}

struct Group {
  const Hint* first = nullptr;
  const Hint* with_sharding = nullptr;  // the first with a sharding
  std::optional<Sharding> sharding;
};

}  // namespace

std::vector<Diagnostic> settle_groups(const Module& module, const Function& entry, Hints& hints) {
  std::vector<Diagnostic> found;
  unite(hints);
  std::map<int64_t, Group> groups;
  PointerMap<const Value*, int64_t> group_of;
  for (const Hint& hint : hints.all) {
    if (hint.group < 0 || hint.group_is_soft) continue;
    Group& group = groups[hint.group];
    if (hint.value != nullptr) group_of.try_emplace(hint.value, hint.group);
    if (group.first == nullptr) group.first = &hint;
    Type type = type_of(entry, hint), other = type_of(entry, *group.first);
    if (!std::ranges::equal(type.dims(), other.dims())) {
      found.push_back(between(module, hint, *group.first,
                              fmt::format("values of one sharding group have one shape; here are {} and {}",
                                          other.to_string(), type.to_string())));
    }
  }
  if (groups.empty() || !found.empty()) return found;

  auto group_with = [&](const Hint& hint) -> Group* {
    if (hint.sharding == nullptr || hint.place == Hint::Place::kManual) return nullptr;
    if (hint.group >= 0 && !hint.group_is_soft) return &groups[hint.group];
    if (hint.value == nullptr) return nullptr;
    auto at = group_of.find(hint.value);
    return at != group_of.end() ? &groups[at->second] : nullptr;
  };
  std::vector<const Hint*> left;
  auto hear = [&](const Hint& hint) {
    Group* group = group_with(hint);
    if (group == nullptr) return;
    if (!group->sharding) {
      group->sharding = *hint.sharding;
      group->with_sharding = &hint;
    } else if (std::optional<Sharding> merged = both(*group->sharding, *hint.sharding)) {
      group->sharding = std::move(merged);
    } else {
      left.push_back(&hint);
      if (left.size() > 1 && left[left.size() - 2]->offset == hint.offset) return;  // of an op and a result both
      found.push_back(between(module, hint, *group->with_sharding,
                              fmt::format("values of one sharding group get one sharding, but hints ask for {} and {}; "
                                          "this one stays out of the group",
                                          to_string(*group->sharding), to_string(*hint.sharding))));
      found.back().severity = Severity::kWarning;
    }
  };
  for (const bool command_line : {true, false}) {
    for (const Hint& hint : hints.all) {
      if ((hint.place == Hint::Place::kCommandLine) == command_line) hear(hint);
    }
  }
  for (const Hint* hint : left) {
    if (hint->value != nullptr) group_of.erase(hint->value);
  }
  for (Hint& hint : hints.all) {
    if (hint.group < 0 || hint.group_is_soft) continue;
    const bool stays = hint.value != nullptr ? group_of.contains(hint.value)
                                             : std::find(left.begin(), left.end(), &hint) == left.end();
    if (!stays) hint.group = -1;
  }
  for (Hint& hint : hints.all) {
    if (Group* group = group_with(hint)) hint.sharding = hints.pool->intern(*group->sharding);
  }
  return found;
}

}  // namespace partita::core::complete
