// Attributes of several parts: windows, contractions, gather and scatter, device groups, custom calls.
#include "ir/device_pairs.h"
#include "ir/names.h"
#include "ir/replica_groups.h"
#include "ir/views.h"
#include "text/common/attr_writer.h"
#include "text/hlo/decompose.h"
#include "text/hlo/writer.h"
#include "text/hlo/writer_literals.h"

namespace partita::core::text {

using namespace hlo_names;

namespace {

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

}  // namespace

// --- windows, contractions, gather and scatter -----------------------------------------------------------------------

void HloWriter::window(const Op& op) {
  std::vector<WindowDim> dims = window_of(op);
  if (dims.empty()) return;
  attr_word("window", "{size=");
  auto each = [&](auto&& write) {
    for (size_t i = 0; i < dims.size(); ++i) {
      if (i) out_ += 'x';
      write(dims[i]);
    }
  };
  auto any = [&](auto&& differs) {
    for (const WindowDim& dim : dims) {
      if (differs(dim)) return true;
    }
    return false;
  };
  each([&](const WindowDim& d) { append_int(out_, d.size); });
  if (any([](const WindowDim& d) { return d.stride != 1; })) {
    out_ += " stride=";
    each([&](const WindowDim& d) { append_int(out_, d.stride); });
  }
  if (any([](const WindowDim& d) { return d.padding_low != 0 || d.padding_high != 0; })) {
    out_ += " pad=";
    each([&](const WindowDim& d) {
      append_int(out_, d.padding_low);
      out_ += '_';
      append_int(out_, d.padding_high);
    });
  }
  if (any([](const WindowDim& d) { return d.base_dilation != 1; })) {
    out_ += " lhs_dilate=";
    each([&](const WindowDim& d) { append_int(out_, d.base_dilation); });
  }
  if (any([](const WindowDim& d) { return d.window_dilation != 1; })) {
    out_ += " rhs_dilate=";
    each([&](const WindowDim& d) { append_int(out_, d.window_dilation); });
  }
  if (any([](const WindowDim& d) { return d.reversal; })) {
    out_ += " rhs_reversal=";
    each([&](const WindowDim& d) { append_int(out_, d.reversal); });
  }
  out_ += '}';
}

void HloWriter::dim_labels(const Op& op) {
  ConvDims dims = conv_dims(op);
  auto side = [&](int64_t first, char first_label, int64_t second, char second_label, Ints spatial) {
    std::string labels(spatial.size() + 2, '?');
    auto put = [&](int64_t at, char label) {
      if (at >= 0 && at < std::ssize(labels)) labels[at] = label;
    };
    put(first, first_label);
    put(second, second_label);
    for (size_t i = 0; i < spatial.size(); ++i) put(spatial[i], static_cast<char>('0' + i));
    out_ += labels;
  };
  attr_word("dim_labels", {});
  side(dims.input_batch, 'b', dims.input_feature, 'f', dims.input_spatial);
  out_ += '_';
  side(dims.kernel_input_feature, 'i', dims.kernel_output_feature, 'o', dims.kernel_spatial);
  out_ += "->";
  side(dims.output_batch, 'b', dims.output_feature, 'f', dims.output_spatial);
}

void HloWriter::precision(const Op& op) {
  Attr config = op.attr(AttrKey::kPrecisionConfig);
  if (!config) return;
  bool any = false;
  for (Attr word : config.elements()) any |= word.text() != "DEFAULT";
  if (!any) return;
  attr_word("operand_precision", "{");
  for (size_t i = 0; i < config.elements().size(); ++i) {
    if (i) out_ += ',';
    out_ += lower_case(config.elements()[i].text());
  }
  out_ += '}';
}

void HloWriter::dot(const Op& op) {
  DotDims dims = dot_dims(op);
  if (!dims.lhs_batching.empty()) attr_ints("lhs_batch_dims", dims.lhs_batching);
  attr_ints("lhs_contracting_dims", dims.lhs_contracting);
  if (!dims.rhs_batching.empty()) attr_ints("rhs_batch_dims", dims.rhs_batching);
  attr_ints("rhs_contracting_dims", dims.rhs_contracting);
  if (op.is(OpKind::kRaggedDot)) {
    attr_ints("lhs_ragged_dims", op.ints_attr(AttrKey::kLhsRaggedDimensions));
    attr_ints("rhs_group_dims", op.ints_attr(AttrKey::kRhsGroupDimensions));
  }
  precision(op);
  if (Attr algorithm = op.attr(AttrKey::kAlgorithm)) {
    std::string name = hlo_dot_algorithm(algorithm);
    if (!name.empty()) attr_word("algorithm", name);
  }
}

void HloWriter::gather(const Op& op) {
  GatherDims dims = gather_dims(op);
  attr_ints("offset_dims", dims.offset_dims);
  attr_ints("collapsed_slice_dims", dims.collapsed_slice_dims);
  attr_ints("start_index_map", dims.start_index_map);
  if (!dims.operand_batching_dims.empty()) {
    attr_ints("operand_batching_dims", dims.operand_batching_dims);
    attr_ints("start_indices_batching_dims", dims.start_indices_batching_dims);
  }
  attr_int("index_vector_dim", dims.index_vector_dim);
  attr_ints("slice_sizes", dims.slice_sizes);
  attr_flag("indices_are_sorted", op.bool_attr(AttrKey::kIndicesAreSorted));
}

void HloWriter::scatter(const Op& op) {
  ScatterDims dims = scatter_dims(op);
  attr_ints("update_window_dims", dims.update_window_dims);
  attr_ints("inserted_window_dims", dims.inserted_window_dims);
  attr_ints("scatter_dims_to_operand_dims", dims.scatter_dims_to_operand_dims);
  if (!dims.input_batching_dims.empty()) {
    attr_ints("input_batching_dims", dims.input_batching_dims);
    attr_ints("scatter_indices_batching_dims", dims.scatter_indices_batching_dims);
  }
  attr_int("index_vector_dim", dims.index_vector_dim);
  attr_flag("indices_are_sorted", op.bool_attr(AttrKey::kIndicesAreSorted));
  attr_flag("unique_indices", op.bool_attr(AttrKey::kUniqueIndices));
  called("to_apply", op.region(0));
}

// --- collectives and custom calls ------------------------------------------------------------------------------------

void HloWriter::groups(Attr groups) {
  attr_word("replica_groups", {});
  if (is_iota_groups(groups)) {
    auto bracketed = [&](Ints values, char open, char close) {
      out_ += open;
      for (size_t i = 0; i < values.size(); ++i) {
        if (i) out_ += ',';
        append_int(out_, values[i]);
      }
      out_ += close;
    };
    bracketed(groups.get("iota_shape").ints(), '[', ']');
    out_ += "<=";
    bracketed(groups.get("iota_dims").ints(), '[', ']');
    if (Attr permutation = groups.get("iota_perm")) {
      out_ += 'T';
      bracketed(permutation.ints(), '(', ')');
    }
    return;
  }
  if (is_mesh_groups(groups)) {
    out_ += groups.get("mesh").text();
    out_ += ' ';
    out_ += groups.get("axes").text();
    return;
  }
  out_ += '{';
  bool first = true;
  for (Attr group : groups.elements()) {
    out_ += first ? "{" : ",{";
    first = false;
    bool first_id = true;
    for (int64_t id : group.ints()) {
      if (id < 0) continue;  // StableHLO fills short groups with -1
      if (!first_id) out_ += ',';
      first_id = false;
      append_int(out_, id);
    }
    out_ += '}';
  }
  out_ += '}';
}

void HloWriter::collective(const Op& op) {
  if (int64_t channel = op.int_attr(AttrKey::kChannelId)) attr_int("channel_id", channel);
  if (op.is(OpKind::kCollectivePermute)) return pairs("source_target_pairs", listed_pairs(op));
  if (Attr given = op.attr(AttrKey::kReplicaGroups)) groups(given);
  std::optional<int64_t> dimension;
  if (op.is(OpKind::kAllGather)) dimension = op.int_attr(AttrKey::kAllGatherDim);
  if (op.is(OpKind::kReduceScatter)) dimension = op.int_attr(AttrKey::kScatterDimension);
  if (op.is(OpKind::kAllToAll)) dimension = op.int_attr(AttrKey::kSplitDimension);
  if (dimension) attr_ints("dimensions", {&*dimension, 1});
  attr_flag("use_global_device_ids", op.bool_attr(AttrKey::kUseGlobalDeviceIds));
  attr_flag("has_dynamic_root", op.bool_attr(AttrKey::kHasDynamicRoot));
  if (op.num_regions() == 1) called("to_apply", op.region(0));
}

namespace {

// A JSON object is written bare, any other text as a string.
bool is_json_object(std::string_view text) {
  if (text.size() < 2 || text.front() != '{' || text.back() != '}') return false;
  size_t second = text.find_first_not_of(" \n\t", 1);
  if (text[second] != '"' && text[second] != '}') return false;
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (--depth == 0 && i + 1 != text.size()) return false;
    } else if (c == '=') {
      return false;
    }
  }
  return depth == 0 && !quoted;
}

