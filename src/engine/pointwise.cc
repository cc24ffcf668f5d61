#include "engine/pointwise.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "eval/pointwise.h"
#include "ir/combiner.h"
#include "ir/numeric/float_formats.h"
#include "ir/op_column.h"
#include "ir/views.h"

namespace partita::core::engine {
namespace {

// The instruction for each pointwise op; kConstant where there is none and the evaluator's kernel is called.
constexpr OpColumn<loop::Op> make_column() {
  using enum OpKind;
  using L = loop::Op;
  OpColumn<loop::Op> column;
  column.add(L::kNegate, {kNegate});
  column.add(L::kAbs, {kAbs});
  column.add(L::kSign, {kSign});
  column.add(L::kSqrt, {kSqrt});
  column.add(L::kRsqrt, {kRsqrt});
  column.add(L::kCbrt, {kCbrt});
  column.add(L::kExp, {kExponential});
  column.add(L::kExpm1, {kExponentialMinusOne});
  column.add(L::kLog, {kLog});
  column.add(L::kLog1p, {kLogPlusOne});
  column.add(L::kLogistic, {kLogistic});
  column.add(L::kTanh, {kTanh});
  column.add(L::kErf, {kErf});
  column.add(L::kErfc, {kErfc});
  column.add(L::kSin, {kSine});
  column.add(L::kCos, {kCosine});
  column.add(L::kTan, {kTan});
  column.add(L::kFloor, {kFloor});
  column.add(L::kCeil, {kCeil});
  column.add(L::kRoundEven, {kRoundNearestEven});
  column.add(L::kRoundAway, {kRoundNearestAfz});
  column.add(L::kIsFinite, {kIsFinite});
  column.add(L::kNot, {kNot});
  column.add(L::kPopcnt, {kPopcnt});
  column.add(L::kCountLeadingZeros, {kCountLeadingZeros});
  column.add(L::kReal, {kReal});
  column.add(L::kImag, {kImag});
  column.add(L::kConvert, {kConvert});
  column.add(L::kAdd, {kAdd});
  column.add(L::kSubtract, {kSubtract});
  column.add(L::kMultiply, {kMultiply, kSquare});
  column.add(L::kDivide, {kDivide});
  column.add(L::kRemainder, {kRemainder});
  column.add(L::kMaximum, {kMaximum});
  column.add(L::kMinimum, {kMinimum});
  column.add(L::kPower, {kPower});
  column.add(L::kAtan2, {kAtan2});
  column.add(L::kAnd, {kAnd});
  column.add(L::kOr, {kOr});
  column.add(L::kXor, {kXor});
  column.add(L::kShiftLeft, {kShiftLeft});
  column.add(L::kShiftRightArithmetic, {kShiftRightArithmetic});
  column.add(L::kShiftRightLogical, {kShiftRightLogical});
  column.add(L::kComplex, {kComplex});
  column.add(L::kSelect, {kSelect});
  column.add_rest(L::kConstant, [](const OpRow&) { return true; });
  return column;
}
constexpr OpColumn<loop::Op> kColumn = make_column();
static_assert(ir::is_total<kColumn>());

bool has_instructions(ElementType type) {
  switch (type) {
    case ElementType::kPred:
    case ElementType::kS8:
    case ElementType::kS16:
    case ElementType::kS32:
    case ElementType::kS64:
    case ElementType::kU8:
    case ElementType::kU16:
    case ElementType::kU32:
    case ElementType::kU64:
    case ElementType::kF16:
    case ElementType::kBF16:
    case ElementType::kF32:
    case ElementType::kF64:
    case ElementType::kC64:
    case ElementType::kC128: return true;
    default: return false;
  }
}

loop::Op comparison(std::string_view direction) {
  if (direction == "EQ") return loop::Op::kEqual;
  if (direction == "NE") return loop::Op::kNotEqual;
  if (direction == "GE") return loop::Op::kGreaterEqual;
  if (direction == "GT") return loop::Op::kGreater;
  if (direction == "LE") return loop::Op::kLessEqual;
  return loop::Op::kLess;
}

void call_evaluator(const void* const* operands, void* result, int64_t n, const void* context) {
  static_cast<const eval::BoundKernel*>(context)->run(operands, result, n);
}

}  // namespace

bool is_pointwise(const Op& op) {
  if (op.num_results() != 1 || !op.result()->type().is_tensor()) return false;
  if (op.is(OpKind::kIota)) return has_instructions(op.result()->type().element());
  if (!op.info().has(ir::kElementwise) || op.num_operands() > 3) return false;
  const auto fits = [](const Value* value) { return has_instructions(value->type().element()); };
  if (!std::ranges::all_of(op.operands(), fits) || !fits(op.result())) return false;
  return eval::find_kernel(op).has_value();
}

std::optional<loop::Combiner> combiner_for(OpKind kind) {
  switch (kind) {
    case OpKind::kAdd: return loop::Combiner::kAdd;
    case OpKind::kMultiply: return loop::Combiner::kMultiply;
    case OpKind::kMaximum: return loop::Combiner::kMaximum;
    case OpKind::kMinimum: return loop::Combiner::kMinimum;
    case OpKind::kAnd: return loop::Combiner::kAnd;
    case OpKind::kOr: return loop::Combiner::kOr;
    case OpKind::kXor: return loop::Combiner::kXor;
    default: return std::nullopt;
  }
}

bool is_fusible_reduce(const Op& op) {
  if (!op.is(OpKind::kReduce) || op.num_operands() != 2) return false;
  const std::optional<OpKind> kind = ir::simple_combiner(op.region(0));
  if (!kind || !combiner_for(*kind)) return false;
  const ElementType element = op.operand(0)->type().element();
  if (!has_instructions(element) || op.result()->type().element() != element) return false;
  if (op.region(0).argument(0)->type().element() != element) return false;
  if (element == ElementType::kPred && (*kind == OpKind::kAdd || *kind == OpKind::kMultiply)) return false;
  // The order of complex numbers is the evaluator's own.
  if (is_complex(element) && *kind != OpKind::kAdd && *kind != OpKind::kMultiply) return false;
  return op.operand(1)->type().element() == element;
}

bool is_identity_of(loop::Combiner combiner, ElementType type, const void* value) {
  const int width = byte_width(type);
  uint64_t bits = 0;
  if (width > 8) return false;
  std::memcpy(&bits, value, width);
  const uint64_t mask = width == 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * width)) - 1;
  const bool number = is_float(type);
  switch (combiner) {
    // -0 + x is x for all x; 0 + x differs for -0 alone, where a sum of nothing but -0 is 0.
    case loop::Combiner::kAdd: return number ? bits == encode_one(type, -0.0) : !is_complex(type) && bits == 0;
    case loop::Combiner::kMultiply: return number ? bits == encode_one(type, 1.0) : !is_complex(type) && bits == 1;
    case loop::Combiner::kMaximum:
      return number ? bits == encode_one(type, -std::numeric_limits<double>::infinity()) : false;
    case loop::Combiner::kMinimum:
      return number ? bits == encode_one(type, std::numeric_limits<double>::infinity()) : false;
    case loop::Combiner::kAnd: return type == ElementType::kPred ? bits == 1 : bits == mask;
    case loop::Combiner::kOr:
    case loop::Combiner::kXor: return bits == 0;
  }
  return false;
}

