#include "eval/pointwise.h"

#include <cstring>

#include "eval/op_families.h"
#include "eval/pointwise_kernels.h"
#include "ir/numeric/float_formats.h"

namespace partita::core::eval {

ElementType computing_type(ElementType type) {
  switch (element_class(type)) {
    case ElementClass::kFloat: return bit_width(type) < 32 ? ElementType::kF32 : type;
    case ElementClass::kSigned: return bit_width(type) < 8 ? ElementType::kS8 : type;
    case ElementClass::kUnsigned: return bit_width(type) < 8 ? ElementType::kU8 : type;
    case ElementClass::kBool:
    case ElementClass::kComplex: return type;
  }
  return type;
}

void widen(ElementType type, const void* from, void* to, int64_t n, bool as_bits) {
  if (is_float(type)) return decode(type, from, static_cast<float*>(to), n);
  if (!as_bits) {
    std::memcpy(to, from, n);
    return;
  }
  const uint8_t* source = static_cast<const uint8_t*>(from);
  uint8_t* target = static_cast<uint8_t*>(to);
  auto mask = static_cast<uint8_t>((1 << bit_width(type)) - 1);
  for (int64_t i = 0; i < n; ++i) target[i] = source[i] & mask;
}

void narrow(ElementType type, const void* from, void* to, int64_t n) {
  if (is_float(type)) return encode(type, static_cast<const float*>(from), to, n);
  const uint8_t* source = static_cast<const uint8_t*>(from);
  uint8_t* target = static_cast<uint8_t*>(to);
  int drop = 8 - bit_width(type);
  bool is_signed = element_class(type) == ElementClass::kSigned;
  for (int64_t i = 0; i < n; ++i) {
    auto top = static_cast<uint8_t>(source[i] << drop);
    target[i] = static_cast<uint8_t>(is_signed ? static_cast<int8_t>(top) >> drop : top >> drop);
  }
}

namespace {

// Runs args.inner on blocks of widened operands.
void widened(const void* const* operands, void* result, int64_t n, const KernelArgs& args) {
  alignas(16) std::byte wide_operands[kMaxPointwiseOperands][kPointwiseBlock * sizeof(float)];
  alignas(16) std::byte wide_result[kPointwiseBlock * sizeof(float)];
  for (int64_t at = 0; at < n; at += kPointwiseBlock) {
    int64_t count = std::min(kPointwiseBlock, n - at);
    const void* block[kMaxPointwiseOperands];
    for (int i = 0; i < args.num_operands; ++i) {
      ElementType type = args.operand[i];
      const void* source = static_cast<const std::byte*>(operands[i]) + at * byte_width(type);
      block[i] = source;
      if (computing_type(type) != type) {
        widen(type, source, wide_operands[i], count, args.as_bits);
        block[i] = wide_operands[i];
      }
    }
    void* target = static_cast<std::byte*>(result) + at * byte_width(args.result);
    bool narrow_result = computing_type(args.result) != args.result;
    args.inner(block, narrow_result ? wide_result : target, count, args);
    if (narrow_result) narrow(args.result, wide_result, target, count);
  }
}

Attr find_attr(AttrList attrs, AttrKey key) {
  for (const KeyedAttr& attr : attrs) {
    if (attr.key == key) return attr.value;
  }
  return Attr();
}

std::optional<Direction> direction_of(std::string_view word) {
  if (word == "EQ") return Direction::kEq;
  if (word == "NE") return Direction::kNe;
  if (word == "GE") return Direction::kGe;
  if (word == "GT") return Direction::kGt;
  if (word == "LE") return Direction::kLe;
  if (word == "LT") return Direction::kLt;
  return std::nullopt;
}

// The kernel for types that are computed as stored.
Kernel wide_kernel(OpKind kind, AttrList attrs, ElementType operand) {
  if (kind == OpKind::kClamp) return clamp_kernel(operand);
  if (kind == OpKind::kCompare) {
    Attr word = find_attr(attrs, AttrKey::kComparisonDirection);
    auto direction = direction_of(word ? word.text() : "");
    return direction ? compare_kernel(*direction, operand) : nullptr;
  }
  switch (element_class(operand)) {
    case ElementClass::kBool: return boolean_kernel(kind);
    case ElementClass::kSigned:
    case ElementClass::kUnsigned: return integer_kernel(kind, operand);
    case ElementClass::kFloat: return float_kernel(kind, operand);
    case ElementClass::kComplex: return complex_kernel(kind, operand);
  }
  return nullptr;
}

// Ops that look at the bits of an integer, so that a narrow one must not bring copies of its sign.
bool reads_bits(OpKind kind) {
  return kind == OpKind::kShiftRightLogical || kind == OpKind::kPopcnt || kind == OpKind::kCountLeadingZeros;
}

bool is_total_order(OpKind kind, AttrList attrs) {
  if (kind != OpKind::kCompare) return false;
  Attr type = find_attr(attrs, AttrKey::kCompareType);
  return type && type.text() == "TOTALORDER";
}

}  // namespace

std::optional<BoundKernel> find_kernel(OpKind kind, AttrList attrs, std::span<const ElementType> operands,
                                       ElementType result) {
  if (operands.empty() || operands.size() > kMaxPointwiseOperands || !op_info(kind).has(kElementwise))
    return std::nullopt;
  BoundKernel bound;
  KernelArgs& args = bound.args;
  args.num_operands = std::ssize(operands);
  for (size_t i = 0; i < operands.size(); ++i) args.operand[i] = operands[i];
  args.result = result;
  args.bits = bit_width(operands[0]);
  if (Attr bits = find_attr(attrs, AttrKey::kExponentBits)) args.exponent_bits = static_cast<int>(bits.as_int());
  if (Attr bits = find_attr(attrs, AttrKey::kMantissaBits)) args.mantissa_bits = static_cast<int>(bits.as_int());

  ElementType operand = operands[0];
  ElementType computed = computing_type(operand);
  bool is_narrow = computed != operand || computing_type(result) != result;
  if (kind == OpKind::kConvert) {
    bound.kernel = convert_kernel(operand, result);
  } else if (kind == OpKind::kSelect) {
    bound.kernel = select_kernel(byte_width(result));
  } else if (kind == OpKind::kStochasticConvert) {
    if (is_float(operand) && !is_complex(result)) bound.kernel = stochastic_convert_kernel();
  } else if (kind == OpKind::kNextAfter && is_float(operand) && is_narrow) {
    bound.kernel = narrow_next_after_kernel(operand);
  } else if (is_total_order(kind, attrs) && is_float(operand)) {
    auto direction = direction_of(find_attr(attrs, AttrKey::kComparisonDirection).text());
    if (direction) bound.kernel = total_order_kernel(*direction, operand);
  } else if (is_narrow) {
    args.as_bits = reads_bits(kind) && is_integer(operand);
    args.inner = wide_kernel(kind, attrs, args.as_bits ? ElementType::kU8 : computed);
    if (args.inner != nullptr) bound.kernel = widened;
  } else {
    bound.kernel = wide_kernel(kind, attrs, operand);
  }
  if (bound.kernel == nullptr) return std::nullopt;
  return bound;
}

std::optional<BoundKernel> find_kernel(const Op& op) {
  if (op.num_operands() > kMaxPointwiseOperands || op.num_results() != 1) return std::nullopt;
  ElementType operands[kMaxPointwiseOperands];
  for (int i = 0; i < op.num_operands(); ++i) operands[i] = op.operand(i)->type().element();
  return find_kernel(op.kind(), op.attrs(), {operands, static_cast<size_t>(op.num_operands())},
                     op.result()->type().element());
}

namespace {

// clamp's bounds and select's predicate may be scalars beside a larger tensor: they are spread over a block.
void run_with_scalars(const BoundKernel& kernel, std::span<const Tensor> operands, Tensor& result) {
  std::vector<std::byte> spread[kMaxPointwiseOperands];
  int64_t n = result.size();
  for (size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].size() == n) continue;
    auto width = static_cast<size_t>(byte_width(operands[i].type().element()));
    spread[i].resize(width * kPointwiseBlock);
    for (size_t j = 0; j < kPointwiseBlock; ++j) std::memcpy(spread[i].data() + j * width, operands[i].raw(), width);
  }
  for (int64_t at = 0; at < n; at += kPointwiseBlock) {
    const void* block[kMaxPointwiseOperands];
    for (size_t i = 0; i < operands.size(); ++i) {
      int width = byte_width(operands[i].type().element());
      block[i] = spread[i].empty() ? static_cast<const std::byte*>(operands[i].raw()) + at * width : spread[i].data();
    }
    void* target = static_cast<std::byte*>(result.mutable_raw()) + at * byte_width(result.type().element());
    kernel.run(block, target, std::min(kPointwiseBlock, n - at));
  }
}

}  // namespace

Status eval_pointwise(OpCall& call) {
  auto kernel = find_kernel(call.op);
  if (!kernel) {
    std::string types;
    for (const Tensor& operand : call.operands) types += (types.empty() ? "" : ", ") + operand.type().to_string();
    return call.fail(Code::kCannotEvaluate, std::string(call.op.info().mlir) + " is not defined for " + types);
  }
  // The result may take the storage of an operand of the same type that nobody needs any more.
  Type type = call.result_type();
  Tensor result;
  bool mixed = false;
  for (const Tensor& operand : call.operands) {
    mixed |= operand.size() != type.num_elements();
    if (result.type() || operand.type() != type) continue;
    if (operand.is_unshared()) result = operand;
  }
  if (!result.type()) result = Tensor::make(type);
  if (mixed) {
    run_with_scalars(*kernel, call.operands, result);
  } else {
    const void* operands[kMaxPointwiseOperands];
    for (size_t i = 0; i < call.operands.size(); ++i) operands[i] = call.operands[i].raw();
    kernel->run(operands, result.mutable_raw(), type.num_elements());
  }
  call.give(std::move(result));
  return {};
}

}  // namespace partita::core::eval
