// Portable artifacts: functions and ops of StableHLO under the names of VHLO, with every attribute spelled out in
// VHLO's own attributes and types. What vhlo_ops.cc reads.
//
//   stablehlo.dot_general {…}  ──►  vhlo.dot_general_v2 {accumulation_type = none, …, precision_config = []}
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "ir/copy_module.h"
#include "ir/device_pairs.h"
#include "ir/elided.h"
#include "ir/replica_groups.h"
#include "text/bytecode/bytecode.h"
#include "text/bytecode/packed_ops.h"
#include "text/bytecode/writer.h"
#include "text/sharding/respell.h"
#include "text/stablehlo/writer.h"

namespace partita::core::text::bytecode {
namespace {

constexpr ArtifactVersion kOthersMixedIn{1, 11};

class ArtifactWriter final : public Writer {
 public:
  ArtifactWriter(const Module& module, ArtifactVersion version) : Writer(module), version_(version) {}
  Result<std::string> write_artifact() {
    std::string file = write(fmt::format("StableHLO_v{}.{}.0", version_.major, version_.minor));
    if (problem_) return Error{*problem_};
    return file;
  }

 private:
  uint64_t type_of(Type type) override;
  uint64_t type_of_function(std::span<const Type> arguments, std::span<const Type> results) override;
  void write_op(const Op& op, uint8_t more, uint64_t location, std::string_view segments, Bytes& out) override;
  void write_constant(uint64_t location, Attr further, Attr value, Bytes& out) override;
  void write_elided(const Op& op, uint64_t location, Bytes& out) override;
  void write_function_head(const FunctionParts& parts, Bytes& out) override;

  uint64_t coded(const Bytes& bytes) { return tables_.attr("vhlo", true, bytes.text()); }
  uint64_t coded_type(const Bytes& bytes) { return tables_.type("vhlo", true, bytes.text()); }
  uint64_t element(ElementType element);
  uint64_t quantized(Type type);
  uint64_t attr(Attr attr);
  uint64_t string(std::string_view text);
  uint64_t boolean(bool value);
  uint64_t word(std::string_view mnemonic, std::string_view word);
  uint64_t tensor(std::span<const int64_t> values, std::span<const int64_t> dims, ElementType element);
  uint64_t dictionary(Attr dict);
  uint64_t of_type(uint64_t type);
  uint64_t none();
  uint64_t accuracy(std::string_view text);
  uint64_t default_value(const Op& op, Default which, std::string_view name);
  uint64_t field(const Op& op, std::string_view name);
  uint64_t given(const Op& op, const AttrSpec& spec, Attr value);
  std::optional<uint64_t> algorithm_field(const Op& op, std::string_view name);
  uint64_t further(std::vector<NamedAttr> attrs);
  void fail(const Op& op, const std::string& why) {
    if (!problem_) problem_ = module_.error_at_op(op, Code::kNoArtifactForm, why);
  }

