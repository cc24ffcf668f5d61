#include "ir/operations.h"

#include <algorithm>
#include <cmath>

#include "ir/views.h"

namespace partita {
namespace {

double elements(const Value* value) {
  return value->type().is_tensor() ? static_cast<double>(value->type().num_elements()) : 0.0;
}

double result_elements(const Op& op) {
  double sum = 0;
  for (int i = 0; i < op.num_results(); ++i) sum += elements(op.result(i));
  return sum;
}

// Comparisons of a sort of each line of n.
double per_sorted(double n) { return std::max(1.0, std::ceil(std::log2(std::max(n, 1.0)))); }

double size_along(const Op& op, int operand, int64_t dim) {
  const Type type = op.operand(operand)->type();
  return dim >= 0 && dim < type.rank() ? static_cast<double>(type.dim(static_cast<int>(dim))) : 1.0;
}

}  // namespace

double matrix_operations(const Op& op) {
  switch (op.kind()) {
    case OpKind::kDotGeneral:
    case OpKind::kRaggedDot:
    case OpKind::kScaledDot: {
      double terms = 1;
      for (int64_t d : dot_dims(op).lhs_contracting) terms *= size_along(op, 0, d);
      return 2 * elements(op.result()) * terms;
    }
    case OpKind::kConvolution: {
      const double outputs = size_along(op, 1, conv_dims(op).kernel_output_feature);
      return 2 * elements(op.result()) * elements(op.operand(1)) / std::max(1.0, outputs);
    }
    default: return 0;
  }
}

double combiner_operations(const Region& region) {
  double sum = 0;
  for (const Op& op : region) sum += arithmetic_operations(op);
  return sum;
}

double arithmetic_operations(const Op& op) {
  if (op.info().has(kElementwise)) return result_elements(op);
  switch (op.kind()) {
    case OpKind::kDotGeneral:
    case OpKind::kRaggedDot:
    case OpKind::kScaledDot:
    case OpKind::kConvolution: return matrix_operations(op);
    case OpKind::kMap: return elements(op.result()) * combiner_operations(op.region(0));
    case OpKind::kReduce: return elements(op.operand(0)) * combiner_operations(op.region(0));
    case OpKind::kScan:
      return op.num_operands() > 0
                 ? combiner_operations(op.region(0)) * size_along(op, 0, op.int_attr(AttrKey::kDimension))
                 : 0;
    case OpKind::kReduceWindow: {
      double window = 1;
      for (const WindowDim& w : window_of(op)) window *= static_cast<double>(w.size);
      return elements(op.result()) * window * combiner_operations(op.region(0));
    }
    case OpKind::kSelectAndScatter: {
      double window = 1;
      for (const WindowDim& w : window_of(op)) window *= static_cast<double>(w.size);
      return elements(op.operand(1)) * (window * combiner_operations(op.region(0)) + combiner_operations(op.region(1)));
    }
    case OpKind::kScatter: return elements(op.operand(op.num_operands() - 1)) * combiner_operations(op.region(0));
    case OpKind::kSort: {
      const Type type = op.operand(0)->type();
      const int64_t dim = op.int_attr(AttrKey::kDimension, -1);
      const double n = size_along(op, 0, dim < 0 ? dim + type.rank() : dim);
      return elements(op.operand(0)) * per_sorted(n) * combiner_operations(op.region(0));
    }
    case OpKind::kTopK: return elements(op.operand(0)) * per_sorted(static_cast<double>(op.int_attr(AttrKey::kK)));
    case OpKind::kBatchNormInference:
    case OpKind::kBatchNormTraining:
    case OpKind::kBatchNormGrad: return 8 * elements(op.operand(0));
    case OpKind::kFft: {
      double n = 1;
      for (int64_t length : op.ints_attr(AttrKey::kFftLength)) n *= static_cast<double>(length);
      return 5 * std::max(elements(op.operand(0)), elements(op.result())) * std::log2(std::max(n, 2.0));
    }
    case OpKind::kCholesky: {
      const Type type = op.operand(0)->type();
      return type.rank() > 0 ? elements(op.operand(0)) * static_cast<double>(type.dim(type.rank() - 1)) / 3 : 0;
    }
    case OpKind::kTriangularSolve: {
      const Type type = op.operand(0)->type();
      return type.rank() > 0 ? elements(op.result()) * static_cast<double>(type.dim(type.rank() - 1)) : 0;
    }
    case OpKind::kRng:
    case OpKind::kRngBitGenerator: return 10 * result_elements(op);
    case OpKind::kAllReduce:
    case OpKind::kReduceScatter:
    case OpKind::kCollectiveReduce: return elements(op.operand(0)) * combiner_operations(op.region(0));
    default: return 0;
  }
}

}  // namespace partita
