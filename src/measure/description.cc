// A measured machine as JSON, field by field as cost/hardware_description.cc reads it.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "measure/measure.h"

namespace partita::core::measure {
namespace {

// "1.55e10", "0.83", "12": three digits, more would be noise.
std::string number(double x) {
  if (x >= 0.01 && x < 1e4) return fmt::format("{:.3g}", x >= 1000 ? std::round(x) : x);
  const auto exponent = static_cast<int>(std::floor(std::log10(x)));
  return fmt::format("{:.3g}e{}", x / std::pow(10.0, exponent), exponent);
}

std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

// {"a": 1, "b": 2} of those above zero.
std::string object(const std::vector<std::pair<std::string, double>>& fields) {
  std::string out;
  for (const auto& [name, value] : fields) {
    if (value > 0) out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", quoted(name), number(value));
  }
  return "{" + out + "}";
}

}  // namespace

std::string description_text(const MeasuredMachine& machine) {
  const Hardware& it = machine.hardware;
  std::string sources;
  for (const auto& [field, source] : machine.sources) {
    sources += fmt::format("{}    {}: {}", sources.empty() ? "" : ",\n", quoted(field), quoted(source));
  }
  std::string out =
      fmt::format("{{\n  \"version\": 1,\n  \"name\": {},\n  \"sources\": {{\n{}\n  }},\n", quoted(it.name), sources);
  const auto add = [&](const char* name, const std::string& value) {
    out += fmt::format("  \"{}\": {},\n", name, value);
  };
  if (it.memory > 0) add("memory", number(it.memory));
  add("memory_bandwidth", number(it.memory_bandwidth));
  add("matrix_flops", object(it.matrix_flops));
  add("vector_flops", number(it.vector_flops));
  add("products", object({{"efficiency", it.products.efficiency},
                          {"tile_rows", static_cast<double>(it.products.tile_rows)},
                          {"tile_columns", static_cast<double>(it.products.tile_columns)},
                          {"ramp", it.products.ramp}}));
  add("memory_rates", object({{"efficiency", it.rates.efficiency},
                              {"reduce", it.rates.reduce},
                              {"transpose", it.rates.transpose},
                              {"gather", it.rates.gather},
                              {"scatter", it.rates.scatter},
                              {"narrow_scatter", it.rates.narrow_scatter},
                              {"copy", it.rates.copy},
                              {"sort", it.rates.sort},
                              {"fft", it.rates.fft}}));
  add("overheads", object({{"kernel", it.overheads.kernel}}));
  add("overlaps", it.overlaps ? "true" : "false");
  std::string levels;
  for (const cost::NetworkLevel& level : it.levels) {
    std::string rates =
        object({{"bandwidth", level.bandwidth}, {"latency", level.latency}, {"half_size", level.half_size}});
    levels += fmt::format("{}    {{\"name\": {}, {}", levels.empty() ? "" : ",\n", quoted(level.name), rates.substr(1));
  }
  return fmt::format("{}  \"levels\": [\n{}\n  ]\n}}\n", out, levels);
}

}  // namespace partita::core::measure
