// Attributes that say what goes without saying go: a portable artifact spells all of them out, a text some, and a
// program is the same whichever it was read from.
//
//   dot_general …, precision = [DEFAULT, DEFAULT]    ──►  dot_general …
//   gather <{…, indices_are_sorted = false}>         ──►  gather <{…}>
#include "text/import/defaults.h"

#include <algorithm>

namespace partita::core::text {
namespace {

constexpr AttrKey kFalseUnlessSaid[] = {AttrKey::kIndicesAreSorted, AttrKey::kUniqueIndices, AttrKey::kHasSideEffect,
                                        AttrKey::kIsHostTransfer};

bool is_default(AttrKey key, Attr value) {
  switch (key) {
    case AttrKey::kPrecisionConfig:
      return std::ranges::all_of(value.elements(), [](Attr word) { return word.text() == "DEFAULT"; });
    case AttrKey::kBackendConfig: return value.is(AttrKind::kString) && value.text().empty();
    default: return std::ranges::find(kFalseUnlessSaid, key) != std::end(kFalseUnlessSaid) && !value.as_bool();
  }
}

void drop_in(Region& region) {
  for (Op& op : region) {
    // The list is interned: it does not change while it is walked.
    for (const KeyedAttr& attr : op.attrs()) {
      if (is_default(attr.key, attr.value)) op.set_attr(attr.key, Attr());
    }
    for (int r = 0; r < op.num_regions(); ++r) drop_in(op.region(r));
  }
}

}  // namespace

void drop_defaults(Module& module) {
  for (Function* function : module.functions()) drop_in(function->body());
}

}  // namespace partita::core::text
