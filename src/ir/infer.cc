#include "ir/infer.h"

#include "ir/type_rules.h"

namespace partita {

Attr OpFacts::attr(AttrKey key) const {
  for (const KeyedAttr& a : attrs) {
    if (a.key == key) return a.value;
  }
  return {};
}
int64_t OpFacts::integer(AttrKey key, int64_t otherwise) const {
  Attr a = attr(key);
  return a ? a.as_int() : otherwise;
}
std::span<const int64_t> OpFacts::ints(AttrKey key) const {
  Attr a = attr(key);
  return a ? a.ints() : std::span<const int64_t>();
}
std::string_view OpFacts::text(AttrKey key) const {
  Attr a = attr(key);
  return a ? a.text() : std::string_view();
}

InferredTypes known(std::vector<Type> types) { return {InferredTypes::State::kKnown, std::move(types), {}}; }
InferredTypes known(Type type) { return known(std::vector<Type>{type}); }
InferredTypes free_choice() { return {}; }
InferredTypes broken(std::string_view label, std::string why) {
  std::string text = label.empty() ? "" : "(" + std::string(label) + "): ";
  return {InferredTypes::State::kInvalid, {}, text + std::move(why)};
}
InferredTypes wrong_element_type(std::string_view label, std::string why) {
  InferredTypes out = broken(label, std::move(why));
  out.element_type = true;
  return out;
}

bool has_form(Attr attr, AttrForm form) {
  auto all = [&](AttrKind kind) {
    for (Attr element : attr.elements()) {
      if (!element.is(kind)) return false;
    }
    return attr.is(AttrKind::kArray);
  };
  switch (form) {
    case AttrForm::kBool: return attr.is(AttrKind::kBool);
    case AttrForm::kInt: return attr.is(AttrKind::kInt);
    case AttrForm::kFloat: return attr.is(AttrKind::kFloat);
    case AttrForm::kInts:
    case AttrForm::kBools: return attr.is(AttrKind::kInts);
    case AttrForm::kPairs: return attr.is(AttrKind::kInts) && attr.ints().size() % 2 == 0;
    case AttrForm::kString:
    case AttrForm::kEnum: return attr.is(AttrKind::kString);
    case AttrForm::kEnums: return all(AttrKind::kString);
    case AttrForm::kSymbol: return attr.is(AttrKind::kSymbol);
    case AttrForm::kSymbols: return all(AttrKind::kSymbol);
    case AttrForm::kDense: return attr.is(AttrKind::kDense);
    case AttrForm::kGroups: return all(AttrKind::kInts) || attr.is(AttrKind::kDict);
    case AttrForm::kAny: return true;
  }
  return false;
}

InferredTypes infer_types(Context& context, OpKind kind, std::span<const Type> operands, AttrList attrs,
                          std::span<const Region* const> regions) {
  const OpInfo& info = op_info(kind);
  const OpFacts facts{context, kind, operands, attrs, regions, {}, true};
  int count = static_cast<int>(operands.size());
  if (count < info.min_operands || count > info.max_operands) return broken("", "the number of operands is wrong");
  for (const AttrSpec& spec : info.attrs) {
    Attr value = facts.attr(spec.key);
    if (value ? has_form(value, spec.form) : !spec.required) continue;
    return broken("", "the attribute " + std::string(attr_key_text(spec.key)) +
                          (value ? " has the wrong kind of value" : " is missing"));
  }
  return type_rule_for(kind)(facts);
}

// The column: every op has its rule, or the build fails (-Wswitch).
TypeRule type_rule_for(OpKind kind) {
  switch (kind) {
    case OpKind::kCbrt:
    case OpKind::kCeil:
    case OpKind::kCosine:
    case OpKind::kCountLeadingZeros:
    case OpKind::kExponential:
    case OpKind::kExponentialMinusOne:
    case OpKind::kFloor:
    case OpKind::kLog:
    case OpKind::kLogPlusOne:
    case OpKind::kLogistic:
    case OpKind::kNegate:
    case OpKind::kNot:
    case OpKind::kPopcnt:
    case OpKind::kRoundNearestAfz:
    case OpKind::kRoundNearestEven:
    case OpKind::kRsqrt:
    case OpKind::kSign:
    case OpKind::kSine:
    case OpKind::kSqrt:
    case OpKind::kTan:
    case OpKind::kTanh:
    case OpKind::kAcos:
    case OpKind::kAcosh:
    case OpKind::kAsin:
    case OpKind::kAsinh:
    case OpKind::kAsinAcosKernel:
    case OpKind::kAtan:
    case OpKind::kAtanh:
    case OpKind::kBesselI1e:
    case OpKind::kConj:
    case OpKind::kCosh:
    case OpKind::kDigamma:
    case OpKind::kErf:
    case OpKind::kErfInv:
    case OpKind::kErfc:
    case OpKind::kLgamma:
    case OpKind::kSinh:
    case OpKind::kSquare: return rule_unary;
    case OpKind::kAbs:
    case OpKind::kImag:
    case OpKind::kReal:
    case OpKind::kComplex:
    case OpKind::kIsFinite:
    case OpKind::kIsInf:
    case OpKind::kIsNegInf:
    case OpKind::kIsPosInf: return rule_complex_parts;
    case OpKind::kAdd:
    case OpKind::kAnd:
    case OpKind::kAtan2:
    case OpKind::kDivide:
    case OpKind::kMaximum:
    case OpKind::kMinimum:
    case OpKind::kMultiply:
    case OpKind::kOr:
    case OpKind::kPower:
    case OpKind::kRemainder:
    case OpKind::kShiftLeft:
    case OpKind::kShiftRightArithmetic:
    case OpKind::kShiftRightLogical:
    case OpKind::kSubtract:
    case OpKind::kXor:
    case OpKind::kMulhi:
    case OpKind::kNextAfter:
    case OpKind::kPolygamma:
    case OpKind::kZeta: return rule_binary;
    case OpKind::kConvert:
    case OpKind::kStochasticConvert: return rule_convert;
    case OpKind::kUniformDequantize:
    case OpKind::kUniformQuantize: return rule_quantized;
    case OpKind::kReducePrecision: return rule_reduce_precision;
    case OpKind::kCompare: return rule_compare;
    case OpKind::kSelect: return rule_select;
    case OpKind::kClamp: return rule_clamp;
    case OpKind::kMap: return rule_map;
    case OpKind::kConstant: return rule_constant;
    case OpKind::kIota: return rule_iota;
    case OpKind::kPartitionId:
    case OpKind::kReplicaId: return rule_device_id;
    case OpKind::kBitcastConvert: return rule_bitcast_convert;
    case OpKind::kBitcast: return rule_bitcast;
    case OpKind::kBroadcastInDim: return rule_broadcast_in_dim;
    case OpKind::kConcatenate: return rule_concatenate;
    case OpKind::kCopy:
    case OpKind::kShuffle:
    case OpKind::kDomain:
    case OpKind::kShardingConstraint:
    case OpKind::kReshard:
    case OpKind::kPropagationBarrier:
    case OpKind::kDataFlowEdge:
    case OpKind::kSdyAllGather:
    case OpKind::kSdyAllReduce:
    case OpKind::kSdyAllSlice:
    case OpKind::kSdyAllToAll:
    case OpKind::kSdyCollectivePermute:
    case OpKind::kSdyReduceScatter:
    case OpKind::kSdyReplicatedToUnreduced:
    case OpKind::kSdyShardedToUnreduced:
    case OpKind::kInterpreterProbe: return rule_same_type;
    case OpKind::kDynamicSlice: return rule_dynamic_slice;
    case OpKind::kDynamicUpdateSlice: return rule_dynamic_update_slice;
    case OpKind::kGather: return rule_gather;
    case OpKind::kGetDimensionSize:
    case OpKind::kSetDimensionSize: return rule_dimension_size;
    case OpKind::kPad: return rule_pad;
    case OpKind::kReshape: return rule_reshape;
    case OpKind::kReverse: return rule_reverse;
    case OpKind::kSlice: return rule_slice;
    case OpKind::kTranspose: return rule_transpose;
    case OpKind::kDotGeneral: return rule_dot_general;
    case OpKind::kRaggedDot: return rule_ragged_dot;
    case OpKind::kScaledDot: return rule_scaled_dot;
    case OpKind::kConvolution: return rule_convolution;
    case OpKind::kReduce: return rule_reduce;
    case OpKind::kReduceWindow: return rule_reduce_window;
    case OpKind::kSelectAndScatter: return rule_select_and_scatter;
    case OpKind::kScatter: return rule_scatter;
    case OpKind::kScan: return rule_scan;
    case OpKind::kSort: return rule_sort;
    case OpKind::kTopK: return rule_top_k;
    case OpKind::kBatchNormGrad:
    case OpKind::kBatchNormInference:
    case OpKind::kBatchNormTraining: return rule_batch_norm;
    case OpKind::kCholesky: return rule_cholesky;
    case OpKind::kFft: return rule_fft;
    case OpKind::kTriangularSolve: return rule_triangular_solve;
    case OpKind::kRng: return rule_rng;
    case OpKind::kRngBitGenerator: return rule_rng_bit_generator;
    case OpKind::kRngGetAndUpdateState: return rule_rng_state;
    case OpKind::kCase:
    case OpKind::kIf: return rule_branches;
    case OpKind::kWhile: return rule_while;
    case OpKind::kReturn: return rule_return;
    case OpKind::kOptimizationBarrier: return rule_pass_through;
    case OpKind::kAddDependency: return rule_add_dependency;
    case OpKind::kAfterAll: return rule_token;
    case OpKind::kInfeed: return rule_infeed;
    case OpKind::kOutfeed: return rule_outfeed;
    case OpKind::kRecv: return rule_recv;
    case OpKind::kSend: return rule_send;
    case OpKind::kAllGather: return rule_all_gather;
    case OpKind::kAllReduce: return rule_all_reduce;
    case OpKind::kAllToAll: return rule_all_to_all;
    case OpKind::kCollectiveBroadcast: return rule_collective_broadcast;
    case OpKind::kCollectivePermute: return rule_collective_permute;
    case OpKind::kCollectiveReduce: return rule_collective_reduce;
    case OpKind::kRaggedAllToAll: return rule_ragged_all_to_all;
    case OpKind::kReduceScatter: return rule_reduce_scatter;
    case OpKind::kAsyncStart:
    case OpKind::kAsyncUpdate:
    case OpKind::kAsyncDone: return rule_async;
    case OpKind::kManualComputation: return rule_manual_computation;
    case OpKind::kCheckExpectEq:
    case OpKind::kCheckExpectEqConst:
    case OpKind::kCheckExpectAlmostEq:
    case OpKind::kCheckExpectAlmostEqConst:
    case OpKind::kCheckExpectClose:
    case OpKind::kCheckExpectCloseConst: return rule_check;
    case OpKind::kCall:
    case OpKind::kComposite:
    case OpKind::kCustomCall:
    case OpKind::kShardingGroup:
    case OpKind::kNamedComputation:
    case OpKind::kSdyConstant:
    case OpKind::kCheckExpectSerializedEq:
    case OpKind::kRunParallel:
    case OpKind::kInterpreterPrint:
    case OpKind::kBroadcast:
    case OpKind::kChloConstant:
    case OpKind::kConstantLike:
    case OpKind::kCreateToken:
    case OpKind::kCrossReplicaSum:
    case OpKind::kDot:
    case OpKind::kDynamicBroadcastInDim:
    case OpKind::kDynamicConv:
    case OpKind::kDynamicGather:
    case OpKind::kDynamicIota:
    case OpKind::kDynamicPad:
    case OpKind::kDynamicReshape:
    case OpKind::kEinsum:
    case OpKind::kGetTupleElement:
    case OpKind::kRealDynamicSlice:
    case OpKind::kTorchIndexSelect:
    case OpKind::kTuple:
    case OpKind::kUnaryEinsum: return rule_anything;
  }
  return rule_anything;
}

}  // namespace partita
