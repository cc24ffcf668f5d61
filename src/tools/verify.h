// partita run --verify: what is said where results differ, and the program that shows it again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/departure.h"
#include "tools/running.h"

namespace partita::core::tools {

// Results that differ from what one device computes, as messages.
std::vector<std::string> differing_results(const std::vector<Tensor>& results, const std::vector<Tensor>& expected,
                                           const ComparisonRule& rule);

// Says where a run departs first, and writes what shows it again: into --dump-dir, or beside --outputs.
void report_departure(Invocation& invocation, const std::string& file, const Result<std::optional<Departure>>& found,
                      Verification& verified);

}  // namespace partita::core::tools
