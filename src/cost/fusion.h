// Which values of a program get memory, and which are computed where they are used, as a compiler's loop fusion has it.
//
//   %e = exp %x                    used once, elementwise: no memory
//   %s = reduce %e                 made: a reduction reads what is fused into it, and is not computed twice
//   %d = broadcast %s              no memory
//   %y = divide %x, %d             made if a dot, a collective, a loop or the end of the program wants it
#pragma once

#include <vector>

#include "cost/compiler_traits.h"
#include "ir/program.h"

namespace partita::core::cost {

// Whether the op is computed element by element from elements of its operands, so that it can be part of a loop over
// the elements of another.
bool is_fusible(const Op& op);
// Whether an element costs too much to be computed more than once.
bool is_expensive(const Op& op);

// Whether the dot or convolution wants the operand's dimensions in another order, so that it reads a copy that has it.
// Products are of matrices: batches first, then rows and columns, or columns and rows; convolutions have the batch
// first, then the space, then the features.
bool reads_rearranged(const Op& op, int operand);

// Whether a transpose costs nothing because the products that read it, or the one that it reads, can be of the other
// matrix as well: transpose(a) · b is a product that contracts over the other dimension of a.
bool folds_into_product(const Op& transpose);

// Whether the user can compute the operand inside itself, if that is an op that can be fused at all.
bool takes_in(const Op& user, int operand, const CompilerTraits& compiler);

// By id of value: whether it gets no memory of its own.
std::vector<bool> fused_values(const Function& local, const CompilerTraits& compiler = {});

}  // namespace partita::core::cost
