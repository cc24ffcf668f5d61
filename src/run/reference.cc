#include "run/reference.h"

#include <algorithm>
#include <cmath>

#include "ir/numeric/float_formats.h"

namespace partita::core::run {
namespace {

bool has_collectives(const Function& entry) {
  bool found = false;
  walk(entry.body(), [&](const Op& op) {
    found = found || op.info().has(kCollective) || op.is(OpKind::kPartitionId) || op.is(OpKind::kReplicaId);
  });
  return found;
}

// How many elements are added up for one of the result; 0 for an op that does not compute.
double terms_of(const Op& op) {
  auto size = [](const Value* value) {
    return value->type().is_tensor() ? std::max(1.0, static_cast<double>(value->type().num_elements())) : 1.0;
  };
  switch (op.kind()) {
    case OpKind::kReduce:
    case OpKind::kReduceWindow:
    case OpKind::kSelectAndScatter: return std::max(1.0, size(op.operand(0)) / size(op.result(0)));
    case OpKind::kScatter: return size(op.operand(op.num_operands() - 1));
    case OpKind::kConvolution:
    case OpKind::kDotGeneral:  // mk kn / mn is k twice
      return std::max(1.0, std::sqrt(size(op.operand(0)) * size(op.operand(1)) / size(op.result(0))));
    default: return op.info().has(kElementwise) || op.info().has(kCollective) ? 1 : 0;
  }
}

}  // namespace

Rounding rounding_of(const Function& entry) {
  Rounding rounding;
  walk(entry.body(), [&](const Op& op) {
    const double terms = terms_of(op);
    if (terms == 0) return;
    for (const Value* result : op.results()) {
      if (!result->type().is_tensor()) continue;
      const ElementType type = part_type(result->type().element());
      if (!is_float(type)) continue;
      rounding.narrowest = std::max(rounding.narrowest, std::ldexp(1.0, -float_format(type).mantissa_bits));
      // Errors of a sum grow as the root of its length where they are of either sign; 256 terms are in the 64 ε anyhow.
      rounding.growth = std::max(rounding.growth, std::sqrt(terms) / 16);
    }
  });
  return rounding;
}

Result<std::vector<Tensor>> evaluate_reference(Module& module, Function& entry, std::vector<Tensor> arguments,
                                               const HintOptions& hints, EvalOptions options,
                                               Diagnostics& failed_checks) {
  if (options.partitions == 0 && has_collectives(entry)) {
    Diagnostics said_later;  // by the run itself
    std::optional<Hints> read = read_hints(module, entry, hints, said_later);
    if (read && !read->meshes.empty()) options.partitions = read->meshes.main()->device_count();
  }
  return evaluate(module, entry, std::move(arguments), options, failed_checks);
}

}  // namespace partita::core::run
