// Collectives of manual code: examples go along, in one collective.
#include "transform/vectorize/rules.h"

namespace partita::core::transform {

Status vectorize_collective(Batch& v) {
  if (v.regions_read_mapped()) return vectorize_rows(v);
  Op* copy = v.like_wider(v.all_mapped());
  for (AttrKey key :
       {AttrKey::kAllGatherDim, AttrKey::kScatterDimension, AttrKey::kSplitDimension, AttrKey::kConcatDimension}) {
    if (v.op().has_attr(key)) copy->set_attr(key, v.context().integer(v.op().int_attr(key) + 1));
  }
  v.set_all(*copy);
  return {};
}

}  // namespace partita::core::transform
