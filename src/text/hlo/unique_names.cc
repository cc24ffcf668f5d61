#include "text/hlo/unique_names.h"

namespace partita::core::text {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_inner(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '-'; }

}  // namespace

Name UniqueNames::claim(Name wanted) {
  if (taken_.insert(wanted.id()).second) return wanted;
  int& suffix = next_suffix_.try_emplace(wanted.id(), 1).first.value();
  for (;; ++suffix) {
    candidate_.assign(wanted.text());
    candidate_ += '.';
    candidate_ += std::to_string(suffix);
    Name next = context_.name(candidate_);
    if (taken_.insert(next.id()).second) {
      ++suffix;
      return next;
    }
  }
}

bool is_hlo_identifier(std::string_view text) {
  if (text.empty() || !is_letter(text[0])) return false;
  for (char c : text) {
    if (!is_inner(c)) return false;
  }
  return true;
}

std::string hlo_identifier(std::string_view text, std::string_view base) {
  std::string out;
  if (text.empty() || !is_letter(text[0])) {
    out = base;
    if (!text.empty()) out += '.';
  }
  out += text;
  for (char& c : out) {
    if (!is_inner(c)) c = '_';
  }
  if (!is_letter(out[0])) out.insert(out.begin(), '_');
  return out;
}

}  // namespace partita::core::text
