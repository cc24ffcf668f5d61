// The pretty forms, as StableHLO, CHLO and Shardy print them.
#include <fmt/format.h>

#include <algorithm>

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
    case OpKind::kOptimizationBarrier:
      name_and_operands();
      attrs_.extra(op.extra());
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

void Writer::dot_general(const Op& op) {
  DotDims dims = dot_dims(op);
  out_ += "stablehlo.dot_general ";
  operands(op);
  auto pair = [&](std::string_view label, Ints lhs, Ints rhs) {
    out_ += label;
    out_ += '[';
    attrs_.ints(lhs);
    out_ += "] x [";
    attrs_.ints(rhs);
    out_ += ']';
  };
  if (!dims.lhs_batching.empty()) pair(", batching_dims = ", dims.lhs_batching, dims.rhs_batching);
  pair(", contracting_dims = ", dims.lhs_contracting, dims.rhs_contracting);
  if (Attr precision = op.attr(AttrKey::kPrecisionConfig)) {
    out_ += ", precision = [";
    for (size_t i = 0; i < precision.elements().size(); ++i) {
      if (i) out_ += ", ";
      out_ += precision.elements()[i].text();
    }
    out_ += ']';
  }
  if (Attr algorithm = op.attr(AttrKey::kAlgorithm)) {
    std::string_view text = algorithm.text();
    constexpr std::string_view kPrefix = "#stablehlo.dot_algorithm";
    out_ += ", algorithm = ";
    out_ += text.starts_with(kPrefix) ? text.substr(kPrefix.size()) : text;
  }
  attrs_.extra(op.extra());
  out_ += " : ";
  function_type(op);
}

void Writer::convolution(const Op& op) {
  ConvDims dims = conv_dims(op);
  auto labels = [&](int64_t first, char first_label, int64_t second, char second_label, Ints spatial) {
    std::vector<std::string> parts(spatial.size() + 2);
    parts[static_cast<size_t>(first)] = std::string(1, first_label);
    parts[static_cast<size_t>(second)] = std::string(1, second_label);
    for (size_t i = 0; i < spatial.size(); ++i) parts[static_cast<size_t>(spatial[i])] = std::to_string(i);
    out_ += '[';
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i) out_ += ", ";
      out_ += parts[i];
    }
    out_ += ']';
  };
  out_ += "stablehlo.convolution(";
  operands(op);
  out_ += ") dim_numbers = ";
  labels(dims.input_batch, 'b', dims.input_feature, 'f', dims.input_spatial);
  out_ += 'x';
  labels(dims.kernel_input_feature, 'i', dims.kernel_output_feature, 'o', dims.kernel_spatial);
  out_ += "->";
  labels(dims.output_batch, 'b', dims.output_feature, 'f', dims.output_spatial);
  out_ += ", window = {";
  bool first = true;
  auto field = [&](std::string_view label) {
    if (!first) out_ += ", ";
    first = false;
    out_ += label;
    out_ += " = [";
  };
  auto list = [&](std::string_view label, AttrKey key) {
    if (!op.has_attr(key) || op.ints_attr(key).empty()) return;
    field(label);
    attrs_.ints(op.ints_attr(key));
    out_ += ']';
  };
  list("stride", AttrKey::kWindowStrides);
  if (Ints padding = op.ints_attr(AttrKey::kPadding); !padding.empty()) {
    field("pad");
    for (size_t i = 0; i + 1 < padding.size(); i += 2)
      out_ += fmt::format("{}[{}, {}]", i ? ", " : "", padding[i], padding[i + 1]);
    out_ += ']';
  }
  list("lhs_dilate", AttrKey::kLhsDilation);
  list("rhs_dilate", AttrKey::kRhsDilation);
  if (Ints reversal = op.ints_attr(AttrKey::kWindowReversal); !reversal.empty()) {
    field("reverse");
    for (size_t i = 0; i < reversal.size(); ++i)
      out_ += fmt::format("{}{}", i ? ", " : "", reversal[i] ? "true" : "false");
    out_ += ']';
  }
  out_ += fmt::format("}} {{batch_group_count = {} : i64, feature_group_count = {} : i64", dims.batch_group_count,
                      dims.feature_group_count);
  if (Attr precision = op.attr(AttrKey::kPrecisionConfig)) {
    out_ += ", precision_config = [";
    for (size_t i = 0; i < precision.elements().size(); ++i) {
      out_ += fmt::format("{}#stablehlo<precision {}>", i ? ", " : "", precision.elements()[i].text());
    }
    out_ += ']';
  }
  if (op.extra()) {
    out_ += ", ";
    size_t at = out_.size();
    attrs_.dict(op.extra());
    out_.erase(at, 1);
    out_.pop_back();
  }
  out_ += "} : ";
  function_type(op);
}

void Writer::custom_call(const Op& op) {
  out_ += "stablehlo.custom_call ";
  attrs_.symbol(op.text_attr(AttrKey::kCallTargetName));
  out_ += '(';
  operands(op);
  out_ += ')';
  Context& context = op.module().context();
  Attr attributes = op.extra();
  for (const KeyedAttr& a : op.attrs()) {
    if (a.key == AttrKey::kCallTargetName) continue;
    Attr value = a.value;
    if (value.is(AttrKind::kInt)) value = context.integer(value.as_int(), "i32");
    attributes = context.with_entry(attributes, attr_key_text(a.key), value);
  }
  attrs_.extra(attributes);
  out_ += " : ";
  function_type(op);
}

