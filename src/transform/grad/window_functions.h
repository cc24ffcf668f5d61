// Windows by any associative function: its body of scalars is applied to whole tensors, and these applications are
// differentiated.
#pragma once

#include <optional>
#include <span>

#include "ir/views.h"
#include "transform/grad/adjoint.h"

namespace partita::core::transform {

// A strided slice for each element along each dimension of the window. The first of the greatest takes all.
Status grad_window_by_slices(Adjoint& a, std::optional<OpKind> combiner, std::span<const WindowDim> window);

// Windows that hold all elements of `dim` up to some position, or from it on, and padding for the others.
Status grad_window_by_scan(Adjoint& a, std::optional<OpKind> combiner, int dim, bool reverse);

}  // namespace partita::core::transform
