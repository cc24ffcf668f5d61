// Tuples are bundles of values: making one and taking one apart gives no op.
#include <fmt/format.h>

#include <algorithm>

#include "ir/names.h"
#include "text/common/sharding_text.h"
#include "text/hlo/attributes.h"
#include "text/hlo/builder.h"

namespace partita::core::text::hlo {

bool Builder::tuple(Call& call) {
  std::vector<const Shape*> parts;
  size_t count = 0;
  for (const Bundle& operand : call.operands) {
    parts.push_back(operand.shape);
    count += operand.values.size();
  }
  if (!count_leaves(call.in.at, static_cast<int64_t>(count) + 1)) return false;
  const Shape* shape = tuple_shape(reading_, parts);
  if (shape->depth > kMaxDepth) return fail(call, Code::kTooDeep, "tuples are nested too deeply");
  if (call.shape != nullptr && !same_types(*call.shape, *shape)) {
    return fail(call, Code::kTypeMismatch,
                fmt::format("the tuple is said to have shape {}, its parts make {}", to_string(*call.shape),
                            to_string(*shape)));
  }
  Value** values = reading_.arena.array<Value*>(count);
  size_t at = 0;
  for (const Bundle& operand : call.operands) {
    for (Value* value : operand.values) values[at++] = value;
  }
  call.result = {call.shape != nullptr ? call.shape : shape, {values, count}};
  return true;
}

bool Builder::get_tuple_element(Call& call) {
  int64_t index = 0;
  Attribute* attribute = take_attribute(call.in, "index");
  if (attribute == nullptr) return fail(call, Code::kHloBadAttribute, "get-tuple-element needs the attribute index");
  if (!parse_int(reading_, attribute->value, index)) return false;
  if (call.operands.size() != 1) return fail(call, Code::kOperandCount, "get-tuple-element takes one operand");
  Operand part = call.in.operands[0];
  part.path = std::span(&index, 1);
  Bundle bundle = call.operands[0];
  if (!part_of(part, bundle)) return false;
  if (call.shape != nullptr && !same_types(*call.shape, *bundle.shape)) {
    return fail(call, Code::kTypeMismatch,
                fmt::format("part {} of the tuple is said to have shape {}, it has {}", index, to_string(*call.shape),
                            to_string(*bundle.shape)));
  }
  call.result = bundle;
  if (!bundle.shape->tuple && bundle.values[0]->name().empty()) {
    // A branch that takes a value of the region outside apart does not name it there.
    Value* value = bundle.values[0];
    Region* home = value->is_argument() ? value->region() : value->op()->parent();
    if (home == &call.body.region) value->set_name(context_.name(call.in.name));
  }
  const Attribute* sharding = find_attribute(call.in, "sharding");
  if (sharding == nullptr) return true;
  std::vector<std::string> shardings = split_sharding(tidy(sharding->value), bundle.shape->leaves);
  Value** values = reading_.arena.array<Value*>(bundle.values.size());
  for (size_t i = 0; i < bundle.values.size(); ++i) {
    values[i] = shardings[i].empty() ? bundle.values[i] : hint(call, bundle.values[i], shardings[i]);
  }
  call.result.values = {values, bundle.values.size()};
  return true;
}

// See kTuples: users look for the names of such tuples and of their parts.
Attr Builder::passing_tuples(const Body& body) const {
  const std::vector<Instruction>& instructions = body.computation.instructions;
  // A tuple that an op takes whole is remembered there.
  struct Uses {
    bool any = false, passing = false;
    std::vector<size_t> parts;  // instructions that take one
  };
  std::vector<Uses> uses(instructions.size());
  for (size_t k = 0; k < instructions.size(); ++k) {
    const Instruction& in = instructions[k];
    for (const Operand& operand : in.operands) {
      if (operand.instruction < 0) continue;
      Uses& from = uses[operand.instruction];
      from.any = true;
      from.passing |= in.opcode == "get-tuple-element" || in.opcode == "copy";
      if (in.opcode == "get-tuple-element" && operand.path.empty()) from.parts.push_back(k);
    }
  }
  auto written = [](const Value* value) { return !value->name().empty(); };
  std::vector<Attr> notes;
  for (size_t i = 0; i < instructions.size(); ++i) {
    const Instruction& in = instructions[i];
    const Bundle& bundle = body.bundles[i];
    bool flat = bundle.shape != nullptr && bundle.shape->leaves == std::ssize(bundle.shape->parts);
    if (in.opcode != "tuple" || in.name.empty() || static_cast<int>(i) == body.computation.root || !flat) continue;
    if (uses[i].any && !uses[i].passing) continue;
    if (!std::all_of(bundle.values.begin(), bundle.values.end(), written)) continue;
    std::vector<Attr> values, parts;
    for (const Value* value : bundle.values) values.push_back(context_.string(value->name().text()));
    for (size_t k : uses[i].parts) {
      const Instruction& part = instructions[k];
      if (part.name.empty() || body.bundles[k].values.size() != 1) continue;
      // A part with a sharding of its own may have become an op; one that gave its value a name is written as that.
      auto at = std::find(bundle.values.begin(), bundle.values.end(), body.bundles[k].values[0]);
      if (at == bundle.values.end() || (*at)->name().text() == part.name) continue;
      std::vector<Attr> pair = {context_.string(part.name), context_.integer(at - bundle.values.begin())};
      parts.push_back(context_.array(pair));
    }
    std::vector<NamedAttr> note = {{context_.name("name"), context_.string(in.name)},
                                   {context_.name("of"), context_.array(values)},
                                   {context_.name("parts"), context_.array(parts)}};
    notes.push_back(context_.dict(note));
  }
  return notes.empty() ? Attr() : context_.array(notes);
}

}  // namespace partita::core::text::hlo
