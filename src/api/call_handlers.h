// The host's custom calls, as the inside asks about them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/impl.h"
#include "driver/custom_calls.h"
#include "eval/evaluate.h"

namespace partita {
inline namespace v1 {
namespace detail {

class CallHandlers final : public core::driver::CustomCallHandlers {
 public:
  // `depth`: how many lowerings this is inside of, whose gradients are being made.
  explicit CallHandlers(const CustomCalls& calls, int depth = 0) : calls_(calls), depth_(depth) {}

  core::Result<std::string> sharding_rule(const core::Op& call) const override;
  core::Result<std::string> lowering(const core::Op& call) const override;
  core::Result<std::string> gradient(const core::Op& call) const override;

 private:
  const CustomCalls calls_;
  const int depth_;
};

// Program::grad, inside of so many lowerings.
Program gradient_of(const Program& program, const ProgramGradOptions& options, int depth);

// For EvalOptions::custom_call; null where there are no calls.
void set_evaluators(core::EvalOptions& options, const CustomCalls& calls);

}  // namespace detail
}  // namespace v1
}  // namespace partita
