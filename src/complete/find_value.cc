// Values by the names users know them by.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "complete/hint_places.h"
#include "complete/hints.h"
#include "complete/value_names.h"
#include "ir/shown.h"

namespace partita::core::complete {
namespace {

// argN, outN: the number, or -1.
int numbered(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return -1;
  int number = -1;
  auto [end, error] = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() && number >= 0 ? number : -1;
}

// Edits from one name to the other, letter by letter; anything beyond `limit` is limit + 1.
size_t edits(std::string_view a, std::string_view b, size_t limit) {
  if (a.size() > b.size() + limit || b.size() > a.size() + limit) return limit + 1;
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t changed = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row.back();
}

// How far before its op a name is looked for, lest a program on one line takes quadratic time.
constexpr size_t kLookBack = 1 << 12;

// The name that the text gives a result: %values of `%values, %places = …`, %4 of `%4:2 = …`. Empty where the text is
// not at hand, or says none there.
std::string_view written_name(const Value& value) {
  const Op* op = value.op();
  const SourceText* source = op != nullptr ? op->module().source().get() : nullptr;
  if (source == nullptr || op->offset() == kNoOffset || op->offset() >= source->text().size()) return {};
  std::string_view rest = source->text().substr(0, op->offset());  // up to the name of the op
  const bool is_cut = rest.size() > kLookBack;
  if (is_cut) rest.remove_prefix(rest.size() - kLookBack);
  const size_t line = rest.rfind('\n');
  if (is_cut && line == std::string_view::npos) return {};
  rest.remove_prefix(line + 1);
  rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(' ')));
  for (int i = 0; rest.starts_with('%'); ++i) {
    const std::string_view name = rest.substr(1, std::min(rest.size(), rest.find_first_of(" ,:=", 1)) - 1);
    rest.remove_prefix(1 + name.size());
    const bool is_group = rest.starts_with(':');
    if (i == value.index() || is_group) return name;
    if (!rest.starts_with(", ")) break;
    rest.remove_prefix(2);
  }
  return {};
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

class Finder {
 public:
  Finder(const Module& module, const Function& entry)
      : module_(module), entry_(entry), is_text_(module.source() && !is_binary(module.source()->text())) {}

  Result<NamedValue> find(std::string_view full) {
    std::string_view name = full.starts_with('%') ? full.substr(1) : full;
    if (full == name) {
      if (int i = numbered(name, "arg"); i >= 0 && i < entry_.num_arguments())
        return NamedValue{entry_.argument(i), -1};
      if (int i = numbered(name, "out"); i >= 0 && i < results()) return NamedValue{nullptr, i};
      if (std::optional<Result<NamedValue>> end = by_label(full)) return *std::move(end);
    }
    // %4#1 is result 1 of %4; %4:12 that of line 12, where the text has several.
    asked_ = name;
    if (const size_t colon = name.rfind(':');
        colon != std::string_view::npos && colon > 0 && is_number(name.substr(colon + 1))) {
      const auto [end, error] = std::from_chars(name.data() + colon + 1, name.data() + name.size(), line_);
      if (error == std::errc() && line_ > 0) asked_ = name.substr(0, colon);  // a number that is no line: of the name
    }
    if (const size_t hash = asked_.rfind('#'); hash != std::string_view::npos && hash > 0) {
      part_ = numbered(asked_.substr(hash), "#");
      base_ = asked_.substr(0, hash);
    }
    by_name(entry_.body());
    if (own_.empty() && written_.empty() && line_ > 0) {  // a colon in a name
      asked_ = name;
      line_ = 0;
      by_name(entry_.body());
    }
    if (Result<NamedValue> named = choose(full); named.ok() || !own_.empty() || !written_.empty()) return named;
    if (several_ != nullptr) {
      return fail(fmt::format("{} has {} results: say {}#0 to {}#{}", full, several_->num_results(), full, full,
                              several_->num_results() - 1));
    }
    std::vector<const Value*> located;
    by_location(entry_.body(), name, located);
    if (located.size() > 1) return fail(ambiguous(full, located));
    if (!located.empty()) return NamedValue{located.front(), -1};
    return fail(fmt::format("no value is called '{}'{}", full, suggestions(name)));
  }

