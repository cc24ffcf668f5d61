// The pretty forms, as StableHLO, CHLO and Shardy print them; those of contractions, calls and ops with regions are in
// writer_forms.cc.
#include <fmt/format.h>

#include <algorithm>

#include "ir/elided.h"
#include "ir/views.h"
#include "text/stablehlo/writer.h"

namespace partita::stablehlo {

bool Writer::same_types(const Op& op) {
  Type type = op.result()->type();
  for (int i = 0; i < op.num_operands(); ++i) {
    if (!(op.operand(i)->type() == type)) return false;
  }
  return true;
}

bool Writer::pretty(const Op& op, int indent) {
  switch (op.kind()) {
    case OpKind::kReturn: {
      const Op* parent = op.parent_op();
      if (parent == nullptr) {
        out_ += "return";
      } else if (parent->is(OpKind::kManualComputation)) {
        out_ += "sdy.return";
      } else {
        out_ += parent->info().mlir.starts_with("mhlo.") ? "mhlo.return" : "stablehlo.return";
      }
      if (op.num_operands() > 0) {
        out_ += ' ';
        operands(op);
        attrs_.extra(op.extra());
        out_ += " : ";
        attrs_.types(op.operands());
      } else {
        attrs_.extra(op.extra());
      }
      return true;
    }
    case OpKind::kCall:
      out_ += "func.call ";
      attrs_.symbol(op.text_attr(AttrKey::kCallee));
      out_ += '(';
      operands(op);
      out_ += ')';
      attrs_.extra(op.extra());
      out_ += " : ";
      function_type(op);
      return true;
    case OpKind::kReduce: reduce(op, indent); return true;
    case OpKind::kWhile:
      if (op.num_operands() == 0) return false;
      while_loop(op, indent);
      return true;
    case OpKind::kDotGeneral: dot_general(op); return true;
    case OpKind::kConvolution: convolution(op); return true;
    case OpKind::kCustomCall:
      if (op.num_regions() > 0) return false;
      if (op.text_attr(AttrKey::kCallTargetName) == kElidedConstant && op.num_operands() == 0) {
        elided_constant(op);
        return true;
      }
      custom_call(op);
      return true;
    case OpKind::kManualComputation: manual_computation(op, indent); return true;
    case OpKind::kScan: scan(op, indent); return true;
    case OpKind::kConstant:
      out_ += "stablehlo.constant";
      attrs_.extra(op.extra());
      out_ += ' ';
      attrs_.literal(op.attr(AttrKey::kValue).literal());
      return true;
    case OpKind::kCheckExpectEqConst:
    case OpKind::kCheckExpectAlmostEqConst:
      if (op.has_attr(AttrKey::kTolerance)) return false;
      out_ += op.info().mlir;
      out_ += ' ';
      operands(op);
      out_ += ", ";
      attrs_.literal(op.attr(AttrKey::kValue).literal());
      return true;
    default: return pretty_pointwise(op) || pretty_movement(op);
  }
}

bool Writer::pretty_pointwise(const Op& op) {
  const OpInfo& info = op.info();
  if (op.is(OpKind::kCompare)) {
    out_ += "stablehlo.compare ";
    out_ += op.text_attr(AttrKey::kComparisonDirection);
    out_ += ", ";
    operands(op);
    if (std::string_view type = op.text_attr(AttrKey::kCompareType); !type.empty()) {
      out_ += ", ";
      out_ += type;
    }
    attrs_.extra(op.extra());
    out_ += " : ";
    function_type(op);
    return true;
  }
  if (op.is(OpKind::kReducePrecision)) {
    out_ += "stablehlo.reduce_precision ";
    operands(op);
    out_ += fmt::format(", format = e{}m{}", op.int_attr(AttrKey::kExponentBits), op.int_attr(AttrKey::kMantissaBits));
    attrs_.extra(op.extra());
    out_ += " : ";
    if (same_types(op))
      attrs_.type(op.result()->type());
    else
      function_type(op);
    return true;
  }
  bool stablehlo = info.mlir.starts_with("stablehlo.");
  bool chlo = info.mlir.starts_with("chlo.");
  if (!info.has(kElementwise) || !op.attrs().empty() || (!stablehlo && !chlo)) return false;
  out_ += info.mlir;
  out_ += ' ';
  operands(op);
  attrs_.extra(op.extra());
  out_ += " : ";
  if (chlo) {
    // CHLO lists operand and result types without parentheses around one.
    if (op.num_operands() == 1) {
      attrs_.type(op.operand(0)->type());
      out_ += " -> ";
      attrs_.type(op.result()->type());
    } else if (op.is(OpKind::kMulhi)) {
      attrs_.type(op.result()->type());
    } else {
      attrs_.types(op.operands());
      out_ += " -> ";
      attrs_.type(op.result()->type());
    }
  } else if (op.is(OpKind::kSelect)) {
    if (op.operand(1)->type() == op.result()->type() && op.operand(2)->type() == op.result()->type()) {
      attrs_.type(op.operand(0)->type());
      out_ += ", ";
      attrs_.type(op.result()->type());
    } else {
      function_type(op);
    }
  } else if (op.is(OpKind::kComplex)) {
    attrs_.type(op.result()->type());
  } else if (same_types(op) && !op.is(OpKind::kConvert)) {
    attrs_.type(op.result()->type());
  } else {
    function_type(op);
  }
  return true;
}

bool Writer::pretty_movement(const Op& op) {
  auto list = [&](std::string_view label, AttrKey key) {
    out_ += label;
    out_ += '[';
    attrs_.ints(op.ints_attr(key));
    out_ += ']';
  };
  auto number = [&](std::string_view label, AttrKey key) {
    out_ += label;
    attrs_.integer(op.int_attr(key));
  };
  auto name_and_operands = [&] {
    out_ += op.info().mlir;
    if (op.num_operands() > 0) out_ += ' ';
    operands(op);
  };
  bool one_type = false;  // the result's type alone stands behind the colon
  switch (op.kind()) {
    case OpKind::kIota:
      name_and_operands();
      number(" dim = ", AttrKey::kIotaDimension);
      one_type = true;
      break;
    case OpKind::kBroadcastInDim:
      name_and_operands();
      list(", dims = ", AttrKey::kBroadcastDimensions);
      break;
    case OpKind::kTranspose:
      name_and_operands();
      list(", dims = ", AttrKey::kPermutation);
      break;
    case OpKind::kReverse:
      name_and_operands();
      list(", dims = ", AttrKey::kDimensions);
      one_type = true;
      break;
    case OpKind::kConcatenate:
      name_and_operands();
      number(", dim = ", AttrKey::kDimension);
      break;
    case OpKind::kReshape:
    case OpKind::kBitcastConvert:
    case OpKind::kDynamicUpdateSlice: name_and_operands(); break;
    case OpKind::kDynamicSlice:
      name_and_operands();
      list(", sizes = ", AttrKey::kSliceSizes);
      break;
    case OpKind::kSlice: {
      name_and_operands();
      Ints start = op.ints_attr(AttrKey::kStartIndices), limit = op.ints_attr(AttrKey::kLimitIndices);
      Ints strides = op.ints_attr(AttrKey::kStrides);
      out_ += " [";
      for (size_t i = 0; i < start.size(); ++i) {
        if (i) out_ += ", ";
        attrs_.integer(start[i]);
        out_ += ':';
        attrs_.integer(limit[i]);
        if (strides[i] != 1) {
          out_ += ':';
          attrs_.integer(strides[i]);
        }
      }
      out_ += ']';
      break;
    }
    case OpKind::kPad:
      name_and_operands();
      list(", low = ", AttrKey::kEdgePaddingLow);
      list(", high = ", AttrKey::kEdgePaddingHigh);
      list(", interior = ", AttrKey::kInteriorPadding);
      break;
    case OpKind::kGetDimensionSize:
    case OpKind::kSetDimensionSize:
      name_and_operands();
      number(", dim = ", AttrKey::kDimension);
      break;
    case OpKind::kFft:
      name_and_operands();
      out_ += ", type = ";
      out_ += op.text_attr(AttrKey::kFftType);
      list(", length = ", AttrKey::kFftLength);
      break;
    case OpKind::kCholesky:
      name_and_operands();
      out_ += op.bool_attr(AttrKey::kLower) ? ", lower = true" : ", lower = false";
      one_type = true;
      break;
    case OpKind::kRngBitGenerator:
      name_and_operands();
      out_ += ", algorithm = ";
      out_ += op.text_attr(AttrKey::kRngAlgorithm);
      break;
    case OpKind::kRng:
      name_and_operands();
      out_ += fmt::format(", %{}, distribution = {}", rng_shape_, op.text_attr(AttrKey::kRngDistribution));
      attrs_.extra(op.extra());
      out_ += " : (";
      attrs_.types(op.operands());
      out_ += fmt::format(", tensor<{}xi64>) -> ", op.result()->type().rank());
      attrs_.type(op.result()->type());
      return true;
    case OpKind::kTopK:
      if (op.has_attr(AttrKey::kLargest) || op.has_attr(AttrKey::kIsStable)) return false;
      out_ += "chlo.top_k(";
      operands(op);
      number(", k = ", AttrKey::kK);
      out_ += ')';
      attrs_.extra(op.extra());
      out_ += " : ";
      attrs_.type(op.operand(0)->type());
      out_ += " -> (";
      attrs_.types(op.results());
      out_ += ')';
      return true;
    case OpKind::kPartitionId:
    case OpKind::kReplicaId:
      name_and_operands();
      one_type = true;
      break;
    case OpKind::kAfterAll:
      name_and_operands();
      one_type = true;
      break;
    case OpKind::kOptimizationBarrier:  // its attributes come first
      out_ += op.info().mlir;
      attrs_.extra(op.extra());
      if (op.num_operands() > 0) out_ += ' ';
      operands(op);
      out_ += op.num_operands() > 0 ? " : " : " ()";
      attrs_.types(op.operands());
      return true;
    case OpKind::kCheckExpectEq:
      name_and_operands();
      attrs_.extra(op.extra());
      out_ += " : ";
      attrs_.type(op.operand(0)->type());
      return true;
    case OpKind::kShardingConstraint:
    case OpKind::kReshard: {
      name_and_operands();
      out_ += ' ';
      // Inside its own op a sharding is written without its dialect.
      std::string_view text = op.attr(AttrKey::kSharding).text();
      constexpr std::string_view kPrefix = "#sdy.sharding";
      out_ += text.starts_with(kPrefix) ? text.substr(kPrefix.size()) : text;
      one_type = true;
      break;
    }
    case OpKind::kShardingGroup:
      name_and_operands();
      number(" group_id=", AttrKey::kGroupId);
      attrs_.extra(op.extra());
      out_ += " : ";
      attrs_.type(op.operand(0)->type());
      return true;
    case OpKind::kPropagationBarrier:
      name_and_operands();
      out_ += " allowed_direction=";
      out_ += op.text_attr(AttrKey::kAllowedDirection);
      one_type = true;
      break;
    default: return false;
  }
  attrs_.extra(op.extra());
  out_ += " : ";
  if (one_type) {
    attrs_.type(op.result()->type());
  } else {
    function_type(op);
  }
  return true;
}

}  // namespace partita::stablehlo
