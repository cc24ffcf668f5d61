#include "cost/units.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace partita::core::cost {

std::string bytes_text(double bytes) {
  constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{:.0f} bytes", bytes);
  size_t unit = 0;
  for (bytes /= 1024; bytes >= 1024 && unit + 1 < std::size(kUnits); ++unit) bytes /= 1024;
  return fmt::format("{:.2f} {}", bytes, kUnits[unit]);
}

std::string seconds_text(double seconds) {
  constexpr std::pair<double, const char*> kUnits[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}};
  for (const auto& [unit, name] : kUnits) {
    if (seconds >= unit) return fmt::format("{:.2f} {}", seconds / unit, name);
  }
  return fmt::format("{:.2f} us", seconds * 1e6);
}

std::string amount_text(double amount) {
  constexpr const char* kUnits[] = {"k", "M", "G", "T", "P", "E"};
  if (amount < 1000) return fmt::format("{:.0f}", amount);
  size_t unit = 0;
  for (amount /= 1000; amount >= 999.995 && unit + 1 < std::size(kUnits); ++unit) amount /= 1000;
  return fmt::format("{:.2f} {}", amount, kUnits[unit]);
}

}  // namespace partita::core::cost
