#include "text/hlo/attributes.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/replica_groups.h"
#include "shard/axis_groups.h"
#include "text/hlo/decompose.h"
#include "text/sharding/in_hlo.h"

namespace partita::core::text::hlo {
namespace {

constexpr int64_t kMaxDevices = int64_t{1}
                                << 24;  // more than anyone has: whoever lists them must not run out of memory

bool bad(Lexer& lexer, std::string message) {
  return lexer.reading().error(lexer.at(), Code::kHloBadAttribute, std::move(message));
}

// The value must end here.
bool done(Lexer& lexer) { return lexer.at_end() || bad(lexer, "did not expect " + shown(lexer) + " here"); }

// item (, item)* between an opening and a closing character; commas may be left out where `loose`.
template <typename Item>
bool list(Lexer& lexer, char open, char close, const Item& item, bool loose = false) {
  if (!lexer.expect(open, "to begin a list")) return false;
  while (!lexer.eat(close)) {
    if (!item()) return false;
    if (lexer.peek() != close && !lexer.eat(',') && !loose) return lexer.expect(close, "or ',' in a list");
  }
  return true;
}

bool ints(Lexer& lexer, char open, char close, IntList& out) {
  return list(lexer, open, close, [&] { return lexer.integer(out.emplace_back(), "an integer"); });
}

// 3x3, or one number; each item is read by `item`.
template <typename Item>
bool by_x(Lexer& lexer, const Item& item) {
  do {
    if (!item()) return false;
  } while (lexer.eat('x'));
  return true;
}

bool low_high(Lexer& lexer, int64_t& low, int64_t& high) {
  return lexer.integer(low, "a padding") && lexer.expect('_', "between low and high padding") &&
         lexer.integer(high, "a padding");
}

}  // namespace

bool parse_int(Reading& reading, std::string_view text, int64_t& out) {
  Lexer lexer(reading, text);
  return lexer.integer(out, "an integer") && done(lexer);
}

bool parse_bool(Reading& reading, std::string_view text, bool& out) {
  if (text != "true" && text != "false") {
    Lexer lexer(reading, text);
    return bad(lexer, "expected true or false, found " + shown(lexer));
  }
  out = text == "true";
  return true;
}

bool parse_string(Reading& reading, std::string_view text, std::string& out) {
  Lexer lexer(reading, text);
  if (lexer.at_string()) return lexer.string(out) && done(lexer);
  out = std::string(text);
  return true;
}

bool parse_ints(Reading& reading, std::string_view text, IntList& out) {
  Lexer lexer(reading, text);
  return ints(lexer, '{', '}', out) && done(lexer);
}

bool parse_int_lists(Reading& reading, std::string_view text, std::vector<IntList>& out) {
  Lexer lexer(reading, text);
  return list(lexer, '{', '}', [&] { return ints(lexer, '{', '}', out.emplace_back()); }) && done(lexer);
}

bool parse_words(Reading& reading, std::string_view text, std::vector<std::string_view>& out) {
  Lexer lexer(reading, text);
  auto word = [&] {
    out.push_back(lexer.word());
    return !out.back().empty() || bad(lexer, "expected a word, found " + shown(lexer));
  };
  return list(lexer, '{', '}', word) && done(lexer);
}

bool begins_computation(Lexer& lexer) {
  Lexer ahead = lexer;
  if (!ahead.eat('{')) return false;
  if (ahead.peek_word() == "ROOT") ahead.word();
  ahead.eat('%');
  return !ahead.word().empty() && ahead.peek() == '=';
}

bool parse_names(Reading& reading, std::string_view text, std::vector<std::string_view>& out) {
  Lexer lexer(reading, text);
  auto name = [&] {
    if (lexer.peek() == '{') return lexer.brackets(out.emplace_back());
    return lexer.name(out.emplace_back(), "a name");
  };
  if (begins_computation(lexer)) return name() && done(lexer);
  return (lexer.peek() == '{' ? list(lexer, '{', '}', name) : name()) && done(lexer);
}

bool parse_window(Reading& reading, std::string_view text, WindowText& out) {
  Lexer lexer(reading, text);
  auto field = [&]() -> bool {
    std::string_view name = lexer.word();
    if (!lexer.expect('=', "after a field of the window")) return false;
    if (name == "pad") {
      return by_x(lexer, [&] {
        int64_t low = 0, high = 0;
        if (!low_high(lexer, low, high)) return false;
        out.padding.push_back(low);
        out.padding.push_back(high);
        return true;
      });
    }
    IntList* numbers = name == "size"           ? &out.size
                       : name == "stride"       ? &out.stride
                       : name == "lhs_dilate"   ? &out.lhs_dilate
                       : name == "rhs_dilate"   ? &out.rhs_dilate
                       : name == "rhs_reversal" ? &out.rhs_reversal
                                                : nullptr;
    if (numbers == nullptr) return bad(lexer, fmt::format("a window has no field {}", name));
    return by_x(lexer, [&] { return lexer.integer(numbers->emplace_back(), "an integer"); });
  };
  if (!list(lexer, '{', '}', field, true) || !done(lexer)) return false;
  size_t rank = out.size.size();
  for (const IntList* numbers : {&out.stride, &out.lhs_dilate, &out.rhs_dilate, &out.rhs_reversal}) {
    if (!numbers->empty() && numbers->size() != rank) {
      return reading.error(text.data(), Code::kHloBadAttribute, "the fields of the window differ in rank");
    }
  }
  if (!out.padding.empty() && out.padding.size() != 2 * rank) {
    return reading.error(text.data(), Code::kHloBadAttribute, "the padding and the size of the window differ in rank");
  }
  return true;
}

bool parse_padding(Reading& reading, std::string_view text, PaddingText& out) {
  Lexer lexer(reading, text);
  if (lexer.at_end()) return true;
  return by_x(lexer,
              [&] {
                int64_t inner = 0;
                if (!low_high(lexer, out.low.emplace_back(), out.high.emplace_back())) return false;
                if (lexer.eat('_') && !lexer.integer(inner, "an interior padding")) return false;
                out.interior.push_back(inner);
                return true;
              }) &&
         done(lexer);
}

bool parse_slice(Reading& reading, std::string_view text, SliceText& out) {
  Lexer lexer(reading, text);
  auto range = [&] {
    int64_t stride = 1;
    if (!lexer.expect('[', "before a range") || !lexer.integer(out.start.emplace_back(), "a start") ||
        !lexer.expect(':', "between start and limit") || !lexer.integer(out.limit.emplace_back(), "a limit") ||
        (lexer.eat(':') && !lexer.integer(stride, "a stride"))) {
      return false;
    }
    out.stride.push_back(stride);
    return lexer.expect(']', "after a range");
  };
  return list(lexer, '{', '}', range) && done(lexer);
}

bool parse_dim_labels(Reading& reading, std::string_view text, DimLabels& out) {
  auto fail = [&] {
    return reading.error(text.data(), Code::kHloBadAttribute,
                         "expected dimension labels such as b01f_01io->b01f: b and f, i and o, and the digits from 0");
  };
  size_t bar = text.find('_'), arrow = text.find("->");
  if (bar == std::string_view::npos || arrow == std::string_view::npos || arrow < bar) return fail();
  auto side = [](std::string_view labels, char first, char second, DimLabels::Side& to) {
    if (labels.size() < 2 || labels.size() > 12) return false;
    to.spatial.assign(labels.size() - 2, -1);
    for (size_t i = 0; i < labels.size(); ++i) {
      char c = labels[i];
      size_t digit = static_cast<size_t>(c) - '0';
      int64_t* slot = c == first ? &to.first : c == second ? &to.second : nullptr;
      if (slot == nullptr && c >= '0' && digit < to.spatial.size()) slot = &to.spatial[digit];
      if (slot == nullptr || *slot != -1) return false;
      *slot = static_cast<int64_t>(i);
    }
    return true;
  };
  if (!side(text.substr(0, bar), 'b', 'f', out.input) ||
      !side(text.substr(bar + 1, arrow - bar - 1), 'i', 'o', out.kernel) ||
      !side(text.substr(arrow + 2), 'b', 'f', out.output)) {
    return fail();
  }
  return out.input.spatial.size() == out.kernel.spatial.size() && out.input.spatial.size() == out.output.spatial.size()
             ? true
             : fail();
}

bool parse_groups(Reading& reading, std::string_view text, Attr& out) {
  Context& context = reading.context;
  Lexer lexer(reading, text);
  if (lexer.peek() == '{') {
    std::vector<IntList> groups;
    if (!parse_int_lists(reading, text, groups)) return false;
    out = list_groups(context, groups);
    return true;
  }
  if (lexer.peek() == '[') {
    IntList shape, dims, perm;
    if (!ints(lexer, '[', ']', shape)) return false;
    if (lexer.eat("<=")) {
      if (!ints(lexer, '[', ']', dims)) return false;
      if (lexer.eat('T') && !ints(lexer, '(', ')', perm)) return false;
    }
    if (!done(lexer)) return false;
    std::vector<int64_t> sorted = perm;
    std::sort(sorted.begin(), sorted.end());
    bool fits = shape.size() == 2 && !dims.empty() && (perm.empty() || perm.size() == dims.size());
    for (size_t i = 0; i < sorted.size(); ++i) fits = fits && sorted[i] == static_cast<int64_t>(i);
    std::optional<int64_t> devices = ir::checked_element_count(dims), grouped = ir::checked_element_count(shape);
    if (!fits || !devices || devices != grouped || *devices == 0 || *devices > kMaxDevices) {
      return reading.error(text.data(), Code::kHloBadAttribute,
                           "expected groups such as [2,4]<=[8] or [2,4]<=[4,2]T(1,0) that name every device once");
    }
    out = iota_groups(context, shape[0], shape[1], dims, perm);
    return true;
  }
  size_t axes = text.rfind('{');
  if ((text.starts_with("mesh[") || text.starts_with("@")) && axes != std::string_view::npos && text.back() == '}') {
    if (text.starts_with('m')) {
      const std::string mesh = tidy(text.substr(0, axes));
      const Result<AxisGroups> said = shard::parse_axis_groups(mesh, text.substr(axes), {});
      if (!said.ok()) return reading.error(text.data(), Code::kHloBadAttribute, said.error().diagnostic.message);
      if (said->mesh->device_count() > kMaxDevices) {
        return reading.error(text.data(), Code::kHloBadAttribute, "the mesh has more devices than anyone has");
      }
      out = plain_groups(context, *said);
      return true;
    }
    out = context.dict(std::vector<NamedAttr>{
        {context.name("mesh"), context.opaque_attr(tidy(text.substr(0, axes)))},
        {context.name("axes"), context.opaque_attr(tidy(text.substr(axes)))},
    });
    return true;
  }
  return bad(lexer, "expected groups of devices, such as {{0,1},{2,3}}");
}

std::optional<int64_t> group_size(Attr groups) {
  if (is_iota_groups(groups)) return groups.get("iota_shape").ints()[1];
  if (!groups.is(AttrKind::kArray) || groups.elements().empty()) return std::nullopt;
  return std::ssize(groups.elements()[0].ints());
}

bool parse_frontend_attributes(Reading& reading, std::string_view text, Attr& out) {
  Lexer lexer(reading, text);
  std::vector<NamedAttr> entries;
  auto entry = [&] {
    std::string key, value;
    if (lexer.at_string()) {
      if (!lexer.string(key)) return false;
    } else {
      key = lexer.word();
      if (key.empty()) return bad(lexer, "expected the name of a frontend attribute, found " + shown(lexer));
    }
    std::string_view raw;
    if (!lexer.expect('=', "after a frontend attribute's name")) return false;
    if (lexer.at_string()) {
      if (!lexer.string(value)) return false;
    } else {
      if (!lexer.value(raw)) return false;
      value = raw;
    }
    entries.push_back({reading.context.name(key), reading.context.string(value)});
    return true;
  };
  if (!list(lexer, '{', '}', entry) || !done(lexer)) return false;
  out = reading.context.dict(entries);
  return true;
}

Attr dot_algorithm(Context& context, std::string_view text) {
  struct Known {
    std::string_view hlo, operand, accumulator;
    int products;
  };
  static constexpr Known kKnown[] = {
      {"dot_f16_f16_f16", "f16", "f16", 1},       {"dot_f16_f16_f32", "f16", "f32", 1},
      {"dot_bf16_bf16_bf16", "bf16", "bf16", 1},  {"dot_bf16_bf16_f32", "bf16", "f32", 1},
      {"dot_bf16_bf16_f32_x3", "bf16", "f32", 3}, {"dot_bf16_bf16_f32_x6", "bf16", "f32", 6},
      {"dot_bf16_bf16_f32_x9", "bf16", "f32", 9}, {"dot_tf32_tf32_f32", "tf32", "f32", 1},
      {"dot_tf32_tf32_f32_x3", "tf32", "f32", 3}, {"dot_f32_f32_f32", "f32", "f32", 1},
      {"dot_f64_f64_f64", "f64", "f64", 1},
  };
  for (const Known& known : kKnown) {
    if (known.hlo != text) continue;
    return context.opaque_attr(fmt::format(
        "#stablehlo.dot_algorithm<lhs_precision_type = {0}, rhs_precision_type = {0}, accumulation_type = {1}, "
        "lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = {2}, "
        "allow_imprecise_accumulation = false>",
        known.operand, known.accumulator, known.products));
  }
  return {};
}

bool parse_aliases(Reading& reading, std::string_view text, bool with_output, std::vector<AliasText>& out) {
  Lexer lexer(reading, text);
  auto entry = [&] {
    AliasText& alias = out.emplace_back();
    if (with_output && (!ints(lexer, '{', '}', alias.output) || !lexer.expect(':', "after the output's index"))) {
      return false;
    }
    if (!lexer.expect('(', "before the parameter") || !lexer.integer(alias.parameter, "a number")) return false;
    if (lexer.eat(',') && !ints(lexer, '{', '}', alias.index)) return false;
    if (lexer.eat(',')) lexer.word();
    return lexer.expect(')', "after the parameter");
  };
  return list(lexer, '{', '}', entry) && done(lexer);
}

}  // namespace partita::core::text::hlo
