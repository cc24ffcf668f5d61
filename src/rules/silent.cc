// Ops without a rule of their own.
#include "rules/families.h"
#include "rules/maker.h"

namespace partita::core::rules {

Rule rule_silent(const Op& op, const RuleFacts&) { return RuleMaker(op, FlowClass::kNone).finish_silent(); }

Rule rule_whole(const Op& op, const RuleFacts&) { return RuleMaker(op, FlowClass::kNone).finish(); }

}  // namespace partita::core::rules
