// Elementwise ops, and those that hand their operands on.
#include <algorithm>
#include <string>

#include "shard/unbound_sharding.h"
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

// The axes that divide the examples: "x", or several, "x, y".
Result<shard::UnboundDim> dim_of_examples(std::string_view axes) {
  shard::UnboundDim dim;
  dim.open = axes.empty();
  for (size_t at = 0; at < axes.size();) {
    const size_t end = std::min(axes.find(',', at), axes.size());
    std::string_view one = axes.substr(at, end - at);
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    PARTITA_ASSIGN(shard::UnboundAxis axis, shard::parse_unbound_axis(one));
    dim.axes.push_back(std::move(axis));
    at = end + 1;
  }
  return dim;
}

bool names_axis_of(const UnboundSharding& sharding, const shard::UnboundDim& dim) {
  const auto overlaps = [&](const std::vector<shard::UnboundAxis>& axes) {
    return std::ranges::any_of(axes, [&](const auto& a) {
      return std::ranges::any_of(dim.axes, [&](const auto& b) { return a.name == b.name; });
    });
  };
  return std::ranges::any_of(sharding.dims, overlaps, &shard::UnboundDim::axes) || overlaps(sharding.pinned) ||
         overlaps(sharding.unreduced);
}

}  // namespace

// The new dimension lies as the caller says, or is left open.
Status vectorize_constraint(Batch& v) {
  Value* operand = v.mapped(0);
  const Attr attr = v.op().attr(AttrKey::kSharding);
  const std::string_view text = attr.is(AttrKind::kOpaque) ? attr.text() : std::string_view();
  const size_t begin = text.find('['), end = text.rfind('>');  // #sdy.sharding<@mesh, [{"x"}, {?}]>
  if (begin == std::string_view::npos || end == std::string_view::npos) {
    v.set(0, operand);  // a placement of another spelling: it speaks of fewer dimensions than there are now
    return {};
  }
  PARTITA_ASSIGN(UnboundSharding sharding, shard::parse_unbound_sharding(text.substr(begin, end - begin)));
  const std::string& axes = v.vectorizer().options().axis;
  PARTITA_ASSIGN(shard::UnboundDim examples, dim_of_examples(axes));
  if (names_axis_of(sharding, examples)) {
    return v.refuse("the hint names axis " + axes +
                    ", over which the examples are divided; take it out of the hint, or vectorize along another axis");
  }
  sharding.dims.insert(sharding.dims.begin(), std::move(examples));
  Op* copy = v.like_wider(std::span(&operand, 1));
  const std::string wider = std::string(text.substr(0, begin)) + sdy_text(sharding) + std::string(text.substr(end));
  copy->set_attr(AttrKey::kSharding, v.context().opaque_attr(wider));
  v.set_all(*copy);
  return {};
}

}  // namespace partita::core::transform
