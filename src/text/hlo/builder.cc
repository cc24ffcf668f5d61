#include "text/hlo/builder.h"

#include <fmt/format.h>

#include "ir/names.h"
#include "text/common/sharding_text.h"
#include "text/hlo/attributes.h"
#include "text/hlo/builder_tables.h"

namespace partita::core::text::hlo {

using namespace hlo_names;  // NOLINT: the names of discardable attributes

namespace {

// A program of this many leaves of tuples in all is no program: doubling a tuple line by line gets there quickly.
constexpr int64_t kMaxLeaves = int64_t{1} << 24;

}  // namespace

Attribute* find_attribute(const Instruction& in, std::string_view name) {
  for (Attribute& attribute : in.attributes) {
    if (attribute.name == name) return &attribute;
  }
  return nullptr;
}

bool is_inlined_tuple(const Instruction& in) {
  if (in.opcode == "tuple") return !in.name.empty();
  bool inlined = in.opcode == "call" || in.opcode == "fusion";
  return inlined && in.shape != nullptr && in.shape->tuple && !in.name.empty();
}

Attribute* take_attribute(const Instruction& in, std::string_view name) {
  Attribute* attribute = find_attribute(in, name);
  if (attribute != nullptr) attribute->used = true;
  return attribute;
}

Builder::Builder(Reading& reading, const Syntax& syntax, Module& module)
    : reading_(reading),
      context_(reading.context),
      syntax_(syntax),
      module_(module),
      tables_(std::make_unique<Tables>(reading.context)) {}
Builder::~Builder() = default;

bool Builder::build() {
  std::vector<const Computation*> called;
  if (!check_references(reading_, syntax_, called) || !build_header()) return false;
  for (const Computation* c : called) {
    bool entry = c == syntax_.entry;
    // The entry is @main; should a computation that is called have that name, it gets another.
    std::string name(entry ? "main" : c->name);
    while (!entry && (name == "main" || (name != c->name && syntax_.find(name) != nullptr))) name += "_";
    Function* function = module_.add_function(context_.name(name), {}, {});
    function->set_private(!entry);
    function->set_offset(reading_.offset(c->at));
    tables_->functions[c].function = function;
  }
  const Shape* result = nullptr;
  for (const Computation* c : called) build_function(*c, &result);
  if (reading_.failed()) return false;
  give_back_frontend_attributes();
  return mark_aliases(*tables_->functions[syntax_.entry].result);
}

bool Builder::count_leaves(const char* at, int64_t leaves) {
  tables_->leaves += leaves;
  if (tables_->leaves <= kMaxLeaves) return true;
  return reading_.error(at, Code::kTooLarge, "the tuples of the program have too many parts");
}

Function* Builder::build_function(const Computation& computation, const Shape** result) {
  Built& built = tables_->functions[&computation];
  Function* function = built.function;
  if (!built.done) {
    built.done = true;
    std::vector<Bundle> parameters;
    bool fine = true;
    for (int index : computation.parameters) {
      const Instruction& in = computation.instructions[index];
      if (in.shape == nullptr) {
        fine = reading_.error(in.at, Code::kHloBadShape, "a parameter needs a shape");
        continue;
      }
      std::vector<Type> types;
      append_leaf_types(*in.shape, types);
      Value** values = reading_.arena.array<Value*>(types.size());
      for (size_t i = 0; i < types.size(); ++i) {
        values[i] = function->body().add_argument(types[i], in.shape->tuple ? Name() : context_.name(in.name));
      }
      parameters.push_back({in.shape, {values, types.size()}});
    }
    Body body{computation, function->body(), function, parameters, {}, {}};
    Bundle root = fine ? build_body(body) : Bundle();
    if (root.shape != nullptr) {
      finish_function(function, body, root);
      tables_->functions[&computation].result = root.shape;
    }
  }
  *result = tables_->functions[&computation].result;
  return function;
}

Bundle Builder::build_body(Body& body) {
  const Computation& computation = body.computation;
  body.bundles.resize(computation.instructions.size());
  for (size_t i = 0; i < computation.instructions.size(); ++i) {
    if (reading_.full()) return {};
    build_instruction(body, i);
  }
  write_hints();
  const Instruction& in = computation.instructions[computation.root];
  Bundle root = body.bundles[computation.root];
  if (root.shape == nullptr) return {};
  if (root.kind != Bundle::Kind::kValues) {
    reading_.error(in.at, Code::kHloSyntax, "what is started here must end in the same computation");
    return {};
  }
  if (computation.result != nullptr && !same_types(*computation.result, *root.shape)) {
    reading_.error(computation.at, Code::kTypeMismatch,
                   fmt::format("the computation is said to give {}, its root gives {}", to_string(*computation.result),
                               to_string(*root.shape)));
    return {};
  }
  Op* end = module_.add_op(body.region, OpKind::kReturn, root.values, {});
  end->set_offset(reading_.offset(in.at));
  return root;
}

bool Builder::build_instruction(Body& body, int index) {
  const Instruction& in = body.computation.instructions[index];
  for (Attribute& attribute : in.attributes) attribute.used = false;
  auto known = tables_->opcodes.find(in.opcode);
  std::optional<Opcode> opcode = known != tables_->opcodes.end() ? known->second : find_opcode(in.opcode);
  if (!opcode) {
    return reading_.error(in.opcode.data(), Code::kHloUnknownOpcode, fmt::format("there is no opcode {}", in.opcode));
  }
  if (known == tables_->opcodes.end()) tables_->opcodes.emplace(in.opcode, *opcode);
  Call call{in, *opcode, body, body.region, {}, in.shape, false, {}, {}};
  if (!gather_operands(body, in, call.operands) || !(this->*opcode->handler)(call)) return false;
  body.bundles[index] = call.result;
  return true;
}

bool Builder::gather_operands(Body& body, const Instruction& in, std::vector<Bundle>& out) {
  out.reserve(in.operands.size());
  for (const Operand& operand : in.operands) {
    if (operand.instruction < 0) return false;
    Bundle bundle = body.bundles[operand.instruction];
    if (bundle.shape == nullptr || !part_of(operand, bundle)) return false;
    bool plain = bundle.kind == Bundle::Kind::kValues;
    if (!plain && !in.opcode.ends_with("-done") && !in.opcode.ends_with("-update")) {
      return reading_.error(operand.at, Code::kHloSyntax,
                            "what is started here can only be ended, in this computation");
    }
    if (plain && operand.shape != nullptr && !same_types(*operand.shape, *bundle.shape)) {
      return reading_.error(operand.at, Code::kTypeMismatch,
                            fmt::format("the operand is said to have shape {}, it has {}", to_string(*operand.shape),
                                        to_string(*bundle.shape)));
    }
    out.push_back(bundle);
  }
  return true;
}

// %t#1 takes part 1 of a tuple.
bool Builder::part_of(const Operand& operand, Bundle& bundle) {
  for (int64_t index : operand.path) {
    const Shape& shape = *bundle.shape;
    if (!shape.tuple || index < 0 || index >= std::ssize(shape.parts)) {
      return reading_.error(operand.at, Code::kHloBadShape, fmt::format("{} has no part {}", to_string(shape), index));
    }
    size_t part = index;
    size_t first = shape.starts[part];
    bundle.shape = shape.parts[part];
    bundle.values = bundle.values.subspan(first, bundle.shape->leaves);
  }
  return true;
}

bool Builder::check_parameters(const Computation& computation, std::span<const Bundle> given, const char* at) {
  if (computation.parameters.size() != given.size()) {
    return reading_.error(at, Code::kTypeMismatch,
                          fmt::format("the computation {} has {} parameters, it is given {}", computation.name,
                                      computation.parameters.size(), given.size()));
  }
  for (size_t i = 0; i < given.size(); ++i) {
    const Instruction& in = computation.instructions[computation.parameters[i]];
    if (in.shape == nullptr || same_types(*in.shape, *given[i].shape)) continue;
    return reading_.error(at, Code::kTypeMismatch,
                          fmt::format("parameter {} of {} has shape {}, it is given {}", i, computation.name,
                                      to_string(*in.shape), to_string(*given[i].shape)));
  }
  return true;
}

const Shape* Builder::build_region(Op* op, int i, const Computation& computation, const std::vector<Bundle>* given,
                                   std::vector<Attr>& infos) {
  Region& region = op->region(i);
  std::vector<Bundle> parameters;
  if (given != nullptr) {
    parameters = *given;
  } else {
    for (int index : computation.parameters) {
      const Instruction& in = computation.instructions[index];
      if (in.shape == nullptr) {
        reading_.error(in.at, Code::kHloBadShape, "a parameter needs a shape");
        return nullptr;
      }
      std::vector<Type> types;
      append_leaf_types(*in.shape, types);
      Value** values = reading_.arena.array<Value*>(types.size());
      for (size_t k = 0; k < types.size(); ++k) {
        values[k] = region.add_argument(types[k], in.shape->tuple ? Name() : context_.name(in.name));
      }
      parameters.push_back({in.shape, {values, types.size()}});
    }
  }
  Body body{computation, region, nullptr, parameters, {}, {}};
  Bundle root = build_body(body);
  if (root.shape != nullptr) infos.push_back(region_info(body));
  return root.shape;
}

namespace {

// "p0=(2),p1": see names.h. Empty where no parameter is a tuple.
std::string tuple_parameters(const Computation& computation) {
  std::string out;
  bool any = false;
  for (int index : computation.parameters) {
    const Instruction& in = computation.instructions[index];
    if (in.shape == nullptr) return {};
    if (!out.empty()) out += ',';
    out += in.name;
    if (in.shape->tuple) out += "=" + nesting_of(*in.shape);
    any = any || in.shape->tuple;
  }
  return any ? out : std::string();
}

bool has_default_nesting(const Shape& shape) {
  if (!shape.tuple) return true;
  if (shape.leaves == 1) return false;
  return shape.leaves == std::ssize(shape.parts) && nesting_of(shape).find('(', 1) == std::string::npos;
}

Attr execution_thread(Context& context, Reading& reading, const Computation& computation) {
  for (const Attribute& attribute : computation.attributes) {
    std::string text;
    if (attribute.name == "execution_thread" && parse_string(reading, attribute.value, text))
      return context.string(text);
  }
  return {};
}

}  // namespace

Attr Builder::region_info(const Body& body) {
  const Computation& c = body.computation;
  bool shared = body.argument_shardings.empty();  // then it is the same for every copy
  if (shared && tables_->region_infos.contains(&c)) return tables_->region_infos[&c];
  const Instruction& root = c.instructions[c.root];
  std::vector<NamedAttr> entries = {{context_.name("name"), text(c.name)}};
  if (std::string parameters = tuple_parameters(c); !parameters.empty()) {
    entries.push_back({context_.name("parameters"), text(parameters)});
  }
  if (!body.argument_shardings.empty()) {
    std::vector<Attr> shardings;
    for (const Bundle& parameter : body.parameters) {
      std::vector<std::string> parts;
      bool any = false;
      for (const Value* value : parameter.values) {
        parts.push_back(body.argument_shardings[value->index()]);
        any = any || !parts.back().empty();
      }
      shardings.push_back(text(!any ? "" : parameter.shape->tuple ? join_sharding(parts) : parts[0]));
    }
    entries.push_back({context_.name("sharding"), context_.array(shardings)});
  }
  if (is_inlined_tuple(root)) entries.push_back({context_.name("root"), text(root.name)});
  if (root.opcode == "tuple") {
    if (const Attribute* sharding = find_attribute(root, "sharding")) {
      entries.push_back({context_.name("root_sharding"), tidy_text(sharding->value)});
    }
  }
  if (Attr thread = execution_thread(context_, reading_, c))
    entries.push_back({context_.name("execution_thread"), thread});
  Attr info = context_.dict(entries);
  if (shared) tables_->region_infos[&c] = info;
  return info;
}

void Builder::finish_function(Function* function, const Body& body, const Bundle& root) {
  const Computation& c = body.computation;
  const Instruction& in = c.instructions[c.root];
  std::vector<Type> types;
  append_leaf_types(*root.shape, types);
  function->set_result_types(std::move(types));

  std::vector<NamedAttr> discardable;
  auto add = [&](std::string_view name, Attr value) { discardable.push_back({context_.name(name), value}); };
  if (c.name != function->name().text()) add(kName, text(c.name));
  if (std::string parameters = tuple_parameters(c); !parameters.empty()) add(kTupleParameters, text(parameters));
  if (!has_default_nesting(*root.shape)) add(kResultTuple, text(nesting_of(*root.shape)));
  if (Attr thread = execution_thread(context_, reading_, c)) add(kExecutionThread, thread);
  for (const Attribute& attribute : c.attributes) {
    if (attribute.name != "execution_thread")
      add(std::string(kPrefix) + std::string(attribute.name), tidy_text(attribute.value));
  }
  const Attribute* sharding = find_attribute(in, "sharding");
  if (is_inlined_tuple(in)) add(kRootTuple, text(in.name));
  if (!function->is_private()) {
    if (Attr tuples = passing_tuples(body)) add(kTuples, tuples);
  }
  if (in.opcode == "tuple") {
    // The tuple is no op: what it says belongs to the results.
    if (const Attribute* metadata = find_attribute(in, "metadata")) {
      add(kRootMetadata, tidy_text(inside(metadata->value)));
    }
    std::vector<std::string> shardings;
    if (sharding != nullptr) shardings = split_sharding(tidy(sharding->value), root.shape->leaves);
    std::vector<std::string_view> layouts;
    if (in.shape != nullptr) append_leaf_layouts(*in.shape, layouts);
    for (int i = 0; i < root.shape->leaves; ++i) {
      Attr attrs;
      size_t k = i;
      if (k < shardings.size() && !shardings[k].empty())
        attrs = context_.with_entry(attrs, kSharding, text(shardings[k]));
      if (k < layouts.size() && !layouts[k].empty()) attrs = context_.with_entry(attrs, kLayout, tidy_text(layouts[k]));
      if (attrs) function->set_result_attrs(i, attrs);
    }
  } else if (sharding != nullptr && !function->is_private() && root.values.size() == 1 &&
             root.values[0]->op() != nullptr && root.values[0]->op()->num_results() == 1) {
    function->set_result_attrs(
        0, context_.with_entry({}, kSharding, root.values[0]->op()->discardable_attribute(kSharding)));
  }
  if (!discardable.empty()) function->set_discardable_attributes(context_.dict(discardable));
}

// --- parameters
// --------------------------------------------------------------------------------------------------------

bool Builder::parameter(Call& call) {
  int64_t number = 0;
  if (!parse_int(reading_, call.in.payload, number)) return false;
  if (number >= std::ssize(call.body.parameters)) {
    return fail(call, Code::kHloSyntax, "the computation is given fewer parameters");
  }
  call.result = call.body.parameters[number];
  argument_attributes(call.body, call.in, call.result);
  return true;
}

}  // namespace partita::core::text::hlo
