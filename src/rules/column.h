// The column of the op table that holds the rules.
#pragma once

#include <string_view>

#include "rules/families.h"

namespace partita {

struct RuleEntry {
  OpRule rule = nullptr;
  // Where the rule says nothing, or only "whole": why. Empty otherwise.
  std::string_view because;
};

const RuleEntry& rule_entry(OpKind kind);

}  // namespace partita
