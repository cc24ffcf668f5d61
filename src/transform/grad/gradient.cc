#include "transform/grad/gradient.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ir/names.h"
#include "ir/unmark.h"
#include "transform/grad/relu.h"
#include "transform/grad/remat.h"
#include "transform/loops/loops.h"

namespace partita::core::transform {

Result<std::vector<Value*>> append_vjp(Region& region, std::span<Value* const> inputs, std::span<Value* const> outputs,
                                       std::span<Value* const> cotangents, const GradOptions& options) {
  const std::vector<Op*> ops = ops_of(region);
  Activity activity;
  for (const Value* input : inputs) activity.mark(input);
  activity.follow(ops);
  SameRegion values;
  Backward backward(TensorBuilder(region), values, activity, options);
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
Result<std::vector<int>> chosen(const Function& function, const std::optional<std::vector<int>>& asked,
                                std::span<const Type> types, std::string_view what) {
  std::vector<int> out;
  if (asked) {
    for (int i : *asked) {
      if (i < 0 || i >= std::ssize(types)) {
        return Error{error_without_place(Code::kNotDifferentiable,
                                         fmt::format("there is no {}{}: the program has {}", what, i, types.size()))};
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
      fmt::format("@{} has no {} of floats or complex numbers, so there is nothing to differentiate",
                  function.name().text(), what == "arg" ? "argument" : "result"))};
}

Status check_policy(std::string_view save) {
  Result<SavePolicy> policy = SavePolicy::parse(save);
  return policy.ok() ? Status() : Status(policy.error());
}

// Only what says how a value lies on the devices: what else is known of it (names, aliases) is not true of its
// cotangent.
Attr placement_of(Context& context, Attr attrs) {
  Attr out;
  if (!attrs) return out;
  for (std::string_view key : {ir::sdy_names::kSharding, ir::hlo_names::kSharding}) {
    if (Attr sharding = attrs.get(key)) out = context.with_entry(out, key, sharding);
  }
  return out;
}

// The entries of {true,false}; one stands for all, and false for those that it does not have.
std::vector<std::string> entries_of(Attr list, int count) {
  std::vector<std::string> entries;
  const std::string_view text = list.is(AttrKind::kString) ? list.text() : std::string_view();
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of("{},", at), text.size());
    if (end > at) entries.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  const std::string rest = entries.size() == 1 ? entries[0] : "false";
  entries.resize(count, rest);
  return entries;
}

// What the module says about each argument and result, for those there are now: a cotangent is as free as its result, a
// gradient as its argument. Results that are gone are no aliases of arguments.
void fit_header(Function& function, int arguments, int results, std::span<const int> of, std::span<const int> wrt,
                bool value) {
  Module& module = function.module();
  Context& context = module.context();
  const std::vector<std::string> in =
      entries_of(module.discardable_attribute(ir::hlo_names::kOpenParameters), arguments);
  const std::vector<std::string> out = entries_of(module.discardable_attribute(ir::hlo_names::kOpenOutput), results);
  std::vector<std::string> inputs = in, outputs = value ? out : std::vector<std::string>();
  for (int i : of) inputs.push_back(out[i]);
  for (int i : wrt) outputs.push_back(in[i]);
  auto write = [&](std::string_view name, const std::vector<std::string>& entries) {
    if (!module.discardable_attribute(name)) return;
    module.set_discardable_attribute(name, context.string(fmt::format("{{{}}}", fmt::join(entries, ","))));
  };
  write(ir::hlo_names::kOpenParameters, inputs);
  write(ir::hlo_names::kOpenOutput, outputs);
  if (value) return;
  module.set_discardable_attribute("hlo.input_output_alias", {});
  for (int i = 0; i < arguments; ++i) {
    if (Attr attrs = function.argument_attrs(i)) {
      function.set_argument_attrs(i, context.with_entry(attrs, ir::hlo_names::kAliasingOutput, {}));
    }
  }
}

}  // namespace

Result<GradientEnds> differentiate(Function& function, const FunctionGradOptions& options) {
  Module& module = function.module();
  Context& context = module.context();
  Region& body = function.body();
  std::vector<Type> argument_types;
  for (const Value* argument : body.arguments()) argument_types.push_back(argument->type());
  const std::vector<Type> result_types(function.result_types().begin(), function.result_types().end());
  PARTITA_ASSIGN(const std::vector<int> wrt, chosen(function, options.wrt, argument_types, "arg"));
  PARTITA_ASSIGN(const std::vector<int> of, chosen(function, options.of, result_types, "out"));

  raise_loops(body);
  if (!options.how.save.empty()) {
    PARTITA_CHECK_OK(check_policy(options.how.save));
    checkpoint_loops(body, options.how.save, options.how.keeps);
  }
  if (options.how.segment > 0) segment_loops(body, options.how.segment);
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
  const size_t forward_values = module.num_value_ids();
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
  fit_header(function, given, static_cast<int>(result_types.size()), of, wrt, options.value);
  ir::unmark(body);
  unmark_relus(body);
  lower_loops(body);
  return GradientEnds{wrt, of, forward_values};
}

}  // namespace partita::core::transform
