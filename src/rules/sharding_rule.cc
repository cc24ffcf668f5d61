#include "rules/sharding_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "rules/facts.h"
#include "rules/rule_builder.h"
#include "shard/scanner.h"

namespace partita::core::rules {
namespace {

struct Tensor {
  size_t offset;
  std::vector<std::vector<std::string>> dims;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "ijz_2" names i, j and z_2.
Result<std::vector<std::string>> split_factors(const Scanner& in, size_t offset, std::string_view word) {
  std::vector<std::string> names;
  for (size_t i = 0; i < word.size();) {
    if (word[i] < 'a' || word[i] > 'z') {
      return in.error(Code::kShardingSyntax, offset + i, "a factor is a letter from i to z, or z_ and a number");
    }
    size_t end = i + 1;
    if (end + 1 < word.size() && word[end] == '_' && is_digit(word[end + 1])) ++end;
    while (end < word.size() && is_digit(word[end])) ++end;
    names.emplace_back(word.substr(i, end - i));
    i = end;
  }
  return names;
}

// ([i, j], [*, jk], [])
Result<std::vector<Tensor>> parse_tensors(Scanner& in) {
  PARTITA_CHECK_OK(in.expect('('));
  std::vector<Tensor> tensors;
  if (in.eat(')')) return tensors;
  do {
    Tensor tensor{in.at(), {}};
    PARTITA_CHECK_OK(in.expect('['));
    if (!in.eat(']')) {
      do {
        if (in.eat('*')) {
          tensor.dims.emplace_back();
          continue;
        }
        size_t offset = in.at();
        std::string_view word = in.word();
        if (word.empty()) return in.expected("a factor or *");
        PARTITA_ASSIGN(auto names, split_factors(in, offset, word));
        tensor.dims.push_back(std::move(names));
      } while (in.eat(','));
      PARTITA_CHECK_OK(in.expect(']'));
    }
    tensors.push_back(std::move(tensor));
  } while (in.eat(','));
  PARTITA_CHECK_OK(in.expect(')'));
  return tensors;
}

class Parser {
 public:
  Parser(std::string_view text, const Op& op) : in_(text), op_(op), make_(op) {}

  Result<Rule> run() {
    in_.eat("#sdy.op_sharding_rule");
    PARTITA_CHECK_OK(in_.expect('<'));
    PARTITA_ASSIGN(std::vector<Tensor> operands, parse_tensors(in_));
    if (!in_.eat('-') || !in_.eat('>')) return in_.expected("'->'");
    PARTITA_ASSIGN(std::vector<Tensor> results, parse_tensors(in_));
    PARTITA_CHECK_OK(parse_sizes());
    PARTITA_CHECK_OK(parse_sets());
    PARTITA_CHECK_OK(in_.expect('>'));
    PARTITA_CHECK_OK(in_.finish(nullptr));
    PARTITA_CHECK_OK(place("operands", operands, 0, op_.num_operands()));
    PARTITA_CHECK_OK(place("results", results, make_.result(), op_.num_results()));
    for (const auto& [name, f] : factors_) {
      Factor& factor = make_.at(f);
      if (factor.kind == FactorKind::kReduce && in_results_.contains(name)) {
        return in_.error(Code::kShardingRank, 0, fmt::format("the reduced factor {} is part of a result", name));
      }
      const bool leads_through = in_operands_.contains(name) && in_results_.contains(name);
      if (factor.kind == FactorKind::kPass && !leads_through) factor.kind = FactorKind::kWhole;
    }
    return make_.finish();
  }

 private:
  Status parse_sizes() {
    PARTITA_CHECK_OK(in_.expect('{'));
    if (in_.eat('}')) return {};
    do {
      size_t offset = in_.at();
      PARTITA_ASSIGN(std::string name, one_factor());
      PARTITA_CHECK_OK(in_.expect('='));
      PARTITA_ASSIGN(int64_t size, in_.integer());
      if (size < 1 || factors_.contains(name)) {
        return in_.error(Code::kShardingSyntax, offset, fmt::format("factor {} has one size, of at least 1", name));
      }
      factors_[name] = make_.factor(size);
    } while (in_.eat(','));
    return in_.expect('}');
  }

  Result<std::string> one_factor() {
    size_t offset = in_.at();
    std::string_view word = in_.word();
    PARTITA_ASSIGN(auto names, split_factors(in_, offset, word));
    if (names.size() != 1) return in_.error(Code::kShardingSyntax, offset, "expected one factor");
    return names[0];
  }

