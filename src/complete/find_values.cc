#include "complete/find_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "complete/value_names.h"
#include "ir/shown.h"

namespace partita::core::complete {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether the number is one of 0-9,12.
bool in_ranges(std::string_view ranges, std::string_view number) {
  int64_t n = 0;
  if (std::from_chars(number.data(), number.data() + number.size(), n).ec != std::errc()) return false;
  while (!ranges.empty()) {
    const std::string_view one = ranges.substr(0, ranges.find(','));
    ranges.remove_prefix(std::min(ranges.size(), one.size() + 1));
    int64_t low = 0, high = 0;
    const char* end = one.data() + one.size();
    auto [at, error] = std::from_chars(one.data(), end, low);
    if (error != std::errc()) return false;
    high = low;
    if (at != end && std::from_chars(at + 1, end, high).ec != std::errc()) return false;
    if (low <= n && n <= high) return true;
  }
  return false;
}

bool is_ranges(std::string_view text) {
  return !text.empty() && is_digit(text.front()) && text.find_first_not_of("0123456789,-") == std::string_view::npos;
}

}  // namespace

bool matches_glob(std::string_view pattern, std::string_view name) {
  size_t p = 0, n = 0, star = std::string_view::npos, resume = 0;
  while (n < name.size() || p < pattern.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
      continue;
    }
    if (p < pattern.size() && n < name.size()) {
      if (pattern[p] == '[' && name[n] != '[') {
        const size_t close = pattern.find(']', p);
        size_t end = n;
        while (end < name.size() && is_digit(name[end])) ++end;
        if (close != std::string_view::npos && end > n && is_ranges(pattern.substr(p + 1, close - p - 1)) &&
            in_ranges(pattern.substr(p + 1, close - p - 1), name.substr(n, end - n))) {
          p = close + 1;
          n = end;
          continue;
        }
      } else if (pattern[p] == '?' || pattern[p] == name[n]) {
        ++p, ++n;
        continue;
      }
    }
    if (star == std::string_view::npos || resume >= name.size()) return false;
    p = star + 1;
    n = ++resume;
  }
  return true;
}

namespace {

// The dimensions of *x512 or ...x8, and the element type behind them.
class TypePattern {
 public:
  static std::optional<TypePattern> parse(std::string_view text) {
    constexpr std::string_view kOpen = "tensor<";
    if (!text.starts_with(kOpen) || !text.ends_with('>')) return std::nullopt;
    TypePattern out;
    std::string_view rest = text.substr(kOpen.size(), text.size() - kOpen.size() - 1);
    for (size_t x = 0; (x = rest.find('x')) != std::string_view::npos;) {
      const std::string_view dim = rest.substr(0, x);
      const bool number = !dim.empty() && dim.find_first_not_of("0123456789") == std::string_view::npos;
      if (dim != "*" && dim != "?" && dim != "..." && !number) break;
      out.dims_.push_back(dim);
      rest.remove_prefix(x + 1);
    }
    out.element_ = rest;
    return out;
  }

  bool matches(Type type) const {
    if (!type.is_tensor()) return false;
    if (element_ != "*" && element_ != mlir_spelling(type.element())) return false;
    return matches(0, type, 0);
  }

 private:
  bool matches(size_t at, Type type, int dim) const {
    if (at == dims_.size()) return dim == type.rank();
    if (dims_[at] == "...") {
      for (int d = dim; d <= type.rank(); ++d) {
        if (matches(at + 1, type, d)) return true;
      }
      return false;
    }
    if (dim == type.rank()) return false;
    const bool any = dims_[at] == "*" || dims_[at] == "?";
    return (any || dims_[at] == std::to_string(type.dim(dim))) && matches(at + 1, type, dim + 1);
  }

  std::vector<std::string_view> dims_;
  std::string_view element_;
};

class Selector {
 public:
  Selector(const Module& module, const Function& entry, std::string_view name)
      : module_(module), entry_(entry), name_(name) {}

  Result<std::vector<NamedValue>> select() {
    if (const std::optional<TypePattern> type = TypePattern::parse(name_)) {
      ends([&](int i) { return type->matches(entry_.argument(i)->type()); },
           [&](int i) { return type->matches(entry_.result_types()[i]); });
      if (!found_.empty()) return std::move(found_);
      return none(fmt::format("no argument and no result is a {}; there are {}", name_, types()));
    }
    Result<NamedValue> exact = find_value(module_, entry_, name_);
    if (exact.ok()) return std::vector<NamedValue>{*exact};
    if (of_line()) {
      if (!found_.empty()) return std::move(found_);
      return none(fmt::format("no op of @{} stands at '{}'", entry_.name().text(), name_));
    }
    if (name_.find_first_of("*?[") == std::string_view::npos) return exact.error();
    if (!name_.starts_with('%')) {
      ends([&](int i) { return is_called(argument_label(entry_, i), entry_.argument(i)->name().text(), "arg", i); },
           [&](int i) { return is_called(result_label(entry_, i), {}, "out", i); });
    }
    if (found_.empty()) inner(entry_.body());
    if (!found_.empty()) return std::move(found_);
    return none(fmt::format("'{}' matches nothing; {}", name_, examples()));
  }

