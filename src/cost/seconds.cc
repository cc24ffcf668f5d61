#include "cost/seconds.h"

#include <algorithm>

#include "cost/op_prices.h"

namespace partita::core::cost {

double op_seconds(const Op& op, double bytes, bool is_fused, const Hardware& hardware) {
  double busy = 0;
  if (!collective_kind(op.kind())) {
    const double matrix = matrix_operations(op);
    busy = (arithmetic_operations(op) - matrix) / hardware.vector_flops;
    if (matrix > 0) busy += matrix / hardware.matrix_rate(op.operand(0)->type().element());
  }
  const bool runs = !is_fused && bytes > 0;
  return std::max(busy, bytes / hardware.memory_bandwidth) + (runs ? hardware.op_latency : 0);
}

}  // namespace partita::core::cost
