// Quantised programs become programs of plain integers and floats: what is quantised is stored as integers, which
// everything that only moves data keeps on moving, and arithmetic is done on the floats they stand for.
//
//   %c = add %a, %b : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
//     ──►  %c = quantize(add(dequantize(%a), dequantize(%b))) : tensor<4xi8>
//          dequantize(x) = (convert(x) - 3) * 0.5
//          quantize(y)   = convert(round_nearest_even(clamp(-128, y / 0.5 + 3, 127)))
#pragma once

#include "base/diagnostics.h"
#include "ir/program.h"

namespace partita::core::text {

bool is_quantized(const Module& module);
// All functions. False where an op on quantised values is not defined; the module is verified then.
bool dequantize(Module& module, Diagnostics& diagnostics);

}  // namespace partita::core::text
