#include "run/feeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "ir/names.h"
#include "run/arguments.h"

namespace partita::core::run {
namespace {

Attr entry_of(Attr dictionary, std::string_view name) {
  return dictionary.is(AttrKind::kDict) ? dictionary.get(name) : Attr();
}

Error refused(std::string message) { return base::failure(Code::kUsage, std::move(message)); }

// "result[1]['w']" is "['w']" of the tree "result[1]"; "params['w']" is "['w']" of "params".
struct TreePlace {
  std::string tree, place;
};
TreePlace place_of(std::string_view name, bool result) {
  size_t cut = name.find_first_of("[.");
  if (cut == std::string_view::npos) return {std::string(name), ""};
  if (result && name[cut] == '[' && (cut == 0 || name.starts_with("result"))) {  // the first index is of a tuple
    const size_t close = name.find(']', cut);
    if (close != std::string_view::npos) cut = close + 1;
  }
  return {std::string(name.substr(0, cut)), std::string(name.substr(cut))};
}

// "new_w", "w_next", "w.new": "w".
std::string without_novelty(std::string_view name) {
  for (std::string_view word : {"new", "next", "updated", "out"}) {
    for (const char joint : {'_', '.'}) {
      const std::string front = fmt::format("{}{}", word, joint), back = fmt::format("{}{}", joint, word);
      if (name.starts_with(front) && name.size() > front.size()) return std::string(name.substr(front.size()));
      if (name.ends_with(back) && name.size() > back.size())
        return std::string(name.substr(0, name.size() - back.size()));
    }
  }
  return std::string(name);
}

class Finder {
 public:
  explicit Finder(const Signature& signature)
      : signature_(signature), fed_(signature.arguments.size(), false), given_(signature.results.size(), false) {}

  Status ask(std::string_view text) {
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
      return refused(fmt::format("--feed {}: outN=argM is wanted, or outN-L=argM-K", text));
    }
    PARTITA_ASSIGN(const Range from, range(text.substr(0, equals), "out", signature_.result_names, given_.size()));
    PARTITA_ASSIGN(const Range to, range(text.substr(equals + 1), "arg", signature_.argument_names, fed_.size()));
    if (from.count != to.count) {
      return refused(fmt::format("--feed {}: {} results cannot be {} arguments", text, from.count, to.count));
    }
    for (int i = 0; i < from.count; ++i) {
      const int result = from.first + i, argument = to.first + i;
      if (given_[result]) return refused(fmt::format("--feed {}: out{} is fed twice", text, result));
      if (fed_[argument]) return refused(fmt::format("--feed {}: arg{} is fed twice", text, argument));
      if (!fits(result, argument)) {
        return refused(fmt::format("--feed {}: out{} is {}, and arg{} takes {}", text, result,
                                   signature_.results[result].to_string(), argument,
                                   signature_.arguments[argument].to_string()));
      }
      add(result, argument, FeedReason::kAsked);
    }
    return {};
  }

  void by_alias() {
    for (int a = 0; a < arguments(); ++a) {
      const int result = signature_.aliases[a];
      if (result >= 0 && result < results() && fits(result, a)) add(result, a, FeedReason::kAlias);
    }
  }

  void by_name() {
    for (const bool exact : {true, false}) {
      std::map<std::string, std::vector<int>> of_arguments, of_results;
      for (int a = 0; a < arguments(); ++a) {
        if (!fed_[a] && !signature_.argument_names[a].empty()) of_arguments[signature_.argument_names[a]].push_back(a);
      }
      for (int r = 0; r < results(); ++r) {
        const std::string& name = signature_.result_names[r];
        if (!given_[r] && !name.empty()) of_results[exact ? name : without_novelty(name)].push_back(r);
      }
      for (const auto& [name, from] : of_results) {
        const auto to = of_arguments.find(name);
        if (to == of_arguments.end() || from.size() != 1 || to->second.size() != 1) continue;
        if (fits(from[0], to->second[0])) add(from[0], to->second[0], FeedReason::kName);
      }
    }
    by_tree();
  }

