// chlo.broadcast_add and its like: each operand is broadcast to the result's shape, then the plain op runs.
//
//   chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) ->
//   tensor<2x3xf32>
//
// The dimensions say where those of the operand of lower rank go; without them they go last, as in numpy.
#include <fmt/format.h>

#include <numeric>

#include "text/stablehlo/assembler.h"

namespace partita::core::text::stablehlo {

bool Assembler::finish_broadcasting(Region& region, OpParts& parts) {
  const Signature& signature = parts.signature;
  if (signature.results.size() != 1 || !signature.results[0].is_tensor()) {
    return fail(parts.at, Code::kBadType, "a broadcasting op has one tensor as its result");
  }
  const Type result = signature.results[0];
  Attr given;
  std::erase_if(parts.discardable, [&](const NamedAttr& attr) {
    if (attr.name.text() != "broadcast_dimensions") return false;
    given = canonical(AttrForm::kInts, AttrKey::kBroadcastDimensions, attr.value);
    return true;
  });
  for (size_t i = 0; i < parts.operands.size(); ++i) {
    Value*& operand = parts.operands[i];
    if (!operand->type().is_tensor()) return fail(parts.at, Code::kBadType, "only tensors can be broadcast");
    const Type wanted = context_.tensor(operand->type().element(), result.dims());
    if (operand->type() == wanted) continue;
    const int rank = operand->type().rank();
    if (rank > result.rank()) {
      return fail(parts.at, Code::kTypeMismatch,
                  fmt::format("operand {} has a higher rank than the result {}", i, result.to_string()));
    }
    std::vector<int64_t> dims(rank);
    std::iota(dims.begin(), dims.end(), result.rank() - rank);
    if (given && given.ints().size() == dims.size() && rank < result.rank()) {
      dims.assign(given.ints().begin(), given.ints().end());
    }
    const KeyedAttr attr{AttrKey::kBroadcastDimensions, context_.ints(dims)};
    Op* broadcast = module_->add_op(region, OpKind::kBroadcastInDim, std::span(&operand, 1), std::span(&wanted, 1),
                                    std::span(&attr, 1));
    broadcast->set_offset(offset_of(parts.at));
    if (parts.location) broadcast->set_location(parts.location);
    operand = broadcast->result();
  }
  parts.broadcasting = {};
  Op* op = module_->add_op(region, parts.kind, parts.operands, signature.results, parts.attrs);
  op->set_offset(offset_of(parts.at));
  if (!parts.discardable.empty()) op->set_discardable_attributes(context_.dict(parts.discardable));
  if (parts.location) op->set_location(parts.location);
  return bind_results(parts, *op);
}

}  // namespace partita::core::text::stablehlo
