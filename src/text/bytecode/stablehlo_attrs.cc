// Attributes and types of StableHLO and CHLO, as the text would have them: the assembler takes those.
#include <fmt/format.h>

#include <bit>

#include "text/bytecode/reader.h"

namespace partita::core::text::bytecode {
namespace {

// Codes of what is in no table, in a scope of their own.
struct StableHloAttr {
  enum : uint64_t {
    kBounds = 13,
    kAccuracyMode = 16,
    kAccuracy = 17,
    kMeshGroups = 18,
    kAxisRef = 20,
    kMeshAxis = 21,
    kMesh = 22,
  };
};

}  // namespace

// #stablehlo.dot<lhs_batching_dimensions = [0], …>
bool Reader::decode_struct(Entry& out, const StructLayout& layout, Cursor& in) {
  std::string text(layout.head);
  for (const FieldLayout& field : layout.fields) {
    text += fmt::format("{}{} = ", &field == layout.fields.data() ? "" : ", ", field.name);
    switch (field.form) {
      case FieldForm::kInt: text += std::to_string(in.signed_varint()); break;
      case FieldForm::kInts:
        text += '[';
        for (size_t i = 0, n = in.count(); i < n; ++i) {
          text += fmt::format("{}{}", i > 0 ? ", " : "", in.signed_varint());
        }
        text += ']';
        break;
      case FieldForm::kType: text += type_text(type_ref(in)); break;
      case FieldForm::kFlag: text += in.byte() != 0 ? "true" : "false"; break;
    }
  }
  return set_text(out, text + ">");
}

bool Reader::decode_bounds(Entry& out, Cursor& in) {
  std::string text = "#stablehlo.bounds<";
  for (size_t i = 0, n = in.count(); i < n; ++i) {
    const int64_t bound = in.signed_varint();
    text += fmt::format("{}{}", i > 0 ? ", " : "", bound == kNoSize ? "?" : std::to_string(bound));
  }
  return set_text(out, text + ">");
}

// Two bounds of the error, in ulps, and what is asked for.
std::string Reader::accuracy_text(Cursor& in, bool vhlo) {
  const auto absolute = std::bit_cast<double>(in.signed_varint());
  const auto relative = std::bit_cast<double>(in.signed_varint());
  const int64_t ulps = in.signed_varint();
  const Entry* mode = entry(attr_ref(in));
  if (mode == nullptr) return {};
  std::string text = "#stablehlo.result_accuracy<";
  if (absolute != 0) text += fmt::format("atol = {:e}, ", absolute);
  if (relative != 0) text += fmt::format("rtol = {:e}, ", relative);
  if (ulps != 0) text += fmt::format("ulps = {}, ", ulps);
  const std::string_view word = mode->attr.text();
  text += "mode = ";
  text += vhlo ? fmt::format("#stablehlo.result_accuracy_mode<{}>", word) : std::string(word);
  return text + ">";
}

bool Reader::decode_stablehlo_attr(Entry& out, Cursor& in) {
  const uint64_t code = in.varint();
  if (const EnumLayout* words = find_enum(code)) {
    const uint64_t value = in.varint();
    if (value >= words->words.size()) return unknown_code(out, value);
    return set_text(out, fmt::format("#stablehlo<{} {}>", words->mnemonic, words->words[value]));
  }
  if (const StructLayout* layout = find_struct(code)) return decode_struct(out, *layout, in);
  std::string text;
  switch (code) {
    case StableHloAttr::kAccuracyMode: {
      const uint64_t value = in.varint();
      if (value >= std::size(kAccuracyModes)) return unknown_code(out, value);
      return set_text(out, fmt::format("#stablehlo.result_accuracy_mode<{}>", kAccuracyModes[value]));
    }
    case StableHloAttr::kBounds: return decode_bounds(out, in);
    case StableHloAttr::kAccuracy: return set_text(out, accuracy_text(in, false));
    case StableHloAttr::kMeshGroups: {
      const Attr mesh = attr(attr_ref(in));
      const std::string axes = joined(in);
      if (!mesh) return false;
      const std::string_view at = mesh.is(AttrKind::kSymbol) ? "@" : "";
      const std::string_view name = mesh.is(AttrKind::kInts) || mesh.is(AttrKind::kArray) ? "" : mesh.text();
      text = fmt::format("#stablehlo.replica_group_mesh_axes<mesh = {}{}, axes = [{}]", at, name, axes);
      break;
    }
    case StableHloAttr::kAxisRef:
      text = fmt::format("#stablehlo.axis_ref<name = \"{}\"", string(in.varint(), in));
      if (in.byte() != 0) text += fmt::format(", sub_axis_info = {}", attr_text(attr_ref(in)));
      break;
    case StableHloAttr::kMeshAxis:
      text = fmt::format("#stablehlo.mesh_axis<name = \"{}\"", string(in.varint(), in));
      text += fmt::format(", size = {}", in.signed_varint());
      break;
    case StableHloAttr::kMesh: {
      const Entry* axes = entry(attr_ref(in));
      const Entry* ids = in.byte() != 0 ? entry(attr_ref(in)) : nullptr;
      if (axes == nullptr || waiting()) return false;
      text = "#stablehlo.mesh<axes = [";
      if (axes->attr.is(AttrKind::kArray)) {
        for (Attr axis : axes->attr.elements()) {
          if (text.back() != '[') text += ", ";
          if (axis.is(AttrKind::kOpaque)) text += axis.text();
        }
      }
      text += ']';
      if (ids != nullptr) text += mesh_ids_text(ids->attr);
      break;
    }
    default: return unknown_code(out, code);
  }
  return set_text(out, text + ">");
}

// , device_ids = dense<[…]> : tensor<4xi64>
std::string Reader::mesh_ids_text(Attr ids) {
  std::optional<std::vector<int64_t>> values = stablehlo::ints_of(ids);
  if (!values) return {};
  return fmt::format(", device_ids = dense<[{}]> : tensor<{}xi64>", fmt::join(*values, ", "), values->size());
}

bool Reader::decode_stablehlo_type(Entry& out, Cursor& in) {
  const uint64_t code = in.varint();
  if (code == 1) return set_future(out, in);
  if (code != 0) return unknown_code(out, code);
  out.what = Entry::What::kValueType;
  out.spelled.type = context_.token();
  out.attr = context_.opaque_attr(out.spelled.type.to_string());
  return true;
}

bool Reader::decode_chlo_attr(Entry& out, Cursor& in) {
  const uint64_t code = in.varint(), value = in.varint();
  // The first two of StableHLO's, numbered from 0.
  constexpr uint64_t kFirst = 2;
  const EnumLayout* words = code <= 1 ? find_enum(code + kFirst) : nullptr;
  if (words == nullptr || value >= words->words.size()) return unknown_code(out, code);
  return set_text(out, fmt::format("#chlo<{} {}>", words->mnemonic, words->words[value]));
}

}  // namespace partita::core::text::bytecode
