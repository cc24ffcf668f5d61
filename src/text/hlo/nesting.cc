#include "text/hlo/nesting.h"

namespace partita::core::text {
namespace {

constexpr int kMaxDepth = 256;

class NestingText {
 public:
  explicit NestingText(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::string_view until(std::string_view stops) {
    size_t end = text_.find_first_of(stops, at_);
    if (end == std::string_view::npos) end = text_.size();
    std::string_view word = text_.substr(at_, end - at_);
    at_ = end;
    return word;
  }

  // A tuple or a run of leaves, appended to `parts`.
  bool item(std::vector<Nesting>& parts, int& leaf, int limit, int depth) {
    if (depth > kMaxDepth) return false;
    if (take('(')) {
      Nesting tuple;
      tuple.is_tuple = true;
      while (!take(')')) {
        if (!item(tuple.parts, leaf, limit, depth + 1)) return false;
        take(',');
      }
      parts.push_back(std::move(tuple));
      return true;
    }
    int count = 0;
    bool any = false;
    while (!at_end() && text_[at_] >= '0' && text_[at_] <= '9') {
      count = count * 10 + (text_[at_++] - '0');
      any = true;
      if (count > limit) return false;
    }
    if (!any || leaf + count > limit) return false;
    for (int i = 0; i < count; ++i) parts.push_back({false, leaf++, {}});
    return true;
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
};

void collect_leaves(const Nesting& nesting, std::vector<int>& leaves) {
  if (!nesting.is_tuple) leaves.push_back(nesting.leaf);
  for (const Nesting& part : nesting.parts) collect_leaves(part, leaves);
}

}  // namespace

Nesting default_nesting(int leaves) {
  if (leaves == 1) return {};
  Nesting tuple;
  tuple.is_tuple = true;
  for (int i = 0; i < leaves; ++i) tuple.parts.push_back({false, i, {}});
  return tuple;
}

std::vector<int> leaves_of(const Nesting& nesting) {
  std::vector<int> leaves;
  collect_leaves(nesting, leaves);
  return leaves;
}

std::optional<Nesting> parse_nesting(std::string_view text, int leaves) {
  NestingText reader(text);
  std::vector<Nesting> parts;
  int leaf = 0;
  if (!reader.item(parts, leaf, leaves, 0) || !reader.at_end() || parts.size() != 1 || leaf != leaves)
    return std::nullopt;
  return std::move(parts[0]);
}

std::optional<std::vector<TupleParameter>> parse_tuple_parameters(std::string_view text, int leaves) {
  NestingText reader(text);
  std::vector<TupleParameter> parameters;
  int leaf = 0;
  while (!reader.at_end()) {
    TupleParameter parameter;
    parameter.name = reader.until("=,");
    std::vector<Nesting> parts;
    if (reader.take('=')) {
      if (!reader.item(parts, leaf, leaves, 0) || parts.size() != 1) return std::nullopt;
    } else {
      parts.push_back({false, leaf++, {}});
    }
    parameter.nesting = std::move(parts[0]);
    parameters.push_back(std::move(parameter));
    if (!reader.at_end() && !reader.take(',')) return std::nullopt;
  }
  if (leaf != leaves) return std::nullopt;
  return parameters;
}

}  // namespace partita::core::text
