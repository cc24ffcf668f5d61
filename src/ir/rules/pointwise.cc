// Pointwise ops: which element classes each takes, and that shapes agree.
#include <fmt/format.h>

#include "ir/element_classes.h"
#include "ir/rules/helpers.h"

namespace partita::core::ir {

using namespace type_rules;

namespace {

static_assert(is_total<kElementClasses>());

std::string_view class_words(ElementClasses classes) {
  switch (classes) {
    case kBools | kIntegers: return "booleans or integers";
    case kIntegers: return "integers";
    case kFloats: return "floats";
    case kComplexes: return "complex numbers";
    case kIntegers | kFloats | kComplexes: return "integers, floats or complex numbers";
    case kFloats | kComplexes: return "floats or complex numbers";
    default: return "numbers";
  }
}

bool takes(OpKind kind, Type type) { return (class_bit(element_class(type.element())) & kElementClasses[kind]) != 0; }

InferredTypes wrong_class(const OpFacts& f, Type type) {
  return wrong_element_type("I1",
                            fmt::format("takes {}, not {}", class_words(kElementClasses[f.kind]), describe(type)));
}

InferredTypes different_types(const OpFacts& f) {
  return type_error("C1", fmt::format("operand 0 is {}, operand 1 is {}: their types must be equal",
                                      describe(f.operands[0]), describe(f.operands[1])));
}

}  // namespace

InferredTypes rule_unary(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (!takes(f.kind, f.operands[0])) return wrong_class(f, f.operands[0]);
  return known(f.operands[0]);
}

InferredTypes rule_binary(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (!takes(f.kind, f.operands[0])) return wrong_class(f, f.operands[0]);
  if (f.operands[0] != f.operands[1]) return different_types(f);
  return known(f.operands[0]);
}

InferredTypes rule_convert(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (f.operands.size() == 2) {  // stochastic_convert: random bits of the operand's width
    bool fits = same_shape(f.operands[0], f.operands[1]) &&
                element_class(f.operands[1].element()) == ElementClass::kUnsigned &&
                bit_width(f.operands[0].element()) == bit_width(f.operands[1].element());
    RULE_REQUIRE(fits, "", "the random operand must have the shape of the first and be unsigned of its width");
  }
  if (f.inferring) return free_choice();
  RULE_REQUIRE(is_tensor(f.results[0]) && same_shape(f.results[0], f.operands[0]), "C1",
               "operand {} and result {} must have the same shape", describe(f.operands[0]), describe(f.results[0]));
  return free_choice();
}

InferredTypes rule_quantized(const OpFacts&) { return wrong_element_type("", "needs a quantised type"); }

InferredTypes rule_reduce_precision(const OpFacts& f) {
  RULE_REQUIRE(f.integer(AttrKey::kExponentBits) >= 1, "C2", "exponent_bits is {}, 1 is the least",
               f.integer(AttrKey::kExponentBits));
  RULE_REQUIRE(f.integer(AttrKey::kMantissaBits) >= 0, "C3", "mantissa_bits is {}, 0 is the least",
               f.integer(AttrKey::kMantissaBits));
  return rule_unary(f);
}

InferredTypes rule_complex_parts(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type type = f.operands[0];
  ElementType element = type.element();
  auto shaped = [&](ElementType e) { return known(f.context.tensor(e, type.dims())); };
  if (f.kind == OpKind::kComplex) {
    RULE_REQUIRE_ELEMENT(element == ElementType::kF32 || element == ElementType::kF64, "I1",
                         "takes parts of f32 or f64, not {}", describe(type));
    if (f.operands[0] != f.operands[1]) return different_types(f);
    return shaped(element == ElementType::kF32 ? ElementType::kC64 : ElementType::kC128);
  }
  if (!takes(f.kind, type)) return wrong_class(f, type);
  bool part = f.kind == OpKind::kAbs || f.kind == OpKind::kReal || f.kind == OpKind::kImag;
  return shaped(part ? part_type(element) : ElementType::kPred);  // is_finite, is_inf, …
}

InferredTypes rule_compare(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type lhs = f.operands[0], rhs = f.operands[1];
  RULE_REQUIRE(lhs.element() == rhs.element(), "C1", "lhs is {}, rhs is {}: their element types must be equal",
               describe(lhs), describe(rhs));
  RULE_REQUIRE(same_shape(lhs, rhs), "C2", "lhs is {}, rhs is {}: their shapes must be equal", describe(lhs),
               describe(rhs));
  std::string_view direction = f.text(AttrKey::kComparisonDirection);
  bool known_direction = direction == "EQ" || direction == "NE" || direction == "GE" || direction == "GT" ||
                         direction == "LE" || direction == "LT";
  RULE_REQUIRE(known_direction, "I3", "comparison_direction is {}, not EQ, NE, GE, GT, LE or LT", direction);
  std::string_view type = f.text(AttrKey::kCompareType);
  if (!type.empty() && type != "NOTYPE") {  // NOTYPE, and none: the one that fits
    ElementClass elements = element_class(lhs.element());
    bool floats = elements == ElementClass::kFloat || elements == ElementClass::kComplex;
    std::string_view fitting = floats ? "FLOAT" : elements == ElementClass::kSigned ? "SIGNED" : "UNSIGNED";
    RULE_REQUIRE(type == fitting || (type == "TOTALORDER" && elements == ElementClass::kFloat), "C3",
                 "compare_type {} does not fit {}, {} does", type, describe(lhs), fitting);
  }
  return known(f.context.tensor(ElementType::kPred, lhs.dims()));
}

InferredTypes rule_select(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type pred = f.operands[0], on_true = f.operands[1], on_false = f.operands[2];
  RULE_REQUIRE_ELEMENT(pred.element() == ElementType::kPred, "I1", "pred must be of i1, it is {}", describe(pred));
  RULE_REQUIRE(pred.rank() == 0 || same_shape(pred, on_true), "C1", "pred is {}, it must be a scalar or shaped as {}",
               describe(pred), describe(on_true));
  RULE_REQUIRE(on_true == on_false, "C2", "on_true is {}, on_false is {}: they must be equal", describe(on_true),
               describe(on_false));
  return known(on_true);
}

InferredTypes rule_clamp(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type min = f.operands[0], operand = f.operands[1], max = f.operands[2];
  RULE_REQUIRE(min.rank() == 0 || same_shape(min, operand), "C1", "min is {}, it must be a scalar or shaped as {}",
               describe(min), describe(operand));
  RULE_REQUIRE(max.rank() == 0 || same_shape(max, operand), "C2", "max is {}, it must be a scalar or shaped as {}",
               describe(max), describe(operand));
  RULE_REQUIRE(min.element() == operand.element() && max.element() == operand.element(), "C3",
               "min is {}, operand {} and max {}: their element types must be equal", describe(min), describe(operand),
               describe(max));
  return known(operand);
}

InferredTypes rule_map(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type first = f.operands[0];
  for (Type type : f.operands) {
    RULE_REQUIRE(same_shape(type, first), "C1", "inputs are {} and {}: they must have one shape", describe(first),
                 describe(type));
  }
  Ints dims = f.ints(AttrKey::kDimensions);
  if (f.has(AttrKey::kDimensions)) {
    bool all = dims.size() == first.dims().size();
    for (size_t i = 0; all && i < dims.size(); ++i) all = dims[i] == static_cast<int64_t>(i);
    RULE_REQUIRE(all, "C3", "dimensions must be 0, 1, … for each of the {} dimensions of the inputs", first.rank());
  }
  if (f.regions.empty()) return free_choice();
  const Region& body = *f.regions[0];
  auto results = returned_types(body);
  RULE_REQUIRE(
      body.num_arguments() == std::ssize(f.operands) && results && results->size() == 1 && is_scalar((*results)[0]),
      "C4", "the computation must take one scalar per input and return one");
  for (size_t i = 0; i < f.operands.size(); ++i) {
    RULE_REQUIRE(is_scalar_of(body.argument(i)->type(), f.operands[i].element()), "C4",
                 "argument {} of the computation must be a scalar of input {}'s element type", i, i);
  }
  return known(f.context.tensor((*results)[0].element(), first.dims()));
}

}  // namespace partita::core::ir
