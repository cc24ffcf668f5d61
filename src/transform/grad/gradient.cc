#include "transform/grad/gradient.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/names.h"
#include "ir/unmark.h"
#include "transform/grad/remat.h"
#include "transform/loops/loops.h"

namespace partita::core::transform {

Result<std::vector<Value*>> append_vjp(Region& region, std::span<Value* const> inputs, std::span<Value* const> outputs,
                                       std::span<Value* const> cotangents, const GradOptions&) {
  const std::vector<Op*> ops = ops_of(region);
  Activity activity;
  for (const Value* input : inputs) activity.mark(input);
  activity.follow(ops);
  SameRegion values;
  Backward backward(TensorBuilder(region), values, activity);
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (activity.is_active(outputs[i])) backward.add(outputs[i], cotangents[i]);
  }
  PARTITA_CHECK_OK(backward.walk(ops));
  std::vector<Value*> found;
  for (const Value* input : inputs) found.push_back(backward.ct(input));
  return found;
}

namespace {

// Those that are asked for, or all that can be.
Result<std::vector<int>> chosen(const Module& module, const std::optional<std::vector<int>>& asked,
                                std::span<const Type> types, std::string_view what) {
  std::vector<int> out;
  if (asked) {
    for (int i : *asked) {
      if (i < 0 || i >= std::ssize(types)) {
        return Error{error_without_place(Code::kNotDifferentiable, fmt::format("there is no {}{}: the program has {}",
                                                                               what, i, types.size()))};
      }
      if (!is_differentiable(types[i])) {
        return Error{error_without_place(
            Code::kNotDifferentiable,
            fmt::format("{}{} is {}: only floats and complex numbers have derivatives; convert it, or leave it out",
                        what, i, types[i].to_string()))};
      }
      out.push_back(i);
    }
    return out;
  }
  for (int i = 0; i < std::ssize(types); ++i) {
    if (is_differentiable(types[i])) out.push_back(i);
  }
  if (!out.empty()) return out;
  return Error{error_without_place(
      Code::kNotDifferentiable,
      fmt::format("the program {} has no {} of floats or complex numbers, so there is nothing to differentiate",
                  module.name().empty() ? "" : "@" + std::string(module.name().text()), what == "arg" ? "argument" : "result"))};
}

Status check_policy(std::string_view save) {
  Result<SavePolicy> policy = SavePolicy::parse(save);
  return policy.ok() ? Status() : Status(policy.error());
}

// Only what says how a value lies on the devices: what else is known of it (names, aliases) is not true of its cotangent.
Attr placement_of(Context& context, Attr attrs) {
  Attr out;
  if (!attrs) return out;
  for (std::string_view key : {ir::sdy_names::kSharding, ir::hlo_names::kSharding}) {
    if (Attr sharding = attrs.get(key)) out = context.with_entry(out, key, sharding);
  }
  return out;
}

}  // namespace

Status differentiate(Function& function, const FunctionGradOptions& options) {
  Module& module = function.module();
  Context& context = module.context();
  Region& body = function.body();
  std::vector<Type> argument_types;
  for (const Value* argument : body.arguments()) argument_types.push_back(argument->type());
  const std::vector<Type> result_types(function.result_types().begin(), function.result_types().end());
  PARTITA_ASSIGN(const std::vector<int> wrt, chosen(module, options.wrt, argument_types, "arg"));
  PARTITA_ASSIGN(const std::vector<int> of, chosen(module, options.of, result_types, "out"));

  raise_loops(body);
  if (!options.how.save.empty()) {
    PARTITA_CHECK_OK(check_policy(options.how.save));
    checkpoint_loops(body, options.how.save);
  }
  std::vector<Value*> inputs, outputs, cts;
  for (int i : wrt) inputs.push_back(body.argument(i));
  const int given = function.num_arguments();
  for (int i : of) {
    outputs.push_back(body.terminator()->operand(i));
    cts.push_back(body.add_argument(result_types[i], context.name(fmt::format("ct{}", i))));
  }
  for (size_t k = 0; k < of.size(); ++k) {
    function.set_argument_attrs(given + static_cast<int>(k), placement_of(context, function.result_attrs(of[k])));
  }
  PARTITA_ASSIGN(std::vector<Value*> grads, append_vjp(body, inputs, outputs, cts, options.how));

  std::vector<Value*> returned;
  std::vector<Attr> attrs;
  if (options.value) {
    for (int i = 0; i < std::ssize(result_types); ++i) {
      returned.push_back(body.terminator()->operand(i));
      attrs.push_back(function.result_attrs(i));
    }
  }
  TensorBuilder b(body);
  for (size_t k = 0; k < wrt.size(); ++k) {
    returned.push_back(grads[k] != nullptr ? grads[k] : b.zeros(inputs[k]->type()));
    attrs.push_back(placement_of(context, function.argument_attrs(wrt[k])));
  }
  std::vector<Type> types;
  for (const Value* value : returned) types.push_back(value->type());
  body.terminator()->set_operands(returned);
  function.set_result_types(types);
  for (int i = 0; i < std::ssize(attrs); ++i) function.set_result_attrs(i, attrs[i]);
  ir::unmark(body);
  lower_loops(body);
  return {};
}

}  // namespace partita::core::transform