namespace {

// The one op of a body that only combines its two arguments in order, or null.
const Op* compact_reducer(const Op& op) {
  const Region& body = op.region(0);
  const Op* only = body.first();
  if (num_inputs(op) != 1 || body.num_arguments() != 2 || only == nullptr || only->next() != body.last())
    return nullptr;
  const Op* ret = body.terminator();
  bool plain = only->num_operands() == 2 && only->num_results() == 1 && only->operand(0) == body.argument(0) &&
               only->operand(1) == body.argument(1) && only->info().has(kElementwise) && only->attrs().empty() &&
               !only->extra() && !only->location() && ret && ret->num_operands() == 1 &&
               ret->operand(0) == only->result() && only->info().mlir.starts_with("stablehlo.") && !ret->extra() &&
               !ret->location();
  // The short form has no place for names, nor for types of their own.
  bool one_type = plain && only->result()->type() == body.argument(0)->type() &&
                  body.argument(1)->type() == body.argument(0)->type() &&
                  body.argument(0)->type() == op.operand(1)->type();
  return one_type ? only : nullptr;
}

}  // namespace

void Writer::reduce(const Op& op, int indent) {
  int n = num_inputs(op);
  out_ += "stablehlo.reduce";
  for (int i = 0; i < n; ++i) {
    out_ += i ? ", (" : "(";
    value(op.operand(i));
    out_ += " init: ";
    value(op.operand(n + i));
    out_ += ')';
  }
  const Op* combiner = compact_reducer(op);
  if (combiner) {
    out_ += " applies ";
    out_ += combiner->info().mlir;
  }
  out_ += " across dimensions = [";
  attrs_.ints(op.ints_attr(AttrKey::kDimensions));
  out_ += ']';
  attrs_.extra(op.extra());
  out_ += " : ";
  function_type(op);
  if (combiner) return;
  line(indent + 1);
  out_ += "reducer";
  const Region& body = op.region(0);
  for (int i = 0; i < n; ++i) {
    out_ += '(';
    value(body.argument(i));
    out_ += ": ";
    attrs_.type(body.argument(i)->type());
    out_ += ", ";
    value(body.argument(n + i));
    out_ += ": ";
    attrs_.type(body.argument(n + i)->type());
    out_ += i + 1 < n ? ") " : ")";
  }
  out_ += "  {";
  region_ops(body, indent + 1);
  line(indent);
  out_ += '}';
}

void Writer::while_loop(const Op& op, int indent) {
  out_ += "stablehlo.while(";
  for (int i = 0; i < op.num_operands(); ++i) {
    if (i) out_ += ", ";
    value(op.region(0).argument(i));
    out_ += " = ";
    value(op.operand(i));
  }
  out_ += ") : ";
  attrs_.types(op.operands());
  if (op.extra()) {
    out_ += " attributes";
    attrs_.extra(op.extra());
  }
  line(indent);
  out_ += "cond {";
  region_ops(op.region(0), indent + 1);
  line(indent);
  out_ += "} do {";
  region_ops(op.region(1), indent + 1);
  line(indent);
  out_ += '}';
}

void Writer::manual_computation(const Op& op, int indent) {
  out_ += "sdy.manual_computation(";
  operands(op);
  out_ += ") in_shardings=";
  attrs_.attr(op.attr(AttrKey::kInShardings));
  out_ += " out_shardings=";
  attrs_.attr(op.attr(AttrKey::kOutShardings));
  out_ += " manual_axes=";
  attrs_.attr(op.attr(AttrKey::kManualAxes));
  out_ += " (";
  const Region& body = op.region(0);
  for (int i = 0; i < body.num_arguments(); ++i) {
    if (i) out_ += ", ";
    value(body.argument(i));
    out_ += ": ";
    attrs_.type(body.argument(i)->type());
  }
  out_ += ") {";
  region_ops(body, indent + 1);
  line(indent);
  out_ += '}';
  attrs_.extra(op.extra());
  out_ += " : ";
  function_type(op);
}

// StableHLO's rng takes the shape of its result as an operand; the representation does not.
void Writer::rng_shape(const Op& op, int indent) {
  rng_shape_ = unique("rng_shape");
  Ints dims = op.result()->type().dims();
  out_ += fmt::format("%{} = stablehlo.constant dense<{}", rng_shape_, dims.empty() ? "" : "[");
  attrs_.ints(dims);
  out_ += fmt::format("{}> : tensor<{}xi64>", dims.empty() ? "" : "]", dims.size());
  line(indent);
}

void Writer::scan(const Op& op, int indent) {
  int inputs = num_inputs(op);
  out_ += "chlo.scan(";
  for (int i = 0; i < inputs; ++i) {
    if (i) out_ += ", ";
    value(op.operand(i));
  }
  out_ += ") inits(";
  operands(op, inputs);
  out_ += ") dimension=";
  attrs_.integer(op.int_attr(AttrKey::kDimension));
  Context& context = op.module().context();
  Attr attributes = op.extra();
  for (AttrKey key : {AttrKey::kIsReverse, AttrKey::kIsAssociative}) {
    if (Attr value = op.attr(key)) attributes = context.with_entry(attributes, attr_key_text(key), value);
  }
  if (attributes) {
    out_ += " attributes";
    attrs_.extra(attributes);
  }
  out_ += ' ';
  generic_region(op.region(0), indent);
  out_ += " : ";
  function_type(op);
}

}  // namespace partita::stablehlo
