#include "rules/einsum_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "rules/sharding_rule.h"
#include "shard/scanner.h"

namespace partita::core::rules {
namespace {

struct NamedFactor {
  std::string name;  // as the text has it; of a leading dimension "...0 0", which no text can have
  size_t offset = 0;
};

struct EinsumDim {
  size_t offset = 0;
  std::vector<NamedFactor> factors;  // none: *
};

struct EinsumTensor {
  size_t offset = 0;
  std::optional<int64_t> leading;  // the number of its "..."
  std::vector<EinsumDim> dims;     // behind those
};

constexpr std::array<std::string_view, 4> kSets = {"reduction", "need_replication", "permutation",
                                                   "blocked_propagation"};
constexpr size_t kReduction = 0, kBlocked = 3;

class EinsumRule {
 public:
  EinsumRule(std::string_view text, const Op& op) : in_(text), op_(op) {}

  Result<std::string> run() {
    PARTITA_CHECK_OK(read_tensors(op_.num_operands(), operands_));
    if (!in_.eat('-') || !in_.eat('>')) return in_.expected("'->'");
    PARTITA_CHECK_OK(read_tensors(op_.num_results(), results_));
    PARTITA_CHECK_OK(read_options());
    PARTITA_CHECK_OK(in_.finish(nullptr));
    PARTITA_CHECK_OK(check_counts());
    for (int t = 0; t < num_tensors(); ++t) PARTITA_CHECK_OK(spread_leading(t));
    for (int t = 0; t < num_tensors(); ++t) PARTITA_CHECK_OK(check_tensor(t));
    PARTITA_CHECK_OK(derive_sizes());
    PARTITA_CHECK_OK(check_sizes());
    PARTITA_CHECK_OK(check_sets());
    return write();
  }

 private:
  // ---- the text

  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  Error fail(size_t offset, std::string message, Code code = Code::kShardingSyntax) const {
    return in_.error(code, offset, std::move(message));
  }

  // The scanner's words would take the minus of "->" and the dots along.
  Result<NamedFactor> read_factor() {
    const size_t begin = in_.at();
    size_t end = begin;
    while (end < in_.text().size() &&
           (is_letter(in_.text()[end]) || is_digit(in_.text()[end]) || in_.text()[end] == '_')) {
      ++end;
    }
    if (end == begin) return in_.expected("a factor");
    if (!is_letter(in_.text()[begin])) return fail(begin, "the name of a factor begins with a letter");
    NamedFactor factor{std::string(in_.text().substr(begin, end - begin)), begin};
    in_ = Scanner(in_.text(), end);
    return factor;
  }

  // Where a tensor ends: a comma, the arrow, or what follows the tensors.
  bool at_factor() {
    const char c = in_.peek();
    if (is_digit(c) || c == '_') return true;  // a mistake, to be reported
    if (!is_letter(c)) return false;
    Scanner ahead = in_;
    const std::string_view word = ahead.word();
    return std::ranges::find(kSets, word) == kSets.end() || ahead.peek() != '=';
  }

  Result<EinsumTensor> read_tensor() {
    EinsumTensor tensor{in_.at(), std::nullopt, {}};
    if (in_.peek() == '.') {
      if (!in_.text().substr(in_.at()).starts_with("..."))
        return fail(in_.at(), "leading dimensions are written '...'");
      in_ = Scanner(in_.text(), in_.at() + 3);
      tensor.leading = 0;
      const size_t here = in_.at();  // the number follows at once
      if (in_.text().substr(0, here).ends_with('.') && is_digit(in_.peek())) {
        PARTITA_ASSIGN(tensor.leading, in_.integer());
      }
    }
    while (true) {
      const size_t offset = in_.at();
      EinsumDim dim{offset, {}};
      if (in_.eat('(')) {
        do {
          PARTITA_ASSIGN(NamedFactor factor, read_factor());
          dim.factors.push_back(std::move(factor));
        } while (!in_.eat(')'));
        if (dim.factors.size() < 2) return fail(offset, "brackets hold at least two factors");
      } else if (at_factor()) {
        PARTITA_ASSIGN(NamedFactor factor, read_factor());
        dim.factors.push_back(std::move(factor));
      } else if (!in_.eat('*')) {
        break;
      }
      tensor.dims.push_back(std::move(dim));
    }
    if (in_.peek() == '.') return fail(in_.at(), "'...' stands before all other dimensions");
    return tensor;
  }

