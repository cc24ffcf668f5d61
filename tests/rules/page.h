// docs/rules.md, written from the column of rules and from the samples.
#pragma once

#include <string>

namespace partita::core::rules {

std::string rules_page();

}  // namespace partita::core::rules
