// Where the first value comes from that is no number, of a run of one device.
//
//   %a = divide %x, %zero; %b = add %a, %y
//
// finds %a: the first in the order of the run that has a NaN while all that it was computed of has none. What only
// moves elements is not looked at.
#pragma once

#include <optional>

#include "base/maps.h"
#include "engine/step.h"

namespace partita::core::engine {

struct NotFinite {
  const Value* value = nullptr;
  int64_t turn = 0;  // values that were computed before it
};

class Watch {
 public:
  // After the step has run.
  void look(const Step& step, const Device& device);
  const std::optional<NotFinite>& first(bool nan) const { return nan ? nan_ : infinity_; }

 private:
  enum class State : uint8_t { kFinite, kInfinite, kNan };
  static State state_of(const Tensor& tensor);
  State known_state(const Value& value) const;

  PointerMap<const Value*, State> states_;
  std::optional<NotFinite> nan_, infinity_;
  int64_t turn_ = 0;
};

}  // namespace partita::core::engine
