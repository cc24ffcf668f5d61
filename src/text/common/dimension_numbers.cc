#include "text/common/dimension_numbers.h"

namespace partita::core::text {

bool is_dimension_number(AttrKey key) {
  switch (key) {
    case AttrKey::kLhsBatchingDimensions:
    case AttrKey::kRhsBatchingDimensions:
    case AttrKey::kLhsContractingDimensions:
    case AttrKey::kRhsContractingDimensions:
    case AttrKey::kLhsRaggedDimensions:
    case AttrKey::kRhsGroupDimensions:
    case AttrKey::kOffsetDims:
    case AttrKey::kCollapsedSliceDims:
    case AttrKey::kOperandBatchingDims:
    case AttrKey::kStartIndicesBatchingDims:
    case AttrKey::kStartIndexMap:
    case AttrKey::kUpdateWindowDims:
    case AttrKey::kInsertedWindowDims:
    case AttrKey::kInputBatchingDims:
    case AttrKey::kScatterIndicesBatchingDims:
    case AttrKey::kScatterDimsToOperandDims:
    case AttrKey::kIndexVectorDim: return true;
    default: return false;
  }
}

}  // namespace partita::core::text
