// The pretty forms that are not lists, as StableHLO, CHLO and Shardy print them; those of contractions, calls and ops
// with regions are in writer_forms.cc. Which op has which: forms.cc.
#include <fmt/format.h>

#include <algorithm>

#include "ir/views.h"
#include "text/stablehlo/writer.h"

namespace partita::core::text::stablehlo {

bool Writer::same_types(const Op& op) {
  Type type = op.result()->type();
  for (int i = 0; i < op.num_operands(); ++i) {
    if (!(op.operand(i)->type() == type)) return false;
  }
  return true;
}

std::string_view return_name(const Op& op) {
  const Op* parent = op.parent_op();
  if (parent == nullptr) return "func.return";
  if (parent->is(OpKind::kManualComputation)) return "sdy.return";
  return parent->info().mlir.starts_with("mhlo.") ? "mhlo.return" : "stablehlo.return";
}

void Writer::return_op(const Op& op) {
  const std::string_view name = return_name(op);
  out_ += name == "func.return" ? "return" : name;
  if (op.num_operands() > 0) {
    out_ += ' ';
    operands(op);
    attrs_.braced(op.discardable_attributes());
    out_ += " : ";
    attrs_.types(op.operands());
  } else {
    attrs_.braced(op.discardable_attributes());
  }
}

void Writer::call(const Op& op) {
  out_ += "func.call ";
  attrs_.symbol(op.text_attr(AttrKey::kCallee));
  out_ += '(';
  operands(op);
  out_ += ')';
  types_behind(op, false);
}

bool Writer::constant(const Op& op) {
  if (op.attr(AttrKey::kValue).literal().type != op.result()->type()) return false;  // quantised
  out_ += "stablehlo.constant";
  attrs_.braced(op.discardable_attributes());
  out_ += ' ';
  attrs_.literal(op.attr(AttrKey::kValue).literal());
  return true;
}

bool Writer::check_constant(const Op& op) {
  if (op.has_attr(AttrKey::kTolerance)) return false;
  name_and_operands(op);
  out_ += ", ";
  attrs_.literal(op.attr(AttrKey::kValue).literal());
  return true;
}

void Writer::check_equal(const Op& op) {
  name_and_operands(op);
  attrs_.braced(op.discardable_attributes());
  out_ += " : ";
  attrs_.type(op.operand(0)->type());
}

void Writer::compare(const Op& op) {
  out_ += "stablehlo.compare ";
  out_ += op.text_attr(AttrKey::kComparisonDirection);
  out_ += ", ";
  operands(op);
  if (std::string_view type = op.text_attr(AttrKey::kCompareType); !type.empty()) {
    out_ += ", ";
    out_ += type;
  }
  types_behind(op, false);
}

void Writer::reduce_precision(const Op& op) {
  out_ += "stablehlo.reduce_precision ";
  operands(op);
  out_ += fmt::format(", format = e{}m{}", op.int_attr(AttrKey::kExponentBits), op.int_attr(AttrKey::kMantissaBits));
  types_behind(op, same_types(op));
}

bool Writer::pointwise(const Op& op) {
  const OpInfo& info = op.info();
  bool stablehlo = info.mlir.starts_with("stablehlo.");
  bool chlo = info.mlir.starts_with("chlo.");
  if (!op.attrs().empty() || (!stablehlo && !chlo)) return false;
  out_ += info.mlir;
  out_ += ' ';
  operands(op);
  attrs_.braced(op.discardable_attributes());
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

void Writer::slice(const Op& op) {
  name_and_operands(op);
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
  types_behind(op, false);
}

void Writer::rng(const Op& op) {
  name_and_operands(op);
  out_ += fmt::format(", %{}, distribution = {}", rng_shape_, op.text_attr(AttrKey::kRngDistribution));
  attrs_.braced(op.discardable_attributes());
  out_ += " : (";
  attrs_.types(op.operands());
  out_ += fmt::format(", tensor<{}xi64>) -> ", op.result()->type().rank());
  attrs_.type(op.result()->type());
}

bool Writer::top_k(const Op& op) {
  if (op.has_attr(AttrKey::kLargest) || op.has_attr(AttrKey::kIsStable)) return false;
  out_ += "chlo.top_k(";
  operands(op);
  item(", k = ", op, AttrKey::kK);
  out_ += ')';
  attrs_.braced(op.discardable_attributes());
  out_ += " : ";
  attrs_.type(op.operand(0)->type());
  out_ += " -> (";
  attrs_.types(op.results());
  out_ += ')';
  return true;
}

void Writer::barrier(const Op& op) {  // its attributes come first
  out_ += op.info().mlir;
  attrs_.braced(op.discardable_attributes());
  if (op.num_operands() > 0) out_ += ' ';
  operands(op);
  out_ += op.num_operands() > 0 ? " : " : " ()";
  attrs_.types(op.operands());
}

void Writer::sharded(const Op& op) {
  name_and_operands(op);
  out_ += ' ';
  // Inside its own op a sharding is written without its dialect.
  std::string_view text = op.attr(AttrKey::kSharding).text();
  constexpr std::string_view kPrefix = "#sdy.sharding";
  out_ += text.starts_with(kPrefix) ? text.substr(kPrefix.size()) : text;
  types_behind(op, true);
}

void Writer::sharding_group(const Op& op) {
  name_and_operands(op);
  item(" group_id=", op, AttrKey::kGroupId);
  attrs_.braced(op.discardable_attributes());
  out_ += " : ";
  attrs_.type(op.operand(0)->type());
}

}  // namespace partita::core::text::stablehlo
