// Attributes that say what goes without saying go: a portable artifact spells all of them out, a text some, and a
// program is the same whichever it was read from.
//
//   dot_general …, precision = [DEFAULT, DEFAULT]    ──►  dot_general …
//   gather <{…, indices_are_sorted = false}>         ──►  gather <{…}>
#include "text/import/defaults.h"

#include <algorithm>

namespace partita::core::text {
namespace {

constexpr AttrKey kOnesUnlessSaid[] = {AttrKey::kWindowStrides, AttrKey::kLhsDilation, AttrKey::kRhsDilation,
                                       AttrKey::kBaseDilations, AttrKey::kWindowDilations};

constexpr AttrKey kFalseUnlessSaid[] = {AttrKey::kIndicesAreSorted, AttrKey::kUniqueIndices, AttrKey::kHasSideEffect,
                                        AttrKey::kIsHostTransfer};

bool all_are(Attr value, int64_t wanted) {
  return value.is(AttrKind::kInts) && std::ranges::all_of(value.ints(), [&](int64_t i) { return i == wanted; });
}

bool is_default(AttrKey key, Attr value) {
  switch (key) {
    case AttrKey::kPrecisionConfig:
      return std::ranges::all_of(value.elements(), [](Attr word) { return word.text() == "DEFAULT"; });
    case AttrKey::kPadding:
    case AttrKey::kWindowReversal: return all_are(value, 0);
    case AttrKey::kCalledComputations: return value.elements().empty();
    case AttrKey::kBackendConfig: return value.is(AttrKind::kString) && value.text().empty();
    default:
      if (std::ranges::find(kOnesUnlessSaid, key) != std::end(kOnesUnlessSaid)) return all_are(value, 1);
      return std::ranges::find(kFalseUnlessSaid, key) != std::end(kFalseUnlessSaid) && !value.as_bool();
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
