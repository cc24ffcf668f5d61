// How much arithmetic an op does, read off its types.
//
//   dot_general 8x16 · 16x32      2·8·32·16 = 8192        a multiplication and an addition for each term
//   add of 8x32                   256
//   transpose                     0
#pragma once

#include "ir/program.h"

namespace partita {

// Multiplications and additions of dots (plain, ragged, scaled) and convolutions; 0 for all others. Every term of a
// convolution counts, those on padding too.
double matrix_operations(const Op& op);

// All arithmetic of the op itself, matrix operations with it: an operation for each element of what is computed. What
// only moves data counts nothing, nor do regions that are run (loops, branches); combiners of reductions and the like
// count as often as they are applied.
double arithmetic_operations(const Op& op);

// Ops in the region of a reduction, a scatter, …: its combiner counts as one for each time it is applied.
double combiner_operations(const Region& region);

}  // namespace partita
