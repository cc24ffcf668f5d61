#include "text/bytecode/layouts.h"

#include <algorithm>

namespace partita::core::text::bytecode {
namespace {

using ir::ElementType;

constexpr std::string_view kComparisonDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
constexpr std::string_view kComparisonTypes[] = {"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
constexpr std::string_view kFftTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
constexpr std::string_view kPrecisions[] = {"DEFAULT", "HIGH", "HIGHEST"};
constexpr std::string_view kRngAlgorithms[] = {"DEFAULT", "THREE_FRY", "PHILOX"};
constexpr std::string_view kRngDistributions[] = {"", "UNIFORM", "NORMAL"};
constexpr std::string_view kTransposes[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
constexpr EnumLayout kEnums[] = {{2, 3, "comparison_direction", kComparisonDirections},
                                 {3, 4, "comparison_type", kComparisonTypes},
                                 {6, 7, "fft_type", kFftTypes},
                                 {8, 11, "precision", kPrecisions},
                                 {9, 12, "rng_algorithm", kRngAlgorithms},
                                 {10, 13, "rng_distribution", kRngDistributions},
                                 {12, 16, "transpose", kTransposes}};

using enum FieldForm;
constexpr FieldLayout kChannel[] = {{"handle", kInt}, {"type", kInt}};
constexpr FieldLayout kConv[] = {{"input_batch_dimension", kInt},           {"input_feature_dimension", kInt},
                                 {"input_spatial_dimensions", kInts},       {"kernel_input_feature_dimension", kInt},
                                 {"kernel_output_feature_dimension", kInt}, {"kernel_spatial_dimensions", kInts},
                                 {"output_batch_dimension", kInt},          {"output_feature_dimension", kInt},
                                 {"output_spatial_dimensions", kInts}};
constexpr FieldLayout kDot[] = {{"lhs_batching_dimensions", kInts},
                                {"rhs_batching_dimensions", kInts},
                                {"lhs_contracting_dimensions", kInts},
                                {"rhs_contracting_dimensions", kInts}};
constexpr FieldLayout kGather[] = {{"offset_dims", kInts},           {"collapsed_slice_dims", kInts},
                                   {"operand_batching_dims", kInts}, {"start_indices_batching_dims", kInts},
                                   {"start_index_map", kInts},       {"index_vector_dim", kInt}};
constexpr FieldLayout kScatter[] = {{"update_window_dims", kInts},           {"inserted_window_dims", kInts},
                                    {"input_batching_dims", kInts},          {"scatter_indices_batching_dims", kInts},
                                    {"scatter_dims_to_operand_dims", kInts}, {"index_vector_dim", kInt}};
constexpr FieldLayout kAlias[] = {
    {"output_tuple_indices", kInts}, {"operand_index", kInt}, {"operand_tuple_indices", kInts}};
constexpr FieldLayout kAlgorithm[] = {{"lhs_precision_type", kType},          {"rhs_precision_type", kType},
                                      {"accumulation_type", kType},           {"lhs_component_count", kInt},
                                      {"rhs_component_count", kInt},          {"num_primitive_operations", kInt},
                                      {"allow_imprecise_accumulation", kFlag}};
constexpr FieldLayout kSubAxis[] = {{"pre_size", kInt}, {"size", kInt}};
constexpr StructLayout kStructs[] = {{1, "#stablehlo.channel_handle<", kChannel},
                                     {4, "#stablehlo.conv<raw ", kConv},
                                     {5, "#stablehlo.dot<", kDot},
                                     {7, "#stablehlo.gather<", kGather},
                                     {11, "#stablehlo.scatter<", kScatter},
                                     {kAliasStruct, "#stablehlo.output_operand_alias<", kAlias},
                                     {kAlgorithmStruct, "#stablehlo.dot_algorithm<", kAlgorithm},
                                     {kSubAxisStruct, "#stablehlo.sub_axis_info<", kSubAxis}};

// Integers are one code of MLIR's with a width; complex ones are made of others.
constexpr std::optional<uint64_t> kNo;
constexpr ElementCode kElements[] = {{ElementType::kPred, kNo, 0},
                                     {ElementType::kS2, kNo, 31},
                                     {ElementType::kS4, kNo, 10},
                                     {ElementType::kS8, kNo, 11},
                                     {ElementType::kS16, kNo, 12},
                                     {ElementType::kS32, kNo, 13},
                                     {ElementType::kS64, kNo, 14},
                                     {ElementType::kU2, kNo, 32},
                                     {ElementType::kU4, kNo, 15},
                                     {ElementType::kU8, kNo, 16},
                                     {ElementType::kU16, kNo, 17},
                                     {ElementType::kU32, kNo, 18},
                                     {ElementType::kU64, kNo, 19},
                                     {ElementType::kBF16, 3, 2},
                                     {ElementType::kF16, 4, 3},
                                     {ElementType::kF32, 5, 4},
                                     {ElementType::kF64, 6, 5},
                                     {ElementType::kF8E5M2, 22, 7},
                                     {ElementType::kF8E4M3, 23, 35},
                                     {ElementType::kF8E4M3FN, 24, 6},
                                     {ElementType::kF8E5M2FNUZ, 25, 28},
                                     {ElementType::kF8E4M3FNUZ, 26, 27},
                                     {ElementType::kF8E4M3B11FNUZ, 27, 29},
                                     {ElementType::kF8E3M4, 28, 36},
                                     {ElementType::kF4E2M1FN, 29, 37},
                                     {ElementType::kF6E2M3FN, 30, 38},
                                     {ElementType::kF6E3M2FN, 31, 39},
                                     {ElementType::kF8E8M0FNU, 32, 40}};

template <typename Row, typename Key, typename Member>
const Row* find_row(std::span<const Row> rows, const Key& key, Member member) {
  const auto at = std::ranges::find(rows, key, member);
  return at == rows.end() ? nullptr : &*at;
}

}  // namespace

std::span<const EnumLayout> enum_layouts() { return kEnums; }
const EnumLayout* find_enum(uint64_t code) { return find_row(enum_layouts(), code, &EnumLayout::code); }
const EnumLayout* find_vhlo_enum(uint64_t code) { return find_row(enum_layouts(), code, &EnumLayout::vhlo_code); }
std::span<const StructLayout> struct_layouts() { return kStructs; }
const StructLayout* find_struct(uint64_t code) { return find_row(struct_layouts(), code, &StructLayout::code); }

std::optional<ElementType> element_of_builtin(uint64_t code) {
  const ElementCode* row = find_row<ElementCode>(kElements, std::optional(code), &ElementCode::builtin);
  return row == nullptr ? std::nullopt : std::optional(row->type);
}
std::optional<ElementType> element_of_vhlo(uint64_t code) {
  const ElementCode* row = find_row<ElementCode>(kElements, std::optional(code), &ElementCode::vhlo);
  return row == nullptr ? std::nullopt : std::optional(row->type);
}
const ElementCode* find_element(ElementType type) { return find_row<ElementCode>(kElements, type, &ElementCode::type); }

}  // namespace partita::core::text::bytecode
