// Ops without a rule of their own.
#include "rules/factor_rules.h"
#include "rules/rule_builder.h"

namespace partita::core::rules {

Rule rule_silent(const Op& op, const RuleFacts&) { return RuleBuilder(op, FlowClass::kNone).finish_silent(); }

Rule rule_whole(const Op& op, const RuleFacts&) { return RuleBuilder(op, FlowClass::kNone).finish(); }

}  // namespace partita::core::rules
