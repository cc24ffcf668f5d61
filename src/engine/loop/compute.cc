#include "engine/loop/compute.h"

#include <algorithm>
#include <cstring>

#include "base/diagnostics.h"
#include "eval/pointwise_kernels.h"

namespace partita::core::engine::loop {
namespace {

constexpr int64_t kBlock = 256;

OpKind evaluator_op(Op op) {
  switch (op) {
    case Op::kNegate: return OpKind::kNegate;
    case Op::kAbs: return OpKind::kAbs;
    case Op::kSign: return OpKind::kSign;
    case Op::kSqrt: return OpKind::kSqrt;
    case Op::kRsqrt: return OpKind::kRsqrt;
    case Op::kCbrt: return OpKind::kCbrt;
    case Op::kExp: return OpKind::kExponential;
    case Op::kExpm1: return OpKind::kExponentialMinusOne;
    case Op::kLog: return OpKind::kLog;
    case Op::kLog1p: return OpKind::kLogPlusOne;
    case Op::kLogistic: return OpKind::kLogistic;
    case Op::kTanh: return OpKind::kTanh;
    case Op::kErf: return OpKind::kErf;
    case Op::kErfc: return OpKind::kErfc;
    case Op::kSin: return OpKind::kSine;
    case Op::kCos: return OpKind::kCosine;
    case Op::kTan: return OpKind::kTan;
    case Op::kFloor: return OpKind::kFloor;
    case Op::kCeil: return OpKind::kCeil;
    case Op::kRoundEven: return OpKind::kRoundNearestEven;
    case Op::kRoundAway: return OpKind::kRoundNearestAfz;
    case Op::kIsFinite: return OpKind::kIsFinite;
    case Op::kNot: return OpKind::kNot;
    case Op::kPopcnt: return OpKind::kPopcnt;
    case Op::kCountLeadingZeros: return OpKind::kCountLeadingZeros;
    case Op::kReal: return OpKind::kReal;
    case Op::kImag: return OpKind::kImag;
    case Op::kAdd: return OpKind::kAdd;
    case Op::kSubtract: return OpKind::kSubtract;
    case Op::kMultiply: return OpKind::kMultiply;
    case Op::kDivide: return OpKind::kDivide;
    case Op::kRemainder: return OpKind::kRemainder;
    case Op::kMaximum: return OpKind::kMaximum;
    case Op::kMinimum: return OpKind::kMinimum;
    case Op::kPower: return OpKind::kPower;
    case Op::kAtan2: return OpKind::kAtan2;
    case Op::kAnd: return OpKind::kAnd;
    case Op::kOr: return OpKind::kOr;
    case Op::kXor: return OpKind::kXor;
    case Op::kShiftLeft: return OpKind::kShiftLeft;
    case Op::kShiftRightArithmetic: return OpKind::kShiftRightArithmetic;
    case Op::kShiftRightLogical: return OpKind::kShiftRightLogical;
    case Op::kComplex: return OpKind::kComplex;
    case Op::kSelect: return OpKind::kSelect;
    case Op::kConvert: return OpKind::kConvert;
    default: PARTITA_INVARIANT(false, "an instruction that the evaluator has no op for");
  }
}

Op combining_op(Combiner combiner) {
  switch (combiner) {
    case Combiner::kAdd: return Op::kAdd;
    case Combiner::kMultiply: return Op::kMultiply;
    case Combiner::kMaximum: return Op::kMaximum;
    case Combiner::kMinimum: return Op::kMinimum;
    case Combiner::kAnd: return Op::kAnd;
    case Combiner::kOr: return Op::kOr;
    case Combiner::kXor: return Op::kXor;
  }
  return Op::kAdd;
}

eval::BoundKernel evaluated(Op op, std::span<const ElementType> operands, ElementType result) {
  if (op >= Op::kEqual && op <= Op::kLess) {
    using enum eval::Direction;
    constexpr eval::Direction kDirections[] = {kEq, kNe, kGe, kGt, kLe, kLt};
    const auto direction = kDirections[static_cast<int>(op) - static_cast<int>(Op::kEqual)];
    const bool below_a_byte = !is_float(operands[0]) && bit_width(operands[0]) < 8;
    eval::BoundKernel bound;
    bound.kernel = eval::compare_kernel(direction, below_a_byte ? eval::computing_type(operands[0]) : operands[0]);
    PARTITA_INVARIANT(bound.kernel != nullptr, "a comparison of a type without order");
    return bound;
  }
  auto bound = eval::find_kernel(evaluator_op(op), {}, operands, result);
  PARTITA_INVARIANT(bound.has_value(), "an instruction that is not defined for its types");
  return *bound;
}

// Of these a narrow float stays one without rounding.
bool is_exact(Op op) {
  return op == Op::kNegate || op == Op::kAbs || op == Op::kMaximum || op == Op::kMinimum || op == Op::kSelect;
}

}  // namespace

Conversion::Conversion(const TileKernels& kernels, ElementType from, ElementType to)
    : from_width_(byte_width(register_type(from))), to_width_(byte_width(register_type(to))) {
  const ElementType from_register = register_type(from), to_register = register_type(to);
  if (is_narrow_float(to) && from_register == ElementType::kF32) {
    native_ = kernels.find_round(to);
  } else if (!is_narrow_float(to) && from_register == to_register) {
    copy_width_ = static_cast<int>(from_width_);
  } else {
    if (!is_narrow_float(to)) native_ = kernels.find_convert(from_register, to_register);
    if (native_ == nullptr) evaluated_ = evaluated(Op::kConvert, {{from_register}}, to);
    if (is_narrow_float(to)) widen_ = kernels.find_load(to);
  }
}

void Conversion::run(const void* from, void* to, int64_t n) const {
  if (copy_width_ != 0) {
    std::memcpy(to, from, static_cast<size_t>(copy_width_ * n));
  } else if (native_ != nullptr) {
    native_(&from, to, n);
  } else if (widen_ == nullptr) {
    evaluated_.run(&from, to, n);
  } else {
    for (int64_t at = 0; at < n; at += kBlock) {
      uint16_t narrow[kBlock];
      const void* source = static_cast<const std::byte*>(from) + at * from_width_;
      evaluated_.run(&source, narrow, std::min(kBlock, n - at));
      widen_(narrow, 1, static_cast<std::byte*>(to) + at * to_width_, std::min(kBlock, n - at));
    }
  }
}

Computation::Computation(const TileKernels& kernels, const Program& program, const Instruction& instruction,
                         Form form) {
  ElementType types[3] = {};
  const int count = num_operands(instruction);
  for (int j = 0; j < count; ++j) types[j] = program.instructions[instruction.operands[j]].type;
  const ElementType last = types[count - 1];
  if (instruction.op == Op::kConvert) {
    converts_ = true;
    conversion_ = Conversion(kernels, last, instruction.type);
    return;
  }
  if (instruction.op == Op::kBitcast) {
    store_ = kernels.find_store(last);
    load_ = kernels.find_load(instruction.type);
    from_width_ = byte_width(register_type(last));
    to_width_ = byte_width(register_type(instruction.type));
    return;
  }
  native_ = kernels.find(instruction.op, register_type(last), form);
  if (is_narrow_float(instruction.type) && !is_exact(instruction.op)) round_ = kernels.find_round(instruction.type);
  if (native_ == nullptr) {
    for (ElementType& type : types) type = register_type(type);
    evaluated_ = evaluated(instruction.op, {types, static_cast<size_t>(count)}, register_type(instruction.type));
  }
}

void Computation::run(const void* const* operands, void* result, int64_t n) const {
  if (converts_) return conversion_.run(operands[0], result, n);
  if (store_ != nullptr) {
    for (int64_t at = 0; at < n; at += kBlock) {
      uint64_t stored[2 * kBlock];
      const int64_t count = std::min(kBlock, n - at);
      store_(static_cast<const std::byte*>(operands[0]) + at * from_width_, stored, 1, count);
      load_(stored, 1, static_cast<std::byte*>(result) + at * to_width_, count);
    }
    return;
  }
  if (native_ != nullptr) {
    native_(operands, result, n);
  } else {
    evaluated_.run(operands, result, n);
  }
  if (round_ != nullptr) {
    const void* x = result;
    round_(&x, result, n);
  }
}

bool has_scalar_forms(const TileKernels& kernels, const Program& program, const Instruction& instruction) {
  if (num_operands(instruction) != 2) return false;
  const ElementType type = register_type(program.instructions[instruction.operands[1]].type);
  return kernels.find(instruction.op, type, Form::kScalarRight) != nullptr;
}

Combination::Combination(const TileKernels& kernels, Combiner combiner, ElementType type)
    : width_(byte_width(register_type(type))) {
  const ElementType in_register = register_type(type);
  const Op op = combining_op(combiner);
  native_ = kernels.find(op, in_register, Form::kVectors);
  if (native_ == nullptr) evaluated_ = evaluated(op, {{in_register, in_register}}, in_register);
  reduce_ = kernels.find_reduce(combiner, in_register);
  adds_floats_ = combiner == Combiner::kAdd && in_register == ElementType::kF32;
  if (is_narrow_float(type)) round_ = kernels.find_round(type);
  identity_bits(combiner, type, identity_);
}

void Combination::combine(void* into, const void* with, int64_t n) const {
  const void* operands[] = {into, with};
  if (native_ != nullptr) {
    native_(operands, into, n);
  } else {
    evaluated_.run(operands, into, n);
  }
}

namespace {

// Few sums stay in registers.
template <int64_t kSums>
void add_rows(void* into, const void* with, int64_t rows) {
  float sums[kSums], row[kSums];
  std::memcpy(sums, into, sizeof sums);
  for (int64_t r = 0; r < rows; ++r) {
    std::memcpy(row, static_cast<const std::byte*>(with) + r * static_cast<int64_t>(sizeof row), sizeof row);
    for (int64_t i = 0; i < kSums; ++i) sums[i] += row[i];
  }
  std::memcpy(into, sums, sizeof sums);
}

}  // namespace

void Combination::combine_rows(void* into, const void* with, int64_t n, int64_t rows) const {
  if (adds_floats_) {
    switch (n) {
      case 1: return add_rows<1>(into, with, rows);
      case 2: return add_rows<2>(into, with, rows);
      case 3: return add_rows<3>(into, with, rows);
      case 4: return add_rows<4>(into, with, rows);
      case 8: return add_rows<8>(into, with, rows);
      case 16: return add_rows<16>(into, with, rows);
      case 32: return add_rows<32>(into, with, rows);
      default: break;
    }
  }
  for (int64_t r = 0; r < rows; ++r) combine(into, static_cast<const std::byte*>(with) + r * n * width_, n);
}

void Combination::begin(void* parts) const {
  for (int64_t at = 0; at < kPartBytes; at += width_) {
    std::memcpy(static_cast<std::byte*>(parts) + at, identity_, static_cast<size_t>(width_));
  }
}

void Combination::accumulate(const void* x, int64_t n, void* parts) const {
  if (reduce_.accumulate != nullptr) return reduce_.accumulate(x, n, parts);
  const int64_t count = kPartBytes / width_;
  for (int64_t at = 0; at < n; at += count) {
    combine(parts, static_cast<const std::byte*>(x) + at * width_, std::min(count, n - at));
  }
}

void Combination::finish(void* parts, void* result) const {
  if (reduce_.finish != nullptr) {
    reduce_.finish(parts, result);
  } else {
    for (int64_t half = kPartBytes / width_ / 2; half > 0; half /= 2) {
      combine(parts, static_cast<const std::byte*>(parts) + half * width_, half);
    }
    std::memcpy(result, parts, static_cast<size_t>(width_));
  }
  if (round_ != nullptr) {
    const void* x = result;
    round_(&x, result, 1);
  }
}

}  // namespace partita::core::engine::loop
