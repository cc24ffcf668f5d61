#include "text/stablehlo/values.h"

namespace partita::stablehlo {

bool Scopes::define(std::string_view name, Slot slot) {
  slot.isolation = isolation_;
  auto [at, is_new] = names_.try_emplace(name, slot);
  Slot none;
  none.isolation = -1;
  if (is_new) {
    undo_.push_back({name, none});
    return true;
  }
  if (at->second.isolation == isolation_ && !at->second.broken()) return false;
  undo_.push_back({name, at->second});
  at.value() = slot;
  return true;
}

void Scopes::leave() {
  const Mark mark = marks_.back();
  marks_.pop_back();
  if (mark.undo == 0) {
    names_.clear();
  } else {
    for (size_t i = undo_.size(); i-- > mark.undo;) {
      if (undo_[i].before.isolation < 0) {
        names_.erase(undo_[i].name);
      } else {
        names_[undo_[i].name] = undo_[i].before;
      }
    }
  }
  undo_.resize(mark.undo);
  isolation_ = mark.isolation;
}

}  // namespace partita::stablehlo