 private:
  Error none(std::string message) const {
    Diagnostic d = error_without_place(Code::kNoSuchValue, std::move(message));
    if (module_.source()) d.file = module_.source()->name();
    return Error{std::move(d)};
  }

  template <typename Argument, typename Result>
  void ends(const Argument& argument, const Result& result) {
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      if (argument(i)) found_.push_back({entry_.argument(i), -1});
    }
    for (int i = 0; i < std::ssize(entry_.result_types()); ++i) {
      if (result(i)) found_.push_back({nullptr, i});
    }
  }

  bool is_called(std::string_view label, std::string_view own, std::string_view kind, int i) const {
    return (!label.empty() && matches_glob(name_, label)) || (!own.empty() && matches_glob(name_, own)) ||
           matches_glob(name_, fmt::format("{}{}", kind, i));
  }

  // Values by their own names and by the scopes of their ops.
  void inner(const Region& region) {
    for (const Op& op : region) {
      const std::string_view scope = op.num_results() > 0 && !name_.starts_with('%') ? location_name(op) : "";
      const bool scoped = !scope.empty() && matches_glob(name_, scope);
      for (int i = 0; i < op.num_results(); ++i) {
        const std::string own = ir::shown_name(op.result(i));
        const std::string_view bare = name_.starts_with('%') ? std::string_view(own) : std::string_view(own).substr(1);
        if (scoped || matches_glob(name_, bare)) found_.push_back({op.result(i), -1});
      }
      if (!has_sharded_regions(op)) continue;
      for (int i = 0; i < op.num_regions(); ++i) inner(op.region(i));
    }
  }

  // FILE:LINE; true where the name has that form and the file is this one.
  bool of_line() {
    const size_t colon = name_.rfind(':');
    if (colon == std::string_view::npos || module_.source() == nullptr) return false;
    int line = 0;
    const char* end = name_.data() + name_.size();
    auto [at, error] = std::from_chars(name_.data() + colon + 1, end, line);
    if (error != std::errc() || at != end) return false;
    const std::string_view file = name_.substr(0, colon);
    const std::string_view own = module_.source()->name();
    const bool is_own =
        file.empty() || own == file || (own.ends_with(file) && own[own.size() - file.size() - 1] == '/');
    if (!is_own) return false;
    on_line(entry_.body(), line, LineIndex(*module_.source()));
    return true;
  }

  void on_line(const Region& region, int line, const LineIndex& index) {
    for (const Op& op : region) {
      if (index.line(op.offset()) == line) {
        for (int i = 0; i < op.num_results(); ++i) found_.push_back({op.result(i), -1});
      }
      if (!has_sharded_regions(op)) continue;
      for (int i = 0; i < op.num_regions(); ++i) on_line(op.region(i), line, index);
    }
  }

  std::string types() const {
    std::vector<std::string> seen;
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      const std::string type = entry_.argument(i)->type().to_string();
      if (std::find(seen.begin(), seen.end(), type) == seen.end()) seen.push_back(type);
    }
    constexpr size_t kMost = 8;
    const bool cut = seen.size() > kMost;
    if (cut) seen.resize(kMost);
    return fmt::format("{}{}", fmt::join(seen, ", "), cut ? ", …" : "");
  }

  std::string examples() const {
    std::string out;
    if (entry_.num_arguments() > 0) out += fmt::format("there are arg0 to arg{}", entry_.num_arguments() - 1);
    if (entry_.num_arguments() > 0 && !argument_label(entry_, 0).empty()) {
      out += fmt::format(" ({}, …)", argument_label(entry_, 0));
    }
    const int results = std::ssize(entry_.result_types());
    if (results > 0) out += fmt::format("{}out0 to out{}", out.empty() ? "there are " : ", ", results - 1);
    if (results > 0 && !result_label(entry_, results - 1).empty()) {
      out += fmt::format(" (…, {})", result_label(entry_, results - 1));
    }
    return out;
  }

  const Module& module_;
  const Function& entry_;
  const std::string_view name_;
  std::vector<NamedValue> found_;
};

}  // namespace

Result<std::vector<NamedValue>> find_values(const Module& module, const Function& entry, std::string_view name) {
  return Selector(module, entry, name).select();
}

std::string hint_name(const Module& module, const Function& entry, const Value& value) {
  if (value.is_argument() && value.region() == &entry.body()) return fmt::format("arg{}", value.index());
  const std::string name = ir::shown_name(&value);
  Result<NamedValue> found = find_value(module, entry, name);
  if (found.ok() && found->value == &value) return name;
  const Op* op = value.op();
  if (op == nullptr || module.source() == nullptr || op->offset() == kNoOffset) return {};
  const std::string line = fmt::format(":{}", module.source()->locate(op->offset()).line);
  if (found = find_value(module, entry, name + line); found.ok() && found->value == &value) return name + line;
  Result<std::vector<NamedValue>> there = find_values(module, entry, line);
  if (!there.ok()) return {};
  // A function that is called several times has its ops once for each call: they lie alike.
  for (const NamedValue& other : *there) {
    if (other.value->type() != value.type()) return {};
  }
  return line;
}

}  // namespace partita::core::complete
