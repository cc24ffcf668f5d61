// Makes a failing program small: drops results, ops, hints, axes of the mesh; puts arguments in place of values; makes
// shapes smaller; as long as it fails at the same stage.
#pragma once

#include <functional>
#include <string>

namespace partita::core::fuzz {

// `fails` says whether a program still shows the failure. Ends where nothing more can go, or after `seconds`.
std::string shrunk(const std::string& program, const std::function<bool(const std::string& program)>& fails,
                   double seconds = 60);

}  // namespace partita::core::fuzz
