// The pretty forms that are more than a name, operands and a list: contractions, calls, ops with regions.
#include <fmt/format.h>

#include "ir/views.h"
#include "text/stablehlo/writer.h"

namespace partita::core::text::stablehlo {

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
  attrs_.braced(op.discardable_attributes());
  out_ += " : ";
  function_type(op);
}

void Writer::convolution(const Op& op) {
  ConvDims dims = conv_dims(op);
  auto labels = [&](int64_t first, char first_label, int64_t second, char second_label, Ints spatial) {
    std::vector<std::string> parts(spatial.size() + 2);
    parts[first] = std::string(1, first_label);
    parts[second] = std::string(1, second_label);
    for (size_t i = 0; i < spatial.size(); ++i) parts[spatial[i]] = std::to_string(i);
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
  if (op.discardable_attributes()) {
    out_ += ", ";
    size_t at = out_.size();
    attrs_.dict(op.discardable_attributes());
    out_.erase(at, 1);
    out_.pop_back();
  }
  out_ += "} : ";
  function_type(op);
}

void Writer::elided_constant(const Op& op) {
  out_ += "stablehlo.constant";
  attrs_.braced(op.discardable_attributes());
  const std::string_view written = op.text_attr(AttrKey::kBackendConfig);
  out_ += ' ';
  out_ += written.starts_with("dense_resource<") ? written : "dense_resource<__elided__>";
  out_ += " : ";
  attrs_.type(op.result()->type());
}

void Writer::custom_call(const Op& op) {
  out_ += "stablehlo.custom_call ";
  attrs_.symbol(op.text_attr(AttrKey::kCallTargetName));
  out_ += '(';
  operands(op);
  out_ += ')';
  Context& context = op.module().context();
  Attr attributes = op.discardable_attributes();
  for (const KeyedAttr& a : op.attrs()) {
    if (a.key == AttrKey::kCallTargetName) continue;
    Attr value = a.value;
    if (value.is(AttrKind::kInt)) value = context.integer(value.as_int(), "i32");
    attributes = context.with_entry(attributes, attr_key_text(a.key), value);
  }
  attrs_.braced(attributes);
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
               !only->discardable_attributes() && !only->location() && ret && ret->num_operands() == 1 &&
               ret->operand(0) == only->result() && only->info().mlir.starts_with("stablehlo.") &&
               !ret->discardable_attributes() && !ret->location();
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
  attrs_.braced(op.discardable_attributes());
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
  if (op.discardable_attributes()) {
    out_ += " attributes";
    attrs_.braced(op.discardable_attributes());
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
  attrs_.braced(op.discardable_attributes());
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
  Attr attributes = op.discardable_attributes();
  for (AttrKey key : {AttrKey::kIsReverse, AttrKey::kIsAssociative}) {
    if (Attr value = op.attr(key)) attributes = context.with_entry(attributes, attr_key_text(key), value);
  }
  if (attributes) {
    out_ += " attributes";
    attrs_.braced(attributes);
  }
  out_ += ' ';
  generic_region(op.region(0), indent);
  out_ += " : ";
  function_type(op);
}

}  // namespace partita::core::text::stablehlo
