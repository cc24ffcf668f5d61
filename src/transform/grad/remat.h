// What the gradient of a loop or of a checkpointed block keeps of its forward pass; the rest is computed again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ir/program.h"

namespace partita::core::transform {

// Kinds of marks and blocks (ops.def).
inline constexpr std::string_view kStopGradient = "stop_gradient";
inline constexpr std::string_view kNamed = "name";
inline constexpr std::string_view kLeaf = "leaf";
inline constexpr std::string_view kCheckpoint = "checkpoint";
inline constexpr std::string_view kCustomVjp = "custom_vjp";

class SavePolicy {
 public:
  // "nothing", "dots" (products and convolutions), "dots_no_batch" (products without batching dimensions), "all", or
  // names(a, b): values that carry these names.
  static Result<SavePolicy> parse(std::string_view text);
  static Result<SavePolicy> of(Attr attr);  // none: nothing is saved

  bool saves(const Op& op) const;

 private:
  enum class What : uint8_t { kNothing, kDots, kDotsNoBatch, kAll, kNames } what_ = What::kNothing;
  std::vector<std::string> names_;
};

// Puts the body of each outermost loop into a checkpointed block of this policy.
void checkpoint_loops(Region& region, std::string_view policy);

}  // namespace partita::core::transform
