// Which constraints of the specification fix the result types of an op: the labels a wrong result type is reported
// with.
#include "ir/type_rules.h"

namespace partita::core::ir {

ResultLabels result_labels(OpKind kind, size_t result) {
  switch (kind) {
    case OpKind::kAbs:
    case OpKind::kReal:
    case OpKind::kImag: return {"C1", "C2"};
    case OpKind::kComplex: return {"C2", "C3"};
    case OpKind::kIsFinite: return {"C1", "O1"};
    case OpKind::kCompare: return {"C2", "O1"};
    case OpKind::kClamp: return {"C4", "C4"};
    case OpKind::kSelect: return {"C2", "C2"};
    case OpKind::kMap: return {"C1", "C4"};
    case OpKind::kPartitionId:
    case OpKind::kReplicaId:
    case OpKind::kAfterAll:
    case OpKind::kOutfeed:
    case OpKind::kSend:
    case OpKind::kGetDimensionSize: return {"O1", "O1"};
    case OpKind::kConcatenate: return {"C6", "C5"};
    case OpKind::kDynamicSlice: return {"C5", "C1"};
    case OpKind::kGather: return {"C22", "C23"};
    case OpKind::kPad: return {"C4", "C1"};
    case OpKind::kSlice: return {"C5", "C1"};
    case OpKind::kTranspose: return {"C3", "C1"};
    case OpKind::kDotGeneral: return {"C12", ""};
    case OpKind::kConvolution: return {"C25", ""};
    case OpKind::kReduce: return {"C7", "C8"};
    case OpKind::kReduceWindow: return {"C15", "C16"};
    case OpKind::kSelectAndScatter: return {"C11", "C12"};
    case OpKind::kScatter: return {"C24", "C25"};
    case OpKind::kSort: return {"C2", "C2"};
    case OpKind::kBatchNormGrad: return {result == 0 ? "C3" : "C4", "C2"};
    case OpKind::kBatchNormInference: return {"C7", "C2"};
    case OpKind::kBatchNormTraining: return {result == 0 ? "C7" : result == 1 ? "C5" : "C6", "C2"};
    case OpKind::kFft: return {"C5", "C2"};
    case OpKind::kTriangularSolve:
    case OpKind::kCase: return {"C4", "C4"};
    case OpKind::kIf:
    case OpKind::kWhile:
    case OpKind::kCollectiveBroadcast: return {"C3", "C3"};
    case OpKind::kAllGather: return {"C6", "C6"};
    case OpKind::kAllReduce: return {"C6", "C7"};
    case OpKind::kAllToAll: return {"C9", "C9"};
    case OpKind::kCollectivePermute: return {"C5", "C5"};
    case OpKind::kReduceScatter: return {"C8", "C9"};
    case OpKind::kConstant:
    case OpKind::kReducePrecision:
    case OpKind::kDynamicUpdateSlice:
    case OpKind::kReverse:
    case OpKind::kCholesky:
    case OpKind::kOptimizationBarrier: return {"C1", "C1"};
    default: break;
  }
  // Pointwise ops of the specification have their operands' type by C1. CHLO's and HLO's own ops have no labels.
  const OpInfo& info = op_info(kind);
  if (info.has(kElementwise) && info.mlir.starts_with("stablehlo.")) return {"C1", "C1"};
  return {};
}

}  // namespace partita::core::ir
