// The vectorization rules, by the file they are in. A rule is called where something that the op reads is mapped, and
// gives all results a first dimension, unless it says otherwise.
#pragma once

#include "base/result.h"
#include "transform/vectorize/batch.h"

namespace partita::core::transform {

using VectorizeRule = Status (*)(Batch& batch);

// pointwise.cc
Status vectorize_pointwise(Batch& v);
Status vectorize_map(Batch& v);
Status vectorize_each(Batch& v);  // result i from operand i: barriers, copies, hints that name no dimension
Status vectorize_constraint(Batch& v);

// layout.cc
Status vectorize_broadcast_in_dim(Batch& v);
Status vectorize_reshape(Batch& v);
Status vectorize_bitcast_convert(Batch& v);
Status vectorize_dims(Batch& v);  // attributes that name dimensions, or have a number for each
Status vectorize_pad(Batch& v);
Status vectorize_concatenate(Batch& v);
Status vectorize_get_dimension_size(Batch& v);

// indexing.cc
Status vectorize_dynamic_slice(Batch& v);
Status vectorize_dynamic_update_slice(Batch& v);
Status vectorize_gather(Batch& v);
Status vectorize_scatter(Batch& v);

// contraction.cc
Status vectorize_dot_general(Batch& v);
Status vectorize_convolution(Batch& v);

// reduction.cc
Status vectorize_reduce(Batch& v);
Status vectorize_windows(Batch& v);  // reduce_window
Status vectorize_select_and_scatter(Batch& v);
Status vectorize_sort(Batch& v);
Status vectorize_last_dims(Batch& v);  // fft, cholesky, triangular_solve, top_k: what comes before is batch

// control.cc
Status vectorize_scan(Batch& v);
Status vectorize_while(Batch& v);
Status vectorize_branches(Batch& v);
Status vectorize_block(Batch& v);

// collectives.cc
Status vectorize_collective(Batch& v);

// rows.cc
Status vectorize_rows(Batch& v);     // one after the other, in a scan
Status vectorize_nothing(Batch& v);  // it gives nothing

}  // namespace partita::core::transform