 private:
  int results() const { return std::ssize(entry_.result_types()); }

  Error fail(std::string message) const {
    Diagnostic d = error_without_place(Code::kNoSuchValue, std::move(message));
    if (module_.source()) d.file = module_.source()->name();
    return Error{std::move(d)};
  }

  // JAX's names of arguments and results.
  std::optional<Result<NamedValue>> by_label(std::string_view name) const {
    std::vector<NamedValue> found;
    std::string ends;
    for (int i = 0; i < entry_.num_arguments(); ++i) {
      if (argument_label(entry_, i) != name) continue;
      found.push_back({entry_.argument(i), -1});
      ends += fmt::format("{}arg{}", ends.empty() ? "" : ", ", i);
    }
    for (int i = 0; i < results(); ++i) {
      if (result_label(entry_, i) != name) continue;
      found.push_back({nullptr, i});
      ends += fmt::format("{}out{}", ends.empty() ? "" : ", ", i);
    }
    if (found.empty() || name.empty()) return std::nullopt;
    if (found.size() == 1) return Result<NamedValue>(found[0]);
    return Result<NamedValue>(fail(fmt::format("{} are called '{}': say which", ends, name)));
  }

  int line_of(const Value& value) const {
    const Op* op = value.op();
    if (op == nullptr && value.region() != nullptr) op = value.region()->parent_op();
    if (op == nullptr || module_.source() == nullptr || op->offset() == kNoOffset) return 0;
    return module_.source()->locate(op->offset()).line;
  }

  // The value of that name; others that the text calls so only with a line, or where there is no such value.
  Result<NamedValue> choose(std::string_view full) const {
    if (own_.size() == 1 && (line_ > 0 || written_.empty())) return NamedValue{own_[0], -1};
    if (own_.empty() && written_.size() == 1) return NamedValue{written_[0], -1};
    std::vector<const Value*> all = own_;
    all.insert(all.end(), written_.begin(), written_.end());
    return fail(ambiguous(full, all));
  }

  void by_name(const Region& region) {
    const Op* around = region.parent_op();
    for (const Value* value : region.arguments()) {
      // The argument of a loop's condition is found as that of its body.
      if (around != nullptr && around->is(OpKind::kWhile) && &region == &around->region(0) &&
          around->region(1).argument(value->index())->name() == value->name())
        continue;
      if (value->name().text() == asked_ && fits_line(*value)) own_.push_back(value);
    }
    for (const Op& op : region) {
      for (int i = 0; i < op.num_results(); ++i) {
        const Value* value = op.result(i);
        if (is_called(*value)) {
          if (fits_line(*value)) own_.push_back(value);
        } else if (is_written(*value) && fits_line(*value)) {
          written_.push_back(value);
        }
      }
      if (op.num_results() > 1 && several_ == nullptr &&
          (op.name().text() == asked_ || op.result(0)->name().text() == asked_))
        several_ = &op;
      if (!has_sharded_regions(op)) continue;
      for (int i = 0; i < op.num_regions(); ++i) by_name(op.region(i));
    }
  }

  bool fits_line(const Value& value) const { return line_ == 0 || line_of(value) == line_; }

  bool is_called(const Value& value) const {
    const Op& op = *value.op();
    const std::string_view own = value.name().text(), of_op = op.name().text();
    if (op.num_results() == 1) return own == asked_ || of_op == asked_;
    if (part_ == value.index() && (own == base_ || of_op == base_)) return true;
    // A result of several with a name of its own.
    return own == asked_ && own != of_op && op.result(value.index() == 0 ? 1 : 0)->name().text() != asked_;
  }

