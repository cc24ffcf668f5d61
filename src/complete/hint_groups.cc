#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/maps.h"
#include "complete/hint_checks.h"

namespace partita {
namespace {

bool dims_agree(const DimSharding& a, const DimSharding& b) {
  if (!a.open && !b.open) return same_digits(a.axes, b.axes);
  if (!a.open) return is_prefix(b.axes, a.axes);
  if (!b.open) return is_prefix(a.axes, b.axes);
  return is_prefix(a.axes, b.axes) || is_prefix(b.axes, a.axes);
}

bool agree(const Sharding& a, const Sharding& b) {
  if (a.is_maximal() || b.is_maximal()) return a == b;
  if (!same_mesh(a.mesh_ptr(), b.mesh_ptr()) || a.rank() != b.rank()) return false;
  for (int d = 0; d < a.rank(); ++d) {
    if (!dims_agree(a.dim(d), b.dim(d))) return false;
  }
  return a.manual_axes() == b.manual_axes();
}

Type type_of(const Function& entry, const Hint& hint) {
  return hint.value ? hint.value->type() : entry.result_types()[static_cast<size_t>(hint.index)];
}

Diagnostic at_offset(const Module& module, SourceOffset offset, Code code, std::string message) {
  if (module.source() && offset != kNoOffset) return error_at(*module.source(), offset, code, std::move(message));
  return error_without_place(code, std::move(message));
}

}  // namespace

std::vector<Diagnostic> check_groups(const Module& module, const Function& entry, const Hints& hints) {
  std::vector<Diagnostic> found;
  PointerMap<const Value*, const Hint*> said;
  for (const Hint& hint : hints.all) {
    if (hint.value && hint.sharding && hint.place != Hint::Place::kManual) said.try_emplace(hint.value, &hint);
  }
  // The first member, and the first that says something.
  std::map<int64_t, std::pair<const Hint*, const Hint*>> groups;
  for (const Hint& hint : hints.all) {
    if (hint.group < 0 || hint.group_is_soft) continue;
    auto& [first, spoken] = groups[hint.group];
    Type type = type_of(entry, hint);
    auto describe = [&](const Hint& other, std::string message) {
      Diagnostic d = at_offset(module, hint.offset, Code::kShardGroup, std::move(message));
      Diagnostic note = at_offset(module, other.offset, Code::kShardGroup, "another value of the group is here");
      note.severity = Severity::kNote;
      d.notes.push_back(std::move(note));
      found.push_back(std::move(d));
    };
    if (first == nullptr) {
      first = &hint;
    } else if (Type other = type_of(entry, *first); !std::ranges::equal(type.dims(), other.dims())) {
      describe(*first, fmt::format("values of one sharding group have one shape; here are {} and {}", other.to_string(),
                                   type.to_string()));
      continue;
    }
    const Hint* own = hint.sharding ? &hint : nullptr;
    if (own == nullptr && hint.value && said.contains(hint.value)) own = said[hint.value];
    if (own == nullptr) continue;
    if (spoken == nullptr) {
      spoken = own;
    } else if (!agree(*spoken->sharding, *own->sharding)) {
      describe(*spoken, fmt::format("values of one sharding group get one sharding; hints ask for {} and {}",
                                    to_string(*spoken->sharding), to_string(*own->sharding)));
    }
  }
  return found;
}

}  // namespace partita
