#include "text/bytecode/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ir/elided.h"
#include "ir/names.h"
#include "ir/views.h"
#include "text/bytecode/bytecode.h"
#include "text/common/attr_writer.h"
#include "text/sharding/respell.h"
#include "text/stablehlo/reader.h"
#include "text/stablehlo/writer.h"

namespace partita::core::text::bytecode {
namespace {

constexpr std::string_view kProducer = "Partita";

// Dialects whose ops keep their attributes as properties; those of others are written as ops that MLIR need not know.
bool has_properties(std::string_view name) {
  for (std::string_view dialect : {"builtin.", "func.", "stablehlo.", "chlo.", "sdy."}) {
    if (name.starts_with(dialect)) return true;
  }
  return false;
}

void append(std::vector<NamedAttr>& out, Attr dictionary) {
  if (!dictionary) return;
  out.insert(out.end(), dictionary.entries().begin(), dictionary.entries().end());
}

// Bytecode has no names: what waits for an instruction by its name would wait for another that is called so later.
Attr without_names(Context& context, Attr dictionary) {
  if (!dictionary || !dictionary.get(hlo_names::kControlPredecessors)) return dictionary;
  return context.with_entry(dictionary, hlo_names::kControlPredecessors, {});
}

}  // namespace

// --- ops as the generic form has them

// The text of the generic form, read back: {dimension_numbers = #stablehlo.gather<…>, …}.
std::vector<NamedAttr> Writer::inherent_attributes(const Op& op) {
  if (op.attrs().empty()) return {};
  if (op.attrs().size() == 1 && op.attrs()[0].value.is(AttrKind::kDense)) {  // may be long
    return {{context_.name(attr_key_text(op.attrs()[0].key)), op.attrs()[0].value}};
  }
  if (op.info().mlir.starts_with("sdy.")) {  // their texts are Shardy's own
    std::vector<NamedAttr> out;
    for (const KeyedAttr& each : op.attrs()) out.push_back({context_.name(attr_key_text(each.key)), each.value});
    spell_shardings(out);
    return out;
  }
  std::vector<Known>& known = known_attrs_[op.attrs().data()];
  for (const Known& each : known) {
    if (each.kind == op.kind()) return each.attrs;
  }
  std::string text = "{";
  AttrWriter(text).inherent(op);
  auto source = std::make_shared<const SourceText>("", text + "}");
  Diagnostics diagnostics;
  const Attr dict =
      stablehlo::Reader(context_, source, 0, source->text().size(), diagnostics).read_attribute(source->text());
  PARTITA_INVARIANT(dict.is(AttrKind::kDict), fmt::format("attributes that cannot be read back: {}", text));
  return known.emplace_back(op.kind(), std::vector<NamedAttr>(dict.entries().begin(), dict.entries().end())).attrs;
}

// Attributes that Shardy's own forms shorten: [<@mesh, …>] is #sdy.sharding_per_value<[<@mesh, …>]>.
void Writer::spell_shardings(std::vector<NamedAttr>& attrs) {
  for (NamedAttr& attr : attrs) {
    if (!attr.value.is(AttrKind::kOpaque) || attr.value.text().starts_with('#')) continue;
    const std::string_view name = attr.name.text(), text = attr.value.text();
    if (name == "sharding" || name == "out_sharding") {
      attr.value = context_.opaque_attr(fmt::format("#sdy.sharding{}", text));
    } else if (name == "in_shardings" || name == "out_shardings") {
      attr.value = context_.opaque_attr(fmt::format("#sdy.sharding_per_value<{}>", text));
    } else if (name == "manual_axes") {
      attr.value = context_.opaque_attr(fmt::format("#sdy<manual_axes{}>", text));
    }
  }
}

std::vector<NamedAttr> Writer::further_attributes(const Op& op) {
  std::string unused;
  std::vector<NamedAttr> out;
  append(out, without_names(context_, AttrWriter(unused).further(op)));
  return out;
}

void Writer::write_op(const Op& op, uint8_t more, uint64_t location, std::string_view segments, Bytes& out) {
  std::string_view name = op.info().mlir;
  std::vector<NamedAttr> inherent = inherent_attributes(op);
  if (op.is(OpKind::kReturn)) name = stablehlo::return_name(op);
  if (op.is(OpKind::kTopK) && op.has_attr(AttrKey::kLargest)) name = "mhlo.topk";  // CHLO's always takes the largest
  if (op.is(OpKind::kScan)) {
    std::erase_if(inherent, [](const NamedAttr& attr) { return attr.name.text() == "num_carries"; });
  }
  head(name, more, location, inherent, further_attributes(op), segments, out);
}

// --- heads of ops

const PropertyList& Writer::properties_of(std::string_view name) {
  if (auto known = lists_.find(name); known != lists_.end()) return known->second;
  const std::optional<OpKind> kind = ir::op_from_mlir(name);
  return lists_.emplace(context_.name(name).text(), property_lists(name, kind.value_or(OpKind::kReturn))[0])
      .first->second;
}

// The fields by the op's list; what it does not have goes to the further attributes.
std::string Writer::property_fields(const PropertyList& list, const std::vector<NamedAttr>& given,
                                    std::vector<NamedAttr>& further) {
  Bytes out;
  bool any = false;
  for (const PropertyField& field : list.fields) {
    const auto at = std::ranges::find(given, field.name, [](const NamedAttr& attr) { return attr.name.text(); });
    if (at != given.end()) {
      any = true;
      const uint64_t value = encoder_.attr(at->value);
      out.varint(field.optional ? value << 1 | 1 : value);
    } else {
      PARTITA_INVARIANT(field.optional, fmt::format("an op lacks its attribute {}", field.name));
      out.varint(0);
    }
  }
  for (const NamedAttr& attr : given) {
    if (std::ranges::find(list.fields, attr.name.text(), &PropertyField::name) == list.fields.end()) {
      further.push_back(attr);
    }
  }
  return any ? out.text() : std::string();
}

void Writer::head(std::string_view name, uint8_t more, uint64_t location, const std::vector<NamedAttr>& inherent,
                  std::vector<NamedAttr> further, std::string_view segments, Bytes& out) {
  const bool registered = has_properties(name);
  std::optional<uint64_t> properties;
  if (registered) {
    const std::string fields = property_fields(properties_of(name), inherent, further);
    if (!fields.empty() || !segments.empty()) properties = tables_.properties(fields + std::string(segments));
  } else if (!inherent.empty()) {
    properties = encoder_.attr(context_.dict(inherent));
  }
  uint8_t mask = more;
  if (!further.empty()) mask |= kAttributes;
  if (properties) mask |= kPropertyIndex;
  out.varint(tables_.op(name, registered));
  out.byte(mask);
  out.varint(location);
  if (!further.empty()) out.varint(encoder_.attr(context_.dict(further)));
  if (properties) out.varint(*properties);
}

// --- ops, regions

// StableHLO's rng takes the shape of its result as an operand; the representation does not.
void Writer::rng_shape(const Op& op, Body& out) {
  const Ints dims = op.result()->type().dims();
  const Type type = context_.tensor(ElementType::kS64, {std::ssize(dims)});
  const auto bytes = std::as_bytes(std::span(dims.data(), dims.size()));
  write_constant(encoder_.location(Attr()), Attr(), context_.dense(type, false, bytes), out.ops);
  out.ops.varint(1);
  out.ops.varint(type_of(type));
  rng_shape_ = next_number_++;
  ++out.num_ops;
}

void Writer::write_constant(uint64_t location, Attr further, Attr value, Bytes& out) {
  std::vector<NamedAttr> rest;
  append(rest, further);
  head("stablehlo.constant", kResults, location, {{context_.name("value"), value}}, std::move(rest), {}, out);
}

// A literal that is only declared: its name, and nothing behind it.
void Writer::write_elided(const Op& op, uint64_t location, Bytes& out) {
  std::string_view key = op.text_attr(AttrKey::kBackendConfig);
  key = key.starts_with(stablehlo::kElidedPrefix) ? key.substr(stablehlo::kElidedPrefix.size()) : "__elided__>";
  Bytes fields;
  fields.varint(encoder_.elided(op.result()->type(), key.substr(0, key.find('>'))));
  const Attr further = op.discardable_attributes();
  out.varint(tables_.op("stablehlo.constant", true));
  out.byte(kResults | kPropertyIndex | (further ? kAttributes : 0));
  out.varint(location);
  if (further) out.varint(encoder_.attr(further));
  out.varint(tables_.properties(fields.text()));
}

void Writer::op(const Op& op, Body& out) {
  if (op.is(OpKind::kRng)) rng_shape(op, out);
  const uint64_t location = encoder_.location(op.location());
  uint8_t more = 0;
  if (op.num_results() > 0) more |= kResults;
  if (op.num_operands() > 0) more |= kOperands;
  if (op.num_regions() > 0) more |= kRegions;
  Bytes segments;
  if (op.is(OpKind::kScan)) {  // inputs and carries, twice
    const auto carries = static_cast<uint64_t>(op.int_attr(AttrKey::kNumCarries));
    for (uint64_t all : {static_cast<uint64_t>(op.num_operands()), static_cast<uint64_t>(op.num_results())}) {
      segments.varint(2 << 1);
      segments.varint(all - carries);
      segments.varint(carries);
    }
  }
  if (op.is(OpKind::kCustomCall) && op.text_attr(AttrKey::kCallTargetName) == ir::kElidedConstant) {
    write_elided(op, location, out.ops);
  } else if (op.is(OpKind::kConstant)) {
    write_constant(location, without_names(context_, op.discardable_attributes()), op.attr(AttrKey::kValue), out.ops);
  } else {
    write_op(op, more, location, segments.text(), out.ops);
  }
  if (op.num_results() > 0) {
    out.ops.varint(static_cast<uint64_t>(op.num_results()));
    for (int i = 0; i < op.num_results(); ++i) out.ops.varint(type_of(op.result(i)->type()));
  }
  if (op.num_operands() > 0) {
    out.ops.varint(static_cast<uint64_t>(op.num_operands()) + (op.is(OpKind::kRng) ? 1 : 0));
    for (int i = 0; i < op.num_operands(); ++i) out.ops.varint(numbers_[op.operand(i)->id()]);
    if (op.is(OpKind::kRng)) out.ops.varint(rng_shape_);
  }
  for (int i = 0; i < op.num_results(); ++i) number(op.result(i));
  if (op.num_regions() > 0) {
    out.ops.varint(static_cast<uint64_t>(op.num_regions()) << 1);
    for (int i = 0; i < op.num_regions(); ++i) region(op.region(i), out.ops);
  }
  ++out.num_ops;
}

// All values of a region have the numbers behind those of the regions around it, however far these have come.
void Writer::region_ops(const Region& region, Body& out) {
  out.num_values = region.arguments().size();
  for (const Op& op : region) out.num_values += static_cast<uint64_t>(op.num_results()) + (op.is(OpKind::kRng) ? 1 : 0);
  const uint64_t before = std::exchange(next_number_, reserved_);
  reserved_ += out.num_values;
  for (const Value* argument : region.arguments()) number(argument);
  for (const Op& op : region) this->op(op, out);
  reserved_ -= out.num_values;
  next_number_ = before;
}

// One block: how many values it has, its ops and arguments.
void Writer::region_head(const Body& body, std::span<const Value* const> arguments, Bytes& out) {
  out.varint(1);
  out.varint(body.num_values);
  out.varint(body.num_ops << 1 | (arguments.empty() ? 0 : 1));
  if (!arguments.empty()) {
    out.varint(arguments.size());
    for (const Value* argument : arguments) out.varint(type_of(argument->type()) << 1);
    out.byte(0);  // no order of uses
  }
  out.append(body.ops.text());
}

void Writer::region(const Region& region, Bytes& out) {
  Body body;
  region_ops(region, body);
  region_head(body, region.arguments(), out);
}

void Writer::function(const Function& function, Body& out) {
  std::vector<Type> arguments;
  const Attr none = context_.dict({});
  auto or_none = [&](Attr dict) { return dict ? dict : none; };
  FunctionParts parts{function, 0, {}, {}};
  for (int i = 0; i < function.num_arguments(); ++i) {
    arguments.push_back(function.argument(i)->type());
    parts.argument_attrs.push_back(or_none(function.argument_attrs(i)));
  }
  for (int i = 0; i < std::ssize(function.result_types()); ++i) {
    parts.result_attrs.push_back(or_none(function.result_attrs(i)));
  }
  parts.type = type_of_function(arguments, function.result_types());
  write_function_head(parts, out.ops);
  out.ops.varint(1 << 1 | 1);
  Body body;
  region_ops(function.body(), body);
  Bytes section;
  region_head(body, function.body().arguments(), section);
  out.ops.section(kOps, section.text());
  ++out.num_ops;
}

void Writer::write_function_head(const FunctionParts& parts, Bytes& out) {
  auto has_any = [](const std::vector<Attr>& attrs) {
    return std::ranges::any_of(attrs, [](Attr dict) { return !dict.entries().empty(); });
  };
  const PropertyList& list = properties_of("func.func");
  Bytes fields;
  for (const PropertyField& field : list.fields) {
    std::optional<uint64_t> value;
    for (const auto& [name, attrs] :
         {std::pair("arg_attrs", &parts.argument_attrs), {"res_attrs", &parts.result_attrs}}) {
      if (field.name == name && has_any(*attrs)) value = encoder_.attr(context_.array(*attrs));
    }
    if (field.name == "function_type") value = encoder_.of_type(parts.type);
    if (field.name == "sym_name") value = encoder_.string(parts.function.name().text());
    if (field.name == "sym_visibility") value = encoder_.string(parts.function.is_private() ? "private" : "public");
    fields.varint(!field.optional ? *value : value ? *value << 1 | 1 : 0);
  }
  const Attr further = parts.function.discardable_attributes();
  out.varint(tables_.op("func.func", true));
  out.byte(kPropertyIndex | kRegions | (further ? kAttributes : 0));
  out.varint(encoder_.location(parts.function.location()));
  if (further) out.varint(encoder_.attr(further));
  out.varint(tables_.properties(fields.text()));
}

void Writer::mesh(const MeshDeclaration& mesh, Body& out) {
  const std::string_view text = mesh.mesh.text();
  std::vector<NamedAttr> further;
  append(further, mesh.discardable_attributes);
  head("sdy.mesh", 0, encoder_.location(Attr()),
       {{context_.name("mesh"), context_.opaque_attr(fmt::format("#sdy.mesh{}", text))},
        {context_.name("sym_name"), context_.string(mesh.name.text())}},
       std::move(further), {}, out.ops);
  ++out.num_ops;
}

std::string Writer::write(std::string_view producer) {
  numbers_.resize(module_.num_value_ids());
  Body body;
  for (const MeshDeclaration& mesh : module_.meshes()) this->mesh(mesh, body);
  for (const Function* f : module_.functions()) function(*f, body);
  Bytes inside;
  region_head(body, {}, inside);

  std::vector<NamedAttr> inherent, further;
  if (module_.name()) inherent.push_back({context_.name("sym_name"), context_.string(module_.name().text())});
  append(further, stablehlo::written_attributes(module_));
  Bytes ops;
  ops.varint(1 << 1);
  head("builtin.module", kRegions, encoder_.location(Attr()), inherent, std::move(further), {}, ops);
  ops.varint(1 << 1 | 1);
  ops.section(kOps, inside.text());
  return tables_.file(producer, ops.text());
}

}  // namespace partita::core::text::bytecode

namespace partita::core::text {

Result<std::string> write_bytecode(const Module& module, const WriteOptions& options) {
  if (options.annotations == Annotations::kAsIs) return bytecode::Writer(module).write(bytecode::kProducer);
  PARTITA_ASSIGN(std::unique_ptr<Module> respelled, respell_shardings(module, options.annotations));
  return bytecode::Writer(*respelled).write(bytecode::kProducer);
}

}  // namespace partita::core::text