  void by_donor() {
    std::map<std::string, std::pair<std::vector<int>, std::vector<int>>> by_type;  // arguments, results
    for (int a = 0; a < arguments(); ++a) {
      if (!fed_[a] && signature_.donors[a]) by_type[signature_.arguments[a].to_string()].first.push_back(a);
    }
    for (int r = 0; r < results(); ++r) {
      if (!given_[r]) by_type[signature_.results[r].to_string()].second.push_back(r);
    }
    for (const auto& [type, both] : by_type) {
      if (both.first.size() != both.second.size()) continue;
      for (size_t i = 0; i < both.first.size(); ++i) {
        if (fits(both.second[i], both.first[i])) add(both.second[i], both.first[i], FeedReason::kDonor);
      }
    }
  }

  std::vector<Feed> take() {
    std::sort(feeds_.begin(), feeds_.end(), [](const Feed& a, const Feed& b) { return a.argument < b.argument; });
    return std::move(feeds_);
  }

 private:
  struct Range {
    int first = 0, count = 1;
  };
  using Tree = std::vector<std::pair<std::string, int>>;  // places, and numbers of values

  int arguments() const { return static_cast<int>(fed_.size()); }
  int results() const { return static_cast<int>(given_.size()); }
  bool fits(int result, int argument) const {
    return !given_[result] && !fed_[argument] && signature_.results[result].is_tensor() &&
           signature_.results[result] == signature_.arguments[argument];
  }
  void add(int result, int argument, FeedReason reason) {
    given_[result] = fed_[argument] = true;
    feeds_.push_back({result, argument, reason});
  }

  // "out3", "out1-30", "arg0-arg29", or a name.
  Result<Range> range(std::string_view text, std::string_view prefix, const std::vector<std::string>& names,
                      size_t count) const {
    if (text.starts_with('%')) text.remove_prefix(1);
    const auto number = [&](std::string_view digits) {
      if (digits.starts_with(prefix)) digits.remove_prefix(prefix.size());
      int value = -1;
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
      return error == std::errc() && end == digits.data() + digits.size() ? value : -1;
    };
    const auto named = std::find(names.begin(), names.end(), text);
    if (named != names.end()) return Range{static_cast<int>(named - names.begin()), 1};
    const size_t dash = text.find('-');
    const int first = text.starts_with(prefix) ? number(text.substr(0, dash)) : -1;
    const int last = dash == std::string_view::npos ? first : number(text.substr(dash + 1));
    if (first < 0 || last < first) {
      return refused(fmt::format("--feed: '{}' is neither {}N nor {}N-M nor the name of {}", text, prefix, prefix,
                                 prefix == "out" ? "a result" : "an argument"));
    }
    if (last >= static_cast<int>(count)) {
      return refused(fmt::format("--feed: there is no {}{}; the program has {}", prefix, last, count));
    }
    return Range{first, last - first + 1};
  }

  // Trees of results go into trees of arguments with the same places and types, in order.
  void by_tree() {
    const auto trees = [&](const std::vector<std::string>& names, const std::vector<bool>& taken, bool result) {
      std::vector<std::pair<std::string, Tree>> out;
      for (size_t i = 0; i < names.size(); ++i) {
        if (names[i].empty()) continue;
        TreePlace place = place_of(names[i], result);
        auto at = std::find_if(out.begin(), out.end(), [&](const auto& tree) { return tree.first == place.tree; });
        if (at == out.end()) at = out.insert(out.end(), {place.tree, {}});
        at->second.emplace_back(place.place, taken[i] ? -1 : static_cast<int>(i));
      }
      return out;
    };
    auto from = trees(signature_.result_names, given_, true), to = trees(signature_.argument_names, fed_, false);
    for (auto& [name, results] : from) {
      for (auto& [other, arguments] : to) {
        if (results.size() != arguments.size() || results.empty()) continue;
        bool same = true;
        for (size_t i = 0; same && i < results.size(); ++i) {
          const auto [place, result] = results[i];
          const auto [argument_place, argument] = arguments[i];
          same = place == argument_place && result >= 0 && argument >= 0 && fits(result, argument);
        }
        // A tree of one leaf without a place has no more to say than its name, which was compared already.
        if (!same || (results.size() == 1 && results[0].first.empty())) continue;
        for (size_t i = 0; i < results.size(); ++i) add(results[i].second, arguments[i].second, FeedReason::kName);
        break;
      }
    }
  }

