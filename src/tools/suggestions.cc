#include "tools/suggestions.h"

#include <algorithm>
#include <utility>

namespace partita::core::tools {
namespace {

size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> rows(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) rows[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      rows[i][j] = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
      }
    }
  }
  return rows[a.size()][b.size()];
}

}  // namespace

std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& known) {
  constexpr size_t kLongest = 64;  // what is longer is no slip of the pen
  if (word.size() > kLongest) return {};
  const size_t limit = std::max<size_t>(1, word.size() / 3);
  std::vector<std::pair<size_t, std::string>> near;
  for (const std::string& one : known) {
    if (one.size() > kLongest) continue;
    const bool begins = word.size() >= 3 && one.starts_with(word);
    if (const size_t distance = begins ? 1 : edits(word, one); distance <= limit) near.emplace_back(distance, one);
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  std::vector<std::string> out;
  for (size_t i = 0; i < std::min<size_t>(near.size(), 3); ++i) out.push_back(near[i].second);
  return out;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  std::string out;
  for (const std::string& one : nearest(word, known)) out += (out.empty() ? "; did you mean '" : " or '") + one + "'";
  return out.empty() ? out : out + "?";
}

}  // namespace partita::core::tools
