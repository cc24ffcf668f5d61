// Ops of portable artifacts, vhlo.NAME_vN, as StableHLO's of today.
//
//   vhlo.dot_general_v1 {lhs_batching_dimensions = …, …}   ──►   stablehlo.dot_general <{dot_dimension_numbers = …}>
//
// A version never changes: what an op got later is added to it as a new version, and is absent in old ones. All
// attributes are spelled out, so that those that say what goes without saying are dropped.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "text/bytecode/reader.h"

namespace partita::core::text::bytecode {
namespace {

bool all_are(Attr value, int64_t wanted) {
  const std::optional<std::vector<int64_t>> ints = stablehlo::ints_of(value);
  if (!ints) return false;
  return std::ranges::all_of(*ints, [&](int64_t i) { return i == wanted; });
}

bool is_empty(Attr value) {
  switch (value.kind()) {
    case AttrKind::kString: return value.text().empty();
    case AttrKind::kArray: return value.elements().empty();
    case AttrKind::kDict: return value.entries().empty();
    case AttrKind::kInts: return value.ints().empty();
    case AttrKind::kDense: return value.literal().type.num_elements() == 0;
    default: return false;
  }
}

// What the text leaves out.
bool is_default(OpKind kind, std::string_view name, Attr value) {
  const std::optional<Default> wanted = vhlo_default(kind, name);
  if (!wanted) return false;
  switch (*wanted) {
    case Default::kFalse: return value.is(AttrKind::kBool) && !value.as_bool();
    case Default::kEmpty:
    case Default::kEmptyPairs: return is_empty(value);
    case Default::kZeros: return all_are(value, 0);
    case Default::kOnes: return all_are(value, 1);
    case Default::kZero: return value.is(AttrKind::kInt) && value.as_int() == 0;
    case Default::kMinusOne: return value.is(AttrKind::kInt) && value.as_int() == -1;
    case Default::kOriginal: return value.is(AttrKind::kInt) && value.as_int() == 1;
    case Default::kNoType: return value.is(AttrKind::kString) && value.text() == "NOTYPE";
    case Default::kAccuracy: return value.is(AttrKind::kOpaque) && value.text().ends_with("<DEFAULT>>");
  }
  return false;
}

bool is_algorithm_field(std::string_view name) {
  const std::span<const FieldLayout> fields = find_struct(kAlgorithmStruct)->fields;
  return std::ranges::find(fields, name, &FieldLayout::name) != fields.end();
}

std::string plain(Attr value) {
  switch (value.kind()) {
    case AttrKind::kBool: return value.as_bool() ? "true" : "false";
    case AttrKind::kInt: return std::to_string(value.as_int());
    case AttrKind::kOpaque:
    case AttrKind::kString: return std::string(value.text());
    default: return {};
  }
}

}  // namespace

// vhlo.gather_v2: gather.
bool Reader::check_vhlo_version(std::string_view name, std::string_view& base, const char* at) {
  const size_t mark = name.rfind("_v");
  int version = 0;
  bool ok = mark != std::string_view::npos;
  if (ok) {
    const char* const end = name.data() + name.size();
    auto [stop, error] = std::from_chars(name.data() + mark + 2, end, version);
    ok = error == std::errc() && stop == end;
    base = name.substr(5, mark - 5);
  }
  const int most = ok && vhlo_versions(base).second ? 2 : 1;
  if (ok && version >= 1 && version <= most) return true;
  return fail(at, Code::kUnsupportedType, fmt::format("'{}' is of no version that is known", name));
}

void Reader::clean_vhlo_function(std::vector<NamedAttr>& attrs) {
  std::erase_if(attrs, [](const NamedAttr& attr) {
    return attr.name.text() == "sym_visibility" && attr.value.is(AttrKind::kString) && attr.value.text().empty();
  });
}

bool Reader::add_vhlo_attrs(OpParts& parts, const OpHead& head) {
  const bool own_channel = parts.kind == OpKind::kSend || parts.kind == OpKind::kRecv;
  std::string algorithm;
  std::vector<std::pair<std::string_view, Attr>> given;
  for (const auto& [name, value] : head.attrs) {
    if (!ready(value)) return false;
    const Attr attr = this->attr(value);
    if (!attr) return broken(head.at, "an attribute has no value");
    given.emplace_back(name, attr);
  }
  for (const auto& [name, value] : given) {
    if (is_default(parts.kind, name, value)) continue;
    if (parts.kind == OpKind::kDotGeneral && is_algorithm_field(name)) continue;
    if (parts.kind == OpKind::kDynamicConv && name == "padding") continue;  // an operand as well
    if (name == "channel_id" && !own_channel && find_attr_spec(parts.kind, AttrKey::kChannelType) != nullptr) {
      if (value.is(AttrKind::kInt) && value.as_int() == 0) continue;
      if (!add_key(parts, AttrKey::kChannelType, context_.integer(0), head.at)) return false;
    }
    if (!add_attr(parts, name, value, head.at)) return false;
  }
  // Lists of dimensions that an older version of the op did not have yet.
  for (const AttrSpec& spec : op_info(parts.kind).attrs) {
    const bool batching = spec.key == AttrKey::kOperandBatchingDims || spec.key == AttrKey::kStartIndicesBatchingDims ||
                          spec.key == AttrKey::kInputBatchingDims || spec.key == AttrKey::kScatterIndicesBatchingDims;
    const bool there = std::ranges::find(parts.attrs, spec.key, &KeyedAttr::key) != parts.attrs.end();
    if (batching && !there && !add_key(parts, spec.key, context_.ints({}), head.at)) return false;
  }
  if (parts.kind != OpKind::kDotGeneral) return true;
  for (const FieldLayout& field : find_struct(kAlgorithmStruct)->fields) {
    for (const auto& [name, value] : given) {
      const std::string text = name == field.name ? plain(value) : std::string();
      if (text.empty() || text == "none") continue;
      algorithm += fmt::format("{}{} = {}", algorithm.empty() ? "" : ", ", field.name, text);
    }
  }
  if (algorithm.empty()) return true;
  return add_key(parts, AttrKey::kAlgorithm,
                 context_.opaque_attr(fmt::format("#stablehlo.dot_algorithm<{}>", algorithm)), head.at);
}

}  // namespace partita::core::text::bytecode