std::string_view api_version_name(int64_t version) {
  switch (version) {
    case 2: return "API_VERSION_STATUS_RETURNING";
    case 3: return "API_VERSION_STATUS_RETURNING_UNIFIED";
    case 4: return "API_VERSION_TYPED_FFI";
    default: return {};
  }
}

}  // namespace

void HloWriter::backend_config(std::string_view text) {
  if (is_json_object(text)) {
    attr_word("backend_config", text);
  } else {
    attr_string("backend_config", text);
  }
}

void HloWriter::custom_call(const Op& op) {
  if (op.discardable_attributes() &&
      op.discardable_attribute(kOpcode)) {  // a fusion whose computation nobody may look into
    if (op.num_regions() == 1) called("calls", op.region(0));
    return;
  }
  attr_string("custom_call_target", op.text_attr(AttrKey::kCallTargetName));
  if (op.num_regions() > 0 || op.has_attr(AttrKey::kCalledComputations)) {
    bool first = true;
    std::string names;
    auto add = [&](Name name) {
      names += first ? "%" : ", %";
      first = false;
      names += name.text();
    };
    for (int i = 0; i < op.num_regions(); ++i) {
      const Computation& computation = regions_[&op.region(i)];
      add((computation.same_as ? regions_[computation.same_as] : computation).name);
    }
    if (Attr symbols = op.attr(AttrKey::kCalledComputations); symbols && op.num_regions() == 0) {
      for (Attr symbol : symbols.elements()) {
        if (const Function* f = module_.function(symbol.text())) add(regions_[&f->body()].name);
      }
    }
    if (!names.empty()) attr_word("called_computations", "{" + names + "}");
  }
  attr_flag("custom_call_has_side_effect", op.bool_attr(AttrKey::kHasSideEffect));
  if (Attr aliases = op.attr(AttrKey::kOutputOperandAliases)) {
    std::string text = hlo_output_aliases(aliases);
    if (!text.empty()) attr_word("output_to_operand_aliasing", text);
  }
  if (Attr schedule = op.attr(AttrKey::kCustomCallSchedule)) {
    std::string text = hlo_custom_call_schedule(schedule);
    if (!text.empty()) attr_word("schedule", text);
  }
  if (std::string_view version = api_version_name(op.int_attr(AttrKey::kApiVersion, 1)); !version.empty())
    attr_word("api_version", version);
  if (Attr config = op.attr(AttrKey::kBackendConfig)) {
    if (config.is(AttrKind::kString) || config.is(AttrKind::kOpaque)) {
      if (!config.text().empty()) backend_config(config.text());
    } else {
      attr_string("backend_config", mlir_attribute_text(config));
    }
  }
}

}  // namespace partita::core::text