  // Nothing at all is one tensor without dimensions, unless the op has none.
  Status read_tensors(int wanted, std::vector<EinsumTensor>& tensors) {
    do {
      PARTITA_ASSIGN(EinsumTensor tensor, read_tensor());
      tensors.push_back(std::move(tensor));
    } while (in_.eat(','));
    if (wanted == 0 && tensors.size() == 1 && tensors[0].dims.empty() && !tensors[0].leading) tensors.clear();
    return {};
  }

  // {i=4} reduction={k, l} …
  Status read_options() {
    while (!in_.at_end()) {
      in_.eat(',');
      if (in_.eat('{')) {
        do {
          PARTITA_ASSIGN(NamedFactor factor, read_factor());
          PARTITA_CHECK_OK(in_.expect('='));
          PARTITA_ASSIGN(int64_t size, in_.integer());
          if (size < 1) return fail(factor.offset, fmt::format("the size of factor {} is at least 1", factor.name));
          if (!sizes_.emplace(factor.name, size).second) {
            return fail(factor.offset, fmt::format("factor {} has two sizes", factor.name));
          }
          given_.push_back(std::move(factor));
        } while (in_.eat(','));
        PARTITA_CHECK_OK(in_.expect('}'));
        continue;
      }
      const size_t offset = in_.at();
      const auto set = std::ranges::find(kSets, in_.word());
      if (set == kSets.end()) {
        return fail(offset,
                    "expected sizes as in {i=4}, reduction, need_replication, permutation or blocked_propagation");
      }
      PARTITA_CHECK_OK(in_.expect('='));
      PARTITA_CHECK_OK(in_.expect('{'));
      if (in_.eat('}')) continue;
      do {
        PARTITA_ASSIGN(NamedFactor factor, read_factor());
        sets_[set - kSets.begin()].push_back(std::move(factor));
      } while (in_.eat(','));
      PARTITA_CHECK_OK(in_.expect('}'));
    }
    return {};
  }

  // ---- the call

  int num_tensors() const { return op_.num_operands() + op_.num_results(); }
  bool is_result(int t) const { return t >= op_.num_operands(); }
  EinsumTensor& tensor(int t) { return is_result(t) ? results_[t - op_.num_operands()] : operands_[t]; }
  Type type(int t) const { return is_result(t) ? op_.result(t - op_.num_operands())->type() : op_.operand(t)->type(); }
  int rank(int t) const { return type(t).is_tensor() ? type(t).rank() : 0; }
  std::string shown(int t) const {
    return is_result(t) ? fmt::format("result {}", t - op_.num_operands()) : fmt::format("operand {}", t);
  }

  Status check_counts() const {
    auto check = [&](const std::vector<EinsumTensor>& tensors, int count, std::string_view what) -> Status {
      if (std::ssize(tensors) == count) return {};
      return fail(tensors.empty() ? 0 : tensors[0].offset,
                  fmt::format("the rule has {} {}, the call {}", tensors.size(), what, count), Code::kShardingRank);
    };
    PARTITA_CHECK_OK(check(operands_, op_.num_operands(), "operands"));
    return check(results_, op_.num_results(), "results");
  }

  // "..." becomes factors of its own.
  Status spread_leading(int t) {
    EinsumTensor& it = tensor(t);
    const int64_t count = rank(t) - std::ssize(it.dims);
    if (count < 0 || (count > 0 && !it.leading)) {
      return fail(it.offset, fmt::format("{} dimensions for {} {}", it.dims.size(), shown(t), type(t).to_string()),
                  Code::kShardingRank);
    }
    if (!it.leading) return {};
    const auto [same, first] = leading_counts_.emplace(*it.leading, count);
    if (same->second != count) {
      return fail(it.offset,
                  fmt::format("'...' stands for {} dimensions in {}, and for {} before", count, shown(t), same->second),
                  Code::kShardingRank);
    }
    std::vector<EinsumDim> dims;
    for (int64_t d = 0; d < count; ++d) {
      dims.push_back({it.offset, {{fmt::format("...{} {}", *it.leading, d), it.offset}}});
    }
    it.dims.insert(it.dims.begin(), dims.begin(), dims.end());
    return {};
  }

