// The command line as others need it, made from the parser: completion for shells, and a manual page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace partita::core::tools {

// For bash, zsh or fish: a text to be sourced; empty for any other.
std::string completion_script(const CLI::App& app, std::string_view shell);
// partita(1), as troff.
std::string manual_page(const CLI::App& app, std::string_view version);

std::vector<std::string> verb_names(const CLI::App& app);
std::vector<std::string> option_names(const CLI::App& verb);  // "--shard", "-o"

}  // namespace partita::core::tools
