#include "transform/grad/rules.h"

namespace partita::core::transform {

Status grad_dynamic_slice(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_dynamic_update_slice(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_gather(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_scatter(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_ragged_dot(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_convolution(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_reduce(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_reduce_window(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_select_and_scatter(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_sort(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_top_k(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_cholesky(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_triangular_solve(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_fft(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_map(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_batch_norm(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_manual_computation(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_all_reduce(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_all_gather(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_reduce_scatter(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_all_to_all(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_collective_permute(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_collective_broadcast(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_ragged_all_to_all(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_custom_call(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_cumulative(Adjoint& a) { return a.refuse("its rule is not written yet"); }

}  // namespace partita::core::transform
