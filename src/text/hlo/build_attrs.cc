// An op's own attributes, as the rules of its opcode say.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "ir/numeric/float_text.h"
#include "text/hlo/attributes.h"
#include "text/hlo/builder.h"

namespace partita::core::text::hlo {
namespace {

using K = AttrKey;

// Words that HLO spells otherwise than StableHLO does; all others are the same in capitals.
std::string capital_word(std::string_view text) {
  if (text == "rng_three_fry") return "THREE_FRY";
  if (text.starts_with("rng_")) text.remove_prefix(4);  // rng_uniform, rng_philox
  std::string out(text);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

void put(Call& call, AttrKey key, Attr value) { call.attrs.push_back({key, value}); }

}  // namespace

bool Builder::read_attrs(Call& call) {
  for (const AttrRule& rule : call.opcode.rules) {
    Attribute* attribute = take_attribute(call.in, rule.name);
    if (!(attribute != nullptr ? read_attr(call, rule, *attribute) : default_attr(call, rule))) return false;
  }
  for (std::string_view refused : {"sparsity", "sparsity_config"}) {
    if (const Attribute* attribute = find_attribute(call.in, refused)) {
      return reading_.error(attribute->name.data(), Code::kHloBadAttribute, "sparse operands are not supported");
    }
  }
  return true;
}

bool Builder::default_attr(Call& call, const AttrRule& rule) {
  Type type = !call.operands.empty() && !call.operands[0].shape->tuple ? call.operands[0].shape->type
              : call.shape != nullptr && !call.shape->tuple            ? call.shape->type
                                                                       : Type();
  int rank = type && type.is_tensor() ? type.rank() : 2;
  switch (rule.need) {
    case Need::kOptional: return true;
    case Need::kEmpty:
      put(call, rule.key, rule.form == Form::kGroups ? context_.array({}) : context_.ints({}));
      return true;
    case Need::kAllDims: {
      std::vector<int64_t> all(static_cast<size_t>(rank));
      std::iota(all.begin(), all.end(), 0);
      put(call, rule.key, context_.ints(all));
      return true;
    }
    case Need::kEmptyForScalar:
      if (rank > 0) break;
      put(call, rule.key, context_.ints({}));
      return true;
    case Need::kZeroForVector:
      if (rank > 1) break;
      put(call, rule.key, context_.integer(0));
      return true;
    case Need::kOne: put(call, rule.key, context_.integer(1)); return true;
    case Need::kFalse: put(call, rule.key, context_.boolean(false)); return true;
    case Need::kNoTranspose: put(call, rule.key, text("NO_TRANSPOSE")); return true;
    case Need::kRequired: break;
  }
  return fail(call, Code::kHloBadAttribute, fmt::format("{} needs the attribute {}", call.in.opcode, rule.name));
}

bool Builder::read_attr(Call& call, const AttrRule& rule, const Attribute& attribute) {
  std::string_view value = attribute.value;
  auto wrong = [&](std::string_view expected) {
    return reading_.error(value.data(), Code::kHloBadAttribute, fmt::format("expected {}", expected));
  };
  switch (rule.form) {
    case Form::kInt: {
      int64_t number = 0;
      if (!parse_int(reading_, value, number)) return false;
      put(call, rule.key, context_.integer(number));
      return true;
    }
    case Form::kBool:
    case Form::kTrue:
    case Form::kFalse: {
      bool flag = false;
      if (!parse_bool(reading_, value, flag)) return false;
      if (rule.form == Form::kBool || flag == (rule.form == Form::kTrue)) put(call, rule.key, context_.boolean(flag));
      return true;
    }
    case Form::kFloat: {
      std::optional<uint64_t> bits = parse_float(value, ElementType::kF32);
      if (!bits) return wrong("a number");
      float number = std::bit_cast<float>(static_cast<uint32_t>(*bits));
      put(call, rule.key, context_.real(static_cast<double>(number), "f32"));
      return true;
    }
    case Form::kInts: {
      IntList numbers;
      if (!parse_ints(reading_, value, numbers)) return false;
      put(call, rule.key, context_.ints(numbers));
      return true;
    }
    case Form::kFirst: {
      IntList numbers;
      if (!parse_ints(reading_, value, numbers)) return false;
      if (numbers.size() != 1) return wrong("one dimension, such as {0}");
      put(call, rule.key, context_.integer(numbers[0]));
      return true;
    }
    case Form::kString: {
      std::string string;
      if (!parse_string(reading_, value, string)) return false;
      put(call, rule.key, text(string));
      return true;
    }
    case Form::kWord: put(call, rule.key, text(capital_word(value))); return true;
    case Form::kWords: {
      std::vector<std::string_view> words;
      std::vector<Attr> list;
      if (!parse_words(reading_, value, words)) return false;
      for (std::string_view word : words) list.push_back(text(capital_word(word)));
      put(call, rule.key, context_.array(list));
      return true;
    }
    case Form::kChannel: {
      int64_t number = 0;
      if (!parse_int(reading_, value, number)) return false;
      put(call, rule.key, context_.integer(number));
      put(call, K::kChannelType, context_.integer(1));
      return true;
    }
    case Form::kPairs: {
      std::vector<IntList> pairs;
      IntList flat;
      if (!parse_int_lists(reading_, value, pairs)) return false;
      for (const IntList& pair : pairs) {
        if (pair.size() != 2) return wrong("pairs, such as {{0,1},{1,0}}");
        flat.insert(flat.end(), pair.begin(), pair.end());
      }
      put(call, rule.key, context_.ints(flat));
      return true;
    }
    case Form::kGroups: {
      Attr groups;
      if (!parse_groups(reading_, value, groups)) return false;
      put(call, rule.key, groups);
      return true;
    }
    case Form::kAlgorithm: {
      Attr algorithm = dot_algorithm(context_, value);
      if (algorithm) put(call, rule.key, algorithm);
      // What StableHLO cannot express stays as it is written; dot_unset is the default.
      if (!algorithm && value != "dot_unset") find_attribute(call.in, rule.name)->used = false;
      return true;
    }
    case Form::kWindow:
    case Form::kConvWindow: {
      WindowText window;
      if (!parse_window(reading_, value, window)) return false;
      bool conv = rule.form == Form::kConvWindow;
      auto add = [&](K key, const IntList& numbers, std::string_view suffix = "i64") {
        if (!numbers.empty()) put(call, key, context_.ints(numbers, suffix));
      };
      if (!conv) put(call, K::kWindowDimensions, context_.ints(window.size));
      add(K::kWindowStrides, window.stride);
      add(K::kPadding, window.padding);
      bool dilates = call.opcode.name != "select-and-scatter";
      auto one = [](int64_t n) { return n == 1; };
      if (!dilates && (!std::all_of(window.lhs_dilate.begin(), window.lhs_dilate.end(), one) ||
                       !std::all_of(window.rhs_dilate.begin(), window.rhs_dilate.end(), one))) {
        return wrong("a window without dilation");
      }
      if (dilates) add(conv ? K::kLhsDilation : K::kBaseDilations, window.lhs_dilate);
      if (dilates) add(conv ? K::kRhsDilation : K::kWindowDilations, window.rhs_dilate);
      for (int64_t& flag : window.rhs_reversal) flag = flag != 0;
      bool reversed = std::find(window.rhs_reversal.begin(), window.rhs_reversal.end(), 1) != window.rhs_reversal.end();
      if (reversed && !conv) return wrong("a window without reversal");
      if (conv) add(K::kWindowReversal, window.rhs_reversal, "i1");
      return true;
    }
    case Form::kDimLabels: {
      DimLabels labels;
      if (!parse_dim_labels(reading_, value, labels)) return false;
      auto one = [&](K key, int64_t d) { put(call, key, context_.integer(d)); };
      auto many = [&](K key, const IntList& dims) { put(call, key, context_.ints(dims)); };
      one(K::kInputBatchDimension, labels.input.first);
      one(K::kInputFeatureDimension, labels.input.second);
      many(K::kInputSpatialDimensions, labels.input.spatial);
      one(K::kKernelInputFeatureDimension, labels.kernel.first);
      one(K::kKernelOutputFeatureDimension, labels.kernel.second);
      many(K::kKernelSpatialDimensions, labels.kernel.spatial);
      one(K::kOutputBatchDimension, labels.output.first);
      one(K::kOutputFeatureDimension, labels.output.second);
      many(K::kOutputSpatialDimensions, labels.output.spatial);
      return true;
    }
    case Form::kPadding: {
      PaddingText padding;
      if (!parse_padding(reading_, value, padding)) return false;
      put(call, K::kEdgePaddingLow, context_.ints(padding.low));
      put(call, K::kEdgePaddingHigh, context_.ints(padding.high));
      put(call, K::kInteriorPadding, context_.ints(padding.interior));
      return true;
    }
    case Form::kSlice: {
      SliceText slice;
      if (!parse_slice(reading_, value, slice)) return false;
      put(call, K::kStartIndices, context_.ints(slice.start));
      put(call, K::kLimitIndices, context_.ints(slice.limit));
      put(call, K::kStrides, context_.ints(slice.stride));
      return true;
    }
  }
  return true;
}

}  // namespace partita::core::text::hlo
