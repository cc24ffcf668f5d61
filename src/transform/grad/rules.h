// The gradient rules, by the file they are in. Conventions at kinks are JAX's; complex numbers pair as Re(sum ct·x),
// so that nothing is conjugated where a function is holomorphic.
#pragma once

#include <string_view>

#include "base/result.h"
#include "transform/grad/adjoint.h"

namespace partita::core::transform {

using GradRule = Status (*)(Adjoint& adjoint);

// pointwise.cc
Status grad_function(Adjoint& a);  // of one operand, by its formula
Status grad_add(Adjoint& a);
Status grad_subtract(Adjoint& a);
Status grad_multiply(Adjoint& a);
Status grad_divide(Adjoint& a);
Status grad_remainder(Adjoint& a);
Status grad_power(Adjoint& a);
Status grad_atan2(Adjoint& a);
Status grad_polygamma(Adjoint& a);
Status grad_zeta(Adjoint& a);
Status grad_extremum(Adjoint& a);  // maximum, minimum: a tie is halved, but that of a relu (mark_relus) goes to nobody
Status grad_clamp(Adjoint& a);
Status grad_select(Adjoint& a);
Status grad_complex(Adjoint& a);
Status grad_convert(Adjoint& a);  // also stochastic_convert
Status grad_reduce_precision(Adjoint& a);

// layout.cc
Status grad_identity(Adjoint& a);    // copies, domains: what comes back goes on
Status grad_constraint(Adjoint& a);  // placements: the same on the cotangent
Status grad_barrier(Adjoint& a);     // optimization_barrier
Status grad_propagation_barrier(Adjoint& a);
Status grad_broadcast_in_dim(Adjoint& a);
Status grad_reshape(Adjoint& a);
Status grad_transpose(Adjoint& a);
Status grad_reverse(Adjoint& a);
Status grad_slice(Adjoint& a);
Status grad_concatenate(Adjoint& a);
Status grad_pad(Adjoint& a);

// indexing.cc
Status grad_dynamic_slice(Adjoint& a);
Status grad_dynamic_update_slice(Adjoint& a);
Status grad_gather(Adjoint& a);
Status grad_scatter(Adjoint& a);

// contraction.cc, convolution.cc
Status grad_dot_general(Adjoint& a);
Status grad_ragged_dot(Adjoint& a);
Status grad_convolution(Adjoint& a);

// reduction.cc, windows.cc, order.cc
Status grad_reduce(Adjoint& a);
Status grad_reduce_window(Adjoint& a);
Status grad_select_and_scatter(Adjoint& a);
Status grad_sort(Adjoint& a);
Status grad_top_k(Adjoint& a);

// linear_algebra.cc, fft.cc
Status grad_cholesky(Adjoint& a);
Status grad_triangular_solve(Adjoint& a);
Status grad_fft(Adjoint& a);

// loop.cc, branches.cc, block.cc
Status grad_scan(Adjoint& a);
Status grad_cumulative(Adjoint& a);  // cumulative.cc: scans by one associative op, or of a body of scalars
Status grad_while(Adjoint& a);       // one that raise_loops could not make a scan of
Status grad_branches(Adjoint& a);
Status grad_mark(Adjoint& a);
Status grad_block(Adjoint& a);

// decomposed.cc: what is written as other ops first
Status grad_map(Adjoint& a);
Status grad_batch_norm(Adjoint& a);

// manual.cc
Status grad_manual_computation(Adjoint& a);
Status grad_manual_call(Adjoint& a);  // custom calls that enter manual code or leave it

// collectives.cc, custom_call.cc
Status grad_all_reduce(Adjoint& a);
Status grad_all_gather(Adjoint& a);
Status grad_reduce_scatter(Adjoint& a);
Status grad_all_to_all(Adjoint& a);
Status grad_collective_permute(Adjoint& a);
Status grad_collective_broadcast(Adjoint& a);
Status grad_ragged_all_to_all(Adjoint& a);
Status grad_custom_call(Adjoint& a);

}  // namespace partita::core::transform