int add_instruction(loop::Program& program, const Op& op, std::span<const int> operands) {
  const ElementType type = op.result()->type().element();
  const ElementType from = op.operand(0)->type().element();
  bool plain = has_instructions(type);
  for (const Value* operand : op.operands()) plain = plain && has_instructions(operand->type().element());
  loop::Instruction instruction;
  instruction.type = type;
  for (size_t i = 0; i < operands.size(); ++i) instruction.operands[i] = operands[i];
  if (op.is(OpKind::kSquare)) instruction.operands[1] = operands[0];
  instruction.op = kColumn[op.kind()];
  if (op.is(OpKind::kCompare) && op.text_attr(AttrKey::kCompareType) != "TOTALORDER") {
    instruction.op = comparison(op.text_attr(AttrKey::kComparisonDirection));
  }
  // Operations on complex numbers are the evaluator's, but for those that are made of plain ones.
  if (is_complex(type) || is_complex(from)) {
    switch (instruction.op) {
      case loop::Op::kAdd:
      case loop::Op::kSubtract:
      case loop::Op::kNegate:
      case loop::Op::kReal:
      case loop::Op::kImag:
      case loop::Op::kComplex:
      case loop::Op::kSelect: break;
      default: plain = false;
    }
  }
  if (plain && op.is(OpKind::kClamp) && !is_complex(type)) {
    return program.clamp(operands[0], operands[1], operands[2]);
  }
  if (plain && instruction.op != loop::Op::kConstant) {
    program.instructions.push_back(instruction);
    return static_cast<int>(program.instructions.size()) - 1;
  }
  loop::Call call;
  call.function = call_evaluator;
  call.context = std::make_shared<eval::BoundKernel>(*eval::find_kernel(op));
  return program.call(std::move(call), type, operands);
}

int add_combination(loop::Program& program, loop::Combiner combiner, int a, int b) {
  switch (combiner) {
    case loop::Combiner::kAdd: return program.binary(loop::Op::kAdd, a, b);
    case loop::Combiner::kMultiply: return program.binary(loop::Op::kMultiply, a, b);
    case loop::Combiner::kMaximum: return program.binary(loop::Op::kMaximum, a, b);
    case loop::Combiner::kMinimum: return program.binary(loop::Op::kMinimum, a, b);
    case loop::Combiner::kAnd: return program.binary(loop::Op::kAnd, a, b);
    case loop::Combiner::kOr: return program.binary(loop::Op::kOr, a, b);
    case loop::Combiner::kXor: return program.binary(loop::Op::kXor, a, b);
  }
  return a;
}

const void* splat_element(const Value& value) {
  const Op* op = value.op();
  while (op != nullptr && (op->is(OpKind::kBroadcastInDim) || op->is(OpKind::kReshape))) op = op->operand(0)->op();
  if (op == nullptr || !op->is(OpKind::kConstant)) return nullptr;
  const ir::Literal& literal = op->attr(AttrKey::kValue).literal();
  if (!literal.splat && literal.type.num_elements() != 1) return nullptr;
  return literal.data->data();
}

}  // namespace partita::core::engine