  const ArtifactVersion version_;
  std::optional<Diagnostic> problem_;
};

// --- types

uint64_t ArtifactWriter::element(ElementType element) {
  Bytes out;
  if (is_complex(element)) {
    out.varint(VhloType::kComplex);
    out.varint(this->element(part_type(element)));
  } else {
    out.varint(*find_element(element)->vhlo);
  }
  return coded_type(out);
}

uint64_t ArtifactWriter::quantized(Type type) {
  const ir::Quantization& how = *type.quantization();
  const bool per_axis = how.dimension >= 0;
  const ElementType storage = type.element();
  const bool is_signed = element_class(storage) == ElementClass::kSigned;
  const std::string_view spelled = mlir_spelling(storage);
  Bytes out;
  out.varint(per_axis ? VhloType::kQuantizedPerAxis : VhloType::kQuantized);
  out.varint(is_signed ? 1 : 0);
  out.varint(element(*ir::element_type_from_mlir(is_signed ? spelled : spelled.substr(1))));
  out.varint(element(how.expressed));
  if (per_axis) {
    out.varint(static_cast<uint64_t>(how.dimension));
  } else {
    out.signed_varint(std::bit_cast<int64_t>(how.scales[0]));
    out.signed_varint(how.zero_points[0]);
  }
  out.signed_varint(how.min);
  out.signed_varint(how.max);
  if (per_axis) {
    out.varint(how.scales.size());
    for (double scale : how.scales) out.signed_varint(std::bit_cast<int64_t>(scale));
    out.varint(how.zero_points.size());
    for (int64_t zero : how.zero_points) out.signed_varint(zero);
  }
  return coded_type(out);
}

uint64_t ArtifactWriter::type_of(Type type) {
  Bytes out;
  switch (type.kind()) {
    case TypeKind::kToken: out.varint(VhloType::kToken); break;
    case TypeKind::kOpaque: return encoder_.type(type);
    case TypeKind::kFuture: {
      std::vector<uint64_t> parts;
      for (Type part : type.parts()) parts.push_back(type_of(part));
      out.varint(VhloType::kFuture);
      out.varint(parts.size());
      for (uint64_t part : parts) out.varint(part);
      break;
    }
    case TypeKind::kBuffer:
    case TypeKind::kTensor: {
      const bool bounded =
          std::ranges::any_of(type.dims(), [](int64_t size) { return ir::is_dynamic(size) && size != ir::kDynamic; });
      const uint64_t element = type.quantization() != nullptr ? quantized(type) : this->element(type.element());
      out.varint(!type.is_tensor() ? VhloType::kBuffer : bounded ? VhloType::kRankedEncoded : VhloType::kRanked);
      if (bounded) {
        Bytes bounds;
        bounds.varint(VhloAttr::kBounds);
        bounds.varint(type.dims().size());
        for (int64_t size : type.dims()) {
          bounds.signed_varint(ir::is_dynamic(size) && size != ir::kDynamic ? ir::bound_of(size) : kNoSize);
        }
        out.varint(coded(bounds));
      }
      out.varint(type.dims().size());
      for (int64_t size : type.dims()) out.signed_varint(ir::is_dynamic(size) ? kNoSize : size);
      out.varint(element);
      break;
    }
  }
  return coded_type(out);
}

uint64_t ArtifactWriter::type_of_function(std::span<const Type> arguments, std::span<const Type> results) {
  Bytes out;
  out.varint(VhloType::kFunction);
  for (std::span<const Type> types : {arguments, results}) {
    std::vector<uint64_t> numbers;
    for (Type each : types) numbers.push_back(type_of(each));
    out.varint(numbers.size());
    for (uint64_t number : numbers) out.varint(number);
  }
  return coded_type(out);
}

// --- attributes

uint64_t ArtifactWriter::string(std::string_view text) {
  Bytes out;
  out.varint(VhloAttr::kString);
  out.varint(tables_.string(text));
  return coded(out);
}

uint64_t ArtifactWriter::boolean(bool value) {
  Bytes out;
  out.varint(VhloAttr::kBoolean);
  out.varint(value ? 1 : 0);
  return coded(out);
}

uint64_t ArtifactWriter::word(std::string_view mnemonic, std::string_view word) {
  const std::span<const EnumLayout> layouts = enum_layouts();
  const auto layout = std::ranges::find(layouts, mnemonic, &EnumLayout::mnemonic);
  const auto at = std::ranges::find(layout->words, word);
  Bytes out;
  out.varint(layout->vhlo_code);
  out.varint(at == layout->words.end() ? 0 : static_cast<uint64_t>(at - layout->words.begin()));
  return coded(out);
}

uint64_t ArtifactWriter::of_type(uint64_t type) {
  Bytes out;
  out.varint(VhloAttr::kType);
  out.varint(type);
  return coded(out);
}

uint64_t ArtifactWriter::none() {
  Bytes out;
  out.varint(VhloType::kNone);
  return of_type(coded_type(out));
}

uint64_t ArtifactWriter::tensor(std::span<const int64_t> values, std::span<const int64_t> dims, ElementType element) {
  const auto width = static_cast<size_t>(byte_width(element));
  Blob data;
  for (int64_t value : values) {
    const auto bytes = std::as_bytes(std::span(&value, 1)).first(width);
    data.insert(data.end(), bytes.begin(), bytes.end());
  }
  return attr(context_.dense(context_.tensor(element, dims), false, std::span<const std::byte>(data)));
}

uint64_t ArtifactWriter::dictionary(Attr dict) {
  Bytes out;
  out.varint(VhloAttr::kDictionary);
  out.varint(dict ? dict.entries().size() : 0);
  if (dict) {
    for (const NamedAttr& each : dict.entries()) {
      out.varint(string(each.name.text()));
      out.varint(attr(each.value));
    }
  }
  return coded(out);
}

uint64_t ArtifactWriter::accuracy(std::string_view text) {
  auto number = [&](std::string_view name) {
    const size_t at = text.find(fmt::format("{} = ", name));
    return at == std::string_view::npos ? 0.0
                                        : std::strtod(std::string(text.substr(at + name.size() + 3)).c_str(), nullptr);
  };
  uint64_t mode = 0;
  for (uint64_t i = 0; i < std::size(kAccuracyModes); ++i) {
    if (text.find(fmt::format("<{}>", kAccuracyModes[i])) != std::string_view::npos) mode = i;
  }
  Bytes mode_bytes, out;
  mode_bytes.varint(VhloAttr::kAccuracyMode);
  mode_bytes.varint(mode);
  out.varint(VhloAttr::kAccuracy);
  out.signed_varint(std::bit_cast<int64_t>(number("atol")));
  out.signed_varint(std::bit_cast<int64_t>(number("rtol")));
  out.signed_varint(static_cast<int64_t>(number("ulps")));
  out.varint(coded(mode_bytes));
  return coded(out);
}

uint64_t ArtifactWriter::attr(Attr value) {
  Bytes out;
  switch (value.kind()) {
    case AttrKind::kBool: return boolean(value.as_bool());
    case AttrKind::kString:
    case AttrKind::kSymbol: return string(value.text());
    case AttrKind::kInt: {
      const std::string_view suffix = value.suffix().text();
      out.varint(VhloAttr::kInteger);
      if (suffix == "index") {
        Bytes index;
        index.varint(VhloType::kIndex);
        out.varint(coded_type(index));
      } else {
        out.varint(element(ir::element_type_from_mlir(suffix).value_or(ElementType::kS64)));
      }
      Encoder::integer(value.as_int(), suffix, out);
      return coded(out);
    }
    case AttrKind::kFloat: {
      const ElementType type = ir::element_type_from_mlir(value.suffix().text()).value_or(ElementType::kF64);
      out.varint(VhloAttr::kFloat);
      out.varint(element(type));
      Encoder::real(value.as_float(), type, out);
      return coded(out);
    }
    case AttrKind::kType: return of_type(type_of(value.as_type()));
    case AttrKind::kArray: {
      std::vector<uint64_t> elements;
      for (Attr each : value.elements()) elements.push_back(attr(each));
      out.varint(VhloAttr::kArray);
      out.varint(elements.size());
      for (uint64_t each : elements) out.varint(each);
      return coded(out);
    }
    case AttrKind::kDict: return dictionary(value);
    case AttrKind::kInts: {
      const int64_t count = std::ssize(value.ints());
      if (value.suffix().text() != "index") {
        return tensor(value.ints(), std::span(&count, 1),
                      ir::element_type_from_mlir(value.suffix().text()).value_or(ElementType::kS64));
      }
      Bytes index, type;
      index.varint(VhloType::kIndex);
      type.varint(VhloType::kRanked);
      type.varint(1);
      type.signed_varint(count);
      type.varint(coded_type(index));
      out.varint(VhloAttr::kTensor);
      out.varint(coded_type(type));
      out.blob({reinterpret_cast<const char*>(value.ints().data()), value.ints().size_bytes()});
      return coded(out);
    }
    case AttrKind::kDense:
      out.varint(VhloAttr::kTensor);
      out.varint(type_of(value.literal().type));
      Encoder::elements(value.literal(), out);
      return coded(out);
    case AttrKind::kUnit:
    case AttrKind::kOpaque: return encoder_.attr(value);  // of another dialect
  }
  return encoder_.attr(value);
}

// A dictionary of MLIR's own with values of VHLO.
uint64_t ArtifactWriter::further(std::vector<NamedAttr> attrs) {
  std::ranges::sort(attrs, {}, [](const NamedAttr& each) { return each.name.text(); });
  std::vector<std::pair<std::string_view, uint64_t>> entries;
  for (const NamedAttr& each : attrs) entries.emplace_back(each.name.text(), attr(each.value));
  return encoder_.dict(entries);
}

// --- ops

// What goes without saying has to be said. Windows have as many dimensions as what they slide over.
uint64_t ArtifactWriter::default_value(const Op& op, Default which, std::string_view name) {
  const bool slides = !op.is(OpKind::kConvolution) && !op.is(OpKind::kDynamicConv);
  const int64_t rank = op.num_operands() == 0 || !op.operand(0)->type().is_tensor() ? 0 : op.operand(0)->type().rank();
  const int64_t dims = std::max<int64_t>(0, slides ? rank : rank - 2);
  switch (which) {
    case Default::kFalse: return boolean(false);
    case Default::kEmpty:
      if (name.ends_with("_config") && name != "precision_config") return string("");
      if (name == "composite_attributes") return dictionary(Attr());
      if (name.starts_with("known_")) return attr(context_.ints({}));
      return attr(context_.array({}));
    case Default::kEmptyPairs: {
      const int64_t shape[] = {0, 2};
      return tensor({}, shape, ElementType::kS64);
    }
    case Default::kZeros: {
      if (name == "window_reversal") {
        return tensor(std::vector<int64_t>(static_cast<size_t>(dims), 0), std::span(&dims, 1), ElementType::kPred);
      }
      const int64_t shape[] = {dims, 2};
      return tensor(std::vector<int64_t>(static_cast<size_t>(2 * dims), 0), shape, ElementType::kS64);
    }
    case Default::kOnes: return attr(context_.ints(std::vector<int64_t>(static_cast<size_t>(dims), 1)));
    case Default::kZero: return attr(context_.integer(0, "i32"));
    case Default::kMinusOne: return attr(context_.integer(-1));
    case Default::kOriginal: {
      Bytes out;
      out.varint(VhloAttr::kApiVersion);
      out.varint(1);
      return coded(out);
    }
    case Default::kNoType: return word("comparison_type", "NOTYPE");
    case Default::kAccuracy: return accuracy("");
  }
  return none();
}

// #stablehlo.dot_algorithm<lhs_precision_type = f32, …>, field by field; none where there is no algorithm.
std::optional<uint64_t> ArtifactWriter::algorithm_field(const Op& op, std::string_view name) {
  const std::span<const FieldLayout> fields = find_struct(kAlgorithmStruct)->fields;
  const auto field = std::ranges::find(fields, name, &FieldLayout::name);
  if (!op.is(OpKind::kDotGeneral) || field == fields.end()) return std::nullopt;
  const std::string_view text = op.text_attr(AttrKey::kAlgorithm);
  const size_t at = text.find(fmt::format("{} = ", name));
  if (at == std::string_view::npos) return none();
  std::string_view value = text.substr(at + name.size() + 3);
  value = value.substr(0, value.find_first_of(",>"));
  if (field->form == FieldForm::kFlag) return boolean(value == "true");
  if (field->form == FieldForm::kInt)
    return attr(context_.integer(std::strtoll(std::string(value).c_str(), nullptr, 10)));
  if (std::optional<ElementType> type = ir::element_type_from_mlir(value)) return of_type(element(*type));
  Bytes out;
  out.varint(VhloType::kTF32);
  return of_type(coded_type(out));
}

uint64_t ArtifactWriter::given(const Op& op, const AttrSpec& spec, Attr value) {
  auto matrix = [&](std::span<const int64_t> values, int64_t columns) {
    const int64_t shape[] = {columns == 0 ? 0 : std::ssize(values) / columns, columns};
    return tensor(values, shape, ElementType::kS64);
  };
  switch (spec.form) {
    case AttrForm::kPairs: return matrix(ir::listed_pairs(value), 2);
    case AttrForm::kGroups: {
      const auto groups = expand_groups(value);
      if (!groups) {
        fail(op, "groups of devices by the axes of a mesh without a size cannot be listed in a portable artifact");
        return none();
      }
      size_t widest = 0;
      for (const auto& group : *groups) widest = std::max(widest, group.size());
      std::vector<int64_t> flat;
      for (const auto& group : *groups) {
        for (size_t i = 0; i < widest; ++i) flat.push_back(i < group.size() ? group[i] : -1);
      }
      const int64_t shape[] = {std::ssize(*groups), static_cast<int64_t>(widest)};
      return tensor(flat, shape, ElementType::kS64);
    }
    case AttrForm::kEnum: return word(enum_mnemonic(spec.key), value.text());
    case AttrForm::kEnums: {
      std::vector<uint64_t> words;
      for (Attr each : value.elements()) words.push_back(word(enum_mnemonic(spec.key), each.text()));
      Bytes out;
      out.varint(VhloAttr::kArray);
      out.varint(words.size());
      for (uint64_t each : words) out.varint(each);
      return coded(out);
    }
    default: break;
  }
  if (spec.key == AttrKey::kApiVersion) {
    Bytes out;
    out.varint(VhloAttr::kApiVersion);
    out.varint(static_cast<uint64_t>(value.as_int()));
    return coded(out);
  }
  if (spec.key == AttrKey::kResultAccuracy && value.is(AttrKind::kOpaque)) return accuracy(value.text());
  if (value.is(AttrKind::kOpaque) && value.text().starts_with(find_struct(kAliasStruct)->head)) {
    Bytes out;
    out.varint(VhloAttr::kOperandAlias);
    encoder_.struct_fields(*find_struct(kAliasStruct), value.text(), out);
    return coded(out);
  }
  if (spec.key == AttrKey::kOutputOperandAliases && value.is(AttrKind::kArray)) {
    Bytes out;
    std::vector<uint64_t> aliases;
    for (Attr each : value.elements()) aliases.push_back(given(op, {AttrKey::kAlgorithm, AttrForm::kAny, false}, each));
    out.varint(VhloAttr::kArray);
    out.varint(aliases.size());
    for (uint64_t alias : aliases) out.varint(alias);
    return coded(out);
  }
  return attr(value);
}

uint64_t ArtifactWriter::field(const Op& op, std::string_view name) {
  if (std::optional<uint64_t> part = algorithm_field(op, name)) return *part;
  const std::optional<AttrKey> key = ir::attr_key_from_text(name);
  if (key) {
    const AttrSpec* spec = find_attr_spec(op.kind(), *key);
    if (const Attr value = op.attr(*key); value && spec != nullptr) return given(op, *spec, value);
  }
  if (name == "channel_id") return attr(context_.integer(0));
  if (const std::optional<Default> value = vhlo_default(op.kind(), name)) return default_value(op, *value, name);
  fail(op, fmt::format("{} lacks the attribute {}", op.info().mlir, name));
  return none();
}

void ArtifactWriter::write_op(const Op& op, uint8_t more, uint64_t location, std::string_view segments, Bytes& out) {
  const std::string_view name = op.info().mlir;
  if (name.starts_with("sdy.") && version_ >= kOthersMixedIn) {
    Writer::write_op(op, more, location, segments, out);
    return;
  }
  const bool of_func = op.is(OpKind::kCall) || op.is(OpKind::kReturn);
  if (!of_func && !name.starts_with("stablehlo.")) {
    fail(op, name.starts_with("sdy.")
                 ? fmt::format("{} can be in portable artifacts from StableHLO 1.11 on", name)
                 : fmt::format("{} is no op of StableHLO, and portable artifacts have those alone", name));
    return;
  }
  const Op* parent = op.parent_op();
  if (op.is(OpKind::kReturn) && parent != nullptr && parent->is(OpKind::kManualComputation)) {
    Writer::write_op(op, more, location, segments, out);
    return;
  }
  const std::string base = op.is(OpKind::kCall)     ? "call"
                           : op.is(OpKind::kReturn) ? "return"
                                                    : std::string(name.substr(std::string_view("stablehlo.").size()));
  const VhloVersions versions = vhlo_versions(base);
  if (version_ < versions.first) {
    fail(op, fmt::format("{} is in portable artifacts from StableHLO {}.{} on", name, versions.first.major,
                         versions.first.minor));
    return;
  }
  const bool second = versions.second && version_ >= *versions.second;
  const std::vector<PropertyList> lists = vhlo_property_lists(base, op.kind());
  const PropertyList& list = versions.second && !second ? lists.back() : lists.front();
  std::vector<NamedAttr> rest = further_attributes(op);
  if (versions.second && !second) {
    // What the older version has no place for must not say anything.
    bool fits = op.num_operands() == 1 || !op.info().has(kCollective);
    for (const KeyedAttr& each : op.attrs()) {
      const std::string_view text = attr_key_text(each.key);
      const bool listed = std::ranges::find(list.fields, text, &PropertyField::name) != list.fields.end();
      const bool implied = each.key == AttrKey::kChannelType ||
                           (each.value.is(AttrKind::kInts) && each.value.ints().empty()) ||
                           (each.value.is(AttrKind::kBool) && !each.value.as_bool());
      fits = fits && (listed || implied);
    }
    if (!fits) {
      fail(op, fmt::format("this {} can be in portable artifacts from StableHLO {}.{} on", name, versions.second->major,
                           versions.second->minor));
      return;
    }
  }
  Bytes fields;
  for (const PropertyField& each : list.fields) fields.varint(field(op, each.name));
  out.varint(tables_.op(fmt::format("vhlo.{}_v{}", base, second ? 2 : 1), true));
  out.byte(static_cast<uint8_t>(more | (rest.empty() ? 0 : kAttributes) | (fields.size() == 0 ? 0 : kPropertyIndex)));
  out.varint(location);
  if (!rest.empty()) out.varint(further(std::move(rest)));
  if (fields.size() > 0) out.varint(tables_.properties(fields.text()));
}

void ArtifactWriter::write_elided(const Op& op, uint64_t, Bytes&) {
  fail(op, "a portable artifact holds the elements of its constants; these were left out of the text");
}

void ArtifactWriter::write_constant(uint64_t location, Attr rest, Attr value, Bytes& out) {
  Bytes fields;
  fields.varint(attr(value));
  out.varint(tables_.op("vhlo.constant_v1", true));
  out.byte(kResults | kPropertyIndex | (rest ? kAttributes : 0));
  out.varint(location);
  if (rest) out.varint(further({rest.entries().begin(), rest.entries().end()}));
  out.varint(tables_.properties(fields.text()));
}

void ArtifactWriter::write_function_head(const FunctionParts& parts, Bytes& out) {
  Bytes fields;
  auto dictionaries = [&](const std::vector<Attr>& attrs) {
    std::vector<uint64_t> numbers;
    for (Attr each : attrs) numbers.push_back(dictionary(each));
    const bool any = std::ranges::any_of(attrs, [](Attr each) { return !each.entries().empty(); });
    Bytes array;
    array.varint(VhloAttr::kArray);
    array.varint(any ? numbers.size() : 0);
    for (uint64_t number : numbers) {
      if (any) array.varint(number);
    }
    return coded(array);
  };
  fields.varint(dictionaries(parts.argument_attrs));
  fields.varint(of_type(parts.type));
  fields.varint(dictionaries(parts.result_attrs));
  fields.varint(string(parts.function.name().text()));
  fields.varint(string(parts.function.is_private() ? "private" : "public"));
  const Attr rest = parts.function.discardable_attributes();
  out.varint(tables_.op("vhlo.func_v1", true));
  out.byte(kPropertyIndex | kRegions | (rest ? kAttributes : 0));
  out.varint(encoder_.location(parts.function.location()));
  if (rest) out.varint(further({rest.entries().begin(), rest.entries().end()}));
  out.varint(tables_.properties(fields.text()));
}

}  // namespace
}  // namespace partita::core::text::bytecode

namespace partita::core::text {

Result<std::string> write_artifact(const Module& module, const WriteOptions& options) {
  std::unique_ptr<Module> changed;
  if (options.annotations != Annotations::kAsIs) {
    PARTITA_ASSIGN(changed, respell_shardings(module, options.annotations));
  }
  if (bytecode::has_ops_to_pack(module)) {
    if (changed == nullptr) changed = ir::copy_module(module);
    bytecode::pack_ops(*changed);
  }
  return bytecode::ArtifactWriter(changed != nullptr ? *changed : module, options.artifact).write_artifact();
}

}  // namespace partita::core::text
