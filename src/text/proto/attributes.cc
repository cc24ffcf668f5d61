// The fields of an instruction as the attributes of its text. Some are said under a name that depends on the opcode,
// and proto3 leaves out what is 0.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "text/proto/fields.h"
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

std::string_view word(std::span<const std::string_view> words, uint64_t value) {
  return value < words.size() ? words[value] : std::string_view("unknown");
}

}  // namespace

bool Reader::attributes(std::string_view message, hlo::Instruction& made, const hlo::Computation& computation) {
  bool failed = false;
  const std::string_view op = made.opcode;
  std::vector<int64_t> dimensions, fft_length, dynamic_sizes, gather_sizes, called_ids, control;
  std::vector<std::string_view> groups, pairs;
  std::string slices, device_list, aliases, layouts, entry = "{replicated}", exit = entry;
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
  auto simple = [&](const Field& f) {
    const auto* field = std::ranges::find(kSimple, f.number, &SimpleField::number);
    if (field == std::end(kSimple) || f.is_bytes != (field->form == Simple::kText || field->form == Simple::kQuoted))
      return;
    switch (field->form) {
      case Simple::kNumber:
        if (f.value != 0 && f.integer() > field->absent) add(field->name, std::to_string(f.integer()));
        break;
      case Simple::kFlag:
        if (f.value != 0) add(field->name, "true");
        break;
      case Simple::kText:
      case Simple::kQuoted:
        if (!f.bytes.empty()) add(field->name, field->form == Simple::kText ? std::string(f.bytes) : quoted(f.bytes));
        break;
    }
  };
  Message in(message);
  Field f;
  while (in.next(f)) {
    simple(f);
    switch (f.number) {
      case 7:
        if (std::string text = metadata_text(f.bytes, failed); !text.empty()) add("metadata", std::move(text));
        break;
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
      case 30: parts(f.bytes, kDot); break;
      case 32: failed |= !append_ints(f, fft_length); break;
      case 33: parts(f.bytes, kGather); break;
      case 34: failed |= !append_ints(f, gather_sizes); break;
      case 22: add("outfeed_config", quoted(f.bytes)); break;
      case 27: add("infeed_config", quoted(f.bytes)); break;
      case 37: failed |= !append_ints(f, control); break;
      case 57: layouts += (layouts.empty() ? "" : ", ") + shape_text(f.bytes, failed); break;
      case 54: entry = sharding_text(f.bytes, failed); break;
      case 55: exit = sharding_text(f.bytes, failed); break;
      case 38: failed |= !append_ints(f, called_ids); break;
      case 40: add("sharding", sharding_text(f.bytes, failed)); break;
      case 48: parts(f.bytes, kScatter); break;
      case 49: groups.push_back(f.bytes); break;
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
      case 62: {
        Message options(f.bytes);
        Field part;
        bool lower = false;
        while (options.next(part)) lower |= part.number == 1 && part.value != 0;
        add("lower", lower ? "true" : "false");
        break;
      }
      case 68:
        if (std::string text = map_text(f.bytes, failed); !text.empty()) add("frontend_attributes", std::move(text));
        break;
      case 79:
        if (!f.bytes.empty() && f.bytes != "main") add("async_execution_thread", quoted(f.bytes));
        break;
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
      case 96:
        if (f.value == 1 || f.value == 2) add("is_associative", f.value == 1 ? "true" : "false");
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
  if (op == "domain") add("domain", fmt::format("{{kind=\"sharding\", entry={}, exit={}}}", entry, exit));
  if (op == "scan") number("num_carries", 95);
  if (op == "rng-bit-generator") add("algorithm", std::string(word(kRngAlgorithms, plain[70])));
  if (op == "topk") add("largest", plain[85] != 0 ? "true" : "false");
  if (op == "rng-get-and-update-state") number("delta", 66);
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
  if (!layouts.empty() && op == "custom-call") add("operand_layout_constraints", "{" + layouts + "}");
  if (!device_list.empty()) {
    add("replica_groups", device_list);
  } else if (!groups.empty()) {
    add("replica_groups", group_lists_text(groups, failed));
  }
  if (!pairs.empty() || op.starts_with("collective-permute")) {
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
  if (!control.empty()) {
    std::string text;
    for (int64_t id : control) {
      const auto found = instructions_.find(id);
      if (found == instructions_.end())
        return broken(made.at, fmt::format("{} waits for what is not there", made.name));
      text += fmt::format("{}%{}", text.empty() ? "" : ", ",
                          computation.instructions[static_cast<size_t>(found->second)].name);
    }
    add("control-predecessors", "{" + text + "}");
  }
  if (!called_ids.empty()) called(made, called_ids);
  return !failed || broken(made.at, fmt::format("a field of {} does not follow its format", made.name));
}

}  // namespace partita::core::text::proto
