#include "partition/lower/lowering_patterns.h"

#include <string_view>

#include "ir/op_column.h"
#include "partition/lower/roll.h"

namespace partita::core::partition {

bool divides_nothing(const Op&, const Rule&, int, int64_t) { return false; }

bool divides_pass(const Op&, const Rule& rule, int factor, int64_t) {
  return rule.factors[factor].kind == FactorKind::kPass;
}

bool divides_pass_and_reduce(const Op&, const Rule& rule, int factor, int64_t) {
  const Factor& f = rule.factors[factor];
  return f.kind == FactorKind::kPass || (f.kind == FactorKind::kReduce && f.reduction.has_value());
}

bool has_factor(const TensorFactors& tensor, int factor) {
  for (const DimFactors& dim : tensor) {
    for (int f : dim) {
      if (f == factor) return true;
    }
  }
  return false;
}

namespace {

constexpr OpColumn<OpLowering> make_column() {
  using enum OpKind;
  using L = LoweringState;
  OpColumn<OpLowering> column;
  auto plain = [&](const LoweringPattern& pattern, std::initializer_list<OpKind> kinds) {
    column.add({&L::lower_plain, &pattern}, kinds);
  };

  // The op itself on shards
  plain(kLowerPass, {kMap, kReplicaId, kBitcastConvert, kCopy, kSetDimensionSize, kTranspose, kShuffle,
                     kBatchNormInference, kCholesky, kTriangularSolve, kRngGetAndUpdateState, kAddDependency, kAfterAll,
                     kDomain, kAsyncStart, kAsyncUpdate, kAsyncDone});
  column.add_rest({&L::lower_plain, &kLowerPass}, kElementwise);

  // Made where it is used
  column.add({&L::lower_nothing, &kLowerPass}, {kConstant, kIota});
  column.add({&L::lower_broadcast, &kLowerPass}, {kBroadcastInDim});

  // Movement
  column.add({&L::lower_slice, &kLowerSlice}, {kSlice});
  column.add({&L::lower_concatenate, &kLowerConcatenate}, {kConcatenate});
  plain(kLowerPad, {kPad});
  plain(kLowerReverse, {kReverse});
  plain(kLowerReshape, {kReshape, kBitcast});
  plain(kLowerGetDimensionSize, {kGetDimensionSize});
  plain(kLowerDynamicSlice, {kDynamicSlice});
  plain(kLowerDynamicUpdateSlice, {kDynamicUpdateSlice});
  plain(kLowerGather, {kGather});
  plain(kLowerScatter, {kScatter});

  // Products, reductions, windows, order
  plain(kLowerDot, {kDotGeneral});
  plain(kLowerScaledDot, {kScaledDot});
  plain(kLowerRaggedDot, {kRaggedDot});
  plain(kLowerConvolution, {kConvolution});
  plain(kLowerReduce, {kReduce});
  plain(kLowerReduceWindow, {kReduceWindow});
  plain(kLowerSelectAndScatter, {kSelectAndScatter});
  plain(kLowerScan, {kScan});
  plain(kLowerSort, {kSort});
  plain(kLowerTopK, {kTopK});

  // Transforms, random numbers
  plain(kLowerBatchNormTraining, {kBatchNormTraining});
  plain(kLowerBatchNormGrad, {kBatchNormGrad});
  plain(kLowerFft, {kFft});
  plain(kLowerRng, {kRng});
  plain(kLowerRngBits, {kRngBitGenerator});

  // Control flow, manual code and its collectives, host effects
  column.add({&L::lower_while, &kLowerPass}, {kWhile});
  column.add({&L::lower_branches, &kLowerPass}, {kCase, kIf});
  column.add({&L::lower_manual, &kLowerPass}, {kManualComputation});
  column.add({&L::lower_barrier, &kLowerPass}, {kOptimizationBarrier});
  column.add({&L::lower_custom_call, &kLowerCall}, {kCustomCall});
  column.add({&L::lower_per_device, &kLowerPass}, {kPartitionId});
  plain(kLowerMessage, {kSend, kRecv});
  plain(kLowerInfeed, {kInfeed});
  plain(kLowerOnce, {kOutfeed, kInterpreterPrint});
  column.add_rest({&L::lower_per_device, &kLowerCollective}, kCollective);
  plain(kLowerPass,
        {kCheckExpectEq, kCheckExpectEqConst, kCheckExpectAlmostEq, kCheckExpectAlmostEqConst, kCheckExpectClose,
         kCheckExpectCloseConst, kCheckExpectSerializedEq, kRunParallel, kInterpreterProbe});

  // Hints: the value in the sharding they ask for
  column.add_rest({&L::lower_identity, &kLowerPass}, kPlacement);
  column.add({&L::lower_nothing, &kLowerPass}, {kShardingGroup});

  // None, because it ends a region, or was inlined or replaced when the program was read
  column.add({&L::lower_plain, &kLowerPass}, {kReturn, kCall});
  column.add_rest({&L::lower_plain, &kLowerPass}, kLegacy);
  return column;
}

constexpr OpColumn<OpLowering> kColumn = make_column();
static_assert(ir::is_total<kColumn>());

// Custom calls whose target is known.
struct CallMechanism {
  std::string_view target;
  const LoweringPattern* pattern;
};
constexpr CallMechanism kCalls[] = {{"__op$block_scaled_dot", &kLowerBlockScaledDot},
                                    {"TopK", &kLowerTopKCall},
                                    {"mhlo.topk", &kLowerTopKCall},
                                    {"stablehlo.topk", &kLowerTopKCall}};

}  // namespace

const OpLowering& lowering_of(OpKind kind) { return kColumn[kind]; }

const LoweringPattern& pattern_of(const Op& op) {
  if (op.is(OpKind::kCustomCall)) {
    if (roll_of(op)) return kLowerRotation;
    std::string_view target = op.text_attr(AttrKey::kCallTargetName);
    for (const CallMechanism& call : kCalls) {
      if (target == call.target) return *call.pattern;
    }
  }
  return *kColumn[op.kind()].pattern;
}

namespace {

class PatternCapabilities final : public LoweringCapabilities {
 public:
  bool can_divide(const ir::Op& op, const rules::Rule& rule, int factor, int64_t shards) const override {
    return partition::pattern_of(op).can_divide(op, rule, factor, shards);
  }
  cost::Price exchange(const Op& op, const Rule& rule, const Choice& choice,
                       const PriceWeights& weights) const override {
    auto price = pattern_of(op).exchange;
    return price != nullptr ? price(op, rule, choice, weights) : Price();
  }
  bool moves_boundaries(const ir::Op& op) const override { return partition::pattern_of(op).moves_boundaries; }
};

}  // namespace

const LoweringCapabilities& lowering_capabilities() {
  static const PatternCapabilities capabilities;
  return capabilities;
}

}  // namespace partita::core::partition
