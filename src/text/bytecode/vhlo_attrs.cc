// Attributes and types of VHLO: MLIR's own and StableHLO's again, under codes that never change.
#include <fmt/format.h>

#include "text/bytecode/enums.h"
#include "text/bytecode/reader.h"

namespace partita::core::text::bytecode {
namespace {

// Codes, in a scope of their own.
struct VhloAttr {
  enum : uint64_t {
    kArray = 1,
    kBoolean = 2,
    kComparisonDirection = 3,
    kComparisonType = 4,
    kApiVersion = 5,
    kDictionary = 6,
    kFftType = 7,
    kFloat = 8,
    kInteger = 9,
    kOperandAlias = 10,
    kPrecision = 11,
    kRngAlgorithm = 12,
    kRngDistribution = 13,
    kString = 14,
    kTensor = 15,
    kTranspose = 16,
    kType = 17,
    kBounds = 18,
    kAccuracyMode = 19,
    kAccuracy = 20,
    kSubAxis = 21,
    kAxisRef = 22,
    kMeshGroups = 23,
    kMeshAxis = 24,
    kMesh = 25,
  };
};

struct Named {
  uint64_t code;
  std::string_view type;
};
constexpr Named kElements[] = {{0, "i1"},        {2, "bf16"},        {3, "f16"},         {4, "f32"},
                               {5, "f64"},       {6, "f8E4M3FN"},    {7, "f8E5M2"},      {10, "i4"},
                               {11, "i8"},       {12, "i16"},        {13, "i32"},        {14, "i64"},
                               {15, "ui4"},      {16, "ui8"},        {17, "ui16"},       {18, "ui32"},
                               {19, "ui64"},     {27, "f8E4M3FNUZ"}, {28, "f8E5M2FNUZ"}, {29, "f8E4M3B11FNUZ"},
                               {31, "i2"},       {32, "ui2"},        {35, "f8E4M3"},     {36, "f8E3M4"},
                               {37, "f4E2M1FN"}, {38, "f6E2M3FN"},   {39, "f6E3M2FN"},   {40, "f8E8M0FNU"}};

}  // namespace

bool Reader::decode_vhlo_attr(Entry& out, Cursor& in) {
  const uint64_t code = in.varint();
  auto word = [&](std::span<const std::string_view> words) {
    const uint64_t value = in.varint();
    if (value >= words.size()) return unknown_code(out, value);
    return set_attr(out, context_.string(words[value]));
  };
  switch (code) {
    case VhloAttr::kArray: {
      const std::vector<Attr> elements = attrs(in);
      return !waiting() && !in.failed() && set_attr(out, context_.array(elements));
    }
    case VhloAttr::kBoolean: return set_attr(out, context_.boolean(in.varint() != 0));
    case VhloAttr::kComparisonDirection: return word(kComparisonDirections);
    case VhloAttr::kComparisonType: return word(kComparisonTypes);
    case VhloAttr::kApiVersion: return set_attr(out, context_.integer(static_cast<int64_t>(in.varint() & 0xFF), "i32"));
    case VhloAttr::kDictionary: {
      std::vector<NamedAttr> entries(in.count());
      for (NamedAttr& each : entries) {
        each.name = context_.name(attr_text(attr_ref(in)));
        each.value = attr(attr_ref(in));
      }
      return !waiting() && !in.failed() && set_attr(out, context_.dict(entries));
    }
    case VhloAttr::kFftType: return word(kFftTypes);
    case VhloAttr::kFloat: return decode_float(out, in);
    case VhloAttr::kInteger: return decode_integer(out, in);
    case VhloAttr::kOperandAlias: return set_text(out, alias_text(in));
    case VhloAttr::kPrecision: return word(kPrecisions);
    case VhloAttr::kRngAlgorithm: return word(kRngAlgorithms);
    case VhloAttr::kRngDistribution: return word(kRngDistributions);
    case VhloAttr::kString: return set_attr(out, context_.string(string(in.varint(), in)));
    case VhloAttr::kTensor: return decode_elements(out, type_ref(in), in);
    case VhloAttr::kTranspose: return word(kTransposes);
    case VhloAttr::kType: {
      out.type = type_ref(in);
      const Entry* type = entry(out.type);
      if (type == nullptr) return false;
      const bool is_value = type->what == Entry::What::kValueType && type->spelled.tuple == nullptr;
      return set_attr(out, is_value ? context_.type(type->spelled.type) : type->attr);
    }
    case VhloAttr::kBounds: {
      std::string text = "#stablehlo.bounds<";
      for (size_t i = 0, n = in.count(); i < n; ++i) {
        const int64_t bound = in.signed_varint();
        text += fmt::format("{}{}", i > 0 ? ", " : "", bound == INT64_MIN ? "?" : std::to_string(bound));
      }
      return set_text(out, text + ">");
    }
    case VhloAttr::kAccuracyMode: return word(kAccuracyModes);
    case VhloAttr::kAccuracy: return set_text(out, accuracy_text(in, true));
    case VhloAttr::kSubAxis: {
      const int64_t before = in.signed_varint();
      return set_text(out,
                      fmt::format("#stablehlo.sub_axis_info<pre_size = {}, size = {}>", before, in.signed_varint()));
    }
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
  enum : uint64_t {
    kComplex = 1,
    kFunction = 8,
    kIndex = 9,
    kRanked = 20,
    kRankedEncoded = 21,
    kToken = 22,
    kTuple = 23,
    kQuantized = 24,
    kQuantizedPerAxis = 30,
    kNone = 33,
    kTF32 = 34,
    kBuffer = 41,
    kFuture = 42,
  };
  const uint64_t code = in.varint();
  for (const Named& element : kElements) {
    if (element.code == code) return set_element(out, *ir::element_type_from_mlir(element.type));
  }
  auto dims = [&] {
    std::vector<int64_t> all(in.count());
    for (int64_t& dim : all) dim = in.signed_varint();
    return all;
  };
  switch (code) {
    case kComplex: return set_complex(out, type_ref(in));
    case kFunction: return set_function(out, in);
    case kIndex:
      out.what = Entry::What::kIndex;
      out.count = 1;
      out.attr = context_.opaque_attr("index");
      return true;
    case kNone:
      out.what = Entry::What::kNone;
      out.attr = context_.opaque_attr("none");
      return true;
    case kRanked: {
      const std::vector<int64_t> shape = dims();
      return set_tensor(out, shape, type_ref(in), {}, false);
    }
    case kRankedEncoded: {
      const uint32_t encoding = attr_ref(in);
      const std::vector<int64_t> shape = dims();
      return set_tensor(out, shape, type_ref(in), attr_text(encoding), false);
    }
    case kBuffer: {
      const std::vector<int64_t> shape = dims();
      return set_tensor(out, shape, type_ref(in), {}, true);
    }
    case kToken:
      out.what = Entry::What::kValueType;
      out.spelled.type = context_.token();
      out.attr = context_.opaque_attr(out.spelled.type.to_string());
      return true;
    case kTuple: return set_tuple(out, in);
    case kFuture: return set_future(out, in);
    case kQuantized:
    case kQuantizedPerAxis:
      in.take(in.left());
      return refuse(out, "!quant.uniform<…>", "quantised types are not supported; export with unquantised numbers");
    case kTF32: return refuse(out, "tf32", "not the type of a value in a tensor program");
    default: in.take(in.left()); return refuse(out, "!vhlo.type", "not the type of a value in a tensor program");
  }
}

}  // namespace partita::core::text::bytecode
