// Products of few rows by a right operand whose rows are dense, as of a decoder that makes a word at a time: each
// element of the right operand is wanted but once, so it is read where it lies, never packed, and the speed is that of
// memory.
//
//   4 x 1024 by 1024 x 2048: 8 strips of 256 columns; for each 256 terms the sums of a strip stay in the first-level
//   cache, and 8 rows of the right operand at a time go over them
#pragma once

#include <memory>

#include "engine/cpu/targets.h"
#include "engine/product/matmul.h"

namespace partita::core::engine::product {

inline constexpr int64_t kMostFewRows = 8;

// sums[r * stride + j] = the chain over p of a[p * rows + r] * b[p][j], from 0, for up to 256 terms; rows from 1 to 8.
using FewRowsKernel = void (*)(const float* a, const float* const* b, int64_t rows, int64_t columns, int64_t terms,
                               float* sums, int64_t stride);
FewRowsKernel few_rows_kernel(InstructionSet set);  // null: without fused multiply-adds of vectors

// Null where the product is another. The bits are those of other products of f32.
std::shared_ptr<const Matmul> compile_few_rows(const MatmulSpec& spec, InstructionSet set);

}  // namespace partita::core::engine::product
