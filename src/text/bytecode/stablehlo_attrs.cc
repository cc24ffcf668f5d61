// Attributes and types of StableHLO and CHLO, as the text would have them: the assembler takes those.
#include <fmt/format.h>

#include <bit>

#include "text/bytecode/enums.h"
#include "text/bytecode/reader.h"

namespace partita::core::text::bytecode {
namespace {

// Codes, in a scope of their own.
struct StableHloAttr {
  enum : uint64_t {
    kChannelHandle = 1,
    kComparisonDirection,
    kComparisonType,
    kConv,
    kDot,
    kFftType,
    kGather,
    kPrecision,
    kRngAlgorithm,
    kRngDistribution,
    kScatter,
    kTranspose,
    kBounds,
    kOperandAlias,
    kDotAlgorithm,
    kAccuracyMode,
    kAccuracy,
    kMeshGroups,
    kSubAxis,
    kAxisRef,
    kMeshAxis,
    kMesh,
  };
};

constexpr int64_t kAnyBound = INT64_MIN;

// lhs_batching_dimensions = [0, 1], …
void append_ints(std::string& out, std::string_view name, Cursor& in) {
  out += fmt::format("{}{} = [", out.back() == '<' || out.back() == ' ' ? "" : ", ", name);
  for (size_t i = 0, n = in.count(); i < n; ++i) out += fmt::format("{}{}", i > 0 ? ", " : "", in.signed_varint());
  out += ']';
}

void append_int(std::string& out, std::string_view name, Cursor& in) {
  out += fmt::format("{}{} = {}", out.back() == '<' || out.back() == ' ' ? "" : ", ", name, in.signed_varint());
}

}  // namespace

// output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []
std::string Reader::alias_text(Cursor& in) {
  std::string text = "#stablehlo.output_operand_alias<";
  append_ints(text, "output_tuple_indices", in);
  append_int(text, "operand_index", in);
  append_ints(text, "operand_tuple_indices", in);
  return text + ">";
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
  auto word = [&](std::string_view mnemonic, std::span<const std::string_view> words) {
    const uint64_t value = in.varint();
    if (value >= words.size()) return unknown_code(out, value);
    return set_text(out, fmt::format("#stablehlo<{} {}>", mnemonic, words[value]));
  };
  std::string text;
  auto ints = [&](std::string_view name) { append_ints(text, name, in); };
  auto number = [&](std::string_view name) { append_int(text, name, in); };
  switch (code) {
    case StableHloAttr::kChannelHandle:
      text = "#stablehlo.channel_handle<";
      number("handle");
      number("type");
      break;
    case StableHloAttr::kComparisonDirection: return word("comparison_direction", kComparisonDirections);
    case StableHloAttr::kComparisonType: return word("comparison_type", kComparisonTypes);
    case StableHloAttr::kFftType: return word("fft_type", kFftTypes);
    case StableHloAttr::kPrecision: return word("precision", kPrecisions);
    case StableHloAttr::kRngAlgorithm: return word("rng_algorithm", kRngAlgorithms);
    case StableHloAttr::kRngDistribution: return word("rng_distribution", kRngDistributions);
    case StableHloAttr::kTranspose: return word("transpose", kTransposes);
    case StableHloAttr::kAccuracyMode: {
      const uint64_t value = in.varint();
      if (value >= std::size(kAccuracyModes)) return unknown_code(out, value);
      return set_text(out, fmt::format("#stablehlo.result_accuracy_mode<{}>", kAccuracyModes[value]));
    }
    case StableHloAttr::kConv:
      text = "#stablehlo.conv<raw ";
      number("input_batch_dimension");
      number("input_feature_dimension");
      ints("input_spatial_dimensions");
      number("kernel_input_feature_dimension");
      number("kernel_output_feature_dimension");
      ints("kernel_spatial_dimensions");
      number("output_batch_dimension");
      number("output_feature_dimension");
      ints("output_spatial_dimensions");
      break;
    case StableHloAttr::kDot:
      text = "#stablehlo.dot<";
      ints("lhs_batching_dimensions");
      ints("rhs_batching_dimensions");
      ints("lhs_contracting_dimensions");
      ints("rhs_contracting_dimensions");
      break;
    case StableHloAttr::kGather:
      text = "#stablehlo.gather<";
      ints("offset_dims");
      ints("collapsed_slice_dims");
      ints("operand_batching_dims");
      ints("start_indices_batching_dims");
      ints("start_index_map");
      number("index_vector_dim");
      break;
    case StableHloAttr::kScatter:
      text = "#stablehlo.scatter<";
      ints("update_window_dims");
      ints("inserted_window_dims");
      ints("input_batching_dims");
      ints("scatter_indices_batching_dims");
      ints("scatter_dims_to_operand_dims");
      number("index_vector_dim");
      break;
    case StableHloAttr::kBounds:
      text = "#stablehlo.bounds<";
      for (size_t i = 0, n = in.count(); i < n; ++i) {
        const int64_t bound = in.signed_varint();
        text += fmt::format("{}{}", i > 0 ? ", " : "", bound == kAnyBound ? "?" : std::to_string(bound));
      }
      break;
    case StableHloAttr::kOperandAlias: return set_text(out, alias_text(in));
    case StableHloAttr::kDotAlgorithm: {
      const std::string_view lhs = type_text(type_ref(in)), rhs = type_text(type_ref(in));
      text = fmt::format(
          "#stablehlo.dot_algorithm<lhs_precision_type = {}, rhs_precision_type = {}, accumulation_type = {}", lhs, rhs,
          type_text(type_ref(in)));
      number("lhs_component_count");
      number("rhs_component_count");
      number("num_primitive_operations");
      text += fmt::format(", allow_imprecise_accumulation = {}", in.byte() != 0);
      break;
    }
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
    case StableHloAttr::kSubAxis:
      text = "#stablehlo.sub_axis_info<";
      number("pre_size");
      number("size");
      break;
    case StableHloAttr::kAxisRef:
      text = fmt::format("#stablehlo.axis_ref<name = \"{}\"", string(in.varint(), in));
      if (in.byte() != 0) text += fmt::format(", sub_axis_info = {}", attr_text(attr_ref(in)));
      break;
    case StableHloAttr::kMeshAxis:
      text = fmt::format("#stablehlo.mesh_axis<name = \"{}\"", string(in.varint(), in));
      number("size");
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
  const std::span<const std::string_view> words =
      code == 0 ? std::span<const std::string_view>(kComparisonDirections) : kComparisonTypes;
  if (code > 1 || value >= words.size()) return unknown_code(out, code);
  return set_text(out,
                  fmt::format("#chlo<{} {}>", code == 0 ? "comparison_direction" : "comparison_type", words[value]));
}

}  // namespace partita::core::text::bytecode
