// The forms ops are printed in. Nearly all are one grammar: operands, `word = value` and enumeration words in a list,
// then attributes, then types; what the words mean is a table.
//
//   stablehlo.add %a, %b : tensor<4xf32>
//   stablehlo.pad %x, %v, low = [1], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
//   stablehlo.compare LT, %a, %b, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "ir/numeric/float_formats.h"
#include "ir/numeric/float_text.h"
#include "ir/op_column.h"
#include "shard/sharding.h"
#include "text/stablehlo/reader.h"

namespace partita::core::text::stablehlo {
namespace {

// A word of an op's form and the attribute it stands for. Words that are the attribute's own name need no entry.
struct Keyword {
  std::string_view word;
  AttrKey key;
};

// The first whose key the op has is meant: `dim` is one thing for iota and another for concatenate.
constexpr Keyword kKeywords[] = {
    {"dims", AttrKey::kBroadcastDimensions},
    {"dims", AttrKey::kPermutation},
    {"dims", AttrKey::kDimensions},
    {"dim", AttrKey::kDimension},
    {"dim", AttrKey::kIotaDimension},
    {"sizes", AttrKey::kSliceSizes},
    {"sizes", AttrKey::kBroadcastSizes},
    {"low", AttrKey::kEdgePaddingLow},
    {"high", AttrKey::kEdgePaddingHigh},
    {"interior", AttrKey::kInteriorPadding},
    {"precision", AttrKey::kPrecisionConfig},
    {"algorithm", AttrKey::kRngAlgorithm},
    {"type", AttrKey::kFftType},
    {"length", AttrKey::kFftLength},
    {"distribution", AttrKey::kRngDistribution},
    {"config", AttrKey::kEinsumConfig},
    {"probe", AttrKey::kProbeId},
};

const AttrSpec* keyword_spec(OpKind kind, std::string_view word) {
  for (const Keyword& keyword : kKeywords) {
    if (keyword.word != word) continue;
    if (const AttrSpec* spec = find_attr_spec(kind, keyword.key)) return spec;
  }
  std::optional<AttrKey> key = ir::attr_key_from_text(word);
  return key ? find_attr_spec(kind, *key) : nullptr;
}

bool is_sdy(OpKind kind) { return op_info(kind).mlir.starts_with("sdy."); }

}  // namespace

// The column: by which function an op's own form is read. Nearly all are the one grammar.
struct Reader::Forms {
  struct Entry {
    bool (Reader::*parts)(OpParts&) = nullptr;  // up to the location, or
    bool (Reader::*whole)(Region&, OpParts&) = nullptr;
  };
  static const OpColumn<Entry> kColumn;
  static constexpr OpColumn<Entry> make_column() {
    using enum OpKind;
    using R = Reader;
    OpColumn<Entry> column;
    column.add({.parts = &R::parse_constant}, {kConstant, kChloConstant, kSdyConstant});
    column.add({.parts = &R::parse_convolution}, {kConvolution, kDynamicConv});
    column.add({.parts = &R::parse_call}, {kCustomCall, kCall});
    column.add({.parts = &R::parse_composite}, {kComposite});
    column.add({.whole = &R::parse_while}, {kWhile});
    column.add({.whole = &R::parse_reduce}, {kReduce});
    column.add({.whole = &R::parse_scan}, {kScan});
    column.add({.whole = &R::parse_computation}, {kManualComputation, kNamedComputation});
    column.add_rest({.whole = &R::parse_common}, [](const OpRow&) { return true; });
    return column;
  }
};

constexpr OpColumn<Reader::Forms::Entry> Reader::Forms::kColumn = make_column();

bool Reader::parse_pretty(Region& region, OpParts& parts) {
  static_assert(ir::is_total<Forms::kColumn>());
  const Forms::Entry& form = Forms::kColumn[parts.kind];
  if (form.whole != nullptr) return (this->*form.whole)(region, parts);
  return (this->*form.parts)(parts) && parse_optional_location(parts.location) && finish_op(region, parts);
}

bool Reader::parse_common(Region& region, OpParts& parts) {
  // optimization_barrier {attributes} %a, %b : …
  if (parts.kind == OpKind::kOptimizationBarrier && !parse_optional_attr_dict(parts)) return false;
  if (!parse_items(parts)) return false;
  if (lexer_.starts_with("({")) {
    lexer_.accept('(');
    begin_op(region, parts);
    if (!parse_regions(parts)) return false;
  }
  return parse_tail(parts) && parse_optional_location(parts.location) && finish_op(region, parts);
}

// The list, possibly in parentheses. Commas stand between all items but those of the sdy dialect.
bool Reader::parse_items(OpParts& parts) {
  if (lexer_.starts_with("({")) return true;
  const bool in_parentheses = lexer_.accept('(');
  bool after_comma = false;
  while (true) {
    bool is_item = false;
    const char* at = lexer_.position();
    const bool first = parts.operands.empty() && parts.attrs.empty();
    // Without a comma an operand or string belongs to the op that comes next.
    if ((lexer_.peek() == '%' || lexer_.peek() == '"') && !first && !after_comma) break;
    if (!parse_item(parts, is_item)) return false;
    if (!is_item && after_comma) return fail(at, Code::kSyntax, "expected an operand or attribute after ','");
    if (!is_item) break;
    after_comma = lexer_.accept(',');
  }
  return !in_parentheses || expect(')', "after the operands");
}

bool Reader::parse_item(OpParts& parts, bool& is_item) {
  const char c = lexer_.peek();
  is_item = true;
  if (c == '%') {
    if (!parse_operand(parts.operands)) return false;
    if (lexer_.peek() == '[') {
      if (parts.kind == OpKind::kSlice) return parse_slice_ranges(parts);
      if (parts.kind == OpKind::kGetTupleElement) {
        const char* at = lexer_.position();
        std::vector<int64_t> index;
        if (!parse_int_list(index)) return false;
        if (index.size() != 1) return fail(at, Code::kSyntax, "expected one index");
        return add_key(parts, AttrKey::kIndex, context_.integer(index[0]), at);
      }
    } else if (lexer_.peek() == '<' && find_attr_spec(parts.kind, AttrKey::kSharding)) {
      const char* at = lexer_.position();
      Attr sharding = parse_stripped("#sdy.sharding", "");
      return sharding && add_key(parts, AttrKey::kSharding, sharding, at);
    }
    return true;
  }
  if ((c == '[' || c == '{') && parts.operands.empty() && is_sdy(parts.kind)) return parse_axes_item(parts);
  if (c == '"') {
    const char* at = lexer_.position();
    Attr text = parse_attribute();
    if (!text) return false;
    if (find_attr_spec(parts.kind, AttrKey::kProbeId)) return add_key(parts, AttrKey::kProbeId, text, at);
    return fail(at, Code::kSyntax, "expected an operand, found a string");
  }
  if (c == '#' && find_attr_spec(parts.kind, AttrKey::kValue)) {
    const char* at = lexer_.position();
    Attr value = parse_attribute();
    return value && add_key(parts, AttrKey::kValue, value, at);
  }
  if (!is_class(c, kWordStart)) {
    is_item = false;
    return true;
  }
  const char* at = lexer_.position();
  std::string_view word = lexer_.word();
  if (lexer_.peek() == '=') return parse_keyword(parts, word);
  if (find_attr_spec(parts.kind, AttrKey::kValue) && (word == "dense" || word == "dense_resource")) {
    lexer_.move_to(at);
    Attr value = parse_attribute();
    return value && add_key(parts, AttrKey::kValue, value, at);
  }
  if (parts.kind == OpKind::kCompare) return parse_enum_item(parts, word, at);
  if (parts.operands.empty() && is_sdy(parts.kind) && shard::reduction_by_name(word)) {  // all_reduce max {"x"} %a
    parts.discardable.push_back({context_.name("reduction_kind"), context_.string(word)});
    return parse_axes_item(parts);
  }
  lexer_.move_to(at);
  is_item = false;
  return true;
}

// LT and FLOAT of a comparison.
bool Reader::parse_enum_item(OpParts& parts, std::string_view word, const char* at) {
  const AttrKey key = parts.operands.empty() ? AttrKey::kComparisonDirection : AttrKey::kCompareType;
  return add_key(parts, key, context_.string(word), at);
}

// Behind the word, at the =.
bool Reader::parse_keyword(OpParts& parts, std::string_view word) {
  const char* at = word.data();
  lexer_.accept('=');
  if (parts.kind == OpKind::kReducePrecision && word == "format") return parse_format(parts);
  if (find_attr_spec(parts.kind, AttrKey::kLhsContractingDimensions)) {
    if (word == "contracting_dims") {
      return parse_dim_pairs(parts, AttrKey::kLhsContractingDimensions, AttrKey::kRhsContractingDimensions);
    }
    if (word == "batching_dims") {
      return parse_dim_pairs(parts, AttrKey::kLhsBatchingDimensions, AttrKey::kRhsBatchingDimensions);
    }
  }
  const AttrSpec* spec = keyword_spec(parts.kind, word);
  if (spec == nullptr) {
    return fail(at, Code::kSyntax, fmt::format("{} has no '{}'", op_info(parts.kind).mlir, word));
  }
  Attr value = parse_keyword_value(*spec);
  return value && add_key(parts, spec->key, value, at);
}

// Values stand without their types here: `dim = 0 : tensor<4xi32>` is an iota of that type.
Attr Reader::parse_keyword_value(const AttrSpec& spec) {
  const char c = lexer_.peek();
  switch (spec.form) {
    case AttrForm::kInt: {
      int64_t value = 0;
      return parse_integer(value) ? context_.integer(value) : Attr();
    }
    case AttrForm::kFloat: {
      const char* at = lexer_.position();
      std::optional<uint64_t> bits = parse_float(lexer_.number(), ElementType::kF64);
      if (!bits) fail(at, Code::kSyntax, "expected a number");
      return bits ? context_.real(decode_one(ElementType::kF64, *bits)) : Attr();
    }
    case AttrForm::kInts:
      if (c == '[') {
        std::vector<int64_t> values;
        return parse_int_list(values) ? context_.ints(values) : Attr();
      }
      return parse_attribute();
    case AttrForm::kEnum:
      if (is_class(c, kWordStart)) return context_.string(lexer_.word());
      return parse_attribute();
    case AttrForm::kEnums: {
      if (c != '[') return parse_attribute();
      lexer_.accept('[');
      std::vector<Attr> words;
      if (!lexer_.accept(']')) {
        do {
          Attr word = is_class(lexer_.peek(), kWordStart) ? context_.string(lexer_.word()) : parse_attribute();
          if (!word) return {};
          words.push_back(word);
        } while (lexer_.accept(','));
        if (!expect(']', "after the list")) return {};
      }
      return context_.array(words);
    }
    case AttrForm::kString: {
      std::string text;
      if (c != '"') return parse_attribute();
      return parse_string(text) ? context_.string(text) : Attr();
    }
    case AttrForm::kAny:
      if (c == '<') {
        return parse_stripped(spec.key == AttrKey::kAlgorithm ? "#stablehlo.dot_algorithm" : "#sdy.sharding", "");
      }
      return parse_attribute();
    default: break;
  }
  return parse_attribute();
}

// [0:2, 1:7:3]
bool Reader::parse_slice_ranges(OpParts& parts) {
  const char* at = lexer_.position();
  lexer_.accept('[');
  std::vector<int64_t> starts, limits, strides;
  if (!lexer_.accept(']')) {
    do {
      if (!parse_integer(starts.emplace_back()) || !expect(':', "after a start index")) return false;
      if (!parse_integer(limits.emplace_back())) return false;
      strides.push_back(1);
      if (lexer_.accept(':') && !parse_integer(strides.back())) return false;
    } while (lexer_.accept(','));
    if (!expect(']', "after the ranges")) return false;
  }
  return add_key(parts, AttrKey::kStartIndices, context_.ints(starts), at) &&
         add_key(parts, AttrKey::kLimitIndices, context_.ints(limits), at) &&
         add_key(parts, AttrKey::kStrides, context_.ints(strides), at);
}

// e5m10
bool Reader::parse_format(OpParts& parts) {
  const char* at = lexer_.position();
  std::string_view word = lexer_.word();
  const size_t m = word.find('m');
  int64_t exponent = 0, mantissa = 0;
  if (word.starts_with('e') && m != std::string_view::npos) {
    std::string_view e_digits = word.substr(1, m - 1), m_digits = word.substr(m + 1);
    auto whole = [](std::string_view digits, int64_t& out) {
      auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
      return error == std::errc() && end == digits.data() + digits.size();
    };
    if (whole(e_digits, exponent) && whole(m_digits, mantissa)) {
      return add_key(parts, AttrKey::kExponentBits, context_.integer(exponent), at) &&
             add_key(parts, AttrKey::kMantissaBits, context_.integer(mantissa), at);
    }
  }
  return fail(at, Code::kSyntax, "expected a format such as e5m10");
}

// [0, 1] x [0, 1]
bool Reader::parse_dim_pairs(OpParts& parts, AttrKey lhs, AttrKey rhs) {
  const char* at = lexer_.position();
  std::vector<int64_t> left, right;
  if (!parse_int_list(left) || !expect('x', "between the dimensions of both sides") || !parse_int_list(right))
    return false;
  return add_key(parts, lhs, context_.ints(left), at) && add_key(parts, rhs, context_.ints(right), at);
}

bool Reader::parse_tail(OpParts& parts) {
  if (parts.kind == OpKind::kDotGeneral && !parts.attrs.empty()) {
    // Batching dimensions are written where there are any.
    const bool batched = std::ranges::any_of(
        parts.attrs, [](const KeyedAttr& attr) { return attr.key == AttrKey::kLhsBatchingDimensions; });
    if (!batched) {
      parts.attrs.push_back({AttrKey::kLhsBatchingDimensions, context_.ints({})});
      parts.attrs.push_back({AttrKey::kRhsBatchingDimensions, context_.ints({})});
    }
  }
  if (lexer_.peek() == '<' && lexer_.starts_with("<{")) {
    lexer_.accept('<');
    if (!parse_attr_dict(parts) || !expect('>', "after the properties")) return false;
  }
  if (!parse_optional_attr_dict(parts)) return false;
  if (lexer_.accept(':') && !parse_signature(parts.signature)) return false;
  return parts.signature.has_arrow || complete_signature(parts);
}

// Types without an arrow. One type is that of all operands and results; the exceptions are few.
bool Reader::complete_signature(OpParts& parts) {
  Signature& signature = parts.signature;
  const OpInfo& info = op_info(parts.kind);
  const size_t operands = parts.operands.size();
  const size_t written = signature.spelled_operands.size();
  auto results_are = [&](size_t from) {
    signature.spelled_results.assign(signature.spelled_operands.begin() + static_cast<ptrdiff_t>(from),
                                     signature.spelled_operands.end());
    for (const SpelledType& type : signature.spelled_results) append_flat(type, signature.results);
  };
  auto operands_are_their_own = [&] {
    signature.operands.clear();
    for (const Value* operand : parts.operands) signature.operands.push_back(operand->type());
    signature.operand_at.assign(operands, signature.at);
  };
  auto repeat_operands = [&] {
    if (written != 1 || operands == 0) return;
    signature.operands.resize(operands, signature.operands[0]);
    signature.operand_at.resize(operands, signature.operand_at[0]);
  };
  if (written == 0) {
    if (info.min_results > 0 || operands > 0) {
      // Only literals and empty lists carry no types: check.expect_eq_const %x, dense<…> : T
      if (info.min_results > 0 || find_attr_spec(parts.kind, AttrKey::kValue) == nullptr) {
        return fail_here("':' and the types of the op");
      }
      operands_are_their_own();
    }
    return true;
  }
  switch (parts.kind) {
    case OpKind::kSelect:  // the predicate's type, then that of all others
      if (written == 2) {
        results_are(1);
        signature.operands.push_back(signature.operands[1]);
        signature.operand_at.push_back(signature.operand_at[1]);
        return true;
      }
      break;
    case OpKind::kComplex: {  // the result's type
      if (written != 1 || !signature.operands[0].is_tensor()) break;
      const Type result = signature.operands[0];
      results_are(0);
      if (is_complex(result.element())) {
        signature.operands[0] = context_.tensor(part_type(result.element()), result.dims());
      }
      repeat_operands();
      return true;
    }
    case OpKind::kTuple:
    case OpKind::kCase:
    case OpKind::kIf:
      results_are(0);
      operands_are_their_own();
      return true;
    default: break;
  }
  if (info.max_results == 0) {
    repeat_operands();
    return true;
  }
  if (operands == 0) {
    results_are(0);
    signature.operands.clear();
    return true;
  }
  if (written == operands || written == 1) {
    results_are(0);
    if (written == 1 && operands != 1) repeat_operands();
    return true;
  }
  return fail(signature.at, Code::kSyntax,
              fmt::format("{} types are not enough for {} operands and the results; write (operands) -> results",
                          written, operands));
}

// constant {attributes} dense<…> : T
bool Reader::parse_constant(OpParts& parts) {
  if (lexer_.accept('(')) {  // the older constant() {value = …} : () -> T
    if (!expect(')', "after '('")) return false;
    return parse_tail(parts);
  }
  if (!parse_optional_attr_dict(parts)) return false;
  const char* at = lexer_.position();
  Attr value = parse_attribute();
  if (!value || !add_key(parts, AttrKey::kValue, value, at)) return false;
  parts.signature.at = at;
  const Type type = is_elided(value) ? elided_types_[value.id()] : value.literal().type;
  parts.signature.results.push_back(type);
  parts.signature.spelled_results.push_back({type, nullptr});
  return true;
}

// call @f(%a) {…} : (T) -> U, custom_call likewise.
bool Reader::parse_call(OpParts& parts) {
  const char* at = lexer_.position();
  std::string target;
  if (lexer_.peek() != '@') return fail_here("the @name of what is called");
  if (!parse_symbol(target)) return false;
  if (parts.kind == OpKind::kCall) {
    if (!add_key(parts, AttrKey::kCallee, context_.symbol(target), at)) return false;
  } else if (!add_key(parts, AttrKey::kCallTargetName, context_.string(target), at)) {
    return false;
  }
  if (!expect('(', "before the operands") || !parse_operands(')', parts.operands)) return false;
  return parse_tail(parts);
}

// composite "name" %a, %b {…} : (T, U) -> V
bool Reader::parse_composite(OpParts& parts) {
  const char* at = lexer_.position();
  if (lexer_.peek() != '"') return fail_here("the composite's name in quotes");
  std::string name;
  if (!parse_string(name) || !add_key(parts, AttrKey::kName, context_.string(name), at)) return false;
  if (lexer_.peek() == '%') {
    do {
      if (!parse_operand(parts.operands)) return false;
    } while (lexer_.accept(','));
  }
  return parse_tail(parts);
}

// convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]]} {…} : …
bool Reader::parse_convolution(OpParts& parts) {
  if (!expect('(', "before the operands") || !parse_operands(')', parts.operands)) return false;
  const char* at = lexer_.position();
  if (!lexer_.accept_word("dim_numbers") || !lexer_.accept('=')) return fail_here("dim_numbers =");
  Fields fields;
  const char* dims_at = lexer_.position();
  if (lexer_.peek() == '[') {
    if (!parse_conv_dims(lexer_, fields)) {
      return fail(dims_at, Code::kSyntax, "expected dimensions such as [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]");
    }
    for (const KeyedAttr& field : fields) {
      if (!add_key(parts, field.key, field.value, at)) return false;
    }
  } else {
    Attr dims = parse_attribute();
    if (!dims || !add_struct(parts, dims, dims_at)) return false;
  }
  if (lexer_.accept(',')) {
    if (!lexer_.accept_word("window") || !lexer_.accept('=')) return fail_here("window =");
    if (!expect('{', "before the window") || !parse_window(parts)) return false;
  }
  return parse_tail(parts);
}

bool Reader::parse_window(OpParts& parts) {
  if (lexer_.accept('}')) return true;
  do {
    const char* at = lexer_.position();
    std::string_view word = lexer_.word();
    if (!expect('=', "in the window")) return false;
    std::vector<int64_t> values;
    if (word == "pad") {
      if (!expect('[', "before the padding")) return false;
      if (!lexer_.accept(']')) {
        do {
          if (!parse_int_list(values)) return false;
        } while (lexer_.accept(','));
        if (!expect(']', "after the padding")) return false;
      }
      if (!add_key(parts, AttrKey::kPadding, context_.ints(values), at)) return false;
      continue;
    }
    if (word == "reverse") {
      Attr reversal = parse_attribute();
      if (!reversal || !add_key(parts, AttrKey::kWindowReversal, reversal, at)) return false;
      continue;
    }
    const AttrKey key = word == "stride"       ? AttrKey::kWindowStrides
                        : word == "lhs_dilate" ? AttrKey::kLhsDilation
                        : word == "rhs_dilate" ? AttrKey::kRhsDilation
                                               : AttrKey::kValue;
    if (key == AttrKey::kValue)
      return fail(at, Code::kSyntax, "expected stride, pad, lhs_dilate, rhs_dilate or reverse");
    if (!parse_int_list(values) || !add_key(parts, key, context_.ints(values), at)) return false;
  } while (lexer_.accept(','));
  return expect('}', "after the window");
}

}  // namespace partita::core::text::stablehlo
