#include "transform/grad/rules.h"

namespace partita::core::transform {

Status grad_dynamic_slice(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_dynamic_update_slice(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_gather(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_scatter(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_convolution(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_reduce(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_reduce_window(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_select_and_scatter(Adjoint& a) { return a.refuse("its rule is not written yet"); }
Status grad_cumulative(Adjoint& a) { return a.refuse("its rule is not written yet"); }

}  // namespace partita::core::transform
