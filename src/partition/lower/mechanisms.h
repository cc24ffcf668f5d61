// Lowering's column of the op table: for every op, the way it is lowered and the mechanism that computes it on shards.
//
// A mechanism gets operands in the shardings of the choice and gives results in those of the choice. What it can divide
// beyond factors that pass, it says: a factor that `can_divide` refuses is brought together first. Each file of this
// folder has one mechanism or a few.
#pragma once

#include <vector>

#include "base/result.h"
#include "partition/lower/lowering.h"

namespace partita::core::partition {

struct Mechanism {
  std::vector<Value*> (*lower)(Lowering&, const LocalOp&);
  bool (*can_divide)(const Op&, const Rule&, int factor, int64_t shards);
  // What it sends besides resharding operands and reducing results; see Abilities. Null: nothing.
  Price (*exchange)(const Op&, const Rule&, const Choice&, const PriceWeights&) = nullptr;
  // Takes shards that do not cut a dimension at the boundaries of its first factor; see Abilities.
  bool moves_boundaries = false;
};

struct OpLowering {
  // What becomes of the op where it stands; most are computed by their mechanism.
  Status (Lowering::*way)(const Op& op) = nullptr;
  const Mechanism* mechanism = nullptr;
};

const OpLowering& lowering_of(OpKind kind);
// What they can divide, for those who choose.
const Abilities& mechanism_abilities();
// The mechanism of the op's row; of a custom_call, that of its target.
const Mechanism& mechanism_of(const Op& op);

// ---- what mechanisms share

bool divides_nothing(const Op& op, const Rule& rule, int factor, int64_t shards);
bool divides_pass(const Op& op, const Rule& rule, int factor, int64_t shards);
bool divides_pass_and_reduce(const Op& op, const Rule& rule, int factor, int64_t shards);
bool has_factor(const TensorFactors& tensor, int factor);
// The op itself on shards: result types are local, attributes that count elements of divided dimensions adjusted.
std::vector<Value*> lower_pass(Lowering& lowering, const LocalOp& op);

// ---- the mechanisms, by the file they are in

extern const Mechanism kLowerPass;  // pass.cc
// collective.cc
extern const Mechanism kLowerCollective;
// contraction.cc, ragged_dot.cc
extern const Mechanism kLowerDot, kLowerScaledDot, kLowerBlockScaledDot, kLowerRaggedDot;
// convolution.cc, reduce_window.cc, select_and_scatter.cc
extern const Mechanism kLowerConvolution, kLowerReduceWindow, kLowerSelectAndScatter;
// reduction.cc, order.cc, scan.cc
extern const Mechanism kLowerReduce, kLowerSort, kLowerTopK, kLowerScan;
// movement.cc, reshape.cc, dimension_size.cc
extern const Mechanism kLowerSlice, kLowerPad, kLowerConcatenate, kLowerReverse, kLowerReshape, kLowerGetDimensionSize;
// dynamic.cc, gather.cc, scatter.cc
extern const Mechanism kLowerDynamicSlice, kLowerDynamicUpdateSlice, kLowerGather, kLowerScatter;
// transforms.cc, random.cc
extern const Mechanism kLowerBatchNormTraining, kLowerBatchNormGrad, kLowerFft, kLowerRng, kLowerRngBits;
// outside.cc
extern const Mechanism kLowerInfeed, kLowerOnce, kLowerMessage, kLowerCall, kLowerTopKCall;

}  // namespace partita::core::partition
