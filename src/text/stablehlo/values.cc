#include "text/stablehlo/values.h"

namespace partita::core::text::stablehlo {

Slot& Scopes::slot_of(std::string_view name) {
  const size_t number = number_of(name);
  if (number >= most_numbers_) return named_[name];
  if (number >= numbered_.size()) numbered_.resize(number + 1);
  return numbered_[number];
}

bool Scopes::define(std::string_view name, Slot slot) {
  slot.isolation = isolation_;
  Slot& current = slot_of(name);
  if (current.isolation == isolation_ && !current.broken()) return false;
  if (marks_.size() > 1) undo_.push_back({name, current});
  current = slot;
  return true;
}

void Scopes::leave() {
  const Mark mark = marks_.back();
  marks_.pop_back();
  for (size_t i = undo_.size(); i-- > mark.undo;) slot_of(undo_[i].name) = undo_[i].before;
  undo_.resize(mark.undo);
  isolation_ = mark.isolation;
}

}  // namespace partita::core::text::stablehlo
