// What someone may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace partita::core::tools {

// The words closest to one, by edits (a letter added, left out, replaced, or two swapped), at most three; none where
// all are far.
std::vector<std::string> nearest(std::string_view word, const std::vector<std::string>& known);

// "; did you mean 'cost' or 'convert'?", or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace partita::core::tools
