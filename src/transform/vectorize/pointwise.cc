// Elementwise ops, and those that hand their operands on.
#include <string>

#include "transform/vectorize/rules.h"

namespace partita::core::transform {

// A scalar may stand in for a tensor (clamp's limits, select's condition): mapped, it is spread over the others' shape.
Status vectorize_pointwise(Batch& v) {
  const Type result = v.op().result()->type();
  std::vector<Value*> operands;
  for (int i = 0; i < v.op().num_operands(); ++i) {
    const Type type = v.op().operand(i)->type();
    if (type.rank() == result.rank()) {
      operands.push_back(v.mapped(i));
    } else if (!v.is_mapped(i)) {
      operands.push_back(v.operand(i).value);
    } else {
      const Type wide = v.b().with_element(v.wider(result), type.element());
      const int64_t first = 0;
      operands.push_back(v.b().broadcast(v.operand(i).value, wide, std::span(&first, 1)));
    }
  }
  v.set_all(*v.like_wider(operands));
  return {};
}

Status vectorize_map(Batch& v) {
  if (v.regions_read_mapped()) return vectorize_rows(v);
  Op* copy = v.like_wider(v.all_mapped());
  copy->set_attr(AttrKey::kDimensions, v.context().ints(ir::counting(v.op().result()->type().rank() + 1)));
  v.set_all(*copy);
  return {};
}

Status vectorize_each(Batch& v) {
  std::vector<Value*> operands;
  std::vector<Type> types;
  for (int i = 0; i < v.op().num_operands(); ++i) operands.push_back(v.operand(i).value);
  for (int i = 0; i < v.op().num_results(); ++i) types.push_back(operands[i]->type());
  Op* copy = v.like(operands, types);
  for (int i = 0; i < v.op().num_results(); ++i) v.set(i, copy->result(i), v.is_mapped(i));
  return {};
}

namespace {

// "#sdy.sharding<@mesh, [{"x"}, {?}]>" with a dimension before the others.
std::string with_dimension(std::string_view sharding, std::string_view axis) {
  const size_t open = sharding.find('[');
  std::string dimension = "{?}";
  if (!axis.empty()) {
    dimension = "{";
    for (size_t at = 0; at < axis.size();) {
      const size_t end = std::min(axis.find(',', at), axis.size());
      std::string_view one = axis.substr(at, end - at);
      while (one.starts_with(' ')) one.remove_prefix(1);
      while (one.ends_with(' ')) one.remove_suffix(1);
      dimension += (dimension.size() > 1 ? ", \"" : "\"") + std::string(one) + "\"";
      at = end + 1;
    }
    dimension += "}";
  }
  const bool scalar = sharding.substr(open + 1).starts_with(']');
  return std::string(sharding.substr(0, open + 1)) + dimension + (scalar ? "" : ", ") +
         std::string(sharding.substr(open + 1));
}

bool names_axis(std::string_view sharding, std::string_view axes) {
  for (size_t at = 0; at < axes.size();) {
    const size_t end = std::min(axes.find(',', at), axes.size());
    std::string_view one = axes.substr(at, end - at);
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    if (sharding.find("\"" + std::string(one) + "\"") != std::string_view::npos) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

// The new dimension lies as the caller says, or is left open.
Status vectorize_constraint(Batch& v) {
  Value* operand = v.mapped(0);
  const std::string& axis = v.vectorizer().options().axis;
  const Attr sharding = v.op().attr(AttrKey::kSharding);
  if (!sharding.is(AttrKind::kOpaque) || sharding.text().find('[') == std::string_view::npos) {
    v.set(0, operand);  // a placement of another spelling: it speaks of fewer dimensions than there are now
    return {};
  }
  if (names_axis(sharding.text(), axis)) {
    return v.refuse("the hint names axis " + axis +
                    ", over which the examples are divided; take it out of the hint, or vectorize along another axis");
  }
  Op* copy = v.like_wider(std::span(&operand, 1));
  copy->set_attr(AttrKey::kSharding, v.context().opaque_attr(with_dimension(sharding.text(), axis)));
  v.set_all(*copy);
  return {};
}

}  // namespace partita::core::transform