  Status parse_sets() {
    while (true) {
      bool comma = in_.eat(',');
      if (comma && in_.eat("custom")) continue;
      size_t offset = in_.at();
      std::string_view set = in_.word();
      if (set.empty() && !comma) return {};
      constexpr std::array<std::string_view, 4> kSets = {"reduction", "need_replication", "permutation",
                                                         "blocked_propagation"};
      if (std::ranges::find(kSets, set) == kSets.end()) {
        return in_.error(Code::kShardingSyntax, offset,
                         "expected reduction, need_replication, permutation, blocked_propagation or custom");
      }
      PARTITA_CHECK_OK(in_.expect('='));
      PARTITA_CHECK_OK(in_.expect('{'));
      if (in_.eat('}')) continue;
      do {
        size_t at = in_.at();
        PARTITA_ASSIGN(std::string name, one_factor());
        auto found = factors_.find(name);
        if (found == factors_.end()) {
          return in_.error(Code::kShardingSyntax, at, fmt::format("factor {} has no size", name));
        }
        Factor& factor = make_.at(found->second);
        if (set == "blocked_propagation") {
          factor.flows = false;
        } else if (factor.kind != FactorKind::kPass) {
          return in_.error(Code::kShardingSyntax, at, fmt::format("factor {} is of two kinds", name));
        } else if (set == "reduction") {
          factor.kind = FactorKind::kReduce;
          factor.reduction = ReductionKind::kSum;
        } else {
          factor.kind = FactorKind::kWhole;
        }
      } while (in_.eat(','));
      PARTITA_CHECK_OK(in_.expect('}'));
    }
  }

  Status place(std::string_view what, const std::vector<Tensor>& tensors, int first, int count) {
    if (std::ssize(tensors) != count) {
      return in_.error(Code::kShardingRank, 0,
                       fmt::format("the rule has {} {}, the op {}", tensors.size(), what, count));
    }
    for (int i = 0; i < count; ++i) {
      const Tensor& tensor = tensors[i];
      int t = first + i;
      if (std::ssize(tensor.dims) != make_.rank(t)) {
        return in_.error(Code::kShardingRank, tensor.offset,
                         fmt::format("{} dimensions for {}", tensor.dims.size(), make_.type(t).to_string()));
      }
      std::map<std::string, bool> seen;
      for (int d = 0; d < make_.rank(t); ++d) {
        int64_t product = 1;
        const auto& names = tensor.dims[d];
        for (const std::string& name : names) {
          auto found = factors_.find(name);
          if (found == factors_.end() || !seen.emplace(name, true).second) {
            return in_.error(Code::kShardingSyntax, tensor.offset,
                             fmt::format("factor {} has no size, or is twice in one tensor", name));
          }
          make_.put({t, d}, found->second);
          (t < make_.result() ? in_operands_ : in_results_)[name] = true;
          if (product > INT64_MAX / make_.at(found->second).size) product = -1;
          if (product > 0) product *= make_.at(found->second).size;
        }
        // A single factor may be smaller or larger than its dimension, as the peers allow.
        if (names.size() > 1 && product != make_.size({t, d})) {
          return in_.error(Code::kShardingRank, tensor.offset,
                           fmt::format("the factors of dimension {} do not multiply to {}", d, make_.size({t, d})));
        }
      }
    }
    return {};
  }

  Scanner in_;
  const Op& op_;
  RuleBuilder make_;
  std::map<std::string, int> factors_;  // by name: the order is the text's only for the first 18, and never matters
  std::map<std::string, bool> in_operands_, in_results_;
};

}  // namespace

Result<Rule> parse_sharding_rule(std::string_view text, const Op& op) { return Parser(text, op).run(); }

std::string_view sharding_rule_text(const Op& op) {
  Attr rule = facts_of(op).sharding_rule;
  return rule.is(AttrKind::kOpaque) || rule.is(AttrKind::kString) ? rule.text() : std::string_view();
}

Status check_sharding_rule(const Op& op) {
  if (!op.is(OpKind::kCustomCall) || !facts_of(op).sharding_rule) return {};
  Result<Rule> rule = parse_sharding_rule(sharding_rule_text(op), op);
  if (rule.ok()) return {};
  Diagnostic why = rule.error().diagnostic;
  why.message = "sdy.sharding_rule: " + why.message;
  return Error{std::move(why)};
}

}  // namespace partita::core::rules
