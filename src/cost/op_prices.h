// What an op costs a device that computes it, read off its types: cost's column of the op table.
//
//   dot_general 8x16 · 16x32      2·8·32·16 = 8192 operations: a multiplication and an addition for each term
//   add of 8x32                   256 operations; reads 2 · 1024 bytes and writes 1024 of f32
//   transpose of 8x32             0 operations; reads 1024 bytes and writes 1024
//   dynamic_slice of 1x32         0 operations; reads and writes the 128 bytes of the slice, however large the operand
//
// An op of ops.def without an entry in op_prices.cc does not build.
#pragma once

#include <optional>

#include "cost/prices.h"
#include "ir/program.h"

namespace partita::core::cost {

// Elements of a tensor; 0 for what is no tensor.
inline double element_count(Type type) { return type.is_tensor() ? static_cast<double>(type.num_elements()) : 0; }
inline double element_count(const Value* value) { return element_count(value->type()); }

// ---- operations

// Multiplications and additions of dots (plain, ragged, scaled) and convolutions; 0 for all others. Every term of a
// convolution counts, those on padding too.
double matrix_operations(const Op& op);

// All arithmetic of the op itself, matrix operations with it: an operation for each element of what is computed. What
// only moves data counts nothing, nor do regions that are run (loops, branches); combiners of reductions and the like
// count as often as they are applied.
double arithmetic_operations(const Op& op);

// Ops in the region of a reduction, a scatter, …: its combiner counts as one for each time it is applied.
double combiner_operations(const Region& region);

// What choosing wants divided among the devices (PriceWeights::operation): the matrix operations of products, a term
// for each place of a window; of everything else, what only moves data as well, an operation for each element that it
// takes or gives, whichever are more.
double op_work(const Op& op);

// ---- memory traffic, in bytes

double bytes_read(const Op& op, int operand);
// Of all results.
double bytes_written(const Op& op);

// ---- communication

// As which kind of collective devices exchange data in it; nothing where they do not.
std::optional<CollectiveKind> collective_kind(OpKind kind);

}  // namespace partita::core::cost
