// StableHLO attributes that HLO spells as text: dot algorithms, output aliases, schedules, frontend attributes.
#include <fmt/format.h>

#include <cstring>

#include "ir/names.h"
#include "text/common/attr_writer.h"
#include "text/hlo/decompose.h"
#include "text/hlo/unique_names.h"
#include "text/hlo/writer_literals.h"

namespace partita::core::text {

using namespace hlo_names;

std::vector<int64_t> integers_of(Attr attr) {
  std::vector<int64_t> out;
  if (attr.is(AttrKind::kInts)) {
    out.assign(attr.ints().begin(), attr.ints().end());
  } else if (attr.is(AttrKind::kArray)) {
    for (Attr element : attr.elements()) {
      if (element.is(AttrKind::kInt)) out.push_back(element.as_int());
    }
  } else if (attr.is(AttrKind::kDense) && is_integer(attr.literal().type.element())) {
    const Literal& literal = attr.literal();
    int width = byte_width(literal.type.element());
    for (int64_t i = 0; i < literal.type.num_elements(); ++i) {
      int64_t value = 0;
      std::memcpy(&value, literal.data->data() + (literal.splat ? 0 : i * width), width);
      out.push_back(value);
    }
  }
  return out;
}

namespace {

// The value of `key = value` in an attribute's text, up to a comma or the end.
std::string_view field(std::string_view text, std::string_view key) {
  size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  at = text.find('=', at);
  if (at == std::string_view::npos) return {};
  at = text.find_first_not_of(" =", at);
  size_t end = text.find_first_of(",>} ", at);
  return at == std::string_view::npos ? std::string_view() : text.substr(at, end - at);
}

std::string bracketed(std::string_view text, std::string_view key) {
  size_t at = text.find(key);
  if (at == std::string_view::npos) return "{}";
  size_t open = text.find('[', at), close = text.find(']', at);
  if (open == std::string_view::npos || close == std::string_view::npos) return "{}";
  std::string out = "{";
  for (char c : text.substr(open + 1, close - open - 1)) {
    if (c != ' ') out += c;
  }
  return out + "}";
}

}  // namespace

std::string hlo_dot_algorithm(Attr algorithm) {
  if (algorithm.is(AttrKind::kString)) return std::string(algorithm.text());
  std::string text = algorithm.is(AttrKind::kOpaque) ? std::string(algorithm.text()) : mlir_attribute_text(algorithm);
  std::string_view lhs = field(text, "lhs_precision_type"), rhs = field(text, "rhs_precision_type"),
                   sum = field(text, "accumulation_type"), products = field(text, "num_primitive_operations");
  bool fast = field(text, "allow_imprecise_accumulation") == "true";
  if (lhs.starts_with("f8") && rhs.starts_with("f8"))
    return fast ? "dot_any_f8_any_f8_f32_fast_accum" : "dot_any_f8_any_f8_f32";
  auto type = [](std::string_view t) { return t == "f16" || t == "bf16" || t == "tf32" || t == "f32" || t == "f64"; };
  if (!type(lhs) || lhs != rhs || !type(sum) || fast) return {};
  std::string out = fmt::format("dot_{}_{}_{}", lhs, rhs, sum);
  if (!products.empty() && products != "1") out += fmt::format("_x{}", products);
  return out;
}

// #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = []>
std::string hlo_output_aliases(Attr aliases) {
  if (aliases.is(AttrKind::kString) || aliases.is(AttrKind::kOpaque)) return std::string(aliases.text());
  std::string out;
  for (Attr alias : aliases.elements()) {
    std::string text = alias.is(AttrKind::kOpaque) ? std::string(alias.text()) : mlir_attribute_text(alias);
    std::string_view operand = field(text, "operand_index");
    out += fmt::format("{}{}: ({}, {})", out.empty() ? "{" : ", ", bracketed(text, "output_tuple_indices"),
                       operand.empty() ? "0" : operand, bracketed(text, "operand_tuple_indices"));
  }
  return out.empty() ? out : out + "}";
}

std::string hlo_custom_call_schedule(Attr schedule) {
  std::string text = schedule.is(AttrKind::kString) || schedule.is(AttrKind::kOpaque) ? std::string(schedule.text())
                                                                                      : mlir_attribute_text(schedule);
  if (text.find("LATEST") != std::string::npos) return "SCHEDULE_LATEST";
  if (text.find("EARLIEST") != std::string::npos) return "SCHEDULE_EARLIEST";
  return {};
}

namespace {

// What only the caller of a program wants to know.
bool concerns_the_caller(std::string_view name) {
  return name.starts_with("jax.") || name == "mhlo.layout_mode" || name == "mhlo.memory_kind" ||
         name == hlo_names::kAliasingOutput || name == "mhlo.parameter_replication" ||
         name.starts_with("mhlo.original_");
}

bool is_hlo_own(std::string_view name) {
  return name.starts_with(kPrefix) || name == kSharding || name == kFrontendAttributes || name == kBackendConfig ||
         name == kNumPartitions || name == kNumReplicas;
}

// {a = 1, mhlo.sharding = "…"} becomes {mhlo.sharding = "…", mhlo.frontend_attributes = {mlir.a = "1"}}.
Attr with_frontend_attributes(Context& context, Attr discardable) {
  if (!discardable) return discardable;
  bool foreign = false;
  for (const NamedAttr& entry : discardable.entries()) {
    foreign |= !is_hlo_own(entry.name.text()) && !concerns_the_caller(entry.name.text());
  }
  if (!foreign) return discardable;
  std::vector<NamedAttr> kept, frontend;
  for (const NamedAttr& entry : discardable.entries()) {
    std::string_view name = entry.name.text();
    if (name == kFrontendAttributes && entry.value.is(AttrKind::kDict)) {
      frontend.insert(frontend.end(), entry.value.entries().begin(), entry.value.entries().end());
    } else if (is_hlo_own(name) || concerns_the_caller(name)) {
      kept.push_back(entry);
    } else {
      Attr text =
          context.string(entry.value.is(AttrKind::kString) ? entry.value.text() : mlir_attribute_text(entry.value));
      frontend.push_back({context.name("mlir." + hlo_identifier(name, "attribute")), text});
    }
  }
  kept.push_back({context.name(kFrontendAttributes), context.dict(frontend)});
  return context.dict(kept);
}

// operand_layout_constraints={f32[2,3]{0,1}, f32[]}: StableHLO has a list of dimensions, minor to major, for each
// operand.
void move_operand_layouts(Op& op) {
  Attr layouts = op.attr(AttrKey::kOperandLayouts);
  std::string text;
  if (layouts.is(AttrKind::kString) || layouts.is(AttrKind::kOpaque)) {
    text = layouts.text();
  } else if (std::ssize(layouts.elements()) == op.num_operands()) {
    text = "{";
    for (int i = 0; i < op.num_operands(); ++i) {
      if (i) text += ", ";
      std::string layout;
      std::vector<int64_t> order = integers_of(layouts.elements()[i]);
      if (!order.empty()) append_braced(layout, order);
      append_shape(text, op.operand(i)->type(), layout);
    }
    text += '}';
  }
  op.set_attr(AttrKey::kOperandLayouts, {});
  op.set_attr(AttrKey::kResultLayouts, {});
  if (!text.empty()) op.set_discardable_attribute("hlo.operand_layout_constraints", op.module().context().string(text));
}

// The text of a string literal at the start of `text`, without its quotes.
std::string_view leading_string(std::string_view text) {
  if (!text.starts_with('"')) return {};
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      return text.substr(1, i - 1);
  }
  return {};
}

// loc("jit(f)/add") and loc("model.py":12:4): what HLO keeps as metadata. Escapes are the same in both texts.
std::string metadata_of(std::string_view location) {
  if (location.starts_with("loc(")) location = location.substr(4);
  std::string_view name = leading_string(location);
  if (name.empty()) return {};
  std::string_view rest = location.substr(name.size() + 2);
  if (!rest.starts_with(':')) return fmt::format("op_name=\"{}\"", name);
  std::string_view line = rest.substr(1, rest.find_first_not_of("0123456789", 1) - 1);
  if (line.empty()) return {};
  return fmt::format("source_file=\"{}\" source_line={}", name, line);
}

// Frontend attributes of results have no instruction of their own, and those of arguments none where a tuple holds
// several: the module has them, as result0.NAME and argument2.NAME.
void move_frontend_attributes(Module& module, Function& entry) {
  Context& context = module.context();
  std::vector<NamedAttr> moved;  // one dictionary at the end: there may be thousands of results
  if (Attr given = module.discardable_attribute(kFrontendAttributes))
    moved.assign(given.entries().begin(), given.entries().end());
  auto move = [&](std::string_view what, int index, Attr attributes) {
    Attr frontend = attributes ? attributes.get(kFrontendAttributes) : Attr();
    if (!frontend.is(AttrKind::kDict)) return attributes;
    for (const NamedAttr& one : frontend.entries()) {
      moved.push_back({context.name(fmt::format("{}{}.{}", what, index, one.name.text())), one.value});
    }
    return context.with_entry(attributes, kFrontendAttributes, {});
  };
  const bool tuples = entry.discardable_attributes() && entry.discardable_attributes().get(kTupleParameters);
  for (int i = 0; tuples && i < entry.num_arguments(); ++i) {
    entry.set_argument_attrs(i, move(kArgumentPrefix, i, entry.argument_attrs(i)));
  }
  for (int i = 0; i < std::ssize(entry.result_types()); ++i) {
    entry.set_result_attrs(i, move(kResultPrefix, i, entry.result_attrs(i)));
  }
  if (!moved.empty()) module.set_discardable_attribute(kFrontendAttributes, context.dict(moved));
}

}  // namespace

void decompose_attributes(Module& module) {
  Context& context = module.context();
  if (Function* entry = module.entry()) move_frontend_attributes(module, *entry);
  module.set_discardable_attributes(with_frontend_attributes(context, module.discardable_attributes()));
  for (Function* f : module.functions()) {
    for (int i = 0; i < f->num_arguments(); ++i) {
      if (Attr attrs = f->argument_attrs(i)) f->set_argument_attrs(i, with_frontend_attributes(context, attrs));
    }
    walk(f->body(), [&](Op& op) {
      if (op.discardable_attributes())
        op.set_discardable_attributes(with_frontend_attributes(context, op.discardable_attributes()));
      if (op.has_attr(AttrKey::kOperandLayouts)) move_operand_layouts(op);
      Attr location = op.location();
      if (!location || op.discardable_attribute(kMetadata)) return;
      if (location.is(AttrKind::kOpaque) || location.is(AttrKind::kString)) {
        std::string metadata = metadata_of(location.text());
        if (!metadata.empty()) op.set_discardable_attribute(kMetadata, context.string(metadata));
      }
    });
  }
}

}  // namespace partita::core::text