  // Factors that are a whole dimension have its size.
  Status check_tensor(int t) {
    std::vector<std::string_view> here;
    for (int d = 0; d < rank(t); ++d) {
      const EinsumDim& dim = tensor(t).dims[d];
      for (const NamedFactor& factor : dim.factors) {
        if (std::ranges::find(here, factor.name) != here.end()) {
          return fail(factor.offset, fmt::format("factor {} is twice in {}", factor.name, shown(t)));
        }
        here.push_back(factor.name);
        if (letters_.emplace(factor.name, "").second) order_.push_back(factor.name);
      }
      if (dim.factors.size() != 1) continue;
      const NamedFactor& factor = dim.factors[0];
      const auto [size, first] = sizes_.emplace(factor.name, type(t).dim(d));
      if (size->second == type(t).dim(d)) continue;
      const std::string name = factor.name.starts_with('.') ? "a dimension of '...'" : "factor " + factor.name;
      return fail(factor.offset,
                  fmt::format("{} is {} in dimension {} of {} {}, and {} elsewhere", name, type(t).dim(d), d, shown(t),
                              type(t).to_string(), size->second),
                  Code::kShardingRank);
    }
    return {};
  }

  // ---- sizes

  // What one unknown factor of a dimension must be; again while that tells more.
  Status derive_sizes() {
    for (bool more = true; more;) {
      more = false;
      for (int t = 0; t < num_tensors(); ++t) {
        for (int d = 0; d < rank(t); ++d) {
          const EinsumDim& dim = tensor(t).dims[d];
          const NamedFactor* unknown = nullptr;
          int64_t count = 0, known = 1;
          for (const NamedFactor& factor : dim.factors) {
            if (auto size = sizes_.find(factor.name); size == sizes_.end()) {
              unknown = &factor;
              ++count;
            } else if (!multiply(known, size->second)) {
              return not_the_product(t, d);
            }
          }
          if (count != 1) continue;
          if (known == 0 || type(t).dim(d) % known != 0) return not_the_product(t, d);
          sizes_[unknown->name] = type(t).dim(d) / known;
          more = true;
        }
      }
    }
    return {};
  }

  static bool multiply(int64_t& product, int64_t by) {
    if (by != 0 && product > INT64_MAX / by) return false;
    product *= by;
    return true;
  }

  Error not_the_product(int t, int d) {
    return fail(tensor(t).dims[d].offset,
                fmt::format("the factors do not multiply to {}, the size of dimension {} of {} {}", type(t).dim(d), d,
                            shown(t), type(t).to_string()),
                Code::kShardingRank);
  }

  Status check_sizes() {
    for (const NamedFactor& factor : given_) PARTITA_CHECK_OK(check_used(factor));
    for (int t = 0; t < num_tensors(); ++t) {
      for (int d = 0; d < rank(t); ++d) {
        const EinsumDim& dim = tensor(t).dims[d];
        int64_t product = 1;
        for (const NamedFactor& factor : dim.factors) {
          const auto size = sizes_.find(factor.name);
          if (size == sizes_.end()) {
            return fail(factor.offset,
                        fmt::format("the types do not tell the size of factor {0}; give it as {{{0}=4}}", factor.name));
          }
          if (!multiply(product, size->second)) return not_the_product(t, d);
        }
        if (!dim.factors.empty() && product != type(t).dim(d)) return not_the_product(t, d);
      }
    }
    return {};
  }

  Status check_used(const NamedFactor& factor) const {
    if (letters_.contains(factor.name)) return {};
    return fail(factor.offset, fmt::format("no dimension has the factor {}", factor.name));
  }

  Status check_sets() {
    std::map<std::string_view, bool> kinds;
    for (size_t set = 0; set < kSets.size(); ++set) {
      for (const NamedFactor& factor : sets_[set]) {
        PARTITA_CHECK_OK(check_used(factor));
        if (set != kBlocked && !kinds.emplace(factor.name, true).second) {
          return fail(factor.offset, fmt::format("factor {} is of two kinds", factor.name));
        }
        if (set == kReduction && is_in_result(factor.name)) {
          return fail(factor.offset, fmt::format("the reduced factor {} is part of a result", factor.name),
                      Code::kShardingRank);
        }
      }
    }
    return {};
  }

