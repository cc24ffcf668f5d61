// Kernels of pointwise ops: plain functions over arrays, chosen once per op from its kind, attributes and element
// types.
//
//   const ElementType f32 = ElementType::kF32;
//   BoundKernel add = *find_kernel(OpKind::kAdd, {}, {{f32, f32}}, f32);
//   const void* operands[] = {a, b};
//   add.run(operands, result, n);
//
// bool, 8- to 64-bit integers, f32, f64 and complex types are computed as they are stored. Narrower integers and floats
// are widened block by block (floats to f32, integers to a byte), computed, and narrowed again: rounded once per op,
// wrapped to their width.
#pragma once

#include <optional>
#include <span>

#include "ir/program.h"

namespace partita::core::eval {

struct KernelArgs;
// Element i of the result from element i of each operand; the result may be the memory of an operand of the same width.
using Kernel = void (*)(const void* const* operands, void* result, int64_t n, const KernelArgs& args);

inline constexpr int kMaxPointwiseOperands = 3;

struct KernelArgs {
  int bits = 0;  // true width of the integers that are computed on
  int exponent_bits = 0;
  int mantissa_bits = 0;
  // For kernels that widen: what is stored, and the kernel for the wider types.
  Kernel inner = nullptr;
  ElementType operand[kMaxPointwiseOperands] = {};
  ElementType result = {};
  int num_operands = 0;
  bool as_bits = false;  // narrow signed integers are widened without their sign
};

struct BoundKernel {
  Kernel kernel = nullptr;
  KernelArgs args;
  void run(const void* const* operands, void* result, int64_t n) const { kernel(operands, result, n, args); }
};

// Nothing where the op is not pointwise or not defined for these types.
std::optional<BoundKernel> find_kernel(OpKind kind, AttrList attrs, std::span<const ElementType> operands,
                                       ElementType result);
std::optional<BoundKernel> find_kernel(const Op& op);

}  // namespace partita::core::eval
