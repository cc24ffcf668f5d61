#include "text/bytecode/properties.h"

#include <algorithm>

namespace partita::core::text::bytecode {
namespace {

// Fields by name, `?` where they may be absent. Where producers differ an op has several rows. Not here: ops whose
// attributes are those of the op table, none of them optional.
struct Row {
  std::string_view op;
  std::string_view fields;
};

constexpr Row kRows[] = {
    {"builtin.module", "sym_name? sym_visibility?"},
    {"func.func", "arg_attrs? function_type no_inline? res_attrs? sym_name sym_visibility?"},
    {"func.func", "arg_attrs? function_type res_attrs? sym_name sym_visibility?"},
    {"func.call", "arg_attrs? callee no_inline? res_attrs?"},
    {"func.call", "callee no_inline?"},
    {"func.call", "callee"},
    {"stablehlo.all_gather", "all_gather_dim channel_handle? replica_groups use_global_device_ids?"},
    {"stablehlo.all_reduce", "channel_handle? replica_groups use_global_device_ids?"},
    {"stablehlo.collective_reduce", "channel_handle? has_dynamic_root? replica_groups use_global_device_ids?"},
    {"stablehlo.reduce_scatter", "channel_handle? replica_groups scatter_dimension use_global_device_ids?"},
    {"stablehlo.all_to_all", "channel_handle? concat_dimension replica_groups split_count split_dimension"},
    {"stablehlo.collective_permute", "channel_handle? source_target_pairs"},
    {"stablehlo.collective_broadcast", "channel_handle? has_dynamic_root? replica_groups"},
    {"stablehlo.collective_broadcast", "channel_handle? replica_groups"},
    {"stablehlo.compare", "compare_type? comparison_direction"},
    {"stablehlo.composite", "composite_attributes? decomposition name version?"},
    {"stablehlo.convolution",
     "batch_group_count dimension_numbers feature_group_count lhs_dilation? padding? precision_config? rhs_dilation? "
     "window_reversal? window_strides?"},
    {"stablehlo.dynamic_conv",
     "batch_group_count dimension_numbers feature_group_count lhs_dilation? precision_config? rhs_dilation? "
     "window_reversal? window_strides?"},
    {"stablehlo.custom_call",
     "api_version? backend_config? call_target_name called_computations? has_side_effect? operand_layouts? "
     "output_operand_aliases? result_layouts? result_tilings?"},
    {"stablehlo.custom_call",
     "api_version? backend_config? call_target_name called_computations? has_side_effect? operand_layouts? "
     "output_operand_aliases? result_layouts?"},
    {"stablehlo.dot", "precision_config?"},
    {"stablehlo.dot_general", "algorithm? dot_dimension_numbers precision_config?"},
    {"stablehlo.dot_general", "dot_dimension_numbers precision_config?"},
    {"stablehlo.dynamic_broadcast_in_dim",
     "broadcast_dimensions known_expanding_dimensions? known_nonexpanding_dimensions?"},
    {"stablehlo.gather", "dimension_numbers indices_are_sorted? slice_sizes"},
    {"stablehlo.dynamic_gather", "dimension_numbers indices_are_sorted?"},
    {"stablehlo.pad", "edge_padding_high edge_padding_low interior_padding"},
    {"stablehlo.send", "channel_handle is_host_transfer? source_target_pairs?"},
    {"stablehlo.send", "channel_handle is_host_transfer?"},
    {"stablehlo.recv", "channel_handle is_host_transfer? source_target_pairs?"},
    {"stablehlo.recv", "channel_handle is_host_transfer?"},
    {"stablehlo.reduce_window", "base_dilations? padding? window_dilations? window_dimensions window_strides?"},
    {"stablehlo.scatter", "indices_are_sorted? scatter_dimension_numbers unique_indices?"},
    {"stablehlo.select_and_scatter", "padding? window_dimensions? window_strides?"},
    {"stablehlo.sort", "dimension? is_stable?"},
    {"stablehlo.cholesky", "lower?"},
    {"stablehlo.infeed", "infeed_config? layout?"},
    {"stablehlo.outfeed", "outfeed_config?"},
    {"stablehlo.async_start", ""},
    {"stablehlo.async_done", ""},
    {"chlo.top_k", "is_stable? k"},
    {"chlo.top_k", "k"},
    {"chlo.ragged_dot", "precision_config? ragged_dot_dimension_numbers"},
    {"chlo.scaled_dot", "dot_dimension_numbers precision_config?"},
    {"chlo.scan", "dimension is_associative? is_reverse? scan_dim_size?"},
    {"sdy.mesh", "mesh sym_name"},
    {"sdy.named_computation", "in_shardings? name out_shardings?"},
    {"sdy.data_flow_edge", "sharding?"},
};

// Of VHLO, where all versions of an op share their rows: each version has another number of fields.
constexpr Row kVhloRows[] = {
    {"func", "arg_attrs function_type res_attrs sym_name sym_visibility"},
    {"all_gather", "all_gather_dim channel_id replica_groups use_global_device_ids"},
    {"all_reduce", "channel_id replica_groups use_global_device_ids"},
    {"collective_reduce", "channel_id has_dynamic_root replica_groups use_global_device_ids"},
    {"reduce_scatter", "channel_id replica_groups scatter_dimension use_global_device_ids"},
    {"all_to_all", "channel_id concat_dimension replica_groups split_count split_dimension"},
    {"collective_permute", "channel_id source_target_pairs"},
    {"collective_broadcast", "channel_id has_dynamic_root replica_groups"},
    {"collective_broadcast", "channel_id replica_groups"},
    {"custom_call",
     "api_version backend_config call_target_name called_computations has_side_effect operand_layouts "
     "output_operand_aliases result_layouts result_tilings"},
    {"custom_call",
     "api_version backend_config call_target_name called_computations has_side_effect operand_layouts "
     "output_operand_aliases result_layouts"},
    {"dot_general",
     "accumulation_type allow_imprecise_accumulation lhs_batching_dimensions lhs_component_count "
     "lhs_contracting_dimensions lhs_precision_type num_primitive_operations precision_config "
     "rhs_batching_dimensions rhs_component_count rhs_contracting_dimensions rhs_precision_type"},
    {"dot_general",
     "lhs_batching_dimensions lhs_contracting_dimensions precision_config rhs_batching_dimensions "
     "rhs_contracting_dimensions"},
    {"dynamic_conv",
     "batch_group_count feature_group_count input_batch_dimension input_feature_dimension input_spatial_dimensions "
     "kernel_input_feature_dimension kernel_output_feature_dimension kernel_spatial_dimensions lhs_dilation "
     "output_batch_dimension output_feature_dimension output_spatial_dimensions precision_config rhs_dilation "
     "window_reversal window_strides"},
    {"dynamic_conv",
     "batch_group_count feature_group_count input_batch_dimension input_feature_dimension input_spatial_dimensions "
     "kernel_input_feature_dimension kernel_output_feature_dimension kernel_spatial_dimensions lhs_dilation "
     "output_batch_dimension output_feature_dimension output_spatial_dimensions padding precision_config rhs_dilation "
     "window_reversal window_strides"},
    {"gather",
     "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims operand_batching_dims slice_sizes "
     "start_index_map start_indices_batching_dims"},
    {"gather", "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims slice_sizes start_index_map"},
    {"dynamic_gather",
     "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims operand_batching_dims start_index_map "
     "start_indices_batching_dims"},
    {"dynamic_gather", "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims start_index_map"},
    {"scatter",
     "index_vector_dim indices_are_sorted input_batching_dims inserted_window_dims scatter_dims_to_operand_dims "
     "scatter_indices_batching_dims unique_indices update_window_dims"},
    {"scatter",
     "index_vector_dim indices_are_sorted inserted_window_dims scatter_dims_to_operand_dims unique_indices "
     "update_window_dims"},
    {"send", "channel_id channel_type is_host_transfer source_target_pairs"},
    {"send", "channel_id channel_type is_host_transfer"},
    {"recv", "channel_id channel_type is_host_transfer source_target_pairs"},
    {"recv", "channel_id channel_type is_host_transfer"},
    {"async_start", ""},
    {"async_done", ""},
};

struct VersionRow {
  std::string_view op;
  VhloVersions versions;
};
constexpr ArtifactVersion kOld{0, 9};
constexpr VersionRow kVersions[] = {{"all_gather", {kOld, {{1, 5}}}},
                                    {"all_reduce", {kOld, {{1, 5}}}},
                                    {"all_to_all", {kOld, {{1, 5}}}},
                                    {"async_done", {{1, 15}}},
                                    {"async_start", {{1, 15}}},
                                    {"cbrt", {kOld, {{1, 10}}}},
                                    {"collective_broadcast", {{0, 16}, {{1, 20}}}},
                                    {"collective_reduce", {{1, 19}}},
                                    {"composite", {{0, 19}, {{1, 14}}}},
                                    {"cosine", {kOld, {{1, 10}}}},
                                    {"custom_call", {kOld, {{1, 18}}}},
                                    {"dot_general", {kOld, {{1, 6}}}},
                                    {"dynamic_conv", {kOld, {{0, 20}}}},
                                    {"dynamic_gather", {kOld, {{1, 1}}}},
                                    {"exponential", {kOld, {{1, 9}}}},
                                    {"exponential_minus_one", {kOld, {{1, 10}}}},
                                    {"gather", {kOld, {{1, 1}}}},
                                    {"log", {kOld, {{1, 10}}}},
                                    {"log_plus_one", {kOld, {{1, 10}}}},
                                    {"logistic", {kOld, {{1, 10}}}},
                                    {"recv", {kOld, {{1, 12}}}},
                                    {"rsqrt", {kOld, {{1, 10}}}},
                                    {"scatter", {kOld, {{1, 1}}}},
                                    {"send", {kOld, {{1, 12}}}},
                                    {"sine", {kOld, {{1, 10}}}},
                                    {"sqrt", {kOld, {{1, 10}}}},
                                    {"tan", {{1, 4}, {{1, 10}}}},
                                    {"tanh", {kOld, {{1, 10}}}}};

// By attribute; what differs between ops is below.
struct DefaultRow {
  std::string_view attribute;
  Default value;
};
constexpr DefaultRow kDefaults[] = {{"api_version", Default::kOriginal},
                                    {"backend_config", Default::kEmpty},
                                    {"base_dilations", Default::kOnes},
                                    {"called_computations", Default::kEmpty},
                                    {"compare_type", Default::kNoType},
                                    {"composite_attributes", Default::kEmpty},
                                    {"has_dynamic_root", Default::kFalse},
                                    {"has_side_effect", Default::kFalse},
                                    {"indices_are_sorted", Default::kFalse},
                                    {"infeed_config", Default::kEmpty},
                                    {"is_host_transfer", Default::kFalse},
                                    {"is_stable", Default::kFalse},
                                    {"known_expanding_dimensions", Default::kEmpty},
                                    {"known_nonexpanding_dimensions", Default::kEmpty},
                                    {"layout", Default::kEmpty},
                                    {"lhs_dilation", Default::kOnes},
                                    {"operand_layouts", Default::kEmpty},
                                    {"outfeed_config", Default::kEmpty},
                                    {"output_operand_aliases", Default::kEmpty},
                                    {"padding", Default::kZeros},
                                    {"precision_config", Default::kEmpty},
                                    {"result_accuracy", Default::kAccuracy},
                                    {"result_layouts", Default::kEmpty},
                                    {"result_tilings", Default::kEmpty},
                                    {"rhs_dilation", Default::kOnes},
                                    {"unique_indices", Default::kFalse},
                                    {"use_global_device_ids", Default::kFalse},
                                    {"version", Default::kZero},
                                    {"window_dilations", Default::kOnes},
                                    {"window_reversal", Default::kZeros},
                                    {"window_strides", Default::kOnes}};

PropertyList parse(const Row& row) {
  PropertyList out;
  out.segments = row.op == "chlo.scan";
  std::string_view rest = row.fields;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(' '), rest.size());
    std::string_view name = rest.substr(0, end);
    const bool optional = name.ends_with('?');
    if (optional) name.remove_suffix(1);
    out.fields.push_back({name, optional});
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

std::vector<PropertyList> rows_of(std::span<const Row> rows, std::string_view op) {
  std::vector<PropertyList> out;
  for (const Row& row : rows) {
    if (row.op == op) out.push_back(parse(row));
  }
  return out;
}

// The attributes of the op table, by name.
std::vector<PropertyList> of_table(OpKind kind) {
  std::vector<PropertyList> out(1);
  PropertyList& list = out[0];
  if (kind == OpKind::kReturn) return out;
  for (const AttrSpec& spec : op_info(kind).attrs) {
    list.fields.push_back({attr_key_text(spec.key), spec.key == AttrKey::kResultAccuracy});
  }
  std::ranges::sort(list.fields, {}, &PropertyField::name);
  // Before results had an accuracy.
  if (list.fields.size() == 1 && list.fields[0].optional) out.emplace_back();
  return out;
}

}  // namespace

std::vector<PropertyList> property_lists(std::string_view op, OpKind kind) {
  if (std::vector<PropertyList> own = rows_of(kRows, op); !own.empty()) return own;
  if (!op.starts_with("chlo.broadcast_")) return of_table(kind);
  return {parse({op, op == "chlo.broadcast_compare" ? "broadcast_dimensions? compare_type? comparison_direction"
                                                    : "broadcast_dimensions?"})};
}

std::vector<PropertyList> vhlo_property_lists(std::string_view op, OpKind kind) {
  if (std::vector<PropertyList> own = rows_of(kVhloRows, op); !own.empty()) return own;
  std::vector<PropertyList> out = of_table(kind);
  for (PropertyList& list : out) {
    for (PropertyField& field : list.fields) field.optional = false;
  }
  return out;
}

VhloVersions vhlo_versions(std::string_view op) {
  const auto* row = std::ranges::find(kVersions, op, &VersionRow::op);
  return row == std::end(kVersions) ? VhloVersions() : row->versions;
}

std::optional<Default> vhlo_default(OpKind kind, std::string_view attribute) {
  if (attribute == "source_target_pairs" && kind != OpKind::kCollectivePermute) return Default::kEmptyPairs;
  if (attribute == "lower" && kind == OpKind::kCholesky) return Default::kFalse;
  if (attribute == "dimension" && kind == OpKind::kSort) return Default::kMinusOne;
  const auto* row = std::ranges::find(kDefaults, attribute, &DefaultRow::attribute);
  return row == std::end(kDefaults) ? std::nullopt : std::optional(row->value);
}

}  // namespace partita::core::text::bytecode