  bool is_in_result(std::string_view name) const {
    for (const EinsumTensor& result : results_) {
      for (const EinsumDim& dim : result.dims) {
        if (std::ranges::find(dim.factors, name, &NamedFactor::name) != dim.factors.end()) return true;
      }
    }
    return false;
  }

  // ---- sdy's text

  // A dimension without elements is nothing to divide, and sdy has no word for such a factor.
  bool is_empty(const std::string& name) const { return sizes_.at(name) == 0; }

  std::string write_tensors(const std::vector<EinsumTensor>& tensors) const {
    std::string out;
    for (const EinsumTensor& tensor : tensors) {
      std::string dims;
      for (const EinsumDim& dim : tensor.dims) {
        std::string factors;
        for (const NamedFactor& factor : dim.factors) factors += letters_.at(factor.name);
        const bool whole =
            std::ranges::any_of(dim.factors, [&](const NamedFactor& factor) { return is_empty(factor.name); });
        dims += fmt::format("{}{}", dims.empty() ? "" : ", ", whole || factors.empty() ? "*" : factors);
      }
      out += fmt::format("{}[{}]", out.empty() ? "" : ", ", dims);
    }
    return "(" + out + ")";
  }

  std::string write() {
    size_t n = 0;  // sdy counts i, j, …, z, z_1, z_2, …
    for (const std::string& name : order_) {
      if (is_empty(name)) continue;
      letters_[name] = n < 18 ? std::string(1, static_cast<char>('i' + n)) : fmt::format("z_{}", n - 17);
      ++n;
    }
    auto append = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
    std::string sizes;
    for (const std::string& name : order_) {
      if (!is_empty(name)) append(sizes, fmt::format("{}={}", letters_.at(name), sizes_.at(name)));
    }
    std::string sets;
    for (size_t set = 0; set < kSets.size(); ++set) {
      std::string names;
      for (const NamedFactor& factor : sets_[set]) {
        if (!is_empty(factor.name)) append(names, letters_.at(factor.name));
      }
      if (!names.empty()) sets += fmt::format(" {}={{{}}}", kSets[set], names);
    }
    return fmt::format("#sdy.op_sharding_rule<{}->{} {{{}}}{}, custom>", write_tensors(operands_),
                       write_tensors(results_), sizes, sets);
  }

  Scanner in_;
  const Op& op_;
  std::vector<EinsumTensor> operands_, results_;
  std::vector<NamedFactor> given_;  // whose sizes the text states
  std::array<std::vector<NamedFactor>, kSets.size()> sets_;
  std::map<int64_t, int64_t> leading_counts_;
  std::map<std::string, int64_t> sizes_;
  std::map<std::string, std::string> letters_;  // sdy's names, of all factors that the tensors have
  std::vector<std::string> order_;              // in which they appear
};

// ([i])->([i]) {…}, perhaps in brackets: brackets of an einsum hold factors.
bool is_sdy_rule(std::string_view text) {
  Scanner in(text);
  if (in.peek() == '#' || in.peek() == '<') return true;
  return in.eat('(') && (in.peek() == '[' || in.peek() == ')');
}

}  // namespace

Result<std::string> as_sdy_rule(std::string_view text, const Op& op) {
  if (!is_sdy_rule(text)) {
    PARTITA_ASSIGN(std::string sdy, EinsumRule(text, op).run());
    PARTITA_CHECK_OK(parse_sharding_rule(sdy, op));
    return sdy;
  }
  constexpr std::string_view kPrefix = "#sdy.op_sharding_rule";
  Scanner in(text);
  std::string before = in.eat(kPrefix) ? "" : std::string(kPrefix);
  const bool bare = in.peek() != '<';
  if (bare) before += '<';
  const std::string sdy = before + std::string(text) + (bare ? ">" : "");
  Result<Rule> rule = parse_sharding_rule(sdy, op);
  if (rule.ok()) return sdy;
  const size_t offset = shard::offset_of(rule.error().diagnostic);
  return Scanner(text).error(rule.error().diagnostic.code,
                             offset < before.size() ? 0 : std::min(offset - before.size(), text.size()),
                             rule.error().diagnostic.message);
}

}  // namespace partita::core::rules
