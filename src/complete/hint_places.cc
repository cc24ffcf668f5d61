#include "complete/hint_places.h"

#include <algorithm>

#include "shard/scanner.h"

namespace partita::core::complete {
namespace {

// How far behind its carrier a hint is looked for: an op's attributes stand on its line or a few lines on.
constexpr size_t kReach = 1 << 16;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

// The name as a whole word, from `begin` on.
size_t find_name(std::string_view text, std::string_view name, size_t begin, size_t end) {
  for (size_t at = text.find(name, begin); at != std::string_view::npos && at < end; at = text.find(name, at + 1)) {
    bool starts = at == 0 || !is_name_character(text[at - 1]);
    bool stops = at + name.size() >= text.size() || !is_name_character(text[at + name.size()]);
    if (starts && stops) return at;
  }
  return std::string_view::npos;
}

}  // namespace

bool is_binary(std::string_view source) {
  constexpr size_t kHead = 256;
  constexpr char kFirstPrinted = ' ';
  return std::ranges::any_of(source.substr(0, kHead), [](char c) {
    return c >= 0 && c < kFirstPrinted && std::string_view("\t\n\v\f\r").find(c) == std::string_view::npos;
  });
}

HintPlaces::HintPlaces(const Module& module, const Function& entry) : source_(module.source().get()) {
  arguments_.assign(entry.num_arguments(), kNoOffset);
  results_.assign(entry.result_types().size(), kNoOffset);
  if (source_ == nullptr || entry.offset() == kNoOffset) return;
  if (is_binary(source_->text())) {
    std::ranges::fill(arguments_, entry.offset());
    std::ranges::fill(results_, entry.offset());
    return;
  }
  find_arguments(module, entry);
  find_results(module, entry);
}

void HintPlaces::find_arguments(const Module& module, const Function& entry) {
  std::string_view text = source_->text();
  // A signature ends where the body begins; HLO's parameters stand in the body.
  size_t end = text.size();
  const Op* first = entry.body().first();
  if (module.format() == TextFormat::kStableHlo && first != nullptr && first->offset() != kNoOffset)
    end = std::max<size_t>(first->offset(), entry.offset());
  size_t from = entry.offset();
  for (int i = 0; i < entry.num_arguments(); ++i) {
    arguments_[i] = entry.offset();
    std::string_view name = entry.argument(i)->name().text();
    if (name.empty()) continue;
    size_t at = find_name(text, name, from, end);
    if (at == std::string_view::npos) at = find_name(text, name, entry.offset(), std::min(end, from));
    if (at == std::string_view::npos) continue;
    arguments_[i] = static_cast<SourceOffset>(at);
    from = at + name.size();
  }
}

void HintPlaces::find_results(const Module& module, const Function& entry) {
  std::string_view text = source_->text();
  const Op* end = entry.body().terminator();
  if (module.format() == TextFormat::kHlo) {
    if (end != nullptr) std::fill(results_.begin(), results_.end(), end->offset());
    return;
  }
  // Results follow the arrow; each has its type and perhaps a dictionary that begins with the name of an attribute.
  SourceOffset from = arguments_.empty() ? entry.offset() : arguments_.back();
  size_t arrow = text.find("->", from);
  const Op* first = entry.body().first();
  size_t stop = first != nullptr && first->offset() != kNoOffset ? first->offset() : text.size();
  if (arrow == std::string_view::npos || arrow >= stop) arrow = from;
  size_t at = arrow;
  for (size_t i = 0; i < results_.size(); ++i) {
    results_[i] = static_cast<SourceOffset>(at);
    size_t next = text.find("tensor<", i == 0 ? at : at + 1);
    if (next == std::string_view::npos || next >= stop) continue;
    at = next;
    results_[i] = static_cast<SourceOffset>(at);
  }
}

SourceOffset HintPlaces::carrier(const HintSite& site) const {
  if (site.op != nullptr) return site.op->offset();
  size_t i = site.index;
  if (site.place == Hint::Place::kArgument && i < arguments_.size()) return arguments_[i];
  if (site.place == Hint::Place::kResult && i < results_.size()) return results_[i];
  return kNoOffset;
}

Diagnostic HintPlaces::placed(Diagnostic diagnostic, const HintSite& site) const {
  SourceOffset from = carrier(site);
  if (source_ == nullptr || from == kNoOffset) return diagnostic;
  std::string_view text = source_->text(), hint = site.text ? site.text.text() : std::string_view();
  // Readers put `#sdy.sharding` before what stands bare in an op's short form.
  for (std::string_view shown : {hint, hint.substr(std::min(hint.find_first_of("<[{"), hint.size()))}) {
    if (shown.empty()) continue;
    size_t at = text.substr(from, kReach).find(shown);
    if (at == std::string_view::npos) continue;
    size_t skipped = hint.size() - shown.size();
    size_t inside = shard::offset_of(diagnostic);
    diagnostic.place.column = static_cast<int>(inside < skipped ? 1 : inside - skipped + 1);
    return shard::placed_in(std::move(diagnostic), *source_, static_cast<SourceOffset>(from + at));
  }
  diagnostic.place = {};
  return shard::placed_in(std::move(diagnostic), *source_, from);
}

Diagnostic HintPlaces::error(const HintSite& site, Code code, std::string message) const {
  return placed(error_without_place(code, std::move(message)), site);
}

}  // namespace partita::core::complete
