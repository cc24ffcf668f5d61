// Attributes and types of VHLO: MLIR's own and StableHLO's again, under codes that never change.
#include <fmt/format.h>

#include "text/bytecode/reader.h"

namespace partita::core::text::bytecode {

bool Reader::decode_vhlo_attr(Entry& out, Cursor& in) {
  const uint64_t code = in.varint();
  if (const EnumLayout* words = find_vhlo_enum(code)) {
    const uint64_t value = in.varint();
    if (value >= words->words.size()) return unknown_code(out, value);
    return set_attr(out, context_.string(words->words[value]));
  }
  switch (code) {
    case VhloAttr::kArray: {
      const std::vector<Attr> elements = attrs(in);
      return !waiting() && !in.failed() && set_attr(out, context_.array(elements));
    }
    case VhloAttr::kBoolean: return set_attr(out, context_.boolean(in.varint() != 0));
    case VhloAttr::kApiVersion: return set_attr(out, context_.integer(static_cast<int64_t>(in.varint() & 0xFF), "i32"));
    case VhloAttr::kDictionary: {
      std::vector<NamedAttr> entries(in.count());
      for (NamedAttr& each : entries) {
        each.name = context_.name(attr_text(attr_ref(in)));
        each.value = attr(attr_ref(in));
      }
      return !waiting() && !in.failed() && set_dictionary(out, entries);
    }
    case VhloAttr::kFloat: return decode_float(out, in);
    case VhloAttr::kInteger: return decode_integer(out, in);
    case VhloAttr::kOperandAlias: return decode_struct(out, *find_struct(kAliasStruct), in);
    case VhloAttr::kString: return set_attr(out, context_.string(string(in.varint(), in)));
    case VhloAttr::kTensor: return decode_elements(out, type_ref(in), in);
    case VhloAttr::kType: {
      out.type = type_ref(in);
      const Entry* type = entry(out.type);
      if (type == nullptr) return false;
      const bool is_value = type->what == Entry::What::kValueType && type->spelled.tuple == nullptr;
      return set_attr(out, is_value ? context_.type(type->spelled.type) : type->attr);
    }
    case VhloAttr::kBounds: return decode_bounds(out, in);
    case VhloAttr::kAccuracyMode: {
      const uint64_t value = in.varint();
      if (value >= std::size(kAccuracyModes)) return unknown_code(out, value);
      return set_attr(out, context_.string(kAccuracyModes[value]));
    }
    case VhloAttr::kAccuracy: return set_text(out, accuracy_text(in, true));
    case VhloAttr::kSubAxis: return decode_struct(out, *find_struct(kSubAxisStruct), in);
    case VhloAttr::kAxisRef: {
      std::string text = fmt::format("#stablehlo.axis_ref<name = \"{}\"", attr_text(attr_ref(in)));
      if (in.varint() != 0) text += fmt::format(", sub_axis_info = {}", attr_text(attr_ref(in)));
      return set_text(out, text + ">");
    }
    case VhloAttr::kMeshGroups: {
      const Attr mesh = attr(attr_ref(in));
      const Attr axes = attr(attr_ref(in));
      if (waiting() || !mesh || !axes || !axes.is(AttrKind::kArray)) return false;
      std::string text = "#stablehlo.replica_group_mesh_axes<mesh = ";
      text += mesh.is(AttrKind::kOpaque) ? std::string(mesh.text()) : fmt::format("@{}", attr_name(mesh));
      text += ", axes = [";
      for (Attr axis : axes.elements()) {
        text += fmt::format("{}{}", text.back() == '[' ? "" : ", ", axis.is(AttrKind::kOpaque) ? axis.text() : "");
      }
      return set_text(out, text + "]>");
    }
    case VhloAttr::kMeshAxis: {
      const std::string_view name = attr_text(attr_ref(in));
      return set_text(out, fmt::format("#stablehlo.mesh_axis<name = \"{}\", size = {}>", name, in.signed_varint()));
    }
    case VhloAttr::kMesh: {
      const Attr axes = attr(attr_ref(in));
      const Attr ids = in.varint() != 0 ? attr(attr_ref(in)) : Attr();
      if (waiting() || !axes || !axes.is(AttrKind::kArray)) return false;
      std::string text = "#stablehlo.mesh<axes = [";
      for (Attr axis : axes.elements()) {
        text += fmt::format("{}{}", text.back() == '[' ? "" : ", ", axis.is(AttrKind::kOpaque) ? axis.text() : "");
      }
      text += ']';
      if (ids) text += mesh_ids_text(ids);
      return set_text(out, text + ">");
    }
    default: return unknown_code(out, code);
  }
}

std::string_view Reader::attr_name(Attr value) {
  return value.is(AttrKind::kString) || value.is(AttrKind::kSymbol) ? value.text() : std::string_view();
}

bool Reader::decode_vhlo_type(Entry& out, Cursor& in) {
  const uint64_t code = in.varint();
  if (std::optional<ElementType> element = element_of_vhlo(code)) return set_element(out, *element);
  auto dims = [&] {
    std::vector<int64_t> all(in.count());
    for (int64_t& dim : all) dim = in.signed_varint();
    return all;
  };
  switch (code) {
    case VhloType::kComplex: return set_complex(out, type_ref(in));
    case VhloType::kFunction: return set_function(out, in);
    case VhloType::kIndex: return set_index(out);
    case VhloType::kNone:
      out.what = Entry::What::kNone;
      out.attr = context_.opaque_attr("none");
      return true;
    case VhloType::kRanked: {
      const std::vector<int64_t> shape = dims();
      return set_tensor(out, shape, type_ref(in), {}, false);
    }
    case VhloType::kRankedEncoded: {
      const uint32_t encoding = attr_ref(in);
      const std::vector<int64_t> shape = dims();
      return set_tensor(out, shape, type_ref(in), attr_text(encoding), false);
    }
    case VhloType::kBuffer: {
      const std::vector<int64_t> shape = dims();
      return set_tensor(out, shape, type_ref(in), {}, true);
    }
    case VhloType::kToken:
      out.what = Entry::What::kValueType;
      out.spelled.type = context_.token();
      out.attr = context_.opaque_attr(out.spelled.type.to_string());
      return true;
    case VhloType::kTuple: return set_tuple(out, in);
    case VhloType::kFuture: return set_future(out, in);
    case VhloType::kQuantized:
    case VhloType::kQuantizedPerAxis: return decode_quantized(out, code == VhloType::kQuantizedPerAxis, in);
    case VhloType::kUnranked: {
      const std::string_view element = type_text(type_ref(in));
      return !waiting() &&
             refuse(out, fmt::format("tensor<*x{}>", element), "tensors without a rank are not supported");
    }
    case VhloType::kTF32: return refuse(out, "tf32", "not the type of a value in a tensor program");
    default: in.take(in.left()); return refuse(out, "!vhlo.type", "not the type of a value in a tensor program");
  }
}

}  // namespace partita::core::text::bytecode
