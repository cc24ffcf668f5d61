#include "text/hlo/promote.h"

#include <optional>
#include <vector>

#include "ir/builder.h"
#include "ir/infer.h"

namespace partita::core::text::hlo {
namespace {

// Values of an op that must be of one type: operands and results, and arguments and results of its regions.
struct Group {
  struct Inside {
    int region, index;
  };
  std::vector<int> operands, results;
  std::vector<Inside> arguments, returns;
};

// `count` pairs of an input and what it is combined with, `apart` operands later.
std::vector<Group> pairs(int count, int apart) {
  std::vector<Group> groups;
  for (int i = 0; i < count; ++i) groups.push_back({{i, apart + i}, {i}, {{0, i}, {0, count + i}}, {{0, i}}});
  return groups;
}

std::vector<Group> groups_of(const Op& op) {
  const int operands = op.num_operands();
  auto all = [](int count) {
    std::vector<int> out;
    for (int i = 0; i < count; ++i) out.push_back(i);
    return out;
  };
  switch (op.kind()) {
    case OpKind::kScatter: return operands % 2 == 1 ? pairs(operands / 2, operands / 2 + 1) : std::vector<Group>();
    case OpKind::kReduce:
    case OpKind::kReduceWindow: return operands % 2 == 0 ? pairs(operands / 2, operands / 2) : std::vector<Group>();
    case OpKind::kAllReduce:
    case OpKind::kReduceScatter: return {{all(operands), all(op.num_results()), {{0, 0}, {0, 1}}, {{0, 0}}}};
    case OpKind::kSelectAndScatter: return {{all(operands), {0}, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, {{1, 0}}}};
    case OpKind::kSort: {
      std::vector<Group> groups;
      for (int i = 0; i < operands; ++i) groups.push_back({{i}, {i}, {{0, 2 * i}, {0, 2 * i + 1}}, {}});
      return groups;
    }
    case OpKind::kConcatenate: return {{all(operands), {0}, {}, {}}};
    case OpKind::kPad:
    case OpKind::kDynamicUpdateSlice: return {{{0, 1}, {0}, {}, {}}};
    default: break;
  }
  if (!op.info().has(kElementwise)) return {};
  Group group;  // a predicate may stand beside the numbers
  auto is_number = [](const Value* value) { return value->type().is_tensor() && is_float(value->type().element()); };
  for (int i = 0; i < operands; ++i) {
    if (is_number(op.operand(i))) group.operands.push_back(i);
  }
  for (int i = 0; i < op.num_results(); ++i) {
    if (is_number(op.result(i))) group.results.push_back(i);
  }
  return {group};
}

bool is_there(const Op& op, const Group& group) {
  for (int i : group.results) {
    if (i >= op.num_results()) return false;
  }
  for (const Group::Inside& at : group.arguments) {
    if (at.region >= op.num_regions() || at.index >= op.region(at.region).num_arguments()) return false;
  }
  for (const Group::Inside& at : group.returns) {
    const Op* end = op.region(at.region).terminator();
    if (end == nullptr || at.index >= end->num_operands()) return false;
  }
  return true;
}

// The widest type of the group; nothing where all are of one, or some are no floats.
std::optional<ElementType> widest(const Op& op, const Group& group) {
  std::vector<Type> types;
  for (int i : group.operands) types.push_back(op.operand(i)->type());
  for (int i : group.results) types.push_back(op.result(i)->type());
  for (const Group::Inside& at : group.arguments) types.push_back(op.region(at.region).argument(at.index)->type());
  for (const Group::Inside& at : group.returns) {
    types.push_back(op.region(at.region).terminator()->operand(at.index)->type());
  }
  bool same = true;
  ElementType wide = ElementType::kPred;
  for (Type type : types) {
    if (!type.is_tensor() || !is_float(type.element())) return std::nullopt;
    same = same && type.element() == types[0].element();
    if (wide == ElementType::kPred || bit_width(type.element()) > bit_width(wide)) {
      wide = type.element();
    } else if (bit_width(type.element()) == bit_width(wide) && type.element() != wide) {
      wide = ElementType::kF32;  // of two such as bf16 and f16 neither holds the other
    }
  }
  return same ? std::nullopt : std::optional(wide);
}

// Nearly every op is of one precision, and costs no more than this.
bool has_two_precisions(const Op& op) {
  std::optional<ElementType> first;
  bool two = false;
  auto see = [&](const Value* value) {
    if (!value->type().is_tensor() || !is_float(value->type().element())) return;
    if (!first) first = value->type().element();
    two = two || *first != value->type().element();
  };
  for (int i = 0; i < op.num_operands(); ++i) see(op.operand(i));
  for (int i = 0; i < op.num_results(); ++i) see(op.result(i));
  for (int i = 0; i < op.num_regions(); ++i) {
    const Region& region = op.region(i);
    for (int k = 0; k < region.num_arguments(); ++k) see(region.argument(k));
    const Op* end = region.terminator();
    for (int k = 0; end != nullptr && k < end->num_operands(); ++k) see(end->operand(k));
  }
  return two;
}

bool is_well_typed(const Op& op) {
  std::vector<Type> operands;
  std::vector<const Region*> regions;
  for (int i = 0; i < op.num_operands(); ++i) operands.push_back(op.operand(i)->type());
  for (int i = 0; i < op.num_regions(); ++i) regions.push_back(&op.region(i));
  const InferredTypes inferred = infer_types(op.module().context(), op.kind(), operands, op.attrs(), regions);
  if (inferred.state == InferredTypes::State::kInvalid) return false;
  if (inferred.state == InferredTypes::State::kFree) return true;
  for (int i = 0; i < op.num_results(); ++i) {
    if (inferred.types[i] != op.result(i)->type()) return false;
  }
  return true;
}

void promote(Op& op, const Group& group, ElementType wide) {
  Context& context = op.module().context();
  auto widened = [&](Type type) { return context.tensor(wide, type.dims()); };
  auto convert = [&](Op& before, Value* value, Type type) {
    return ir::Builder(&before).value(OpKind::kConvert, {value}, type);
  };
  for (int i : group.operands) {
    Value* value = op.operand(i);
    if (value->type().element() != wide) op.set_operand(i, convert(op, value, widened(value->type())));
  }
  for (const Group::Inside& at : group.arguments) {
    Region& region = op.region(at.region);
    Value* argument = region.argument(at.index);
    const Type own = argument->type();
    if (own.element() == wide) continue;
    argument->set_type(widened(own));
    Value* narrow = convert(*region.first(), argument, own);
    argument->replace_all_uses_with(narrow);
    narrow->op()->set_operand(0, argument);
  }
  for (const Group::Inside& at : group.returns) {
    Op& end = *op.region(at.region).terminator();
    Value* value = end.operand(at.index);
    if (value->type().element() != wide) end.set_operand(at.index, convert(end, value, widened(value->type())));
  }
  for (int i : group.results) op.result(i)->set_type(widened(op.result(i)->type()));
}

// A product of floats and integers: the integers become floats of the result's type, as XLA does it.
bool promote_product(Op& op) {
  const bool product = op.is(OpKind::kDotGeneral) || op.is(OpKind::kConvolution) || op.is(OpKind::kRaggedDot);
  if (!product || op.num_operands() < 2 || op.num_results() != 1) return false;
  for (int i = 0; i < 2; ++i) {
    if (!op.operand(i)->type().is_tensor()) return false;
  }
  const ElementType elements[] = {op.operand(0)->type().element(), op.operand(1)->type().element()};
  for (int i = 0; i < 2; ++i) {
    if (!is_integer(elements[i]) || !is_float(elements[1 - i])) continue;
    const Type given = op.result()->type();
    const bool by_result = given.is_tensor() && is_float(given.element());
    const Type type =
        op.module().context().tensor(by_result ? given.element() : elements[1 - i], op.operand(i)->type().dims());
    op.set_operand(i, ir::Builder(&op).value(OpKind::kConvert, {op.operand(i)}, type));
    return true;
  }
  return false;
}

}  // namespace

bool promote_precisions(Op& op) {
  if (promote_product(op)) return true;
  if (!has_two_precisions(op)) return false;
  bool changed = false;
  std::optional<bool> well_typed;
  for (const Group& group : groups_of(op)) {
    if (!is_there(op, group)) continue;
    const std::optional<ElementType> wide = widest(op, group);
    if (!wide) continue;
    if (!well_typed) well_typed = is_well_typed(op);
    if (*well_typed) return false;
    promote(op, group, *wide);
    changed = true;
  }
  return changed;
}

}  // namespace partita::core::text::hlo