  // Numbers mean something within their function alone.
  bool is_written(const Value& value) const {
    if (!is_text_) return false;
    const Op& op = *value.op();
    const std::string_view wanted = part_ >= 0 && op.num_results() > 1 ? base_ : asked_;
    if (op.num_results() > 1 && part_ >= 0 && part_ != value.index()) return false;
    if (written_name(value) != wanted) return false;
    if (op.num_results() > 1 && part_ < 0 && op.name().text() == wanted) return false;  // all of them together
    return !is_number(wanted) || is_of_entry(op);
  }

  bool is_of_entry(const Op& op) const {
    const std::string_view text = module_.source()->text();
    if (entry_.offset() == kNoOffset || op.offset() < entry_.offset()) return false;
    return text.substr(entry_.offset(), op.offset() - entry_.offset()).find("func.func", 9) == std::string_view::npos;
  }

  static void by_location(const Region& region, std::string_view name, std::vector<const Value*>& found) {
    for (const Op& op : region) {
      if (op.num_results() > 0 && location_name(op) == name) found.push_back(op.result(0));
      if (!has_sharded_regions(op)) continue;
      for (int i = 0; i < op.num_regions(); ++i) by_location(op.region(i), name, found);
    }
  }

  std::string ambiguous(std::string_view name, const std::vector<const Value*>& values) const {
    constexpr size_t kMost = 5;
    std::string out = fmt::format("{} values are called '{}'", values.size(), name);
    for (size_t i = 0; i < std::min(values.size(), kMost); ++i) {
      const int line = line_of(*values[i]);
      const std::string shown = ir::shown_name(values[i]);
      // Its own name alone means any of them.
      const bool with_line = line > 0 && std::string_view(shown).substr(1) == asked_;
      out += fmt::format("{}{}{}", i == 0 ? ": " : ", ", shown,
                         with_line  ? fmt::format(":{}", line)
                         : line > 0 ? fmt::format(" (line {})", line)
                                    : "");
    }
    return out + (values.size() > kMost ? ", …" : "") + "; say which";
  }

  std::string suggestions(std::string_view name) const {
    size_t limit = std::max<size_t>(2, name.size() / 3);
    std::vector<std::pair<size_t, std::string_view>> near;
    auto consider = [&](Name known) {
      if (known.empty()) return;
      size_t distance = edits(known.text(), name, limit);
      if (distance <= limit) near.push_back({distance, known.text()});
    };
    for (const Value* value : entry_.body().arguments()) consider(value->name());
    walk(entry_.body(), [&](const Op& op) {
      for (int i = 0; i < op.num_results(); ++i) consider(op.result(i)->name());
    });
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    std::string out;
    for (size_t i = 0; i < std::min<size_t>(near.size(), 3); ++i)
      out += fmt::format("{}%{}", i == 0 ? "" : ", ", near[i].second);
    if (!out.empty()) return fmt::format("; close to it are {}", out);
    std::string ends;
    if (entry_.num_arguments() > 0) ends += fmt::format("arg0 to arg{}", entry_.num_arguments() - 1);
    if (results() > 0) ends += fmt::format("{}out0 to out{}", ends.empty() ? "" : ", ", results() - 1);
    return fmt::format("; {}{}the name of an op, or of its loc(…) are understood", ends, ends.empty() ? "" : ", ");
  }

  const Module& module_;
  const Function& entry_;
  const bool is_text_;
  std::string_view asked_, base_;  // without %, and without #1
  int part_ = -1, line_ = 0;
  std::vector<const Value*> own_, written_;
  const Op* several_ = nullptr;  // the name is that of an op with several results, and none of them was named
};

}  // namespace

Result<NamedValue> find_value(const Module& module, const Function& entry, std::string_view name) {
  return Finder(module, entry).find(name);
}

}  // namespace partita::core::complete
