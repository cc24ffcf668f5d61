// The column of the op table that holds the rules.
#pragma once

#include "rules/factor_rules.h"

namespace partita::core::rules {

const RuleEntry& rule_entry(OpKind kind);

}  // namespace partita::core::rules
