// Custom calls of the host: what it says of them, and what the stages `rules` and `expand` make of that.
//
//   %y = custom_call @my.gelu(%x)       a rule, "i j -> i j": it is computed on shards, and nothing is gathered
//                                       a lowering: the text of a module that computes a gelu of the shard's type
//
// What a call computes when a program is evaluated is said with EvalOptions::custom_call (eval/evaluate.h).
#pragma once

#include <functional>
#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "ir/program.h"
#include "transform/grad/adjoint.h"

namespace partita::core::driver {

// Asked from the thread that compiles, about any custom call but those that carry shardings
// (call_targets::carries_sharding). An error ends the compilation; where it has no place, it is reported at the call.
class CustomCallHandlers {
 public:
  virtual ~CustomCallHandlers() = default;
  // The rule along which shardings propagate through the call and by which it is divided, as JAX or sdy write it
  // (rules/einsum_rule.h). Empty: nothing is known of it, and its operands are gathered.
  virtual Result<std::string> sharding_rule(const Op& call) const = 0;
  // StableHLO or HLO text of a program whose entry takes and gives what the call does, of exactly these types: after
  // partitioning those of shards. The program is for one device, and has no shardings. Empty: the call stays.
  virtual Result<std::string> lowering(const Op& call) const = 0;
  // Text of a program that computes its gradient: of the operands, then, where it wants them, the results, then a
  // cotangent for each result of floats, it gives a cotangent for each operand of floats. Empty: nothing is known.
  virtual Result<std::string> gradient(const Op& call) const = 0;
};

// The host's rule becomes the sdy.sharding_rule of each call that has none in the program.
void attach_sharding_rules(Module& module, const CustomCallHandlers& handlers, Diagnostics& diagnostics);

// Calls with a lowering become its ops, which take the call's place in the source and its location; so do calls in what
// was lowered. Lowerings more than kMaxLoweringDepth within one another are taken to be endless: kRecursiveCall.
inline constexpr int kMaxLoweringDepth = 64;
void expand_calls(Module& module, const CustomCallHandlers& handlers, Diagnostics& diagnostics);

// What the host says of gradients, for GradOptions::calls. The handlers must outlive it.
std::function<Result<bool>(transform::Adjoint&)> call_gradients(const CustomCallHandlers& handlers);

}  // namespace partita::core::driver

namespace partita::core {
using driver::CustomCallHandlers;
}  // namespace partita::core
