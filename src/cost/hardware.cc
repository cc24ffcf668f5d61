#include "cost/hardware.h"

#include <fmt/format.h>

#include "base/read_file.h"

namespace partita::core::cost {

double Hardware::matrix_rate(ElementType type) const {
  auto named = [&](std::string_view name) -> double {
    for (const auto& [known, rate] : matrix_flops) {
      if (known == name) return rate;
    }
    return 0;
  };
  const std::string_view name = mlir_spelling(part_type(type));
  if (const double rate = named(name); rate > 0) return rate;
  if (name.starts_with("f8") && named("f8") > 0) return named("f8");
  return named("f32");
}

std::string hardware_names() { return fmt::format("{}", fmt::join(known_hardware(), ", ")); }

Result<Hardware> load_hardware(const std::string& name_or_path) {
  if (const std::string_view text = hardware_text(name_or_path); !text.empty()) {
    return parse_hardware(text, name_or_path);
  }
  const Result<std::string> text = base::read_file(name_or_path);
  if (text.ok()) return parse_hardware(*text, name_or_path);
  Diagnostic d = text.error().diagnostic;
  d.message += fmt::format("; hardware that needs no file is {}", hardware_names());
  return Error{d};
}

const Hardware& default_hardware() {
  static const Hardware hardware =
      parse_hardware(hardware_text(kDefaultHardware), std::string(kDefaultHardware)).value();
  return hardware;
}

}  // namespace partita::core::cost
