// Custom calls, and instructions that run aside: X-start, X-update, X-done.
#include <fmt/format.h>

#include <algorithm>

#include "ir/names.h"
#include "text/hlo/attributes.h"
#include "text/hlo/builder_tables.h"

namespace partita::core::text::hlo {
namespace {

using K = AttrKey;

// {1,0} as [1, 0]; nothing where the layout says more than the order of dimensions.
std::optional<IntList> plain_layout(std::string_view layout) {
  if (layout.empty() || layout.find_first_not_of("{}0123456789, ") != std::string_view::npos) return std::nullopt;
  IntList order;
  int64_t number = -1;
  for (char c : layout) {
    bool digit = c >= '0' && c <= '9';
    if (digit && number < 1'000'000) number = (number < 0 ? 0 : number * 10) + (c - '0');
    if (digit || number < 0) continue;
    order.push_back(number);
    number = -1;
  }
  return order;
}

std::optional<Attr> plain_layouts(Context& context, const Shape& shape) {
  std::vector<std::string_view> layouts;
  std::vector<Type> types;
  append_leaf_layouts(shape, layouts);
  append_leaf_types(shape, types);
  std::vector<Attr> list;
  for (size_t i = 0; i < types.size(); ++i) {
    bool flat = !types[i].is_tensor() || types[i].rank() == 0;  // nothing to order, nothing written
    std::optional<IntList> order = flat && layouts[i].empty() ? IntList() : plain_layout(layouts[i]);
    if (!order) return std::nullopt;
    list.push_back(context.ints(*order, "index"));
  }
  return context.array(list);
}

}  // namespace

bool Builder::custom_call(Call& call) {
  const Instruction& in = call.in;
  std::vector<Value*> operands;
  std::vector<Type> types;
  flat_operands(call, operands, true);
  if (call.shape == nullptr) return fail(call, Code::kHloBadShape, "a custom-call needs a shape");
  append_leaf_types(*call.shape, types);
  auto put = [&](K key, Attr value) { call.attrs.push_back({key, value}); };

  Attribute* target = take_attribute(in, "custom_call_target");
  if (target == nullptr)
    return fail(call, Code::kHloBadAttribute, "custom-call needs the attribute custom_call_target");
  std::string content;
  if (!parse_string(reading_, target->value, content)) return false;
  put(K::kCallTargetName, text(content));
  if (Attribute* effect = take_attribute(in, "custom_call_has_side_effect")) {
    bool flag = false;
    if (!parse_bool(reading_, effect->value, flag)) return false;
    put(K::kHasSideEffect, context_.boolean(flag));
  }
  for (std::string_view name : {"opaque", "backend_config"}) {
    if (Attribute* config = take_attribute(in, name)) {
      if (!parse_string(reading_, config->value, content)) return false;
      put(K::kBackendConfig, text(content));
    }
  }
  if (Attribute* version = take_attribute(in, "api_version")) {
    static constexpr std::string_view kVersions[] = {"API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
                                                     "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI"};
    auto at = std::find(std::begin(kVersions), std::end(kVersions), version->value);
    if (at == std::end(kVersions)) {
      return reading_.error(version->value.data(), Code::kHloBadAttribute, "there is no such version of custom calls");
    }
    put(K::kApiVersion, context_.integer(at - std::begin(kVersions) + 1, "i32"));
  }
  if (Attribute* schedule = take_attribute(in, "schedule")) put(K::kCustomCallSchedule, text(schedule->value));

  std::vector<Attr> symbols;
  for (std::string_view name : {"to_apply", "called_computations"}) {
    Attribute* attribute = take_attribute(in, name);
    std::vector<std::string_view> names;
    if (attribute == nullptr) continue;
    if (!parse_names(reading_, attribute->value, names)) return false;
    for (std::string_view computation : names) {
      const Shape* result = nullptr;
      symbols.push_back(context_.symbol(build_function(*syntax_.find(computation), &result)->name().text()));
      if (result == nullptr) return false;
    }
  }
  if (!symbols.empty()) put(K::kCalledComputations, context_.array(symbols));

  if (Attribute* layouts = find_attribute(in, "operand_layout_constraints")) {
    Lexer lexer(reading_, "(" == layouts->value.substr(0, 1) ? layouts->value : inside(layouts->value));
    std::vector<const Shape*> shapes;
    while (!lexer.at_end()) {
      const Shape* shape = parse_shape(lexer);
      if (shape == nullptr || (!lexer.eat(',') && !lexer.at_end())) {
        return shape == nullptr ? false : lexer.error("expected ',' between shapes, found " + shown(lexer));
      }
      shapes.push_back(shape);
    }
    // StableHLO knows orders of dimensions only: what says more stays as it is written.
    std::optional<Attr> of_operands = plain_layouts(context_, *tuple_shape(reading_, shapes));
    std::optional<Attr> of_results = plain_layouts(context_, *call.shape);
    if (of_operands && of_results) {
      layouts->used = true;
      put(K::kOperandLayouts, *of_operands);
      put(K::kResultLayouts, *of_results);
    }
  }
  if (Attribute* aliases = take_attribute(in, "output_to_operand_aliasing")) {
    std::vector<AliasText> list;
    std::vector<Attr> attrs;
    if (!parse_aliases(reading_, aliases->value, true, list)) return false;
    for (const AliasText& alias : list) {
      attrs.push_back(context_.opaque_attr(
          fmt::format("#stablehlo.output_operand_alias<output_tuple_indices = [{}], operand_index = {}, "
                      "operand_tuple_indices = [{}]>",
                      fmt::join(alias.output, ", "), alias.parameter, fmt::join(alias.index, ", "))));
    }
    put(K::kOutputOperandAliases, context_.array(attrs));
  }
  finish(call, emit(call, OpKind::kCustomCall, operands, types), call.shape);
  return true;
}

// --- asynchronous forms
// ----------------------------------------------------------------------------------------------------

// What the end gives, from the shape of the start:
//   async-start, X-start        ((operands…), result, state…)
//   all-gather-start            (operand, result)     collective-permute-start  (operand, result, u32[], u32[])
//   copy-start                  (result, operand, u32[])
//   all-reduce-start            result
static const Shape* started_result(std::string_view opcode, const Shape& shape) {
  if (opcode == "all-reduce-start") return &shape;
  size_t part = opcode == "copy-start" ? 0 : 1;
  return shape.tuple && shape.parts.size() > part ? shape.parts[part] : nullptr;
}

bool Builder::async_start(Call& call) {
  const Instruction& in = call.in;
  std::string_view name = call.opcode.name;
  const Shape* result = call.shape == nullptr ? nullptr : started_result(name, *call.shape);
  if (result == nullptr) {
    return fail(call, Code::kHloBadShape,
                fmt::format("{} needs the shape of what it takes and what its end gives", name));
  }
  std::vector<Value*> operands;
  std::vector<Type> parts;
  flat_operands(call, operands, true);
  append_leaf_types(*result, parts);
  Type future = context_.future(parts);

  std::vector<KeyedAttr> attrs;
  for (std::string_view key : {"async_execution_thread", "execution_thread"}) {
    std::string thread;
    if (Attribute* attribute = take_attribute(in, key)) {
      if (!parse_string(reading_, attribute->value, thread)) return false;
      attrs.push_back({K::kExecutionThread, text(thread)});
    }
  }
  call.attrs = std::move(attrs);
  Op* op = emit(call, OpKind::kAsyncStart, operands, std::span(&future, 1), 1);

  // The region takes what the start takes.
  Region& region = op->region(0);
  std::vector<Bundle> given;
  for (const Bundle& operand : call.operands) {
    Value** values = reading_.arena.array<Value*>(operand.values.size());
    for (size_t i = 0; i < operand.values.size(); ++i) values[i] = region.add_argument(operand.values[i]->type());
    given.push_back({operand.shape, {values, operand.values.size()}});
  }
  std::vector<Attr> infos;
  if (name == "async-start") {
    const Computation* target = computation(call, "calls");
    if (target == nullptr || !check_parameters(*target, given, in.at)) return false;
    for (size_t i = 0; i < given.size(); ++i) {
      const Instruction& parameter = target->instructions[target->parameters[i]];
      if (!given[i].shape->tuple) given[i].values[0]->set_name(context_.name(parameter.name));
    }
    const Shape* root = build_region(op, 0, *target, &given, infos);
    if (root == nullptr) return false;
    if (!same_types(*root, *result)) {
      return fail(
          call, Code::kTypeMismatch,
          fmt::format("the start is said to give {}, {} gives {}", to_string(*result), target->name, to_string(*root)));
    }
    // What is started is written with flat lists of operands and results, whatever tuples they came in.
    for (Attr& info : infos) {
      if (!info.get("parameters")) continue;
      info = context_.with_entry(context_.with_entry(info, "parameters", {}), "sharding", {});
    }
    take_attribute(in, "output_to_operand_aliasing");  // indices into those tuples
    op->set_discardable_attribute(hlo_names::kRegions, context_.array(infos));
  } else {
    std::optional<Opcode> wrapped = find_opcode(name.substr(0, name.size() - std::string_view("-start").size()));
    Call inner{in, *wrapped, call.body, region, given, result, true, {}, {}};
    if (!(this->*wrapped->handler)(inner)) return false;
    if (!same_types(*inner.result.shape, *result)) {
      return fail(call, Code::kTypeMismatch, fmt::format("the start does not give {}", to_string(*result)));
    }
    Op* end = module_.add_op(region, OpKind::kReturn, inner.result.values, {});
    end->set_offset(reading_.offset(in.at));
  }
  call.result = bundle_of(op, result);
  call.result.kind = Bundle::Kind::kAsync;
  decorate(call, op);
  return true;
}

namespace {

// Attributes of what was started that its update and end repeat, and which buffers it shares: indices into nested
// tuples, which are flat in the representation.
constexpr std::string_view kSaidByStart[] = {"async_execution_thread", "calls", "output_to_operand_aliasing"};

}  // namespace

bool Builder::async_update(Call& call) {
  if (call.operands.size() != 1 || call.operands[0].kind != Bundle::Kind::kAsync) {
    return fail(call, Code::kHloSyntax, fmt::format("{} takes what a start gave", call.in.opcode));
  }
  for (std::string_view ignored : kSaidByStart) take_attribute(call.in, ignored);
  Bundle state = call.operands[0];
  Type future = state.values[0]->type();
  Op* op = emit(call, OpKind::kAsyncUpdate, state.values, std::span(&future, 1));
  call.result = bundle_of(op, state.shape);
  call.result.kind = Bundle::Kind::kAsync;
  decorate(call, op);
  return true;
}

bool Builder::async_done(Call& call) {
  if (call.operands.size() != 1 || call.operands[0].kind != Bundle::Kind::kAsync) {
    return fail(call, Code::kHloSyntax, fmt::format("{} takes what a start gave", call.in.opcode));
  }
  for (std::string_view ignored : kSaidByStart) take_attribute(call.in, ignored);
  const Bundle& state = call.operands[0];
  if (call.shape != nullptr && !same_types(*call.shape, *state.shape)) {
    return fail(
        call, Code::kTypeMismatch,
        fmt::format("the end is said to give {}, its start {}", to_string(*call.shape), to_string(*state.shape)));
  }
  std::vector<Type> types;
  append_leaf_types(*state.shape, types);
  Op* op = emit(call, OpKind::kAsyncDone, state.values, types);
  finish(call, op, call.shape != nullptr ? call.shape : state.shape);
  op->set_discardable_attribute(hlo_names::kResultTuple, {});
  return true;
}

}  // namespace partita::core::text::hlo
