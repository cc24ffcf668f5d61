// Values by the names users know them by.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

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

class Finder {
 public:
  Finder(const Module& module, const Function& entry) : module_(module), entry_(entry) {}

  Result<NamedValue> find(std::string_view full) {
    std::string_view name = full.starts_with('%') ? full.substr(1) : full;
    if (full == name) {
      if (int i = numbered(name, "arg"); i >= 0 && i < entry_.num_arguments())
        return NamedValue{entry_.argument(i), -1};
      if (int i = numbered(name, "out"); i >= 0 && i < results()) return NamedValue{nullptr, i};
    }
    // %4#1 is result 1 of %4.
    int part = -1;
    std::string_view base = name;
    if (size_t hash = name.rfind('#'); hash != std::string_view::npos) {
      part = numbered(name.substr(hash), "#");
      base = name.substr(0, hash);
    }
    if (const Value* value = by_name(entry_.body(), name, base, part)) return NamedValue{value, -1};
    if (several_ != nullptr) {
      return fail(fmt::format("{} has {} results: say {}#0 to {}#{}", full, several_->num_results(), full, full,
                              several_->num_results() - 1));
    }
    std::vector<const Op*> located;
    by_location(entry_.body(), name, located);
    if (located.size() > 1) return fail(ambiguous(full, located));
    if (!located.empty()) return NamedValue{located.front()->result(0), -1};
    return fail(fmt::format("no value is called '{}'{}", full, suggestions(name)));
  }

 private:
  int results() const { return std::ssize(entry_.result_types()); }

  Error fail(std::string message) const {
    Diagnostic d = error_without_place(Code::kNoSuchValue, std::move(message));
    if (module_.source()) d.file = module_.source()->name();
    return Error{std::move(d)};
  }

  // Values outside before those in regions: where a name is used twice, the outer one is meant.
  const Value* by_name(const Region& region, std::string_view name, std::string_view base, int part) {
    for (const Value* value : region.arguments()) {
      if (value->name().text() == name) return value;
    }
    for (const Op& op : region) {
      for (int i = 0; i < op.num_results(); ++i) {
        const Value* value = op.result(i);
        if (op.num_results() == 1 && (value->name().text() == name || op.name().text() == name)) return value;
        if (op.num_results() > 1 && part == i && (value->name().text() == base || op.name().text() == base))
          return value;
        if (op.num_results() > 1 && value->name().text() == name && !(value->name() == op.name()) &&
            op.result(i == 0 ? 1 : 0)->name().text() != name)
          return value;
      }
      if (op.num_results() > 1 && several_ == nullptr &&
          (op.name().text() == name || op.result(0)->name().text() == name))
        several_ = &op;
    }
    if (several_ != nullptr) return nullptr;
    for (const Op& op : region) {
      if (!has_sharded_regions(op)) continue;
      for (int i = 0; i < op.num_regions(); ++i) {
        if (const Value* value = by_name(op.region(i), name, base, part)) return value;
        if (several_ != nullptr) return nullptr;
      }
    }
    return nullptr;
  }

  static void by_location(const Region& region, std::string_view name, std::vector<const Op*>& found) {
    for (const Op& op : region) {
      if (op.num_results() > 0 && location_name(op) == name) found.push_back(&op);
      if (!has_sharded_regions(op)) continue;
      for (int i = 0; i < op.num_regions(); ++i) by_location(op.region(i), name, found);
    }
  }

  std::string ambiguous(std::string_view name, const std::vector<const Op*>& ops) const {
    constexpr size_t kMost = 5;
    std::string out = fmt::format("{} values are called '{}'", ops.size(), name);
    for (size_t i = 0; i < std::min(ops.size(), kMost); ++i) {
      const int line = module_.source() != nullptr && ops[i]->offset() != kNoOffset
                           ? module_.source()->locate(ops[i]->offset()).line
                           : 0;
      out += fmt::format("{}{}{}", i == 0 ? ": " : ", ", ir::shown_name(ops[i]->result(0)),
                         line > 0 ? fmt::format(" (line {})", line) : "");
    }
    return out + (ops.size() > kMost ? ", …" : "") + "; say which";
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
  const Op* several_ = nullptr;  // the name is that of an op with several results, and none of them was named
};

}  // namespace

Result<NamedValue> find_value(const Module& module, const Function& entry, std::string_view name) {
  return Finder(module, entry).find(name);
}

}  // namespace partita::core::complete
