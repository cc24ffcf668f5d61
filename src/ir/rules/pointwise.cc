// Pointwise ops: which element classes each takes, and that shapes agree.
#include <fmt/format.h>

#include "ir/rules/helpers.h"

namespace partita {

using namespace rules;

namespace {

enum ClassSet : unsigned { kB = 1, kS = 2, kU = 4, kF = 8, kC = 16, kI = kS | kU, kAll = 31 };

unsigned class_bit(ElementType type) { return 1u << static_cast<unsigned>(element_class(type)); }

unsigned classes_of(OpKind kind) {
  switch (kind) {
    case OpKind::kAnd:
    case OpKind::kOr:
    case OpKind::kXor:
    case OpKind::kNot: return kB | kI;
    case OpKind::kCountLeadingZeros:
    case OpKind::kPopcnt:
    case OpKind::kShiftLeft:
    case OpKind::kShiftRightArithmetic:
    case OpKind::kShiftRightLogical:
    case OpKind::kMulhi: return kI;
    case OpKind::kCeil:
    case OpKind::kFloor:
    case OpKind::kRoundNearestAfz:
    case OpKind::kRoundNearestEven:
    case OpKind::kReducePrecision:
    case OpKind::kNextAfter:
    case OpKind::kPolygamma:
    case OpKind::kZeta:
    case OpKind::kDigamma:
    case OpKind::kErf:
    case OpKind::kErfInv:
    case OpKind::kErfc:
    case OpKind::kLgamma:
    case OpKind::kBesselI1e:
    case OpKind::kIsInf:
    case OpKind::kIsNegInf:
    case OpKind::kIsPosInf: return kF;
    case OpKind::kAsinAcosKernel: return kC;
    case OpKind::kNegate:
    case OpKind::kSubtract:
    case OpKind::kDivide:
    case OpKind::kPower:
    case OpKind::kRemainder:
    case OpKind::kSquare: return kI | kF | kC;
    case OpKind::kSign:
    case OpKind::kAbs: return kI | kF | kC;
    case OpKind::kAdd:
    case OpKind::kMultiply:
    case OpKind::kMaximum:
    case OpKind::kMinimum:
    case OpKind::kConj: return kAll;
    case OpKind::kCbrt: return kF | kC;
    case OpKind::kIsFinite: return kF;
    case OpKind::kAtan2: return kF | kC;
    default: return kF | kC;
  }
}

std::string_view class_words(unsigned classes) {
  switch (classes) {
    case kB | kI: return "booleans or integers";
    case kI: return "integers";
    case kF: return "floats";
    case kC: return "complex numbers";
    case kI | kF | kC: return "integers, floats or complex numbers";
    case kF | kC: return "floats or complex numbers";
    default: return "numbers";
  }
}

InferredTypes wrong_class(const OpFacts& f, Type type) {
  return broken("I1", fmt::format("takes {}, not {}", class_words(classes_of(f.kind)), describe(type)));
}

InferredTypes same_shape_problem(const OpFacts& f, size_t i) {
  return broken("C1", fmt::format("operand 0 is {}, operand {} is {}: their types must be equal",
                                  describe(f.operands[0]), i, describe(f.operands[i])));
}

}  // namespace

InferredTypes rule_unary(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type type = f.operands[0];
  if (!(class_bit(type.element()) & classes_of(f.kind))) return wrong_class(f, type);
  return known(type);
}

InferredTypes rule_binary(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (!(f.operands[0] == f.operands[1])) return same_shape_problem(f, 1);
  return rule_unary(f);
}

InferredTypes rule_convert(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (f.operands.size() == 2) {  // stochastic_convert: random bits of the operand's width
    bool fits = std::ranges::equal(f.operands[0].dims(), f.operands[1].dims()) &&
                element_class(f.operands[1].element()) == ElementClass::kUnsigned &&
                bit_width(f.operands[0].element()) == bit_width(f.operands[1].element());
    RULE_REQUIRE(fits, "", "the random operand must have the shape of the first and be unsigned of its width");
  }
  if (f.inferring) return free_choice();
  RULE_REQUIRE(is_tensor(f.results[0]) && std::ranges::equal(f.results[0].dims(), f.operands[0].dims()), "C1",
               "operand {} and result {} must have the same shape", describe(f.operands[0]), describe(f.results[0]));
  return free_choice();
}

InferredTypes rule_quantized(const OpFacts&) { return broken("", "needs a quantised type, which is not supported"); }

InferredTypes rule_reduce_precision(const OpFacts& f) {
  RULE_REQUIRE(f.integer(AttrKey::kExponentBits) >= 1, "C2", "exponent_bits must be at least 1");
  RULE_REQUIRE(f.integer(AttrKey::kMantissaBits) >= 0, "C3", "mantissa_bits must not be negative");
  return rule_unary(f);
}

InferredTypes rule_complex_parts(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type type = f.operands[0];
  ElementType element = type.element();
  auto shaped = [&](ElementType e) { return known(f.context.tensor(e, type.dims())); };
  switch (f.kind) {
    case OpKind::kAbs:
      if (!(class_bit(element) & classes_of(f.kind))) return wrong_class(f, type);
      return shaped(part_type(element));
    case OpKind::kReal:
    case OpKind::kImag:
      RULE_REQUIRE(is_float(element) || is_complex(element), "I1", "takes floats or complex numbers, not {}",
                   describe(type));
      return shaped(part_type(element));
    case OpKind::kComplex:
      RULE_REQUIRE(f.operands[0] == f.operands[1], "C1", "the two parts must have one type");
      RULE_REQUIRE(element == ElementType::kF32 || element == ElementType::kF64, "I1",
                   "takes parts of f32 or f64, not {}", describe(type));
      return shaped(element == ElementType::kF32 ? ElementType::kC64 : ElementType::kC128);
    default:  // is_finite, is_inf, …
      if (!(class_bit(element) & classes_of(f.kind))) return wrong_class(f, type);
      return shaped(ElementType::kPred);
  }
}

InferredTypes rule_compare(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  if (!(f.operands[0] == f.operands[1])) return same_shape_problem(f, 1);
  std::string_view direction = f.text(AttrKey::kComparisonDirection);
  bool known_direction = direction == "EQ" || direction == "NE" || direction == "GE" || direction == "GT" ||
                         direction == "LE" || direction == "LT";
  RULE_REQUIRE(known_direction, "", "comparison_direction is {}, not EQ, NE, GE, GT, LE or LT", direction);
  if (std::string_view type = f.text(AttrKey::kCompareType); !type.empty()) {
    ElementClass c = element_class(f.operands[0].element());
    bool fits = (c == ElementClass::kSigned && type == "SIGNED") ||
                (c == ElementClass::kUnsigned && type == "UNSIGNED") ||
                (c == ElementClass::kBool && (type == "UNSIGNED" || type == "SIGNED")) ||
                (c == ElementClass::kComplex && type == "FLOAT") ||
                (c == ElementClass::kFloat && (type == "FLOAT" || type == "TOTALORDER")) || type == "NOTYPE";
    RULE_REQUIRE(fits, "C3", "compare_type {} does not fit {}", type, describe(f.operands[0]));
  }
  return known(f.context.tensor(ElementType::kPred, f.operands[0].dims()));
}

InferredTypes rule_select(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type pred = f.operands[0];
  RULE_REQUIRE(pred.element() == ElementType::kPred, "I1", "the first operand must be of i1, it is {}", describe(pred));
  RULE_REQUIRE(f.operands[1] == f.operands[2], "C2", "on_true is {}, on_false is {}: they must be equal",
               describe(f.operands[1]), describe(f.operands[2]));
  RULE_REQUIRE(pred.rank() == 0 || std::ranges::equal(pred.dims(), f.operands[1].dims()), "C1",
               "pred must be a scalar or have the shape of {}", describe(f.operands[1]));
  return known(f.operands[1]);
}

InferredTypes rule_clamp(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type operand = f.operands[1];
  for (int i : {0, 2}) {
    Type bound = f.operands[static_cast<size_t>(i)];
    RULE_REQUIRE(bound.element() == operand.element(), "C3", "min, operand and max must have one element type");
    RULE_REQUIRE(bound.rank() == 0 || bound == operand, i == 0 ? "C1" : "C2",
                 "{} must be a scalar or have the shape of {}", i == 0 ? "min" : "max", describe(operand));
  }
  return known(operand);
}

InferredTypes rule_map(const OpFacts& f) {
  RULE_WANT_TENSORS(f);
  Type first = f.operands[0];
  for (Type type : f.operands) {
    RULE_REQUIRE(std::ranges::equal(type.dims(), first.dims()), "C1", "all inputs must have one shape");
  }
  Ints dims = f.ints(AttrKey::kDimensions);
  if (f.has(AttrKey::kDimensions)) {
    bool all = static_cast<int>(dims.size()) == first.rank();
    for (size_t i = 0; all && i < dims.size(); ++i) all = dims[i] == static_cast<int64_t>(i);
    RULE_REQUIRE(all, "C3", "dimensions must be 0, 1, … of all inputs' rank");
  }
  if (f.regions.empty()) return free_choice();
  const Region& body = *f.regions[0];
  auto results = returned_types(body);
  RULE_REQUIRE(body.num_arguments() == static_cast<int>(f.operands.size()) && results && results->size() == 1 &&
                   is_tensor((*results)[0]),
               "C4", "the computation must take one scalar per input and return one");
  for (size_t i = 0; i < f.operands.size(); ++i) {
    Type argument = body.argument(static_cast<int>(i))->type();
    RULE_REQUIRE(is_tensor(argument) && argument.rank() == 0 && argument.element() == f.operands[i].element(), "C4",
                 "argument {} of the computation must be a scalar of input {}'s element type", i, i);
  }
  return known(f.context.tensor((*results)[0].element(), first.dims()));
}

}  // namespace partita
