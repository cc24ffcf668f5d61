// Names, shardings, layouts, metadata: what an instruction says beyond its op (names.h).
#include <fmt/format.h>

#include <algorithm>

#include "ir/names.h"
#include "text/common/sharding_text.h"
#include "text/hlo/attributes.h"
#include "text/hlo/builder_tables.h"

namespace partita::core::text::hlo {

using namespace hlo_names;  // NOLINT: the names of discardable attributes

void Builder::collect_discardable(const Instruction& in, bool config, std::vector<NamedAttr>& out) {
  auto add = [&](std::string_view name, Attr value) { out.push_back({context_.name(name), value}); };
  for (const Attribute& attribute : in.attributes) {
    if (attribute.used || attribute.name == "sharding") continue;
    if (attribute.name == "metadata") {
      out.push_back({tables_->metadata, tidy_text(inside(attribute.value))});
    } else if (attribute.name == "frontend_attributes") {
      Attr dictionary;
      if (parse_frontend_attributes(reading_, attribute.value, dictionary)) add(kFrontendAttributes, dictionary);
    } else if (attribute.name == "backend_config" && config) {
      std::string content;
      if (parse_string(reading_, attribute.value, content)) add(kBackendConfig, text(content));
    } else if (attribute.name == "control-predecessors") {
      std::vector<std::string_view> names;
      std::vector<Attr> list;
      if (parse_names(reading_, attribute.value, names)) {
        for (std::string_view name : names) list.push_back(text(name));
        add(kControlPredecessors, context_.array(list));
      }
    } else if (names_computations(attribute.name)) {
      reading_.error(attribute.value.data(), Code::kHloBadAttribute,
                     fmt::format("this instruction applies no computation: it has no attribute {}", attribute.name));
    } else {
      add(std::string(kPrefix) + std::string(attribute.name), tidy_text(attribute.value));
    }
  }
}

void Builder::add_layouts(const Shape& shape, std::vector<NamedAttr>& out) {
  if (!shape.tuple) {
    if (!shape.layout.empty()) out.push_back({tables_->layout, tidy_text(shape.layout)});
    return;
  }
  std::vector<std::string_view> layouts;
  append_leaf_layouts(shape, layouts);
  std::vector<Attr> list;
  bool any = false;
  for (std::string_view layout : layouts) {
    any = any || !layout.empty();
    list.push_back(tidy_text(layout));
  }
  if (any) out.push_back({tables_->layout, list.size() == 1 ? list[0] : context_.array(list)});
}

void Builder::add_tuple_names(const Call& call, std::vector<NamedAttr>& out) {
  auto is_tuple = [](const Bundle& bundle) { return bundle.shape->tuple; };
  if (std::none_of(call.operands.begin(), call.operands.end(), is_tuple)) return;
  bool any = false;
  std::vector<Attr> names;
  for (const Operand& operand : call.in.operands) {
    const Instruction& from = call.body.computation.instructions[operand.instruction];
    bool tuple = is_inlined_tuple(from) && operand.path.empty();
    any = any || tuple;
    names.push_back(text(tuple ? from.name : std::string_view()));
  }
  if (any) out.push_back({context_.name(kTupleName), names.size() == 1 ? names[0] : context_.array(names)});
}

void Builder::decorate(Call& call, Op* op) {
  if (call.wrapped) return;
  const Instruction& in = call.in;
  Name name = context_.name(in.name);
  op->set_name(name);
  if (op->num_results() == 1) op->result()->set_name(name);
  std::vector<NamedAttr> discardable;
  if (op->discardable_attributes())
    discardable.assign(op->discardable_attributes().entries().begin(), op->discardable_attributes().entries().end());
  collect_discardable(in, find_attr_spec(op->kind(), AttrKey::kBackendConfig) == nullptr, discardable);
  if (const Attribute* sharding = find_attribute(in, "sharding")) {
    // A tuple of one is one value.
    bool one = in.shape != nullptr && in.shape->tuple && op->num_results() == 1;
    Attr value = tidy_text(sharding->value);
    if (one) value = text(split_sharding(value.text(), 1)[0]);
    discardable.push_back({tables_->sharding, value});
  }
  if (in.shape != nullptr && call.result.kind == Bundle::Kind::kValues) {
    add_layouts(*in.shape, discardable);
    if (in.shape->tuple) {
      std::string nesting = nesting_of(*in.shape);
      bool flat = op->num_results() != 1 && nesting.find('(', 1) == std::string::npos;
      if (!flat) discardable.push_back({context_.name(kResultTuple), text(nesting)});
    }
  }
  add_tuple_names(call, discardable);
  if (!discardable.empty()) op->set_discardable_attributes(context_.dict(discardable));
}

void Builder::argument_attributes(Body& body, const Instruction& in, const Bundle& bundle) {
  const Attribute* sharding = find_attribute(in, "sharding");
  std::vector<std::string> shardings;
  if (sharding != nullptr) shardings = split_sharding(tidy(sharding->value), bundle.shape->leaves);
  if (body.function == nullptr) {
    for (size_t i = 0; i < shardings.size(); ++i) {
      const Value* value = bundle.values[i];
      if (value->region() != &body.region) return;  // a branch: its parameters stand for values outside
      body.argument_shardings.resize(body.region.num_arguments());
      body.argument_shardings[value->index()] = shardings[i];
    }
    return;
  }
  std::vector<std::string_view> layouts;
  append_leaf_layouts(*bundle.shape, layouts);
  std::vector<NamedAttr> common;
  collect_discardable(in, true, common);
  for (size_t i = 0; i < bundle.values.size(); ++i) {
    std::vector<NamedAttr> discardable = common;
    if (i < shardings.size() && !shardings[i].empty()) discardable.push_back({tables_->sharding, text(shardings[i])});
    if (!layouts[i].empty()) discardable.push_back({tables_->layout, tidy_text(layouts[i])});
    if (!discardable.empty()) body.function->set_argument_attrs(bundle.values[i]->index(), context_.dict(discardable));
  }
}

// --- shardings on parts of tuples
// ----------------------------------------------------------------------------------------

Value* Builder::hint(Call& call, Value* value, const std::string& sharding) {
  if (value->is_argument()) {
    if (value->region() != &call.body.region) return constrain(call, value, sharding);
    Function* function = call.body.function;
    if (function == nullptr) {
      std::vector<std::string>& all = call.body.argument_shardings;
      all.resize(call.body.region.num_arguments());
      std::string& own = all[value->index()];
      if (own.empty()) own = sharding;
      return own == sharding ? value : constrain(call, value, sharding);
    }
    Attr attrs = function->argument_attrs(value->index());
    Attr own = attrs ? attrs.get(kSharding) : Attr();
    if (own) return own.text() == sharding ? value : constrain(call, value, sharding);
    function->set_argument_attrs(value->index(), context_.with_entry(attrs, kSharding, text(sharding)));
    return value;
  }
  Op* op = value->op();
  Hints& hints = tables_->hints[op];
  if (hints.parts.empty()) {
    Attr own = op->discardable_attribute(kSharding);
    int count = op->num_results();
    if (!own) {
      hints.parts.resize(count);
    } else if (count == 1) {
      hints.parts = {std::string(own.text())};
    } else {
      hints.parts = split_sharding(own.text(), count);
    }
  }
  std::string& part = hints.parts[value->index()];
  if (part == sharding) return value;
  if (!part.empty() && part != "{unknown}") return constrain(call, value, sharding);
  part = sharding;
  if (!hints.changed) tables_->hinted.push_back(op);
  hints.changed = true;
  return value;
}

void Builder::write_hints() {
  for (Op* op : tables_->hinted) {
    Hints& hints = tables_->hints[op];
    op->set_discardable_attribute(kSharding,
                                  text(op->num_results() == 1 ? hints.parts[0] : join_sharding(hints.parts)));
    hints.changed = false;
  }
  tables_->hinted.clear();
}

Value* Builder::constrain(Call& call, Value* value, const std::string& sharding) {
  Type type = value->type();
  if (!type.is_tensor()) return value;
  std::vector<KeyedAttr> attrs = {{AttrKey::kCallTargetName, text(call_targets::kSharding)}};
  Op* op = module_.add_op(call.region, OpKind::kCustomCall, std::span(&value, 1), std::span(&type, 1), attrs);
  op->set_offset(reading_.offset(call.in.at));
  op->set_name(context_.name(call.in.name));
  op->result()->set_name(op->name());
  op->set_discardable_attribute(kSharding, text(sharding));
  return op->result();
}

}  // namespace partita::core::text::hlo
