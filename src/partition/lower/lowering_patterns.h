// Lowering's column of the op table: for every op, the function that lowers it and the pattern that computes it on
// shards.
//
// A lowering pattern gets operands in the shardings of the choice and gives results in those of the choice. A factor
// for which `can_divide` is false is gathered before. Each file of this folder has one lowering pattern or a few.
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
  // Lowers the op; for most this is lower_plain, which calls the pattern.
  Status (LoweringState::*way)(const Op& op) = nullptr;
  const LoweringPattern* pattern = nullptr;
};

const OpLowering& lowering_of(OpKind kind);
// What all patterns can divide, for the StrategySelector and the global search.
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
// movement.cc, roll.cc, reshape.cc, dimension_size.cc
extern const LoweringPattern kLowerSlice, kLowerPad, kLowerConcatenate, kLowerReverse, kLowerRotation, kLowerReshape,
    kLowerGetDimensionSize;
// dynamic.cc, gather.cc, scatter.cc
extern const LoweringPattern kLowerDynamicSlice, kLowerDynamicUpdateSlice, kLowerGather, kLowerScatter;
// transforms.cc, random.cc
extern const LoweringPattern kLowerBatchNormTraining, kLowerBatchNormGrad, kLowerFft, kLowerRng, kLowerRngBits;
// host_effects.cc
extern const LoweringPattern kLowerInfeed, kLowerOnce, kLowerMessage, kLowerCall, kLowerTopKCall;

}  // namespace partita::core::partition
