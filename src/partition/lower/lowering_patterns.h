// Lowering's column of the op table: for every op, the way it is lowered and the lowering pattern that computes it on
// shards.
//
// A lowering pattern gets operands in the shardings of the choice and gives results in those of the choice. What it can
// divide beyond factors that pass, it says: a factor that `can_divide` refuses is brought together first. Each file of
// this folder has one lowering pattern or a few.
#pragma once

#include <vector>

#include "base/result.h"
#include "partition/lower/lowering_state.h"

namespace partita::core::partition {

struct LoweringPattern {
  std::vector<Value*> (*lower)(LoweringState&, const LocalOp&);
  bool (*can_divide)(const Op&, const Rule&, int factor, int64_t shards);
  // What it sends besides resharding operands and reducing results; see LoweringCapabilities. Null: nothing.
  Price (*exchange)(const Op&, const Rule&, const Choice&, const PriceWeights&) = nullptr;
  // Takes shards that do not cut a dimension at the boundaries of its first factor; see LoweringCapabilities.
  bool moves_boundaries = false;
};

struct OpLowering {
  // What becomes of the op where it stands; most are computed by their lowering pattern.
  Status (LoweringState::*way)(const Op& op) = nullptr;
  const LoweringPattern* pattern = nullptr;
};

const OpLowering& lowering_of(OpKind kind);
// What they can divide, for those who choose.
const LoweringCapabilities& lowering_capabilities();
// The lowering pattern of the op's row; of a custom_call, that of its target.
const LoweringPattern& pattern_of(const Op& op);

// ---- what lowering patterns share

bool divides_nothing(const Op& op, const Rule& rule, int factor, int64_t shards);
bool divides_pass(const Op& op, const Rule& rule, int factor, int64_t shards);
bool divides_pass_and_reduce(const Op& op, const Rule& rule, int factor, int64_t shards);
bool has_factor(const TensorFactors& tensor, int factor);
// The op itself on shards: result types are local, attributes that count elements of divided dimensions adjusted.
std::vector<Value*> lower_pass(LoweringState& lowering, const LocalOp& op);

// ---- the lowering patterns, by the file they are in

extern const LoweringPattern kLowerPass;  // pass.cc
// collective.cc
extern const LoweringPattern kLowerCollective;
// contraction.cc, ragged_dot.cc
extern const LoweringPattern kLowerDot, kLowerScaledDot, kLowerBlockScaledDot, kLowerRaggedDot;
// convolution.cc, reduce_window.cc, select_and_scatter.cc
extern const LoweringPattern kLowerConvolution, kLowerReduceWindow, kLowerSelectAndScatter;
// reduction.cc, order.cc, scan.cc
extern const LoweringPattern kLowerReduce, kLowerSort, kLowerTopK, kLowerScan;
// movement.cc, reshape.cc, dimension_size.cc
extern const LoweringPattern kLowerSlice, kLowerPad, kLowerConcatenate, kLowerReverse, kLowerReshape,
    kLowerGetDimensionSize;
// dynamic.cc, gather.cc, scatter.cc
extern const LoweringPattern kLowerDynamicSlice, kLowerDynamicUpdateSlice, kLowerGather, kLowerScatter;
// transforms.cc, random.cc
extern const LoweringPattern kLowerBatchNormTraining, kLowerBatchNormGrad, kLowerFft, kLowerRng, kLowerRngBits;
// host_effects.cc
extern const LoweringPattern kLowerInfeed, kLowerOnce, kLowerMessage, kLowerCall, kLowerTopKCall;

}  // namespace partita::core::partition
