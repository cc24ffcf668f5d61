// Shardings as HLO writes them, of one value or of a tuple: {devices=[2]<=[2]}, {{replicated}, {devices=[2]<=[2]}}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace partita::core::text {

// Whether it is one pair of braces, and inside of it either no braces at its beginning or a list of such pairs.
bool is_sharding_text(std::string_view text);
// The sharding of each of n leaves of a tuple: its own, or the one that is given for all.
std::vector<std::string> split_sharding(std::string_view text, int n);
std::string join_sharding(const std::vector<std::string>& parts);

}  // namespace partita::core::text