  const Signature& signature_;
  std::vector<bool> fed_, given_;
  std::vector<Feed> feeds_;
};

std::string numbers(std::string_view prefix, int first, int last) {
  return first == last ? fmt::format("{}{}", prefix, first) : fmt::format("{}{} to {}{}", prefix, first, prefix, last);
}

}  // namespace

Signature signature_of(const Function& entry, std::span<const Type> arguments, std::span<const Type> results) {
  Signature out{{arguments.begin(), arguments.end()}, {results.begin(), results.end()}, {}, {}, {}, {}};
  out.argument_names = argument_names(entry);
  for (int i = 0; i < entry.num_arguments(); ++i) {
    const Attr attributes = entry.argument_attrs(i);
    const Attr alias = entry_of(attributes, hlo_names::kAliasingOutput);
    out.aliases.push_back(alias.is(AttrKind::kInt) ? static_cast<int>(alias.as_int()) : -1);
    const Attr donor = entry_of(attributes, hlo_names::kBufferDonor);
    out.donors.push_back(donor && (donor.is(AttrKind::kUnit) || (donor.is(AttrKind::kBool) && donor.as_bool())));
  }
  const Op* ret = entry.body().terminator();
  for (size_t i = 0; i < results.size(); ++i) {
    const Attr info = entry_of(entry.result_attrs(static_cast<int>(i)), "jax.result_info");
    if (info.is(AttrKind::kString) && !info.text().empty()) {
      out.result_names.emplace_back(info.text());
    } else {
      const bool known = ret != nullptr && static_cast<int>(i) < ret->num_operands();
      out.result_names.push_back(known ? given_name(ret->operand(static_cast<int>(i))->name().text()) : "");
    }
  }
  return out;
}

Result<std::vector<Feed>> find_feeds(const Signature& signature, std::span<const std::string> asked) {
  if (asked.size() == 1 && asked[0] == "none") return std::vector<Feed>();
  Finder finder(signature);
  for (const std::string& text : asked) PARTITA_CHECK_OK(finder.ask(text));
  finder.by_alias();
  finder.by_name();
  finder.by_donor();
  return finder.take();
}

std::string feeds_text(std::span<const Feed> feeds, const Signature& signature) {
  std::string text;
  for (size_t i = 0; i < feeds.size();) {
    size_t end = i + 1;
    while (end < feeds.size() && feeds[end].argument == feeds[end - 1].argument + 1 &&
           feeds[end].result == feeds[end - 1].result + 1 && feeds[end].reason == feeds[i].reason) {
      ++end;
    }
    const Feed &first = feeds[i], &last = feeds[end - 1];
    text += fmt::format("{}{} {} fed into {}", text.empty() ? "" : "; ", numbers("out", first.result, last.result),
                        end - i == 1 ? "is" : "are", numbers("arg", first.argument, last.argument));
    switch (first.reason) {
      case FeedReason::kAsked: text += " as asked"; break;
      case FeedReason::kAlias: text += end - i == 1 ? ", which it aliases" : ", which they alias"; break;
      case FeedReason::kDonor: text += " by donation and type"; break;
      case FeedReason::kName:
        text += end - i > 1 ? " by name"
                            : fmt::format(" by name ({} and {})", signature.result_names[first.result],
                                          signature.argument_names[first.argument]);
        break;
    }
    i = end;
  }
  return text;
}

std::string suggested_feeds(const Signature& signature) {
  const auto arguments = static_cast<int>(signature.arguments.size());
  const auto results = static_cast<int>(signature.results.size());
  int best = 0, best_result = 0, best_argument = 0;
  for (int r = 0; r < results; ++r) {
    for (int a = 0; a < arguments; ++a) {
      int n = 0;
      while (r + n < results && a + n < arguments && signature.results[r + n].is_tensor() &&
             signature.results[r + n] == signature.arguments[a + n]) {
        ++n;
      }
      if (n > best) best = n, best_result = r, best_argument = a;
    }
  }
  if (best == 0) return {};
  if (best == 1) return fmt::format("--feed out{}=arg{}", best_result, best_argument);
  return fmt::format("--feed out{}-{}=arg{}-{}", best_result, best_result + best - 1, best_argument,
                     best_argument + best - 1);
}

}  // namespace partita::core::run
