// What the gradient of a loop or of a checkpointed block keeps of its forward pass; the rest is computed again.
#pragma once

#include <functional>
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
inline constexpr std::string_view kSaved = "save";
inline constexpr std::string_view kCheckpoint = "checkpoint";
inline constexpr std::string_view kCustomVjp = "custom_vjp";

class SavePolicy {
 public:
  // "nothing", "dots" (products and convolutions), "dots_no_batch" (products without batching dimensions), "all", or
  // names(a, b): values that carry these names. Values that mark_saved() chose are saved in any case.
  static Result<SavePolicy> parse(std::string_view text);
  static Result<SavePolicy> of(Attr attr);  // none: nothing is saved

  // The value that is saved for this one: itself, or a mark of it that says so. Null: it is computed again.
  Value* saved(Value* value) const;

 private:
  bool saves(const Op& op) const;

  enum class What : uint8_t { kNothing, kDots, kDotsNoBatch, kAll, kNames } what_ = What::kNothing;
  std::vector<std::string> names_;
};

// Marks what ops of a block's body give where `keeps` holds of them, so that it is saved. Regions inside of ops are not
// looked into: what they compute is not to be had outside.
using KeepsResult = std::function<bool(const Op& op, int result)>;
void mark_saved(Region& body, const KeepsResult& keeps);

// Puts the body of each outermost loop into a checkpointed block of this policy.
void checkpoint_loops(Region& region, std::string_view policy, const KeepsResult& keeps = {});

// A loop in segments of `length` steps, each in a checkpointed block, so that a gradient keeps carries between segments
// alone: scan(n) becomes scan(n / length) of block { scan(length) } and, where steps are left over, one more
// block { scan(n % length) }. What stands for the scan's results, which is erased; they themselves where it has no more
// steps than a segment.
std::vector<Value*> segment_scan(Op& scan, int64_t length);
// All outermost loops of a region.
void segment_loops(Region& region, int64_t length);

}  // namespace partita::core::transform
