// Which classes of elements each pointwise op is defined for: a column of the op table that the type rules check and
// the evaluator's kernels must cover.
#pragma once

#include "ir/element_type.h"
#include "ir/op_column.h"

namespace partita::core::ir {

// A set of them.
using ElementClasses = unsigned;

constexpr ElementClasses class_bit(ElementClass c) { return 1u << static_cast<unsigned>(c); }

inline constexpr ElementClasses kBools = class_bit(ElementClass::kBool);
inline constexpr ElementClasses kIntegers = class_bit(ElementClass::kSigned) | class_bit(ElementClass::kUnsigned);
inline constexpr ElementClasses kFloats = class_bit(ElementClass::kFloat);
inline constexpr ElementClasses kComplexes = class_bit(ElementClass::kComplex);

// By the specification, except where XLA and JAX take more: abs and sign of unsigned integers (which change nothing),
// and chlo.square of integers.
constexpr OpColumn<ElementClasses> make_element_classes() {
  using enum OpKind;
  OpColumn<ElementClasses> column;
  column.add(kBools | kIntegers | kFloats | kComplexes, {kAdd, kMultiply, kMaximum, kMinimum, kConj});
  column.add(kBools | kIntegers, {kAnd, kOr, kXor, kNot});
  column.add(kIntegers, {kCountLeadingZeros, kPopcnt, kShiftLeft, kShiftRightArithmetic, kShiftRightLogical, kMulhi});
  column.add(kIntegers | kFloats | kComplexes, {kNegate, kSubtract, kDivide, kPower, kRemainder, kSquare, kSign, kAbs});
  column.add(kFloats | kComplexes, {kCbrt, kCosine, kExponential, kExponentialMinusOne,
                                    kImag, kLog,    kLogPlusOne,  kLogistic,
                                    kReal, kRsqrt,  kSine,        kSqrt,
                                    kTan,  kTanh,   kAcos,        kAcosh,
                                    kAsin, kAsinh,  kAtan,        kAtanh,
                                    kCosh, kSinh,   kAtan2});
  column.add(kFloats,
             {kCeil, kFloor, kRoundNearestAfz, kRoundNearestEven, kReducePrecision, kNextAfter, kPolygamma, kZeta,
              kDigamma, kErf, kErfInv, kErfc, kLgamma, kBesselI1e, kIsFinite, kIsInf, kIsNegInf, kIsPosInf});
  column.add(kComplexes, {kAsinAcosKernel});
  // None, because their operands differ, and their type rules say of what classes they are
  column.add(0,
             {kConvert, kStochasticConvert, kUniformDequantize, kUniformQuantize, kCompare, kComplex, kSelect, kClamp});
  column.add_rest(0, [](const OpRow& row) { return !row.has(kElementwise); });
  return column;
}

inline constexpr OpColumn<ElementClasses> kElementClasses = make_element_classes();

}  // namespace partita::core::ir

namespace partita::core {
using ir::ElementClasses;
using ir::kBools;
using ir::kComplexes;
using ir::kElementClasses;
using ir::kFloats;
using ir::kIntegers;
}  // namespace partita::core
