// The fields of an instruction as the attributes of its text. Some are said under a name that depends on the opcode,
// and proto3 leaves out what is 0.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "text/proto/reader.h"

namespace partita::core::text::proto {

void Reader::called(const hlo::Instruction& made, const std::vector<int64_t>& ids) {
  const std::string_view op = made.opcode;
  auto one = [&](std::string_view name, size_t i) {
    if (i < ids.size()) add(name, "%" + std::string(computation_name(ids[i])));
  };
  auto all = [&](std::string_view name) {
    std::string text = "{";
    for (size_t i = 0; i < ids.size(); ++i) text += fmt::format("{}%{}", i > 0 ? ", " : "", computation_name(ids[i]));
    add(name, text + "}");
  };
  if (op == "while") {
    one("body", 0);
    one("condition", 1);
  } else if (op == "conditional" && pred_branch_) {
    one("true_computation", 0);
    one("false_computation", 1);
  } else if (op == "conditional") {
    all("branch_computations");
  } else if (op == "select-and-scatter") {
    one("select", 0);
    one("scatter", 1);
  } else if (op == "fusion" || op.starts_with("async-")) {
    one("calls", 0);
  } else if (op == "custom-call") {
    all("called_computations");
  } else {
    one("to_apply", 0);
  }
}

namespace {

constexpr std::string_view kDimensionOps[] = {
    "all-gather", "all-gather-start", "all-to-all",     "broadcast", "concatenate", "get-dimension-size",
    "map",        "reduce",           "reduce-scatter", "reverse",   "scan",        "set-dimension-size",
    "sort",       "transpose"};

std::string_view word(std::span<const std::string_view> words, uint64_t value) {
  return value < words.size() ? words[value] : std::string_view("unknown");
}

constexpr std::string_view kFftTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
constexpr std::string_view kDistributions[] = {"rng_invalid", "rng_uniform", "rng_normal"};
constexpr std::string_view kRngAlgorithms[] = {"rng_default", "rng_three_fry", "rng_philox"};
constexpr std::string_view kPrecisions[] = {"default", "high", "highest", "packed_nibble"};
constexpr std::string_view kTransposes[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
constexpr std::string_view kApiVersions[] = {"API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL",
                                             "API_VERSION_STATUS_RETURNING", "API_VERSION_STATUS_RETURNING_UNIFIED",
                                             "API_VERSION_TYPED_FFI"};
constexpr std::string_view kAlgorithms[] = {
    "dot_unset",         "dot_any_f8_any_f8_f32", "dot_any_f8_any_f8_f32_fast_accum",
    "dot_f16_f16_f16",   "dot_f16_f16_f32",       "dot_bf16_bf16_bf16",
    "dot_bf16_bf16_f32", "dot_bf16_bf16_f32_x3",  "dot_bf16_bf16_f32_x6",
    "dot_tf32_tf32_f32", "dot_tf32_tf32_f32_x3",  "dot_f32_f32_f32",
    "dot_f64_f64_f64",   "dot_bf16_bf16_f32_x9"};

// Fields of a message that are lists of numbers or numbers, each under its own name.
struct Part {
  uint32_t number;
  std::string_view name;
  bool single = false;
};
constexpr Part kDot[] = {
    {1, "lhs_contracting_dims"}, {2, "rhs_contracting_dims"}, {3, "lhs_batch_dims"}, {4, "rhs_batch_dims"}};
constexpr Part kGather[] = {{1, "offset_dims"},           {2, "collapsed_slice_dims"},
                            {3, "start_index_map"},       {4, "index_vector_dim", true},
                            {5, "operand_batching_dims"}, {6, "start_indices_batching_dims"}};
constexpr Part kScatter[] = {{1, "update_window_dims"},           {2, "inserted_window_dims"},
                             {3, "scatter_dims_to_operand_dims"}, {4, "index_vector_dim", true},
                             {5, "input_batching_dims"},          {6, "scatter_indices_batching_dims"}};
constexpr Part kRagged[] = {{2, "lhs_ragged_dims"}, {3, "rhs_group_dims"}};

}  // namespace

bool Reader::attributes(std::string_view message, hlo::Instruction& made) {
  bool failed = false;
  const std::string_view op = made.opcode;
  std::vector<int64_t> dimensions, fft_length, dynamic_sizes, gather_sizes, called_ids, control;
  std::vector<std::string_view> groups, pairs;
  std::string slices, device_list, aliases;
  auto parts = [&](std::string_view bytes, std::span<const Part> wanted) {
    std::vector<int64_t> values[8];
    Message in(bytes);
    Field f;
    while (in.next(f)) {
      const bool known = std::ranges::find(wanted, f.number, &Part::number) != wanted.end();
      if (known && f.number < 8) failed |= !append_ints(f, values[f.number]);
    }
    failed |= in.failed();
    for (const Part& part : wanted) {
      const std::vector<int64_t>& of = values[part.number];
      if (part.single) {
        add(part.name, std::to_string(of.empty() ? 0 : of.back()));
      } else if (!of.empty() || part.number <= 3) {
        add(part.name, ints_text(of));
      }
    }
  };
  Message in(message);
  Field f;
  while (in.next(f)) {
    switch (f.number) {
      case 7:
        if (std::string text = metadata_text(f.bytes, failed); !text.empty()) add("metadata", std::move(text));
        break;
      case 11: add("kind", std::string(f.bytes)); break;
      case 13: break;  // below: 0 is not written
      case 14: failed |= !append_ints(f, dimensions); break;
      case 15:
        if (std::string text = window_text(f.bytes, failed); !text.empty()) add("window", std::move(text));
        break;
      case 16: add("dim_labels", dim_labels_text(f.bytes, failed)); break;
      case 17: slices += (slices.empty() ? "" : ", ") + slice_text(f.bytes, failed); break;
      case 20: failed |= !append_ints(f, dynamic_sizes); break;
      case 21: add("padding", padding_text(f.bytes, failed)); break;
      case 23: add("distribution", std::string(word(kDistributions, f.value))); break;
      case 24: add("epsilon", fmt::format("{}", std::bit_cast<float>(static_cast<uint32_t>(f.value)))); break;
      case 26:
        if (f.value != 0) add("channel_id", std::to_string(f.integer()));
        break;
      case 28: add("custom_call_target", quoted(f.bytes)); break;
      case 30: parts(f.bytes, kDot); break;
      case 32: failed |= !append_ints(f, fft_length); break;
      case 33: parts(f.bytes, kGather); break;
      case 34: failed |= !append_ints(f, gather_sizes); break;
      case 37: failed |= !append_ints(f, control); break;
      case 38: failed |= !append_ints(f, called_ids); break;
      case 40: add("sharding", sharding_text(f.bytes, failed)); break;
      case 43:
        if (!f.bytes.empty()) add("backend_config", quoted(f.bytes));
        break;
      case 48: parts(f.bytes, kScatter); break;
      case 49: groups.push_back(f.bytes); break;
      case 50:
        if (f.value > 1) add("feature_group_count", std::to_string(f.integer()));
        break;
      case 51: {
        std::vector<int64_t> operands;
        Message precision(f.bytes);
        Field part;
        while (precision.next(part)) {
          if (part.number == 1) failed |= !append_ints(part, operands);
          if (part.number == 2 && part.value != 0) add("algorithm", std::string(word(kAlgorithms, part.value)));
        }
        std::string text;
        for (int64_t each : operands) {
          text += fmt::format("{}{}", text.empty() ? "" : ",", word(kPrecisions, static_cast<uint64_t>(each)));
        }
        const bool any = std::ranges::any_of(operands, [](int64_t each) { return each != 0; });
        if (any) add("operand_precision", "{" + text + "}");
        break;
      }
      case 52: pairs.push_back(f.bytes); break;
      case 58:
        if (f.value > 1) add("batch_group_count", std::to_string(f.integer()));
        break;
      case 59: {
        uint64_t v[5] = {};
        Message options(f.bytes);
        Field part;
        while (options.next(part)) {
          if (part.number < 5) v[part.number] = part.value;
        }
        add("left_side", v[1] ? "true" : "false");
        add("lower", v[2] ? "true" : "false");
        add("unit_diagonal", v[3] ? "true" : "false");
        add("transpose_a", std::string(word(kTransposes, v[4])));
        break;
      }
      case 60:
        if (f.value != 0) add("is_stable", "true");
        break;
      case 62: {
        Message options(f.bytes);
        Field part;
        bool lower = false;
        while (options.next(part)) lower |= part.number == 1 && part.value != 0;
        add("lower", lower ? "true" : "false");
        break;
      }
      case 63: add("direction", std::string(f.bytes)); break;
      case 65:
        if (f.value != 0) add("custom_call_has_side_effect", "true");
        break;
      case 67:
        if (f.value != 0) add("indices_are_sorted", "true");
        break;
      case 68:
        if (std::string text = map_text(f.bytes, failed); !text.empty()) add("frontend_attributes", std::move(text));
        break;
      case 69:
        if (f.value != 0) add("unique_indices", "true");
        break;
      case 70: add("algorithm", std::string(word(kRngAlgorithms, f.value))); break;
      case 71:
        if (f.value != 0) add("use_global_device_ids", "true");
        break;
      case 72: add("type", std::string(f.bytes)); break;
      case 74: {
        std::vector<int64_t> output, index;
        int64_t operand = 0;
        Message alias(f.bytes);
        Field part;
        while (alias.next(part)) {
          if (part.number == 1) failed |= !append_ints(part, output);
          if (part.number == 2) operand = part.integer();
          if (part.number == 3) failed |= !append_ints(part, index);
        }
        aliases +=
            fmt::format("{}{}: ({}, {})", aliases.empty() ? "" : ", ", ints_text(output), operand, ints_text(index));
        break;
      }
      case 77:
        if (f.value > 1) add("api_version", std::string(word(kApiVersions, f.value)));
        break;
      case 81: add("k", std::to_string(f.integer())); break;
      case 87: {
        std::vector<std::string_view> listed;
        Message list(f.bytes);
        Field part;
        while (list.next(part)) {
          if (part.number == 1) listed.push_back(part.bytes);
          if (part.number == 2) device_list = iota_groups_text(part.bytes, failed);
        }
        if (!listed.empty()) device_list = group_lists_text(listed, failed);
        break;
      }
      case 90: {
        Message ragged(f.bytes);
        Field part;
        while (ragged.next(part)) {
          if (part.number == 1) parts(part.bytes, kDot);
        }
        parts(f.bytes, kRagged);
        break;
      }
      case 92: device_list = iota_groups_text(f.bytes, failed); break;
      case 93: device_list = mesh_groups_text(f.bytes, failed); break;
      case 94:
        if (f.value != 0) add("is_reverse", "true");
        break;
      case 95: add("num_carries", std::to_string(f.integer())); break;
      case 96:
        if (f.value == 1 || f.value == 2) add("is_associative", f.value == 1 ? "true" : "false");
        break;
      case 100:
        if (f.value != 0) add("has_dynamic_root", "true");
        break;
      default: break;
    }
    if (failed) return broken(in.at(), fmt::format("a field of {} does not follow its format", made.name));
  }
  // Numbers of which 0 is not written.
  uint64_t plain[128] = {};
  Message again(message);
  while (again.next(f)) {
    if (!f.is_bytes && f.number < 128) plain[f.number] = f.value;
  }
  auto number = [&](std::string_view name, uint32_t field) {
    add(name, std::to_string(static_cast<int64_t>(plain[field])));
  };
  if (op == "get-tuple-element") number("index", 13);
  if (op == "batch-norm-training" || op == "batch-norm-inference" || op == "batch-norm-grad")
    number("feature_index", 25);
  if (op == "reduce-precision") {
    number("exponent_bits", 18);
    number("mantissa_bits", 19);
  }
  if (op == "fft") {
    add("fft_type", std::string(word(kFftTypes, plain[31])));
    add("fft_length", ints_text(fft_length));
  }
  if (op == "topk") add("largest", plain[85] != 0 ? "true" : "false");
  if (op == "rng-get-and-update-state") number("delta", 64);
  if (op == "iota") add("iota_dimension", std::to_string(dimensions.empty() ? 0 : dimensions[0]));
  if (std::ranges::find(kDimensionOps, op) != std::end(kDimensionOps)) {
    if (!dimensions.empty() || op == "broadcast" || op == "transpose" || op == "reduce" || op == "reverse") {
      add("dimensions", ints_text(dimensions));
    }
  }
  if (op == "slice") add("slice", "{" + slices + "}");
  if (op == "dynamic-slice") add("dynamic_slice_sizes", ints_text(dynamic_sizes));
  if (op == "gather") add("slice_sizes", ints_text(gather_sizes));
  if (!aliases.empty()) add("output_to_operand_aliasing", "{" + aliases + "}");
  if (!device_list.empty()) {
    add("replica_groups", device_list);
  } else if (!groups.empty()) {
    add("replica_groups", group_lists_text(groups, failed));
  }
  if (!pairs.empty()) {
    std::string text;
    for (std::string_view pair : pairs) {
      int64_t v[3] = {};
      Message ends(pair);
      while (ends.next(f)) {
        if (f.number < 3) v[f.number] = f.integer();
      }
      text += fmt::format("{}{{{},{}}}", text.empty() ? "" : ",", v[1], v[2]);
    }
    add("source_target_pairs", "{" + text + "}");
  }
  if (!called_ids.empty()) called(made, called_ids);
  return !failed || broken(made.at, fmt::format("a field of {} does not follow its format", made.name));
}

}  // namespace partita::core::text::proto
