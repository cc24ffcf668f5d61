// The one inner loop of all contractions: dense matrices in the type they are computed in.
#pragma once

#include <cstdint>

#include "ir/element_type.h"

namespace partita::core::eval {

// The type in which products of these operands are summed: f32 for narrow floats, which are then rounded once; u32 or
// u64 for integers, since a wrapped sum does not depend on the sign; u64 counts for pred, whose sum is "or".
ElementType product_type(ElementType lhs, ElementType rhs, ElementType result);

// c[m][n] += a[m][k] * b[k][n], row-major, elements of a product_type. Every element of c is a sum in ascending order
// of k, whatever the sizes.
void multiply_add(ElementType type, int64_t m, int64_t n, int64_t k, const void* a, const void* b, void* c);

}  // namespace partita::core::eval
