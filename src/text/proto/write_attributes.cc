// The attributes of an instruction as fields: the way of attributes.cc back.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "text/proto/fields.h"
#include "text/proto/writer.h"

namespace partita::core::text::proto {
namespace {

// The number of a word; 0 where it is none of them.
int64_t number_of(std::span<const std::string_view> words, std::string_view word) {
  const auto at = std::ranges::find(words, word);
  return at == words.end() ? 0 : at - words.begin();
}

const hlo::Attribute* find(const hlo::Instruction& in, std::string_view name) {
  const auto at = std::ranges::find(in.attributes, name, &hlo::Attribute::name);
  return at == in.attributes.end() ? nullptr : &*at;
}

void numbers_or_number(Record& out, uint32_t field, const hlo::IntList& values, bool single) {
  if (single) {
    out.number(field, values.empty() ? 0 : values[0]);
  } else {
    out.numbers(field, values);
  }
}

}  // namespace

bool Writer::called(std::string_view text, std::vector<int64_t>& ids) {
  std::vector<std::string_view> names;
  if (!hlo::parse_names(reading_, text, names)) return false;
  for (std::string_view name : names) {
    const hlo::Computation* computation = syntax_.find(name);
    if (computation == nullptr) return fail(fmt::format("the computation {} is not there", name));
    ids.push_back(id_of(*computation));
  }
  return true;
}

// Several attributes of the text that are one message.
bool Writer::structured(const hlo::Instruction& in, Record& out) {
  auto message = [&](std::span<const Part> parts, Record& made) {
    bool any = false;
    for (const Part& part : parts) {
      const hlo::Attribute* given = find(in, part.name);
      if (given == nullptr) continue;
      hlo::IntList values(1);
      if (part.single ? !hlo::parse_int(reading_, given->value, values[0])
                      : (values.clear(), !hlo::parse_ints(reading_, given->value, values))) {
        return false;
      }
      any = true;
      numbers_or_number(made, part.number, values, part.single);
    }
    return any;
  };
  const std::string_view op = in.opcode;
  if (op == "ragged-dot") {
    Record dot, ragged;
    if (message(kDot, dot)) ragged.message(1, dot);
    message(kRagged, ragged);
    out.message(90, ragged);
  } else if (op == "dot" || op == "scaled-dot") {
    Record dot;
    message(kDot, dot);
    out.message(30, dot);
  } else if (op == "gather" || op == "scatter") {
    Record dims;
    message(op == "gather" ? std::span<const Part>(kGather) : kScatter, dims);
    out.message(op == "gather" ? 33 : 48, dims);
  } else if (op == "triangular-solve") {
    Record options;
    uint32_t field = 1;
    for (std::string_view name : {"left_side", "lower", "unit_diagonal"}) {
      const hlo::Attribute* given = find(in, name);
      options.number(field++, given != nullptr && given->value == "true" ? 1 : 0);
    }
    const hlo::Attribute* transpose = find(in, "transpose_a");
    options.number(4, transpose == nullptr ? 1 : number_of(kTransposes, transpose->value));
    out.message(59, options);
  } else if (op == "cholesky") {
    Record options;
    const hlo::Attribute* lower = find(in, "lower");
    options.number(1, lower != nullptr && lower->value == "true" ? 1 : 0);
    out.message(62, options);
  }
  const hlo::Attribute *precision = find(in, "operand_precision"), *algorithm = find(in, "algorithm");
  const bool has_algorithm = algorithm != nullptr && op != "rng-bit-generator";
  if (precision != nullptr || has_algorithm) {
    Record config;
    if (precision != nullptr) {
      std::vector<std::string_view> words;
      if (!hlo::parse_words(reading_, precision->value, words)) return false;
      hlo::IntList numbers;
      for (std::string_view word : words) numbers.push_back(number_of(kPrecisions, word));
      config.numbers(1, numbers);
    }
    if (has_algorithm) config.number(2, number_of(kAlgorithms, algorithm->value));
    out.message(51, config);
  }
  return true;
}

bool Writer::attribute(const hlo::Computation& computation, const hlo::Instruction& in, const hlo::Attribute& given,
                       Record& out) {
  const std::string_view name = given.name, value = given.value, op = in.opcode;
  if (const auto* simple = std::ranges::find(kSimple, name, &SimpleField::name); simple != std::end(kSimple)) {
    std::string text;
    int64_t number = 0;
    switch (simple->form) {
      case Simple::kNumber:
        if (!hlo::parse_int(reading_, value, number)) return false;
        out.number(simple->number, number);
        return true;
      case Simple::kFlag: out.number(simple->number, value == "true" ? 1 : 0); return true;
      case Simple::kText: out.text(simple->number, value); return true;
      case Simple::kQuoted:
        if (!hlo::parse_string(reading_, value, text)) return false;
        out.text(simple->number, text);
        return true;
    }
  }
  auto ints = [&](uint32_t field) {
    hlo::IntList values;
    if (!hlo::parse_ints(reading_, value, values)) return false;
    out.numbers(field, values);
    return true;
  };
  auto integer = [&](uint32_t field) {
    int64_t number = 0;
    if (!hlo::parse_int(reading_, value, number)) return false;
    out.number(field, number);
    return true;
  };
  auto bytes = [&](uint32_t field) {
    std::string text;
    if (!hlo::parse_string(reading_, value, text)) return false;
    out.text(field, text);
    return true;
  };
  auto record = [&](uint32_t field, auto make) {
    Record made;
    if (!make(made)) return false;
    out.message(field, made);
    return true;
  };
  if (name == "metadata") return record(7, [&](Record& r) { return metadata_record(reading_, value, r); });
  if (name == "frontend_attributes") return record(68, [&](Record& r) { return map_record(reading_, value, r); });
  if (name == "sharding") return record(40, [&](Record& r) { return sharding_record(value, r); });
  if (name == "replica_groups") return groups_records(reading_, value, out);
  if (name == "dimensions") return ints(14);
  if (name == "iota_dimension") {  // one of a list
    int64_t dimension = 0;
    if (!hlo::parse_int(reading_, value, dimension)) return false;
    out.numbers(14, std::span(&dimension, 1));
    return true;
  }
  if (name == "index") return integer(13);
  if (name == "exponent_bits") return integer(18);
  if (name == "mantissa_bits") return integer(19);
  if (name == "dynamic_slice_sizes") return ints(20);
  if (name == "outfeed_config") return bytes(22);
  if (name == "async_execution_thread") return bytes(79);
  if (name == "infeed_config") return bytes(27);
  if (name == "feature_index") return integer(25);
  if (name == "fft_length") return ints(32);
  if (name == "slice_sizes") return ints(34);
  if (name == "num_carries") return integer(95);
  if (name == "delta") return integer(66);
  if (name == "distribution") return out.number(23, number_of(kDistributions, value)), true;
  if (name == "epsilon") {
    const float epsilon = std::strtof(std::string(value).c_str(), nullptr);
    out.fixed32(24, std::bit_cast<uint32_t>(epsilon));
    return true;
  }
  if (name == "fft_type") return out.number(31, number_of(kFftTypes, value)), true;
  if (name == "api_version") return out.number(77, number_of(kApiVersions, value)), true;
  if (name == "largest") return out.number(85, value == "true" ? 1 : 0), true;
  if (name == "is_associative") return out.number(96, value == "true" ? 1 : 2), true;
  if (name == "algorithm" && op == "rng-bit-generator") {
    return out.number(70, number_of(kRngAlgorithms, value)), true;
  }
  if (name == "window") {
    hlo::WindowText window;
    if (!hlo::parse_window(reading_, value, window)) return false;
    auto at = [](const hlo::IntList& list, size_t i, int64_t otherwise) {
      return i < list.size() ? list[i] : otherwise;
    };
    Record made;
    for (size_t i = 0; i < window.size.size(); ++i) {
      Record dim;
      dim.number(1, window.size[i]);
      dim.number(2, at(window.stride, i, 1));
      dim.number(3, at(window.padding, 2 * i, 0));
      dim.number(4, at(window.padding, 2 * i + 1, 0));
      dim.number(5, at(window.rhs_dilate, i, 1));
      dim.number(6, at(window.lhs_dilate, i, 1));
      dim.number(7, at(window.rhs_reversal, i, 0));
      made.message(1, dim);
    }
    out.message(15, made);
    return true;
  }
  if (name == "dim_labels") {
    hlo::DimLabels labels;
    if (!hlo::parse_dim_labels(reading_, value, labels)) return false;
    Record made;
    made.number(3, labels.kernel.first);
    made.number(4, labels.kernel.second);
    made.numbers(6, labels.kernel.spatial);
    made.number(7, labels.input.first);
    made.number(8, labels.input.second);
    made.number(9, labels.output.first);
    made.number(10, labels.output.second);
    made.numbers(11, labels.input.spatial);
    made.numbers(12, labels.output.spatial);
    out.message(16, made);
    return true;
  }
  if (name == "slice") {
    hlo::SliceText slice;
    if (!hlo::parse_slice(reading_, value, slice)) return false;
    for (size_t i = 0; i < slice.start.size(); ++i) {
      Record dim;
      dim.number(1, slice.start[i]);
      dim.number(2, slice.limit[i]);
      dim.number(3, slice.stride[i]);
      out.message(17, dim);
    }
    return true;
  }
  if (name == "padding") {
    hlo::PaddingText padding;
    if (!hlo::parse_padding(reading_, value, padding)) return false;
    Record made;
    for (size_t i = 0; i < padding.low.size(); ++i) {
      Record dim;
      dim.number(1, padding.low[i]);
      dim.number(2, padding.high[i]);
      dim.number(3, i < padding.interior.size() ? padding.interior[i] : 0);
      made.message(1, dim);
    }
    out.message(21, made);
    return true;
  }
  if (name == "operand_layout_constraints") {
    hlo::Lexer lexer(reading_, hlo::inside(value));
    while (!lexer.at_end()) {
      const hlo::Shape* shape = hlo::parse_shape(lexer);
      if (shape == nullptr) return false;
      out.message(57, shape_record(*shape));
      lexer.eat(',');
    }
    out.number(56, 1);
    return true;
  }
  if (name == "source_target_pairs") {
    std::vector<hlo::IntList> pairs;
    if (!hlo::parse_int_lists(reading_, value, pairs)) return false;
    for (const hlo::IntList& pair : pairs) {
      Record ends;
      ends.number(1, pair[0]);
      ends.number(2, pair[1]);
      out.message(52, ends);
    }
    return true;
  }
  if (name == "output_to_operand_aliasing") {
    std::vector<hlo::AliasText> aliases;
    if (!hlo::parse_aliases(reading_, value, true, aliases)) return false;
    for (const hlo::AliasText& alias : aliases) {
      Record made;
      made.numbers(1, alias.output);
      made.number(2, alias.parameter);
      made.numbers(3, alias.index);
      out.message(74, made);
    }
    return true;
  }
  if (name == "domain") {
    for (const auto& [word, field] : {std::pair("entry=", 54U), {"exit=", 55U}}) {
      const size_t from = value.find(word);
      if (from == std::string_view::npos) return false;
      std::string_view text = value.substr(from + std::string_view(word).size());
      int depth = 0;
      size_t end = 0;
      do {
        depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
      } while (++end < text.size() && depth > 0);
      if (!record(field, [&](Record& r) { return sharding_record(text.substr(0, end), r); })) return false;
    }
    return true;
  }
  if (name == "control-predecessors") {
    std::vector<std::string_view> names;
    if (!hlo::parse_names(reading_, value, names)) return false;
    hlo::IntList ids;
    for (std::string_view each : names) {
      const auto at = std::ranges::find(computation.instructions, each, &hlo::Instruction::name);
      if (at == computation.instructions.end()) return false;
      ids.push_back(id_of(computation, static_cast<int>(at - computation.instructions.begin())));
    }
    out.numbers(37, ids);
    return true;
  }
  return true;  // written with others, by structured() or instruction(); or of a compiled program
}

}  // namespace partita::core::text::proto
