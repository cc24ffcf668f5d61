// Figures as people read them.
#pragma once

#include <string>

namespace partita::core::cost {

std::string bytes_text(double bytes);      // "1.50 MiB", "12 bytes"
std::string seconds_text(double seconds);  // "1.23 ms"
std::string amount_text(double amount);    // "48.30 G", "512"

}  // namespace partita::core::cost
