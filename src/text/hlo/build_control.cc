// Loops, branches, calls: instructions that apply computations to tuples.
#include <fmt/format.h>

#include "ir/names.h"
#include "text/hlo/attributes.h"
#include "text/hlo/builder_tables.h"

namespace partita::core::text::hlo {

using namespace hlo_names;  // NOLINT: the names of discardable attributes

bool Builder::while_loop(Call& call) {
  if (call.operands.size() != 1) return fail(call, Code::kOperandCount, "while takes one operand");
  const Bundle& state = call.operands[0];
  const Computation* condition = computation(call, "condition");
  const Computation* body = computation(call, "body");
  if (condition == nullptr || body == nullptr) return false;
  if (!check_parameters(*condition, call.operands, call.in.at) || !check_parameters(*body, call.operands, call.in.at)) {
    return false;
  }
  if (call.shape != nullptr && !same_types(*call.shape, *state.shape)) {
    return fail(
        call, Code::kTypeMismatch,
        fmt::format("the loop is said to give {}, its state is {}", to_string(*call.shape), to_string(*state.shape)));
  }
  std::vector<Type> types;
  append_leaf_types(*state.shape, types);
  Op* op = emit(call, OpKind::kWhile, state.values, types, 2);
  std::vector<Attr> infos;
  const Shape* test = build_region(op, 0, *condition, nullptr, infos);
  const Shape* next = build_region(op, 1, *body, nullptr, infos);
  if (test == nullptr || next == nullptr) return false;
  if (test->tuple || !same_types(*next, *state.shape)) {
    return fail(call, Code::kTypeMismatch,
                test->tuple ? "the loop's condition gives a tuple"
                            : fmt::format("the loop's body gives {}, its state is {}", to_string(*next),
                                          to_string(*state.shape)));
  }
  op->set_discardable_attribute(kRegions, context_.array(infos));
  finish(call, op, call.shape != nullptr ? call.shape : state.shape);
  // The loop and the parameter of its body are one: what the loop does not say of its sharding the body does.
  Attr inner = infos[1].get("sharding");
  if (inner && !inner.elements().empty() && !inner.elements()[0].text().empty() &&
      !op->discardable_attribute(kSharding)) {
    op->set_discardable_attribute(kSharding, inner.elements()[0]);
  }
  return true;
}

bool Builder::conditional(Call& call) {
  if (call.operands.empty() || call.operands[0].shape->tuple || !call.operands[0].shape->type.is_tensor() ||
      call.operands[0].shape->type.rank() != 0) {
    return fail(call, Code::kHloBadShape, "a conditional begins with a scalar that says which branch is taken");
  }
  std::vector<const Computation*> branches;
  bool two_way = call.operands[0].shape->type.element() == ElementType::kPred;
  if (two_way) {
    branches = {computation(call, "true_computation"), computation(call, "false_computation")};
    if (branches[0] == nullptr || branches[1] == nullptr) return false;
  } else {
    Attribute* attribute = take_attribute(call.in, "branch_computations");
    if (attribute == nullptr) {
      return fail(call, Code::kHloBadAttribute, "a conditional over a number needs the attribute branch_computations");
    }
    std::vector<std::string_view> names;
    if (!parse_names(reading_, attribute->value, names)) return false;
    for (std::string_view name : names) branches.push_back(syntax_.find(name));
  }
  if (branches.empty() || call.operands.size() != branches.size() + 1) {
    return fail(call, Code::kOperandCount,
                fmt::format("a conditional of {} branches takes {} operands, here are {}", branches.size(),
                            branches.size() + 1, call.operands.size()));
  }
  for (size_t i = 0; i < branches.size(); ++i) {
    if (!check_parameters(*branches[i], std::span(call.operands).subspan(i + 1, 1), call.in.at)) return false;
  }
  const Computation& first = *branches[0];
  const Shape* shape = call.shape != nullptr     ? call.shape
                       : first.result != nullptr ? first.result
                                                 : first.instructions[first.root].shape;
  if (shape == nullptr) return fail(call, Code::kHloBadShape, "the shape of the conditional cannot be told: write it");
  std::vector<Type> types;
  append_leaf_types(*shape, types);
  Op* op = emit(call, two_way ? OpKind::kIf : OpKind::kCase, call.operands[0].values, types,
                static_cast<int>(branches.size()));
  std::vector<Attr> infos;
  for (size_t i = 0; i < branches.size(); ++i) {
    std::vector<Bundle> given = {call.operands[i + 1]};
    const Shape* result = build_region(op, i, *branches[i], &given, infos);
    if (result == nullptr) return false;
    if (!same_types(*result, *shape)) {
      return fail(call, Code::kTypeMismatch,
                  fmt::format("branch {} gives {}, the conditional {}", i, to_string(*result), to_string(*shape)));
    }
  }
  op->set_discardable_attribute(kRegions, context_.array(infos));
  finish(call, op, shape);
  return true;
}

// call and fusion: a function that the import inlines.
bool Builder::call(Call& call) {
  bool fusion = call.opcode.name == "fusion";
  const Computation* target = computation(call, fusion ? "calls" : "to_apply");
  if (target == nullptr || !check_parameters(*target, call.operands, call.in.at)) return false;
  const Shape* result = nullptr;
  Function* function = build_function(*target, &result);
  if (result == nullptr) return false;
  if (call.shape != nullptr && !same_types(*call.shape, *result)) {
    return fail(call, Code::kTypeMismatch,
                fmt::format("the call is said to give {}, {} gives {}", to_string(*call.shape), target->name,
                            to_string(*result)));
  }
  std::vector<Value*> operands;
  std::vector<Type> types;
  flat_operands(call, operands, true);
  append_leaf_types(*result, types);
  call.attrs = {{AttrKey::kCallee, context_.symbol(function->name().text())}};
  Op* op = emit(call, OpKind::kCall, operands, types);
  if (fusion) op->set_discardable_attribute(kOpcode, text("fusion"));
  finish(call, op, call.shape != nullptr ? call.shape : result);
  return true;
}

}  // namespace partita::core::text::hlo
